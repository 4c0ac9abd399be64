"""Attributes of electronics (format: tables.py)."""

from __future__ import annotations

ATTRIBUTES = """
a high speed > fast; that {is} really fast
. High speed transfer that [does not drop|stays steady] over the full length.
. Moves a [film|photo library] in [seconds|the time it takes to boil water].
a fast charging > quick charging; that {is} going to charge fast
. Fast charging brings a flat battery to half in [20..40] minutes.
. Charges during [breakfast|a short meeting], then slows to protect the battery.
a noise cancelling > with noise cancellation; for noisy places
. Noise cancelling takes the edge off [engines|open offices|vacuum cleaners].
. Hear the music, not the [cabin|fan|street].
a water resistant > waterproof; that {is} fine in the rain
. Water resistant against [rain|splashes|wet hands], with sealed ports.
. Survives a dunk in [the sink|a puddle] and keeps going.
a shock proof > drop proof; that {is} going to survive drops
. Shock proof corners take a fall from [four|five|six] feet.
. Dropped on concrete [26|40] times in testing and still working.
a scratch resistant > that {is} hard to scratch; with a surface that won't scratch
. A scratch resistant face shrugs off [keys|sand|belt buckles].
. Still clear after a year in [a pocket|a bag].
a plug and play > with no setup; that {is} just plug in and go
. Plug and play on every common system, with no drivers.
. From box to working in [two|three] minutes, [most of it unwrapping|without an account].
a easy to install > simple to install; that {is} simple to set up
. Easy to install with [one screwdriver|the parts in the box].
. The guide has drawings, and the [second|last] step is done.
a hands free > that {is} hands free; for when my hands are full
. Hands free control for [cooking|driving|carrying boxes].
. Answer with a word or a tap, and keep your [gloves on|eyes ahead].
a high resolution > with high resolution; with a sharp picture
. High resolution down to the [corners|smallest type].
. Fine print and [feathers|faces] stay readable.
a heavy duty > sturdy; really solid
! lightweight slim compact mini
. A heavy duty build with [thick|reinforced] joints.
. Made for [vans|workshops|classrooms], where things get dropped.
a wall mountable > that {is} easy to mount on a wall; for mounting on the wall
. Wall mountable with [two screws|the plate provided].
. Frees the [desk|shelf] and hides its own cable.
a lightweight > light; that {is} easy to carry
! rugged duty
. Lightweight enough to hold [all day|in one hand].
. You will check the bag twice to be sure it is there.
a dust proof > that {is} sealed against dust; for dusty places
. Dust proof seals keep [sawdust|sand|flour] out.
. Wipe with a cloth; nothing gets inside.
a energy saving > that {is} easy on power; low power
. Energy saving standby draws less than [half a|one] watt.
. Sleeps when idle and wakes before you notice.
a portable > easy to carry around; for on the go
! corner
. Portable, with a [loop|flat shape] that suits a bag.
. Goes from [desk to porch|room to room] without ceremony.
a foldable > that {is} easy to fold up; folding
. Foldable to the size of a [paperback|glasses case].
. Folds in [one move|two moves] and locks open with a click.
w night vision > with night vision; that {is} good in the dark
. Night vision reaches [30|50|65] feet in full darkness.
. Shows [faces|foxes] at three in the morning.
w motion detection > with motion detection; with motion alerts
. Motion detection tells [a cat from a person|a branch from a visitor].
. Alerts arrive within [two|three] seconds.
w gold plated connectors > with gold plated connectors; with gold plugs
. Gold plated connectors resist [corrosion|salt air] and fit snugly.
. Contacts stay bright, so the signal does too.
w braided cable > with a braided cable; with a braided cord
! wireless cable
. A braided cable that does not [kink|tangle] in a drawer.
. Bent [ten|fifteen] thousand times in the lab without a break.
w aluminum housing > with an aluminum body; made of aluminum
! plastic silicone fabric leather nylon aluminum bamboo wood
. An aluminum housing [carries heat away|feels cool in the hand].
. Milled, not molded, and [pleasant to hold|hard to dent].
w built in microphone > with a mic; with a built in microphone
. The built in microphone picks up [voices|a quiet question] from across the table.
. Calls sound close, even from [a parked car|the kitchen].
w volume control > with volume control; with its own volume knob
. Volume control sits where the [thumb|finger] falls.
. Turn it down without hunting through a menu.
w carrying case > with a case; that {is} sold with a carrying case
! case pouch
. A carrying case with a [pocket for cables|hard shell] is included.
. Packs into its own case, with room for [spares|the charger].
w remote control > with a remote
. The remote control has [nine|twelve] keys and no mysteries.
. Works from the [sofa|back row], even at an angle.
w usb port > with a usb port; with a spare usb port
! usb
. A spare USB port [charges a phone|takes a drive] while you work.
. One more socket where you always need it.
w touch screen > with a touch screen; with touch controls
! screen
. The touch screen responds to [light taps|gloves].
. Big tiles, few menus, [no smudges to speak of|readable outdoors].
w overcharge protection > with overcharge protection; that {is} safe to leave plugged in
. Overcharge protection cuts the current at the right moment.
. Leave it connected overnight; it knows when to stop.
w optical zoom > with optical zoom; with a good zoom
. Optical zoom brings distant things [three|five|ten] times closer.
. Zooms through glass, so nothing turns to [mush|blocks].
w stereo sound > with stereo sound; with real stereo
. True stereo sound with [drivers matched in pairs|a wide stage].
. You can tell where the [violin|door] is.
w deep bass > with deep bass; with good bass
. Deep bass from a [ported|sealed] chamber, without boom.
. Low notes you feel in the [table|floorboards].
w wireless bluetooth > with bluetooth; bluetooth
! cable cord
. Wireless Bluetooth links in a second and [remembers eight devices|holds for 30 feet].
. Walk to the [next room|garden] and the music follows.
w color display > with a color display; with a color screen
. A color display that dims itself [at dusk|in a dark room].
. Shows the essentials in [large|calm] type.
w quick release plate > with a quick release plate; with quick release
. The quick release plate clicks in [blind|with gloves on].
. On and off in one move, with a second lock for safety.
w anti glare coating > anti glare; with an anti glare coating
. An anti glare coating softens [lamps|windows].
. Read it by a window without turning your chair.
w automatic shut off > with automatic shut off; that {is} going to turn itself off
. Automatic shut off after [10|15|30] idle minutes.
. Forget it on the shelf; it will not mind.
w large buttons > with big buttons; with large buttons
. Large buttons with [raised|lit] figures.
. Easy to read without glasses.
w long battery life > with a battery that lasts; with long battery life
. Long battery life: [18..40] hours at normal use.
. Charge it on Sunday and [forget it until Friday|use it all week].
w backlit keys > with backlit keys; backlit
. Backlit keys in [three|four] levels, off when not needed.
. Find the right key at night without a lamp.
w surge protection > with surge protection; that {is} safe in a thunderstorm
. Surge protection rated at [900|1500|2100] joules.
. Takes the hit so that your [screen|console] does not.
w ultra hd picture > with ultra hd; in ultra hd
. An Ultra HD picture with [natural skin tones|deep shadows].
. Sharp enough to sit close to.
w non slip feet > with feet that won't slide; with non slip feet
. Non slip feet hold on [glass|lacquered wood] and leave no marks.
. It stays put when the [door slams|drums come in].
f home theater > for my home theater; for the tv room
. Built for a home theater, where [cables|fans] should be neither seen nor heard.
. Film nights look [larger|calmer] with it.
f video calls > for video calls; for online meetings
. Good company on video calls: [clear speech|steady picture].
. Meetings end sooner when everybody is understood.
f gaming > for gaming; for playing games
. Quick enough for gaming, with [no lag to blame|instant response].
. Holds up through [late levels|long tournaments].
f travel > for travel; for my trips
. Made for travel: works on [100 to 240 volts|most airlines' rules].
. Rides in the [seat pocket|outer pocket] where you can reach it.
f bird watching > for bird watching; for watching birds
. A favorite for bird watching in [reeds|woodland|fading light].
. Pick out a [wren|warbler] without startling it.
f home office > for my home office; for working from home
. Earns its place in a home office with [little|no] desk space.
. Turns the [kitchen table|spare room] into a workplace.
f car use > for my car; for the car
. Shaped for car use: [no glare|no rattles] and easy to reach.
. Holds over [potholes|gravel] and in summer heat.
f podcast recording > for recording podcasts; for my podcast
. Fit for podcast recording in an ordinary [bedroom|closet].
. Voices come out warm and close.
f outdoor use > for outdoors; for using outside
. Ready for outdoor use from [campsite to beach|porch to pier].
. Does not mind [dew|pollen|a hot dashboard].
f seniors > for my grandma; for an older person
. Popular with seniors and [anyone who dislikes menus|their patient children].
. Few steps, clear labels, firm clicks.
f small rooms > for a small room; for my small apartment
. Tuned for small rooms, where [bass|light] bounces.
. Takes up no more space than a [dictionary|shoebox].
f wildlife photography > for wildlife photos; for photographing animals
. Suited to wildlife photography: [quiet|quick] and steady.
. Catches the [kingfisher|hare] before it knows.
f beginners > for a beginner; for someone just starting out
. Right for beginners, with [sane|safe] settings out of the box.
. You can learn on it and not outgrow it by spring.
"""
