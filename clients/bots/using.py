"""Which abilities and items of its menu a sensible bot uses: by what their texts promise."""

from typing import Any

from clients.bots import board
from protocol.questions import Option, Question

COSTLY = ("discard", "overfatigue", "side quest", "lose 1 hp", "give up", "retreat", "in a delve")
HELPS = ("damage", "combat dice", "fights for you", "bonus hp", "recover", "gains fear", "daze")
HURT = 2


def ability(view: dict[str, Any], unit: str, question: Question) -> str:
    """The key of something that helps now; "" for nothing."""
    options = getattr(question.shape, "options", ())
    usable = [option for option in options if option.key.startswith("use:")]
    if not board.foes(view):
        return ""
    for option in usable:
        if ", in " not in option.text and _helps(view, unit, option):
            return str(option.key)
    return ""


def _helps(view: dict[str, Any], unit: str, option: Option) -> bool:
    text = option.note.lower()
    if any(word in text for word in COSTLY):
        return False
    if "heal" in text and "damage" not in text:
        return _wounded(view, unit, "all" in text or "ally" in text or "member" in text)
    if "adjacent" in text and not _beside(view, unit):
        return False
    if "recover" in text and "damage" not in text:
        return _tired(view, unit)
    return any(word in text for word in HELPS)


def _wounded(view: dict[str, Any], unit: str, anybody: bool) -> bool:
    chips = board.allies(view) if anybody else [view["units"][unit]]
    return any(chip["health"] - chip["hp"] >= HURT for chip in chips)


def _beside(view: dict[str, Any], unit: str) -> bool:
    here = board.at(view["units"][unit])
    return here is not None and board.nearest(view, here) == 1


def _tired(view: dict[str, Any], unit: str) -> bool:
    return sum(die in view["dice"] for die in view["adventurers"][unit]["track"]) >= HURT
