"""The micro-game: a second, tiny ruleset for benchmarks and tests, in which players move in turn by
one roll. `ruleset` holds its state, events and rules; `calling` is a variant whose moves may call
another micro-game.
"""

__all__ = [
    "ruleset",
]
