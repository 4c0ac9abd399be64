"""Attributes of beauty and personal care goods (format: tables.py)."""

from __future__ import annotations

ATTRIBUTES = """
a cruelty free > not tested on animals; that {is} not tested on animals
! beeswax
. Certified cruelty free, from [raw material|first sample] to finished box.
. Tested on willing people in our own [office|workshop], never on animals.
a paraben free > without parabens; with no parabens
. A paraben free recipe with a short, readable label.
. Preserved with [plant acids|vitamin E] instead of parabens.
a sulfate free > without sulfates; with no sulfates
. Sulfate free, so it cleans without [stripping|squeaking].
. Foams gently from coconut-based cleansers.
a fragrance free > unscented; with no added perfume
! scent notes
. Fragrance free for noses and skin that [object to perfume|react easily].
. Nothing is added for smell; what little there is fades within a minute.
a alcohol free > without alcohol; with no alcohol in it
. The alcohol free base does not [sting|dry skin out].
. No burning, no tightness, even on [freshly shaved|cracked] skin.
a oil free > without oil; that {is} not oily
! oil butter balm
. Oil free and [light|matte], with no film left behind.
. Leaves no shine by noon, even in [summer|a warm office].
a plant based > made from plants; vegan
! silk honey beeswax keratin beef
. Plant based from [root to petal|start to finish].
. Every active part comes from [seeds and leaves|roots and flowers].
a non toxic > with no harsh chemicals; without harsh chemicals
. A non toxic formula, checked batch by batch.
. Safe to keep in a house with [children|pets] and easy to rinse from the sink.
a dermatologist tested > tested by dermatologists; that {is} tested by dermatologists
. Dermatologist tested on [60|90|120] people with different skin.
. Checked in a clinic for [six|eight] weeks before sale.
a fast absorbing > that {is} absorbed quickly; non greasy
. Fast absorbing, so you can [dress|type|sleep] right after.
. Sinks in within [half a minute|seconds] and leaves hands dry.
a long lasting > that {is} going to last all day; with all day wear
. Long lasting through [a shift and dinner|heat and handshakes].
. One application in the morning [still shows|holds] in the evening.
a hard wearing > sturdy; that {is} going to last for years
. Hard wearing enough to [hand on|outlast a few fashions].
. Still going [strong|straight] after years of daily handling.
a travel size > that {is} small enough for a carry on; for my travel bag
. Travel size, and within the limit for [hand luggage|a carry-on].
. Small enough for a [coat pocket|gym bag].
a water resistant > waterproof; that {is} okay with water
. Water resistant through [steam|sweat|a swim].
. Stays where it is through [rain|tears|a pool lesson].
a easy to use > simple to use; that {is} simple to use
. Easy to use, with no [mirror tricks|manual] required.
. The first try looks [right|tidy]; the second takes half the time.
a easy to apply > that {is} simple to put on; that {is} easy to put on
. Easy to apply with [fingers|a brush], and forgiving of mistakes.
. Spreads evenly and gives you a minute to [blend|correct].
a easy to clean > that {is} simple to clean; easy to wash
. Easy to clean with [warm water and soap|a quick rinse].
. Nothing to take apart: rinse, shake and let it dry.
a double sided > two sided; with two sides
. Double sided: [soft on one face, firmer on the other|one face for day, one for night].
. Turn it over when you want [more|less].
a eco friendly > that {is} better for the environment; green
. Eco friendly down to the [paper wrap|plain carton].
. Packed without plastic and made to be [refilled|composted].
a bpa free > without bpa; made without bpa
. BPA free plastic that does not [cloud|smell].
. Safe for [creams and oils|food as well], should plans change.
w natural ingredients > with natural ingredients; made from natural ingredients
! retinol
. Natural ingredients make up [93..99] percent of the formula.
. You could read the label aloud without stumbling.
w hyaluronic acid > with hyaluronic acid
. Hyaluronic acid in [two|three] weights draws water into the skin.
. Plumps fine dryness within [days|an hour].
w vitamin c > with vitamin c; with vitamin c in it
. Stable vitamin C evens the tone over [four|six] weeks.
. Brightens a tired look without [prickling|peeling].
w tea tree oil > with tea tree oil; with tea tree in it
. Tea tree oil [calms spots|clears pores] and smells faintly of camphor.
. A clean, sharp herb that keeps [blemishes|itching] down.
w shea butter > with shea butter; made with shea butter
. Shea butter, pressed in [small presses|cooperatives], softens rough places.
. Rich enough for [elbows and knees|winter] and never sticky.
w coconut oil > with coconut oil; made with coconut oil
. Cold pressed coconut oil adds slip and [shine|softness].
. Smells of [very little|a beach, faintly].
w argan oil > with argan oil
. Argan oil seals ends and tames [frizz|flyaways].
. A few drops' worth in every use, enough to [shine|smooth].
w aloe vera > with aloe vera; with aloe in it
. Aloe vera [cools|soothes] from the first touch.
. Kind to skin after [sun|shaving|wind].
w green tea > with green tea; with green tea extract
. Green tea extract [soothes redness|guards against dull days].
. Steeped, cooled and filtered before it goes into the [batch|vat].
w salicylic acid > with salicylic acid; with salicylic acid in it
. Salicylic acid at [1|2] percent keeps pores clear.
. Loosens flakes so they [rinse|lift] away.
w charcoal powder > with charcoal; with charcoal in it
. Fine charcoal powder lifts [stains|oil] and rinses clear.
. Black in the tube, clean in the sink.
w vitamin e > with vitamin e
! vitamin
. Vitamin E protects against [wind|dry heating].
. A steady, old-fashioned helper for [chapped|thirsty] skin.
w soft bristles > with soft bristles; soft bristled
. Soft bristles with rounded tips [clean without scratching|pick up just enough].
. Gentle on [gums|cheeks|lids], firm enough to do the work.
w storage case > with a storage case; with its own case
. A storage case with a [snap|magnetic] lid comes along.
. The case keeps [lint and dust|hair and crumbs] away.
w stainless steel blades > with stainless steel blades; with steel blades
. Stainless steel blades, ground and [honed by hand|checked under a lens].
. Cuts cleanly and does not [rust|pull].
w non slip handle > with a non slip handle; with a handle that won't slip
. A non slip handle keeps control with [wet|soapy] hands.
. Balanced so the weight rests in the palm.
w magnifying side > with a magnifying side; with magnification
. The magnifying side enlarges [five|seven|ten] times.
. Turn it round and every [lash|stray hair] is visible.
w led lights > with lights; lighted
. LED lights with [two|three] levels flatter nobody, which is the point.
. Even light from both sides, without [glare|shadows].
w leakproof lid > with a lid that won't leak; leakproof
. A leakproof lid with a [silicone|double] ring holds in a suitcase.
. Upside down for a day and [not a drop|still dry] in our tests.
w spf protection > with spf; with sun protection
. Broad SPF protection of [30|40|50] for [face and neck|daily use].
. Guards without a [white cast|chalky look].
w hanging hook > with a hook to hang up; with a hook
. A hanging hook fits [towel rails|door tops] and folds flat.
. Hang it at eye level and keep the basin free.
w fine mist sprayer > with a fine spray; with a mist sprayer
. The fine mist sprayer covers evenly and does not [drip|spit].
. A light press gives a [cloud|veil], not a jet.
a fluoride free > without fluoride; with no fluoride
. Fluoride free, relying on [mineral powder|xylitol].
. For those who would rather [choose|skip] their minerals.
f dry skin > for dry skin; for skin that gets flaky
. Made for dry skin that drinks up [everything|creams].
. Takes the tightness away after [washing|flying].
f oily skin > for oily skin; for my oily skin
. Balanced for oily skin and [large pores|midday shine].
. Takes down shine without [chalk|tightness].
f sensitive skin > for sensitive skin; for skin that gets irritated easily
. Kept simple for sensitive skin that [objects to extras|reacts to everything].
. Gentle enough for [eyelids|children|a bad week].
f dry hair > for dry hair; for my dry hair
. Rescues dry hair after [sun and salt|bleach|hot tools].
. Brings back [softness|bounce] to straw-like lengths.
f damaged hair > for damaged hair; for hair that got fried by bleach
. Repairs damaged hair where it breaks [first|most].
. Fills the gaps that [heat|color] leaves behind.
f fine hair > for fine hair; for thin hair
. Light enough for fine hair that goes flat [by noon|under a hat].
. Adds body without [weight|crunch].
f curly hair > for curly hair; for my curls
. Keeps curly hair [defined|together] on humid days.
. Curls stay [springy|soft] until the next wash.
f hair growth > for hair growth; to help my hair grow
. Massaged in daily, it supports hair growth at [the temples|the crown].
. Wakes up a tired scalp; give it [eight|ten|twelve] weeks.
f dark circles > for dark circles; for the bags under my eyes
. Softens dark circles after [short nights|long screens].
. Cools and lightens the look below the eyes.
f fine lines > for fine lines; for my wrinkles
. Smooths fine lines around [eyes|mouth] with steady use.
. Skin looks rested, even when you [are not|slept badly].
f sensitive teeth > for sensitive teeth; for teeth that hurt with cold drinks
. Made for sensitive teeth that dread [ice|sorbet].
. Builds a quiet shield within [two|three] weeks.
f fresh breath > for fresh breath; for bad breath
. Fresh breath from [coffee to bedtime|morning to lunch].
. Deals with [garlic|onions] at the source instead of covering it.
f teeth whitening > for teeth whitening; for whiter teeth
. Gentle teeth whitening that lifts [tea|coffee|wine] stains.
. Lighter by a shade in [two|three] weeks, without [grit|bleach].
f daily use > for every day; for everyday use
. Made for daily use, [morning and night|in every season].
. Belongs next to the [sink|toothbrush] and gets used up.
f kids > for my kids; for children
! retinol
. Sized for kids and [tested by picky ones|approved by aunts].
. Makes the evening routine [shorter|quieter].
f beginners > for a beginner; for someone just starting out
. Made with beginners in mind: [hard to overdo|easy to undo].
. Comes with a card that shows [three|four] simple steps.
f men and women > for both of us to use; for men and women
. Suits men and women alike, with a neutral [look|air].
. One on the shelf serves the [household|couple].
"""
