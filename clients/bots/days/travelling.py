"""What a bot does between battles: where the party goes, which choice it takes, when it waits.

The default of a move leads to the quest. A party that is worn goes to a town first, as long as the
days allow it.
"""

from itertools import pairwise
from typing import Any

from protocol.option_keys import read_key
from protocol.questions import One, Option, Picks, Question, Route

DAYS = 12  # days of a session
WORN = 0.6  # the share of its HP below which a party would rather rest than fight
CROWDED = 6  # tokens in a cooldown track from which an adventurer counts as worn
TOWN = "town"
"""What stands in the note of a hex in which a town is open."""
ERRAND = "step"
"""What the key of a town action of the guild quest names."""
BATTLES = ("clash", "delve", "dungeon")
HASTE = 3  # days before the last one from which the quest cannot wait


def choose(view: dict[str, Any], question: Question) -> Picks | None:
    """Return the picks for a question of the days; None where it has no opinion."""
    match question.why:
        case "overland.move":
            return _move(view, question)
        case "encounter.choice":
            return _choice(view, question)
        case "together.town":
            return _errand(question)
        case _:
            return None


def is_worn(view: dict[str, Any]) -> bool:
    """Return whether the party is in no state to fight: little HP, somebody down, tracks that are
    full.
    """
    chips = [view["units"][unit] for unit in view["adventurers"]]
    health = sum(chip["health"] for chip in chips)
    hp = sum(chip["hp"] for chip in chips)
    crowded = any(len(mat["track"]) >= CROWDED for mat in view["adventurers"].values())
    return hp < WORN * health or crowded or any(not chip["hp"] for chip in chips)


def _move(view: dict[str, Any], question: Question) -> Picks:
    """Towards the quest; if the party is worn and there is time, to the nearest town in reach."""
    shape = question.shape
    assert isinstance(shape, Route)
    if is_worn(view) and view["day"] < DAYS - HASTE:
        way = _to_town(shape)
        if way is not None:
            return way
    return question.default


def _to_town(shape: Route) -> Picks | None:
    """Return the shortest way to a town, () where the party is in one; None if none is in reach."""
    if TOWN in _words(shape.spots[0].note):
        return ()
    ways: list[tuple[int, Picks]] = [(0, ())]
    seen = {0}
    while ways:
        longer: list[tuple[int, Picks]] = []
        for here, picks in ways:
            for ahead in shape.spots[here].next:
                spot = shape.spots[ahead]
                if ahead in seen or len(picks) >= shape.budget:
                    continue
                if TOWN in _words(spot.note):
                    return (*picks, spot.key)
                seen.add(ahead)
                longer.append((ahead, (*picks, spot.key)))
        ways = longer
    return None


def _words(note: str) -> list[str]:
    return note.replace(",", "").split()


def _choice(view: dict[str, Any], question: Question) -> Picks:
    """Return what gives most XP; a worn party takes what is no battle, if there is such a thing."""
    shape = question.shape
    assert isinstance(shape, One)
    options = list(shape.options)
    if is_worn(view):
        options = [one for one in options if not _is_battle(one)] or options
    return (max(options, key=_xp).key,)


def _errand(question: Question) -> Picks | None:
    """Return what the quest asks for in this town, before anything else; None where it asks
    nothing.
    """
    shape = question.shape
    assert isinstance(shape, One)
    keys = [one.key for one in shape.options]
    return next(((key,) for key in keys if read_key(key).kind == ERRAND), None)


def _is_battle(option: Option) -> bool:
    return any(word in BATTLES for word in _words(option.note))


def _xp(option: Option) -> int:
    named = pairwise(_words(option.note))
    return next((int(n) for n, unit in named if unit == "XP" and n.isdecimal()), 0)
