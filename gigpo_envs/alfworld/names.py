"""The names that players see, from the ids of a problem."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

SEPARATOR = "_bar_"


def name_all(ids: Iterable[str]) -> dict[str, str]:
    """Return the name of each id, e.g. ``"fridge 1"``, as the original's demangler gives them.

    The class of an id is what stands before its first ``_bar_``, with ``basin`` at the end where the id has
    that word anywhere. Within a class numbers run backwards: the first id gets the highest, the last gets 1. An id
    without ``_bar_`` is named as itself and a space.

    Args:
        ids: Every id that is an argument of some fact of the problem's start, in lower case.
    """
    ordered = sorted(set(ids))
    classes = {one: _class_of(one) for one in ordered if SEPARATOR in one}
    left = Counter(classes.values())
    names = {}
    for one in ordered:
        if one in classes:
            kind = classes[one]
            names[one] = f"{kind} {left[kind]}"
            left[kind] -= 1
        else:
            names[one] = f"{one} "
    return names


def _class_of(one: str) -> str:
    kind = one.partition(SEPARATOR)[0]
    return f"{kind}basin" if "basin" in one else kind
