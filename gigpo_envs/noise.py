"""Irrelevant text around observations: a clock, advertisements, listings in another order.

Noise changes what a policy reads and nothing that it could act on. Where places are told apart by their text
(``anchor_mode="observation"``, as in GiGPO's paper), it makes one place many; where they are told apart by their state,
it changes nothing. ``docs/anchors.md`` measures both.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import gymnasium as gym
import numpy as np
from gymnasium.vector import VectorWrapper
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from gigpo_envs.anchors import anchor
from gigpo_envs.drawing import Draw, between, pick, shuffled, uniform
from gigpo_envs.errors import as_list, one_of, whole_number
from gigpo_envs.group import GroupVectorEnv
from gigpo_envs.simulator import Simulator, Transition
from gigpo_envs.spaces import MAX_OBSERVATION, Unicode
from gigpo_envs.state_hash import digest, pack
from gigpo_envs.text_env import unwrap

NOISE = ("clock", "advertisement", "shuffle")
"""The kinds of noise."""

LONGEST = 1_000
"""The most characters that noise adds."""

ADVERTISEMENTS = (
    "Bellweather Boots: walk in, walk on, walk out.",
    "Have you thanked your lamp today? Wick & Sons have oil for every temper.",
    "Hathaway's honey: now without bees.",
    "Lost your way? Our maps are wrong in new and better places.",
    "Ostler and Daughter rent mules by the hour.",
    "Patent ladders, one rung free with every ten.",
    "Rosk's raisin bread keeps longer than most promises.",
    "Sleep at the Second Bell: clean straw, quiet ghosts.",
    "Tired of doors? Try curtains, from the House of Sill.",
    "Your name on a brass plate while you wait, or while others do.",
)
"""Each is followed by a discount."""

# An enumeration, e.g. "a mug 2, an apple 1, and a pan 1", and what stands between its parts.
_LISTING = re.compile(r"\ban? [^,.;:\n]+(?:, an? [^,.;:\n]+)*,? and an? [^,.;:\n]+")
_BETWEEN = re.compile(r"(,? and |, )(?=an? )")


def check_kinds(kinds: Sequence[str]) -> tuple[str, ...]:
    """Return the kinds of noise as a tuple.

    Raises:
        TypeError: They are no list.
        ValueError: One is unknown.
    """
    return tuple(one_of("kind of noise", kind, NOISE) for kind in as_list("kinds", kinds))


def noisy_text(text: str, counter: int, seed: int, kinds: Sequence[str] = NOISE) -> str:
    """Return a text with noise: a pure function, so equal arguments give an equal text on every machine.

    - ``"clock"``: a first line that tells a time of day to the microsecond, any time; so no two texts are equal.
    - ``"advertisement"``: a line before or after the text.
    - ``"shuffle"``: the parts of each enumeration ("a mug 2, an apple 1, and a pan 1") in another order. Listings whose
      order says something, such as results of a search, best first, stay as they are.

    Args:
        text: What the world says.
        counter: Number of the step.
        seed: Seed of the episode.
        kinds: Some of ``NOISE``.

    Raises:
        TypeError: The kinds are no list.
        ValueError: A kind is unknown.
    """
    kinds = check_kinds(kinds)
    draw = uniform("noise", str(seed), str(counter))
    if "shuffle" in kinds:
        text = _LISTING.sub(lambda found: _reordered(draw, found[0]), text)
    if "advertisement" in kinds:
        line = f"Advertisement: {pick(draw, ADVERTISEMENTS)} {between(draw, 5, 60)} % off."
        text = "\n".join((line, text) if draw() < 0.5 else (text, line))
    if "clock" in kinds:
        seconds, micro = divmod(int(draw() * 86_400_000_000), 1_000_000)
        minutes, second = divmod(seconds, 60)
        text = f"The clock shows {minutes // 60:02}:{minutes % 60:02}:{second:02}.{micro:06}.\n{text}"
    return text


def _reordered(draw: Draw, listing: str) -> str:
    parts = _BETWEEN.split(listing)
    parts[::2] = shuffled(draw, parts[::2])
    return "".join(parts)


Episode = tuple[int | None, int]
"""The last seed that a reset was given, and how many resets came after it: names an episode's noise."""


def _next(episode: Episode, seed: int | None) -> Episode:
    """Return what names the episode after this one."""
    return (episode[0], episode[1] + 1) if seed is None else (int(seed), 0)  # NumPy's integers too


def _of_group(seed: int | Sequence[int | None] | None, group: int) -> int | None:
    """Return the seed that a group takes from those of a reset, as ``GroupVectorEnv`` deals them out."""
    if isinstance(seed, int | np.integer):
        return int(seed) + group
    return None if seed is None else seed[group]


def _loaded(saved: Any) -> Episode:
    seed, resets = saved
    return None if seed is None else whole_number("seed", seed), whole_number("resets", resets)


class _Noise:
    """The noise of one wrapper.

    Args:
        kinds: Some of ``NOISE``.
        seed: Seed of all its noise.
    """

    def __init__(self, kinds: Sequence[str], seed: int) -> None:
        self.kinds, self.seed = check_kinds(kinds), whole_number("seed", seed)

    def text(self, observation: str, counter: int, episode: Episode, member: int = 0) -> str:
        """Return what is shown instead of an observation."""
        stream = digest(pack(*map(str, (self.seed, *episode, member))))
        return noisy_text(observation, counter, int(stream, 16), self.kinds)


def _anchor(simulator: Simulator[Any], transition: Transition[Any], text: str, mode: str) -> str:
    """Return the anchor key of a place that was shown as this text."""
    return anchor(simulator, transition._replace(observation=text), mode)


class NoisyObservation(gym.Wrapper[str, str, str, str]):
    """Puts noise into what a policy reads; the world, its states and their hashes stay as they are.

    ``info["anchor"]`` follows what this wrapper shows, where the environment's ``anchor_mode`` asks for the text. A
    record (``RecordEpisode``, above or below) holds what the world said, so it replays without the wrapper. Put the
    wrapper under ``HistoryObservation``: over it, noise and text anchors are those of the whole history.

    Noise is drawn from the wrapper's seed and those of the resets: equal seeds show an equal episode, and a reset
    without a seed goes on to other noise. Give the members of a group different seeds, or use
    ``NoisyVectorObservation``.

    Args:
        env: A text environment.
        kinds: Some of ``NOISE``, see ``noisy_text``.
        seed: Seed of the noise.

    Raises:
        TypeError: The environment is no text environment, or the kinds are no list.
        ValueError: A kind is unknown, or the seed is no whole number of at least 0.
    """

    def __init__(self, env: gym.Env[str, str], kinds: Sequence[str] = NOISE, seed: int = 0) -> None:
        super().__init__(env)
        self._noise = _Noise(kinds, seed)
        self._episode: Episode = (None, 0)
        unwrap(env)  # refuses what is no text environment
        self.observation_space = Unicode(getattr(env.observation_space, "max_length", MAX_OBSERVATION) + LONGEST)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[str, dict[str, Any]]:
        """Start an episode."""
        observation, info = self.env.reset(seed=seed, options=options)
        self._episode = _next(self._episode, seed)
        return self._shown(observation, info)

    def step(self, action: str) -> tuple[str, Any, bool, bool, dict[str, Any]]:
        """Take an action."""
        observation, reward, terminated, truncated, info = self.env.step(action)
        observation, info = self._shown(observation, info)
        return observation, reward, terminated, truncated, info

    def _shown(self, observation: str, info: dict[str, Any]) -> tuple[str, dict[str, Any]]:
        inner = unwrap(self)
        text = self._noise.text(observation, inner.elapsed_steps, self._episode)
        return text, info | {"anchor": _anchor(inner.simulator, inner.transition, text, inner.anchor_mode)}

    def get_wrapper_state(self) -> dict[str, Any]:
        """Return which episode's noise is shown, for ``gigpo_envs.get_state``."""
        return {"episode": list(self._episode)}

    def set_wrapper_state(self, state: dict[str, Any]) -> None:
        """Go back to the noise of an episode that was saved."""
        self._episode = _loaded(state["episode"])


class NoisyVectorObservation(
    VectorWrapper[tuple[str, ...], Sequence[str], tuple[str, ...], Sequence[str], NDArray[Any]]
):
    """``NoisyObservation`` for a group environment: each member reads noise of its own.

    What a ``GroupVectorEnv`` has beside Gymnasium's methods is reached by ``envs.unwrapped``, but for ``fork_at``.

    Args:
        env: A ``GroupVectorEnv``.
        kinds: Some of ``NOISE``, see ``noisy_text``.
        seed: Seed of the noise.

    Raises:
        TypeError: The environment is no ``GroupVectorEnv``, or the kinds are no list.
        ValueError: A kind is unknown, or the seed is no whole number of at least 0.
    """

    env: GroupVectorEnv

    def __init__(self, env: GroupVectorEnv, kinds: Sequence[str] = NOISE, seed: int = 0) -> None:
        if not isinstance(env, GroupVectorEnv):
            raise TypeError(f"{env} is no GroupVectorEnv: use NoisyObservation for a single environment")
        super().__init__(env)
        self._noise = _Noise(kinds, seed)
        self._episodes: list[Episode] = [(None, 0)] * env.num_envs
        self.single_observation_space = Unicode(MAX_OBSERVATION + LONGEST)
        self.observation_space = batch_space(self.single_observation_space, env.num_envs)

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[tuple[str, ...], dict[str, Any]]:
        """Start every group, or those of the mask; see ``GroupVectorEnv.reset``."""
        observations, infos = self.env.reset(seed=seed, options=options)
        mask = (options or {}).get("reset_mask")
        for member in range(self.num_envs) if mask is None else np.flatnonzero(mask).tolist():
            given = _of_group(seed, member // self.env.group_size)
            self._episodes[member] = _next(self._episodes[member], given)
        return self._shown(observations, infos)

    def step(
        self, actions: Sequence[str | None]
    ) -> tuple[tuple[str, ...], NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Take one action a member; see ``GroupVectorEnv.step``."""
        observations, rewards, terminations, truncations, infos = self.env.step(actions)
        observations, infos = self._shown(observations, infos)
        return observations, rewards, terminations, truncations, infos

    def fork_at(self, group: int, member: int, t: int) -> tuple[tuple[str, ...], dict[str, Any]]:
        """Restart a group at a state that one of its members had, with other noise; see ``GroupVectorEnv.fork_at``."""
        observations, infos = self.env.fork_at(group, member, t)
        for place in range(group * self.env.group_size, (group + 1) * self.env.group_size):
            self._episodes[place] = _next(self._episodes[place], None)
        return self._shown(observations, infos)

    def _shown(self, observations: tuple[str, ...], infos: dict[str, Any]) -> tuple[tuple[str, ...], dict[str, Any]]:
        counters = self.env.elapsed_steps.tolist()
        texts = tuple(
            self._noise.text(observation, counter, episode, member)
            for member, (observation, counter, episode) in enumerate(
                zip(observations, counters, self._episodes, strict=True)
            )
        )
        anchors = np.empty(self.num_envs, object)
        for member, (transition, text) in enumerate(zip(self.env.transitions, texts, strict=True)):
            anchors[member] = _anchor(self.env.simulator, transition, text, self.env.anchor_mode)
        return texts, infos | {"anchor": anchors}

    def get_wrapper_state(self) -> dict[str, Any]:
        """Return which episodes' noise is shown, for ``gigpo_envs.get_state``."""
        return {"episodes": [list(episode) for episode in self._episodes]}

    def set_wrapper_state(self, state: dict[str, Any]) -> None:
        """Go back to the noise of episodes that were saved.

        Raises:
            ValueError: They are not one a member.
        """
        episodes = [_loaded(saved) for saved in state["episodes"]]
        if len(episodes) != self.num_envs:
            raise ValueError(f"this state has the noise of {len(episodes)} members, not of {self.num_envs}")
        self._episodes = episodes
