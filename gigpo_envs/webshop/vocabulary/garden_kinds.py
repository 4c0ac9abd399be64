"""Kinds of home and garden goods (format: tables.py)."""

from __future__ import annotations

WORDING = """
share 216
front yes
ask made of {of}; made from {of}; made out of {of}
tags home decor; apartment decor; housewarming gift; modern accent; boho accent; cozy home; rental friendly
tags family room favorite; designer look; artisan made; interior accent; decorative accent; quick delivery
tags neutral style; warm minimalism; cottage look; premium quality; studio design; room refresh; everyday home
of Made of {of}, [trimmed|finished|checked] by hand.
of There is a pleasant [weight|honesty] to the {of}, which takes daily use well.
of We prefer {of}: easy to [repair|clean], better with age.
sig It is finished with {sig}.
sig The detail that lifts it is {sig}.
sig You will notice {sig}, [drawn by our own designer|which photographs never quite show].
end Please measure the space and the [stairs|doorway] first.
end Colors may look a little different [on your screen|in daylight].
end Packed in [paper and card|recycled board], without foam.
end Spare parts are kept for [five|ten] years.
end A soft cloth and [plain water|no strong cleaner] keep it looking new.
"""

KINDS = """
= throw blankets | Home and Garden > Bedding > Blankets
item throw blanket; knit throw; sofa throw; bed throw; picnic blanket
cost 33 42
of brushed fleece; waffle cotton; chenille yarn; acrylic wool; bamboo viscose
sig fern, heron, chevron, gingham, tartan, honeycomb, moth * a pattern, a print, a weave, a motif
sig tasseled, whipstitched, satin, fringed, scalloped, pompom * edges, a border, corners, trim
has machine washable; super soft; fade resistant; hypoallergenic; eco friendly; stain resistant
has living room/bedroom/guest room/kids room/outdoor patio; gift giving; farmhouse style/mid century style
opt 54 color cloth 2-7; size throw 2-4
lead {An} for [the cold end of the sofa|long films|reading until late].
lead {This} is warm without weight and [dries quickly|folds flat].
lead Big enough to share, [soft enough not to|if you must].
fact Weighs [2..5] pounds.

= decorative pillows | Home and Garden > Bedding > Pillows
item throw pillow; lumbar pillow; floor cushion; bolster pillow; accent pillow
cost 24 42
of washed linen; cotton velvet; recycled polyester; woven jute blend; corduroy
sig ginkgo, heron, lattice, stripe, lemon, peony, mosaic * a print, embroidery, a pattern, a motif
sig tasseled, piped, fringed, knotted, flanged, whipstitched * edges, corners, trim
has machine washable; removable cover; hidden zipper; super soft; fade resistant; stain resistant
has hypoallergenic
has living room/bedroom/outdoor patio/kids room; weather resistant; farmhouse style/mid century style
has gift giving
opt 60 color cloth 2-8; size pillow 2-4
lead {An} that [plumps back|keeps its corners] after a nap.
lead {This} brings a little [color|texture] to a plain sofa.
lead Change the season by changing the [pillow|cushion].
fact The insert weighs [12..26] ounces.

= mattresses | Home and Garden > Furniture > Bedroom > Mattresses
item hybrid mattress; mattress topper; folding mattress; guest mattress
cost 260 70
of cooling gel foam; natural latex; pocket springs; cotton and wool
sig quilted, knitted, bamboo, cooling, tufted, zipped * a top, a cover
sig reinforced, ventilated, braided, corded, firm, mesh * edges, side panels, handles
has hypoallergenic; removable cover; machine washable; heavy duty; foldable; easy to clean; eco friendly
has super soft
has bedroom/guest room/kids room/small spaces; water resistant; non slip; hidden zipper
opt 56 size bed 2-5; style firmness 2-3
lead {An} for [side sleepers|restless couples|backs that complain].
lead {This} arrives rolled, breathes for a day and [stays level for years|takes the shape it should].
lead Firm underneath, soft on top and [quiet|cool] through the night.
fact Stands [4..14] inches high.

= bed frames | Home and Garden > Furniture > Bedroom > Beds
item platform bed frame; upholstered bed frame; storage bed; daybed; low bed frame
cost 228 60
of solid pine; powder coated steel; rubberwood; woven upholstery
sig arched, channel tufted, slatted, cane, paneled, curved * a headboard, a footboard
sig walnut, acacia, beech, oak, steel, brass * feet, slats, side rails
has easy to assemble; heavy duty; storage drawers; storage space; space saving; charging port; non slip
has foldable
has bedroom/guest room/kids room/small spaces; mid century style/farmhouse style/industrial style
has eco friendly
opt 54 size bed 2-4; color wood 2-4
lead {An} that does not [squeak|sway].
lead {This} needs no box spring and [leaves room for boxes below|keeps the mattress from sliding].
lead Low, plain and [strong enough to sit on|light enough to move].
fact Carries up to [400..900] pounds.

= nightstands | Home and Garden > Furniture > Bedroom > Nightstands
item nightstand; bedside table; night table; bedside cabinet
cost 78 55
of rubberwood; bamboo; engineered oak; powder coated steel
sig cane, fluted, louvered, paneled, rattan, shaker * a door, a drawer front
sig brass, leather, wooden, ceramic, recessed, ring * a pull, knobs, handles
has storage drawers; storage space; easy to assemble/fully assembled; charging port; space saving
has easy to clean
has bedroom/guest room/kids room/small spaces; tapered legs/metal legs; mid century style/farmhouse style
has cord cutout
opt 41 color wood 2-5
lead {An} with room for [a lamp and a stack of books|water, glasses and a phone].
lead {This} keeps the night things [in reach and out of sight|from rolling off].
lead Small footprint, [deep drawer|rounded corners], no sharp edges at shin height.
fact Stands [18..28] inches high.

= coffee tables | Home and Garden > Furniture > Living Room > Coffee Tables
item coffee table; lift top coffee table; round coffee table; nesting coffee table
cost 148 60
of mango wood; tempered glass; solid acacia; sintered stone; engineered oak
sig marbled, herringbone, smoked, live edge, terrazzo, ribbed * a top, an inlay
sig hairpin, crossed, pedestal, sled, drum, trestle * legs, a base
has easy to assemble/fully assembled; storage space; storage drawers; easy to clean; water resistant
has space saving
has living room/small spaces; mid century style/farmhouse style/industrial style; metal legs/tapered legs
has heavy duty
opt 41 color wood 2-5; size tablewidth 2-3
lead {An} for [feet, mugs and jigsaw puzzles|magazines you mean to read].
lead {This} anchors the room without [filling it|blocking the way].
lead Low enough to see across, [sturdy enough to sit on|light enough to push].
fact The top is [0.8|1.2|1.5] inches thick.

= console tables | Home and Garden > Furniture > Living Room > Console Tables
item console table; sofa table; entryway table; demilune table
cost 136 58
of reclaimed fir; solid mango; powder coated iron; engineered oak
sig arched, crossed, turned, fluted, bamboo, trestle * legs, a base
sig cane, louvered, woven, mirrored, slatted, mesh * a shelf, panels, a back
has easy to assemble/fully assembled; storage drawers; storage space; space saving; easy to clean
has cord cutout
has entryway/living room/small spaces; metal legs/tapered legs
has farmhouse style/industrial style/mid century style
has adjustable levelers; charging port
opt 39 color wood 2-5; size tablewidth 2-3
lead {An} for the wall that [collects keys|needs a lamp].
lead {This} is shallow enough for a hall and [long enough to matter|strong enough for plants].
lead Behind a sofa or below a mirror, it [earns its few inches|looks settled].
fact Depth is [10..15] inches.

= tv stands | Home and Garden > Furniture > Living Room > TV Stands
item tv stand; media console; corner tv stand; entertainment center
cost 172 58
of engineered walnut; solid pine; powder coated steel; bamboo panels
sig slatted, fluted, barn, cane, tambour, glass * doors, fronts
sig brass, leather, finger, cut out, black, wooden * pulls, handles
has easy to assemble; storage space; adjustable shelves; soft close doors; cord cutout; heavy duty
has storage drawers
has living room/bedroom/small spaces; mid century style/farmhouse style/industrial style; easy to clean
has metal legs
has charging port; adjustable levelers
opt 41 color wood 2-5; size tablewidth 2-3
lead {An} that hides [consoles, cables and dust|the boxes] and lets the picture float.
lead {This} takes a large screen without [bowing|looking like a shop].
lead Vents at the back keep [players|receivers] cool.
fact Holds up to [90..240] pounds.

= bookcases | Home and Garden > Furniture > Home Office > Bookcases
item bookcase; ladder shelf; cube organizer; corner bookshelf; barrister bookcase
cost 118 60
of solid pine; bamboo; engineered birch; steel and fiberboard
sig arched, open, cane, slatted, mesh, paneled * a back, sides, a frame
sig brass, beaded, beveled, painted, rounded, fluted * trim, edges, corners
has easy to assemble; adjustable shelves; heavy duty; space saving; wall mounted; storage space
has adjustable levelers
has living room/home office/kids room/small spaces; industrial style/farmhouse style/mid century style
has eco friendly
opt 45 color wood 2-5; size shelf 2-4
lead {An} for [paperbacks, plants and one radio|the books in boxes].
lead {This} stands straight on [old floors|thick carpet] and anchors to the wall.
lead Shelves that do not [sag|bow] under atlases.
fact Each shelf carries [25..70] pounds.

= desks | Home and Garden > Furniture > Home Office > Desks
item writing desk; standing desk; corner desk; computer desk; folding desk
cost 162 60
of bamboo; engineered oak; rubberwood; steel and walnut veneer
sig felt, cork, leather, linoleum, glass, whiteboard * an inlay, a writing surface
sig rounded, waterfall, beveled, raised, curved, bullnose * edges, a front, corners
has easy to assemble; height adjustable; storage drawers; cord cutout; charging port; heavy duty; foldable
has space saving
has home office/bedroom/kids room/small spaces; industrial style/mid century style/farmhouse style
has metal legs
has easy to clean
opt 43 color wood 2-5; size tablewidth 2-4
lead {An} with room for [two screens|a sewing machine|maps].
lead {This} does not shake when you [type|erase].
lead Clean lines, [a real drawer|no plastic] and knees that fit.
fact The top stands [28|29|30] inches high when set for sitting.

= office chairs | Home and Garden > Furniture > Home Office > Chairs
item office chair; drafting chair; task chair; desk chair
cost 152 60
of breathable mesh; vegan leather; wool felt; molded plywood
sig flip up, padded, wooden, looped, swivel, leather * arms, armrests
sig brass, chrome, nylon, oak, brushed, star * a base, casters
has lumbar support; height adjustable; padded seat; easy to assemble; heavy duty; easy to clean
has space saving
has home office/small spaces/bedroom; mid century style/industrial style; removable cover; non slip
opt 41 color cloth 2-5
lead {An} that [lets you forget the chair|makes the third meeting bearable].
lead {This} leans when you do and [comes back gently|locks where you like].
lead For backs that [ache by four|were told to sit up].
fact Rated for [250|275|300|330] pounds.

= ottomans | Home and Garden > Furniture > Living Room > Ottomans
item storage ottoman; cube ottoman; footstool; ottoman bench; tufted ottoman
cost 74 58
of cotton velvet; boucle; vegan leather; braided jute; woven linen
sig button, channel, diamond, pleated, moroccan, basketweave * tufting, stitching, a top
sig nailhead, rope, skirted, piped, fringed, corded * trim, edges, a base
has storage space; padded seat; easy to assemble/fully assembled; foldable; removable cover; stain resistant
has living room/bedroom/entryway/kids room/small spaces; tapered legs/metal legs; easy to clean
has heavy duty; non slip
opt 48 color cloth 2-6; size ottoman 2-3
lead {An} for [tired feet|the extra guest|toys at bedtime].
lead {This} opens quietly and [closes softly|holds more than it shows].
lead Seat, table or footrest, depending on [who visits|the hour].
fact Supports up to [220..350] pounds.

= bar stools | Home and Garden > Furniture > Dining > Bar Stools
item bar stool; counter stool; swivel stool; kitchen stool; set of bar stools
cost 112 58
of bent beech; powder coated steel; woven rush; vegan leather
sig curved, ladder, spindle, cane, low, wrapped * a back, a backrest
sig brass, chrome, ring, wooden, hammered, wire * a footrest, a foot rail
has height adjustable; padded seat; easy to assemble/fully assembled; metal legs/tapered legs; heavy duty
has non slip
has kitchen/dining room/small spaces; industrial style/mid century style/farmhouse style; easy to clean
has space saving
opt 46 color wood 2-5; size stool 2-3
lead {An} that invites people to [stay while you cook|talk].
lead {This} tucks under the counter and [does not tip|slides without a screech].
lead Wide enough to [sit cross-legged|linger], light enough to move with a foot.
fact The seat is [13..18] inches wide.

= dining tables | Home and Garden > Furniture > Dining > Tables
item dining table; extendable dining table; drop leaf table; bistro table; dining table set
cost 295 65
of solid acacia; rubberwood; sintered stone; tempered glass; reclaimed elm
sig trestle, pedestal, turned, crossed, hairpin, drum * legs, a base
sig breadboard, beveled, live, rounded, butterfly, waxed * edges, ends, a joint
has easy to assemble; easy to clean; heavy duty; water resistant; space saving; foldable
has adjustable levelers
has dining room/kitchen/small spaces/outdoor patio; farmhouse style/mid century style/industrial style
has metal legs
opt 41 color wood 2-4; size tablewidth 2-3
lead {An} for [homework, dough and eight for dinner|two most nights].
lead {This} takes hot dishes, [elbows|board games] and the odd fork.
lead Sand it, oil it, [pass it on|forget about coasters].
fact Seats [2|4|6|8] in comfort.

= coat racks | Home and Garden > Furniture > Entryway > Coat Racks
item coat rack; hall tree; coat stand; hat stand
cost 52 55
of bent beech; powder coated iron; bamboo; solid ash
sig brass, ceramic, folding, wooden, leather, antler * hooks, pegs
sig marble, weighted, slatted, tripod, round, cast * a base, a foot
has easy to assemble/fully assembled; heavy duty; space saving; storage space; non slip
has adjustable levelers; lightweight
has entryway/bedroom/small spaces/kids room; farmhouse style/industrial style/mid century style
has water resistant; eco friendly
opt 39 color wood 2-4
lead {An} that holds [four wet coats|hats, leads and bags] without leaning.
lead {This} ends the pile on the [chair|newel post].
lead Hooks at two heights, [one for each generation|short people included].
fact Holds [30..90] pounds when fixed.

= floor lamps | Home and Garden > Lighting > Floor Lamps
item floor lamp; arc floor lamp; tripod lamp; torchiere lamp; reading lamp
cost 88 58
of brushed steel; solid ash; smoked glass; woven rattan
sig pleated, linen, paper, drum, mushroom, ribbed * a shade, a diffuser
sig marble, weighted, walnut, concrete, brass, cast iron * a base, a foot
has dimmable; foot switch; energy efficient; easy to assemble; remote control; height adjustable
has glass shade
has living room/bedroom/home office/small spaces; mid century style/industrial style/farmhouse style
has heavy duty
opt 39 color metal 2-4; style lamp 2-3
lead {An} that lights the page, not the [ceiling|screen].
lead {This} gives corners [a reason|some company] after dark.
lead Warm, steady and [flicker-free|easy on tired eyes].
fact Stands [55..72] inches tall.

= table lamps | Home and Garden > Lighting > Table Lamps
item table lamp; bedside lamp; desk lamp; banker lamp; set of table lamps
cost 46 55
of glazed ceramic; turned oak; brushed brass; hand blown glass
sig pleated, linen, scalloped, rattan, paper, block print * a shade, a lampshade
sig ribbed, gourd, column, faceted, crackle, dimpled * a base, a body
has dimmable; charging port; energy efficient; touch switch; glass shade; height adjustable; fully assembled
has bedroom/living room/home office/kids room; mid century style/farmhouse style/industrial style
has remote control
has space saving; gift giving
opt 45 color metal 2-4; style lamp 2-3
lead {An} that makes [a shelf|a bedside] look lived in.
lead {This} throws a small, [kind|golden] circle.
lead For reading, [letters|late soup] and everyone who hates ceiling lights.
fact Stands [11..27] inches tall.

= pendants and chandeliers | Home and Garden > Lighting > Ceiling
item pendant light; chandelier; island pendant; flush mount light; lantern pendant
cost 124 65
of spun aluminum; hand blown glass; woven seagrass; forged iron
sig globe, fluted, smoked, seeded, bell, opal * shades, a diffuser
sig braided, chain, brass, adjustable, twisted, fabric * a cord, a stem, a canopy
has dimmable; energy efficient; glass shade; height adjustable; easy to clean; easy to assemble
has remote control
has dining room/kitchen/entryway/bedroom; farmhouse style/industrial style/mid century style
has water resistant
opt 45 color metal 2-4; style lights 2-3
lead {An} that hangs low over the table and [flatters everyone|hides nothing on the plate].
lead {This} turns a plain ceiling into [a reason to look up|a room].
lead Even light, [no glare|soft shadows], an easy swap of bulbs.
fact The drop adjusts from [12..20] to [48..72] inches.

= sconces | Home and Garden > Lighting > Wall Lights
item wall sconce; plug in sconce; swing arm sconce; set of wall sconces; picture light
cost 64 58
of brushed brass; frosted glass; powder coated steel; alabaster
sig fluted, opal, seeded, linen, conical, cylinder * shades, a shade
sig swing, gooseneck, knurled, scrolled, ball, stepped * an arm, a backplate
has dimmable; energy efficient; glass shade; easy to clean; wall mounted; remote control; touch switch
has water resistant
has bedroom/bathroom/entryway/living room; industrial style/mid century style/farmhouse style; space saving
opt 43 color metal 2-4; style lights 2-3
lead {An} for [either side of a mirror|the long side of a hall].
lead {This} frees the table and [lights the wall|softens the room].
lead Wired or plugged in, it [hangs straight|takes an afternoon].
fact Extends [4..18] inches from the wall.

= wall art | Home and Garden > Decor > Wall Art
item canvas print; framed print; art print; botanical print; landscape print
cost 38 60
of cotton canvas; archival paper; recycled aluminum; woven cotton
sig heron, poppy, sailboat, birch forest, desert, lemon, harbor, owl * a motif, artwork, a scene
sig floating, walnut, ash, black, gilded, deep * a frame, an edge
has ready to hang; fade resistant; easy to clean; eco friendly; water resistant; lightweight
has living room/bedroom/dining room/home office/kids room/bathroom
has farmhouse style/mid century style/industrial style
has gift giving
opt 52 size canvas 2-5; color frame 2-3
lead {An} that [opens a window|quiets a wall].
lead {This} keeps giving you something to find [over breakfast|on the stairs].
lead Printed with [eight|ten|twelve] inks and left to dry for two days.
fact Hangs [0.8|1.2|1.5] inches off the wall.

= decorative mirrors | Home and Garden > Decor > Mirrors
item wall mirror; full length mirror; arched mirror; round mirror; leaning mirror
cost 96 62
of distressed pine; brushed aluminum; silvered glass; woven rattan
sig beaded, scalloped, sunburst, reeded, hammered, bamboo * a frame, a rim
sig beveled, antiqued, rounded, polished, etched, tinted * edges, glass
has wall mounted; ready to hang; easy to clean; heavy duty; water resistant; space saving; lightweight
has entryway/bathroom/bedroom/living room; farmhouse style/mid century style/industrial style; non slip
opt 45 color metal 2-4; size mirrorwall 2-3
lead {An} that [doubles the light|finds the window].
lead {This} shows you head to [shoes|collar], truthfully.
lead Hung low or leaned, it makes [a hall feel wider|mornings quicker].
fact Weighs [7..38] pounds.

= window coverings | Home and Garden > Decor > Window Coverings
item set of curtains; set of sheer curtains; set of kitchen curtains; set of café curtains; set of blackout
  curtains
cost 42 52
of washed linen; woven cotton; recycled polyester; slub cotton
sig fern, botanical, stripe, check, lattice, heron, toile * a print, a weave, a pattern
sig pinch, grommet, tab, pleated, ruffled, banded * a top, a header, a hem
has room darkening; machine washable; fade resistant; lightweight; super soft; eco friendly
has bedroom/living room/kitchen/kids room/bathroom; farmhouse style/mid century style; gift giving
has water resistant
opt 61 color cloth 2-7; size curtain 2-4
lead For mornings that start later, [hang it once|and streets that never sleep].
lead {This} falls straight and [filters light like a birch wood|keeps heat where you pay for it].
lead For windows that [face neighbors|catch the sunrise].
fact Cloth weight is [90..280] grams per square meter.

= candles | Home and Garden > Decor > Candles
item scented candle; pillar candle; set of votive candles; three wick candle; jar candle
cost 19 45
of soy wax; beeswax; coconut wax; rapeseed wax
sig fig, cedar, bergamot, tobacco, clove, rosemary, plum * a scent, notes, an accord
sig amber, ribbed, ceramic, recycled, speckled, lidded * a glass, a vessel, a jar
has cotton wick; long burn time; eco friendly; non toxic; hypoallergenic; easy to clean
has living room/bedroom/bathroom/dining room/outdoor patio; gift giving; farmhouse style/mid century style
opt 58 scent home_scent 2-7; size candle 2-3
lead {An} that scents [a room, not the house|the hour after supper].
lead {This} burns low and even, [without tunnels|edge to edge].
lead Light it [when the rain starts|and put the phone away].
fact Holds [5..16] ounces of wax.

= planters | Home and Garden > Garden > Planters
item planter; set of plant pots; hanging planter; self watering planter; raised planter box
cost 36 58
of glazed ceramic; fiberstone; woven seagrass; recycled plastic; cedar wood
sig fluted, speckled, woven, drip, hobnail, crackle * a glaze, a finish, a surface
sig walnut, rope, brass, tripod, iron, bamboo * a stand, legs, handles
has drainage holes; weather resistant; lightweight; easy to clean; fade resistant; eco friendly; heavy duty
has outdoor patio/living room/kitchen/small spaces/home office
has mid century style/farmhouse style/industrial style
has gift giving
opt 48 color cloth 2-5; size planter 2-4
lead {An} for [herbs, ferns and a stubborn fig|plants that outgrew the sill].
lead {This} keeps roots [happy|cool] and sills dry.
lead Good looking when empty and [better when full|patient with frost].
fact Holds [2..9] gallons of soil.

= artificial plants | Home and Garden > Decor > Artificial Plants
item artificial plant; artificial tree; faux plant; potted faux plant
cost 34 60
of silk leaves; molded fabric; dried natural stems; recycled polyethylene
sig olive, monstera, fiddle leaf, willow, ficus, palm, fern * leaves, branches
sig woven, ceramic, cement, mossy, rattan, terracotta * a pot, a base, a planter
has fade resistant; easy to clean; fully assembled; lightweight; weather resistant; hypoallergenic
has eco friendly
has living room/bathroom/home office/entryway/outdoor patio; gift giving; mid century style/farmhouse style
opt 37 size plant 2-4; item_package_quantity pack 2-2
lead {An} for [dark corners|frequent travelers|people who drown cacti].
lead {This} fools guests until they [touch it|ask about watering].
lead Bend the stems, [turn the pot|fluff the leaves] and it looks grown.
fact Has [60..900] separate leaves.

= area rugs | Home and Garden > Decor > Rugs
item area rug; runner rug; accent rug; flatweave rug
cost 104 70
of hand tufted wool; recycled cotton; natural jute; low pile polypropylene
sig medallion, kilim, trellis, checkerboard, tile, ripple, fern * a pattern, a design, a border
sig tasseled, bound, fringed, braided, serged, whipped * edges, ends
has non slip; machine washable; stain resistant; fade resistant; easy to clean; super soft
has weather resistant
has living room/bedroom/dining room/entryway/kitchen/kids room/outdoor patio
has farmhouse style/mid century style
has eco friendly; hypoallergenic
opt 60 size rug 2-5; color cloth 2-4
lead {An} that [ties chairs and sofa together|warms the first step of the day].
lead {This} lies flat from the first week and [vacuums clean|does not shed for long].
lead Woven for [dogs|feet|crumbs], designed for eyes.
fact The pile is [0.2|0.3|0.5|0.8] inches high.

= storage baskets | Home and Garden > Storage > Baskets
item storage basket; laundry hamper; set of storage bins; toy basket; woven basket
cost 30 50
of cotton rope; water hyacinth; felted wool; recycled canvas; split bamboo
sig leather, rope, cut out, wooden, braided, canvas * handles, a handle
sig striped, color block, zigzag, dipped, speckled, pompom * sides, a pattern, trim
has foldable; lightweight; easy to clean; eco friendly; heavy duty; space saving; machine washable
has water resistant
has kids room/bathroom/bedroom/entryway/living room; removable cover; gift giving
has farmhouse style/mid century style
opt 48 color cloth 2-5; size basket 2-3
lead {An} for [toys, throws and everything else|the pile at the bottom of the stairs].
lead {This} stands up by itself and [folds away|does not snag wool].
lead Handsome enough to leave out, [cheap enough to fill|strong enough to drag].
fact Holds [20..85] liters.
"""
