"""Search-augmented question answering over a search engine; ``env`` holds the environment."""
