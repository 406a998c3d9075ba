"""Which units an effect may choose among: by reach, sight, type and condition."""

from protocol.hexes import Hex
from protocol.ids import UnitId
from server.rules.battle.adventurer import statuses
from server.rules.battle.components import unit_effects
from server.rules.battle.components.catalogue import catalogue_of
from server.rules.battle.damage import hit_points
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.damage_instance import DamageInstance
from server.rules.battle.kernel.engagement import Engage
from server.rules.battle.kernel.forms import WEAPON_FORMS
from server.rules.battle.kernel.moments import Happening, Moment
from server.rules.battle.kernel.state import Unit
from server.rules.battle.map import targeting


def reachable(battle: Battle, unit: UnitId) -> list[Unit]:
    """Return the enemies that an adventurer could target now (TRM-5)."""
    return [one for one in targeting.targets(battle, unit) if one.side == "enemy"]


def reachable_foes(battle: Battle, unit: UnitId) -> list[Unit]:
    """Return the enemies that an adventurer could target now, quest units aside."""
    return [one for one in reachable(battle, unit) if one.kind != "quest"]


def adjacent_foes(battle: Battle, unit: UnitId) -> list[Unit]:
    """Return the enemies next to a unit, quest units aside."""
    return [one for one in battle.neighbours(unit, "enemy") if one.kind != "quest"]


def open_neighbours(battle: Battle, engage: Engage) -> list[Unit]:
    """Return the enemies next to the unit that engages whose damage of this engage has not landed
    yet (C-06).
    """
    near = battle.neighbours(engage.by, "enemy")
    return [one for one in near if one.id not in engage.settled]


def in_sight(battle: Battle, unit: UnitId, side: str) -> list[Unit]:
    """Return the units of a side that a unit sees, itself included (MAP-9); between battles, where
    there is no map, all of them.
    """
    if battle.between_battles:
        return list(battle.in_play(side))
    here = battle.unit(unit).at
    if here is None:
        return []
    there = battle.in_play(side)
    return [one for one in there if one.at is not None and battle.ground.sees(here, one.at)]


def within(battle: Battle, unit: UnitId, far: int) -> list[Unit]:
    """Return the enemies at a distance of up to `far` hexes."""
    return [one for one in battle.in_play("enemy") if battle.distance(unit, one.id) <= far]


def room_beside(battle: Battle, unit: UnitId) -> list[Hex]:
    """Return the free hexes next to a unit."""
    at = battle.unit(unit).at
    return battle.free_hexes(tuple(battle.ground.around(at))) if at is not None else []


def is_hurt(unit: Unit) -> bool:
    """Return whether a unit has fewer HP than its Health."""
    return unit.hp < unit.health


def wounded(battle: Battle) -> list[Unit]:
    """Return the party members in play that could heal."""
    return [unit for unit in battle.in_play("party") if is_hurt(unit)]


def is_type(battle: Battle, unit: UnitId, type: str) -> bool:
    """Return whether a unit's chip is of a type: "beast", "daedra" or "humanoid"."""
    chip = catalogue_of(battle).chips.get(battle.unit(unit).chip)
    return chip is not None and chip.type == type


def is_mighty(unit: Unit) -> bool:
    """Return whether a unit is of level 10 or 20, or a quest unit."""
    return unit.kind == "quest" or (unit.side == "enemy" and unit.level >= 10)


def armed(battle: Battle) -> list[Unit]:
    """Return the adventurers in a weapon form who may roll dice now."""
    return [
        unit
        for unit in battle.adventurers()
        if battle.mat(unit.id).form in WEAPON_FORMS and statuses.may_roll(battle, unit.id)
    ]


def own_companions(battle: Battle, unit: UnitId) -> list[Unit]:
    """Return the companions in play that an adventurer's player controls; two adventurers of one
    player share them.
    """
    seat = battle.seat(unit)
    party = battle.in_play("party")
    return [one for one in party if one.kind == "companion" and one.controller == seat]


def falls_only_so(battle: Battle, now: Happening, ignored: int) -> bool:
    """Return whether the pool that lands defeats its unit only if `ignored` points of its defense
    do not count, and something answers its defeat: then the player may not want to ignore them.
    """
    assert now.engage is not None
    unit, pool = battle.unit(now.unit), now.engage.pools[now.unit]
    combat = pool.combat // 2 if battle.has(now.by, "maim") else pool.combat
    rolled = combat + pool.other
    instance = DamageInstance(unit.id, now.by, rolled, pool.true, pool.adjacent)
    stops = hit_points.defense(battle, instance, now.engage)
    with_all, with_less = (max(0, rolled - d) + pool.true for d in (stops, max(0, stops - ignored)))
    return is_answered(battle, unit) and with_all < unit.hp <= with_less


def is_answered(battle: Battle, unit: Unit) -> bool:
    """Return whether something answers the defeat of a unit, so that a player may not want it."""
    return any(True for _ in unit_effects.hooks(battle, unit, Moment.DEFEATED))
