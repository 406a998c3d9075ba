"""Which abilities and items of its menu a sensible bot uses: by what their texts promise."""

from typing import Any

from clients.bots import board
from protocol.ids import UnitId
from protocol.option_keys import read_key
from protocol.questions import Option, Picks, Question

COSTLY = ("discard", "overfatigue", "side quest", "lose 1 hp", "give up", "retreat", "in a delve")
HELPS = (
    "damage",
    "combat dice",
    "fights for you",
    "bonus hp",
    "recover",
    "gains fear",
    "gain fear",
    "daze",
    "gains blind",
    "maim",
    "put it on",
    "until the battle ends",
    "gain stealth",
    "defense",
)
AHEAD = ("combat die more", "combat dice more", "ignore 2", "fights for you", "put it on")
"""What is of use only ahead of an engage."""
CLOSE, LOW = 3, 3
HURT = 2
"""Hexes within which an enemy is close and HP at which healing is used before an engage; HP that
have to be missing, or dice that have to be on the track, before something is spent to bring them
back.
"""


def ability(view: dict[str, Any], unit: UnitId, question: Question) -> Picks:
    """Return something that helps now; () for nothing."""
    options = getattr(question.shape, "options", ())
    usable = [option for option in options if read_key(option.key).kind == "use"]
    if not board.foes(view):
        return ()
    for option in usable:
        if ", in " not in option.text and _helps(view, unit, option):
            return (option.key,)
    return ()


def beforehand(view: dict[str, Any], unit: UnitId, question: Question) -> Picks:
    """Return an item that makes the coming engage better, or saves who is badly hurt; ()
    for none.
    """
    options = getattr(question.shape, "options", ())
    here = board.at(view["units"][unit])
    near = here is not None and board.nearest(view, here) <= CLOSE
    cards = {card["id"] for card in view["adventurers"][unit]["ready"]}
    for option in options:
        kind, name = read_key(option.key)
        of_item = kind == "use" and read_key(name).kind in cards
        if not of_item or not near or not _helps(view, unit, option):
            continue
        text = option.note.lower()
        if "heal" in text and int(view["units"][unit]["hp"]) <= LOW:
            return (option.key,)
        if any(word in text for word in AHEAD) or ("damage" in text and "tenacity:" not in text):
            return (option.key,)
    return ()


def _helps(view: dict[str, Any], unit: UnitId, option: Option) -> bool:
    text = option.note.lower()
    useful_discard = text.startswith("discard it:") and not _hoards(text)
    if any(word in text for word in COSTLY) and not useful_discard:
        return False
    if "above health" in text:
        return _beside(view, unit)
    if "heal" in text and "damage" not in text:
        return _wounded(view, unit, "all" in text or "ally" in text or "member" in text)
    if "adjacent" in text and not _beside(view, unit):
        return False
    if "recover" in text and "damage" not in text:
        return _tired(view, unit)
    return any(word in text for word in HELPS)


def _hoards(text: str) -> bool:
    """Return whether a card that is used up by its use does nothing for a fight."""
    return "pets" in text or "lockpick" in text or "alembic" in text or "expended" in text


def _wounded(view: dict[str, Any], unit: UnitId, anybody: bool) -> bool:
    chips = board.allies(view) if anybody else [view["units"][unit]]
    return any(chip["health"] - chip["hp"] >= HURT for chip in chips)


def _beside(view: dict[str, Any], unit: UnitId) -> bool:
    here = board.at(view["units"][unit])
    return here is not None and board.nearest(view, here) == 1


def _tired(view: dict[str, Any], unit: UnitId) -> bool:
    return sum(die in view["dice"] for die in view["adventurers"][unit]["track"]) >= HURT
