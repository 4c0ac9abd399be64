"""Published data: where it lies, how it is installed and checked. ``python -m gigpo_envs.datasets --help``.

Nothing is fetched unless ``install`` is called.
"""

from gigpo_envs.datasets.folders import cache_root, data_root
from gigpo_envs.datasets.installing import install, locate, verify
from gigpo_envs.datasets.table import DATASETS, Dataset

__all__ = ["DATASETS", "Dataset", "cache_root", "data_root", "install", "locate", "verify"]
