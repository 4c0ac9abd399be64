"""Language models of transformers that play."""
