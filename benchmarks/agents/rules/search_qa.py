"""Rules for questions: search for the question once, read what is found, and give the likeliest words of it.

The policy sees the question and the passages, nothing else. It knows no grammar: the kind of an answer (a date, a
number, a name, yes or no, one of two that are named) is guessed from words of the question, and of the pieces of that
kind it takes the one that stands nearest to the question's own words. What takes a second search is beyond it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from benchmarks.agents.protocol import Context

DOC = re.compile(r'^(?:<information>)?Doc \d+\(Title: "(.*?)"\) ', re.MULTILINE)
SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[^a-z])")
WORD = re.compile(r"\w+(?:[-'\u2019]\w+)*")
MONTH = "(?:January|February|March|April|May|June|July|August|September|October|November|December)"
YEAR = re.compile(r"\b(?:1[0-9]|20)\d\d\b")
DATE = re.compile(
    rf"\b\d{{1,2}} {MONTH},? \d{{3,4}}\b|\b{MONTH} \d{{1,2}}, \d{{3,4}}\b|\b{MONTH} \d{{4}}\b|{YEAR.pattern}"
)
NUMBER = re.compile(
    r"\b\d+(?:,\d{3})*(?:\.\d+)?(?: (?:(?:square )?(?:kilomet|met)(?:re|er)s|miles|feet|million|billion|km|m)\b)?"
)
# A name: words with a capital letter, and small words between two of them.
BIG = r"[^\W\d_a-zà-öø-ÿ][\w'\u2019.-]*\w|[A-Z]"
NAME = re.compile(rf"\b(?:\d+ )?(?:{BIG})(?: (?:(?:of|the|and|de|la|van|von|at|in|for) ){{0,2}}(?:{BIG}|\d+\b))*")
# What asks for yes or no, where it comes first; what asks for a time, and for a number.
YES_NO = frozenset(WORD.findall("am are can could did do does had has have is was were will would"))
TIMES = frozenset(WORD.findall("birthday born date dated when year"))
NUMBERS = frozenset(WORD.findall("height high length long many much number population tall"))
# Of two, what asks for the greater; and what asks for times rather than numbers.
GREATER = frozenset(
    WORD.findall(
        "bigger deeper greater greatest higher highest larger largest last later latest longer longest more most newer "
        "newest recent recently taller tallest younger youngest"
    )
)
TIMELY = frozenset(
    WORD.findall("after before born earlier earliest first last later latest newer older oldest recent younger")
)
SMALL = frozenset(
    WORD.findall(
        "a about after all also an and any are as at be been before between both by can city could did do does during "
        "each first for from had has have he her his how i in into is it its many more most much name named not of on "
        "or other person place same she since so some than that the their them then there these they this those to "
        "under until was were what when where which while who whom whose why will with within would year"
    )
)


class Passage(NamedTuple):
    """A passage as it is shown: the title and the text."""

    title: str
    text: str


class SearchQARule:
    """The policy of one episode.

    Args:
        context: The episode: the goal is used.
    """

    def __init__(self, context: Context) -> None:
        self._question = context.goal
        self._searched = False

    def act(self, observation: str, info: Mapping[str, Any]) -> str:
        """Search for the question, then answer from what was found."""
        if not self._searched:
            self._searched = True
            return f"<search>{self._question}</search>"
        return f"<answer>{answer(self._question, read_passages(observation))}</answer>"


def read_passages(observation: str) -> list[Passage]:
    """Return the passages that an observation shows."""
    pieces = DOC.split(observation.removesuffix("</information>"))
    return [Passage(title, text.strip()) for title, text in zip(pieces[1::2], pieces[2::2], strict=True)]


def answer(question: str, passages: Sequence[Passage]) -> str:
    """Return the likeliest answer; it is never empty."""
    words = WORD.findall(question.lower())
    options = read_options(question)
    if options:
        return choose(options, words, passages)
    if words and words[0] in YES_NO:
        return "yes" if share_a_name(question, passages) else "no"
    return next(iter(sorted_pieces(question, passages)), passages[0].title if passages else "unknown")


def read_options(question: str) -> tuple[str, str] | None:
    """Return the two names among which a question asks to choose, or None."""
    one, found, other = question.rstrip("? ").rpartition(" or ")
    options = [
        re.sub(r"^(?:[^\W\dA-ZÀ-Þ][\w'\u2019-]* )+", "", text.strip()) for text in (one.rpartition(",")[2], other)
    ]
    return (options[0], options[1]) if found and all(map(NAME.match, options)) else None


def choose(options: tuple[str, str], words: Iterable[str], passages: Sequence[Passage]) -> str:
    """Return the one of two names whose passage tells the smaller date or number, or the greater if so asked."""
    asked = set(words)
    greater, kind = bool(GREATER & asked), YEAR if TIMELY & asked else NUMBER
    told = []
    for option in options:
        texts = [passage.text for passage in passages if option in passage.title or option in passage.text]
        pieces = [piece for text in texts for piece in kind.findall(text) if kind is YEAR or not YEAR.fullmatch(piece)]
        told.append(_value(pieces[0]) if pieces else None)
    if told[0] is None or told[1] is None:
        return options[0]
    return options[(told[1] > told[0]) == greater]


def _value(number: str) -> float:
    return float(number.split()[0].replace(",", ""))


def share_a_name(question: str, passages: Sequence[Passage]) -> bool:
    """Return whether the two best passages have a name in common that the question has not."""
    found = [set(NAME.findall(passage.text)) - set(NAME.findall(question)) for passage in passages[:2]]
    return len(found) == 2 and any(name.lower() not in SMALL for name in found[0] & found[1])


def sorted_pieces(question: str, passages: Sequence[Passage]) -> list[str]:
    """Return what may be the answer, the likeliest first."""
    words = WORD.findall(question.lower())
    asked = {_stem(word) for word in words if word not in SMALL}
    ranked: list[tuple[float, int, str]] = []
    for rank, passage in enumerate(passages):
        title = {_stem(word) for word in WORD.findall(passage.title.lower())}
        for sentence in SENTENCE.split(passage.text):
            places = [(match.start(), _stem(match[0].lower())) for match in WORD.finditer(sentence)]
            matched = [place for place, word in places if word in asked]
            met = len({word for _, word in places} & asked) + len(title & asked)
            for piece, place in _pieces(words, sentence):
                near = min((abs(place - other) for other in matched), default=100)
                if not _is_known(piece, asked):
                    ranked.append((-met + min(near, 100) / 50 + rank / 2, len(ranked), piece))
    return [piece for _, _, piece in sorted(ranked)]


def _pieces(words: Sequence[str], sentence: str) -> Iterator[tuple[str, int]]:
    """Yield the pieces of a sentence that are of the kind asked for, each with its place."""
    if "year" in words:
        kind = YEAR
    elif not TIMES.isdisjoint(words) and "who" not in words and "where" not in words:
        kind = DATE
    elif not NUMBERS.isdisjoint(words):
        kind = NUMBER
    else:
        kind = NAME
    if kind is NUMBER:  # there are some in a date
        sentence = DATE.sub(lambda match: " " * len(match[0]), sentence)
    for match in kind.finditer(sentence):
        # A date looks like a name; a small word has a capital letter where a sentence begins.
        if not (kind is NAME and DATE.fullmatch(match[0])) and match[0].lower() not in SMALL:
            yield match[0], match.start()


def _is_known(piece: str, asked: set[str]) -> bool:
    """Whether a piece begins and ends as something in the question does: it is that, perhaps with more of its name."""
    words = [word for word in WORD.findall(piece.lower()) if word not in SMALL]
    return not words or {_stem(words[0]), _stem(words[-1])} <= asked


def _stem(word: str) -> str:
    return re.sub(r"(?:'s|\u2019s|ed|ing|e?s)$", "", word) or word
