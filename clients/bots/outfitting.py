"""Which cards a sensible bot takes along, and which of them it holds ready: by their notes."""

from typing import Any

from clients.bots.moving import form_of
from protocol.ids import UnitId
from protocol.option_keys import read_key
from protocol.questions import One, Option, Picks, Question, Some

DONE = "done"
SLOTS = 4
PLAIN, USELESS = 0.4, 0.1
WORTH = (
    ("lockpick", 0.1),
    ("deck's top card", 0.1),
    ("one of your pets", 0.1),
    ("fights for you", 3.5),
    ("last hp", 3.0),
    ("prevent 3", 3.0),
    ("prevent all", 3.0),
    ("prevent 2", 2.6),
    ("start of your turn", 2.5),
    ("every enemy", 2.4),
    ("prevent 1", 2.2),
    ("combat dice more", 2.2),
    ("combat is 1 less", 2.0),
    ("heals 3", 2.0),
    ("heal 4", 2.4),
    ("heal 3", 2.0),
    ("combat die more", 1.9),
    ("bonus hp", 1.8),
    ("gain stealth", 1.8),
    ("heal", 1.7),
    ("gain fear", 1.7),
    ("gains daze", 1.6),
    ("gains blind", 1.5),
    ("gain maim", 1.5),
    ("damage", 1.6),
    ("recover", 1.4),
    ("gain 2 tenacity", 1.0),
)
"""What a card is worth by the first of these that it says, in lower case, about in HP."""
CLOTHING = 0.45
"""Clothing has to be paid for each time."""
WEAPON, SECOND_WEAPON = 1.6, 0.4
"""What weapons of the own form promise, about in HP over a battle: the first on top of what else
its card does; a second one, whatever it does, can hardly be used beside it.
"""


def choose(view: dict[str, Any], unit: UnitId, question: Question) -> Picks | None:
    """Return an answer about the kit or about sorting items; None if it is about something else."""
    match question.why:
        case "kit.choose":
            return _kit(view, unit, question)
        case "deploy.items":
            return _sorted(view, unit, question)
        case _:
            return None


def _kit(view: dict[str, Any], unit: UnitId, question: Question) -> Picks:
    """Return the most useful cards, at most one weapon among them."""
    shape = question.shape
    assert isinstance(shape, Some)
    armed = False
    left = list(shape.options)
    kept: list[str] = []
    while left and len(kept) < shape.low:
        best = max(left, key=lambda option: worth(view, unit, option, armed=armed))
        armed = armed or _is_weapon(best)
        left.remove(best)
        kept.append(best.key)
    return tuple(kept)


def _sorted(view: dict[str, Any], unit: UnitId, question: Question) -> Picks:
    """Enchant first; fill the ready slots with the best of the pack; then go."""
    shape = question.shape
    assert isinstance(shape, One)
    for option in shape.options:
        lasts = "put it on" in option.note.lower() or "until the battle" in option.note.lower()
        if read_key(option.key).kind == "use" and lasts:
            return (option.key,)
    worn = {_kind(one) for one in shape.options if one.key.startswith("pack:")}
    packed = [
        option
        for option in shape.options
        if option.key.startswith("ready:")
        and not (_kind(option).endswith("armor") and _kind(option) in worn)
    ]
    if packed and len(view["adventurers"][unit]["ready"]) < SLOTS:
        armed = any(kind.endswith("weapon") for kind in worn)
        return (max(packed, key=lambda one: worth(view, unit, one, armed=armed)).key,)
    return (DONE,)


def _kind(option: Option) -> str:
    return option.note.partition(":")[0]


def _is_weapon(option: Option) -> bool:
    return _kind(option).endswith("weapon")


def worth(view: dict[str, Any], unit: UnitId, option: Option, *, armed: bool = False) -> float:
    """Return how much a card promises to an adventurer, about in HP over a battle."""
    kind, text = _kind(option), option.note.partition(":")[2].lower()
    found = next((value for words, value in WORTH if words in text), PLAIN)
    if kind.endswith("weapon"):
        if form_of(view["adventurers"][unit]) not in kind:
            return USELESS
        return found + (SECOND_WEAPON - found if armed else WEAPON)
    return found * CLOTHING if kind.endswith("clothing") else found
