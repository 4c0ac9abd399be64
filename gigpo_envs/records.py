"""Episode records, ``gigpo.episode/1``: the format.

A record is one JSON Lines file an episode: a header, a line for the start (t = 0, action null), one a step, and a
footer. Every line but the footer carries a ``link``: blake2b over the previous link and the line without it, as
sorted, compact ASCII JSON. So no line can be changed, dropped or moved without breaking the chain, and a replay
needs only the actions to recompute everything else. What a model wrote, its tokens and times go in ``agent``
lines, outside the chain. Floats are written as their shortest decimal strings.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NoReturn, Self

from gigpo_envs.building import write_whole
from gigpo_envs.state_hash import canonical_json, digest

RECORD_SCHEMA = "gigpo.episode/1"


def chain(previous: str, line: Mapping[str, Any]) -> str:
    """Return the link of a line: 32 hex digits over the previous link and the line without its link."""
    content = {key: value for key, value in line.items() if key != "link"}
    return digest(previous.encode("ascii") + canonical_json(content))


def decimal(number: float) -> str:
    """Return the shortest decimal string that reads back as the same float."""
    return repr(float(number))


@dataclass
class EpisodeRecord:
    """One recorded episode.

    Attributes:
        header: Environment, task, data digest, versions and agent.
        steps: The line of the start and one a step.
        agent: Lines outside the chain.
        footer: ``return``, ``score``, ``won``, ``length`` and ``head``; None while the episode goes on.
    """

    header: dict[str, Any]
    steps: list[dict[str, Any]] = field(default_factory=list)
    agent: list[dict[str, Any]] = field(default_factory=list)
    footer: dict[str, Any] | None = None

    @property
    def head(self) -> str:
        """The last link."""
        link: str = (self.steps[-1] if self.steps else self.header)["link"]
        return link

    @property
    def actions(self) -> list[str]:
        """The actions in order."""
        return [line["action"] for line in self.steps[1:]]

    def add_step(self, line: dict[str, Any]) -> dict[str, Any]:
        """Link a line of ``step_line`` to the chain and keep it."""
        line["link"] = chain(self.head, line)
        self.steps.append(line)
        return line

    def finish(self, info: Mapping[str, Any]) -> dict[str, Any]:
        """Close the record with the outcome in the last info."""
        self.footer = {
            "kind": "footer",
            "return": decimal(sum(float(line["reward"]) for line in self.steps)),
            "score": decimal(info["score"]),
            "won": bool(info["won"]),
            "length": len(self.steps) - 1,
            "head": self.head,
        }
        return self.footer

    def lines(self) -> Iterator[dict[str, Any]]:
        """Yield all lines: header, steps with the agent's lines after the step they speak of, footer."""
        yield self.header
        for step in self.steps:
            yield step
            yield from (line for line in self.agent if line["t"] == step["t"])
        if self.footer is not None:
            yield self.footer

    def write(self, path: str | os.PathLike[str]) -> None:
        """Write the record, replacing the file only once it is whole."""
        write_whole(path, "".join(map(line_text, self.lines())))

    @classmethod
    def read(cls, path: str | os.PathLike[str]) -> Self:
        """Read a record.

        Raises:
            FileNotFoundError: There is no such file.
            ValueError: The file is no record; the error names the line.
        """
        path = Path(path)
        lines = []
        for number, text in enumerate(path.read_bytes().splitlines(), 1):
            try:
                line = _READER.decode(text.decode("utf-8"))
            except (ValueError, RecursionError) as error:
                raise ValueError(f"{path}, line {number}: not JSON ({error}); was the file cut short?") from error
            if not isinstance(line, dict) or line.get("kind") not in ("header", "step", "agent", "footer"):
                raise ValueError(f"{path}, line {number}: no line of a record (kind header, step, agent or footer)")
            lines.append(line)
        if not lines or lines[0].get("schema") != RECORD_SCHEMA:
            raise ValueError(f"{path}: the first line is no header of schema {RECORD_SCHEMA!r}")
        kinds: dict[str, list[dict[str, Any]]] = {"header": [], "step": [], "agent": [], "footer": []}
        for line in lines:
            kinds[line["kind"]].append(line)
        if len(kinds["header"]) != 1 or len(kinds["footer"]) > 1 or (kinds["footer"] and lines[-1]["kind"] != "footer"):
            raise ValueError(f"{path}: a record has one header, first, and at most one footer, last")
        return cls(lines[0], kinds["step"], kinds["agent"], kinds["footer"][0] if kinds["footer"] else None)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        raise ValueError("a key stands there twice")  # another reader might take the other value
    return fields


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is no number of JSON")


_READER = json.JSONDecoder(object_pairs_hook=_once, parse_constant=_refuse)


def line_text(line: Mapping[str, Any]) -> str:
    """Return a line of a record as it stands in the file."""
    return json.dumps(line, separators=(",", ":"), allow_nan=False) + "\n"
