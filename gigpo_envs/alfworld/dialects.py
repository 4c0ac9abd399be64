"""The two dialects in which ALFWorld's games were published: all that differs between them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

HELP = """Available commands:
  look:                             look around your current location
  inventory:                        check your current inventory
  go to (receptacle):               move to a receptacle
  open (receptacle):                open a receptacle
  close (receptacle):               close a receptacle
  take (object) from (receptacle):  take an object from a receptacle
  move (object) to (receptacle):  place an object in or on a receptacle
  examine (something):              examine a receptacle or an object
  use (object):                     use an object
  heat (object) with (receptacle):  heat an object using a receptacle
  clean (object) with (receptacle): clean an object using a receptacle
  cool (object) with (receptacle):  cool an object using a receptacle
  slice (object) with (object):     slice an object using a sharp object
"""
"""The answer to ``help``, as in alfworld 0.4.2."""


@dataclass(frozen=True, slots=True)
class Dialect:
    """What a dialect says in its own way.

    Attributes:
        name: Its name as a keyword.
        put: The command that puts the object ``o`` into the receptacle ``r``.
        put_done: The answer to it.
        names_arrival: Arrivals name the receptacle; else the location, by a number.
        has_help: There is a command ``help``.
        cleaners: Types of receptacles that clean.
    """

    name: str
    put: str
    put_done: str
    names_arrival: bool
    has_help: bool
    cleaners: tuple[str, ...]


DIALECTS: Mapping[str, Dialect] = {
    dialect.name: dialect
    for dialect in (
        Dialect(
            name="move",  # alfworld 0.4 and later
            put="move {o} to {r}",
            put_done="You move the {o} to the {r}.",
            names_arrival=True,
            has_help=True,
            cleaners=("sinkbasintype",),
        ),
        Dialect(
            name="put",  # the files of json_2.1.1
            put="put {o} in/on {r}",
            put_done="You put the {o} in/on the {r}.",
            names_arrival=False,
            has_help=False,
            cleaners=("sinkbasintype", "sinktype"),
        ),
    )
}
