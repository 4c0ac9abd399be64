"""Kinds of electronics (format: tables.py)."""

from __future__ import annotations

WORDING = """
share 229
front yes
ask made of {of}; made from {of}; with a body of {of}
tags two year warranty; new model; tech gift; wide compatibility; compact design; studio grade; gift for dad
tags quick start guide included; works out of the box; upgraded version; reliable performance; pro series
tags improved design; next generation; tested in use; engineer approved; three year warranty
of The body is {of}, [tough|light] and [easy to wipe|pleasant to hold].
of Made with {of} where cheaper ones use [thin plastic|paint].
of Thanks to {of} it feels [solid|finished] in the hand.
sig It has {sig}, [rare at this price|a detail you notice in use].
sig This version adds {sig}.
sig Look closer and you will find {sig}.
end In the box: [the unit, a cable and a short guide|everything needed to start].
end Covered for [one year|two years|three years] against faults.
end Questions are answered by people, usually within [a day|hours].
end Please check the dimensions before ordering.
end Firmware, where there is any, updates [quietly|only when you ask].
"""

KINDS = """
= hdmi cables | Electronics > Accessories > Video Cables
item hdmi cable; right angle hdmi cable; flat hdmi cable; hdmi extension cable
cost 13 45
of oxygen free copper; tinned copper; woven nylon; zinc alloy
sig ferrite, foil, double, copper, triple, mesh * shielding, cores, screens
sig right angle, slim, locking, swivel, molded, stepped * plugs, heads, collars
has high speed; gold plated connectors; braided cable; aluminum housing; ultra hd picture; plug and play
has heavy duty
has home theater/gaming/home office; high resolution; easy to install
opt 26 size cable 3-6; color tech 2-3
lead {An} that [just works|carries the signal and stays out of the story].
lead {This} links player and screen without [sparkle|handshake trouble].
lead For the run behind the [cabinet|wall], where nobody wants to look twice.
fact Tested at [18|40|48] gigabits per second.

= chargers | Electronics > Accessories > Chargers
item wall charger; car charger; charging station; usb c charger
cost 23 45
of recycled plastic; fireproof plastic; soft silicone; anodized aluminum
sig folding, swivel, interchangeable, recessed, magnetic, rotating * prongs, a plug, tips
sig amber, soft, ring, hidden, dimmable, white * a charge light, a status light, glow
has fast charging; overcharge protection; usb port; portable; foldable; lightweight; plug and play
has energy saving
has travel/car use/home office; non slip feet; heavy duty; easy to install
opt 22 wattage watt 2-4; color tech 2-3
lead {An} that [replaces three|stays cool under load].
lead {This} shares its power sensibly between [phone and laptop|everything plugged in].
lead For bags that already hold [too many bricks|enough cables].
fact Efficiency is [88..95] percent at full load.

= power banks | Electronics > Accessories > Power Banks
item power bank; slim power bank; rugged power bank; solar power bank
cost 34 48
of rubber over aluminum; flame retardant plastic; brushed aluminum
sig digital, segmented, blinking, numbered, hidden, bright * a gauge, a readout
sig carabiner, woven, silicone, detachable, leather, paracord * a loop, a strap, a lanyard
has fast charging; overcharge protection; water resistant; shock proof; lightweight; usb port; portable
has dust proof
has travel/outdoor use/car use; color display; carrying case; long battery life
opt 22 style capacity 2-4; color tech 2-4
lead {An} for [festivals|long layovers|the second day off the grid].
lead {This} wakes a dead phone [two|four|five] times before it needs a wall.
lead Charges quickly, lends slowly and [tells the truth about what is left|never runs hot].
fact Weighs [6..19] ounces.

= headphones | Electronics > Audio > Headphones
item pair of over ear headphones; pair of studio headphones; pair of on ear headphones; pair of mixing headphones
cost 48 65
of vegan leather and steel; magnesium alloy; matte resin; recycled plastic
sig swivel, magnetic, oval, quilted, velour, ventilated * ear cups, ear pads, cushions
sig detachable, coiled, inline, flat, braided, balanced * a cord, a lead
has noise cancelling; wireless bluetooth; built in microphone; deep bass; stereo sound; long battery life
has foldable
has water resistant; carrying case; volume control; lightweight; gaming/travel/home office/video calls
has fast charging
opt 27 color tech 2-5
lead Headphones you [forget you are wearing|can lend without worry].
lead A wide, even sound for [long trains|late nights|open offices].
lead {This} sits lightly and [stays put on a walk|does not squeeze glasses].
fact Impedance is [16|24|32|64] ohms.

= bluetooth speakers | Electronics > Audio > Portable Speakers
item bluetooth speaker; party speaker; shower speaker; outdoor speaker
cost 45 60
of woven fabric; rubberized plastic; perforated steel; soft silicone
sig rope, leather, carabiner, folding, braided, hidden * a handle, a strap, a loop
sig passive, twin, upward, side, dual, front * radiators, drivers, tweeters
has water resistant; deep bass; stereo sound; wireless bluetooth; long battery life; built in microphone
has portable
has shock proof; dust proof; hands free; volume control; outdoor use/small rooms/travel; non slip feet
opt 29 color tech 2-6
lead {An} that fills [a kitchen|the yard] without shouting.
lead Rolls off the table, [lands in the sand|falls in the pool], plays on.
lead {This} is small in the hand and [larger in the ear|serious about voices].
fact Plays for [8..26] hours at half volume.

= soundbars | Electronics > Audio > Soundbars
item soundbar; compact soundbar; surround soundbar; tv speaker
cost 112 60
of brushed metal; woven fabric; matte composite; lacquered wood
sig center, dialog, night, movie, late evening, news * a mode, a voice channel
sig angled, upward, tapered, sealed, wide, dual * drivers, bass ports
has home theater/small rooms/gaming; deep bass; stereo sound; wireless bluetooth; remote control
has wall mountable
has plug and play; easy to install; usb port; volume control; energy saving; seniors
opt 17 color tech 2-3; style channel 2-3
lead {An} that makes [whispered plots|old films] easy to follow.
lead One cable to the screen, [one to the wall|none to trip over].
lead {This} sits below the picture and [disappears|never blocks the remote].
fact Measures [24..42] inches wide and [2|3] inches high.

= projectors | Electronics > Video > Projectors
item mini projector; home theater projector; portable projector; short throw projector
cost 165 65
of magnesium alloy; matte resin; recycled plastic; brushed aluminum
sig manual, motorized, remote, electronic, fine, fast * focus, a keystone dial
sig sliding, magnetic, folding, hinged, leather, rubber * a lens cover, a handle
has high resolution; ultra hd picture; stereo sound; wireless bluetooth; remote control; portable
has lightweight
has home theater/outdoor use/gaming; easy to install; carrying case; usb port; automatic shut off
has plug and play
opt 16 color tech 2-3; style projector 2-3
lead {An} for [garage walls|bedsheets in the yard|rainy Saturdays].
lead {This} throws a clear picture across [a small room|the whole wall].
lead Bright enough with the curtains half open and [quiet in the dark scenes|quick to start].
fact Brightness is rated at [300..900] lumens.

= projection screens | Electronics > Video > Projection Screens
item projector screen; pull down projector screen; folding projector screen; tripod projector screen
cost 84 60
of matte polyester; glass fiber cloth; woven vinyl; stretch spandex
sig black, felt, velvet, double, reinforced, tensioned * borders, edges, hems
sig telescopic, tripod, weighted, spring, sandbag, folding * legs, a base, a stand
has wall mountable; foldable; easy to install; lightweight; anti glare coating; high resolution; portable
has heavy duty
has home theater/outdoor use/home office; carrying case; remote control
opt 35 size screen 2-5; style ratio 2-2
lead {An} that lies [flat|smooth] within a minute of going up.
lead {This} turns [the lawn|a classroom] into a cinema.
lead Pale gray or white, with [no bright spot|even color to the corners].
fact Gain is [1.0|1.1|1.2], viewing angle [150|160] degrees.

= tripods and monopods | Electronics > Camera > Tripods
item camera tripod; travel tripod; monopod; phone tripod; tabletop tripod
cost 46 60
of carbon fiber; aluminum alloy; magnesium alloy; fiberglass
sig flip, twist, lever, spiked, rubber, spreader * leg locks, feet
sig panoramic, ball, fluid, pistol, three way, geared * a head, a grip
has lightweight; foldable; quick release plate; heavy duty; carrying case; non slip feet; portable
has aluminum housing
has travel/outdoor use/wildlife photography/bird watching; easy to install; beginners
opt 20 style tripod 2-4; color tech 2-3
lead {An} that stands still in [wind|surf|a crowded square].
lead {This} opens in seconds and [packs beside a water bottle|never pinches].
lead For long exposures, [group portraits|moon shots] and steady pans.
fact Holds up to [4..22] pounds.

= binoculars and scopes | Electronics > Camera > Binoculars
item pair of binoculars; spotting scope; monocular; pair of compact binoculars
cost 92 65
of rubber armor; magnesium alloy; fiberglass
sig twist up, fold down, winged, locking, soft, stepped * eyecups, eye guards
sig neoprene, padded, tethered, snap on, quick, harness * a strap, lens caps
has water resistant; shock proof; lightweight; high resolution; carrying case; night vision; dust proof
has bird watching/wildlife photography/outdoor use/travel; optical zoom; beginners; anti glare coating
has foldable
opt 25 style zoom 2-3; color tech 2-2
lead Bright at dusk and [steady in cold hands|comfortable with glasses].
lead For ridgelines, [harbors|stadiums] and the hedge at the end of the garden.
lead {This} snaps into focus and [stays there|shows true color].
fact Field of view is [280..390] feet at a thousand yards.

= video surveillance | Electronics > Security > Cameras
item security camera; doorbell camera; indoor camera; floodlight camera
cost 58 60
of weatherproof plastic; powder coated aluminum; tempered glass
sig wide, fish eye, tilting, dual, shaded, heated * lens, a lens hood
sig magnetic, ceiling, pole, corner, swivel, clip * a bracket, a base
has night vision; motion detection; high resolution; water resistant; easy to install; wall mountable
has energy saving
has built in microphone; long battery life; color display; outdoor use/small rooms/home office
has plug and play; seniors
opt 19 style camera_kit 2-3; color tech 2-2
lead {An} that watches the [porch|driveway|cot] and keeps the pictures at home.
lead {This} tells you who is there [before they ring|while you are away].
lead Clips go to a card you own, [not to a subscription|with no monthly fee].
fact Covers [110..160] degrees.

= digital cameras | Electronics > Camera > Digital Cameras
item compact camera; instant camera; action camera; kids camera; vlogging camera
cost 138 75
of magnesium alloy; textured rubber; recycled plastic; anodized aluminum
sig flip, tilting, round, mirrored, hooded, swivel * a screen, a viewfinder
sig leather, wrist, braided, rubber, woven, tasseled * a strap, a grip
has high resolution; optical zoom; shock proof; water resistant; lightweight; touch screen; carrying case
has usb port
has travel/wildlife photography/beginners/video calls; built in microphone; long battery life; color display
opt 21 color tech 2-5; style camera_kit 2-3
lead {An} for people who want [pictures, not apps|to look up from the phone].
lead {This} starts in a second and [fits a shirt pocket|forgives shaky hands].
lead Honest color, [simple dials|few menus] and a shutter you can hear.
fact The sensor counts [16|20|24|48] million pixels.

= lenses | Electronics > Camera > Lens Accessories
item lens filter; polarizing filter; macro lens; star filter
cost 37 60
of optical glass and brass; coated resin; anodized aluminum
sig knurled, slim, stepped, engraved, magnetic, threaded * a ring, a edge, a rim
sig hard, leather, padded, screw top, velvet, clear * a pouch, a box
has scratch resistant; anti glare coating; water resistant; lightweight; carrying case; aluminum housing
has dust proof
has wildlife photography/travel/beginners/outdoor use; high resolution; easy to install
opt 26 size filter 2-6
lead {An} that does [one thing well|what software cannot].
lead {This} screws on smoothly and [comes off again|never binds].
lead For skies, [shop windows|still water] and other bright nuisances.
fact Coated in [8|12|16|18] layers.

= screen protectors | Electronics > Accessories > Screen Protectors
item screen protector; privacy screen protector; matte screen protector; clear screen protector
cost 11 35
of tempered glass; flexible film; sapphire coated glass; ceramic film
sig rounded, beveled, full, black, cutout, feather * edges, corners, a frame
sig alignment, snap, slide, pull tab, hinged, suction * a tray, a guide
has scratch resistant; anti glare coating; shock proof; easy to install; high resolution; dust proof
has touch screen
has water resistant; gaming/travel/beginners; lightweight
opt 27 size phone 2-4; item_package_quantity pack 2-3
lead {An} that goes on [without bubbles|in one try], even for shaky hands.
lead {This} takes the crack so the [screen|phone] does not.
lead Clear, smooth and [kind to fingertips|slow to smudge].
fact Thickness is 0.[20..50] millimeters.

= phone cases | Electronics > Accessories > Phone Cases
item phone case; wallet case; clear phone case; rugged phone case
cost 17 42
of liquid silicone; recycled plastic; vegan leather; aramid fiber
sig marble, floral, terrazzo, wave, leopard, constellation, fern * a print, a pattern, artwork
sig ring, magnetic, folding, crossbody, woven, corded * a stand, a strap, a holder
has shock proof; scratch resistant; lightweight; dust proof; water resistant; heavy duty; hands free
has foldable
has travel/outdoor use/car use; easy to install; large buttons
opt 38 color tech 2-6; size phone 2-4
lead {An} that [adds grip, not bulk|keeps its color].
lead {This} has raised lips around [screen and lens|every edge that matters].
lead For pockets, [prams|handlebars] and the gap beside the car seat.
fact Adds [2..4] millimeters on each side.

= mounts | Electronics > Accessories > Mounts
item phone mount; tablet stand; tablet holder; phone stand
cost 31 55
of cold rolled steel; aluminum alloy; bamboo; reinforced nylon
sig spring, ratchet, ball, clamp, telescopic, swing * a joint, an arm
sig silicone, cork, felt, rubber, foam, leather * pads, grips
has heavy duty; easy to install; foldable; wall mountable; non slip feet; lightweight; aluminum housing
has portable
has home office/car use/video calls/small rooms/travel; quick release plate
opt 24 color tech 2-3; size screenclass 2-3
lead {An} that holds still while you [type|drive|stir].
lead {This} moves with one finger and [stays where you leave it|does not sag].
lead Frees the desk and [straightens the neck|hides the cables].
fact Tested with [2|3|4] times the rated load.

= remotes | Electronics > Accessories > Remote Controls
item universal remote; replacement remote; tv remote; voice remote
cost 16 45
of matte plastic; soft silicone; brushed aluminum
sig glow, raised, rubber, color coded, lockable, labeled * keys, a key pad
sig magnetic, wrist, silicone, bedside, wall, leather * a holder, a cradle, a strap
has large buttons; backlit keys; plug and play; easy to install; volume control; long battery life
has usb port; portable
has seniors/home theater/home office/beginners; wireless bluetooth; lightweight
opt 16 color tech 2-3; item_package_quantity pack 2-3
lead {An} for tables with [five of them|none of them when needed].
lead {This} learns the old one key by key and [remembers through a battery change|never forgets].
lead Points anywhere and [still works|wakes the right box].
fact Range is about [30..60] feet.

= clock radios | Electronics > Audio > Clock Radios
item clock radio; sunrise alarm clock; bedside radio; projection alarm clock
cost 32 50
of bamboo; soft touch plastic; walnut veneer; woven fabric
sig sunrise, amber, dimmable, moonlight, candle, halo * glow, a night light
sig birdsong, chime, harp, rain, forest, bell * a alarm, wake tones
has large buttons; color display; usb port; stereo sound; wireless bluetooth; volume control; energy saving
has automatic shut off; seniors/small rooms/travel/beginners; plug and play; non slip feet; touch screen
opt 22 color tech 2-4
lead {An} that wakes you [gently|on time] and lets the phone sleep elsewhere.
lead {This} shows the hour [from across the room|without lighting the ceiling].
lead Two alarms, one big snooze and [a dimmer that goes all the way|no app].
fact Digits are [1.2|1.5|2] inches tall.

= turntables | Electronics > Audio > Turntables
item record player; belt drive turntable; suitcase turntable; direct drive turntable
cost 148 60
of walnut veneer; dense fiberboard; die cast aluminum; frosted acrylic
sig felt, cork, leather, rubber, glass, slate * a mat, a platter
sig hinged, counterweight, carbon, curved, straight, balanced * a tonearm, a arm lift
has stereo sound; wireless bluetooth; plug and play; usb port; non slip feet; automatic shut off
has easy to install
has beginners/small rooms/home theater; volume control; deep bass; carrying case; portable
opt 21 color tech 2-4
lead {An} for [inherited records|flea market finds].
lead {This} spins at both speeds and [treats grooves kindly|hums to nobody].
lead Lower the arm, sit down, [turn the side|do nothing for twenty minutes].
fact Wow and flutter stay below 0.[10..25] percent.

= signal boosters | Electronics > Networking > Boosters
item wifi extender; wifi booster; mesh router; range extender
cost 52 60
of flame retardant plastic; brushed steel; coated aluminum
sig folding, external, rotating, hidden, flat, paired * antennas, a aerial
sig amber, tricolor, soft, app free, silent, simple * a status light, a setup key
has high speed; easy to install; plug and play; wall mountable; energy saving; usb port; gaming
has water resistant
has home office/small rooms/outdoor use/travel; gold plated connectors; lightweight
opt 15 item_package_quantity pack 2-3; color tech 2-2
lead {An} for [the far bedroom|thick walls|the shed].
lead {This} picks up what the old box [drops|cannot reach].
lead Set it halfway and [forget it|watch the bars come back].
fact Covers up to [900..2600] square feet.

= wearable technology | Electronics > Wearables > Watches
item smart watch; fitness tracker; activity band; heart rate monitor
cost 68 65
of soft silicone; stainless steel; aluminum alloy; woven nylon
sig braided, magnetic, leather, perforated, woven, link * a band, a strap
sig rotating, knurled, tactile, engraved, ceramic, slim * a bezel, a crown
has water resistant; touch screen; long battery life; color display; lightweight; fast charging
has scratch resistant
has hands free; outdoor use/travel/seniors/beginners; wireless bluetooth; motion detection; shock proof
opt 29 color tech 2-6; size wrist 2-2
lead {An} that counts [sleep, steps and stairs|what matters] and leaves the rest.
lead {This} nudges rather than [nags|buzzes].
lead Reads in sunlight, [hides under a cuff|slides off at night].
fact Lasts [5..16] days on a charge.

= keyboards | Electronics > Computers > Keyboards
item mechanical keyboard; wireless keyboard; compact keyboard; gaming keyboard
cost 46 55
of double shot plastic; brushed aluminum; bamboo; recycled plastic
sig linear, tactile, silent, clicky, optical, low profile * switches, keys
sig coiled, hinged, magnetic, walnut, cushioned, tilting * a wrist rest, feet
has backlit keys; wireless bluetooth; plug and play; usb port; long battery life; non slip feet
has aluminum housing
has gaming/home office/travel/beginners; lightweight; braided cable; volume control; water resistant
opt 22 color tech 2-4; style switch 2-3
lead {An} for [long reports|late raids|shared desks].
lead {This} feels even from edge to edge and [does not ping|sounds like rain].
lead Small footprint, [full set of arrows|no missing keys].
fact Rated for [20|50|80] million presses.

= power protection | Electronics > Accessories > Power Strips
item power strip; surge protector; outlet extender; flat power strip
cost 27 50
of flame retardant plastic; powder coated steel; aluminum alloy
sig flat, rotating, angled, braided, locking, slim * a plug, prongs
sig widely spaced, shuttered, labeled, swivel, lighted, covered * outlets, sockets
has surge protection; usb port; heavy duty; wall mountable; fast charging; overcharge protection
has energy saving
has home office/travel/home theater; easy to install; plug and play; foldable
opt 21 size cable 2-4; color tech 2-2
lead {An} with room for [bulky plugs|everything under the desk].
lead {This} stands between [the storm|old wiring] and your machines.
lead Lies flat behind furniture and [switches off with a toe|stays cool].
fact Has [4..12] outlets.

= memory cards | Electronics > Computers > Storage
item memory card; flash drive; portable drive; micro memory card
cost 28 55
of ceramic coated plastic; zinc alloy; brushed steel; aluminum alloy
sig sliding, tethered, capless, twist, hinged, magnetic * a cap, a cover, a connector
sig color coded, write on, numbered, engraved, printed, raised * a label, a tag
has high speed; water resistant; shock proof; plug and play; lightweight; dust proof; usb port; portable
has wildlife photography/video calls/podcast recording/travel; carrying case; aluminum housing; heavy duty
opt 32 size memory 2-5; color tech 2-2
lead {An} that keeps up with [burst mode|a busy day].
lead {This} is small, tough and [easy to find in a bag|plain to read].
lead For photographers who [back up on the road|have lost a card before].
fact Works from [-10|0] to [60|85] degrees Celsius.

= flashes | Electronics > Camera > Lighting
item camera flash; ring light; video light; softbox kit
cost 44 55
of frosted acrylic; aluminum alloy; flame retardant plastic
sig bounce, honeycomb, frosted, folding, clip on, domed * a diffuser, a reflector
sig dial, stepless, remote, two way, thumb, tap * a dimmer, color control
has lightweight; portable; energy saving; easy to install; fast charging; usb port; remote control; foldable
has video calls/podcast recording/wildlife photography/beginners; carrying case; long battery life
has color display
opt 21 style lamp 2-3; color tech 2-2
lead {An} that flatters [skin|soup] and spares the eyes.
lead {This} recycles quickly and [stays cool|never hums].
lead For [dark kitchens|north windows|evening calls], when daylight has gone.
fact Color temperature is about [3200|5000|5600] kelvin.
"""
