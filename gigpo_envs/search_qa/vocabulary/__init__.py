"""What the generated encyclopedia is written with: names, kinds of things, relations and sentences."""
