"""Attributes of home and garden goods (format: tables.py)."""

from __future__ import annotations

ATTRIBUTES = """
a easy to assemble > simple to put together; that {is} easy to put together
. Easy to assemble: [four|six|eight] bolts and one key, included.
. Two people and [half an hour|a cup of tea] will see it built.
a fully assembled > already assembled; that {is} already put together
! set
. Arrives fully assembled; just cut the straps.
. Nothing to build, nothing left over in a bag.
a easy to clean > that {is} simple to clean; easy to wipe down
. Easy to clean with a damp cloth; [rings|crumbs|stains] do not linger.
. Spills wipe off before they become stains.
a machine washable > washable; that can go in the washing machine
! leather velvet jute boucle foam latex springs wool
. Machine washable at [30|40] degrees; dry it flat or low.
. Goes through the wash without [fading|matting].
a fade resistant > that won't fade in the sun; for a sunny spot
. Fade resistant dyes hold up in a [south|sunny] window.
. After [two|three] summers the color is still itself.
a stain resistant > that {is} hard to stain; for a house with pets
. Stain resistant treatment gives you time to find a cloth.
. Wine, paws and [crayons|gravy] meet their match.
a water resistant > that {is} okay with spills; for damp places
. A water resistant seal keeps [rings|rain] from soaking in.
. Beads of water sit on top until you wipe them away.
a weather resistant > that can stay outside; for leaving outdoors
. Weather resistant through [frost|salt air|a wet spring].
. Stay-outside tough, though a cover in winter does no harm.
a space saving > compact; that won't take up much room
. Space saving by design, with [no dead corners|a shallow depth].
. Fits where [a chair|a bicycle] used to lean.
a wall mounted > that go{es} on the wall; for hanging on the wall
. Wall mounted on a hidden rail, screws included.
. Keeps the floor free for [shoes|the vacuum].
a height adjustable > with adjustable height; that go{es} up and down
. Height adjustable in [six|eight] steps without tools.
. Raise it for [tall people|standing], lower it for children.
a heavy duty > sturdy; really solid
! lightweight
. Heavy duty joints that do not [wobble|creak].
. Built with thicker [panels|tube] than it needs.
a non slip > that won't slide around; with a grippy bottom
. A non slip base keeps it [put|from wandering].
. Stays where you set it, even on [waxed boards|tile].
a super soft > really soft; that {is} soft to touch
. Super soft on [both sides|bare arms] and slow to pill.
. People pick it up and do not give it back.
a hypoallergenic > for my allergies; that {is} good for allergies
. Hypoallergenic filling for [sneezers|light sleepers].
. Keeps [dust|mites] out without a chemical smell.
a energy efficient > that {is} cheap to run; that save{s} power
. Energy efficient: about the draw of a [night light|clock].
. Gives more light than heat, and says so on the label.
a dimmable > that i can dim; with a dimmer
. Dimmable from [dinner|reading] to barely there.
. Works with common dimmers and does not buzz.
a room darkening > that {is} good at blocking light; for blocking out the light
! sheer café
. Room darkening weave stops [85..99] percent of daylight.
. Street lamps and early sun stay outside.
a ready to hang > with the hooks already on; that {is} ready to go on the wall
. Ready to hang, with the wire and hook fitted.
. One nail, one level, done.
a eco friendly > sustainable; that {is} better for the environment
. Eco friendly from [certified forests|recycled yarn] to paper tape.
. Made to be repaired, then recycled.
a foldable > that fold{s} up; folding
! hybrid springs
. Foldable flat to [three|four|five] inches.
. Put it away behind a door when guests leave.
a farmhouse style > farmhouse looking; that look{s} like something from a farmhouse
. Farmhouse style without the [slogans|fake wear].
. Plain planks, soft edges, a look that [ages well|forgives dents].
a mid century style > mid century modern; that look{s} retro
. Mid century style: [tapered|slim] lines, warm tones, no fuss.
. Looks found at an estate sale, minus the repairs.
a industrial style > industrial looking; with an industrial look
. Industrial style with [visible welds|honest bolts].
. At home with brick, concrete and old maps.
w storage drawers > with drawers
! corner drawer
. Storage drawers run on [metal|waxed wood] slides and stop softly.
. Drawers deep enough for [files|sweaters|games].
w storage space > with storage; with room to store things
. Storage space for [blankets|cables|the good plates].
. Hides what you would rather not look at.
w adjustable shelves > with shelves i can move; with adjustable shelves
. Adjustable shelves move in [one|two] inch steps.
. Make room for tall books or [trophies|vases].
w soft close doors > with soft close doors; with doors that close quietly
. Soft close doors, for nights and tempers.
. Hinges adjust in three directions, so the gaps stay even.
w charging port > with a charging port; with a place to charge my phone
. A charging port on the side keeps the [phone|tablet] off the floor.
. The cable leaves through the back, out of sight.
w metal legs > with metal legs; on metal legs
! legs base
. Metal legs with [felt|rubber] feet protect the floor.
. Legs screw on by hand and stay tight.
w lumbar support > with lumbar support; that {is} good for my back
. Lumbar support where the back [asks|aches] for it.
. Sit longer, shift less.
w removable cover > with a removable cover; with a cover that comes off
! cover
. The removable cover zips off for [cleaning|airing].
. Change the look without changing the [filling|furniture].
w hidden zipper > with a hidden zipper; with a zipper you can't see
. A hidden zipper along the bottom seam [does not scratch|stays out of sight].
. Opens wide enough for a full insert.
w drainage holes > with drainage holes; with holes in the bottom
. Drainage holes with [plugs|a mesh] for indoor days.
. Roots stay damp, not drowned.
w remote control > with a remote
. The remote control finds its place on a [magnet|hook].
. Change it from [bed|the sofa], without getting up.
w cotton wick > with a cotton wick; with a wick made of cotton
. A cotton wick that [does not smoke|stands straight].
. Trim it before lighting and it burns without soot.
w long burn time > that {is} going to burn for a long time; long burning
. Long burn time: [30..70] hours in all.
. Evening after evening, with wax to spare.
w glass shade > with a glass shade; with a glass lamp shade
! shade shades lampshade diffuser
. The glass shade is blown [thick|by mouth] and lets the light spread.
. Unscrews for dusting and comes with a spare ring.
w foot switch > with a foot switch; with a switch on the floor
! reading
. A foot switch saves bending in the dark.
. On and off with a toe.
w tapered legs > with tapered legs; with slim tapered legs
! legs base
. Tapered legs lift it off the floor and let light under.
. Sweeping beneath takes no moving.
w padded seat > with a padded seat; padded
. The padded seat is [dense|springy] and keeps its shape.
. Comfortable through [long dinners|a whole film].
w adjustable levelers > with levelers for uneven floors; for my uneven floor
! casters
. Adjustable levelers settle it on [old boards|tile].
. No folded cardboard needed.
w cord cutout > with a hole for cables; with a place to run the cords
. A cord cutout in the back gathers every cable.
. Plug in, push back, see nothing.
a lightweight > light; that {is} easy to move
! iron concrete stone marble steel
. Lightweight enough to move with one hand.
. Rearranging the room takes a minute.
a non toxic > with no harsh chemicals; without harsh chemicals
. Non toxic [wax and scent|materials], checked by an outside lab.
. Nothing in it that you would not want in the air at home.
w touch switch > with a touch switch; with a touch control
! foot
. A touch switch with [three|four] levels.
. A tap on the base is enough, even half asleep.
f living room > for my living room; for the living room
. Sized for a living room that people [live|sit] in.
. Pulls a living room together without [shouting|matching everything].
f bedroom > for my bedroom; for the bedroom
. Calm enough for a bedroom and [easy to reach at night|quiet to use].
. The last thing you see before the light goes out.
f dining room > for my dining room; for the dining room
. Suits a dining room that doubles as [a desk|a playroom].
. Makes weekday dinners feel [planned|less rushed].
f home office > for my home office; for working from home
. Fits a home office, or the corner that pretends to be one.
. Makes the work day look [tidier|shorter] than it is.
f small spaces > for a small apartment; for my tiny place
. Meant for small spaces and [narrow stairs|studio flats].
. Small outside, generous inside.
f entryway > for my entryway; for the front hall
. Tames an entryway full of [keys|boots|bags].
. The first thing guests see, and the last thing you check.
f guest room > for the guest room; for when guests stay over
. Makes a guest room feel [expected|finished].
. Visitors sleep well and come back, fair warning.
f kids room > for my kid's room; for a child's room
. Tough enough for a kids room and [easy on shins|kind to fingers].
. Grows with them for [a few years|longer than the toys].
f outdoor patio > for my patio; for the porch
. Ready for an outdoor patio, [balcony|porch] or pool.
. Long evenings start with a place to [sit|put a glass].
f kitchen > for my kitchen; for the kitchen
. Earns its space in a kitchen that [works hard|never sits still].
. Stands up to [steam|flour] and hurried mornings.
f bathroom > for my bathroom; for the bathroom
. Made for a bathroom with steam and [little light|no window].
. Shrugs off damp and cleans in a minute.
f gift giving > as a gift; for a housewarming gift
. A safe choice for gift giving: it comes [boxed|wrapped in paper] with room for a note.
. New homes need [one|two] of these.
"""
