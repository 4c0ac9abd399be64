"""What an estimator returns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from trainer.advantages.batch import Floats


@dataclass(frozen=True, slots=True)
class Advantages:
    """Advantages of the rows of a batch, in its order. NumPy takes it for ``total``.

    Attributes:
        total: One number a row, shape (rows,), for all tokens of the step; or, where the method tells tokens apart,
            one a token, shape (rows, most tokens), left-aligned, 0 beyond a row's tokens.
        episode: The part that comes from whole trajectories, shape (rows,); None where there is none.
        step: The part that comes from steps, shape (rows,), before any weight; None where there is none.
        diagnostics: Numbers for the training log; see ``trainer.advantages.diagnostics``.
    """

    total: Floats
    episode: Floats | None = None
    step: Floats | None = None
    diagnostics: Mapping[str, float] = field(default_factory=dict)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> npt.NDArray[Any]:
        """Return ``total``."""
        return np.array(self.total, dtype=dtype, copy=copy)

    def __len__(self) -> int:
        return len(self.total)
