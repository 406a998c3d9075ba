"""Who bears which effects now: the dice that lie out, the sheets, the cards, the skills, the
statuses.

An icon of code A works in an active slot, one of code C in the cooldown track, one of code S on the
unit or in the hex it was placed in. Some dice offer themselves while they are available. Enemy
skills sleep under Fear. A defeated unit bears nothing, but for effects that say so.
"""

from collections.abc import Iterator, Mapping, Sequence

from protocol.ids import NOBODY, DieId, UnitId
from server.rules.battle.components import catalogue
from server.rules.battle.components.catalogue import Catalogue, catalogue_of
from server.rules.battle.components.delve_parts import Environment
from server.rules.battle.components.effects import (
    WAYS,
    EffectSource,
    Enduring,
    Face,
    Lasting,
    Modifier,
)
from server.rules.battle.components.encounters import Challenge, Encounter
from server.rules.battle.components.printed import Item, Side, SkillDie
from server.rules.battle.kernel import notes
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.me import Me
from server.rules.battle.kernel.state import Adventurer, BattleState, Enchantment, Unit
from server.rules.battle.kernel.values import Explained
from server.rules.battle.kernel.words import FormOrHeld, Trait

LINGERS: Trait = "lingers"


def face_of(
    catalogue: Catalogue, state: BattleState, die: DieId, form: FormOrHeld = ""
) -> Face | None:
    """Return the icon a die shows, read in a battle form; None for a tenacity face or an unrolled
    die.
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
    """Yield the icons that work where they lie on a mat."""
    state, catalogue = battle.state, catalogue_of(battle)
    dice, kinds, faces, holder = state.dice, catalogue.dice, catalogue.faces, NOBODY
    for code, zone in (("A", mat.active), ("C", mat.track)):
        for die in map(DieId, zone):
            shown = dice.get(die)
            if shown is None or shown.face < 0:
                continue
            kind = kinds[shown.kind]
            for face in faces.get(kind.icon(shown.face), ()):
                if face.code == code:
                    holder = holder or next(u for u, m in state.adventurers.items() if m is mat)
                    yield Me(holder, face.id, die=die, value=kind.value(shown.face)), face


def _placed(battle: Battle, unit: Unit) -> Iterator[tuple[Me, Face]]:
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
    state = battle.state
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


def effect_sources(battle: Battle, unit: Unit) -> Iterator[tuple[Me, EffectSource]]:
    """Yield everything that a unit bears now, in the order in which it acts."""
    catalogue = catalogue_of(battle)
    mat = battle.state.adventurers.get(unit.id)
    if mat is None:
        for me, name in active_skills(battle, unit):
            yield me, catalogue.skills[name]
    else:
        yield from active_faces(battle, mat)
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
        for garment, item in active_items(battle, unit.id):
            yield garment, item
            if item.enduring is not None and _endures(mat, item.enduring):
                yield garment, item.enduring
        yield from lasting_effects(battle, unit.id)
    yield from active_enchantments(battle, unit.id)
    for status in mat.track if mat else unit.statuses:
        if status in catalogue.statuses:
            yield Me(unit.id, status), catalogue.statuses[status]
    if unit.dice:
        yield from _placed(battle, unit)


def _enduring(mat: Adventurer, side: Side) -> Iterator[Enduring]:
    """Yield the enduring abilities that work now, for nothing (CLS-4, CLS-8)."""
    for one in side.enduring:
        if _endures(mat, one):
            yield one


def _endures(mat: Adventurer, one: Enduring) -> bool:
    return mat.tenacity >= one.tenacity and (not one.forms or mat.form in one.forms)


def traits(battle: Battle, name: UnitId) -> tuple[Trait, ...]:
    """Return the traits of an adventurer's class sheet that count now; no other unit has any."""
    mat = battle.state.adventurers.get(name)
    if mat is None or not mat.cls:
        return ()
    side = side_of(battle, name)
    lasting = (trait for one in _enduring(mat, side) for trait in one.traits)
    return (*side.traits, *lasting)


def active_items(battle: Battle, name: UnitId) -> Iterator[tuple[Me, Item]]:
    """Yield the items that work for an adventurer: ready ones; an expended one waits to be
    refreshed.
    """
    items = catalogue_of(battle).items
    for card in battle.mat(name).ready:
        if items[card.item].subtype != "enchantment" and not card.expended:
            yield Me(name, card.item, card=card.id), items[card.item]


def active_enchantments(battle: Battle, name: UnitId) -> Iterator[tuple[Me, Item]]:
    """Yield the enchantments that work for a unit of either side."""
    for card, spell in working_enchantments(battle, name):
        yield Me(name, spell.item, card=card), catalogue_of(battle).items[spell.item]


def lasting_effects(battle: Battle, name: UnitId) -> Iterator[tuple[Me, Lasting]]:
    """Yield what items that were used have left on an adventurer for the turn, round or battle."""
    if not (where := where_lasting(battle)):
        return
    items, (used, of_turn) = catalogue_of(battle).items, where
    longer = notes.below(used, LASTING, name, scopes=("round", "battle"))
    for item in (*longer, *notes.below(of_turn, LASTING, name)):
        lasts = items[item].lasting
        if lasts is not None:
            yield Me(name, item), lasts


def where_lasting(battle: Battle) -> tuple[Mapping[str, int], ...]:
    """Return the notes of the battle and of the turn if any says that an item lasts; else ().

    Mostly none does, so what hangs on lasting effects need not be found anew with each other note.
    """
    turn, used = battle.state.turn, battle.state.used
    both = (used, turn.used if turn is not None else NO_NOTES)
    return battle.of_parts.get(both, LASTING, lambda: both if _anything_lasts(*both) else ())


def _anything_lasts(*notes_of: Mapping[str, int]) -> bool:
    return any(LASTING in note for used in notes_of for note in used)


def active_skills(battle: Battle, unit: Unit) -> Iterator[tuple[Me, str]]:
    """Yield the skills of a chip that work now, the highest of each number (ENS-2)."""
    chip = catalogue_of(battle).chips.get(unit.chip)
    if chip is not None and "fear" not in unit.statuses and not battle.silenced(unit.id):
        for name, most in chip.highest.items():
            yield Me(unit.id, name, value=most), name


def has_skill(battle: Battle, unit: UnitId, skill: str) -> bool:
    """Return whether a unit's skill works now."""
    chip = catalogue_of(battle).chips.get(battle.unit(unit).chip)
    if chip is None or skill not in chip.highest:
        return False
    return "fear" not in battle.unit(unit).statuses and not battle.silenced(unit)


def composed(battle: Battle, printed: int, borne: Sequence[tuple[Me, Modifier]]) -> Explained:
    """Return what modifiers of one value make of it, whatever their order.

    One `way` after the other; what adds comes before what takes away, and that with the highest
    floor before the others.
    """
    if not borne:
        return Explained(printed, (f"{printed} printed",))
    value, parts = printed, [f"{printed} printed"]
    for way in WAYS:
        these = [(me, one) for me, one in borne if one.way == way]
        if way == "more":
            adding = [(me, one) for me, one in these if one.change(battle, me, value) >= value]
            taking = [at for at in these if at not in adding]
            these = adding + sorted(taking, key=lambda at: -at[1].least)
        for me, one in these:
            new = one.change(battle, me, value)
            new = min(value, max(one.least, new)) if new < value else new
            if new != value:
                parts.append(f"{new - value:+d} {one.text}")
            value = new
    return Explained(value, tuple(parts))


def modifiers_of_chip(battle: Battle, unit: Unit) -> Iterator[tuple[Me, Modifier]]:
    """Yield all modifiers that a unit without a mat bears, but for those of environments."""
    for me, skill in active_skills(battle, unit):
        for one in catalogue_of(battle).skills[skill].modifiers:
            yield me, one
    for source in encounter_sources(battle) if unit.side == "enemy" else ():
        for one in source.modifiers:
            yield Me(unit.id, battle.state.settings.encounter), one
    yield from _of_enchantments(battle, unit.id)
    yield from _from_others(battle, unit)


def modifiers_on_mat(
    battle: Battle, name: UnitId, mat: Adventurer
) -> Iterator[tuple[Me, Modifier]]:
    """Yield all modifiers that an adventurer bears, but for those of environments."""
    for me, face in active_faces(battle, mat):
        for one in face.modifiers:
            if not one.companions:
                yield me, one
    if mat.cls:
        side = side_of(battle, name)
        for one in side.modifiers:
            if not one.enemies:
                yield Me(name, mat.cls), one
        for lasting in _enduring(mat, side):
            for one in lasting.modifiers:
                yield Me(name, lasting.id), one
    for me, item in active_items(battle, name):
        for one in item.modifiers:
            yield me, one
        if item.enduring is not None and _endures(mat, item.enduring):
            for one in item.enduring.modifiers:
                yield me, one
    yield from _of_enchantments(battle, name)
    for me, lasts in lasting_effects(battle, name):
        for one in lasts.modifiers:
            yield me, one


def _of_enchantments(battle: Battle, name: UnitId) -> Iterator[tuple[Me, Modifier]]:
    for me, item in active_enchantments(battle, name):
        for one in item.modifiers:
            yield me, one


def _from_others(battle: Battle, unit: Unit) -> Iterator[tuple[Me, Modifier]]:
    """Yield what the party, and dice that lie on a chip, change; the latter come last."""
    if unit.side == "enemy":
        for mat in battle.state.adventurers.values():
            for one in catalogue.side_on(catalogue_of(battle), mat).modifiers:
                if one.enemies:
                    yield Me(unit.id, mat.cls), one
    if unit.kind == "companion":
        for mat in battle.state.adventurers.values():
            if mat.seat != unit.controller:
                continue
            for me, face in active_faces(battle, mat):
                for one in face.modifiers:
                    if one.companions:
                        yield me, one
    for me, face in _placed(battle, unit) if unit.dice else ():
        for one in face.modifiers:
            yield me, one
    for owner in unit.tokens:
        for one in side_of(battle, owner).marked:
            yield Me(owner, battle.mat(owner).cls), one


def environments(battle: Battle) -> tuple[tuple[str, str, Environment], ...]:
    """Return the environments at work: the tile of each, its card, and what it does (DLX-18)."""
    if battle.state.delve is None:
        return ()
    cards = catalogue_of(battle).delve_cards
    found = []
    for name, tile in battle.state.tiles.items():
        lasting = cards[tile.card].lasting if tile.card else None
        if isinstance(lasting, Environment):
            found.append((name, tile.card, lasting))
    return tuple(found)


def modifiers_of_environments(battle: Battle, name: UnitId) -> Iterator[tuple[Me, Modifier]]:
    """Yield what the environments at work change of a unit's values."""
    for tile, card, works in environments(battle):
        for one in works.modifiers:
            yield Me(name, card, tile=tile), one


def encounter_sources(battle: Battle) -> tuple[Encounter | Challenge, ...]:
    """Return the encounter, its challenge modifier for a party of this size (ENC-9), and its
    twists.
    """
    # Every moment asks, and in a battle nothing else decides it.
    parts = (battle.state.settings, battle.party_size())
    return battle.of_parts.get(parts, ENCOUNTER, lambda: _encounter_sources(battle))


def _encounter_sources(battle: Battle) -> tuple[Encounter | Challenge, ...]:
    encounter = catalogue_of(battle).encounters.get(battle.state.settings.encounter)
    return (encounter, *changes_of(battle, encounter)) if encounter is not None else ()


def changes_of(battle: Battle, encounter: Encounter) -> Iterator[Challenge]:
    """Yield what is added to an encounter: its challenge modifier, and the twists that are asked
    for.
    """
    challenge = encounter.challenges.get(battle.party_size())
    if challenge is not None:
        yield challenge
    for name, twist in encounter.twists.items():
        if battle.state.settings.world.get(name) == TWIST:
            yield twist


def side_of(battle: Battle, unit: UnitId) -> Side:
    """Return the side of the class sheet that lies up; an empty one without a class (JB-14)."""
    return catalogue.side_on(catalogue_of(battle), battle.mat(unit))


def working_enchantments(battle: Battle, name: UnitId) -> Iterator[tuple[str, Enchantment]]:
    """Yield the enchantments that work for a unit now: its own, its ready items', its tile's."""
    if not battle.state.enchantments:
        return
    places = _places(battle, name)
    for card, spell in battle.state.enchantments.items():
        if spell.on in places:
            yield card, spell


def _places(battle: Battle, name: UnitId) -> list[str]:
    at, mat = battle.unit(name).at, battle.state.adventurers.get(name)
    items = [card.id for card in mat.ready if not card.expended] if mat is not None else []
    tile = battle.ground.tile_of.get(at, "") if at is not None else ""
    return [name, *items, *([tile] if tile else [])]


NO_NOTES: Mapping[str, int] = {}
"""The notes of a turn, between turns."""

TWIST = "twist"
"""What a battle's `world` says under the name of a twist that a campaign asks for."""

ENCOUNTER = "encounter"
"""Where the cache keeps what of the encounter acts; no unit is called so."""

LASTING = "lasting"
"""Opens the notes of what used items have left on adventurers: unit and item follow."""
