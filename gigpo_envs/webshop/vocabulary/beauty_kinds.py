"""Kinds of beauty and personal care goods (format: tables.py)."""

from __future__ import annotations

WORDING = """
share 238
front no
ask made with {of}; with {of}
tags self care gift; daily essential; made in small batches; refill friendly; bathroom essential; gift for mom
tags travel friendly care; simple routine; new formula; studio tested; everyday ritual; clean beauty
tags value size
tags morning and evening; cabin bag approved; gentle care; shelf favorite; home essential; updated recipe
of Made with {of}, chosen for [feel|quality] over price.
of It is all about {of}, with little else in the way.
of We use {of} for [one reason: results|the feel and the finish].
sig It comes with {sig}, [a small luxury|the part that people remember].
sig What sets it apart is {sig}.
sig Our favorite part is {sig}, [added after many trials|kept from the first version].
end Store it in a cool, dry place and [close it well|keep it out of the sun].
end Give it [two|three] weeks before you judge it.
end Made in small batches, so the [tone|finish] may vary slightly.
end The carton can be [recycled|flattened] with paper.
end Write to us if it is not for you; we answer within [a day|two days].
"""

KINDS = """
= shampoo and conditioner | Beauty and Personal Care > Hair Care > Shampoo and Conditioner
item bottle of shampoo; bottle of clarifying shampoo; bottle of moisturizing shampoo; bottle of volume shampoo
cost 17 45
of oat protein; coconut cleansers; rice protein; keratin amino acids
sig nettle, rosemary, birch, chamomile, burdock, hibiscus * extract, water, infusion
sig marula, baobab, avocado, camellia, hemp seed, plum kernel * oil, butter
has sulfate free; paraben free; cruelty free; plant based; argan oil/coconut oil/tea tree oil
has dry hair/damaged hair/fine hair/curly hair; hair growth; natural ingredients; travel size; daily use
has eco friendly
opt 33 scent care_scent 2-5; size fluid 2-4
lead {This} lathers quickly, rinses clean and leaves hair that [swings|smells of very little].
lead For hair that has seen [too many hot tools|hard water|a long summer].
lead A steady wash for people who [change shampoo too often|want a calm scalp].
fact One bottle lasts about [5..11] weeks at a wash every other day.

= hair masks | Beauty and Personal Care > Hair Care > Treatments
item hair mask; overnight hair mask; deep conditioning treatment; scalp mask
cost 19 45
of whipped shea; honey and oat; keratin cream; banana pulp
sig murumuru, mango, babassu, cupuacu, avocado, walnut * butter, oil
sig rice, silk, quinoa, lupin, pea, oat * protein, milk
has sulfate free; paraben free; cruelty free; argan oil/coconut oil/shea butter; easy to use; vitamin e
has dry hair/damaged hair/curly hair/fine hair; hair growth; natural ingredients; plant based; travel size
opt 30 scent care_scent 2-4; size fluid 2-3
lead Ten minutes with {this} does what a week of [conditioner|good intentions] cannot.
lead Thick enough to stay put, light enough to rinse [in one go|without a fight].
lead A weekly rest for hair that is [colored|bleached|tired].
fact Leave it on for [5..20] minutes, longer under a warm towel.

= hair loss products | Beauty and Personal Care > Hair Care > Hair Loss
item hair growth serum; scalp tonic; bottle of hair thickening drops; scalp serum
cost 24 50
of caffeine complex; copper peptides; saw palmetto; redensyl peptide
sig rosemary, fenugreek, pumpkin seed, nettle, ginger, black cumin * oil, extract
sig dropper, massage, precision, roll on, comb * tips, applicators, nozzles
has hair growth; sulfate free; paraben free; alcohol free; easy to use; natural ingredients; non toxic
has fine hair/damaged hair/dry hair; dermatologist tested; daily use; men and women; plant based
opt 22 size fluid 2-3; item_package_quantity pack 2-3
lead For a parting that has [slowly widened|started to worry you].
lead Honest about time: {this} asks for [eight|twelve] weeks of patience.
lead Goes straight to the scalp and does not [make hair greasy|show].
fact Use [5..15] drops on a dry scalp and massage for a minute.

= styling products | Beauty and Personal Care > Hair Care > Styling
item tin of pomade; curl cream; jar of styling clay; jar of hair gel
cost 15 42
of beeswax and clay; flaxseed gel; sea salt; rice starch
sig cedar, vetiver, black pepper, sage, juniper, bergamot * oil, extract
sig matte, satin, soft, firm, glossy, flexible * hold, a shine level
has cruelty free; paraben free; long lasting; easy to apply; alcohol free; natural ingredients; travel size
has curly hair/fine hair/dry hair; water resistant; men and women; daily use; argan oil/aloe vera
opt 32 scent care_scent 2-5; size fluid 2-3
lead Style that [moves|can be reworked by hand] and washes out in one go.
lead A fingertip is enough; {this} lasts [longer than it looks|until the holidays].
lead For hair that [stands up at the back|goes its own way] every morning.
fact Hold is rated [2|3|4] out of 5.

= hair cutting tools | Beauty and Personal Care > Hair Care > Cutting Tools
item hair clipper; beard trimmer; cordless hair trimmer; haircut kit
cost 32 55
of japanese steel; carbon steel; brushed aluminum; titanium coated steel
sig leather, zippered, canvas, felt, snap, roll up * a pouch, a sleeve, a holder
sig offset, cushioned, detachable, removable, contoured, swivel * a grip, a guard, a comb
has stainless steel blades; non slip handle; storage case; easy to clean; easy to use; hard wearing
has beginners
has water resistant; men and women; kids; travel size
opt 25 color tech 2-4; style cutter 2-3
lead Barber tools for [the kitchen chair|home], where nobody tips.
lead {This} cuts without pulling and [keeps its edge|stays quiet].
lead Sharp, balanced and [simple to look after|made to be serviced].
fact We sharpen or replace the blades free of charge for [2|3|5] years.

= hair accessories | Beauty and Personal Care > Hair Care > Accessories
item set of scrunchies; padded headband; hair towel wrap; sleep bonnet; set of hair ribbons
cost 12 38
of mulberry silk; waffle microfiber; crinkled cotton; brushed satin
sig pearl, tortoise, floral, knotted, velvet, gingham * detail, accents, trim
sig snag free, wide, stretch, double layer, hidden, covered * elastic, seams, edges
has easy to use; double sided; travel size; eco friendly; hard wearing; kids/men and women
has curly hair/fine hair/dry hair/damaged hair; daily use; easy to clean; storage case
opt 42 color cloth 2-7; item_package_quantity pack 2-3
lead Holds [thick hair|a quick bun] without [teeth marks|headaches].
lead Small thing, long day: {this} [does not slip|stays soft].
lead For [bed|the gym|bad hair days], which are most days.
fact Holds hair up to [8..14] inches in one turn.

= face moisturizers | Beauty and Personal Care > Skin Care > Face
item face cream; gel moisturizer; night cream; day lotion; face balm
cost 22 55
of squalane; ceramide complex; oat lipids; glycerin and birch water
sig cloudberry, rosehip, sea buckthorn, camellia, evening primrose, calendula * oil, extract
sig peptide, snow mushroom, centella, algae, licorice, ginseng * a complex, a ferment, essence
has paraben free; cruelty free; fragrance free; oil free; hyaluronic acid/vitamin c/vitamin e
has fast absorbing
has dry skin/oily skin/sensitive skin; fine lines; spf protection; dermatologist tested
has green tea/aloe vera; daily use
opt 23 size fluid 2-4; style skin_kind 2-3
lead A quiet cream that [sits well under makeup|does its work overnight].
lead {This} keeps water in and [weather|office air] out.
lead For faces that feel [tight by noon|tired in photos].
fact A pea-sized amount covers the face; the jar lasts [6..14] weeks.

= face serums | Beauty and Personal Care > Skin Care > Serums
item face serum; brightening ampoule; retinol serum; bottle of facial oil
cost 25 55
of niacinamide; bakuchiol; encapsulated retinol; squalane
sig rosehip, licorice, mulberry, kakadu plum, tamanu, marigold * extract, oil
sig frosted, amber, recycled, weighted, ribbed, cobalt * a glass bottle, a glass dropper
has cruelty free; paraben free; fragrance free; oil free; hyaluronic acid/vitamin c/vitamin e
has fast absorbing
has fine lines/dark circles; dry skin/oily skin/sensitive skin; dermatologist tested; plant based
has travel size
opt 19 size fluid 2-3; item_package_quantity pack 2-3
lead Three drops at night and [patience|a clean towel] are all it takes.
lead {This} goes on before cream and [disappears|never pills].
lead Made for skin that looks [dull in winter|uneven after summer].
fact Contains [2..12] percent of the active ingredient.

= face cleansers | Beauty and Personal Care > Skin Care > Cleansers
item face wash; cleansing gel; cleansing foam; foaming cleanser
cost 14 42
of amino acid cleansers; oat milk; rice bran; kaolin clay
sig calendula, cornflower, mallow, linden, papaya, yuzu * water, extract
sig pump, flip top, twist, trigger, travel lock * a lid, a closure
has sulfate free; alcohol free; fragrance free; oil free; salicylic acid/tea tree oil/charcoal powder
has dry skin/oily skin/sensitive skin; easy to use; cruelty free; green tea/aloe vera; daily use
has travel size
opt 23 size fluid 2-4; item_package_quantity pack 2-3
lead Takes off the day, [sunscreen included|soot and all], and leaves the skin calm.
lead {This} foams [softly|less than you expect] and rinses without a trace.
lead For the sink, the shower or [the sleepy two minutes before bed|a hotel].
fact The pH is about [4|5|6], close to that of skin.

= makeup remover | Beauty and Personal Care > Makeup > Removers
item set of makeup remover pads; makeup remover cloth; set of cleansing cloths; set of facial rounds
cost 13 40
of bamboo terry; organic cotton; velour microfiber; soft muslin
sig scalloped, embroidered, color coded, stitched, rolled, contrast * edges, borders
sig mesh, drawstring, waxed cotton, zippered, linen, felt * a wash bag, a pouch
has easy to use; eco friendly; double sided; travel size; fragrance free; easy to clean; non toxic
has hard wearing
has sensitive skin/dry skin/oily skin; cruelty free; storage case; hanging hook; plant based; beginners
opt 30 color cloth 2-5; item_package_quantity pack 2-4
lead Wipes away [mascara|stubborn liner] with water and a little patience.
lead One {item} replaces [a drawer of cotton|hundreds of throwaway rounds].
lead Soft where it touches the eyes and [strong at the seams|quick to dry].
fact Lasts for [150..400] washes.

= body lotion | Beauty and Personal Care > Skin Care > Body
item body lotion; jar of body butter; bottle of body oil; hand cream
cost 16 45
of whipped cocoa butter; almond milk; glycerin and oats; olive squalane
sig honeysuckle, tonka, neroli, milk thistle, black currant, fig * extract, seed oil
sig pump, squeeze, wooden, aluminum, swirl, hinged * a lid, a top
has paraben free; cruelty free; fragrance free; fast absorbing; shea butter/coconut oil/aloe vera
has natural ingredients
has dry skin/sensitive skin; vitamin e; long lasting; plant based; travel size; daily use; men and women
opt 35 scent care_scent 2-6; size fluid 2-4
lead After the shower, before the clothes: {this} [sinks in while you brush your teeth|takes a minute].
lead For shins, knuckles and [all the places winter finds first|garden hands].
lead Rich without the [grease|weight], and the smell stays [polite|close to the skin].
fact Filled by weight, [6..14] ounces in all.

= scrubs and body treatments | Beauty and Personal Care > Skin Care > Scrubs
item body scrub; jar of sugar scrub; jar of salt scrub; tub of coffee scrub
cost 15 42
of raw sugar; fine sea salt; ground apricot; rice powder
sig espresso, cacao, walnut, ginger, lemon peel, coconut * grounds, powder, husk
sig almond, grapeseed, jojoba, apricot kernel, macadamia * oil, butter
has paraben free; cruelty free; natural ingredients; coconut oil/shea butter/tea tree oil; easy to use
has oil free
has dry skin/sensitive skin/oily skin; eco friendly; salicylic acid/green tea; travel size; plant based
opt 32 scent care_scent 2-5; size fluid 2-3
lead Once a week, before shaving or [a party|Sunday's clean sheets].
lead {This} buffs away flakes and leaves skin [polished|pink and soft].
lead Scented like [a bakery|a forest], gone down the drain in a minute.
fact Grain size is about [300..900] micrometers.

= deodorants and antiperspirants | Beauty and Personal Care > Personal Care > Deodorants
item deodorant stick; natural deodorant; solid deodorant; deodorant balm
cost 11 35
of magnesium; arrowroot powder; mineral salts; baking soda free cream
sig sage, witch hazel, hops, sandalwood, grapefruit, clary * extract, water, oil
sig refillable, paper, push up, twist up, aluminum * a tube, a case
has long lasting; alcohol free; cruelty free; paraben free; fragrance free; sensitive skin; plant based
has natural ingredients; travel size; coconut oil/shea butter/tea tree oil; men and women; eco friendly
has daily use
opt 40 scent care_scent 3-7; item_package_quantity pack 2-3
lead Works through [a delayed train|a first date|the afternoon] without announcing itself.
lead {This} goes on dry and leaves no marks on [black|white] shirts.
lead A simple answer for people who [gave up on natural ones|sweat when it counts].
fact Tested over [24|36|48] hours.

= lip makeup | Beauty and Personal Care > Makeup > Lips
item matte lipstick; lip gloss; tinted lip balm; lip liner; lip stain
cost 12 40
of candelilla wax; cocoa butter; castor seed oil; jojoba esters
sig magnetic, mirrored, bamboo, brushed metal, slim, faceted * a cap, a case
sig cherry, plum, pomegranate, raspberry, peach, vanilla * seed oil, flavor
has long lasting; cruelty free; paraben free; easy to apply; water resistant; vitamin e; plant based
has shea butter/coconut oil; travel size; beginners; fragrance free; daily use; natural ingredients
opt 51 color lip 3-9
lead Color that [survives lunch|stays inside the lines] and does not [feather|dry out].
lead {This} looks the same on the mouth as on the box.
lead One swipe for [work|video calls], two for [evenings|weddings].
fact Weighs [2|3|4] grams and lasts about [200|300] applications.

= eye makeup | Beauty and Personal Care > Makeup > Eyes
item mascara; eyeliner pen; eyebrow gel; eyebrow pencil; eyeliner
cost 14 42
of carnauba wax; mineral pigments; rice wax; iron oxide pigments
sig tapered, hourglass, felt, angled, curved, micro * a tip, a applicator, a brush
sig shimmer, satin, smoky, jewel tone, pearl, dusk * pigments, a finish
has long lasting; water resistant; cruelty free; paraben free; easy to apply; sensitive skin; oil free
has fragrance free; beginners; travel size; vitamin e; daily use; double sided
opt 44 color eye 2-6
lead Holds through [rain|laughing|the last train] and comes off with warm water.
lead {This} draws a clean line on [unsteady|sleepy] mornings.
lead Built up in layers, it goes from [barely there|office] to [stage|midnight].
fact Opened, it stays fresh for [4..12] months.

= makeup brushes and tools | Beauty and Personal Care > Makeup > Tools
item makeup brush set; foundation brush; kabuki brush; powder brush; concealer brush
cost 16 45
of birch wood; recycled aluminum; bamboo; vegan taklon
sig flat top, tapered, fan, angled, domed, duo fiber * a head, bristles
sig rose gold, hammered, copper, matte, pearl, engraved * ferrules, accents
has soft bristles; easy to use; easy to clean; cruelty free; storage case; travel size; non slip handle
has beginners; eco friendly; hard wearing; double sided; daily use
opt 33 color tech 2-4; size piece 2-4
lead Brushes decide more than [powder|price]; {this} is a good place to start.
lead Blends edges without [streaks|drinking up product].
lead Light in the hand and [slow to shed|quick to dry].
fact The longest handle measures [5..8] inches.

= toothpaste | Beauty and Personal Care > Oral Care > Toothpaste
item tube of toothpaste; tube of whitening toothpaste; tube of gel toothpaste; tube of herbal toothpaste
cost 9 35
of hydroxyapatite; calcium carbonate; xylitol; hydrated silica
sig clove, myrrh, licorice, cardamom, sage, star anise * oil, extract
sig stand up, roll up, pump, refillable, metal, paper * a tube, a dispenser
has fluoride free; teeth whitening/sensitive teeth; fresh breath; charcoal powder/coconut oil; kids
has paraben free
has sulfate free; cruelty free; natural ingredients; travel size; plant based; eco friendly; daily use
opt 39 flavor oral 2-5; item_package_quantity pack 2-4
lead Cleans well, foams just enough and tastes of [herbs|a garden] rather than of a sweet shop.
lead {This} was developed with [two dentists|a hygienist] who dislike grit.
lead Twice a day, two minutes, [no drama|nothing to rinse twice].
fact Abrasion value is [40..80], which counts as low.

= toothbrushes and accessories | Beauty and Personal Care > Oral Care > Toothbrushes
item electric toothbrush; manual toothbrush; travel toothbrush; sonic toothbrush
cost 16 60
of moso bamboo; castor bean nylon; wheat straw; surgical steel
sig spiral, tapered, cross cut, feathered, cupped, wavy * bristles, a head
sig suction, folding, magnetic, ventilated, snap on, leather * a cap, a cover, a holder
has soft bristles; storage case; sensitive teeth; teeth whitening; fresh breath; easy to use
has easy to clean; kids
has eco friendly; non slip handle; travel size; bpa free; water resistant; hard wearing
opt 35 color tech 2-5; item_package_quantity pack 2-4
lead Reaches the back teeth without [gagging|gymnastics].
lead {This} is gentle on gums and [hard on plaque|fair to the planet].
lead Replace it every [two|three] months and your dentist will notice.
fact The head is [18..28] millimeters long.

= dental floss and picks | Beauty and Personal Care > Oral Care > Floss
item pack of dental floss; pack of floss picks; roll of woven floss; pack of dental tape
cost 12 50
of corn starch fiber; mulberry silk; expanding yarn; plant wax
sig mint, cranberry, ginger, cinnamon, lime, matcha * a coating, wax
sig glass, dial, slide, paper, pocket, steel * a dispenser, a box
has fresh breath; sensitive teeth; easy to use; eco friendly; plant based; bpa free; storage case; kids
has travel size
has cruelty free; daily use; beginners; non toxic; natural ingredients
opt 30 flavor oral 2-4; item_package_quantity pack 2-4
lead Slides between tight teeth and [does not shred|leaves nothing behind].
lead For people who [only floss before appointments|travel with gums that bleed].
lead {This} makes a dull minute [shorter|bearable].
fact One box lasts about [5..12] weeks.

= women's fragrance | Beauty and Personal Care > Fragrance > Women
item perfume; perfume spray; body mist; travel perfume
cost 38 60
of orris butter; jasmine absolute; white musk; rose absolute
sig pink pepper, pear blossom, blood orange, fig leaf, violet leaf, green almond * top notes, a opening
sig cashmere wood, amber, vanilla, patchouli, tonka, vetiver * a base, a dry down
has long lasting; cruelty free; alcohol free; fine mist sprayer; travel size; paraben free; plant based
has natural ingredients; daily use; sensitive skin; non toxic
opt 32 size fluid 2-4; style perfume_kind 2-3
lead Opens bright, [settles warm|dries down like skin] and never fills the lift.
lead {This} smells of [a garden after rain|clean linen and pepper|a bakery across the street].
lead A scent for [people who do not wear scent|second dates].
fact Perfume oil makes up [8..22] percent.

= men's fragrance | Beauty and Personal Care > Fragrance > Men
item cologne; cologne spray; bottle of aftershave; travel cologne
cost 36 58
of cedar resin; oakmoss; vetiver root; tobacco absolute
sig juniper, black pepper, sea salt, cardamom, bergamot, ginger * top notes, a opening
sig leather, guaiac wood, incense, suede, rum, moss * a base, a dry down
has long lasting; cruelty free; alcohol free; fine mist sprayer; travel size; paraben free
has natural ingredients
has daily use; sensitive skin; plant based; non toxic; aloe vera
opt 32 size fluid 2-4; style perfume_kind 2-3
lead Dry, woody and [quiet|never sweet]; people lean in rather than step back.
lead {This} smells of [sawdust and citrus|a cold morning|an old library].
lead Good on a shirt, better on [skin|a scarf].
fact Lasts [5..10] hours on most people.

= nail care | Beauty and Personal Care > Nail Care > Polish
item nail polish; gel nail polish; breathable nail polish; quick dry nail polish
cost 13 45
of plant resin; mica pigments; cellulose lacquer; sugar cane solvents
sig flat, wide, curved, square, tapered, long stem * a brush
sig wooden, matte, faceted, mirrored, bamboo, ribbed * a cap
sig lilac, almond, lemon, honey, apricot, sweet orange * oil, a scent
has long lasting; easy to apply; easy to use; non toxic; cruelty free; storage case; beginners; vitamin e
has travel size; plant based; paraben free; men and women; water resistant; kids; daily use; eco friendly
opt 37 color lip 2-7
lead Salon hands at the kitchen table, without [the fumes|the small talk].
lead {This} is made for nails that [split|never grew past the fingertip].
lead Smooth, quick and [forgiving of the left hand|slow to chip].
fact Dries to the touch in [60..180] seconds.

= mirrors | Beauty and Personal Care > Tools and Accessories > Mirrors
item makeup mirror; vanity mirror; shaving mirror; compact mirror
cost 26 55
of brushed steel; bamboo; powder coated iron; clear acrylic
sig swivel, telescopic, folding, gooseneck, weighted, tripod * a stand, a base, a arm
sig beveled, marbled, walnut, fluted, leather look, brass * a frame, a rim
has magnifying side; led lights; double sided; easy to clean; easy to use; travel size; hanging hook
has storage case
has men and women; hard wearing; daily use; water resistant
opt 39 color metal 2-4; size mirror 2-3
lead Shows what is there, [kindly but clearly|down to the last lash].
lead {This} stands steady on [a crowded shelf|wet tile].
lead For [contact lenses|eyebrows|a close shave], when the bathroom light is hopeless.
fact The glass is [4..9] inches across.

= refillable containers | Beauty and Personal Care > Tools and Accessories > Containers
item set of travel bottles; spray bottle; set of spray bottles; set of lotion bottles; refill bottle
cost 12 42
of amber glass; soft silicone; recycled plastic; brushed aluminum
sig wide, funnel, narrow, flip, screw, disc * a mouth, a top
sig write on, waterproof, chalk, printed, color, embossed * labels, tags
has leakproof lid; bpa free; fine mist sprayer; travel size; easy to clean; easy to use; eco friendly
has non toxic
has storage case; hard wearing; daily use; hanging hook
opt 40 color tech 2-4; size fluid 2-4; item_package_quantity pack 2-3
lead Decant the big bottle at home and [travel light|leave the rest].
lead {This} gives up the last drop and [survives the hold|stands upright].
lead For lotions, oils and [kitchen experiments|homemade cleaner].
fact Safe from [0|10] to [60|80] degrees Celsius.

= bags and cases | Beauty and Personal Care > Tools and Accessories > Bags
item toiletry bag; makeup bag; train case; hanging organizer; brush pouch
cost 21 45
of waxed canvas; quilted cotton; vegan leather; ripstop nylon
sig brass, tasseled, two way, oversized, rainbow, leather * a zipper, zipper pulls
sig floral, striped, botanical, gingham, terrazzo, paisley * a lining, a print
has water resistant; hanging hook; travel size; easy to clean; eco friendly; hard wearing; men and women
has cruelty free
has daily use; kids; double sided; non toxic; easy to use
opt 46 color cloth 2-7; size bag 2-3
lead A place for [everything|the small bottles] and a wipe-clean lining for the accidents.
lead {This} opens wide, so you can see the [bottom|one thing you need].
lead Fits the [sink edge|carry-on|gym locker] and keeps its shape.
fact Holds about [2..6] liters.

= shave and hair removal | Beauty and Personal Care > Shave and Hair Removal > Razors
item safety razor; razor kit; facial razor; travel razor
cost 19 50
of brass and chrome; olive wood; brushed steel; zinc alloy
sig knurled, weighted, hexagonal, wooden, ribbed, twist * a grip, a handle
sig leather, walnut, marble, felt, bamboo, mesh * a stand, a sleeve, a tray
has stainless steel blades; non slip handle; sensitive skin/dry skin; easy to use; easy to clean
has hard wearing
has storage case; travel size; cruelty free; men and women; beginners; eco friendly; water resistant
has daily use
opt 30 style shave 2-3; item_package_quantity pack 2-3
lead A closer shave with [less fuss|fewer blades] and no ingrown hairs to speak of.
lead {This} takes a week to learn and [a lifetime to replace|saves money by spring].
lead Gentle on [necks|knees|upper lips], thorough everywhere else.
fact Takes about [4..9] minutes from lather to towel.
"""
