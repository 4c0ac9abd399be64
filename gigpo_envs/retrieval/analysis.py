"""Turns text into index terms as Lucene's analysis of English does.

Words (`words.split`), possessive endings dropped, lower case, stop words removed, Porter stems: the chain that
Anserini and Pyserini use unless told otherwise.
"""

from __future__ import annotations

from gigpo_envs.retrieval.porter import stem
from gigpo_envs.retrieval.words import split

_STOP_WORDS = (
    "a an and are as at be but by for if in into is it no not of on or such that the their then there these they this "
    "to was will with"
)
STOP_WORDS = frozenset(_STOP_WORDS.split())
_POSSESSIVES = tuple(mark + s for mark in "'\u2019\uff07" for s in "sS")
_MEMO_SIZE = 1 << 18


class _Terms(dict[str, str]):
    """Word to its term, filled as words are met; emptied when it grows too large."""

    def __missing__(self, word: str) -> str:
        if len(self) >= _MEMO_SIZE:
            self.clear()
        term = self[word] = term_of(word)
        return term


def term_of(word: str) -> str:
    """Return the term of one word of a text, or an empty string for a stop word."""
    if word.endswith(_POSSESSIVES):
        word = word[:-2]
    word = word.lower() if word.isascii() else "".join(map(_lower, word))
    if word in STOP_WORDS:
        return ""
    if word.isascii() or max(word) <= "\uffff":
        return stem(word)
    # Beyond the basic plane a character counts as two letters, as in UTF-16.
    units = word.encode("utf-16-le")
    pairs = "".join(chr(low | high << 8) for low, high in zip(units[::2], units[1::2], strict=True))
    return stem(pairs).encode("utf-16-le", "surrogatepass").decode("utf-16-le")


def _lower(character: str) -> str:
    """Lower one character to one character: no dotted i of two, no final sigma."""
    return "i" if character == "\u0130" else character.lower()


TERMS = _Terms()


def analyze(text: str) -> list[str]:
    """Return the terms of a text, in order and with repetitions."""
    return list(filter(None, map(TERMS.__getitem__, split(text))))
