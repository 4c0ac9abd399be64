"""Cuts text into words by Unicode Standard Annex 29, the way Lucene's standard tokenizer does.

Its particulars: an emoji sequence is a word, so is each ideograph and each run of a script without spaces; of
longer words every 255 UTF-16 units make one.

Source: Unicode Standard Annex 29, rules WB4 to WB13b, and Unicode Technical Standard 51 for emoji.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from functools import cache

from gigpo_envs.retrieval.word_classes import OTHER, RANGES

MAX_WORD = 255

# ASCII text is matched as it is. A run of underscores comes out as a word too and is dropped by `split`.
_ASCII_WORD = re.compile(
    r"[A-Za-z0-9_]+(?:(?:(?<=[A-Za-z])[.:'](?=[A-Za-z])|(?<=[0-9])[.,;'](?=[0-9]))[A-Za-z0-9_]+)*"
)

# All other text is spelt in the letters of `word_classes` first, one for each character, and that is matched.
_MARKS = "[XZVTQGFC]*"
_EMOJI_MARKS = "[XZQGFC]*"
_CONNECTORS = f"(?:_{_MARKS})"
_LETTERS = (
    f"(?:(?:K{_MARKS})+"
    f"|(?:H{_MARKS}(?:'{_MARKS}|\"{_MARKS}(?=H)|[.:]{_MARKS}(?=[LHP]))?"
    f"|[LP]{_MARKS}(?:[.:']{_MARKS}(?=[LHP]))?"
    f"|[DN]{_MARKS}(?:[.,']{_MARKS}(?=[DN]))?)+)"
)
_WORD = f"{_CONNECTORS}*{_LETTERS}(?:{_CONNECTORS}+{_LETTERS})*{_CONNECTORS}*"
_PICTURE = f"(?:B{_EMOJI_MARKS}(?:M{_EMOJI_MARKS}|V)?|[EP]{_EMOJI_MARKS}V?)"
_SKIN = f"M{_EMOJI_MARKS}"
# Joined emoji need a joiner between them; the marks of the one before may have swallowed it.
_EMOJI = (
    f"Z*[BEP]{_EMOJI_MARKS}VG+F"
    f"|(?:Z*{_PICTURE}|{_SKIN})(?:(?:(?<=Z)|Z+){_PICTURE}|(?:(?<=Z)|Z){_SKIN})*"
    f"|[D#]{_EMOJI_MARKS}V?Q{_EMOJI_MARKS}|R{_MARKS}R{_MARKS}"
)
# The last alternative makes long runs of what is not a word cheap to pass: `split` drops them.
_CLASS_WORD = re.compile(f"{_WORD}|{_EMOJI}|(?:[SC]{_MARKS})+|I{_MARKS}|{_CONNECTORS}+|Z+")
_CLASS_EMOJI = re.compile(_EMOJI)
_RUN = re.compile(f"{_CONNECTORS}+|Z+")
_WORDLESS = frozenset("_XZVTQGF")
