"""Invented names, put together from syllables; no real person or place is meant.

A stem is a name without a meaning, such as "Valkendur". It is spelt of groups of consonants and groups of vowels in
turn, so that different numbers give different stems, and of pairs of consonants that are rare side by side, so that
hardly a stem is a known name.
"""

from __future__ import annotations

from math import gcd

from gigpo_envs.state_hash import digest, pack

_START_TABLE = """
B Br D Dr F Fl G Gl H J K Kr L M N P Pr Q R S Sk St T Th Tr V Vr W Y Z Zh Ch Sv Kl Gr Bl Sl Sm Pl Sh
"""
_MIDDLE_TABLE = """
lz rvn rz zd mk zdr mv vzh vr dv gd rsk lzh kz ksh zg nzh lg vn zm vl tv mz bz zb skr thv zl nz dm kv lbr rzh gz vd pn
"""
_END_TABLE = "n r l m k th nd sk rn lt x v b g d p z sh nt rk lm rd st ft lk rt ng mp nz lb"
_STARTS, _MIDDLES, _ENDS = _START_TABLE.split(), _MIDDLE_TABLE.split(), _END_TABLE.split()
_VOWELS = ("a", "e", "i", "o", "u", "ae", "oe")

SHORT_STEMS = len(_STARTS) * len(_VOWELS) ** 2 * len(_MIDDLES) * len(_ENDS)
LONG_STEMS = SHORT_STEMS * len(_MIDDLES) * len(_VOWELS)


class Stems:
    """The stems of one encyclopedia, numbered from 0; no two are equal.

    Args:
        seed: Seed of the encyclopedia.
    """

    def __init__(self, seed: int) -> None:
        key = int(digest(pack("searchqa", "generated", str(seed), "stems")), 16)
        self._shift = key >> 64
        self._factor = key & ((1 << 64) - 1)
        while gcd(self._factor, LONG_STEMS) > 1:  # its prime factors include those of SHORT_STEMS
            self._factor += 1

    def __getitem__(self, number: int) -> str:
        if number < SHORT_STEMS:
            return _spelt((number * self._factor + self._shift) % SHORT_STEMS, 1)
        return _spelt(((number - SHORT_STEMS) * self._factor + self._shift) % LONG_STEMS, 2)


def _spelt(number: int, middles: int) -> str:
    number, start = divmod(number, len(_STARTS))
    number, vowel = divmod(number, len(_VOWELS))
    name = _STARTS[start] + _VOWELS[vowel]
    for _ in range(middles):
        number, middle = divmod(number, len(_MIDDLES))
        number, vowel = divmod(number, len(_VOWELS))
        name += _MIDDLES[middle] + _VOWELS[vowel]
    return name + _ENDS[number]


_GIVEN_TABLE = "Tov Ber Kal Jor Ost Ilm Dav Sor Ren Hal Mir Val Yor Pel Ard Fen Lom Neb Cas Ulr Zor Eld Gav Ivr"
_GIVEN_STARTS = _GIVEN_TABLE.split()
GIVEN_NAMES = {
    "male": tuple(start + end for end in ("an", "ek", "omir", "uld", "is") for start in _GIVEN_STARTS),
    "female": tuple(start + end for end in ("ela", "ira", "une", "essa", "ova") for start in _GIVEN_STARTS),
}
"""First names, by gender."""

PLACE_ENDS = ("", "", "", "a", "a", "o", "ia", "burg", "stad", "haven", "mouth", "ford")
"""What makes a stem the name of a town."""

COUNTRY_ENDS = ("ia", "heim")
"""What makes a stem the name of a country."""
