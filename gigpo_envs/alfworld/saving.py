"""A state of a house as JSON-able values, and back."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from gigpo_envs.alfworld.house import House
from gigpo_envs.alfworld.state import HouseState, Things, bits, mask_of
from gigpo_envs.errors import check_fields, shown

_THINGS = ("clean", "hot", "cool", "sliced", "toggled")
_FIELDS: Mapping[str, type] = {
    "task": str,
    "place": int,
    "held": str,
    "opened": list,
    **dict.fromkeys(_THINGS, list),
    **dict.fromkeys(Things._fields, dict),
}


def dump(state: HouseState) -> dict[str, Any]:
    """Return a state as JSON-able values: things by their names; of what lies where, what differs from the start."""
    house = state.house
    data: dict[str, Any] = {
        "task": state.task.id,
        "place": state.place,
        "held": house.names[state.held] if state.held >= 0 else "",
        "opened": [house.receptacle_names[number] for number in bits(state.opened)],
    }
    data |= {name: [house.names[thing] for thing in bits(getattr(state, name))] for name in _THINGS}
    for name, now, was, keys in zip(Things._fields, state.things, house.first, _keys(house), strict=True):
        data[name] = {
            key: [house.names[thing] for thing in bits(mask)]
            for key, mask, old in zip(keys, now, was, strict=True)
            if mask != old
        }
    return data


def _keys(house: House) -> tuple[Sequence[str], ...]:
    return house.receptacle_names, tuple(map(str, range(len(house.game.places)))), house.receptacle_names


def load(data: Mapping[str, Any], find: Callable[[str], House]) -> HouseState:
    """Return the state that ``dump`` wrote.

    Args:
        data: What ``dump`` returned.
        find: Returns the house of a task id.

    Raises:
        ValueError: The values do not make a state of that house.
    """
    data = check_fields("a state of a house", data, _FIELDS)
    house = find(data["task"])
    if not 0 <= data["place"] < len(house.game.places):
        raise ValueError(f"{house.task.id} has the places 0 to {len(house.game.places) - 1}, not {data['place']}")
    things = Things(
        *(
            _restored(was, data[name], keys, house.names)
            for name, was, keys in zip(Things._fields, house.first, _keys(house), strict=True)
        )
    )
    state = HouseState(
        house=house,
        place=data["place"],
        held=_number(data["held"], house.names) if data["held"] else -1,
        opened=_mask(data["opened"], house.receptacle_names),
        things=things,
        moved=house.moved(things),
        **{name: _mask(data[name], house.names) for name in _THINGS},
    )
    if dump(state) != data:
        raise ValueError(f"these values do not fit together as a state of a house: {shown(data)}")
    return state


def _number(name: Any, names: Sequence[str]) -> int:
    if name not in names:
        raise ValueError(f"there is no {shown(name)} in this house")
    return names.index(name)


def _mask(chosen: Sequence[Any], names: Sequence[str]) -> int:
    return mask_of(tuple(_number(name, names) for name in chosen))


def _restored(
    start: Sequence[int], differing: Mapping[str, Sequence[Any]], keys: Sequence[str], names: Sequence[str]
) -> tuple[int, ...]:
    masks = list(start)
    for key, chosen in differing.items():
        masks[_number(key, keys)] = _mask(chosen, names)
    return tuple(masks)
