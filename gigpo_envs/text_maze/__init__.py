"""A small maze told in words, whose optimal values can be computed exactly; ``env`` holds the environment."""
