"""What a bot does between battles: where the party goes, which choice it takes, when it waits.

The default of a move leads to the quest. A party that is worn goes to a town first, as long as the
days allow it; one with hardly any fatigue goes farther than its base movement. Before a battle with
which the quest stands or falls it rests, beside where that will be, or in a town.
"""

from collections.abc import Callable
from itertools import pairwise
from typing import Any

from clients.bots.days import checking, mending
from clients.bots.days.shopping import Shopping
from clients.bots.days.weighing import BATTLES, Fights, hp_share, losses, promised
from protocol.ids import UnitId
from protocol.questions import One, Option, Picks, Question, Route, Spot

DAYS = 12  # days of a session
WORN = 0.6  # the share of its HP below which a party would rather rest than fight
CROWDED = 6  # tokens in a cooldown track from which an adventurer counts as worn
TOWN = "town"
"""What stands in the note of a hex in which a town is open."""
HASTE = 3  # days before the last one from which no town is worth a detour
AFTER_AN_INN = 1  # days that have to be left after a day in a town where the party is already
ON_THE_WAY, ARRIVED = "on the quest's way", "the quest goes on here"
"""What stands in the notes of hexes on a shortest way to where the quest leads."""
FRESH = 1  # tokens in a cooldown track that the night's rest takes away
SPURT = 2
"""Hexes beyond the base movement that a party walks where they bring it to the quest a day earlier.
One hex more is always worth it, because the night's rest removes its fatigue.
"""


RESTED = 0.9  # the share of its HP from which a party is ready for the quest's last battle
EASED = 2  # tokens in a cooldown track with which an adventurer is ready for it
AT_EASE = 9  # the day from which nobody stops in a town for its shop
SPARE = 8
"""The day up to which a party that has a hard battle before it goes out of its way for XP."""
PRICE = "light fatigue"
"""What stands in the note of a hex beyond the base movement."""
CARD = "peaceful card"
"""What stands in the note of a hex in which something is met without a fight."""
SAFE = 0.6
"""Odds from which a quest's battle is fought without looking for another way."""


def is_worn(view: dict[str, Any]) -> bool:
    """Return whether the party is in no state to fight: little HP, somebody down, tracks that are
    full.
    """
    return hp_share(view) < WORN or any(
        _is_down_or_crowded(view, unit) for unit in view["adventurers"]
    )


def is_rested(view: dict[str, Any]) -> bool:
    """Return whether the party is ready for the battle with which its quest stands or falls."""
    units = view["adventurers"]
    return hp_share(view) >= RESTED and all(
        len(units[unit]["track"]) <= EASED and view["units"][unit]["hp"] for unit in units
    )


def _is_down_or_crowded(view: dict[str, Any], unit: UnitId) -> bool:
    is_crowded = len(view["adventurers"][unit]["track"]) >= CROWDED
    return is_crowded or not view["units"][unit]["hp"]


class Traveller:
    """What a bot knows of the days, by the catalogue in words of the server where it plays."""

    def __init__(self, words: dict[str, Any]) -> None:
        self._fights, self._shopping = Fights(words), Shopping(words)

    def choose(self, view: dict[str, Any], question: Question) -> Picks | None:
        """Return the picks for a question of the days; None where it has no opinion."""
        if (mended := mending.choose(view, question)) is not None:
            return mended
        match question.why:
            case "overland.move":
                return self._move(view, question)
            case "encounter.choice":
                return self._choice(view, question)
            case "together.town":
                bed = RESTED if self._fights.is_decisive(view) else WORN
                return self._shopping.choose(view, question, bed)
            case "social.tenacity":
                return checking.adds(view, question)
            case _:
                return None

    def _move(self, view: dict[str, Any], question: Question) -> Picks:
        """Towards the quest; a party that is worn and has time goes to the nearest town in reach,
        and one that has few items stops in a town on its way.
        """
        shape = question.shape
        assert isinstance(shape, Route)
        if self._waits(view) and (rest := _rests(view, shape, question.default)) is not None:
            return rest
        if is_worn(view):
            if TOWN in _words(shape.spots[0].note) and view["day"] < DAYS - AFTER_AN_INN:
                return ()
            if view["day"] < DAYS - HASTE and (way := _to_town(shape)) is not None:
                return way
            return question.default
        needy = any(self._shopping.needs(view, unit) for unit in view["adventurers"])
        if needy and view["day"] < AT_EASE and (way := _passes_town(shape, question.default)):
            return way
        if view["day"] < SPARE and self._fights.is_hard(view) and (way := _to_card(shape)):
            return way
        is_fresh = all(len(mat["track"]) <= FRESH for mat in view["adventurers"].values())
        return _farther(shape, question.default) if is_fresh else question.default

    def _waits(self, view: dict[str, Any]) -> bool:
        """Return whether the party rests before its quest's battle: one that decides it, or one
        that it has lost already.
        """
        if is_rested(view):
            return False
        if self._fights.is_decisive(view):
            return bool(view["day"] < DAYS)
        return bool(losses(view, view.get("step", "")) and view["day"] < DAYS - HASTE)

    def _choice(self, view: dict[str, Any], question: Question) -> Picks:
        """Return what promises most XP, battles by their odds; a worn party takes what is no
        battle, if there is such a thing. A check that cannot be passed is no way to get there.
        """
        shape = question.shape
        assert isinstance(shape, One)
        options = list(shape.options)
        options = [one for one in options if checking.can_pass(view, one.note)] or options
        if is_worn(view):
            options = [one for one in options if not _is_battle(one)] or options
        odds = {one.key: self._odds(view, one) for one in options}
        now = view.get("encounter")
        if now is not None and now["kind"] == "quest":
            safe = [one for one in options if odds[one.key] >= SAFE]
            return ((max(safe, key=_xp) if safe else max(options, key=_by(odds))).key,)

        def worth(one: Option) -> float:
            return promised(view, odds[one.key], _xp(one)) if _is_battle(one) else _xp(one)

        return (max(options, key=worth).key,)

    def _odds(self, view: dict[str, Any], option: Option) -> float:
        return self._fights.of(view, option.key) if _is_battle(option) else 1.0


def _by(odds: dict[str, float]) -> Callable[[Option], float]:
    return lambda option: odds[option.key]


def _passes_town(shape: Route, way: Picks) -> Picks:
    """Return the way as far as the first town on it; () where there is none."""
    spots = {spot.key: spot for spot in shape.spots}
    towns = [at for at, key in enumerate(way, 1) if TOWN in _words(spots[key].note)]
    return way[: towns[0]] if towns else ()


def _rests(view: dict[str, Any], shape: Route, way: Picks) -> Picks | None:
    """Stop in a town, or beside where the quest's battle will be, a day's march away at most; None
    while it is farther off.
    """
    spots = {spot.key: spot for spot in shape.spots}
    if not any(ARRIVED in spot.note for spot in shape.spots):
        return None
    if view["day"] < DAYS - HASTE and (town := _to_town(shape)) is not None:
        return town
    short = tuple(key for key in way if ARRIVED not in spots[key].note)
    if short or way:
        return short
    here = shape.spots[0]
    aside = [shape.spots[number] for number in here.next]
    quiet = [spot for spot in aside if not spot.note] or aside
    return (quiet[0].key,) if ARRIVED in here.note and quiet else ()


def _to_card(shape: Route) -> Picks:
    """Return the shortest way to a peaceful card that lies within the base movement; () if none
    does.
    """
    return _nearest(shape, lambda spot: CARD in spot.note and PRICE not in spot.note) or ()


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
    return _nearest(shape, lambda spot: TOWN in _words(spot.note))


def _nearest(shape: Route, wanted: Callable[[Spot], bool]) -> Picks | None:
    """Return the shortest way to a spot of this kind; None if none is in reach."""
    ways: list[tuple[int, Picks]] = [(0, ())]
    seen = {0}
    while ways:
        longer: list[tuple[int, Picks]] = []
        for here, picks in ways:
            for ahead in shape.spots[here].next:
                spot = shape.spots[ahead]
                if ahead in seen or len(picks) >= shape.budget:
                    continue
                if wanted(spot):
                    return (*picks, spot.key)
                seen.add(ahead)
                longer.append((ahead, (*picks, spot.key)))
        ways = longer
    return None


def _words(note: str) -> list[str]:
    return note.replace(",", "").split()


def _is_battle(option: Option) -> bool:
    return any(word in BATTLES for word in _words(option.note))


def _xp(option: Option) -> int:
    named = pairwise(_words(option.note))
    return next((int(n) for n, unit in named if unit == "XP" and n.isdecimal()), 0)
