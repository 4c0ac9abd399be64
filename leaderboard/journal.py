"""``results.jsonl``: one line for every episode that is finished, taken from its record."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from gigpo_envs.building import write_whole
from gigpo_envs.records import EpisodeRecord, chain
from gigpo_envs.version import __version__
from leaderboard.run_folder import Job, Run, RunError, jobs_of
from leaderboard.verify import check_identity


def result_line(job: Job, record: EpisodeRecord) -> dict[str, Any]:
    """Return the line of an episode in ``results.jsonl``."""
    assert record.footer is not None
    outcome = {key: value for key, value in record.footer.items() if key != "kind"}
    episode = job.episode
    place = {
        "agent": job.agent.name,
        "panel": job.panel,
        "task_id": episode.task_id,
        "replicate": episode.replicate,
    }
    return place | {"seed": episode.seed, "record": job.path.as_posix()} | outcome


def finished_record(folder: Path, job: Job, data_digest: str) -> EpisodeRecord | None:
    """Return the record of a job if it is there and whole: footer, unbroken chain, this job's, this version and data.

    Whether it replays is for the verification to say: a record that does not is a finding, not a leftover. One of
    another version or other data could not replay, and its agent has not seen what this one will: it is no finding.
    """
    try:
        record = EpisodeRecord.read(folder / job.path)
        lines = [record.header, *record.steps]
        links = ["", *(line["link"] for line in lines)]
        whole = all(chain(links[i], line) == line["link"] for i, line in enumerate(lines))
        footer = record.footer is not None and record.footer["head"] == links[-1] and len(record.steps) > 1
    except (FileNotFoundError, ValueError, KeyError, TypeError, AttributeError):
        return None
    header = record.header
    present = (header.get("version"), header.get("data_digest")) == (__version__, data_digest)
    ours = present and check_identity(record, "", job.agent, job.episode) is None
    return record if whole and footer and ours else None


class Journal:
    """``results.jsonl``: one line an episode, in the order of play.

    Args:
        path: The file.
        finished: The lines of all finished records. What else the file holds is dropped (a torn line, an episode that
            is to be played again), and what it lacks is added.

    Raises:
        RunError: The file is no journal.
    """

    def __init__(self, path: Path, finished: Sequence[Mapping[str, Any]]) -> None:
        self._path = path
        lines = {(line["record"], line["head"]): line_text(line) for line in finished}
        data = path.read_bytes() if path.exists() else b""
        whole = data[: data.rfind(b"\n") + 1]
        try:
            found = [(line["record"], line["head"]) for line in map(json.loads, whole.splitlines())]
            order = dict.fromkeys([*(key for key in found if key in lines), *lines])
        except (ValueError, KeyError, TypeError, RecursionError) as error:
            raise RunError(f"{path} is damaged ({error!r}); delete it: it is written anew from the records") from error
        text = "".join(lines[key] for key in order)
        if text.encode("ascii") != data or path.is_symlink():
            write_whole(path, text)

    def add(self, line: Mapping[str, Any]) -> None:
        """Add the line of an episode that has just been played."""
        with open(self._path, "ab") as file:
            file.write(line_text(line).encode("ascii"))


def line_text(line: Mapping[str, Any]) -> str:
    """Return a line of ``results.jsonl`` as it stands in the file."""
    return json.dumps(line, separators=(",", ":"), allow_nan=False) + "\n"


def finished_lines(folder: Path, run: Run) -> Iterator[dict[str, Any]]:
    """Yield the line of every finished episode, in the order of the rosters."""
    for job in jobs_of(run):
        record = finished_record(folder, job, run.suite.panel(job.panel).data_digest)
        if record is not None:
            yield result_line(job, record)
