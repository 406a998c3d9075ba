"""What a bot does between battles: where the party goes, which choice it takes, when it waits.

The default of a move leads to the quest. A party that is worn goes to a town first, as long as the
days allow it; one with hardly any fatigue goes farther than its base movement.
"""

from itertools import pairwise
from typing import Any

from clients.bots.days import checking
from protocol.option_keys import read_key
from protocol.questions import One, Option, Picks, Question, Route, Spot

DAYS = 12  # days of a session
WORN = 0.6  # the share of its HP below which a party would rather rest than fight
CROWDED = 6  # tokens in a cooldown track from which an adventurer counts as worn
TOWN = "town"
"""What stands in the note of a hex in which a town is open."""
INN = "inn"
ERRAND = "step"
"""What the key of a town action of the guild quest names."""
BATTLES = ("clash", "delve", "dungeon")
HASTE = 3  # days before the last one from which no town is worth a detour
AFTER_AN_INN = 1  # days that have to be left after a day in a town where the party is already
ON_THE_WAY, ARRIVED = "on the quest's way", "the quest goes on here"
"""What stands in the notes of hexes on a shortest way to where the quest leads."""
FRESH = 1  # tokens in a cooldown track that the night's rest takes away
SPURT = 2
"""So many hexes beyond the base movement are worth their fatigue where the quest is reached by it,
a day earlier; one is anyhow, for the night takes its fatigue away again.
"""


def choose(view: dict[str, Any], question: Question) -> Picks | None:
    """Return the picks for a question of the days; None where it has no opinion."""
    match question.why:
        case "overland.move":
            return _move(view, question)
        case "encounter.choice":
            return _choice(view, question)
        case "together.town":
            return _errand(view, question)
        case "social.tenacity":
            return checking.adds(view, question)
        case _:
            return None


def is_worn(view: dict[str, Any]) -> bool:
    """Return whether the party is in no state to fight: little HP, somebody down, tracks that are
    full.
    """
    chips = [view["units"][unit] for unit in view["adventurers"]]
    health = sum(chip["health"] for chip in chips)
    hp = sum(chip["hp"] for chip in chips)
    return hp < WORN * health or any(
        _is_down_or_crowded(view, unit) for unit in view["adventurers"]
    )


def _is_down_or_crowded(view: dict[str, Any], unit: str) -> bool:
    is_crowded = len(view["adventurers"][unit]["track"]) >= CROWDED
    return is_crowded or not view["units"][unit]["hp"]


def _needs_a_bed(view: dict[str, Any], unit: str) -> bool:
    chip = view["units"][unit]
    return chip["hp"] < WORN * chip["health"] or _is_down_or_crowded(view, unit)


def _move(view: dict[str, Any], question: Question) -> Picks:
    """Towards the quest; if the party is worn and there is time, to the nearest town in reach."""
    shape = question.shape
    assert isinstance(shape, Route)
    if is_worn(view):
        if TOWN in _words(shape.spots[0].note) and view["day"] < DAYS - AFTER_AN_INN:
            return ()
        if view["day"] < DAYS - HASTE and (way := _to_town(shape)) is not None:
            return way
        return question.default
    is_fresh = all(len(mat["track"]) <= FRESH for mat in view["adventurers"].values())
    return _farther(shape, question.default) if is_fresh else question.default


def _farther(shape: Route, way: Picks) -> Picks:
    """Go on along the quest's way from where the base movement ends, as far as that pays."""
    spots = {spot.key: spot for spot in shape.spots}
    longer = way
    while longer and len(longer) < min(shape.budget, len(way) + SPURT):
        here = spots[longer[-1]]
        ahead = [shape.spots[number] for number in here.next]
        on = [spot.key for spot in ahead if spot.key not in longer and _leads(spot)]
        if not on or ARRIVED in here.note:
            return longer
        longer = (*longer, on[0])
    arrives = bool(longer) and ARRIVED in spots[longer[-1]].note
    return longer if arrives else longer[: len(way) + 1]


def _leads(spot: Spot) -> bool:
    return ON_THE_WAY in spot.note or ARRIVED in spot.note


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
    """Return what gives most XP; a worn party takes what is no battle, if there is such a thing.
    A check that cannot be passed is no way to get there.
    """
    shape = question.shape
    assert isinstance(shape, One)
    options = list(shape.options)
    options = [one for one in options if checking.can_pass(view, one.note)] or options
    if is_worn(view):
        options = [one for one in options if not _is_battle(one)] or options
    return (max(options, key=_xp).key,)


def _errand(view: dict[str, Any], question: Question) -> Picks | None:
    """Return what the quest asks for in this town, before anything else but a bed; None where it
    asks nothing that can succeed.
    """
    shape = question.shape
    assert isinstance(shape, One)
    if _needs_a_bed(view, question.about) and any(one.key == INN for one in shape.options):
        return (INN,)
    errands = [one for one in shape.options if read_key(one.key).kind == ERRAND]
    return next(((one.key,) for one in errands if checking.can_pass(view, one.note)), None)


def _is_battle(option: Option) -> bool:
    return any(word in BATTLES for word in _words(option.note))


def _xp(option: Option) -> int:
    named = pairwise(_words(option.note))
    return next((int(n) for n, unit in named if unit == "XP" and n.isdecimal()), 0)
