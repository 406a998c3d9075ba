"""What a game says and nothing else: pure, without clock, chance, task or disk.

`engine` knows no game; `battle`, `campaign`, `skirmish` and `micro` are rulesets that it plays;
`content` is what is printed on the components of battles and campaigns; `options` are what a table
can set.
"""

__all__ = [
    "battle",
    "campaign",
    "content",
    "engine",
    "micro",
    "options",
    "skirmish",
]
