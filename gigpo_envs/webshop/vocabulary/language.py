"""Articles, plurals and capitals, and which words of a title are nouns."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from gigpo_envs.webshop.vocabulary.words import NOT_NOUNS

_VOWEL_SOUND = re.compile(r"[aeiou8]|hour|honest|1[18]\b|(?:led|lcd|hdmi|x|xl|xx|sd|ssd|hd|nfc|fm)\b", re.IGNORECASE)
_CONSONANT_SOUND = re.compile(r"uni|use|usb|uv|eu|one\b|once", re.IGNORECASE)
_TITLE_WORD = re.compile(r"[^\W_]+(?:\.\d+)?")
_SMALL_WORD = re.compile(r"(?:an?|and|at|by|for|from|in|of|on|or|the|to|with|x)")
_ABBREVIATION = re.compile(r"(?:usb|tv|hdmi|led|bpa|gmo|spf|hd|diy|dj|uv|c|e|v)")


@dataclass(frozen=True, slots=True)
class Fragment:
    """A piece of a title and its nouns, lower-cased, in order."""

    text: str
    nouns: tuple[str, ...]


def article(text: str) -> str:
    """Return "a" or "an", whichever the sound of the next word asks for."""
    vowel = _VOWEL_SOUND.match(text) and not _CONSONANT_SOUND.match(text)
    return "an" if vowel else "a"


@cache
def title_case(text: str) -> str:
    """Capitalise as in a shop's title: small words stay small, abbreviations are all capitals."""
    words = text.split(" ")
    for i, word in enumerate(words):
        if _ABBREVIATION.fullmatch(word):
            words[i] = word.upper()
        elif i == 0 or not _SMALL_WORD.fullmatch(word):
            words[i] = "-".join(part[:1].upper() + part[1:] for part in word.split("-"))
    return " ".join(words)


@cache
def running_case(text: str) -> str:
    """Capitalise abbreviations only, as within a sentence."""
    return " ".join(word.upper() if _ABBREVIATION.fullmatch(word) else word for word in text.split(" "))


def sentence_case(text: str) -> str:
    """Capitalise the first word and abbreviations only."""
    text = running_case(text)
    return text[0].upper() + text[1:]


@cache
def fragment(text: str) -> Fragment:
    """Return a piece of title for a lower-case phrase, with its nouns."""
    words = _TITLE_WORD.findall(text.lower().replace("'s", ""))
    return Fragment(title_case(text), tuple(w for w in words if w not in NOT_NOUNS and not w[0].isdigit()))


def plural(noun: str) -> str:
    """Return the plural of a countable noun phrase."""
    if noun.endswith(("s", "x", "ch", "sh")):
        return noun + "es"
    if noun.endswith("y") and noun[-2] not in "aeiou":
        return noun[:-1] + "ies"
    return noun + "s"
