"""Who bears which effects now: the dice that lie out, the sheets, the cards, the skills, the
statuses.

An icon of code A works in an active slot, one of code C in the cooldown track, one of code S on the
unit or in the hex it was placed in. Some dice offer themselves while they are available. Enemy
skills sleep under Fear. A defeated unit bears nothing, but for effects that say so.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from protocol.battle import Noted
from server.rules.battle import enchantments, inventory, paying, prompts
from server.rules.battle.components import Catalogue, Challenge, Encounter, Item, Side, SkillDie
from server.rules.battle.delve.components import Environment
from server.rules.battle.effects import Bearing, Enduring, Face, Hook, Lasting, Me, Modifier
from server.rules.battle.moments import BEFOREHAND, QUIET, Happening, Moment
from server.rules.battle.state import Adventurer, BattleState, Unit
from server.rules.engine.windows import Act

if TYPE_CHECKING:
    from server.rules.battle.battle import Battle

LINGERS = "lingers"


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
    dice, kinds, faces, holder = state.dice, catalogue.dice, catalogue.faces, ""
    for code, zone in (("A", mat.active), ("C", mat.track)):
        for die in zone:
            shown = dice.get(die)
            if shown is None or shown.face < 0:
                continue
            kind = kinds[shown.kind]
            for face in faces.get(kind.icon(shown.face), ()):
                if face.code == code:
                    holder = holder or next(u for u, m in state.adventurers.items() if m is mat)
                    yield Me(holder, face.id, die=die, value=kind.value(shown.face)), face


def _placed(battle: "Battle", unit: Unit) -> Iterator[tuple[Me, Face]]:
    for die in unit.dice:
        face = face_of(battle.catalogue, battle.state, die)
        if face is not None and face.code == "S":
            yield Me(battle.state.dice[die].owner, face.id, die=die), face


def _hosted(battle: "Battle", mat: Adventurer) -> Iterator[tuple[Me, Face]]:
    dice = battle.state.dice
    for die in mat.track:
        shown = dice.get(die)
        if shown is None or shown.face < 0:
            continue
        face = face_of(battle.catalogue, battle.state, die)
        if face is not None and face.code == "S":
            value = battle.catalogue.dice[shown.kind].value(shown.face)
            yield Me(shown.owner, face.id, die=die, value=value), face


def _lingering(battle: "Battle", unit: str) -> Iterator[tuple[Me, Face]]:
    for die in battle.mat(unit).drained:
        face = face_of(battle.catalogue, battle.state, die)
        if face is not None and LINGERS in face.traits:
            yield Me(unit, face.id, die=die), face


def _in_hexes(battle: "Battle", unit: str) -> Iterator[tuple[Me, Face]]:
    for die in battle.state.in_hexes:
        shown = battle.state.dice[die]
        face = face_of(battle.catalogue, battle.state, die)
        if shown.owner == unit and face is not None and face.code == "S":
            value = battle.catalogue.dice[shown.kind].value(shown.face)
            yield Me(unit, face.id, die=die, value=value), face


def _available(battle: "Battle", unit: str) -> Iterator[tuple[Me, SkillDie]]:
    for die in battle.mat(unit).row:
        kind = battle.catalogue.dice[battle.state.dice[die].kind]
        if kind.hooks:
            yield Me(unit, kind.id, die=die), kind


def hooks(battle: "Battle", unit: Unit, moment: Moment) -> Iterator[tuple[Me, Hook]]:
    """The hooks that a unit bears at a moment, interrupts of its class aside."""
    borne = battle.known(("borne", unit.id), lambda: battle.borne.by(battle, unit, _bearings))
    for me, bearing in borne:
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
        yield from _in_hexes(battle, unit.id)
        yield from _hosted(battle, mat)
        yield from _lingering(battle, unit.id)
        yield from _available(battle, unit.id)
        yield Me(unit.id, mat.race), catalogue.races[mat.race]
        if mat.cls:
            sheet = catalogue.classes[mat.cls]
            side = sheet.master if mat.master else sheet.novice
            yield Me(unit.id, mat.cls), side
            for one in _enduring(mat, side):
                yield Me(unit.id, one.id), one
        for garment, item in worn(battle, unit.id):
            yield garment, item
            if item.enduring is not None and _endures(mat, item.enduring):
                yield garment, item.enduring
        yield from left_behind(battle, unit.id)
    yield from enchanted(battle, unit.id)
    for status in mat.track if mat else unit.statuses:
        if status in catalogue.statuses:
            yield Me(unit.id, status), catalogue.statuses[status]
    if unit.dice:
        yield from _placed(battle, unit)


def _enduring(mat: Adventurer, side: Side) -> Iterator[Enduring]:
    """The enduring abilities that work now, for nothing (CLS-4, CLS-8)."""
    for one in side.enduring:
        if _endures(mat, one):
            yield one


def _endures(mat: Adventurer, one: Enduring) -> bool:
    return mat.tenacity >= one.tenacity and (not one.forms or mat.form in one.forms)


def traits(battle: "Battle", name: str) -> tuple[str, ...]:
    """The traits of an adventurer's class sheet that count now; no other unit has any."""
    mat = battle.state.adventurers.get(name)
    if mat is None or not mat.cls:
        return ()
    side = paying.side_of(battle, name)
    lasting = (trait for one in _enduring(mat, side) for trait in one.traits)
    return (*side.traits, *lasting)


def worn(battle: "Battle", name: str) -> Iterator[tuple[Me, Item]]:
    """The items that work for an adventurer: ready ones; an expended one waits to be refreshed."""
    items = battle.catalogue.items
    for card in battle.mat(name).ready:
        if items[card.item].subtype != "enchantment" and not card.expended:
            yield Me(name, card.item, card=card.id), items[card.item]


def enchanted(battle: "Battle", name: str) -> Iterator[tuple[Me, Item]]:
    """The enchantments that work for a unit of either side."""
    for card, spell in enchantments.working(battle, name):
        yield Me(name, spell.item, card=card), battle.catalogue.items[spell.item]


def left_behind(battle: "Battle", name: str) -> Iterator[tuple[Me, Lasting]]:
    """What items that were used have left on an adventurer for the turn, round or battle."""
    items, turn = battle.catalogue.items, battle.state.turn
    for note in (*battle.state.used, *(turn.used if turn is not None else ())):
        scope, found, key = note.partition(f"{inventory.LASTING}{name}.")
        lasts = items[key].lasting if found and scope in ("", "round:", "battle:") else None
        if lasts is not None:
            yield Me(name, key), lasts


def skills(battle: "Battle", unit: Unit) -> Iterator[tuple[Me, str]]:
    """The skills of a chip that work now, the highest of each number (ENS-2)."""
    chip = battle.catalogue.chips.get(unit.chip)
    if chip is not None and "fear" not in unit.statuses and not battle.silenced(unit.id):
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
    yield from _of_environments(battle, name)
    if mat is None:
        for me, skill in skills(battle, unit):
            for one in catalogue.skills[skill].modifiers:
                yield me, one
        for bearing in _encounter(battle) if unit.side == "enemy" else ():
            for one in bearing.modifiers:
                yield Me(name, battle.state.settings.encounter), one
        yield from _of_enchantments(battle, name)
        yield from _from_others(battle, unit)
        return
    for me, face in lying(battle, mat):
        for one in face.modifiers:
            if not one.companions:
                yield me, one
    if mat.cls:
        sheet = catalogue.classes[mat.cls]
        side = sheet.master if mat.master else sheet.novice
        for one in side.modifiers:
            if not one.enemies:
                yield Me(name, mat.cls), one
        for lasting in _enduring(mat, side):
            for one in lasting.modifiers:
                yield Me(name, lasting.id), one
    for me, item in worn(battle, name):
        for one in item.modifiers:
            yield me, one
        if item.enduring is not None and _endures(mat, item.enduring):
            for one in item.enduring.modifiers:
                yield me, one
    yield from _of_enchantments(battle, name)
    for me, lasts in battle.known(("lasting", name), lambda: tuple(left_behind(battle, name))):
        for one in lasts.modifiers:
            yield me, one


def _of_enchantments(battle: "Battle", name: str) -> Iterator[tuple[Me, Modifier]]:
    for me, item in enchanted(battle, name):
        for one in item.modifiers:
            yield me, one


def _from_others(battle: "Battle", unit: Unit) -> Iterator[tuple[Me, Modifier]]:
    """What the party, and dice that lie on a chip, change; the latter come last."""
    if unit.side == "enemy":
        for mat in battle.state.adventurers.values():
            for one in paying.side_on(battle.catalogue, mat).modifiers:
                if one.enemies:
                    yield Me(unit.id, mat.cls), one
    if unit.kind == "companion":
        for mat in battle.state.adventurers.values():
            if mat.seat != unit.controller:
                continue
            for me, face in lying(battle, mat):
                for one in face.modifiers:
                    if one.companions:
                        yield me, one
    for me, face in _placed(battle, unit) if unit.dice else ():
        for one in face.modifiers:
            yield me, one
    for owner in unit.tokens:
        for one in paying.side_of(battle, owner).marked:
            yield Me(owner, battle.mat(owner).cls), one


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
    for kind in (catalogue.skills, catalogue.races, catalogue.items, catalogue.dice):
        bearing += kind.values()
    bearing += catalogue.statuses.values()
    for item in catalogue.items.values():
        bearing += [one for one in (item.lasting, item.enduring) if one is not None]
        if item.interrupt is not None:
            yield item.interrupt.hook
    for encounter in catalogue.encounters.values():
        bearing += (encounter, *encounter.challenges.values())
    cards = catalogue.delve_cards.values()
    bearing += [card.lasting for card in cards if isinstance(card.lasting, Environment)]
    for sheet in catalogue.classes.values():
        for side in (sheet.novice, sheet.master):
            bearing += (side, *side.enduring)
            yield from (interrupt.hook for interrupt in side.interrupts)
    for one in bearing:
        yield from one.hooks


def acts(battle: "Battle", now: Happening, *, forced: bool) -> Iterator[Act]:
    """What must (or may) be done at a moment, in the order of the units' arrival."""
    yield from _encounter_acts(battle, now, forced)
    yield from _environment_acts(battle, now, forced)
    asleep = [name for at in (now.engage, now.blow) if at is not None for name in at.sleeping]
    for unit, borne in battle.known(("acts", now.moment.name), lambda: _acting(battle, now.moment)):
        gone = unit.fate or (unit.at is None and now.moment not in BEFOREHAND)
        for me, one in borne:
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


def _acting(battle: "Battle", moment: Moment) -> list[tuple[Unit, list[tuple[Me, Hook]]]]:
    """The units that have any say at a moment, and the hooks that each bears then."""
    moments = (moment, Moment.ANYTIME) if moment in QUIET else (moment,)
    units = battle.state.units.values()
    every = [(u, [one for at in moments for one in hooks(battle, u, at)]) for u in units]
    return [(u, borne) for u, borne in every if borne or u.id in battle.state.adventurers]


def _used_up(battle: "Battle", me: Me, one: Hook, now: Happening) -> bool:
    if one.once == "engage":
        return now.engage is not None and f"{name_of(me)}.{one.key}" in now.engage.used
    return battle.used(me, one.key, one.once)


def _encounter_acts(battle: "Battle", now: Happening, forced: bool) -> Iterator[Act]:
    for bearing in _encounter(battle):
        for one in bearing.at.get(now.moment, ()):
            me = Me(now.unit, battle.state.settings.encounter)
            if one.forced is forced and one.when(battle, me, now):
                yield _act(battle, me, one, now)


def _environment_acts(battle: "Battle", now: Happening, forced: bool) -> Iterator[Act]:
    for name, card, works in environments(battle):
        me = Me(now.unit, card, tile=name)
        for one in works.at.get(now.moment, ()):
            if one.forced is forced and one.when(battle, me, now):
                yield _act(battle, me, one, now)


def environments(battle: "Battle") -> tuple[tuple[str, str, Environment], ...]:
    """The environments at work: the tile of each, its card, and what it does (DLX-18)."""
    if battle.state.delve is None:
        return ()
    cards = battle.catalogue.delve_cards
    found = []
    for name, tile in battle.state.tiles.items():
        lasting = cards[tile.card].lasting if tile.card else None
        if isinstance(lasting, Environment):
            found.append((name, tile.card, lasting))
    return tuple(found)


def _of_environments(battle: "Battle", name: str) -> Iterator[tuple[Me, Modifier]]:
    for tile, card, works in environments(battle):
        for one in works.modifiers:
            yield Me(name, card, tile=tile), one


def _encounter(battle: "Battle") -> Iterator[Encounter | Challenge]:
    """The encounter, and its challenge modifier for a party of this size (ENC-9)."""
    encounter = battle.catalogue.encounters.get(battle.state.settings.encounter)
    if encounter is not None:
        yield encounter
        challenge = encounter.challenges.get(battle.party_size())
        if challenge is not None:
            yield challenge


def _act(battle: "Battle", me: Me, one: Hook, now: Happening) -> Act:
    def do() -> None:
        if one.once == "engage" and now.engage is not None:
            now.engage.used.append(f"{name_of(me)}.{one.key}")
        elif one.once:
            battle.emit(Noted(f"{name_of(me)}.{one.key}", one.once))
        one.do(battle, me, now)
        if me.card:
            inventory.spend(battle, me.unit, me.card)

    seat = battle.seat(me.unit) if me.unit else ""
    label = one.text if not me.value else f"{one.text} ({me.value})"
    note = prompts.note(battle, me, one, now, words=": " not in label)
    return Act(f"{name_of(me)}.{one.key}", label, do, seat, note, one.rule)
