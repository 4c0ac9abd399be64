"""The policies of the rule agent, one module a world."""
