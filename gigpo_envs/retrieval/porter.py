"""Porter's suffix-stripping stemmer with the two extensions its author added later.

Source: M. F. Porter, "An algorithm for suffix stripping", Program 14(3), 1980; the departures from the paper are
those of the author's own programs (``bli`` for ``abli``, the rule for ``logi``, words of one or two letters left
alone), which is also what Lucene's English analysis applies.
"""

from __future__ import annotations

_STEP_2 = (
    ("ational", "ate"),
    ("tional", "tion"),
    ("ization", "ize"),
    ("iveness", "ive"),
    ("fulness", "ful"),
    ("ousness", "ous"),
    ("biliti", "ble"),
    ("alism", "al"),
    ("aliti", "al"),
    ("iviti", "ive"),
    ("ation", "ate"),
    ("entli", "ent"),
    ("ousli", "ous"),
    ("enci", "ence"),
    ("anci", "ance"),
    ("izer", "ize"),
    ("alli", "al"),
    ("ator", "ate"),
    ("logi", "log"),
    ("bli", "ble"),
    ("eli", "e"),
)
_STEP_3 = (
    ("icate", "ic"),
    ("ative", ""),
    ("alize", "al"),
    ("iciti", "ic"),
    ("ical", "ic"),
    ("ness", ""),
    ("ful", ""),
)
_STEP_4 = (
    *("ement", "ance", "ence", "able", "ible", "ment", "ant", "ent", "sion", "tion", "ism", "ate", "iti"),
    *("ous", "ive", "ize", "al", "er", "ic", "ou"),
)
_KEPT_OF_STEP_4 = {"sion": "s", "tion": "t"}


def stem(word: str) -> str:
    """Return the stem of a lower-case word.

    Any character other than ``a e i o u y`` counts as a consonant, so digits and foreign letters are fine.
    """
    if len(word) <= 2:
        return word
    word = _step_1(word)
    word = _replace_longest(word, _STEP_2)
    word = _replace_longest(word, _STEP_3)
    word = _step_4(word)
    return _step_5(word)


def _shape(word: str) -> str:
    """Spell a word as vowels ``v`` and consonants ``c``; y is a vowel exactly when a consonant precedes it."""
    shape = []
    kind = "v"
    for letter in word:
        vowel = letter in "aeiou" or (letter == "y" and kind == "c")
        kind = "v" if vowel else "c"
        shape.append(kind)
    return "".join(shape)


def _measure(word: str) -> int:
    """Count the vowel-to-consonant changes: Porter's m."""
    return _shape(word).count("vc")


def _ends_double_consonant(word: str) -> bool:
    return word[-2:-1] == word[-1:] and _shape(word).endswith("c")


def _ends_short_syllable(word: str) -> bool:
    """Tell whether a word ends consonant, vowel, consonant, the last not w, x or y (hop, but not snow)."""
    return word[-1:] not in ("w", "x", "y") and _shape(word).endswith("cvc")


def _step_1(word: str) -> str:
    """Strip plurals, -ed and -ing, and turn a final y into i."""
    if word.endswith(("sses", "ies")):
        word = word[:-2]
    elif word.endswith("s") and not word.endswith("ss"):
        word = word[:-1]

    if word.endswith("eed"):
        if _measure(word[:-3]) > 0:
            word = word[:-1]
    elif word.endswith(("ed", "ing")):
        rest = word.removesuffix("ed") if word.endswith("ed") else word.removesuffix("ing")
        if "v" in _shape(rest):
            word = _mend(rest)

    if word.endswith("y") and "v" in _shape(word[:-1]):
        word = word[:-1] + "i"
    return word


def _mend(word: str) -> str:
    """Repair what -ed or -ing left: hopp(ing) to hop, conflat(ed) to conflate, fil(ing) to file."""
    if word.endswith(("at", "bl", "iz")):
        return word + "e"
    if _ends_double_consonant(word):
        return word if word[-1] in "lsz" else word[:-1]
    if _measure(word) == 1 and _ends_short_syllable(word):
        return word + "e"
    return word


def _replace_longest(word: str, table: tuple[tuple[str, str], ...]) -> str:
    """Replace the longest suffix in the table (longest first) if what precedes it has a positive measure."""
    for suffix, replacement in table:
        if word.endswith(suffix):
            rest = word[: -len(suffix)]
            return rest + replacement if _measure(rest) > 0 else word
    return word


def _step_4(word: str) -> str:
    for suffix in _STEP_4:
        if word.endswith(suffix):
            rest = word[: -len(suffix)] + _KEPT_OF_STEP_4.get(suffix, "")
            return rest if _measure(rest) > 1 else word
    return word


def _step_5(word: str) -> str:
    """Drop a final e and one l of a final double l from long words."""
    measure = _measure(word)
    if word.endswith("e") and (measure > 1 or (measure == 1 and not _ends_short_syllable(word[:-1]))):
        word = word[:-1]
    if word.endswith("ll") and measure > 1:
        word = word[:-1]
    return word
