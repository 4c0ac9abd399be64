"""Every estimator equals its formula written out in plain Python, on random batches."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.trainer.advantages import plain
from tests.trainer.advantages.batches import columns
from trainer.advantages import METHODS, StepBatch

CHOICES: dict[str, Any] = {
    "normalize": st.sampled_from(["mean_std", "mean"]),
    "unit": st.sampled_from(["trajectory", "row"]),
    "singleton": st.sampled_from(["zero", "raw"]),
    "winner": st.sampled_from(["all", "first"]),
    "baseline": st.sampled_from(["none", "group"]),
    "epsilon": st.sampled_from([0.0, 1e-6]),
    "gamma": st.sampled_from([0.0, 0.5, 0.95, 1.0]),
    "lam": st.sampled_from([0.0, 0.9, 1.0]),
    "omega": st.sampled_from([0.0, 0.5, 1.0]),
    "whiten": st.booleans(),
    "invalid_penalty": st.sampled_from([0.0, 0.1, 1.0]),
    "penalty": st.sampled_from(["apart", "reward", "row"]),
}
OPTIONS = {
    "dr_grpo": ("unit", "singleton", "invalid_penalty", "penalty"),
    "gae": ("gamma", "lam", "whiten", "invalid_penalty", "penalty"),
    "gigpo": ("gamma", "omega", "normalize", "unit", "singleton", "epsilon", "invalid_penalty", "penalty"),
    "grpo": ("normalize", "unit", "singleton", "epsilon", "invalid_penalty", "penalty"),
    "pass_at_k": ("normalize", "unit", "winner", "epsilon", "invalid_penalty", "penalty"),
    "reinforce_pp": ("baseline", "gamma", "unit", "singleton", "epsilon", "invalid_penalty", "penalty"),
    "rloo": ("unit", "singleton", "invalid_penalty", "penalty"),
}


@pytest.mark.parametrize("method", OPTIONS)
@settings(max_examples=40, deadline=None)
@given(columns(), st.data())
def test_the_array_code_is_the_formula(method: str, batch: dict[str, Any], data: st.DataObject) -> None:
    options = {name: data.draw(CHOICES[name], label=name) for name in OPTIONS[method]}
    expected = np.array(plain.METHODS[method](batch, **options), dtype=float)
    result = np.asarray(METHODS[method](batch, **options))
    assert result.shape == expected.shape
    # Where 1e-6 is added to a deviation of 0, what is divided by it is rounding or a whole penalty.
    np.testing.assert_allclose(result, expected, rtol=1e-8, atol=1e-8 * max(1.0, np.abs(expected).max() * 1e-3))


@given(columns())
def test_returns_are_those_of_the_loop_to_the_last_bit(batch: dict[str, Any]) -> None:
    made = StepBatch(**batch)
    assert made.step_returns(0.95).tolist() == plain.step_returns(batch, 0.95, 0.0, "apart")
    assert made.episode_returns().tolist() == plain.scores(batch, 0.0, "apart")
