"""Advantage estimators as pure functions of columns, one row a step.

``estimate(batch, "gigpo")``, or one function a method: ``gigpo(batch, gamma=0.95)``. Nothing here needs a model, a
trainer or an environment; NumPy alone does the work.
"""

from trainer.advantages.batch import StepBatch
from trainer.advantages.gigpo import gigpo
from trainer.advantages.methods import METHODS, PRESETS, estimate
from trainer.advantages.result import Advantages

__all__ = ["METHODS", "PRESETS", "Advantages", "StepBatch", "estimate", "gigpo"]
