"""Attributes of food and drink (format: tables.py)."""

from __future__ import annotations

ATTRIBUTES = """
a gluten free > without gluten; that {is} safe for celiacs
! spelt rye durum wheat barley malt malted muesli macaroni penne gingerbread cookies shortbread biscotti pie
! bread
. Gluten free and tested to below [10|20] parts per million.
. Packed on a line that has never seen wheat.
a non gmo > without gmos; with no gmo ingredients
. Non GMO from [seed|field] to packet.
. Grown from ordinary seed, with papers to show for it.
a dairy free > without dairy; with no milk in it
! cheddar parmesan gouda butter cream creamy milk cultured caramel caramels brûlée
. Dairy free, with no milk powder hidden in the small print.
. Nobody misses the milk, least of all [the cows|your stomach].
a nut free > without nuts; for someone with a nut allergy
! almond almonds pecan pecans hazelnut hazelnuts cashew cashews walnut nut nuts peanut coconut
. Nut free kitchen, nut free recipe, nut free packing room.
. Welcome in classrooms where peanuts are not.
a soy free > without soy; with no soy
! soy tamari soybeans teriyaki
. Soy free, down to the [oil|lecithin].
. No soy sauce, no soy flour, no soy at all.
a low sugar > without much sugar; that {is} not too sweet
! sugar candied caramel caramelized
. Low sugar: [2|3|4] grams a serving, and you taste the rest.
. Sweet enough to enjoy, not enough to regret.
a low sodium > without much salt; that {is} not too salty
! salt salted
. Low sodium, seasoned with [herbs|acid] rather than salt.
. Salt it yourself, if you must.
a low carb > keto friendly; for my low carb diet
! rice wheat candied sugar
. Low carb at [3..8] grams net a serving.
. Fits a careful plan without tasting of one.
a high protein > with lots of protein; protein rich
. High protein: [9..21] grams in each serving.
. Keeps hunger away until [lunch|the summit].
a plant based > vegan; made from plants
! cheddar parmesan gouda butter cream creamy squid beef turkey venison honey milk cultured egg
. Plant based and proud of it, [from seed to spoon|from field to fork].
. Made without animals, not for lack of flavor.
a fat free > without fat; with no fat
! butter cream caramel chocolate
. Fat free, so the flavor has to do the work, and does.
. Light on the tongue and on the day.
a ready to eat > that {is} ready to eat; for when i don't feel like cooking
. Ready to eat, [hot or cold|straight from the pack].
. Open, eat, done.
a individually wrapped > with each piece wrapped; that {is} wrapped one by one
. Individually wrapped for [lunch boxes|desk drawers|glove compartments].
. One at a time, and the rest stays fresh.
a shelf stable > that keep{s} in the pantry; with a long shelf life
. Shelf stable for [9|12|18] months, no fridge needed.
. Keeps in a [cupboard|cabin|boat] until you want it.
a certified organic > organic; that {is} really organic
. Certified organic by an inspector who [counts weeds|comes unannounced].
. Grown without sprays by [eleven|twenty] farms.
a caffeine free > decaffeinated; without caffeine
! green black bergamot oolong chai coffee espresso
. Caffeine free, for evenings that end with sleep.
. Drink it at ten and dream by eleven.
a slow roasted > that {is} roasted slowly; with a slow roast
. Slow roasted in [small drums|stone ovens] until it smells right.
. Takes twice as long and tastes like it.
a wild caught > that {is} not farmed; that {is} caught in the wild
! farm
. Wild caught by [line|small boats] in cold water.
. Never farmed, and in season only.
a grass fed > from grass fed animals; pasture raised
! turkey venison
. Grass fed on [hill|coastal] pasture all year.
. Animals that walk make food that tastes.
a freeze dried > that {is} freeze dried; crunchy freeze dried
! sun chewy
. Freeze dried so the crunch is air, not [oil|sugar].
. Weighs nothing, tastes of the ripe thing.
a stone ground > that {is} ground on stone
. Stone ground in [slow mills|small lots], germ and all.
. Coarse enough to chew, fine enough to bind.
a small batch > made in small batches; in small batches
. Small batch, with the [cook's|roaster's] initials on the lid.
. When it is gone, it is gone until next week.
a naturally sweetened > without added sugar; that {is} sweetened with fruit
! sugar candied caramel
. Naturally sweetened with [dates|apple juice|honey].
. No white sugar and no strange aftertaste.
a locally sourced > from small farms; from local farms
. Locally sourced within [40|60|90] miles of the kitchen.
. We know the growers by first name.
a extra crunchy > really crunchy; with a good crunch
. Extra crunchy, to the alarm of [librarians|people on the phone].
. So crisp that it answers back.
w natural flavors > with natural flavors; with nothing artificial
. Natural flavors only, from things you can point at.
. Tastes of the [fruit|herb] on the label.
w simple ingredients > with simple ingredients; made with just a few ingredients
. Simple ingredients: [three|four|five|six], all of them food.
. A label short enough to read aloud.
w no artificial colors > with no artificial colors; without food coloring
. No artificial colors; the [beet|turmeric|spinach] does it.
. Pale where nature is pale.
w no added salt > with no added salt; unsalted
! salt salted
. No added salt, only what was there.
. Clean taste, room for your own seasoning.
w real fruit > with real fruit; made with real fruit
. Real fruit, [pressed|dried|chopped] within a day of picking.
. Bits you can recognize.
w sea salt > with sea salt; sea salted
. Sea salt in flakes that [crackle|melt slowly].
. Just enough salt to make you reach again.
w dietary fiber > with fiber; with lots of fiber
. Dietary fiber: [4..9] grams a serving.
. Good for the gut, and you would not know it.
w whole grains > with whole grains; whole grain
. Whole grains, [rolled|cracked|popped] rather than stripped.
. Nutty, filling and slow to let go.
w resealable bag > in a resealable bag; that {is} in a bag i can reseal
! jar tin can box tub bottle
. A resealable bag with a zip that works.
. Close it and it keeps its snap for [two|three] weeks.
w dark chocolate > with dark chocolate; dark chocolate
! white
. Dark chocolate at [60|70|72] percent, tempered to snap.
. Bitter first, then round, then gone.
w healthy fats > with healthy fats; with good fats
. Healthy fats from [seeds|olives|nuts] carry the flavor.
. Keeps you going longer than sugar would.
w live cultures > with probiotics; with live cultures
. Live cultures, kept cool and counted.
. A small help for the gut in every spoon.
f gift giving > as a gift; for a gift
. Good for gift giving: boxed, tied and [not too sweet|easy to post].
. A present nobody has to dust.
f school lunches > for school lunches; for my kid's lunch box
. Made for school lunches: [no mess|no crumbs], no trading.
. Comes home eaten.
f hiking trips > for hiking; for the trail
. Packed for hiking trips: flat, light and [hard to crush|slow to melt].
. Tastes best above the tree line.
f baking > for baking; for baking at home
. Right for baking, [weighed|sifted] and even.
. Behaves in the oven and [keeps its color|browns well].
f parties > for a party; for parties
. Goes fast at parties; set out half and hide the rest.
. A bowl of it keeps [uncles|toddlers] busy.
f breakfast > for breakfast; for the mornings
. A breakfast that takes [two|three] minutes.
. Gets people out of bed, and that is saying something.
f camping > for camping; for the campfire
. Camping food that [needs no dishes|boils in a mug].
. Better with smoke and a view.
f office snacks > for snacking at work; for the office
. Office snacks that do not [crumble into keys|smell].
. Three in the afternoon, solved.
f cold days > for winter; for cold evenings
. Made for cold days and [steamed-up windows|wet coats].
. Warms from the middle outward.
f weeknight dinners > for quick dinners; for busy weeknights
. Weeknight dinners in [ten|fifteen] minutes, start to plate.
. Dinner without the debate.
"""
