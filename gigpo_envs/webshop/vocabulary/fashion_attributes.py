"""Attributes of clothing and shoes: how titles, texts and shoppers speak of them (format: tables.py)."""

from __future__ import annotations

ATTRIBUTES = """
a machine washable > washable; that can go in the washing machine; that i can just throw in the wash
! waxed silk wool leather suede cashmere mohair alpaca merino
. Fully machine washable: a cold cycle and a low dryer are all the care needed.
. Goes in the wash with [like|similar] colors and comes out [in shape|looking the same].
a hand washable > that can be washed by hand; that {is} fine to wash by hand
. Hand washable in cool water, which keeps the [color|finish] fresh.
. Rinse, roll in a towel and dry flat [overnight|away from the sun].
a moisture wicking > sweat wicking; for when i sweat a lot
. Moisture wicking yarns move sweat to the surface, where it [dries|evaporates] quickly.
. Stays dry against the skin through [a long run|a hot commute|an hour at the gym].
a quick drying > fast drying; that {is} quick to dry
. Quick drying cloth is ready again [within the hour|by the next morning].
. Rinse it in the sink at night and [pack it dry|wear it again] the next day.
a breathable > airy; for hot weather
! patent
. An open knit keeps the fabric breathable on [warm|humid|crowded] days.
. Air passes through, so heat does not build up [under a bag|between layers].
a lightweight > light; that {is} not heavy
! heavyweight chunky puffer
. Lightweight enough to [forget about|fold into a small bag].
. Adds [next to nothing|very little] to a suitcase.
a wrinkle resistant > no iron; with no need for ironing
. A wrinkle resistant finish [sheds creases|smooths out] after a day in a [bag|suitcase].
. Skip the iron: [hang it in a steamy bathroom|smooth it by hand] and go.
a water resistant > for rainy days; that {is} okay in the rain
! suede canvas
. Light rain beads up and rolls off the water resistant surface.
. Made for [drizzle|wet pavements|puddles], though not for [swimming|a downpour].
a slim fit > slim fitting; with a slim cut
! wide
. A slim fit follows the body without [pulling|pinching].
. Trim through the [sides|middle], with [a little|some] give where it matters.
a relaxed fit > roomy; loose fitting
! skinny
. Cut in a relaxed fit with room to [layer|move|breathe].
. Easy through the body, so nothing [clings|tugs].
a classic fit > with a normal classic cut; classic fitting
. A classic fit: neither tight nor baggy, and it [looks right on most people|goes with everything].
. Straight lines that [sit well|look tidy] tucked in or left out.
a long sleeve > long sleeved; with long sleeves
! sundress
. A long sleeve cut with [cuffs that stay put|enough length for long arms].
. Sleeves reach the wrist and [push up easily|roll neatly] when the day warms up.
a short sleeve > short sleeved; with short sleeves
! sleeves cuffs
. The short sleeve cut ends [just above|halfway to] the elbow.
. Sleeves lie flat and [never bunch|do not flare].
a crew neck > with a crew neck; with a round neck
. A crew neck that [keeps its shape|does not gape] after washing.
. The round neckline sits [flat under a jacket|close without choking].
a v neck > with a v neck; v necked
. A modest v neck leaves room for [a collar|a necklace].
. The neckline dips [just enough|a little] to feel open.
a high waisted > high waist; with a high waist
. High waisted, so it stays put when you [bend|sit|reach].
. Sits at the narrowest part of the waist and [smooths the line|does not roll down].
a mid rise > with a mid rise; that {is} not too high in the waist
. A mid rise sits just below the navel.
. Neither high nor low, it [suits most shirts|sits easily under a belt].
w elastic waistband > with an elastic waist; with a stretchy waist
. The elastic waistband [stretches without digging in|keeps its snap].
. Pull on and go: no [zipper|button] to fight with.
w drawstring closure > with a drawstring; with a drawstring closure
. A flat drawstring closure sets the waist where you want it.
. Tie it once and [forget about it|leave the belt at home].
w button closure > with buttons; with a button closure
! zip zipper pullover puffer wrap
. The button closure uses [sturdy four-hole|hand-sewn] buttons, with a spare inside.
. Buttons are sewn on twice and [slide through easily|do not pop open].
w zipper closure > with a zipper; with a zip
! pullover crewneck wrap button hood
. A smooth zipper closure [lies flat|does not catch].
. The zipper runs freely and [locks in place|hides under a narrow flap].
w side pockets > with pockets; with real pockets
. Two side pockets are deep enough for [a phone|keys and a card].
. Hands or a phone go in without [spoiling the line|a bulge].
w tummy control > with tummy control; with a panel that holds in the stomach
. A wide panel gives gentle tummy control without [squeezing|rolling].
. Firm in front, soft at the back, comfortable [all day|through dinner].
w four way stretch > stretchy; with lots of stretch
! rigid
. Four way stretch lets you [squat|reach|climb] without thinking about seams.
. Bends in every direction and springs back [flat|without bagging].
w rubber sole > with a rubber sole; rubber soled
. The rubber sole grips [tile|wet stone|smooth floors] and bends with the foot.
. Flexible rubber underfoot takes the sting out of [pavement|long days].
w arch support > with good arch support; that {is} good for high arches
! kitten
. Built-in arch support holds the foot [level|steady] on long walks.
. A shaped insole lifts the middle of the foot and [eases the heel|spreads the load].
w memory foam insole > with a memory foam insole; with memory foam inside
. A memory foam insole takes the print of your foot within [days|a week].
. Soft at first step, still [springy|supportive] after a year.
w cushioned footbed > cushioned; with a cushioned footbed
. The cushioned footbed is [thicker under the heel|covered in soft lining].
. Padding underfoot makes [errands|standing|stairs] easier.
a slip resistant > non slip; with good grip
. A slip resistant tread [holds on wet tile|keeps its bite on ramps].
. Deep grooves push water aside where floors are [wet|greasy|polished].
w faux fur lining > with faux fur inside; lined with faux fur
. A faux fur lining [reaches right to the toes|keeps the warmth in].
. Plush inside, tidy outside, [kind to bare feet|warm without bulk].
w fleece lining > fleece lined; with a fleece lining
. The fleece lining is [brushed|soft] and adds warmth without weight.
. Warm on the inside from the [first minute|moment you put it on].
w ankle strap > with an ankle strap; with a strap around the ankle
! slide
. A slim ankle strap [adjusts in small steps|keeps the heel in place].
. The buckle at the ankle is [small|covered] and easy to fasten.
w block heel > with a block heel; with a chunky heel
! slide gladiator heel kitten flats stacked
. A block heel spreads your weight and [stays steady on cobbles|does not sink into grass].
. The heel is broad enough for [a long evening|dancing].
w reinforced toe > with a reinforced toe; with a stronger toe
. A reinforced toe takes the knocks of [a workshop|daily use].
. Extra stitching at the toe [stops holes|doubles the life].
w adjustable straps > with straps i can adjust; with adjustable straps
. Adjustable straps [cross at the back or run straight|set the fit in seconds].
. Straps lengthen with [small sliders|a hidden slider].
w adjustable hood > with a hood; hooded
! crewneck quarter trench car
. An adjustable hood [closes against wind|rolls away when not needed].
. The hood fits over a hat and [turns with your head|cinches with one hand].
w removable padding > with pads i can take out; with removable pads
. Removable padding lets you choose how much [shape|cover] you want.
. Pads slip out before washing and [slip back in|go back] without folding.
a sun protective > with sun protection; for strong sun
. Sun protective cloth rated at [30|40|50] plus shields shoulders and back.
. Blocks most of the sun without [feeling thick|trapping heat].
w stay up cuffs > that {is} good at staying up; with cuffs that stay up
. Stay up cuffs [hold all day without a red line|grip gently].
. The top band is knitted in a [double|soft] rib and does not slide.
f daily wear > for every day; for everyday wear
. [Plain|Simple] enough for daily wear, sturdy enough to keep up with it.
. Goes with [jeans|most things in the drawer] from [breakfast till late|Monday to Sunday].
f office wear > for work; for the office
. Neat enough for office wear and easy enough for [the train home|a late dinner].
. Looks right [under a blazer|at a desk] without fuss.
f gym workouts > for the gym; for working out
. Made for gym workouts that mix [weights and running|mats and machines].
. Stays in place through [lunges|burpees|long sets].
f hiking trips > for hiking; for hikes
. At home on hiking trips and [muddy paths|steep steps].
. Takes [brambles|dust|a pack strap] without complaint.
f beach days > for the beach; for my beach trip
. Packed first for beach days and [pool afternoons|boat trips].
. Shakes free of sand and [dries on a rail|rolls up small].
f formal occasions > for a wedding; for formal events
. Dressy enough for formal occasions such as [weddings|graduations|concerts].
. Photographs well and [sits well through long speeches|keeps its line all evening].
f cold weather > for winter; for cold days
. Ready for cold weather, whether [frost|wind|snow] comes first.
. Holds warmth on [icy mornings|unheated platforms].
f lounging at home > for lounging around; for lazy days at home
. Best for lounging at home with [a film|a book|the cat].
. Soft enough to [sleep in|spend Sunday in].
f long shifts > for standing all day; for long shifts on my feet
. Meant for long shifts in [kitchens|wards|shops].
. Still comfortable in the [eighth|tenth] hour.
f travel > for traveling; for a trip
. A good companion for travel: [packs small|looks fresh after a flight].
. Works on the plane, at the hotel and [around town|in the museum].
"""
