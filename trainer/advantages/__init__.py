"""Advantage estimators as pure functions of columns, one row a step.

``estimate(batch, "gigpo")``, or one function a method: ``gigpo(batch, gamma=0.95)``. Nothing here needs a model, a
trainer or an environment; NumPy alone does the work.
"""

from trainer.advantages.batch import StepBatch
from trainer.advantages.dr_grpo import dr_grpo
from trainer.advantages.gae import gae
from trainer.advantages.gigpo import gigpo
from trainer.advantages.graph_gpo import graph_gpo
from trainer.advantages.group_value import group_value
from trainer.advantages.grpo import grpo
from trainer.advantages.hgpo import hgpo
from trainer.advantages.methods import METHODS, PRESETS, estimate
from trainer.advantages.pass_at_k import pass_at_k
from trainer.advantages.reinforce_pp import reinforce_pp
from trainer.advantages.result import Advantages
from trainer.advantages.rloo import rloo
from trainer.advantages.rtmc import rtmc

__all__ = [
    "METHODS",
    "PRESETS",
    "Advantages",
    "StepBatch",
    "dr_grpo",
    "estimate",
    "gae",
    "gigpo",
    "graph_gpo",
    "group_value",
    "grpo",
    "hgpo",
    "pass_at_k",
    "reinforce_pp",
    "rloo",
    "rtmc",
]
