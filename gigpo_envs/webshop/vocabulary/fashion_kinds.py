"""Kinds of clothing and shoes (format: tables.py)."""

from __future__ import annotations

WORDING = """
share 200
front yes
ask made of {of}; in {of}; made from {of}
tags spring collection; autumn collection; weekend style; casual outfit; true to size; wardrobe staple
tags street style
tags classic look; comfortable fit; new season; everyday essential; easy care; trendy style; soft touch
tags limited colors; timeless design; gift idea; studio line; capsule wardrobe; everyday comfort
of Cut from {of} with [clean|flat|double-stitched] seams.
of Expect the {of} to [feel soft from the first wear|keep its shape|soften with time].
of We chose {of} for [the way it ages|lasting color|comfort] over cheaper cloth.
sig It is finished with {sig}, [a small thing that shows|which sets it apart from plainer ones].
sig The maker added {sig} for a [quieter|less ordinary|more polished] look.
sig What people ask about first is the detail: {sig}.
end Check the size chart before ordering; between two sizes, [take the larger|most people size up].
end Fits true to size for most people.
end Colors may look a shade [warmer|cooler] on some screens.
end Sent in a paper sleeve, without [plastic|hangers].
end If it does not fit, send it back within [30|45|60] days.
"""

KINDS = """
= women's dresses | Clothing and Shoes > Women > Dresses
item wrap dress; midi dress; shirt dress; tiered sundress; sheath dress
cost 38 45
of linen blend; cotton poplin; crepe viscose; jersey knit; dotted chiffon
sig ruched, pleated, smocked, gathered, banded, sashed * a waist, a back, a bodice
sig scalloped, ruffled, lace, crochet, contrast, embroidered * a hem, a neckline, cuffs, trim, edges
has machine washable/hand washable; short sleeve/long sleeve; wrinkle resistant; lightweight; breathable
has side pockets; zipper closure/button closure; relaxed fit/slim fit
has office wear/formal occasions/beach days
opt 79 color cloth 2-6; size alpha 4-8
lead {An} for [days that start at a desk and end at a table outside|weeks too warm for anything else].
lead {This} moves when you walk and needs nothing more than [flat shoes|a light jacket].
lead Made to be worn with [sneakers|boots], under a coat or on its own.
fact Falls about [36..46] inches from the shoulder in a size medium.

= women's tops and blouses | Clothing and Shoes > Women > Tops
item blouse; tunic top; peasant top; button up shirt; wrap top
cost 26 40
of rayon challis; cotton gauze; washed silk; modal jersey; lyocell twill
sig puffed, bell, ruffled, flutter, smocked, lace * sleeves, cuffs, shoulders
sig embroidered, pintuck, contrast, crochet, pleated, eyelet * a yoke, a collar, a front, a back, a placket
has machine washable/hand washable; short sleeve/long sleeve; v neck/crew neck; wrinkle resistant
has lightweight
has breathable; button closure; relaxed fit/slim fit/classic fit; office wear/daily wear/travel
opt 76 color cloth 2-7; size alpha 4-8
lead {An} that [tucks in flat|hangs well loose] and dresses up a plain pair of jeans.
lead Halfway between a T-shirt and a dress shirt, {this} [covers most days|earns its hanger].
lead For mornings when [nothing else is ironed|the day has no plan yet].
fact Length at the back is [24..30] inches in a medium.

= women's jeans | Clothing and Shoes > Women > Jeans
item pair of bootcut jeans; pair of straight leg jeans; pair of skinny jeans; pair of wide leg jeans
cost 44 40
of rigid denim; stretch denim; recycled denim; brushed denim
sig frayed, raw, released, contrast, rolled, stepped * a hem, cuffs, edges
sig embroidered, faded, whiskered, patched, topstitched, studded * back pockets, side seams, knees, a
  waistband
has machine washable; high waisted/mid rise; four way stretch; slim fit/relaxed fit
has zipper closure/button closure
has tummy control; side pockets; lightweight; daily wear/office wear/travel
opt 79 color denim 2-4; size waist 4-10
lead [Everyday|Weekend|Dependable] denim with a cut that [flatters without squeezing|has not changed in
  years].
lead The pair you reach for when [the others pinch|everything else is in the wash].
lead Broken in at the mill, so {this} [feels worn from day one|needs no patience].
fact The inseam measures [26..32] inches and can be hemmed without losing the shape.

= women's sweaters | Clothing and Shoes > Women > Sweaters
item cardigan; pullover sweater; tunic sweater; raglan sweater; wool blend jumper
cost 42 45
of merino wool; cotton cashmere; mohair blend; chunky acrylic; alpaca blend
sig ribbed, striped, balloon, tipped, fringed, scalloped * sleeves, cuffs, a hem, edges
sig cable, pointelle, basketweave, honeycomb, seed stitch, nordic * a yoke, panels, shoulders, a back, a
  pattern
has hand washable/machine washable; long sleeve; crew neck/v neck; relaxed fit/slim fit; lightweight
has breathable
has button closure; side pockets; cold weather/office wear/lounging at home
opt 74 color cloth 2-6; size alpha 4-7
lead {An} for [the first cold week|open windows|rooms with poor heating].
lead Knitted [slowly|in small lots] so that {this} stays soft and does not [pill|sag].
lead Layer it over a shirt or wear it [on bare skin|by itself]; it does not itch.
fact Knit gauge is [5|7|9|12]; the yarn is [two|three|four] ply.

= women's activewear | Clothing and Shoes > Women > Activewear
item pair of yoga leggings; pair of running tights; pair of training capris; pair of bike shorts
cost 29 38
of nylon spandex; brushed polyester; recycled nylon; seamless knit
sig mesh, ribbed, reflective, laser cut, contrast, marbled * panels, a back yoke, ankle cuffs, side stripes
sig crossover, wide, bonded, seamless, double layer, foldover * a waistband, a waist, edges
has machine washable; moisture wicking; quick drying; four way stretch; high waisted; tummy control
has breathable
has side pockets; elastic waistband/drawstring closure; gym workouts/hiking trips/lounging at home
opt 79 color cloth 2-7; size alpha 4-8
lead For [squats, sprints and the walk home|mats, machines and stairs], {this} stays where you put it.
lead Opaque in every pose and [quiet when you move|soft on the inside].
lead Designed with [coaches|runners] who were tired of pulling at waistbands.
fact The inseam is [7|9|19|25|28] inches in a medium.

= women's swimsuits and cover ups | Clothing and Shoes > Women > Swimwear
item one piece swimsuit; tankini set; swim dress; bandeau swimsuit
cost 33 40
of nylon elastane; textured crinkle; recycled polyamide; ribbed lycra knit
sig ruched, shirred, mesh, ruffled, color block, wrap * sides, a front, a back, a waist
sig halter, twist, scalloped, lace up, knotted, crochet * a neckline, straps, trim, a top
has quick drying; sun protective; tummy control; adjustable straps; removable padding
has hand washable/machine washable
has slim fit/classic fit; lightweight; beach days/travel
opt 76 color cloth 2-6; size alpha 4-8
lead {An} for [swimming lengths|building sandcastles|doing nothing at all].
lead Stays put in [the surf|a diving pool] and still looks good at lunch.
lead The lining is soft and [never turns see-through|dries as fast as the shell].
fact Tested for [150|200|300] hours in chlorinated water.

= women's coats and jackets | Clothing and Shoes > Women > Outerwear
item puffer jacket; trench coat; quilted jacket; rain jacket; car coat
cost 74 50
of recycled polyester; waxed cotton; matte nylon; softshell fabric; dense poplin
sig quilted, corduroy, ribbed, faux shearling, contrast, tartan * a collar, cuffs, a lining, trim
sig storm, toggle, snap, two way, belted, hidden * fastenings, a front, flaps, closures
has water resistant; lightweight; adjustable hood; fleece lining; side pockets
has zipper closure/button closure
has relaxed fit/slim fit; machine washable; cold weather/travel/daily wear
opt 74 color cloth 2-6; size alpha 4-8
lead {An} that [handles four seasons with a sweater underneath|goes over everything].
lead Warm without the bulk, so {this} still fits [under a seat belt|on a full coat rack].
lead For [dog walks at dawn|wet platforms|windy corners].
fact The filling weighs [80..160] grams per square meter.

= women's sandals | Clothing and Shoes > Women > Shoes > Sandals
item pair of slide sandals; pair of wedge sandals; pair of gladiator sandals; pair of espadrille sandals
cost 36 42
of vegan leather; woven raffia; soft suede; braided cotton
sig braided, knotted, crossover, metallic, beaded, studded * straps, a toe band, an upper, trim
sig cork, stacked, woven, rope, espadrille, wrapped * a heel, a wedge, a sole edge, a platform
has rubber sole; arch support; cushioned footbed; memory foam insole; ankle strap; block heel
has slip resistant
has lightweight; beach days/daily wear/formal occasions/travel
opt 82 color leather 2-5; size womens_shoe 5-9
lead Summer shoes that [walk as well as they look|forgive a long day].
lead Easy to slip on at the door and [steady on stairs|quiet on tile].
lead {This} goes with [linen|denim|a swimsuit] and does not rub.
fact Heel height is [2..3] inches.

= women's pumps | Clothing and Shoes > Women > Shoes > Pumps
item pair of pumps; pair of slingback heels; pair of kitten heels; pair of pointed toe flats
cost 48 45
of patent leather; vegan leather; soft suede; satin cloth
sig bow, crystal, metallic, scalloped, cap, quilted * a toe, detail, trim, accents
sig stacked, sculpted, flared, covered, mirrored, lacquered * a heel, heel tips
has rubber sole; arch support; memory foam insole; cushioned footbed; ankle strap; block heel
has slip resistant
has office wear/formal occasions/daily wear
opt 82 color leather 2-5; size womens_shoe 5-9
lead Dress shoes for people who [walk to work|stay for the last dance].
lead A clean shape that [lengthens the leg|suits trousers and skirts alike].
lead {This} has a [deeper|softer] heel cup, so it does not slip off.
fact Heel height is [2..4] inches, measured at the back.

= women's slippers | Clothing and Shoes > Women > Shoes > Slippers
item pair of house slippers; pair of bootie slippers; pair of scuff slippers; pair of moccasin slippers
cost 24 35
of boiled wool; cotton terry; plush fleece; felted wool
sig pompom, tasseled, bow, embroidered, button, braided * toes, detail, trim, accents
sig quilted, knitted, checked, ribbed, fair isle, marled * uppers, collars, cuffs
has rubber sole; memory foam insole; faux fur lining; fleece lining; machine washable; slip resistant
has arch support
has lightweight; lounging at home/cold weather/travel
opt 82 color cloth 2-5; size womens_shoe 5-8
lead For cold floors and [slow mornings|late cups of tea].
lead Warm, quiet and [easy to kick off|firm enough for the mailbox].
lead {This} keeps feet warm without [sweating|weighing them down].
fact The sole is [4..9] millimeters thick.

= women's fashion sneakers | Clothing and Shoes > Women > Shoes > Sneakers
item pair of low top sneakers; pair of slip on sneakers; pair of platform sneakers; pair of retro sneakers
cost 47 42
of washed canvas; engineered mesh; vegan leather; recycled knit
sig gum, striped, translucent, speckled, stacked, wavy * an outsole, a sidewall, a midsole
sig contrast, perforated, metallic, quilted, embroidered, suede * a heel tab, a tongue, a toe cap, panels,
  laces
has rubber sole; arch support; memory foam insole; cushioned footbed; slip resistant; lightweight
has breathable
has machine washable; daily wear/travel/long shifts/gym workouts
opt 80 color leather 2-6; size womens_shoe 5-9
lead Sneakers that [look tidy with a skirt|survive a weekend away].
lead Light on the foot and [ready to walk out of the box|soft around the ankle].
lead {This} was shaped on a [slightly wider|softer] last, so toes have room.
fact Each shoe weighs about [6..11] ounces.

= women's socks and hosiery | Clothing and Shoes > Women > Socks
item set of crew socks; pair of compression socks; set of no show socks; pair of knee high socks
cost 15 35
of combed cotton; merino wool; bamboo viscose; recycled cotton
sig striped, ribbed, contrast, scalloped, ruffled, tipped * cuffs, heels, toes, tops
sig argyle, heart, fern, polka dot, rainbow, daisy, lemon * a pattern, a print, motifs
has machine washable; moisture wicking; breathable; reinforced toe; stay up cuffs; arch support
has quick drying
has lightweight; daily wear/hiking trips/long shifts/cold weather
opt 65 color cloth 2-6; size sock 2-3
lead Socks that [do not slide down|stay soft], which is all anyone asks.
lead Knitted with a [flat|hand-linked] toe seam you will not feel.
lead Made for [boots|sneakers] and kind to [sensitive|tired] feet.
fact Comes as [3|4|5|6] matching pairs unless noted.

= men's t-shirts | Clothing and Shoes > Men > Shirts > T-Shirts
item pocket t-shirt; graphic tee; performance tee; heavyweight t-shirt
cost 21 38
of ringspun cotton; slub cotton; tri blend jersey; hemp cotton
sig mountain, river, compass, cedar, lighthouse, sunset, anchor, heron * a print, a patch, artwork, a logo
sig contrast, taped, reinforced, raglan, double stitched, ribbed * seams, sleeves, shoulders, a collar
has machine washable; moisture wicking; quick drying; breathable; short sleeve/long sleeve; crew neck/v neck
has slim fit/relaxed fit/classic fit; lightweight; daily wear/gym workouts/hiking trips
opt 79 color cloth 3-8; size alpha 4-8
lead {An} with [a collar that keeps its shape|shoulders that sit right].
lead Pre-washed, so {this} [does not shrink|fits in a month as it fits today].
lead [Soft|Thick|Honest] cloth for [work|weekends|the garden].
fact Fabric weight is [140..220] grams per square meter.

= men's shorts | Clothing and Shoes > Men > Shorts
item pair of cargo shorts; pair of chino shorts; pair of running shorts; pair of hybrid shorts
cost 27 38
of cotton twill; ripstop nylon; stretch canvas; recycled polyester
sig cargo, zip, mesh, hidden, snap, bellows * pockets, a back pocket, a thigh pocket
sig contrast, reflective, taped, striped, ribbed, curved * side seams, a waistband, trim, hems
has machine washable; quick drying; moisture wicking; elastic waistband/drawstring closure; side pockets
has breathable
has four way stretch; slim fit/relaxed fit/classic fit; beach days/gym workouts/hiking trips/daily wear
opt 80 color cloth 2-7; size alpha 4-8
lead Shorts for [heat waves|long drives|campsites], with room for [keys and a phone|a folded map].
lead Cut just above the knee and [light enough to swim in|tough enough for yard work].
lead {This} goes from [trail to table|pool to porch] without a change.
fact The inseam is [5|7|9|10] inches.

= men's pants | Clothing and Shoes > Men > Pants
item pair of chinos; pair of cargo pants; pair of joggers; pair of work pants
cost 41 40
of cotton twill; stretch canvas; washed poplin; linen blend
sig articulated, double, padded, patched, gusseted, stitched * knees, panels, a seat
sig zippered, ribbed, snap, contrast, adjustable, banded * cuffs, pockets, hems, a waistband
has machine washable; wrinkle resistant; four way stretch
has elastic waistband/button closure/drawstring closure
has side pockets; slim fit/relaxed fit/classic fit; water resistant
has office wear/hiking trips/daily wear/travel
opt 78 color cloth 2-6; size waist 4-10
lead Pants that [bend|breathe] when you do and [still look sharp at five|hold a crease].
lead One pair for [the workshop and the pub|desk, bike and airport].
lead {This} has a seat that [does not bag|moves] and seams that do not split.
fact Leg opening is [6..9] inches.

= men's dress shirts | Clothing and Shoes > Men > Shirts > Dress Shirts
item dress shirt; button up shirt; tuxedo shirt; business shirt
cost 39 38
of pinpoint cotton; oxford cloth; linen cotton; stretch poplin
sig spread, button down, cutaway, band, contrast, pinned * a collar, collar points
sig french, pleated, checked, hidden, angled, piped * cuffs, a placket, a front, a back yoke
has machine washable; wrinkle resistant; button closure; long sleeve; slim fit/classic fit/relaxed fit
has breathable
has four way stretch; lightweight; office wear/formal occasions/travel
opt 78 color cloth 2-6; size alpha 4-8
lead {An} with a collar that [stands without a tie|holds a knot].
lead Sharp in the morning and [still sharp on the train home|calm under a jacket].
lead Made for [interviews|weddings|long meetings] and easy to care for.
fact Woven from [50|80|100] two-ply yarns.

= men's hoodies and sweatshirts | Clothing and Shoes > Men > Hoodies
item pullover hoodie; zip hoodie; crewneck sweatshirt; quarter zip pullover
cost 36 38
of loopback cotton; brushed fleece; heavyweight cotton; sherpa fleece
sig kangaroo, zip, media, hidden, welt, lined * a pocket, pockets
sig ribbed, contrast, raglan, embroidered, varsity, stitched * sleeves, cuffs, lettering, a hem
has machine washable; fleece lining; adjustable hood; long sleeve; relaxed fit/slim fit/classic fit
has zipper closure; side pockets; moisture wicking; lounging at home/cold weather/gym workouts
opt 78 color cloth 2-7; size alpha 4-8
lead {An} for [bonfires|bleachers|Sunday errands].
lead Heavy enough to feel [solid|warm] and soft enough to sleep in.
lead The inside is brushed, the outside [resists pilling|stays smooth].
fact Cotton weight is [280..420] grams per square meter.

= men's loafers and slip-ons | Clothing and Shoes > Men > Shoes > Loafers
item pair of penny loafers; pair of driving moccasins; pair of boat shoes; pair of slip on shoes
cost 58 42
of oiled leather; soft suede; washed canvas; vegan leather
sig tasseled, penny, braided, brass bit, fringed, knotted * detail, a strap, a vamp, trim
sig hand sewn, contrast, pebbled, burnished, waxed, perforated * stitching, uppers, toes, edges
has rubber sole; arch support; memory foam insole; cushioned footbed; slip resistant; lightweight
has breathable
has water resistant; office wear/daily wear/travel/formal occasions
opt 80 color leather 2-5; size mens_shoe 5-9
lead Shoes to step into and [forget|keep on until night].
lead Smart enough for [a jacket|dinner], easy enough without socks.
lead {This} breaks in within a [day|week] and then feels like your own.
fact Built on a [medium|wide] last with a [half|one] inch heel.

= men's boots | Clothing and Shoes > Men > Shoes > Boots
item pair of chukka boots; pair of work boots; pair of hiking boots; pair of chelsea boots
cost 82 45
of full grain leather; waxed suede; nubuck leather; canvas and leather
sig padded, quilted, gusseted, felt, stitched, elastic * a collar, side panels, a tongue
sig lug, crepe, commando, storm, cork, stacked * an outsole, a welt, a heel, a midsole
has water resistant; slip resistant; rubber sole; arch support; memory foam insole; reinforced toe
has fleece lining
has hiking trips/long shifts/cold weather/daily wear
opt 78 color leather 2-4; size mens_shoe 5-9
lead Boots for [gravel, ladders and rain|snow, slush and salt].
lead Solid underfoot but [quick to lace|light for their size].
lead {This} can be resoled, which is [why people keep it|rare at the price].
fact The shaft stands [4..8] inches high.

= men's underwear | Clothing and Shoes > Men > Underwear
item set of boxer briefs; set of trunks; set of briefs; set of boxer shorts
cost 27 32
of micromodal; combed cotton; bamboo viscose; mesh nylon
sig contoured, covered, wide, striped, plush, logo free * a waistband, a band, edges
sig flat, bonded, contrast, offset, mesh, double stitched * seams, panels, stitching, a front
has machine washable; moisture wicking; breathable; quick drying; four way stretch; elastic waistband
has slim fit/relaxed fit; lightweight; daily wear/gym workouts/travel
opt 78 color cloth 2-4; size alpha 4-8
lead Underwear that [stays put|does not ride up], even on [long drives|hot days].
lead No tags, no [rough edges|loose threads], nothing to notice.
lead Soft from the packet and [soft after fifty washes|slow to fade].
fact Sold as [3|4|5|6] pairs.

= men's sleep and lounge | Clothing and Shoes > Men > Sleepwear
item pajama set; flannel pajama set; lounge set; sleep set
cost 34 38
of brushed flannel; cotton jersey; waffle cotton; bamboo viscose
sig plaid, striped, checked, pinstripe, houndstooth, birdseye * a pattern, fabric panels, a weave
sig piped, contrast, quilted, corded, ribbed, bound * cuffs, a collar, trim, a pocket
has machine washable; elastic waistband/drawstring closure; button closure; side pockets
has long sleeve/short sleeve
has relaxed fit/classic fit; lightweight; breathable; lounging at home/cold weather/travel
opt 76 color cloth 2-6; size alpha 4-8
lead Made for [slow breakfasts|storm days|the last hour before bed].
lead Presentable at the front door and [comfortable everywhere else|soft where it counts].
lead {This} is cut wide, so [it never twists at night|you can stretch out].
fact Pre-shrunk; expect less than [2|3] percent change in length.
"""
