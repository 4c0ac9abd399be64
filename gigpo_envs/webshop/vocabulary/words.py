"""Which words of a title do not count as nouns.

WebShop's type reward compares the words that a tagger calls nouns or proper nouns, and in a title's capitals it
calls most adjectives proper nouns. The list below is what remains: small words, verbs, numerals and the few
adjectives and participles that a small English tagger recognises in most titles they occur in.
"""

from __future__ import annotations

_NOT_NOUNS = """
a an and apply as assemble assembled assorted at back baking built by carrying close corded damaged die
dotted down eat eight encapsulated etched everything expanding feathered fermented fits flaked floating
fluted fold for four from full fully hang in individually it labeled leaning leveling like locally mild
mixed naturally no non nordic not of off oiled on one only or out over paired pebbled plated pull ready
released resealable saw scorching shirred six sourced stay tall tapered ten that the three tiny to two
unscented untinted up weathered with without wrapped write
"""
NOT_NOUNS = frozenset(_NOT_NOUNS.split())
