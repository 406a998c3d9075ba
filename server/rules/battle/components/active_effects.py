"""Which effects are active for a unit now: those of dice, sheets, cards, skills and statuses.

Those of dice are in `dice_effects`. Enemy skills do not work under Fear. This lists the effects of
defeated units, too: whoever announces a moment leaves out those that do not say that they work for
one.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from msgspec import Struct

from protocol.ids import CardId, ItemId, UnitId
from server.rules.battle.components import dice_effects
from server.rules.battle.components.catalogue import Catalogue, catalogue_of, side_on
from server.rules.battle.components.delve_parts import Environment
from server.rules.battle.components.effects import (
    WAYS,
    EffectSource,
    Enduring,
    Lasting,
    Modifier,
)
from server.rules.battle.components.encounters import Challenge, Encounter
from server.rules.battle.components.printed import Item, Side
from server.rules.battle.kernel import notes
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.me import Me
from server.rules.battle.kernel.state import Adventurer, Enchantment, Unit
from server.rules.battle.kernel.values import Explained, Stat
from server.rules.battle.kernel.words import Trait


def effect_sources(battle: Battle, unit: Unit) -> Iterator[tuple[Me, EffectSource]]:
    """Yield all effect sources of a unit now, in the order in which they act."""
    catalogue = catalogue_of(battle)
    mat = battle.state.adventurers.get(unit.id)
    if mat is None:
        for me, name in active_skills(battle, unit):
            yield me, catalogue.skills[name]
    else:
        yield from dice_effects.sources_on_mat(battle, unit, mat)
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
        yield from dice_effects.placed(battle, unit)


def _enduring(mat: Adventurer, side: Side) -> Iterator[Enduring]:
    """Yield the enduring abilities that work now, for nothing (CLS-4, CLS-8)."""
    for one in side.enduring:
        if _endures(mat, one):
            yield one


def _endures(mat: Adventurer, one: Enduring) -> bool:
    return mat.tenacity >= one.tenacity and (not one.forms or mat.form in one.forms)


def may_endure(catalogue: Catalogue, mat: Adventurer) -> bool:
    """Return whether an adventurer has any enduring ability: then its tenacity and its form decide
    which of its effects work.
    """
    if mat.cls and side_on(catalogue, mat).enduring:
        return True
    items = catalogue.items
    return bool(mat.ready) and any(items[card.item].enduring is not None for card in mat.ready)


def traits(battle: Battle, name: UnitId) -> tuple[Trait, ...]:
    """Return the traits of an adventurer's class sheet that count now; no other unit has any."""
    mat = battle.game.state.adventurers.get(name)
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
        lasts = items[ItemId(item)].lasting
        if lasts is not None:
            yield Me(name, item), lasts


def where_lasting(battle: Battle) -> tuple[Mapping[str, int], ...]:
    """Return the notes of the battle and of the turn if any of them is of a lasting item; else ().

    Mostly there is none: then results that depend on these notes stay cached whatever is noted.
    """
    state = battle.game.state
    turn, used = state.turn, state.used
    of_turn = turn.used if turn is not None else NO_NOTES
    # Asked for at every moment, so compared here, without a call.
    known: _Noted | None = battle.of_parts.latest.get(LASTING)
    if known is None or known.used is not used or known.of_turn is not of_turn:
        lasts = LASTING in "\n".join((*used, *of_turn))
        known = _Noted(used, of_turn, (used, of_turn) if lasts else ())
        battle.of_parts.latest[LASTING] = known
    return known.where


class _Noted(Struct, frozen=True):
    """The notes of the battle and of the turn, and `where` of them lasting items are noted."""

    used: Mapping[str, int]
    of_turn: Mapping[str, int]
    where: tuple[Mapping[str, int], ...]


def active_skills(battle: Battle, unit: Unit) -> Iterator[tuple[Me, str]]:
    """Yield the names of a chip's skills that work now, each once, with its highest number
    (ENS-2).
    """
    chip = catalogue_of(battle).chips.get(unit.chip)
    if chip is not None and "fear" not in unit.statuses and not battle.silenced(unit.id):
        for name, most in chip.highest.items():
            yield Me(unit.id, name, value=most), name


def has_skill(battle: Battle, unit: UnitId, skill: str) -> bool:
    """Return whether a unit's skill works now."""
    one = battle.game.state.units[unit]
    chip = catalogue_of(battle).chips.get(one.chip)
    if chip is None or skill not in chip.highest:
        return False
    return "fear" not in one.statuses and not battle.silenced(unit)


@lru_cache(256)
def _unmodified(printed: int) -> Explained:
    return Explained(printed, (f"{printed} printed",))


def composed(battle: Battle, printed: int, modifiers: Sequence[tuple[Me, Modifier]]) -> Explained:
    """Return a value after modifiers, explained. Their order makes no difference.

    They work in the order of `WAYS`; of those with the way "more", first the ones that add, then
    those that take away, the highest floor (`least`) first.
    """
    if not modifiers:
        return _unmodified(printed)
    value, parts = printed, [f"{printed} printed"]
    for way in WAYS:
        these = [(me, one) for me, one in modifiers if one.way == way]
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


def modifiers_of_skills(battle: Battle, unit: Unit) -> Iterator[tuple[Me, Modifier]]:
    """Yield the modifiers of a unit without a mat that its own skills make."""
    skills = catalogue_of(battle).skills
    for me, name in active_skills(battle, unit):
        for one in skills[name].modifiers:
            yield me, one


def modifiers_on_mat(
    battle: Battle, name: UnitId, mat: Adventurer
) -> Iterator[tuple[Me, Modifier]]:
    """Yield all modifiers of an adventurer, but for those of environments."""
    for me, face in dice_effects.active_faces(battle, mat):
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


def modifiers_of_enchantments(
    battle: Battle, name: UnitId, stat: Stat
) -> list[tuple[Me, Modifier]]:
    """Return the modifiers of a unit's value that come from enchantments."""
    return [at for at in _of_enchantments(battle, name) if at[1].of is stat]


def modifiers_from_others(battle: Battle, unit: Unit, stat: Stat) -> list[tuple[Me, Modifier]]:
    """Return the modifiers of a chip's value that come from the party, then from dice and tokens on
    it.
    """
    return [at for at in _from_others(battle, unit) if at[1].of is stat]


def _from_others(battle: Battle, unit: Unit) -> Iterator[tuple[Me, Modifier]]:
    if unit.side == "enemy":
        for mat in battle.state.adventurers.values():
            if not mat.cls:
                continue
            for one in side_on(catalogue_of(battle), mat).modifiers:
                if one.enemies:
                    yield Me(unit.id, mat.cls), one
    if unit.kind == "companion":
        for mat in battle.state.adventurers.values():
            if mat.seat != unit.controller:
                continue
            for me, face in dice_effects.active_faces(battle, mat):
                for one in face.modifiers:
                    if one.companions:
                        yield me, one
    for me, face in dice_effects.placed(battle, unit) if unit.dice else ():
        for one in face.modifiers:
            yield me, one
    for owner in unit.tokens:
        for one in side_of(battle, owner).marked:
            yield Me(owner, battle.mat(owner).cls), one


def environments(battle: Battle) -> tuple[tuple[str, str, Environment], ...]:
    """Return the environments on the map: of each its tile, its card and its effects (DLX-18)."""
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
    """Yield the modifiers of a unit's values that come from environments."""
    for tile, card, works in environments(battle):
        for one in works.modifiers:
            yield Me(name, card, tile=tile), one


def encounter_sources(battle: Battle) -> tuple[Encounter | Challenge, ...]:
    """Return the encounter, its challenge modifier for this party size (ENC-9), and its twists."""
    # Cached, as every moment asks; in a battle it depends on nothing else.
    parts = (battle.state.settings, battle.party_size())
    return battle.of_parts.get(parts, ENCOUNTER, lambda: _encounter_sources(battle))


def _encounter_sources(battle: Battle) -> tuple[Encounter | Challenge, ...]:
    encounter = catalogue_of(battle).encounters.get(battle.state.settings.encounter)
    return (encounter, *changes_of(battle, encounter)) if encounter is not None else ()


def changes_of(battle: Battle, encounter: Encounter) -> Iterator[Challenge]:
    """Yield an encounter's challenge modifier, and the twists that the campaign asks for."""
    challenge = encounter.challenges.get(battle.party_size())
    if challenge is not None:
        yield challenge
    for name, twist in encounter.twists.items():
        if battle.state.settings.world.get(name) == TWIST:
            yield twist


def side_of(battle: Battle, unit: UnitId) -> Side:
    """Return the side of the class sheet that is face up; an empty one without a class (JB-14)."""
    return side_on(catalogue_of(battle), battle.game.state.adventurers[unit])


def working_enchantments(battle: Battle, name: UnitId) -> Iterator[tuple[CardId, Enchantment]]:
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
"""The value in a battle's `world` that asks for the twist of that name."""

ENCOUNTER = "encounter"
"""Cache key of the encounter's effect sources. No unit has this id."""

LASTING = "lasting"
"""First part of the notes about lasting effects of used items; the unit and the item follow."""
