"""A second, tiny ruleset: four players in turn, one small dice move. For benchmarks and tests.

`ruleset` holds its state, events and rules.
"""

__all__ = [
    "ruleset",
]
