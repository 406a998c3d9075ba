"""What differs between two states of a session, in short sentences, by adventurer."""

from collections import Counter
from collections.abc import Iterator, Mapping

from protocol.hexes import Hex
from protocol.ids import NOBODY, UnitId
from server.rules.battle.kernel.state import FATIGUE_NAMES, Adventurer
from server.rules.battle.kernel.words import is_status
from server.rules.campaign.components.quests import Tracker
from server.rules.campaign.kernel.session import Session
from server.rules.campaign.kernel.state import SessionState

PARTY = NOBODY
"""Whom what befalls the whole party is told of."""


def between(
    session: Session, before: SessionState, after: SessionState
) -> dict[UnitId, tuple[str, ...]]:
    """Return the changes by adventurer, as sentences; those of the whole party stand under
    `PARTY`.
    """
    told: dict[UnitId, list[str]] = {PARTY: list(_of_party(session, before, after))}
    for unit in session.party:
        told[unit] = [
            *_of_chip(before, after, unit),
            *_of_mat(session, before, after, unit),
        ]
    return {who: tuple(lines) for who, lines in told.items() if lines}


def _moved(name: str, before: int, after: int) -> Iterator[str]:
    if before != after:
        yield f"{name} {before} to {after}"


def _gained(before: Mapping[str, int], after: Mapping[str, int]) -> Iterator[str]:
    """Yield by how many each thing became more or fewer: "+2 light fatigue"."""
    for name in dict.fromkeys((*before, *after)):
        by = after.get(name, 0) - before.get(name, 0)
        if by:
            yield f"{by:+d} {name}"


def _of_chip(before: SessionState, after: SessionState, unit: UnitId) -> Iterator[str]:
    old, new = before.units[unit], after.units[unit]
    yield from _moved("Health", old.health, new.health)
    yield from _moved("HP", old.hp, new.hp)
    yield from _moved("bonus HP", old.bonus, new.bonus)
    if new.fate and not old.fate:
        yield "falls"


def _of_mat(
    session: Session, before: SessionState, after: SessionState, unit: UnitId
) -> Iterator[str]:
    old, new = before.adventurers[unit], after.adventurers[unit]
    yield from _moved("Stamina", old.stamina, new.stamina)
    yield from _moved("Magicka", old.magicka, new.magicka)
    yield from _moved("Cooldown", old.cooldown, new.cooldown)
    yield from _moved("tenacity", old.tenacity, new.tenacity)
    yield from _moved("saved XP", before.saved.get(unit, 0), after.saved.get(unit, 0))
    yield from _moved("class tokens", old.tokens, new.tokens)
    yield from _gained(_track(old), _track(new))
    yield from _moved("drained dice", len(old.drained), len(new.drained))
    items = session.catalogue.items
    yield from _gained(
        Counter(items[card.item].name for card in (*old.ready, *old.pack)),
        Counter(items[card.item].name for card in (*new.ready, *new.pack)),
    )
    yield from _sorted(session, old, new)
    lines = session.catalogue.lines
    yield from _gained(
        Counter(lines[one].name for one in old.lines), Counter(lines[one].name for one in new.lines)
    )
    yield from _gained(_dice(session, before, unit), _dice(session, after, unit))
    if new.master and not old.master:
        yield "becomes a master"
    if before.visit is not None and after.visit is not None:
        yield from _moved("town actions", before.visit.actions[unit], after.visit.actions[unit])


def _sorted(session: Session, old: Adventurer, new: Adventurer) -> Iterator[str]:
    """Yield where items go that somebody keeps: "Steel Axe goes to the pack"."""
    items = session.catalogue.items
    for cards, came, where in (
        (old.pack, new.ready, "becomes ready"),
        (old.ready, new.pack, "goes to the pack"),
    ):
        before = {card.id for card in cards}
        yield from (f"{items[one.item].name} {where}" for one in came if one.id in before)


def _track(mat: Adventurer) -> Counter[str]:
    names = (
        FATIGUE_NAMES.get(token, token if is_status(token) else "skill die on the track")
        for token in mat.track
    )
    return Counter(names)


def _dice(session: Session, state: SessionState, unit: UnitId) -> Counter[str]:
    kinds = session.catalogue.dice
    mine = (one for one in state.dice.values() if one.owner == unit)
    return Counter(f"{kinds[one.kind].name} die" for one in mine)


def _of_party(session: Session, before: SessionState, after: SessionState) -> Iterator[str]:
    if after.party_at != before.party_at and after.party_at is not None:
        yield f"goes to {_named(session, after.party_at)}"
    yield from _gained({"XP": before.owed}, {"XP": after.owed})
    yield from _gained({"bonus XP": before.bonus}, {"bonus XP": after.bonus})
    yield from _gauge(session, before, after)
    yield from _gained(_counts(session, before), _counts(session, after))
    yield from _remembered(session, before, after)
    for keyword in (Counter(after.keywords) - Counter(before.keywords)).elements():
        yield f"the keyword {keyword}"
    for town in after.closed:
        if town not in before.closed:
            yield f"{session.province.towns[town].name} is closed"
    for town in before.closed:
        if town not in after.closed:
            yield f"{session.province.towns[town].name} is open again"
    if after.outcome and not before.outcome:
        yield "the session is won" if after.outcome == "victory" else "the session is lost"


def _named(session: Session, at: Hex) -> str:
    """Return what players call a hex: its name, its landmark, else its terrain."""
    place = session.province.map.by_hex[at]
    landmark = f"the {place.landmark} landmark" if place.landmark else ""
    return place.name or landmark or session.province.map.terrains[place.terrain].lower()


def _gauge(session: Session, before: SessionState, after: SessionState) -> Iterator[str]:
    gauge = session.province.effect.gauge
    old, new = before.trackers.get(gauge.id, 0), after.trackers.get(gauge.id, 0)
    if old != new:
        yield f"{gauge.name}: {gauge.levels[old].name} to {gauge.levels[new].name}"


def _counts(session: Session, state: SessionState) -> dict[str, int]:
    """Return the quests' trackers that players know by name, each with its count."""
    shown = (one for one in _trackers(session) if not one.says)
    names: dict[str, str] = {one.id: one.name for one in shown}
    return {names[name]: count for name, count in state.trackers.items() if name in names}


def _remembered(session: Session, before: SessionState, after: SessionState) -> Iterator[str]:
    """Yield what trackers mean that keep no count but what the party did."""
    for tracker in _trackers(session):
        new = after.trackers.get(tracker.id, 0)
        if new != before.trackers.get(tracker.id, 0) and 0 < new <= len(tracker.says):
            yield f"remembered: {tracker.says[new - 1]}"


def _trackers(session: Session) -> list[Tracker]:
    steps = [step for quest in session.province.quests.values() for step in quest.steps]
    return [one for step in steps for one in step.trackers]
