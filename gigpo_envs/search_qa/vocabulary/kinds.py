"""What there is in one region of the generated encyclopedia, and how its articles begin and are filled up.

In the sentences `{name}` is the full name, `{label}` the kind in words with its article in front and `{birth}` the date
of birth; in filling sentences `{S}` is the subject, `{P}` and `{p}` its possessive, `{q}` its pronoun, `{other}`,
`{person}`, `{place}` and `{work}` something else of the region, `{n}` a small number, `{big}` a larger one, `{y}` a
year and the rest words of `WORDS`.
"""

from __future__ import annotations

from typing import NamedTuple


class Kind(NamedTuple):
    """A kind of entity.

    Attributes:
        size: How many of them a region has.
        longer: How many of them have a second passage.
        labels: What one of them is called in words; for people the occupation is the label instead.
        fillers: Sentences that state no fact that is asked.
    """

    size: int
    longer: int
    labels: tuple[str, ...]
    fillers: tuple[str, ...]


_PLACE = (
    "{S} is known for its {adj} {trade} and a {adj2} market held every {season}.",
    "A {adj} road links it with {place}.",
    "Travellers often mention the {adj} light over its roofs in {season}.",
    "Its museum keeps {n} letters and a {adj2} portrait connected with {person}.",
    "The {trade} has declined since {y}, and {n} percent of the buildings now stand empty in {season}.",
    "A guide printed in {y} calls it {adj} but {adj2}, and counts {n} inns.",
    "An old path leads from here to {place}, a walk of about {n} hours.",
)
_NATURE = (
    "Its slopes and banks are home to {n} kinds of {adj} birds.",
    "Surveys made in {y} corrected an older figure by {n} percent.",
    "A {adj} trail of {n} kilometres passes {place} on the way.",
    "In {season} the weather is {adj} and often {adj2}.",
    "Local tales connect {q} with a {adj2} traveller and {work}.",
    "Since {y} much of the area has been a reserve, visited by some {big} people a year.",
)
_WORK = (
    "Critics called it {adj} and {adj2}, and a later survey ranked it {n}th of its decade.",
    "The first notes for it were made {n} years earlier, on a journey that passed {place}.",
    "It was received with a {adj} silence at first, and found its public only after {y}.",
    "An exhibition in {y} showed sketches and {n} letters about its making.",
    "{P} tone is {adj}, and its final part has been called {adj2} by more than one reviewer.",
    "Some of its admirers compare it with {work}, though no influence has been shown.",
    "A restored version appeared in {y} with {n} details that had been thought lost.",
)
_BODY = (
    "{S} is regarded as {adj} in its field and had {big} members and staff in {y}.",
    "A {adj} emblem with {n} stars has been in use since {y}.",
    "Its archive, {n} rooms in all, holds papers that concern {person}.",
    "A {adj2} dispute over {trade} occupied it for {n} years.",
    "Its newsletter appears every {season} and is sent to {big} readers.",
    "Plans to merge it with a {adj} rival were given up in {y}.",
    "In {y} it gave a {adj2} dinner at which {other} was discussed.",
)
_LIFE = (
    "{S} was described by friends as {adj} and {adj2}.",
    "A {adj} notebook of {n} pages, found in {y}, shows an interest in {trade}.",
    "{S} collected {adj} instruments and owned {n} of them.",
    "In an interview {q} spoke of {place} as a {adj2} memory.",
    "{S} kept a house by the water and spent each {season} there.",
    "{P} letters, {n} volumes of them, mention {person} more than once.",
    "A street and {n} schools bear {p} name.",
    "A {adj} biography was printed in {y} and reissued {n} years later.",
    "{S} was fond of {trade} and once walked {n} days to see {place}.",
)
_FEAT = (
    "{S} drew {big} visitors, more than in any year before.",
    "A {adj} wind delayed the start by {n} hours.",
    "Of {n} entrants only a {adj2} few reached the last round.",
    "A commemorative stamp showed {other} on a {adj} ground.",
    "The rules were changed {n} years afterwards because of a {adj2} protest.",
    "Newspapers called the day {adj}, and {n} photographs of it survive.",
)
_BUILT = (
    "It is {adj} in outline, and its {adj2} roof was renewed in {y}.",
    "Some {big} cubic metres of stone and timber went into the work.",
    "A plaque near the entrance mentions {person}.",
    "It closed for {n} months after a {adj} storm in {y}.",
    "Its {adj2} staircase has {n} steps and a rail of {adj} iron.",
    "About {big} people came to see it in {y}.",
)

_SKY = (
    "{P} surface is {adj} and reflects only {n} percent of the light.",
    "A {adj} model of its shape was made in {y} from {n} nights of watching.",
    "Its path brings it near other bodies every {n} years, and observers look for it in {season}.",
    "Some {big} pictures of it are kept in archives.",
    "A {adj2} poem about it appeared in {y}, together with one about {work}.",
    "It turns once in {n} hours, which is {adj} for its size.",
    "An error in an older table, found in {y}, had placed it {n} degrees away.",
)
KINDS = {
    "country": Kind(2, 2, ("country",), _PLACE),
    "province": Kind(4, 0, ("province",), _PLACE),
    "city": Kind(10, 4, ("city",), _PLACE),
    "river": Kind(3, 0, ("river",), _NATURE),
    "mountain": Kind(3, 0, ("mountain",), _NATURE),
    "person": Kind(44, 9, (), _LIFE),
    "university": Kind(3, 0, ("university",), _BODY),
    "company": Kind(7, 0, ("company",), _BODY),
    "club": Kind(4, 0, ("sports club",), _BODY),
    "band": Kind(4, 0, ("band",), _BODY),
    "award": Kind(4, 0, ("award",), _BODY),
    "event": Kind(6, 0, ("contest",), _FEAT),
    "building": Kind(6, 0, ("bridge", "tower", "museum", "theatre", "library"), _BUILT),
    "film": Kind(8, 0, ("film",), _WORK),
    "novel": Kind(8, 0, ("novel",), _WORK),
    "album": Kind(6, 0, ("album",), _WORK),
    "opera": Kind(4, 0, ("opera",), _WORK),
    "painting": Kind(4, 0, ("painting",), _WORK),
    "ship": Kind(4, 0, ("ship",), _BUILT),
    "asteroid": Kind(1, 0, ("asteroid",), _SKY),
}
"""Every kind, in the order in which a region lists them."""

PASSAGES_PER_REGION = sum(kind.size + kind.longer for kind in KINDS.values())
"""150."""

OCCUPATIONS = (
    "film director",
    "novelist",
    "actor",
    "composer",
    "painter",
    "singer",
    "architect",
    "chemist",
    "engineer",
    "merchant",
    "athlete",
    "explorer",
)
"""People of a region have them in turn."""

LEADS = {
    "person": (
        "{name} (born {birth}) was {label}.",
        "{name}, born on {birth}, was {label} of some standing.",
        "Born on {birth}, {name} worked as {label}.",
        "{name} was {label}, born on {birth}.",
        "{name} (b. {birth}) is remembered as {label}.",
    ),
    "": (
        "{name} is {label}.",
        "{name} is {label} of {adj} renown.",
        "{name} is {label}, {adj} and often described.",
        "{name} is the name of {label}.",
    ),
}
"""First sentences, for people and for everything else."""

LEADS_AGAIN = {
    "person": (
        "In later life {name}, {label}, was much in demand.",
        "{name} was by then {label} with a {adj} reputation.",
        "The later career of {name}, {label}, is well documented.",
    ),
    "": (
        "Several surveys describe {name}, {label}, in detail.",
        "{name}, {label}, has been studied since {y}.",
        "The {adj} past of {name}, {label}, is told in {n} chronicles.",
    ),
}
"""First sentences of second passages."""

_ADJECTIVES = """
quiet austere vivid restless graceful stubborn pale ornate modest curious solemn brisk uneven generous weathered formal
playful narrow patient ambitious severe mild bright distant plain hardy nervous warm
"""
_TRADES = """
weaving glassmaking fishing beekeeping printing shipbuilding pottery clockmaking orcharding salt-making bookbinding
ropemaking quarrying milling gardening chess fencing astronomy botany rowing
"""
WORDS = {
    "adj": tuple(_ADJECTIVES.split()),
    "trade": tuple(_TRADES.split()),
    "season": ("spring", "summer", "autumn", "winter"),
}
"""Words for filling sentences; `adj2` draws from `adj` too."""

TITLE_PATTERNS = {
    "film": (
        "{stem}",
        "The {stem} {noun}",
        "{noun}s of {stem}",
        "Return to {stem}",
        "The Last {noun} of {stem}",
        "{adj} {stem}",
    ),
    "novel": ("{stem}", "The {stem} {noun}", "A {noun} in {stem}", "Letters from {stem}", "The {adj} {stem}"),
    "album": ("{stem}", "{adj} {stem}", "{stem} {noun}s", "Songs for {stem}", "Live at {stem}"),
    "opera": ("{stem}", "The {noun} of {stem}", "The Bride of {stem}", "{stem} and the {noun}"),
    "painting": ("{stem}", "{noun} at {stem}", "View of {stem}", "The {adj} {noun} of {stem}"),
    "ship": ("{stem}", "Queen of {stem}", "{stem} {noun}", "Star of {stem}"),
}
"""How works are called."""

_NOUNS = """
Lantern Ferry Orchard Mirror Harvest Signal Garden Key Compass Bell Shadow Bridge Winter Clock Harbour Letter River
Candle Voyage Tower
"""
TITLE_NOUNS = tuple(_NOUNS.split())
_TITLE_ADJECTIVES = """
Silent Amber Broken Distant Hidden Crimson Restless Hollow Burning Northern Forgotten Pale
"""
TITLE_ADJECTIVES = tuple(_TITLE_ADJECTIVES.split())

_INDUSTRIES = """
glass watches textiles locomotives paper ceramics bicycles cameras furniture shipping publishing film-making recording
pianos tyres
"""
INDUSTRIES = tuple(_INDUSTRIES.split())
COMPANY_ENDS = ("Works", "Foundry", "and Sons", "Company", "Brothers", "Press", "Pictures", "Records", "Line")
CONTESTS = ("Regatta", "Marathon", "Chess Cup", "Rally", "Games", "Grand Prix", "Fencing Open")
AWARDS = ("Prize", "Medal", "Award", "Fellowship")
