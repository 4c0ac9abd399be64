"""The original engine, ALFWorld on TextWorld, as a world of its own; ``env`` holds the environment."""
