"""Policies: language models that reply to prompts and say how likely each token was."""
