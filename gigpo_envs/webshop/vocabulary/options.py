"""Pools of option values and how shoppers ask for them (format: tables.py).

A line `name > forms` opens a pool, `<name` one whose values are ordered, so that a product offers
neighbouring ones. A form starting with `~` goes before the noun, one starting with `.` is a sentence of its
own, any other follows the noun. Values are in WebShop's normal form: lower case, no slash.
"""

from __future__ import annotations

POOLS = """
cloth > ~{v}; ~{v} colored; in {v}; .the color should be {v}; .i want the {v} one
: black; ivory; navy blue; charcoal; sage green; dusty rose; terracotta; mustard; teal; burgundy; oatmeal
: plum
: slate blue; forest green; camel; rust; lavender; sky blue; cocoa brown; blush pink; olive green; cream
: coral
: heather gray; white; ink blue; sand beige; moss; apricot
denim > ~{v}; in {a} {v} wash; .the wash should be {v}
: dark indigo; mid blue; light stonewash; washed black; off white; ecru; faded gray; raw blue; deep navy
leather > ~{v}; in {v}; .the color should be {v}; .please make it the {v} ones
: black; tan; dark brown; cognac; navy; white; taupe; oxblood; stone gray; sand; olive; champagne; burgundy
wood > ~{v}; in {v}; with {a} {v} finish; .the finish should be {v}
: walnut; natural oak; espresso; whitewashed pine; black ash; weathered gray; cherry; driftwood; honey maple
: dark acacia; smoked oak; ebony
metal > ~{v}; in {v}; with {a} {v} finish; .the finish should be {v}
: matte black; brushed nickel; antique brass; oil rubbed bronze; polished chrome; copper; satin gold; pewter
: gunmetal; champagne bronze
tech > ~{v}; in {v}; .the color should be {v}; .i prefer it in {v}
: black; white; silver; graphite; midnight blue; rose gold; mint green; cherry red; sand; lilac; forest
: ice blue
lip > in {v}; in the shade {v}; .the shade i want is {v}; ~{v}
: rosewood; nude beige; berry wine; coral crush; brick red; soft mauve; cinnamon; peach nude; deep plum
: fuchsia
: toffee; rosé blush; cocoa; garnet; petal pink; clear shine; tangerine; black cherry
eye > ~{v}; in {v}; .the color should be {v}
: jet black; soft brown; charcoal smoke; warm taupe; bronze; deep navy; champagne; dark auburn; forest green
: plum
frame > ~{v}; with the {v} option; .the frame option should be {v}
: black frame; natural wood; white frame; unframed; walnut frame; gold leaf; silver leaf
<alpha > in size {v}; in {a} {v}; .i wear a size {v}; .size {v}; ~{v}
: x-small; small; medium; large; x-large; xx-large; 3x-large; 4x-large
<waist > in size {v}; .my size is {v}; .the size should be {v}
: 28w x 30l; 29w x 30l; 30w x 30l; 30w x 32l; 31w x 32l; 32w x 30l; 32w x 32l; 33w x 32l; 34w x 30l; 34w x 32l
: 36w x 32l; 36w x 34l; 38w x 32l; 40w x 32l
<womens_shoe > in size {v}; in a size {v}; .i wear {a} {v}; .size {v}
: 5; 5.5; 6; 6.5; 7; 7.5; 8; 8.5; 9; 9.5; 10; 10.5; 11; 12 wide
<mens_shoe > in size {v}; in a size {v}; .i wear {a} {v}; .size {v}
: 7; 7.5; 8; 8.5; 9; 9.5; 10; 10.5; 11; 11.5; 12; 13; 13 wide; 14
<sock > in size {v}; .the size should be {v}
: shoe size 4-6; shoe size 7-9; shoe size 10-12; shoe size 13-15
<bed > ~{v} size; in {v} size; in {v}; .it has to be {v} size; .for a {v} bed
: twin; twin xl; full; queen; king; california king
<throw > in {v}; that measures {v}; .the size should be {v}
: 30 x 40 inch; 40 x 50 inch; 50 x 60 inch; 60 x 80 inch; 78 x 90 inch; 90 x 90 inch
<pillow > in {v}; that measures {v}; .the size should be {v}; ~{v}
: 12 x 20 inch; 16 x 16 inch; 18 x 18 inch; 20 x 20 inch; 22 x 22 inch; 24 x 24 inch
<rug > in {v}; ~{v}; .it should be {v}; .i need the {v} size
: 2 x 3 ft; 2 x 8 ft; 3 x 5 ft; 4 x 6 ft; 5 x 8 ft; 6 x 9 ft; 8 x 10 ft; 9 x 12 ft; 10 x 14 ft
<curtain > in {v}; that measure {v}; .the panels should be {v}
: 42 x 54 inch; 42 x 63 inch; 42 x 84 inch; 52 x 63 inch; 52 x 84 inch; 52 x 96 inch; 52 x 108 inch
<canvas > in {v}; ~{v}; .the size should be {v}
: 8 x 10 inch; 11 x 14 inch; 12 x 16 inch; 16 x 20 inch; 18 x 24 inch; 24 x 36 inch; 30 x 40 inch
<cable > that {is} {v} long; .it should be {v} long; .i need {v} of length
: 1.5 feet; 3 feet; 6 feet; 8 feet; 10 feet; 15 feet; 25 feet; 35 feet; 50 feet
<memory > ~{v}; with {v} of space; .it needs {v} of storage; .{v} please
: 16gb; 32gb; 64gb; 128gb; 256gb; 512gb; 1tb; 2tb
<screen > ~{v}; that {is} {v}; .the size should be {v}
: 60 inch; 72 inch; 84 inch; 100 inch; 120 inch; 135 inch; 150 inch
<filter > for {a} {v} thread; .it has to fit {a} {v} lens; ~{v}
: 37mm; 46mm; 49mm; 52mm; 58mm; 62mm; 67mm; 72mm; 77mm; 82mm
<phone > that {v}; .get the one that {v}
: fits 5.4 inch phones; fits 5.8 inch phones; fits 6.1 inch phones; fits 6.5 inch phones; fits 6.7 inch phones
<screenclass > that {v}; .get the one that {v}
: fits 4 to 7 inch screens; fits 7 to 11 inch screens; fits 10 to 13 inch screens; fits 13 to 16 inch screens
<wrist > in {v}; .i need the {v} size
: small wrist; regular wrist; large wrist
<fluid > in the {v} size; that {is} {v}; .the bottle should be {v}
: 0.5 fl oz; 1 fl oz; 1.7 fl oz; 2 fl oz; 3.4 fl oz; 4 fl oz; 6.7 fl oz; 8 fl oz; 12 fl oz; 16 fl oz
: 33.8 fl oz
cutter > in the {v} version; .i want the {v} version; .{v} please
: corded; cordless; with charging stand; clipper only; with eight guards; salon kit; travel kit
skin_kind > in the {v} version; .get the {v} version
: light texture; rich texture; tinted; untinted; with pump; refill pod
<piece > with {v}; .it should have {v}
: 3 pieces; 5 pieces; 8 pieces; 10 pieces; 12 pieces; 16 pieces; 24 pieces
perfume_kind > in the {v} version; .the {v} version please
: spray bottle; splash bottle; refill; discovery vial; gift box
<mirror > that {is} {v}; .it should be {v}
: 5 inches wide; 6 inches wide; 7 inches wide; 8 inches wide; 10 inches wide
<bag > in the {v} size; .the {v} size is best
: mini; compact; regular; roomy; family size
shave > in the {v} version; .the {v} version please
: starter set; handle only; with ten blades; with stand; with refill pack; gift tin
<pack > in {a} {v}; .i need {a} {v}
: 1 pack; 2 pack; 3 pack; 4 pack; 6 pack; 8 pack; 12 pack
<watt > ~{v}; with {v} power; .it should be {v}
: 12 watt; 20 watt; 30 watt; 45 watt; 65 watt; 100 watt; 140 watt
<capacity > ~{v}; with {v}; .it should hold {v}
: 5000mah; 10000mah; 15000mah; 20000mah; 26800mah; 30000mah
<channel > ~{v}; that {is} {v}; .it should be {v}
: 2 channel; 2.1 channel; 3.1 channel; 5.1 channel
<projector > ~{v}; in {v}; .it should be {v}
: 480p native; 720p native; 1080p native; 4k native
ratio > in {v}; .the ratio should be {v}
: 16 to 9 format; 4 to 3 format
tripod > with {v}; .get the one with {v}; .the head should be the {v}
: ball head; pan head; fluid head; phone clamp; leveling base; legs only
<zoom > ~{v}; with {v}; .it should be {v}
: 8 \u00d7 21; 8 \u00d7 25; 8 \u00d7 32; 8 \u00d7 42; 10 \u00d7 42; 10 \u00d7 50; 12 \u00d7 50
camera_kit > in the {v} version; .i want the {v}
: camera only; with 32gb card; with 64gb card; with extra battery; with case and strap; two camera kit
switch > with {v}; .the keys should be {v}
: brown switches; red switches; blue switches; silent switches; scissor keys
lamp > in {v}; with {v} light; .the light should be {v}
: warm white; soft white; neutral white; cool daylight; three tone; candlelight amber
<lights > ~{v}; with {v}s; .it should have {v}s
: 1 light; 2 light; 3 light; 4 light; 5 light; 6 light
<firmness > that {is} {v}; ~{v}; .i like it {v}
: extra soft; plush; medium firm; firm; extra firm
<tablewidth > that {is} {v}; .it should be {v}
: 31 inches wide; 36 inches wide; 42 inches wide; 48 inches wide; 55 inches wide; 60 inches wide
: 71 inches wide
<shelf > ~{v}; with {v}s; .it should be {v}
: 2 tier; 3 tier; 4 tier; 5 tier; 6 tier; 7 tier
<ottoman > in the {v} size; .i need the {v} one
: 15 inch cube; 17 inch cube; 30 inch long; 43 inch long; 48 inch long
<stool > at {v}; ~{v}; .it has to be {v}
: table height; counter height; bar height; tall bar height
<mirrorwall > that {is} {v}; ~{v}; .it should be {v}
: 16 x 24 inch; 20 x 30 inch; 24 x 36 inch; 22 x 65 inch; 30 x 71 inch
<candle > ~{v}; that {is} {v}; .i want {v}
: 5 ounce; 7 ounce; 9 ounce; 12 ounce; 16 ounce
<planter > ~{v}; that {is} {v}; .it should be {v}
: 4 inch; 6 inch; 8 inch; 10 inch; 12 inch; 14 inch; 17 inch
<plant > that {is} {v}; .it should be {v}
: 12 inches tall; 18 inches tall; 2 feet tall; 4 feet tall; 5 feet tall; 6 feet tall; 7 feet tall
<basket > in the {v} size; .the {v} one please
: 11 inch; 13 inch; 15 inch; 18 inch; 21 inch
<food > in the {v} size; in {v}; .the size should be {v}; .i need {v}
: 2 ounce (pack of 1); 2 ounce (pack of 6); 4 ounce (pack of 1); 4 ounce (pack of 6); 6 ounce (pack of 3)
: 8 ounce (pack of 1); 8 ounce (pack of 4); 12 ounce (pack of 2); 16 ounce (pack of 1); 2 pound (pack of 1)
<count > in {a} {v}; .it should be {v}; .i need {a} {v} pack
: 6 count; 8 count; 12 count; 16 count; 20 count; 24 count; 36 count; 48 count; 60 count
<roast > ~{v}; in {a} {v}; .the roast should be {v}
: light roast; medium roast; medium dark roast; dark roast; italian roast
<heat > ~{v}; that {is} {v}; .the heat level should be {v}
: mild; medium heat; hot; extra hot; scorching
noodle > in the {v} cut; .the {v} cut please
: thin; wide; short; spiral; ribbon; elbow
savory > ~{v}; ~{v} flavored; in {v}; .the flavor should be {v}; .i like the {v} flavor
: sea salt; cracked pepper; rosemary garlic; smoked paprika; aged cheddar; chili lime; sour cream and chive
: dill
: honey mustard; jalapeño; sesame ginger; sweet onion; truffle; everything seed; salt and vinegar
sweet > ~{v}; ~{v} flavored; in {v}; .the flavor should be {v}; .get the {v} flavor
: dark cocoa; salted caramel; cinnamon raisin; lemon blueberry; maple pecan; coconut almond; double chocolate
: crème brûlée; vanilla bean; café mocha; apple pie; banana bread; gingerbread; plain; strawberry
fruit > ~{v}; ~{v} flavored; in {v}; .the flavor should be {v}; .get the {v} flavor
: mango; strawberry; sour cherry; white peach; blueberry; pineapple; raspberry lime; black currant
: piña colada
: lychee; passion fruit; blood orange; green apple; watermelon; assorted; elderflower
tea > ~{v}; in {v}; .the flavor should be {v}; .i like {v} best
: bergamot black; peppermint; chamomile honey; ginger lemon; jasmine green; hibiscus berry; spiced chai
: rooibos
: toasted rice; rose oolong; smoky black; turmeric orange; white peony
meat > ~{v}; ~{v} flavored; in {v}; .the flavor should be {v}
: original; teriyaki; black pepper; smoky barbecue; sweet chili; garlic herb; lemon pepper; hickory; serrano
oral > ~{v}; in {v}; .the flavor should be {v}
: fresh mint; spearmint; cool cinnamon; bubblegum; strawberry; charcoal mint; unflavored; green tea
: lemon mint
care_scent > ~{v} scented; with {a} {v} scent; in {v}; .the scent should be {v}
: lavender fields; cedar and sage; vanilla oat; citrus grove; eucalyptus mint; white tea; fig leaf; sandalwood
: sea breeze; rose petal; bergamot; coconut milk; cucumber melon; unscented; almond blossom
home_scent > ~{v} scented; with {a} {v} scent; in {v}; .the scent should be {v}
: pine forest; lavender fields; warm vanilla; sea breeze; fig and cassis; white tea; sandalwood; clean linen
: black currant; cinnamon stick; rain garden; tobacco leaf; orange peel; cedar smoke; butter cookie; jasmine
"""
