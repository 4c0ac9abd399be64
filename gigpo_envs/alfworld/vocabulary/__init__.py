"""The vocabulary of generated houses: tables of things, rooms and sentences."""
