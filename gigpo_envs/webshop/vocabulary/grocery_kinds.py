"""Kinds of food and drink (format: tables.py)."""

from __future__ import annotations

WORDING = """
share 117
front no
ask made with {of}; made from {of}; with {of}
tags family favorite; pantry staple; sharing size; gift ready; party favorite; chef approved; clean label
tags traditional recipe; farm to table; picnic favorite; made fresh weekly; great value; bulk buy
tags tasting pack
tags holiday treat; afternoon treat; kitchen essential; old family recipe; value pack; weekend treat
of Made with {of}, [nothing else to hide behind|chosen by taste].
of It starts with {of} and ends before anything odd gets in.
of Most of the work is done by good {of}.
sig This one is made with {sig}.
sig You taste {sig} first, then everything else.
sig The secret, if there is one, is {sig}.
end Keep it cool and dry, and [close it well|finish it soon] once opened.
end Best within [two|four|six] weeks of opening.
end Pack sizes are shown by net weight.
end Made in a kitchen that also handles [sesame|wheat|milk], see the label.
end If a pack arrives damaged, we send [another|a new one].
"""

KINDS = """
= snack crackers | Grocery > Snacks > Crackers
item box of crackers; pack of crispbread; box of snack crackers; box of thin crackers; bag of cracker chips
cost 14 50
of spelt flour; brown rice; rye meal; chickpea flour; oat bran
sig toasted, smoked, cracked, roasted, black, golden * sesame, flax, poppy seed, quinoa
sig aged, baked, herbed, sharp, smoky, creamy * cheddar, parmesan, gouda
has gluten free; non gmo; low sugar; low sodium; high protein; plant based; certified organic; extra crunchy
has sea salt/no added salt; whole grains; simple ingredients; dietary fiber
has school lunches/parties/office snacks
has resealable bag; nut free; dairy free
opt 25 flavor_name savory 2-5; size food 2-3
lead Thin, crisp and [loud|salty at the edge], with or without cheese.
lead {This} holds a [dip|slice] without breaking.
lead Baked until the corners [color|curl], then left alone.
fact About [9..16] pieces make a serving.

= popcorn | Grocery > Snacks > Popcorn
item bag of popcorn; tin of popcorn; box of popcorn; bag of kettle corn
cost 15 45
of white corn; blue corn; mushroom corn; heirloom kernels
sig browned, maple, smoked, whipped, salted, cultured * butter, caramel
sig white, sharp, smoky, aged, vegan, jalapeno * cheddar, seasoning
has gluten free; non gmo; dairy free; low sodium; whole grains; certified organic; extra crunchy
has plant based
has sea salt/no added salt; simple ingredients; dietary fiber; parties/school lunches/office snacks
has resealable bag
has nut free; no artificial colors; gift giving
opt 26 flavor_name savory 2-4; size food 2-3
lead For films, [games|rainy Sundays] and no plates.
lead {This} pops large and [leaves few at the bottom|stays tender].
lead Light enough to finish, [sad as that is|alone].
fact Makes about [8..20] cups.

= granola and nutrition bars | Grocery > Snacks > Bars
item box of granola bars; box of protein bars; box of fruit bars; box of nut bars; box of oat bars
cost 19 45
of rolled oats; pea protein; dates and nuts; puffed quinoa
sig roasted, smoked, candied, salted, crushed, sprouted * almonds, pecans, pumpkin seeds, hazelnuts
sig wild, tart, dried, sour, sun dried, mountain * cherries, blueberries, cranberries
has gluten free; high protein; low sugar; plant based; non gmo; dairy free; soy free; certified organic
has dark chocolate/real fruit; individually wrapped; dietary fiber; naturally sweetened; simple ingredients
has hiking trips/school lunches/office snacks/breakfast; low carb; whole grains; nut free
opt 29 flavor_name sweet 2-6; size count 2-3
lead A bar that tastes of [its parts|breakfast] instead of a gym.
lead {This} goes in the bag and [comes out in one piece|is gone by ten].
lead Chewy in the middle, [toasted outside|never sticky].
fact Each bar weighs [1.2|1.4|1.8|2.1] ounces.

= cookies | Grocery > Snacks > Cookies
item box of cookies; tin of shortbread; box of biscotti; bag of oat cookies; box of sandwich cookies
cost 16 45
of almond flour; cultured butter; spelt flour; rolled oats
sig brown, salted, vanilla, malted, burnt, maple * butter, sugar, caramel
sig candied, crystallized, dried, grated, sour, sweet * ginger, orange, lemon
has gluten free; dairy free; low sugar; nut free; non gmo; plant based; individually wrapped; small batch
has dark chocolate/real fruit; simple ingredients; no artificial colors; gift giving/school lunches/parties
has extra crunchy; soy free; natural flavors; certified organic
opt 26 flavor_name sweet 2-5; size food 2-3
lead Crisp at the rim, [soft|sandy] in the middle.
lead {This} tastes homemade by someone who [measures|has practice].
lead For tea, [milk|ice cream] and visitors who stay.
fact Baked for [11..19] minutes at a low heat.

= candy and chocolate | Grocery > Sweets > Chocolate
item box of truffles; chocolate bar; box of chocolates; bag of chocolate bites; chocolate gift box
cost 18 50
of single origin cocoa; cane sugar; cultured cream; island cocoa
sig candied, sour, wild, sun ripened, dried, pressed * cherry, orange, raspberry, yuzu
sig smoked, pink, flaky, roasted, toasted, black * salt, sesame, hazelnut
has gluten free; dairy free; nut free; non gmo; plant based; individually wrapped; low sugar; small batch
has dark chocolate; real fruit; no artificial colors; natural flavors; gift giving/parties/office snacks
has soy free
has certified organic; naturally sweetened; simple ingredients
opt 29 flavor_name fruit 2-6; size count 2-3
lead One piece after [lunch|the washing up] is plenty; two is common.
lead {This} melts slowly and [does not cling|ends clean].
lead Made by [three sisters|a retired chemist] with more patience than machines.
fact Contains [12..40] pieces.

= dried fruits | Grocery > Snacks > Dried Fruit
item bag of dried mango; bag of dried cherries; bag of raisins; box of dates; bag of apple rings; bag of
  fruit crisps
cost 15 42
of orchard fruit; ripe fruit; sun dried fruit; tree ripened fruit
sig hand cut, thick, sun dried, late harvest, vine ripened, crisp * slices, pieces
sig lime, ginger, cinnamon, chili, cardamom, hibiscus * dust, sugar, zest
has gluten free; non gmo; certified organic; fat free; low sodium; plant based; nut free
has naturally sweetened; real fruit; dietary fiber; resealable bag; simple ingredients; no artificial colors
has school lunches/hiking trips/baking/office snacks; soy free; locally sourced
opt 25 size food 2-4
lead Fruit with the water taken out and [nothing put in|the sun left in].
lead {This} is chewy, bright and [gone before the film|good in porridge].
lead Picked late, dried slowly, [packed the same week|sorted by eye].
fact It takes [4..11] pounds of fresh fruit to make one pound.

= trail mixes | Grocery > Snacks > Trail Mix
item bag of trail mix; bag of mixed nuts; bag of party mix; bag of snack mix; jar of nut mix
cost 18 45
of raw almonds; roasted cashews; pumpkin seeds; corn kernels and peas
sig smoked, honey, chili, maple, tamari, rosemary * a glaze, seasoning
sig wild, tart, candied, dried, sour, sweet * blueberries, cherries, cranberries
has gluten free; non gmo; high protein; low sodium; plant based; certified organic; slow roasted; low carb
has sea salt/no added salt; healthy fats; resealable bag; dark chocolate; individually wrapped; dairy free
has hiking trips/parties/office snacks/camping; extra crunchy; simple ingredients
opt 26 flavor_name savory 2-4; size food 2-4
lead A handful for [the pass|the meeting], another for the way down.
lead {This} has no filler, so [nobody picks|the bowl empties evenly].
lead Salty, sweet and [crunchy to the last|fair to everyone].
fact A serving is [1.5|2] ounces, which is optimistic.

= meat snacks | Grocery > Snacks > Jerky
item bag of jerky; pack of meat sticks; bag of jerky bites; pack of biltong
cost 21 42
of lean beef; pasture beef; free range turkey; venison
sig cracked, smoked, szechuan, green, fermented, pink * pepper, chili
sig apple, hickory, maple, cherry, oak, alder * wood smoke, a glaze
has gluten free; high protein; low carb; low sugar; grass fed; soy free; individually wrapped; shelf stable
has resealable bag; natural flavors; hiking trips/camping/office snacks; small batch; simple ingredients
has dairy free
has slow roasted; low sodium
opt 27 flavor_name meat 2-4; size food 2-3
lead Dried until it [bends, then tears|chews like it should].
lead {This} tastes of meat and smoke, [in that order|not of candy].
lead For [saddlebags|long drives|deer stands] and people who skip lunch.
fact Dried for [8..20] hours.

= canned seafood | Grocery > Pantry > Seafood
item can of tuna; tin of sardines; can of salmon; tin of mackerel; tin of smoked mussels
cost 22 48
of cold water fish; small boat catch; north sea catch; hand packed fillets
sig lemon, chili, garlic, herb, bay leaf, smoky * olive oil, sunflower oil
sig tomato, mustard, caper, fennel, saffron, paprika * sauce, broth
has wild caught; gluten free; high protein; low carb; shelf stable; ready to eat; low sodium; dairy free
has no added salt/sea salt; healthy fats; simple ingredients; weeknight dinners/camping/office snacks
has small batch
has soy free; gift giving
opt 29 flavor_name meat 2-3; size food 2-4
lead On toast, with [lemon|a view], lunch is made.
lead {This} is packed by hand and [gets better for years|keeps its shape].
lead Firm, clean and [never dry|honest about the sea].
fact Each can holds [3.2|4|4.4|5] ounces.

= tea | Grocery > Beverages > Tea
item tin of loose tea; box of tea bags; tea sampler; box of herbal tea; tin of green tea
cost 16 48
of spring leaves; whole leaf buds; hand rolled leaves; garden herbs
sig orange, rose, jasmine, cornflower, marigold, linden * petals, blossoms
sig dried, candied, wild, crushed, roasted, fresh * ginger, cardamom, lemongrass
has caffeine free; certified organic; non gmo; individually wrapped; plant based; small batch
has naturally sweetened
has natural flavors; simple ingredients; gift giving/cold days/breakfast/office snacks; resealable bag
has gluten free
has no artificial colors; locally sourced; stone ground
opt 33 flavor_name tea 2-7; size count 2-3
lead For the second cup, when there is [time|quiet] to notice the first.
lead {This} brews clear and [does not turn bitter|forgives a forgotten timer].
lead Picked [before noon|by hand] and shipped within the season.
fact Steep for [2..6] minutes.

= coffee | Grocery > Beverages > Coffee
item bag of coffee beans; bag of ground coffee; box of coffee pods; jar of instant coffee; bag of espresso
  beans
cost 21 42
of high grown arabica; single estate beans; washed arabica; mountain beans
sig cocoa, hazelnut, cherry, caramel, plum, walnut * notes, a finish
sig syrupy, tea like, round, bright, velvety, silky * body, acidity
has certified organic; slow roasted; small batch; non gmo; low carb; plant based; individually wrapped
has gluten free
has resealable bag; natural flavors; caffeine free; simple ingredients
has breakfast/gift giving/camping/office snacks
has stone ground; shelf stable; dairy free
opt 33 style roast 2-4; size food 2-3
lead Roasted on [Tuesdays|demand], rested for three days, sent on Friday.
lead {This} suits [a press and a slow morning|drip, press or stove].
lead Strong without [burning|shouting], sweet without sugar.
fact Grown at [1100..2100] meters.

= pantry sauces | Grocery > Pantry > Sauces
item jar of pasta sauce; bottle of hot sauce; jar of salsa; bottle of barbecue sauce; jar of chili paste
cost 12 45
of vine tomatoes; fermented chilies; ripe tomatoes; roasted peppers
sig roasted, black, smoked, caramelized, fermented, young * garlic, onion, peppers
sig apple cider, sherry, rice, white wine, malt, red wine * vinegar, a reduction
has gluten free; low sugar; low sodium; non gmo; plant based; dairy free; soy free; certified organic
has small batch
has no added salt/sea salt; simple ingredients; no artificial colors
has weeknight dinners/parties/gift giving/camping
has shelf stable; slow roasted; natural flavors
opt 27 style heat 2-4; item_package_quantity pack 2-3
lead Turns [rice|leftovers|eggs] into something with a name.
lead {This} simmered for [hours|an afternoon] so that you need not.
lead Bright, thick and [honest about heat|good from the spoon].
fact The jar holds [8..24] ounces.

= spices and seasonings | Grocery > Pantry > Spices
item jar of seasoning; spice gift set; bag of spice rub; tin of curry powder; jar of spice blend
cost 13 50
of whole spices; hand picked spices; mountain herbs; sun dried herbs
sig toasted, cracked, wild, charred, smoked, bitter * cumin, fennel, coriander
sig lemon, orange, lime, yuzu, tangerine, grapefruit * peel, zest
has gluten free; non gmo; certified organic; low sodium; plant based; stone ground; small batch; nut free
has no added salt; natural flavors; no artificial colors; gift giving/weeknight dinners/baking/camping
has soy free
has simple ingredients; resealable bag; locally sourced
opt 25 style heat 2-3; size food 2-4
lead A pinch changes [soup|Tuesday]; a spoon changes the week.
lead {This} is ground when ordered and [smells like it|sealed at once].
lead For grills, [stews|roast roots] and people who cook by nose.
fact Harvested in [March|May|August|October].

= pasta and noodles | Grocery > Pantry > Pasta
item box of pasta; pack of noodles; box of macaroni; box of penne; pack of soup noodles
cost 13 45
of durum wheat; chickpea flour; buckwheat; red lentils; brown rice
sig bronze cut, hand cut, rough cut, air dried, wide, curly * ribbons, edges, shapes
sig spinach, beet, squid ink, pumpkin, carrot, basil * dough, powder
has gluten free; non gmo; high protein; low carb; plant based; certified organic; low sodium; stone ground
has dietary fiber; simple ingredients; no artificial colors
has weeknight dinners/camping/school lunches/cold days
has shelf stable; dairy free; whole grains; nut free
opt 26 size food 2-4; style noodle 2-3
lead Rough enough to [hold sauce|drink soup], firm enough to twirl.
lead {This} cooks in one pot and [does not go soft|waits for late guests].
lead Dried for [a day and a half|two days] in moving air.
fact Cooks in [4..13] minutes.

= breakfast cereals | Grocery > Breakfast > Cereal
item bag of granola; box of muesli; box of cereal; bag of cereal clusters; tub of porridge
cost 14 42
of jumbo oats; puffed spelt; buckwheat groats; toasted barley
sig toasted, flaked, caramelized, chopped, roasted, sliced * almonds, coconut, pecans
sig dried, freeze dried, wild, tart, juicy, tiny * blueberries, strawberries, apricots
has gluten free; low sugar; high protein; non gmo; certified organic; dairy free; plant based; nut free
has whole grains; dietary fiber; real fruit; naturally sweetened; resealable bag
has breakfast/camping/school lunches
has simple ingredients; extra crunchy; low sodium
opt 27 flavor_name sweet 2-5; size food 2-3
lead Breakfast that [stays crisp in milk|lasts until lunch].
lead {This} comes in clusters, [not dust|with corners].
lead Good with yogurt, better with [pears|cold milk], best late.
fact A bowl has [160..290] calories.

= nut butters and spreads | Grocery > Pantry > Spreads
item jar of peanut butter; jar of almond butter; jar of cashew butter; jar of nut spread
cost 13 42
of roasted nuts; slow milled nuts; skin on nuts; fresh nuts
sig coarse, smooth, whipped, crunchy, silky, thick * a texture, a finish
sig vanilla, cinnamon, cardamom, sea salt, espresso, maple * a swirl, flavor
has gluten free; non gmo; low sugar; dairy free; high protein; plant based; certified organic
has slow roasted; soy free
has simple ingredients; no added salt/sea salt; healthy fats; naturally sweetened
has breakfast/baking/school lunches
has stone ground; small batch; gift giving; low sodium
opt 26 flavor_name sweet 2-4; item_package_quantity pack 2-3
lead Spread it thick; the toast is only [a handle|an excuse].
lead {This} separates a little, as it should, and [stirs smooth|never sets hard].
lead For bread, [apples|porridge] and spoons at midnight.
fact Made from [90..100] percent of what the label says.

= sparkling drinks | Grocery > Beverages > Soft Drinks
item pack of sparkling water; pack of ginger beer; pack of fruit soda; pack of tonic water; cocktail mixer
cost 20 45
of spring water; pressed fruit; carbonated water; botanical extracts
sig blood, bitter, wild, pink, candied, green * orange, grapefruit, lime, rhubarb
sig bruised, garden, fresh, muddled, smoked, crushed * mint, basil, rosemary
has low sugar; caffeine free; gluten free; non gmo; plant based; low carb; low sodium; certified organic
has fat free
has real fruit; natural flavors; no artificial colors; parties/office snacks/weeknight dinners/gift giving
has naturally sweetened; small batch; dairy free
opt 31 flavor_name fruit 2-6; size count 2-3
lead Cold, sharp and [grown up|not sweet], with or without ice.
lead {This} has small bubbles that [last|do not bite].
lead For drivers, [hosts|heat waves] and the day after.
fact Each serving has [5..60] calories.

= plant milks and creamers | Grocery > Beverages > Milk Alternatives
item carton of plant milk; carton of barista milk; bottle of plant creamer; carton of breakfast drink
cost 18 40
of whole oats; sprouted almonds; coconut cream; yellow soybeans
sig vanilla, malt, maple, cinnamon, hazelnut, cardamom * flavor, a note
sig barista, velvety, silky, fine, light, thick * foam, a texture
has dairy free; gluten free; plant based; low sugar; non gmo; nut free; shelf stable; certified organic
has high protein
has simple ingredients; live cultures; naturally sweetened; no artificial colors
has breakfast/baking/school lunches
has soy free; healthy fats; low sodium; low carb
opt 27 flavor_name sweet 2-4; item_package_quantity pack 2-3
lead Pours smooth, [foams well|never splits] and tastes of grain rather than chalk.
lead {This} belongs in coffee, [porridge|sauces] and tall glasses.
lead Short label, [clean finish|no gums], a carton that closes.
fact Shake well; opened, it keeps [5..10] days in the fridge.
"""
