"""What a bot uses between battles: a promotion that it has earned, and what heals."""

import re
from typing import Any

from protocol.ids import Why
from protocol.option_keys import read_key
from protocol.questions import One, Option, Picks, Question

USE, PROMOTE = "use", "promote"
MENUS: tuple[Why, ...] = (
    "together.town",
    "together.advance",
    "together.rest.items",
    "together.road",
)
"""Questions in which anything may be used."""
HURT = 0.5
"""The share of its HP up to which an adventurer uses what heals; else that waits for a battle."""
HEALS = re.compile(r"heals? (\d|an adventurer)", re.IGNORECASE)


def choose(view: dict[str, Any], question: Question) -> Picks | None:
    """Return the item or ability to use now as picks, or None to use nothing."""
    if question.why not in MENUS:
        return None
    shape = question.shape
    assert isinstance(shape, One)
    uses = [one for one in shape.options if read_key(one.key).kind == USE]
    earned = next((one for one in uses if read_key(one.key).name == PROMOTE), None)
    found = earned or _healing(view, question, uses)
    return (found.key,) if found else None


def _healing(view: dict[str, Any], question: Question, uses: list[Option]) -> Option | None:
    chip = view["units"][question.about]
    if question.why == "together.town" or chip["hp"] > HURT * chip["health"]:
        return None
    return next((one for one in uses if HEALS.search(one.note)), None)
