"""Task sentences of our own wording in ALFWorld's form: lower case, one-word names, no full stop.

``{thing}`` and ``{target}`` stand for the names, ``{a_thing}`` and ``{a_target}`` for the names with their article.
"""

from __future__ import annotations

SENTENCES = {
    "pick_and_place_simple": (
        "leave {a_thing} in or on {a_target}",
        "bring {a_thing} to the {target} and leave it there",
        "find {a_thing} and move it to the {target}",
        "make sure there is {a_thing} in or on {a_target}",
    ),
    "look_at_obj_in_light": (
        "hold {a_thing} in the light of the {target}",
        "pick up {a_thing} and inspect it by the {target}",
        "switch on the {target} and have {a_thing} in hand there",
        "study {a_thing} by the light of the {target}",
    ),
    "pick_clean_then_place_in_recep": (
        "wash {a_thing} and leave it in or on {a_target}",
        "leave a clean {thing} in or on {a_target}",
        "bring a freshly washed {thing} to the {target}",
        "rinse {a_thing} and then move it to the {target}",
    ),
    "pick_heat_then_place_in_recep": (
        "warm up {a_thing} and leave it in or on {a_target}",
        "leave a hot {thing} in or on {a_target}",
        "bring a heated {thing} to the {target}",
        "make {a_thing} hot and then move it to the {target}",
    ),
    "pick_cool_then_place_in_recep": (
        "chill {a_thing} and leave it in or on {a_target}",
        "leave a cold {thing} in or on {a_target}",
        "bring a chilled {thing} to the {target}",
        "make {a_thing} cold and then move it to the {target}",
    ),
    "pick_two_obj_and_place": (
        "gather two {thing} in or on one {target}",
        "leave two {thing} together in or on one {target}",
        "bring two {thing} to the same {target} and leave them there",
        "find two {thing} and move both to one {target}",
    ),
}
"""Ways to word a task, by task type."""


def fill(sentence: str, thing: str, target: str) -> str:
    """Return a sentence with the names in it.

    Args:
        sentence: One of ``SENTENCES``.
        thing: Kind of the thing, e.g. ``"Apple"``.
        target: Kind of the receptacle or of the lamp.
    """
    thing, target = thing.lower(), target.lower()
    return sentence.format(thing=thing, target=target, a_thing=_with_article(thing), a_target=_with_article(target))


def _with_article(name: str) -> str:
    return f"{'an' if name[0] in 'aeio' else 'a'} {name}"
