"""How shoppers open a request and how a title is put together (format: templates.py)."""

from __future__ import annotations

OPENERS = (
    "i'm looking for",
    "i am looking for",
    "im looking for",
    "i need",
    "i want",
    "i would like",
    "i'd like to buy",
    "i want to buy",
    "i need to find",
    "i'm trying to find",
    "i am searching for",
    "i'm shopping for",
    "i [really|just] need",
    "i [need|want] to order",
    "i'm interested in",
    "i am interested in",
    "i'm in the market for",
    "find me",
    "please find me",
    "get me",
    "show me",
    "help me find",
    "can you find me",
    "could you [get|find] me",
    "looking for",
    "let's find",
    "we need",
    "my [sister|mom|dad|friend|roommate|son|daughter|husband|wife] wants",
    "hi, i'm looking for",
    "hello, i need",
    "it's almost [my birthday|the holidays] and i want",
    "order me",
    "buy me",
)

OWNER_OPENERS = (
    "my old one [broke|is worn out|gave up], so i need",
    "i saw one at a friend's house and now i want",
)
"""Openers that suit only things one owns singly and for long."""

OPTION_LINKS = (". ", ", and ", ". also, ", ", ", ". ")
EXTRA_WISHES = (
    "{it} should be {name}",
    "{it} must be {name}",
    "{it} need{s} to be {name}",
    "make sure {it} {is} {name}",
)

TITLE_STYLES = (
    "{brand} {audience} {a1} {front} {item} with {sig}, {a2}, {also}, {w1} for {f1}, {tag0}, {tag1}, {option}",
    "{brand} {audience} {item} - {tag0}, {a1}, {sig}, {of}, {a2}, {also} for {f1}, {option}",
    "{brand} {line} {front} {item}, {a1}, {also}, {w1} with {sig}, {tag0}, {tag1}, {option}",
    "{brand} {audience} {item} for {f1}, {of}, {also} with {sig}, {a1}, {a2}, {w1} - {tag0}",
    "{brand} {line} {audience} {a1} {item} in {front}, {tag0}, {sig}, {also} for {f1}, {tag1} - {option}",
    "{audience} {front} {item} by {brand} - {a1}, {w1}, {also}, {sig}, {tag0}, {a2} for {f1}",
    "{brand} {a1} {item} ({option}), {tag0}, {sig}, {w1}, {also} for {f1}, {of}, {tag1}",
)
"""Orders of the pieces of a title; a piece that a product lacks is left out with what stands before it."""
