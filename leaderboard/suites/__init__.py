"""The suites of this package, one TOML file each."""
