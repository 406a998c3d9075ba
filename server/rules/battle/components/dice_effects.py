"""The effects of skill dice where they lie, and which dice have any there.

An icon of code A works in an active slot, one of code C in the cooldown track, one of code S on the
unit or in the hex where it was placed. Some dice have effects while they are available.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from protocol.ids import NOBODY, DieId, UnitId
from server.rules.battle.components.catalogue import LINGERS, Catalogue, Zone, catalogue_of
from server.rules.battle.components.effects import EffectSource, Face
from server.rules.battle.components.printed import SkillDie
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.me import Me
from server.rules.battle.kernel.state import Adventurer, BattleState, Die, Unit
from server.rules.battle.kernel.words import FormOrHeld


def face_of(
    catalogue: Catalogue, state: BattleState, die: DieId, form: FormOrHeld = ""
) -> Face | None:
    """Return the icon that a die shows, as it reads in a battle form ("": its first reading). None
    for an unrolled die or a tenacity face.
    """
    shown = state.dice[die]
    if shown.face < 0:
        return None
    icon = catalogue.dice[shown.kind].icon(shown.face)
    readings = catalogue.faces.get(icon, ())
    for face in readings:
        if not face.forms or not form or form in face.forms:
            return face
    return None


def active_faces(battle: Battle, mat: Adventurer) -> Iterator[tuple[Me, Face]]:
    """Yield the icons at work in a mat's active slots (code A) and cooldown track (code C)."""
    state, catalogue = battle.game.state, catalogue_of(battle)
    kinds, faces, holder = catalogue.dice, catalogue.faces, NOBODY
    dice: Mapping[Any, Die] = state.dice
    for code, zone in (("A", mat.active), ("C", mat.track)):
        for die in zone:
            shown = dice.get(die)
            if shown is None or shown.face < 0:
                continue
            kind = kinds[shown.kind]
            for face in faces.get(kind.icon(shown.face), ()):
                if face.code == code:
                    holder = holder or next(u for u, m in state.adventurers.items() if m is mat)
                    value = kind.value(shown.face)
                    yield Me(holder, face.id, die=DieId(die), value=value), face


def traits_at_work(battle: Battle, name: UnitId) -> frozenset[str]:
    """Return the traits of the icons at work on an adventurer's mat."""
    # A menu asks twice: whom it may pass through, and whom it may push aside.
    return battle.known(("traits", name), _traits_at_work, battle, name)


def _traits_at_work(battle: Battle, name: UnitId) -> frozenset[str]:
    mat = battle.game.state.adventurers[name]
    return frozenset([trait for _, face in active_faces(battle, mat) for trait in face.traits])


def placed(battle: Battle, unit: Unit) -> Iterator[tuple[Me, Face]]:
    """Yield the icons of the dice that were placed on a unit."""
    for die in unit.dice:
        face = face_of(catalogue_of(battle), battle.state, die)
        if face is not None and face.code == "S":
            yield Me(battle.state.dice[die].owner, face.id, die=die), face


def _hosted(battle: Battle, mat: Adventurer) -> Iterator[tuple[Me, Face]]:
    dice = battle.state.dice
    for die in map(DieId, mat.track):
        shown = dice.get(die)
        if shown is None or shown.face < 0:
            continue
        face = face_of(catalogue_of(battle), battle.state, die)
        if face is not None and face.code == "S":
            value = catalogue_of(battle).dice[shown.kind].value(shown.face)
            yield Me(shown.owner, face.id, die=die, value=value), face


def _lingering(battle: Battle, unit: UnitId) -> Iterator[tuple[Me, Face]]:
    for die in battle.mat(unit).drained:
        face = face_of(catalogue_of(battle), battle.state, die)
        if face is not None and LINGERS in face.traits:
            yield Me(unit, face.id, die=die), face


def own_in_hexes(battle: Battle, unit: UnitId) -> tuple[DieId, ...]:
    """Return the dice of an adventurer that lie in hexes."""
    state = battle.game.state
    if not state.in_hexes:
        return ()
    return tuple(die for die in state.in_hexes if state.dice[die].owner == unit)


def _in_hexes(battle: Battle, unit: UnitId) -> Iterator[tuple[Me, Face]]:
    for die in own_in_hexes(battle, unit):
        shown = battle.state.dice[die]
        face = face_of(catalogue_of(battle), battle.state, die)
        if face is not None and face.code == "S":
            value = catalogue_of(battle).dice[shown.kind].value(shown.face)
            yield Me(unit, face.id, die=die, value=value), face


def _available(battle: Battle, unit: UnitId) -> Iterator[tuple[Me, SkillDie]]:
    kinds, dice = catalogue_of(battle).dice, battle.state.dice
    for die in battle.mat(unit).row:
        kind = kinds[dice[die].kind]
        if kind.hooks:
            yield Me(unit, kind.id, die=die), kind


def sources_on_mat(
    battle: Battle, unit: Unit, mat: Adventurer
) -> Iterator[tuple[Me, EffectSource]]:
    """Yield the dice of an adventurer, but for those on its chip, as effect sources, in the order
    in which they act.
    """
    yield from active_faces(battle, mat)
    yield from _in_hexes(battle, unit.id)
    yield from _hosted(battle, mat)
    yield from _lingering(battle, unit.id)
    yield from _available(battle, unit.id)


AtWork = tuple[tuple[Zone, str, Die], ...]
"""Dice that have effects where they lie, as they show."""


def in_row(battle: Battle, mat: Adventurer) -> tuple[DieId, ...]:
    """Return the available dice whose kind has effects in the row. Mostly there are none."""
    dice, kinds = battle.game.state.dice, catalogue_of(battle).kinds_in_row
    return tuple([die for die in mat.row if dice[die].kind in kinds])


def at_work(
    battle: Battle,
    unit: Unit,
    mat: Adventurer,
    in_row: tuple[DieId, ...],
    in_hexes: tuple[DieId, ...],
) -> AtWork:
    """Return the dice of an adventurer that have an effect where they lie now: on its mat, in its
    row (`in_row`), on the map (`in_hexes`) or on the unit. The effects of its dice depend on
    nothing else.
    """
    dice: Mapping[Any, Die] = battle.game.state.dice
    works = catalogue_of(battle).zones_of_faces
    found: list[tuple[Zone, str, Die]] = []
    zones: tuple[tuple[Zone, tuple[str, ...]], ...] = (
        ("active", mat.active),
        ("track", mat.track),
        ("hex", in_hexes),
        ("drained", mat.drained),
        ("placed", unit.dice),
    )
    for zone, lying in zones:
        for die in lying:
            if die in dice:  # in some zones lies what is no die
                shown = dice[die]
                if zone in works[shown.kind, shown.face]:
                    found.append((zone, die, shown))
    if in_row:
        found += [("row", die, dice[die]) for die in in_row]
    return tuple(found)
