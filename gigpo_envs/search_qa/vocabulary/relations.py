"""The relations of the generated encyclopedia: sentences that state them, questions that ask for them.

In sentences `{S}` is the subject at the beginning of a sentence (its name, "She", "The river"), `{P}` its possessive,
`{s}` its name and `{o}` the object. In questions and phrases `{x}` stands for the thing that is known.
"""

from __future__ import annotations

from typing import NamedTuple


class Relation(NamedTuple):
    """A relation; every subject has at most one object.

    Attributes:
        sentences: Sentences that state it.
        asks: Questions for the object.
        phrases: What the object is called inside a longer question.
        query: Words to search the object with, beside the subject's name.
        back_asks: Questions for the subject, where there may be only one.
        back_phrases: What the subject is called inside a longer question.
        back_query: Words to search the subject with, beside the object's name.
    """

    sentences: tuple[str, ...]
    asks: tuple[str, ...]
    phrases: tuple[str, ...]
    query: str
    back_asks: tuple[str, ...] = ()
    back_phrases: tuple[str, ...] = ()
    back_query: str = ""


RELATIONS = {
    # People
    "birth": Relation(
        (),
        (
            "When was {x} born?",
            "On what date was {x} born?",
            "What is the date of birth of {x}?",
            "What is the birth date of {x}?",
        ),
        (),
        "born",
    ),
    "birthplace": Relation(
        (
            "{S} was born in {o}.",
            "{P} birthplace was {o}.",
            "{S} came into the world in {o}.",
            "{S} was a native of {o}.",
            "{S} was born and raised in {o}.",
        ),
        (
            "Where was {x} born?",
            "In which city was {x} born?",
            "What is the birthplace of {x}?",
            "What city is {x} a native of?",
        ),
        ("the birthplace of {x}", "the city where {x} was born", "the native city of {x}"),
        "born",
    ),
    "father": Relation(
        (
            "{P} father was {o}.",
            "{S} was a child of {o}, the father.",
            "{S} had {o} as a father.",
            "{S} learned much from {o}, {p} father.",
        ),
        ("Who was the father of {x}?", "Who is {x}'s father?", "What was the name of {x}'s father?"),
        ("the father of {x}", "{x}'s father"),
        "father",
    ),
    "mother": Relation(
        (
            "{P} mother was {o}.",
            "{S} had {o} as a mother.",
            "{S} was brought up by {p} mother, {o}.",
            "{S} was the child of {o}, the mother.",
        ),
        ("Who was the mother of {x}?", "Who is {x}'s mother?", "What was the name of {x}'s mother?"),
        ("the mother of {x}", "{x}'s mother"),
        "mother",
    ),
    "spouse": Relation(
        (
            "{S} was married to {o}.",
            "{P} spouse was {o}.",
            "{S} married {o}.",
            "{S} spent most of {p} life with {p} spouse, {o}.",
        ),
        ("Who was the spouse of {x}?", "Whom did {x} marry?", "To whom was {x} married?"),
        ("the spouse of {x}", "the person whom {x} married"),
        "married spouse",
    ),
    "school": Relation(
        (
            "{S} studied at {o}.",
            "{S} took a degree at {o}.",
            "{S} was educated at {o}.",
            "{P} studies were completed at {o}.",
        ),
        ("Where did {x} study?", "At which university was {x} educated?", "Which university did {x} attend?"),
        ("the university where {x} studied", "the university that {x} attended"),
        "studied university",
    ),
    "teacher": Relation(
        (
            "{S} was a student of {o}.",
            "{P} teacher was {o}.",
            "{S} was taught by {o}.",
            "{S} was a pupil of {o}.",
        ),
        ("Who taught {x}?", "Whose student was {x}?", "Who was the teacher of {x}?"),
        ("the teacher of {x}", "the person who taught {x}"),
        "student taught",
    ),
    "employer": Relation(
        (
            "{S} was employed by {o}.",
            "{S} worked for {o}.",
            "{P} employer was {o}.",
            "{S} entered the service of {o}.",
        ),
        ("Who employed {x}?", "Which company did {x} work for?", "Who was the employer of {x}?"),
        ("the employer of {x}", "the company that {x} worked for"),
        "employed worked",
    ),
    "prize": Relation(
        (
            "{S} received {o}.",
            "{S} was honoured with {o}.",
            "{S} was given {o}.",
            "{P} work was distinguished with {o}.",
        ),
        ("Which award did {x} receive?", "What award was {x} given?", "With which award was {x} honoured?"),
        ("the award that {x} received", "the award given to {x}"),
        "received",
    ),
    "deathplace": Relation(
        (
            "{S} died in {o}.",
            "{P} death came in {o}.",
            "{S} passed away in {o}.",
            "{P} last days were spent in {o}, where {q} died.",
        ),
        ("Where did {x} die?", "In which city did {x} die?", "What was the place of death of {x}?"),
        ("the city where {x} died", "the place of death of {x}"),
        "died",
    ),
    # Places
    "capital": Relation(
        (
            "{P} capital is {o}.",
            "{S} is governed from its capital, {o}.",
            "The capital of {s} is {o}.",
            "The seat of government is {o}, the capital.",
        ),
        ("What is the capital of {x}?", "Which city is the capital of {x}?"),
        ("the capital of {x}", "the capital city of {x}"),
        "capital",
    ),
    "population": Relation(
        (
            "{S} has {o} inhabitants.",
            "{P} population is {o}.",
            "At the last count the population was {o}.",
            "Some {o} people make up its population.",
        ),
        (
            "What is the population of {x}?",
            "How many inhabitants does {x} have?",
            "How many people live in {x}?",
        ),
        (),
        "population inhabitants",
    ),
    "country": Relation(
        (
            "{S} belongs to {o}.",
            "{S} is part of {o}.",
            "{S} lies in the country of {o}.",
            "{P} country is {o}.",
        ),
        ("To which country does {x} belong?", "In which country is {x}?", "What country is {x} part of?"),
        ("the country to which {x} belongs", "the country of {x}"),
        "country",
    ),
    "province": Relation(
        (
            "{S} lies in {o}.",
            "{S} is located in {o}.",
            "{S} is situated in {o}.",
            "{P} province is {o}.",
        ),
        ("In which province is {x} located?", "Which province does {x} lie in?", "What province is {x} in?"),
        ("the province of {x}", "the province where {x} lies", "the province in which {x} is located"),
        "province",
    ),
    "stream": Relation(
        (
            "{S} stands on a river, {o}.",
            "{S} was built beside a river, {o}.",
            "The river that flows through {s} is {o}.",
            "{S} lies on the banks of a river, {o}.",
        ),
        ("On which river does {x} stand?", "Which river flows through {x}?"),
        ("the river that flows through {x}", "the river on which {x} stands"),
        "river",
    ),
    "peak": Relation(
        (
            "{P} highest mountain is {o}.",
            "The highest point of {s} is {o}.",
            "No mountain of the country is higher than {o}, its highest peak.",
        ),
        ("What is the highest mountain of {x}?", "Which mountain is the highest in {x}?"),
        ("the highest mountain of {x}",),
        "highest mountain",
    ),
    "longest": Relation(
        ("{P} longest river is {o}.", "The longest river of {s} is {o}.", "Its longest stream is {o}."),
        ("What is the longest river of {x}?", "Which river is the longest in {x}?"),
        ("the longest river of {x}",),
        "longest river",
    ),
    "length": Relation(
        ("{S} is {o} long.", "{P} length is {o}.", "From source to mouth {s} measures {o} in length."),
        ("How long is {x}?", "What is the length of {x}?"),
        (),
        "long length",
    ),
    "source": Relation(
        ("{S} rises on {o}.", "{P} source is on {o}.", "{S} has its source on {o}."),
        ("On which mountain does {x} rise?", "On which mountain is the source of {x}?"),
        ("the mountain where {x} rises", "the mountain on which {x} has its source"),
        "rises source",
        ("Which river rises on {x}?",),
        ("the river that rises on {x}",),
        "river source rises",
    ),
    "height": Relation(
        ("{S} is {o} high.", "{P} height is {o}.", "{S} reaches a height of {o}."),
        ("How high is {x}?", "What is the height of {x}?"),
        (),
        "high height",
    ),
    "climber": Relation(
        (
            "{S} was first climbed by {o}.",
            "{P} first ascent was made by {o}.",
            "The first climber to reach the top was {o}.",
        ),
        ("Who first climbed {x}?", "Who made the first ascent of {x}?"),
        ("the first climber of {x}", "the person who first climbed {x}"),
        "first climbed",
        ("Which mountain was first climbed by {x}?",),
        ("the mountain first climbed by {x}",),
        "mountain first climbed",
    ),
    # Bodies
    "founded": Relation(
        (
            "{S} was founded in {o}.",
            "{P} foundation dates from {o}.",
            "{S} was established in {o}.",
            "The year of its foundation is {o}.",
        ),
        ("When was {x} founded?", "In which year was {x} founded?", "In what year was {x} established?"),
        (),
        "founded established",
    ),
    "founder": Relation(
        (
            "{P} founder was {o}.",
            "{S} was founded by {o}.",
            "{S} was set up by {o}, its founder.",
            "{S} owes its foundation to {o}.",
        ),
        ("Who founded {x}?", "Who was the founder of {x}?", "By whom was {x} founded?"),
        ("the founder of {x}", "the person who founded {x}"),
        "founded founder",
        ("What was founded by {x}?", "What did {x} found?"),
        ("what {x} founded", "the body founded by {x}"),
        "founded founder",
    ),
    "seat": Relation(
        (
            "{S} is based in {o}.",
            "{P} headquarters are in {o}.",
            "{S} has its seat in {o}.",
            "{P} main office stands in {o}.",
        ),
        ("Where is {x} based?", "In which city is {x} based?", "In which city does {x} have its seat?"),
        ("the city where {x} is based", "the city in which {x} has its seat"),
        "based headquarters",
    ),
    "industry": Relation(
        ("{S} makes its living from {o}.", "{P} business is {o}.", "{S} is active in {o}.", "{P} trade is {o}."),
        ("In which industry is {x} active?", "What is the business of {x}?"),
        (),
        "business trade",
    ),
    "parent": Relation(
        ("{S} is owned by {o}.", "{P} parent company is {o}.", "{S} is a subsidiary of {o}."),
        ("Which company owns {x}?", "What is the parent company of {x}?"),
        ("the parent company of {x}", "the company that owns {x}"),
        "owned parent company",
    ),
    "chief": Relation(
        ("{S} was long headed by {o}.", "{P} best-known head was {o}.", "Its longest-serving head was {o}."),
        ("Who was the longest-serving head of {x}?", "Who long headed {x}?"),
        ("the longest-serving head of {x}", "the person who long headed {x}"),
        "head headed",
    ),
    "coach": Relation(
        ("{S} was coached by {o}.", "{P} coach was {o}.", "{S} owed its best years to its coach, {o}."),
        ("Who coached {x}?", "Who was the coach of {x}?"),
        ("the coach of {x}", "the person who coached {x}"),
        "coach coached",
        ("Which sports club did {x} coach?",),
        ("the sports club that {x} coached",),
        "sports club coach",
    ),
    "vocalist": Relation(
        ("{P} lead singer was {o}.", "{S} was fronted by {o}, the lead singer.", "{S} had {o} as lead singer."),
        ("Who was the lead singer of {x}?", "Who sang lead in {x}?"),
        ("the lead singer of {x}",),
        "lead singer",
        ("Which band had {x} as its lead singer?",),
        ("the band whose lead singer was {x}",),
        "band lead singer",
    ),
    "honours": Relation(
        ("{S} is named after {o}.", "{P} name honours {o}.", "{S} carries the name of {o}."),
        ("After whom is {x} named?", "Whom does the name of {x} honour?"),
        ("the person after whom {x} is named", "the namesake of {x}"),
        "named name",
    ),
    "giver": Relation(
        ("{S} is awarded by {o}.", "{S} is conferred by {o}.", "The body that awards it is {o}."),
        ("Who awards {x}?", "Which body confers {x}?"),
        ("the body that awards {x}", "the body that confers {x}"),
        "awarded",
    ),
    # Events and buildings
    "host": Relation(
        ("{S} was held in {o}.", "{P} host city was {o}.", "{S} took place in {o}.", "{S} was hosted by {o}."),
        ("Where was {x} held?", "Which city hosted {x}?", "In which city did {x} take place?"),
        ("the host city of {x}", "the city that hosted {x}"),
        "held host",
    ),
    "winner": Relation(
        ("{S} was won by {o}.", "{P} winner was {o}.", "The victory went to {o}, the winner."),
        ("Who won {x}?", "Who was the winner of {x}?"),
        ("the winner of {x}", "the person who won {x}"),
        "won winner",
        ("Which contest did {x} win?",),
        ("the contest that {x} won",),
        "contest won winner",
    ),
    "architect": Relation(
        ("{S} was designed by {o}.", "{P} architect was {o}.", "{S} is a work of the architect {o}."),
        ("Who designed {x}?", "Who was the architect of {x}?"),
        ("the architect of {x}", "the person who designed {x}"),
        "designed architect",
        ("Which building did {x} design?",),
        ("the building designed by {x}",),
        "architect designed",
    ),
    "site": Relation(
        ("{S} stands in {o}.", "{S} is a landmark of {o}.", "{S} was built in {o}.", "{P} home is {o}."),
        ("In which city does {x} stand?", "Which city is {x} a landmark of?"),
        ("the city where {x} stands", "the city of which {x} is a landmark"),
        "stands",
    ),
    "opened": Relation(
        ("{S} was opened in {o}.", "{P} opening was celebrated in {o}.", "{S} opened its doors in {o}."),
        ("When was {x} opened?", "In which year was {x} opened?"),
        (),
        "opened",
    ),
    # Works
    "director": Relation(
        ("{S} was directed by {o}.", "{P} director was {o}.", "{S} was made by the director {o}."),
        ("Who directed {x}?", "Who was the director of {x}?"),
        ("the director of {x}", "the person who directed {x}"),
        "director directed",
        ("Which film did {x} direct?",),
        ("the film that {x} directed",),
        "film director directed",
    ),
    "star": Relation(
        ("{P} leading part was played by {o}.", "{S} starred {o}.", "{S} had {o} in the leading role."),
        ("Who played the leading part in {x}?", "Who starred in {x}?"),
        ("the star of {x}", "the person who starred in {x}"),
        "leading starred",
        ("In which film did {x} star?",),
        ("the film in which {x} starred",),
        "film leading starred",
    ),
    "music": Relation(
        ("{P} music was written by {o}.", "{P} score is by {o}.", "{S} has a score written by {o}."),
        ("Who wrote the music for {x}?", "Who wrote the score of {x}?"),
        ("the person who wrote the music for {x}",),
        "music score",
    ),
    "producer": Relation(
        ("{S} was produced by {o}.", "{P} production was in the hands of {o}.", "{S} was a production of {o}."),
        ("Which company produced {x}?", "Who produced {x}?"),
        ("the company that produced {x}", "the producer of {x}"),
        "produced production",
    ),
    "basis": Relation(
        ("{S} is based on {o}.", "{P} story was taken from {o}.", "{S} is an adaptation of {o}."),
        ("On which novel is {x} based?", "Which novel was {x} adapted from?"),
        ("the novel on which {x} is based", "the novel behind {x}"),
        "based on novel",
    ),
    "author": Relation(
        ("{S} was written by {o}.", "{P} author was {o}.", "{S} came from the pen of {o}."),
        ("Who wrote {x}?", "Who is the author of {x}?"),
        ("the author of {x}", "the person who wrote {x}"),
        "author written",
        ("Which novel did {x} write?",),
        ("the novel that {x} wrote",),
        "novel author written",
    ),
    "publisher": Relation(
        ("{S} was published by {o}.", "{P} publisher was {o}.", "{S} was brought out by {o}."),
        ("Who published {x}?", "Which company published {x}?"),
        ("the publisher of {x}", "the company that published {x}"),
        "published publisher",
    ),
    "setting": Relation(
        ("{S} is set in {o}.", "{P} action takes place in {o}.", "{S} has {o} as its setting."),
        ("In which city is {x} set?", "Where is {x} set?"),
        ("the city in which {x} is set", "the setting of {x}"),
        "set setting",
    ),
    "sequel": Relation(
        ("{S} is a sequel to {o}.", "{S} continues the story of {o}.", "{S} followed {o}, whose sequel it is."),
        ("To what is {x} a sequel?", "Which work is {x} the sequel of?"),
        ("the work to which {x} is a sequel", "the work continued by {x}"),
        "sequel story",
        ("Which work is a sequel to {x}?",),
        ("the sequel to {x}",),
        "sequel story",
    ),
    "year": Relation(
        (
            "{S} appeared in {o}.",
            "{S} was first presented in {o}.",
            "{S} dates from {o}.",
            "The year of its appearance is {o}.",
        ),
        ("In which year did {x} appear?", "When did {x} first appear?", "From what year does {x} date?"),
        (),
        "appeared",
    ),
    "artist": Relation(
        ("{S} was recorded by {o}.", "{S} is a recording by {o}.", "{P} songs were recorded by {o}."),
        ("Who recorded {x}?", "By whom was {x} recorded?"),
        ("the performer who recorded {x}", "the performer of {x}"),
        "recorded",
        ("Which album did {x} record?",),
        ("the album that {x} recorded",),
        "album recorded",
    ),
    "label": Relation(
        ("{S} was released by {o}.", "{P} record label was {o}.", "{S} was sold under the label of {o}."),
        ("Which company released {x}?", "What was the record label of {x}?"),
        ("the record label of {x}", "the company that released {x}"),
        "released label",
    ),
    "composer": Relation(
        ("{S} was composed by {o}.", "{P} composer was {o}.", "{S} is a composition by {o}."),
        ("Who composed {x}?", "Who was the composer of {x}?"),
        ("the composer of {x}", "the person who composed {x}"),
        "composer composed",
        ("Which opera did {x} compose?",),
        ("the opera that {x} composed",),
        "opera composer composed",
    ),
    "words": Relation(
        ("{P} libretto was written by {o}.", "{P} words are by {o}.", "{S} has a libretto by {o}."),
        ("Who wrote the libretto of {x}?", "By whom is the libretto of {x}?"),
        ("the librettist of {x}", "the person who wrote the libretto of {x}"),
        "libretto words",
    ),
    "painter": Relation(
        ("{S} was painted by {o}.", "{P} painter was {o}.", "{S} is by the hand of {o}, who painted it."),
        ("Who painted {x}?", "Who was the painter of {x}?"),
        ("the painter of {x}", "the person who painted {x}"),
        "painted painter",
        ("Which painting is by {x}?",),
        ("the painting by {x}",),
        "painting painted painter",
    ),
    "kept": Relation(
        ("{S} is kept in {o}.", "{S} hangs in {o}.", "{P} present home is {o}, where it is kept."),
        ("Where is {x} kept?", "In which building is {x} kept?"),
        ("the building where {x} is kept", "the building that keeps {x}"),
        "kept hangs",
    ),
    "portrays": Relation(
        ("{S} depicts {o}.", "{P} sitter was {o}.", "{S} shows {o}, whom it depicts."),
        ("Whom does {x} depict?", "Who is depicted in {x}?"),
        ("the person depicted in {x}", "the sitter of {x}"),
        "depicts sitter",
        ("Which painting depicts {x}?",),
        ("the painting that depicts {x}",),
        "painting depicts sitter",
    ),
    "builder": Relation(
        ("{S} was built by {o}.", "{P} builder was {o}.", "{S} came from the yards of {o}, which built it."),
        ("Which company built {x}?", "Who built {x}?"),
        ("the builder of {x}", "the company that built {x}"),
        "built builder",
    ),
    "home": Relation(
        ("{P} home port was {o}.", "{S} sailed from its home port, {o}.", "{S} was registered in {o}, its home port."),
        ("What was the home port of {x}?", "Which city was the home port of {x}?"),
        ("the home port of {x}",),
        "home port",
    ),
    "finder": Relation(
        ("{S} was discovered by {o}.", "{P} discoverer was {o}.", "{S} was found by {o}, its discoverer."),
        ("Who discovered {x}?", "Who was the discoverer of {x}?"),
        ("the discoverer of {x}", "the person who discovered {x}"),
        "discovered discoverer",
    ),
}
"""Every relation. Those without phrases lead to dates, numbers and words, where a question ends."""


class Comparison(NamedTuple):
    """A question about two things that have the same relation.

    Attributes:
        asks: Questions; `{x}` and `{y}` are the two.
        greater: Whether the greater value wins; None: the answer is yes if the objects are the same, else no.
    """

    asks: tuple[str, ...]
    greater: bool | None


COMPARISONS = {
    "birth": (
        Comparison(
            ("Who was born earlier, {x} or {y}?", "Who is older, {x} or {y}?", "Who was born first, {x} or {y}?"), False
        ),
        Comparison(("Who was born later, {x} or {y}?", "Who is younger, {x} or {y}?"), True),
    ),
    "birthplace": (
        Comparison(
            ("Were {x} and {y} born in the same city?", "Do {x} and {y} have the same birthplace?"),
            None,
        ),
    ),
    "school": (Comparison(("Did {x} and {y} study at the same university?",), None),),
    "population": (
        Comparison(("Which has more inhabitants, {x} or {y}?", "Which has the larger population, {x} or {y}?"), True),
        Comparison(("Which has fewer inhabitants, {x} or {y}?",), False),
    ),
    "province": (
        Comparison(("Are {x} and {y} located in the same province?", "Do {x} and {y} lie in the same province?"), None),
    ),
    "length": (Comparison(("Which is longer, {x} or {y}?", "Which river has the greater length, {x} or {y}?"), True),),
    "height": (Comparison(("Which is higher, {x} or {y}?", "Which reaches the greater height, {x} or {y}?"), True),),
    "founded": (
        Comparison(("Which was founded earlier, {x} or {y}?", "Which is older, {x} or {y}?"), False),
        Comparison(("Which was founded later, {x} or {y}?", "Which was established later, {x} or {y}?"), True),
    ),
    "seat": (Comparison(("Are {x} and {y} based in the same city?", "Do {x} and {y} share a seat?"), None),),
    "opened": (
        Comparison(("Which was opened first, {x} or {y}?", "Which opened earlier, {x} or {y}?"), False),
        Comparison(("Which was opened later, {x} or {y}?",), True),
    ),
    "year": (
        Comparison(("Which appeared first, {x} or {y}?", "Which is older, {x} or {y}?"), False),
        Comparison(("Which appeared later, {x} or {y}?", "Which is the more recent, {x} or {y}?"), True),
    ),
    "site": (Comparison(("Do {x} and {y} stand in the same city?",), None),),
}
"""Comparisons of two things."""

BRIDGE_COMPARISONS = {
    "birth": (
        Comparison(
            (
                "Which has the {role} who was born earlier, {x} or {y}?",
                "Of {x} and {y}, which has the older {role}?",
                "Whose {role} was born first, that of {x} or that of {y}?",
            ),
            False,
        ),
        Comparison(
            (
                "Which has the {role} who was born later, {x} or {y}?",
                "Of {x} and {y}, which has the younger {role}?",
            ),
            True,
        ),
    ),
    "birthplace": (
        Comparison(
            (
                "Were the {role} of {x} and the {role} of {y} born in the same city?",
                "Do the {role} of {x} and the {role} of {y} have the same birthplace?",
            ),
            None,
        ),
    ),
    "school": (Comparison(("Did the {role} of {x} and the {role} of {y} study at the same university?",), None),),
}
"""Comparisons of two people who are known only by what they did."""

ROLES = {
    "director": "director",
    "author": "author",
    "composer": "composer",
    "painter": "painter",
    "founder": "founder",
    "architect": "architect",
    "winner": "winner",
    "star": "leading actor",
    "coach": "coach",
}
"""What people are called in such questions, by the relation that leads to them."""
