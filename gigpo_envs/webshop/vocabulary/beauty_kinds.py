"""Kinds of beauty and personal care goods (format: tables.py)."""

from __future__ import annotations

WORDING = """
share 238
of The base is {of}, chosen for [feel|quality] over price.
of Built around {of}, with little else in the way.
of We use {of} because it [works and lasts|has never let us down].
sig It comes with {sig}, [a small luxury|the part that people remember].
sig What sets it apart is {sig}.
sig Our favorite part is {sig}, [added after many trials|kept from the first version].
end Store it in a cool, dry place and [close it well|keep it out of the sun].
end Try a little on the inner arm first if your skin is [new to it|fussy].
end Made in small batches, so [shade|scent] may vary slightly.
end The carton can be [recycled|flattened] with paper.
end Write to us if it is not for you; we answer within [one|two] days.
"""

KINDS = """
= shampoo & conditioner | Beauty & Personal Care > Hair Care > Shampoo & Conditioner
item bottle of shampoo; bottle of conditioner; shampoo bar; bottle of clarifying shampoo
cost 17 45
of oat protein; coconut cleansers; rice protein; keratin amino acids
sig nettle, rosemary, birch, chamomile, burdock, hibiscus * extract, water, infusion
sig marula, baobab, avocado, camellia, hemp seed, plum kernel * oil, butter
has sulfate free; paraben free; cruelty free; plant based; argan oil/coconut oil/tea tree oil
has dry hair/damaged hair/fine hair/curly hair; hair growth; natural ingredients; travel size; daily use; eco friendly
opt 38 scent care_scent 2-5; size fluid 2-4
lead {This} lathers quickly, rinses clean and leaves hair that [swings|smells of very little].
lead For hair that has seen [too many hot tools|hard water|a long summer].
lead A steady wash for people who [change shampoo too often|want a calm scalp].
fact One bottle lasts about [5..11] weeks at a wash every other day.

= hair masks | Beauty & Personal Care > Hair Care > Treatments
item hair mask; overnight hair mask; deep conditioning treatment; scalp mask
cost 19 45
of whipped shea; honey and oat; keratin cream; banana pulp
sig murumuru, mango, babassu, cupuacu, avocado, walnut * butter, oil
sig rice, silk, quinoa, lupin, pea, oat * protein, milk
has sulfate free; paraben free; cruelty free; argan oil/coconut oil/shea butter; easy to use; vitamin e
has dry hair/damaged hair/curly hair/fine hair; hair growth; natural ingredients; plant based; travel size
opt 34 scent care_scent 2-4; size fluid 2-3
lead Ten minutes with {this} does what a week of [conditioner|good intentions] cannot.
lead Thick enough to stay put, light enough to rinse [in one go|without a fight].
lead A weekly rest for hair that is [colored|bleached|tired].
fact Leave it on for [5..20] minutes, longer under a warm towel.

= hair loss products | Beauty & Personal Care > Hair Care > Hair Loss
item hair growth serum; scalp tonic; derma roller kit; bottle of hair thickening drops
cost 24 50
of caffeine complex; copper peptides; saw palmetto; redensyl peptide
sig rosemary, fenugreek, pumpkin seed, nettle, ginger, black cumin * oil, extract
sig dropper, massage, precision, roll on, comb * tips, applicators, nozzles
has hair growth; sulfate free; paraben free; alcohol free; easy to use; natural ingredients; non toxic
has fine hair/damaged hair/dry hair; dermatologist tested; daily use; men and women; plant based
opt 25 size fluid 2-3; item package quantity pack 2-3
lead For a parting that has [slowly widened|started to worry you].
lead Honest about time: {this} asks for [eight|twelve] weeks of patience.
lead Goes straight to the scalp and does not [make hair greasy|show].
fact Use [5..15] drops on a dry scalp and massage for a minute.

= styling products | Beauty & Personal Care > Hair Care > Styling
item tin of pomade; curl cream; jar of styling clay; bottle of sea salt spray; jar of hair gel
cost 15 42
of beeswax and clay; flaxseed gel; sea salt; rice starch
sig cedar, vetiver, black pepper, sage, juniper, bergamot * oil, extract
sig matte, satin, soft, firm, glossy, flexible * hold, shine level
has cruelty free; paraben free; long lasting; easy to apply; alcohol free; natural ingredients; travel size
has curly hair/fine hair/dry hair; water resistant; men and women; daily use; argan oil/aloe vera
opt 36 scent care_scent 2-5; size fluid 2-3
lead Style that [moves|can be reworked by hand] and washes out in one go.
lead A fingertip is enough; {this} lasts [longer than it looks|until the holidays].
lead For hair that [stands up at the back|goes its own way] every morning.
fact Hold is rated [2|3|4] out of 5.

= hair cutting tools | Beauty & Personal Care > Hair Care > Cutting Tools
item hair clipper; pair of barber scissors; beard trimmer; pair of thinning shears
cost 32 55
of japanese steel; carbon steel; brushed aluminum; titanium coated steel
sig leather, zippered, canvas, felt, snap, roll up * pouch insert, sleeve, holder
sig offset, cushioned, detachable, removable, contoured, swivel * finger rest, guard, grip
has stainless steel blades; non slip handle; storage case; easy to clean; easy to use; long lasting; beginners
has water resistant; men and women; kids; travel size
opt 28 color tech 2-4; style cutter 2-3
lead Barber tools for [the kitchen chair|home], where nobody tips.
lead {This} cuts without pulling and [keeps its edge|stays quiet].
lead Sharp, balanced and [simple to look after|made to be serviced].
fact Cutting length runs from [1|2|3] to [12|16|20] millimeters.

= hair accessories | Beauty & Personal Care > Hair Care > Accessories
item set of claw clips; set of scrunchies; padded headband; hair towel wrap; silk sleep bonnet
cost 12 38
of mulberry silk; waffle microfiber; cellulose acetate; brushed satin
sig pearl, tortoise, floral, knotted, velvet, gingham * detail, accents, trim
sig snag free, wide, stretch, double layer, hidden, covered * elastic, seams, edges
has easy to use; double sided; travel size; eco friendly; long lasting; kids/men and women
has curly hair/fine hair/dry hair/damaged hair; daily use; easy to clean; storage case
opt 48 color cloth 2-7; item package quantity pack 2-3
lead Holds [thick hair|a quick bun] without [teeth marks|headaches].
lead Small thing, long day: {this} [does not slip|stays soft].
lead For [bed|the gym|bad hair days], which are most days.
fact Holds hair up to [8..14] inches in one turn.

= face moisturizers | Beauty & Personal Care > Skin Care > Face
item face cream; gel moisturizer; night cream; day lotion; balm for the face/balms for the face
cost 22 55
of squalane; ceramide complex; oat lipids; glycerin and birch water
sig cloudberry, rosehip, sea buckthorn, camellia, evening primrose, calendula * oil, extract
sig peptide, snow mushroom, centella, algae, licorice, ginseng * complex, ferment, essence
has paraben free; cruelty free; fragrance free; oil free; hyaluronic acid/vitamin c/vitamin e; fast absorbing
has dry skin/oily skin/sensitive skin; fine lines; spf protection; dermatologist tested; green tea/aloe vera; daily use
opt 26 size fluid 2-4; style skin_kind 2-3
lead A quiet cream that [sits well under makeup|does its work overnight].
lead {This} keeps water in and [weather|office air] out.
lead For faces that feel [tight by noon|tired in photos].
fact A pea-sized amount covers the face; the jar lasts [6..14] weeks.

= face serums | Beauty & Personal Care > Skin Care > Serums
item face serum; brightening ampoule; retinol serum; bottle of facial oil
cost 25 55
of niacinamide; bakuchiol; encapsulated retinol; squalane
sig rosehip, licorice, mulberry, kakadu plum, tamanu, marigold * extract, oil
sig frosted, amber, recycled, weighted, ribbed, cobalt * glass bottle, glass dropper
has cruelty free; paraben free; fragrance free; oil free; hyaluronic acid/vitamin c/vitamin e; fast absorbing
has fine lines/dark circles; dry skin/oily skin/sensitive skin; dermatologist tested; plant based; travel size
opt 22 size fluid 2-3; item package quantity pack 2-3
lead Three drops at night and [patience|a clean towel] are all it takes.
lead {This} goes on before cream and [disappears|never pills].
lead Made for skin that looks [dull in winter|uneven after summer].
fact Contains [2..12] percent of the active ingredient.

= face cleansers | Beauty & Personal Care > Skin Care > Cleansers
item face wash; cleansing balm; bottle of micellar water; foaming cleanser
cost 14 42
of amino acid cleansers; oat milk; rice bran; kaolin clay
sig calendula, cornflower, mallow, linden, papaya, yuzu * water, extract
sig pump, flip top, twist, trigger, travel lock * lid, closure
has sulfate free; alcohol free; fragrance free; oil free; salicylic acid/tea tree oil/charcoal powder
has dry skin/oily skin/sensitive skin; easy to use; cruelty free; green tea/aloe vera; daily use; travel size
opt 26 size fluid 2-4; item package quantity pack 2-3
lead Takes off the day, [sunscreen included|soot and all], and leaves the skin calm.
lead {This} foams [softly|less than you expect] and rinses without a trace.
lead For the sink, the shower or [the sleepy two minutes before bed|a hotel].
fact The pH is about [4|5|6], close to that of skin.

= makeup remover | Beauty & Personal Care > Makeup > Removers
item set of makeup remover pads; makeup remover cloth; bottle of makeup remover; set of cleansing wipes
cost 13 40
of bamboo terry; organic cotton; velour microfiber; soft muslin
sig scalloped, embroidered, color coded, stitched, rolled, contrast * edges, borders
sig mesh, drawstring, waxed cotton, zippered, linen, felt * wash bag, pouch
has easy to use; eco friendly; double sided; travel size; alcohol free; oil free; fragrance free; easy to clean
has sensitive skin/dry skin/oily skin; cruelty free; storage case; aloe vera/green tea; natural ingredients
opt 34 color cloth 2-5; item package quantity pack 2-4
lead Wipes away [mascara|stubborn liner] with water and a little patience.
lead One {item} replaces [a drawer of cotton|hundreds of throwaway rounds].
lead Soft where it touches the eyes and [strong at the seams|quick to dry].
fact Lasts for [150..400] washes.

= body lotion | Beauty & Personal Care > Skin Care > Body
item body lotion; jar of body butter; bottle of body oil; hand cream
cost 16 45
of whipped cocoa butter; almond milk; glycerin and oats; olive squalane
sig honeysuckle, tonka, neroli, milk thistle, black currant, fig * extract, seed oil
sig pump, squeeze, wooden, aluminum, swirl, hinged * lid, top
has paraben free; cruelty free; fragrance free; fast absorbing; shea butter/coconut oil/aloe vera; natural ingredients
has dry skin/sensitive skin; vitamin e; long lasting; plant based; travel size; daily use; men and women
opt 40 scent care_scent 2-6; size fluid 2-4
lead After the shower, before the clothes: {this} [sinks in while you brush your teeth|takes a minute].
lead For shins, knuckles and [all the places winter finds first|garden hands].
lead Rich without the [grease|weight], and the smell stays [polite|close to the skin].
fact The jar is filled by weight with [6..14] ounces.

= scrubs & body treatments | Beauty & Personal Care > Skin Care > Scrubs
item body scrub; jar of sugar scrub; exfoliating mitt; foot peel mask
cost 15 42
of raw sugar; fine sea salt; ground apricot; woven sisal
sig espresso, cacao, walnut, ginger, lemon peel, coconut * grounds, powder, husk
sig almond, grapeseed, jojoba, apricot kernel, macadamia * oil, butter
has paraben free; cruelty free; natural ingredients; coconut oil/shea butter/tea tree oil; easy to use; oil free
has dry skin/sensitive skin/oily skin; eco friendly; salicylic acid/green tea; travel size; plant based
opt 36 scent care_scent 2-5; size fluid 2-3
lead Once a week, before shaving or [a party|Sunday's clean sheets].
lead {This} buffs away flakes and leaves skin [polished|pink and soft].
lead Scented like [a bakery|a forest], gone down the drain in a minute.
fact Grain size is about [300..900] micrometers.

= deodorants & antiperspirants | Beauty & Personal Care > Personal Care > Deodorants
item deodorant stick; roll on deodorant; natural deodorant; bottle of deodorant spray; deodorant cream
cost 11 35
of magnesium; arrowroot powder; mineral salts; baking soda free cream
sig sage, witch hazel, hops, sandalwood, grapefruit, clary * extract, water, oil
sig refillable, paper, push up, twist up, aluminum * tube, case
has long lasting; alcohol free; cruelty free; paraben free; fragrance free; sensitive skin; plant based
has natural ingredients; travel size; coconut oil/shea butter/tea tree oil; men and women; eco friendly; daily use
opt 46 scent care_scent 3-7; item package quantity pack 2-3
lead Works through [a delayed train|a first date|the afternoon] without announcing itself.
lead {This} goes on dry and leaves no marks on [black|white] shirts.
lead A simple answer for people who [gave up on natural ones|sweat when it counts].
fact Tested over [24|36|48] hours.

= lip makeup | Beauty & Personal Care > Makeup > Lips
item matte lipstick; lip gloss; tinted lip balm; lip liner; lip stain
cost 12 40
of candelilla wax; cocoa butter; castor seed oil; jojoba esters
sig magnetic, mirrored, bamboo, brushed metal, slim, faceted * cap, case
sig cherry, plum, pomegranate, raspberry, peach, vanilla * seed oil, flavor
has long lasting; cruelty free; paraben free; easy to apply; water resistant; vitamin e; plant based
has shea butter/coconut oil; travel size; beginners; fragrance free; daily use; natural ingredients
opt 58 color lip 3-9
lead Color that [survives lunch|stays inside the lines] and does not [feather|dry out].
lead {This} looks the same on the mouth as on the box.
lead One swipe for [work|video calls], two for [evenings|weddings].
fact Weighs [2|3|4] grams and lasts about [200|300] applications.

= eye makeup | Beauty & Personal Care > Makeup > Eyes
item mascara; eyeliner pen; eyebrow gel; eyeshadow palette; eyebrow pencil
cost 14 42
of carnauba wax; mineral pigments; rice wax; iron oxide pigments
sig tapered, hourglass, felt, angled, curved, micro * tip, applicator, brush
sig shimmer, satin, smoky, jewel tone, pearl, dusk * pigments, finish
has long lasting; water resistant; cruelty free; paraben free; easy to apply; sensitive skin; oil free
has fragrance free; beginners; travel size; vitamin e; daily use; double sided
opt 50 color eye 2-6
lead Holds through [rain|laughing|the last train] and comes off with warm water.
lead {This} draws a clean line on [unsteady|sleepy] mornings.
lead Built up in layers, it goes from [barely there|office] to [stage|midnight].
fact Opened, it stays fresh for [4..12] months.

= makeup brushes & tools | Beauty & Personal Care > Makeup > Tools
item makeup brush set; foundation brush; set of blending sponges; eyelash curler; kabuki brush
cost 16 45
of birch wood; recycled aluminum; bamboo; vegan taklon
sig flat top, tapered, fan, angled, dome, duo fiber * heads, bristle tips
sig rose gold, hammered, copper, matte, pearl, engraved * ferrules, accents
has soft bristles; easy to use; easy to clean; cruelty free; storage case; travel size; non slip handle
has beginners; eco friendly; long lasting; double sided; daily use
opt 38 color tech 2-4; size piece 2-4
lead Brushes decide more than [powder|price]; {this} is a good place to start.
lead Blends edges without [streaks|drinking up product].
lead Light in the hand and [slow to shed|quick to dry].
fact The longest handle measures [5..8] inches.

= toothpaste | Beauty & Personal Care > Oral Care > Toothpaste
item tube of toothpaste; jar of toothpaste tablets; tube of whitening toothpaste; tube of gel toothpaste
cost 9 35
of hydroxyapatite; calcium carbonate; xylitol; hydrated silica
sig clove, myrrh, licorice, cardamom, sage, star anise * oil, extract
sig stand up, roll up, pump, refillable, metal, paper * tube, dispenser
has fluoride free; teeth whitening/sensitive teeth; fresh breath; charcoal powder/coconut oil; kids; paraben free
has sulfate free; cruelty free; natural ingredients; travel size; plant based; eco friendly; daily use
opt 44 flavor oral 2-5; item package quantity pack 2-4
lead Cleans well and [foams just enough|tastes like a garden] rather than a sweet shop.
lead {This} was developed with [two dentists|a hygienist] who dislike grit.
lead Twice a day, two minutes, [no drama|nothing to rinse twice].
fact Abrasion value is [40..80], which counts as low.

= toothbrushes & accessories | Beauty & Personal Care > Oral Care > Toothbrushes
item electric toothbrush; bamboo toothbrush; toothbrush holder; tongue scraper; travel toothbrush
cost 16 60
of moso bamboo; castor bean nylon; wheat straw; surgical steel
sig spiral, tapered, cross cut, feathered, cupped, wavy * bristles, head
sig suction, wall, folding, magnetic, ventilated, snap on * base, cap, cover
has soft bristles; storage case; sensitive teeth; teeth whitening; fresh breath; easy to use; easy to clean; kids
has eco friendly; non slip handle; travel size; bpa free; water resistant; long lasting
opt 40 color tech 2-5; item package quantity pack 2-4
lead Reaches the back teeth without [gagging|gymnastics].
lead {This} is gentle on gums and [hard on plaque|fair to the planet].
lead Replace it every [two|three] months and your dentist will notice.
fact The head is [18..28] millimeters long.

= dental floss & picks | Beauty & Personal Care > Oral Care > Floss
item pack of dental floss; pack of floss picks; water flosser; set of interdental brushes
cost 12 50
of corn starch fiber; mulberry silk; expanding yarn; plant wax
sig mint, cranberry, ginger, cinnamon, lime, matcha * coating, wax
sig glass, dial, slide, paper, pocket, steel * dispenser, box
has fresh breath; sensitive teeth; easy to use; eco friendly; plant based; bpa free; storage case; kids
has travel size; soft bristles; cruelty free; daily use; beginners
opt 34 flavor oral 2-4; item package quantity pack 2-4
lead Slides between tight teeth and [does not shred|leaves nothing behind].
lead For people who [only floss before appointments|travel with gums that bleed].
lead {This} makes a dull minute [shorter|bearable].
fact Contains [30..60] yards or pieces.

= women's fragrance | Beauty & Personal Care > Fragrance > Women
item perfume; eau de toilette; rollerball perfume; body mist; solid perfume
cost 38 60
of orris butter; jasmine absolute; white musk; rose absolute
sig pink pepper, pear blossom, blood orange, fig leaf, violet leaf, green almond * top notes, opening
sig cashmere wood, amber, vanilla, patchouli, tonka, vetiver * base, dry down
has long lasting; cruelty free; alcohol free; fine mist sprayer; travel size; paraben free; plant based
has natural ingredients; daily use; sensitive skin; non toxic
opt 36 size fluid 2-4; style perfume_kind 2-3
lead Opens bright, [settles warm|dries down like skin] and never fills the lift.
lead {This} smells of [a garden after rain|clean linen and pepper|a bakery across the street].
lead A scent for [people who do not wear scent|second dates].
fact Perfume oil makes up [8..22] percent.

= men's fragrance | Beauty & Personal Care > Fragrance > Men
item cologne; eau de parfum; solid cologne; bottle of aftershave
cost 36 58
of cedar resin; oakmoss; vetiver root; tobacco absolute
sig juniper, black pepper, sea salt, cardamom, bergamot, ginger * top notes, opening
sig leather, guaiac wood, incense, suede, rum, moss * base, dry down
has long lasting; cruelty free; alcohol free; fine mist sprayer; travel size; paraben free; natural ingredients
has daily use; sensitive skin; plant based; non toxic; aloe vera
opt 36 size fluid 2-4; style perfume_kind 2-3
lead Dry, woody and [quiet|never sweet]; people lean in rather than step back.
lead {This} smells of [sawdust and citrus|a cold morning|an old library].
lead Good on a shirt, better on [skin|a scarf].
fact Lasts [5..10] hours on most people.

= nail care | Beauty & Personal Care > Foot, Hand & Nail Care
item nail polish; nail file set; cuticle oil; gel nail kit; foot file
cost 13 45
of tempered glass; nano crystal; zinc alloy; plant resin
sig flat, wide, curved, square, tapered, long stem * brush, handle
sig lilac, almond, lemon, honey, apricot, sweet orange * oil, scent
has long lasting; easy to apply; easy to use; non toxic; cruelty free; storage case; beginners; vitamin e
has travel size; dry skin; double sided; easy to clean; plant based; paraben free; men and women
opt 42 color lip 2-7
lead Salon hands at the kitchen table, without [the fumes|the small talk].
lead {This} is made for nails that [split|never grew past the fingertip].
lead Smooth, quick and [forgiving of the left hand|gone with one wipe].
fact Dries to the touch in [60..180] seconds.

= mirrors | Beauty & Personal Care > Tools & Accessories > Mirrors
item makeup mirror; vanity mirror; shaving mirror; compact mirror
cost 26 55
of brushed steel; bamboo; powder coated iron; clear acrylic
sig swivel, telescopic, folding, gooseneck, weighted, tripod * stand, base, arm
sig beveled, marbled, walnut, fluted, leather look, brass * frame, rim
has magnifying side; led lights; double sided; easy to clean; easy to use; travel size; hanging hook; storage case
has men and women; long lasting; daily use; water resistant
opt 44 color metal 2-4; size mirror 2-3
lead Shows what is there, [kindly but clearly|down to the last lash].
lead {This} stands steady on [a crowded shelf|wet tile].
lead For [contact lenses|eyebrows|a close shave], when the bathroom light is hopeless.
fact The glass is [4..9] inches across.

= refillable containers | Beauty & Personal Care > Tools & Accessories > Containers
item set of travel bottles; spray bottle; set of cream jars; soap dispenser; set of dropper bottles
cost 12 42
of amber glass; soft silicone; recycled plastic; brushed aluminum
sig wide, funnel, narrow, flip, screw, disc * mouth, top
sig write on, waterproof, chalk, printed, color, embossed * labels, tags
has leakproof lid; bpa free; fine mist sprayer; travel size; easy to clean; easy to use; eco friendly; non toxic
has storage case; long lasting; daily use; hanging hook
opt 46 color tech 2-4; size fluid 2-4; item package quantity pack 2-3
lead Decant the big bottle at home and [travel light|leave the rest].
lead {This} squeezes to the last drop and [survives the hold|stands upright].
lead For lotions, oils and [kitchen experiments|homemade cleaner].
fact Safe from [0|10] to [60|80] degrees Celsius.

= bags & cases | Beauty & Personal Care > Tools & Accessories > Bags
item toiletry bag; makeup bag; train case; hanging organizer; brush pouch
cost 21 45
of waxed canvas; quilted cotton; vegan leather; ripstop nylon
sig brass, tasseled, two way, oversized, rainbow, leather * zipper, zipper pulls
sig floral, striped, botanical, gingham, terrazzo, paisley * lining, print
has water resistant; hanging hook; travel size; easy to clean; eco friendly; long lasting; men and women; cruelty free
has daily use; leakproof lid; bpa free; kids
opt 52 color cloth 2-7; size bag 2-3
lead A place for [everything|the small bottles] and a wipe-clean lining for the accidents.
lead {This} opens wide, so you can see the [bottom|one thing you need].
lead Fits the [sink edge|carry-on|gym locker] and keeps its shape.
fact Holds about [2..6] liters.

= shave & hair removal | Beauty & Personal Care > Shave & Hair Removal
item safety razor; tub of shaving cream; facial razor set; wax strip kit; shaving brush
cost 19 50
of brass and chrome; olive wood; glycerin lather; sugar wax
sig knurled, weighted, hexagonal, wooden, ribbed, twist * grip, handle
sig sandalwood, almond, menthol, cucumber, clove, lime * scent, oil
has stainless steel blades; non slip handle; sensitive skin/dry skin; easy to use; aloe vera/shea butter/coconut oil
has storage case; travel size; paraben free; cruelty free; men and women; beginners; eco friendly
opt 34 style shave 2-3; item package quantity pack 2-3
lead A closer shave with [less fuss|fewer blades] and no ingrown hairs to speak of.
lead {This} takes a week to learn and [a lifetime to replace|saves money by spring].
lead Gentle on [necks|knees|upper lips], thorough everywhere else.
fact Takes about [4..9] minutes from lather to towel.
"""
