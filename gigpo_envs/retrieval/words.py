"""Cuts text into words by Unicode Standard Annex 29, the way Lucene's standard tokenizer does.

Its particulars: an emoji sequence is a word, so is each ideograph and each run of a script without spaces; a
longer word than 255 UTF-16 units is cut after that many, and what is left starts afresh.

Source: Unicode Standard Annex 29, rules WB4 to WB13b, and Unicode Technical Standard 51 for emoji.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Generator, Iterator
from functools import cache
from itertools import accumulate

from gigpo_envs.retrieval.word_classes import OTHER, RANGES

MAX_WORD = 255

# ASCII text is matched as it is. Here a run of underscores is a word too; `split` drops it.
_ASCII_WORD = re.compile(r"[A-Za-z0-9_]+(?:(?:(?<=[A-Za-z])[.:'](?=[A-Za-z])|(?<=[0-9])[.,;'](?=[0-9]))[A-Za-z0-9_]+)*")

# Other text is spelt in the one-letter classes of `word_classes` first, and the spelling is matched.
_MARKS = "[XZVTQGFC]*"
_EMOJI_MARKS = "[XZQGFC]*"
_CONNECTOR = f"_{_MARKS}"
# A Hebrew letter takes a quotation mark only if nothing before it has used it up.
_NEXT_LETTER = f"[LHP]{_MARKS}(?:[:.']{_MARKS}[LHP]{_MARKS})*"
_LETTERS = (
    f"(?:(?:K{_MARKS})+"
    f"|(?:H{_MARKS}(?:'{_MARKS}|\"{_MARKS}H{_MARKS}|[:.]{_MARKS}{_NEXT_LETTER})?"
    f"|(?!H){_NEXT_LETTER}"
    f"|[DN]{_MARKS}(?:[,.']{_MARKS}[DN]{_MARKS})*)+)"
)
_WORD = f"(?:{_CONNECTOR})*{_LETTERS}(?:(?:{_CONNECTOR})+{_LETTERS})*(?:{_CONNECTOR})*"
_PICTURE = f"(?:B{_EMOJI_MARKS}(?:M{_EMOJI_MARKS}|V)?|[EP]{_EMOJI_MARKS}V?)"
_SKIN = f"M{_EMOJI_MARKS}"
# A joiner stands between joined emoji; it may be among the marks of the one before.
_EMOJI = (
    f"(?:Z*[BEP]{_EMOJI_MARKS}VG+F"
    f"|(?:Z*{_PICTURE}|{_SKIN})(?:(?:(?<=Z)|Z+){_PICTURE}|(?:(?<=Z)|Z){_SKIN})*"
    f"|[D#]{_EMOJI_MARKS}V?Q{_EMOJI_MARKS}"
    f"|R{_MARKS}R{_MARKS})"
)
# Connectors and joiners that begin no word: one match for the run, or else each would be tried in turn.
_IDLE = f"(?P<idle>(?:{_CONNECTOR})*_|Z+)"
# Nearly every word is letters and digits up to a space or a last punctuation mark; to try that first is faster.
_PLAIN = "[LDN]+(?= |$|[:.,'\"](?: |$))"
_CLASS_WORD = re.compile(f"{_PLAIN}|{_WORD}|{_EMOJI}|(?:[SC]{_MARKS})+|I{_MARKS}|{_IDLE}")
_CLASS_EMOJI = re.compile(_EMOJI)
_IDLE_RUN = re.compile(_IDLE + _MARKS)
_MARKS_OF_IDLE = re.compile("C[XZVTQGFC]*")


def split(text: str) -> list[str]:
    """Return the words of a text in order, as they are spelt there."""
    if not text.isascii():
        return list(_split_by_class(text))
    words: list[str] = _ASCII_WORD.findall(text)
    if len(text) > MAX_WORD and words and len(max(words, key=len)) > MAX_WORD:
        return list(_split_by_class(text))
    if "_" in text:
        return [word for word in words if word.strip("_")]
    return words


class _Classes(dict[int, str]):
    """Code point to class, filled as characters are met."""

    def __init__(self) -> None:
        self._starts, self._kinds = [0], [OTHER]
        ranges: list[tuple[int, int, str]] = []
        for kind, listed in RANGES.items():
            for item in listed.split():
                first, _, last = item.partition("-")
                ranges.append((int(first, 16), int(last or first, 16) + 1, kind))
        for start, end, kind in sorted(ranges):
            if self._starts[-1] == start:
                self._kinds[-1] = kind
            else:
                self._starts.append(start)
                self._kinds.append(kind)
            self._starts.append(end)
            self._kinds.append(OTHER)

    def __missing__(self, code: int) -> str:
        kind = self._kinds[bisect_right(self._starts, code) - 1]
        self[code] = kind
        return kind


_classes = cache(_Classes)


def _split_by_class(text: str) -> Iterator[str]:
    classes = text.translate(_classes())
    position = 0
    while match := _CLASS_WORD.search(classes, position):
        start, end = match.span()
        if match.lastgroup:  # idle
            position = end
            for marks in _MARKS_OF_IDLE.finditer(classes, start, end):
                yield from _cut(text, classes, *marks.span())
            continue
        position = _longest(classes, start, end, len(text))
        position = yield from _cut(text, classes, start, position)


def _longest(classes: str, start: int, end: int, limit: int) -> int:
    """Return the end of the word at ``start``, which is ``end`` unless it is an emoji: a few letters are both."""
    if classes[start] == "P" and (emoji := _CLASS_EMOJI.match(classes, start, limit)):
        return max(end, emoji.end())
    return end


def _cut(text: str, classes: str, start: int, end: int) -> Generator[str, None, int]:
    """Yield a word, or several for one that is too long; return where they end."""
    if end - start > MAX_WORD // 2:  # perhaps too many UTF-16 units
        return (yield from _chop(text, classes, start, end))
    yield text[start:end]
    return end


def _chop(text: str, classes: str, start: int, end: int) -> Generator[str, None, int]:
    """Yield the words up to ``end`` as one sees them who can look only 255 units ahead; return where they end."""
    position = start
    while position < end:
        match = _CLASS_WORD.search(classes, position, position + MAX_WORD)
        if not match or match.start() >= end:
            position = min(position + MAX_WORD, end)
            continue
        start = match.start()
        limit = _limit(text, start)
        match = _CLASS_WORD.match(classes, start, limit)
        if match and not match.lastgroup:
            position = _longest(classes, start, match.end(), limit)
            yield text[start:position]
            continue
        position = start + 1
        if run := _IDLE_RUN.match(classes, start):
            position = run.end("idle")
            if run.end() >= limit:  # the letters it belongs to may be out of sight: move up until they are not
                position = max(start + 1, position - MAX_WORD + 1)
            for marks in _MARKS_OF_IDLE.finditer(classes, start, end):
                if marks.start() >= position:
                    break
                position = max(position, marks.end())
                yield from _cut(text, classes, *marks.span())
    return position


def _limit(text: str, start: int) -> int:
    """Return the position that is at most 255 UTF-16 units after ``start``."""
    stretch = text[start : start + MAX_WORD]
    if max(stretch) > "\uffff":
        units = accumulate(1 + (character > "\uffff") for character in stretch)
        return start + sum(count <= MAX_WORD for count in units)
    return start + len(stretch)
