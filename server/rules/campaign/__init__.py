"""The ruleset `campaign`: a session of days between battles (p12-p17, p34-p51). `components` is
what is printed; everything else stands on it.
"""

__all__ = [
    "adventurers",
    "components",
    "days",
    "encounter",
    "ending",
    "kernel",
    "outcomes",
    "overland",
    "quests",
    "rest",
    "reward",
    "rules",
    "setup",
    "towns",
]
