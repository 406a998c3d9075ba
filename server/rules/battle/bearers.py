"""Who bears which effects now: the dice that lie out, the sheets, the cards, the skills, the
statuses.

An icon of code A works in an active slot, one of code C in the cooldown track, one of code S on the
unit it was placed on. Enemy skills sleep under Fear. A defeated unit bears nothing, but for effects
that say so.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from protocol.battle import Noted
from server.rules.battle import paying
from server.rules.battle.components import Catalogue, Item
from server.rules.battle.effects import Bearing, Face, Hook, Me, Modifier
from server.rules.battle.moments import QUIET, Happening, Moment
from server.rules.battle.state import Adventurer, BattleState, Unit
from server.rules.engine.windows import Act

if TYPE_CHECKING:
    from server.rules.battle.battle import Battle

_ZONES = {"active": "A", "track": "C"}


def name_of(me: Me) -> str:
    """The bearer's name in limits: its unit and the die, card or sheet."""
    return f"{me.unit}.{me.die or me.card or me.source}"


def face_of(catalogue: Catalogue, state: BattleState, die: str, form: str = "") -> Face | None:
    """The icon a die shows, read in a battle form; None for a tenacity face or an unrolled die."""
    shown = state.dice[die]
    if shown.face < 0:
        return None
    icon = catalogue.dice[shown.kind].icon(shown.face)
    readings = catalogue.faces.get(icon, ())
    for face in readings:
        if not face.forms or not form or form in face.forms:
            return face
    return None


def lying(battle: "Battle", mat: Adventurer) -> Iterator[tuple[Me, Face]]:
    """The icons that work where they lie on a mat."""
    state, catalogue = battle.state, battle.catalogue
    for zone, code in _ZONES.items():
        for die in getattr(mat, zone):
            if die not in state.dice:
                continue
            shown = state.dice[die]
            if shown.face < 0:
                continue
            kind = catalogue.dice[shown.kind]
            for face in catalogue.faces.get(kind.icon(shown.face), ()):
                if face.code == code:
                    value = kind.value(shown.face)
                    holder = next(u for u, m in state.adventurers.items() if m is mat)
                    yield Me(holder, face.id, die=die, value=value), face


def _placed(battle: "Battle", unit: Unit) -> Iterator[tuple[Me, Face]]:
    for die in unit.dice:
        face = face_of(battle.catalogue, battle.state, die)
        if face is not None and face.code == "S":
            yield Me(battle.state.dice[die].owner, face.id, die=die), face


def hooks(battle: "Battle", unit: Unit, moment: Moment) -> Iterator[tuple[Me, Hook]]:
    """The hooks that a unit bears at a moment, interrupts of its class aside."""
    for me, bearing in _bearings(battle, unit):
        for one in bearing.at.get(moment, ()):
            yield me, one


def _bearings(battle: "Battle", unit: Unit) -> Iterator[tuple[Me, Bearing]]:
    catalogue = battle.catalogue
    mat = battle.state.adventurers.get(unit.id)
    if mat is None:
        for me, name in skills(battle, unit):
            yield me, catalogue.skills[name]
    else:
        yield from lying(battle, mat)
        yield Me(unit.id, mat.race), catalogue.races[mat.race]
        if mat.cls:
            sheet = catalogue.classes[mat.cls]
            yield Me(unit.id, mat.cls), sheet.master if mat.master else sheet.novice
        yield from worn(battle, unit.id)
    for status in mat.track if mat else unit.statuses:
        if status in catalogue.statuses:
            yield Me(unit.id, status), catalogue.statuses[status]
    if unit.dice:
        yield from _placed(battle, unit)


def worn(battle: "Battle", name: str) -> Iterator[tuple[Me, Item]]:
    """The items that work for an adventurer: ready ones, and the enchantments put on it."""
    items = battle.catalogue.items
    for card in battle.mat(name).ready:
        if items[card.item].subtype != "enchantment":
            yield Me(name, card.item, card=card.id), items[card.item]
    for card_id, spell in battle.state.enchantments.items():
        if spell.on == name:
            yield Me(name, spell.item, card=card_id), items[spell.item]


def skills(battle: "Battle", unit: Unit) -> Iterator[tuple[Me, str]]:
    """The skills of a chip that work now, the highest of each number (ENS-2)."""
    chip = battle.catalogue.chips.get(unit.chip)
    if chip is not None and "fear" not in unit.statuses:
        for name, most in chip.highest.items():
            yield Me(unit.id, name, value=most), name


def has_skill(battle: "Battle", unit: str, skill: str) -> bool:
    """Whether a unit's skill works now."""
    return any(name == skill for _, name in skills(battle, battle.unit(unit)))


def modifiers(battle: "Battle", name: str) -> Iterator[tuple[Me, Modifier]]:
    """All modifiers that a unit bears."""
    unit = battle.unit(name)
    mat = battle.state.adventurers.get(name)
    catalogue = battle.catalogue
    if mat is None:
        for me, skill in skills(battle, unit):
            for one in catalogue.skills[skill].modifiers:
                yield me, one
        return
    for me, face in lying(battle, mat):
        for one in face.modifiers:
            yield me, one
    if mat.cls:
        sheet = catalogue.classes[mat.cls]
        for one in (sheet.master if mat.master else sheet.novice).modifiers:
            yield Me(name, mat.cls), one
    for me, item in worn(battle, name):
        for one in item.modifiers:
            yield me, one


def anybody(battle: "Battle", moment: Moment) -> bool:
    """Whether any component in the catalogue acts at a moment at all."""
    return moment in moments_of(battle.catalogue)


def moments_of(catalogue: Catalogue) -> frozenset[Moment]:
    """The moments at which anything of a catalogue acts; found once per catalogue."""
    known: frozenset[Moment] | None = catalogue.__dict__.get("_moments")
    if known is None:
        known = frozenset(one.at for one in _every_hook(catalogue))
        if Moment.ANYTIME in known:
            known |= frozenset(QUIET)
        catalogue.__dict__["_moments"] = known
    return known


def _every_hook(catalogue: Catalogue) -> Iterator[Hook]:
    bearing: list[Bearing] = [face for readings in catalogue.faces.values() for face in readings]
    for kind in (catalogue.skills, catalogue.races, catalogue.items):
        bearing += kind.values()
    bearing += catalogue.statuses.values()
    bearing += catalogue.encounters.values()
    for sheet in catalogue.classes.values():
        for side in (sheet.novice, sheet.master):
            bearing.append(side)
            yield from (interrupt.hook for interrupt in side.interrupts)
    for one in bearing:
        yield from one.hooks


def acts(battle: "Battle", now: Happening, *, forced: bool) -> Iterator[Act]:
    """What must (or may) be done at a moment, in the order of the units' arrival."""
    yield from _encounter_acts(battle, now, forced)
    asleep = now.engage.sleeping if now.engage else []
    moments = (now.moment, Moment.ANYTIME) if now.moment in QUIET else (now.moment,)
    for unit in tuple(battle.state.units.values()):
        gone = unit.fate or unit.at is None
        for moment in moments:
            for me, one in hooks(battle, unit, moment):
                if one.forced is not forced or (gone and not one.defeated):
                    continue
                if me.source in asleep and me.unit not in battle.state.adventurers:
                    continue
                if one.once and _used_up(battle, me, one, now):
                    continue
                if one.when(battle, me, now):
                    yield _act(battle, me, one, now)
        if not forced and unit.id in battle.state.adventurers:
            yield from paying.interrupts(battle, unit, now)


def _used_up(battle: "Battle", me: Me, one: Hook, now: Happening) -> bool:
    if one.once == "engage":
        return now.engage is not None and f"{name_of(me)}.{one.key}" in now.engage.used
    return battle.used(me, one.key, one.once)


def _encounter_acts(battle: "Battle", now: Happening, forced: bool) -> Iterator[Act]:
    encounter = battle.catalogue.encounters.get(battle.state.settings.encounter)
    for one in encounter.at.get(now.moment, ()) if encounter else ():
        me = Me(now.unit, battle.state.settings.encounter)
        if one.forced is forced and one.when(battle, me, now):
            yield _act(battle, me, one, now)


def _act(battle: "Battle", me: Me, one: Hook, now: Happening) -> Act:
    def do() -> None:
        if one.once == "engage" and now.engage is not None:
            now.engage.used.append(f"{name_of(me)}.{one.key}")
        elif one.once:
            battle.emit(Noted(f"{name_of(me)}.{one.key}", one.once))
        one.do(battle, me, now)

    seat = battle.seat(me.unit) if me.unit else ""
    label = one.text if not me.value else f"{one.text} ({me.value})"
    return Act(f"{name_of(me)}.{one.key}", label, do, seat, rule=one.rule)
