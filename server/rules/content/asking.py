"""The questions that content asks again and again, in one wording and with sensible defaults.

`why` begins with the id of what asks, up to the first point: its name stands before the text.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import TypeVar

from protocol.ids import NOBODY, DieId, DieKind, ItemId, UnitId, Why
from protocol.questions import One, Option, Order, Picks, Question, Shape, Some, Split
from server.rules.battle.components.catalogue import Catalogue, catalogue_of
from server.rules.battle.components.effects import Ability, Enduring, Interrupt
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.state import Card, Unit
from server.rules.engine.windows import Act, may

Key = TypeVar("Key", bound=str)


def _question(
    battle: Battle,
    unit: UnitId,
    why: Why,
    text: str,
    shape: Shape,
    default: Picks,
    *,
    may_pass: bool = False,
) -> Question:
    """Return a question to the player of a unit, which says what asks it."""
    said = _named(catalogue_of(battle), why, text)
    return Question(battle.deciders(unit), why, said, shape, may_pass=may_pass, default=default)


def _named(catalogue: Catalogue, why: Why, text: str) -> str:
    """Return a text behind the name of what asks, unless it tells that itself."""
    source = why.partition(".")[0]
    name = catalogue.known.get(("name", source), lambda: _name(catalogue, source))
    if not name or name in text or ": " in text:
        return text
    return f"{name}: {text[:1].lower()}{text[1:]}"


def _name(catalogue: Catalogue, source: str) -> str:
    """Return what a die, an item, an enemy skill, a class or an ability is called; "" for other
    ids.
    """
    die, item = catalogue.dice.get(DieKind(source)), catalogue.items.get(ItemId(source))
    named = die or item or catalogue.skills.get(source) or catalogue.classes.get(source)
    if named is not None:
        return named.name
    return next((one.name for one in _abilities(catalogue) if one.id == source), "")


def _abilities(catalogue: Catalogue) -> Iterator[Ability | Interrupt | Enduring]:
    for sheet in catalogue.classes.values():
        for side in (sheet.novice, sheet.master):
            yield from side.abilities
            yield from side.interrupts
            yield from side.enduring
    for race in catalogue.races.values():
        yield from race.abilities


def how_many(battle: Battle, unit: UnitId, most: int, why: Why, text: str, least: int = 0) -> int:
    """Ask the player of a unit for a number from `least` to `most` and return it. The default is
    `most`; nothing is asked where there is no choice.
    """
    options = tuple(Option(str(n), str(n)) for n in range(least, most + 1))
    question = _question(battle, unit, why, text, One(options), (str(most),))
    return int(battle.pick(question)) if most > least else most


def one_of(battle: Battle, unit: UnitId, ways: Mapping[Key, str], why: Why, text: str) -> Key:
    """Ask the player of a unit for one of several ways, key to text. Returns its key; the default
    is the first, so put first what an absent player would want.
    """
    options = tuple(Option(key, label) for key, label in ways.items())
    chosen = battle.pick(_question(battle, unit, why, text, One(options), (options[0].key,)))
    return next(key for key in ways if key == chosen)


def some_of(
    battle: Battle, unit: UnitId, ways: Mapping[str, str], low: int, high: int, why: Why, text: str
) -> Picks:
    """Ask the player of a unit for `low` to `high` of some things, key to text. Returns their keys;
    by default the fewest.
    """
    options = tuple(Option(key, label) for key, label in ways.items())
    if not options:
        return ()
    default = tuple(ways)[:low]
    shape = Some(options, low, high)
    return battle.picks(_question(battle, unit, why, text, shape, default))


def in_order(battle: Battle, unit: UnitId, ways: Mapping[str, str], why: Why, text: str) -> Picks:
    """Ask the player of a unit for the order of some things, key to text. Returns their keys in
    it.
    """
    options = tuple(Option(key, label) for key, label in ways.items())
    if len(options) < 2:
        return tuple(ways)
    return battle.picks(_question(battle, unit, why, text, Order(options), tuple(ways)))


def one_card(battle: Battle, unit: UnitId, cards: Sequence[Card], why: Why, text: str) -> Card:
    """Ask the player of a unit for one of several cards and return it. The default is the first;
    `cards` must not be empty.
    """
    items = catalogue_of(battle).items
    options = tuple(Option(c.id, items[c.item].name, items[c.item].text) for c in cards)
    chosen = battle.pick(_question(battle, unit, why, text, One(options), (options[0].key,)))
    return next(card for card in cards if card.id == chosen)


def one_unit(
    battle: Battle,
    by: UnitId,
    units: Sequence[Unit],
    why: Why,
    text: str,
    *,
    may_pass: bool = False,
) -> UnitId:
    """Ask the player of `by` for one of several units and return its id. Returns "" (NOBODY) if
    there is none, or if the player passes, which only `may_pass` allows.
    """
    if not units:
        return NOBODY
    options = tuple(Option(u.id, u.name, f"{u.hp} HP") for u in units)
    default = () if may_pass else (options[0].key,)
    question = _question(battle, by, why, text, One(options), default, may_pass=may_pass)
    return UnitId(battle.pick(question))


def some_units(
    battle: Battle, by: UnitId, units: Sequence[Unit], low: int, high: int, why: Why, text: str
) -> tuple[UnitId, ...]:
    """Ask the player of `by` for `low` to `high` units and return their ids; both bounds are
    lowered to the number of units.
    """
    high = min(high, len(units))
    if not high:
        return ()
    options = tuple(Option(u.id, u.name, f"{u.hp} HP") for u in units)
    default = tuple(option.key for option in options[:high])
    shape = Some(options, min(low, high), high)
    return tuple(map(UnitId, battle.picks(_question(battle, by, why, text, shape, default))))


def some_dice(
    battle: Battle,
    unit: UnitId,
    dice: Sequence[DieId],
    low: int,
    high: int,
    why: Why,
    notes: Mapping[DieId, str] | None = None,
    text: str = "Which dice?",
) -> tuple[DieId, ...]:
    """Ask the player of a unit for `low` to `high` of its dice and return their ids; both bounds
    are lowered to the number of dice. `notes` explain options by die; a die without a note shows
    its place in the track, or its face in an active slot.
    """
    high = min(high, len(dice))
    if not high:
        return ()
    named = {d: catalogue_of(battle).dice[battle.state.dice[d].kind].name for d in dice}
    told = notes or {}
    options = tuple(Option(d, named[d], told.get(d) or _place_of(battle, d)) for d in dice)
    default = tuple(option.key for option in options[:high])
    shape = Some(options, min(low, high), high)
    return tuple(map(DieId, battle.picks(_question(battle, unit, why, text, shape, default))))


def _place_of(battle: Battle, die: DieId) -> str:
    """Return the place of a die in a track, whose leftmost dice recover first, or its face in a
    slot.
    """
    shown = battle.state.dice[die]
    for mat in battle.state.adventurers.values():
        if die in mat.track:
            return f"place {mat.track.index(die) + 1}"
        if die in mat.active and shown.face >= 0:
            return catalogue_of(battle).dice[shown.kind].faces[shown.face]
    return ""


def one_adventurer(battle: Battle, by: UnitId, why: Why, text: str) -> UnitId:
    """Ask the player of `by` for any adventurer on the map, itself included. Returns its id, ""
    (NOBODY) if there is none.
    """
    return one_unit(battle, by, tuple(battle.adventurers()), why, text)


def split(
    battle: Battle,
    by: UnitId,
    units: Sequence[Unit],
    points: int,
    why: Why,
    text: str,
    caps: tuple[int, ...] = (),
) -> dict[UnitId, int]:
    """Ask the player of `by` to share `points` out over units, at most `caps` (in the units' order)
    to each. Returns the points by unit; every point is given out while there is a unit.
    """
    if not units or points <= 0:
        return {}
    options = tuple(Option(u.id, u.name, f"{u.hp} HP") for u in units)
    most = caps or (points,) * len(options)
    usual = [one.key for one, cap in zip(options, most, strict=True) for _ in range(cap)]
    shape = Split(options, points, points, caps)
    picks = battle.picks(_question(battle, by, why, text, shape, tuple(usual[:points])))
    return {u.id: picks.count(u.id) for u in units if u.id in picks}


def offer_to_each(
    battle: Battle,
    units: Callable[[], Sequence[Unit]],
    why: Why,
    text: str,
    offer: str,
    do: Callable[[UnitId], None],
) -> None:
    """Offer every unit to do something once; their players choose the order. `units` is looked up
    anew before each offer, so a unit that has left is not offered; `offer` is what each one's
    player reads.
    """

    def acts() -> list[Act]:
        return [
            Act(
                f"{why}.{unit.id}",
                f"{unit.name}: {offer}",
                partial(do, unit.id),
                battle.seat(unit.id),
            )
            for unit in units()
        ]

    may(battle.game, acts, why, lambda: _named(catalogue_of(battle), why, text))
