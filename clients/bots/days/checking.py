"""Social checks: whether the party can pass one, and how much tenacity it is worth."""

import re
from typing import Any

from protocol.questions import One, Picks, Question

PRINTED = re.compile(r"ocial check \(?(?P<times>\d*)(?P<by>P)?\+?(?P<plus>\d+)?")
"""A difficulty as texts print it: "social check 4", "Social check (2P+3)"."""
MISSING = re.compile(r"(\d+) missing")
SPEECH = "speech"
ITS_DICE = 2
"""What the dice of a skill line in Speech come to, by and large (SOC-8)."""


def can_pass(view: dict[str, Any], text: str) -> bool:
    """Return whether the party's Speech and tenacity may reach the check that a text names; True
    where it names none.
    """
    found = PRINTED.search(text)
    if found is None:
        return True
    times, plus = found["times"], int(found["plus"] or 0)
    wanted = int(times or 1) * len(view["adventurers"]) + plus if found["by"] else int(times or 0)
    mats = view["adventurers"].values()
    reach = sum(int(mat["tenacity"]) + ITS_DICE * (SPEECH in mat["lines"]) for mat in mats)
    return reach >= wanted


def adds(view: dict[str, Any], question: Question) -> Picks:
    """Return as much tenacity as is missing where all together have that much, else none."""
    shape, found = question.shape, MISSING.search(question.text)
    assert isinstance(shape, One)
    together = sum(mat["tenacity"] for mat in view["adventurers"].values())
    if found is None or together < int(found[1]):
        return ("0",)
    return (shape.options[-1].key,)
