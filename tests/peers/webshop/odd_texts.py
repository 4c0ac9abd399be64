"""Texts that no shop has: all scripts and kinds of characters, runs and repetitions, long and empty ones."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random

from gigpo_envs.retrieval.word_classes import RANGES

EXAMPLES = (
    "",
    " \t\n",
    "___ ... !!!",
    "the and of it",
    "Crème brûlée à la façon d'Amélie, naïve Straße, İstanbul ΑΣ Σίσυφος",
    "東京タワー ひらがな カタカナ 한국어 ภาษาไทย ພາສາລາວ မြန်မာ ភាសាខ្មែរ",
    "👍🏽 👨\u200d👩\u200d👧 🇫🇷🇩🇪 1\ufe0f\u20e3 ☕️ ™ © 🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
    "women's men\u2019s dogs\uff07s James' 'tis o'clock rock'n'roll",
    "1,000.50 3.5in 1.2.3 1,2,3 1'000 12:30 a:b a.b.c. v2.0_beta x1.5 5_000 ½ ² Ⅷ ٣\u066b\u0661٤ १२३",
    "snake_case __init__ a_b.c _1_ ‿ a‿b",
    'א"ב ג\'ד ה" \u05d0\u05b0\u05d1',
    "a" * 255,
    "b" * 256,
    "c" * 1000,
    "é" * 600,
    "\U0001d400" * 200,
    "_" * 254 + "d",
    "_" * 300 + "e",
    "1," * 200,
    "f." * 300,
    "\u0301" * 300 + "g",
    "h" + "\u0301" * 400 + "i",
    "_" * 254 + "\u0301j",
    "_" * 300 + "\u0301\u0301\u0301k",
    "_\u0e31" * 200,
    "_\u0e31" * 200 + "l",
    "m" * 200 + "_\u1a6b" * 100 + "n",
    "\u200d" * 300 + "😀",
    "NUL\0NUL \x85 \u2028 \ufeff",
)

_PLAIN = "abesEdinglyz 12'.,:;_-\"\u0301\u200d\ufe0f"
_REPEATS = (1, 1, 2, 30, 60, 85, 120, 127, 128, 200, 253, 254, 255, 256, 300)
_LONG = 1_200


def _pools() -> list[list[str]]:
    pools = []
    for ranges in RANGES.values():
        ends = [item.partition("-") for item in ranges.split()]
        spans = [range(int(first, 16), int(last or first, 16) + 1) for first, _, last in ends]
        pools.append([chr(code) for span in spans for code in span])
    return pools


def _characters(random: Random) -> Iterator[str]:
    pools = _pools()
    while True:
        kind = random.random()
        if kind < 0.5:
            yield random.choice(random.choice(pools))
        elif kind < 0.9:
            yield random.choice(_PLAIN)
        else:
            code = random.randrange(random.choice((0x3000, 0xD800, 0x20000, 0xE0200)))
            yield chr(code if not 0xD800 <= code < 0xE000 else 0xFFFD)


def short_texts(seed: int, count: int) -> Iterator[str]:
    """Yield texts of up to 40 random characters, all classes of characters as likely."""
    random = Random(seed)
    characters = _characters(random)
    for _ in range(count):
        yield "".join(islice(characters, random.randrange(1, 40)))


def long_texts(seed: int, count: int) -> Iterator[str]:
    """Yield texts of some hundred characters, in which characters and groups of characters are repeated."""
    random = Random(seed)
    characters = _characters(random)
    for _ in range(count):
        text, length = "", random.randrange(200, _LONG)
        while len(text) < length:
            text += "".join(islice(characters, random.choice((1, 1, 1, 2, 3, 10)))) * random.choice(_REPEATS)
        yield text[:_LONG]


def every_character() -> list[str]:
    """Return every character of the first two planes and of tags and selectors, and one in 61 of all others."""
    codes = [*range(0xD800), *range(0xE000, 0x20000), *range(0x20000, 0x110000, 61), *range(0xE0000, 0xE0200)]
    return list(map(chr, codes))
