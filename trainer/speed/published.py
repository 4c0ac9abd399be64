"""A training step of the published runs, in seconds, which measured times are held against.

ALFWorld with Qwen2.5-1.5B-Instruct on two H100, 16 tasks x 8 episodes of up to 50 steps: the breakdown of a step in
Feng, Xue, Liu, An: Group-in-Group Policy Optimization for LLM Agent Training, 2025, arXiv 2505.10978.
"""

from __future__ import annotations

STEP = 362.83
ROLLOUT = 221.97
CREDITING = 0.01 + 0.53  # grouping of steps, and their advantages
GROUP_SIZE = 8
EPISODES, TURNS = 128, 50
