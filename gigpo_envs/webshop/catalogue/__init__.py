"""A catalogue of products on disk: cleaned, compiled once, opened by any number of processes."""
