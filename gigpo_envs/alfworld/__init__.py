"""ALFWorld: household tasks in text, exact, generated or published; ``env`` holds the environment."""
