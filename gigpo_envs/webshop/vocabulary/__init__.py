"""The vocabulary of the generated catalogue: tables of our own wording and what writes texts from them."""
