"""Which units an effect may choose among: by reach, sight, kind and need."""

from protocol.hexes import Hex
from server.rules.battle import statuses, targeting
from server.rules.battle.battle import Battle
from server.rules.battle.roll import Engage
from server.rules.battle.state import Unit


def reachable(battle: Battle, unit: str) -> list[Unit]:
    """The enemies that an adventurer could target now (TRM-5)."""
    return [one for one in targeting.targets(battle, unit) if one.side == "enemy"]


def reachable_foes(battle: Battle, unit: str) -> list[Unit]:
    """Those of them that are no quest units."""
    return [one for one in reachable(battle, unit) if one.kind != "quest"]


def adjacent_foes(battle: Battle, unit: str) -> list[Unit]:
    """The enemies next to a unit that are no quest units."""
    return [one for one in battle.neighbours(unit, "enemy") if one.kind != "quest"]


def open_neighbours(battle: Battle, engage: Engage) -> list[Unit]:
    """The enemies next to who engages that the dice of the engage can still hit (C-06)."""
    near = battle.neighbours(engage.by, "enemy")
    return [one for one in near if one.id not in engage.settled]


def in_sight(battle: Battle, unit: str, side: str) -> list[Unit]:
    """The units of a side that a unit sees, itself included (MAP-9)."""
    here = battle.unit(unit).at
    if here is None:
        return []
    there = battle.in_play(side)
    return [one for one in there if one.at is not None and battle.ground.sees(here, one.at)]


def within(battle: Battle, unit: str, far: int) -> list[Unit]:
    """The enemies at a distance of up to `far` hexes."""
    return [one for one in battle.in_play("enemy") if battle.distance(unit, one.id) <= far]


def room_beside(battle: Battle, unit: str) -> list[Hex]:
    """The free hexes next to a unit."""
    at = battle.unit(unit).at
    return battle.free_hexes(tuple(battle.ground.around(at))) if at is not None else []


def is_hurt(unit: Unit) -> bool:
    """Whether a unit has fewer HP than its Health."""
    return unit.hp < unit.health


def wounded(battle: Battle) -> list[Unit]:
    """The party members in play that could heal."""
    return [unit for unit in battle.in_play("party") if is_hurt(unit)]


def is_type(battle: Battle, unit: str, type: str) -> bool:
    """Whether a chip is a "beast", "daedra" or "humanoid"."""
    chip = battle.catalogue.chips.get(battle.unit(unit).chip)
    return chip is not None and chip.type == type


def is_mighty(unit: Unit) -> bool:
    """Level 10 or 20, or a quest unit."""
    return unit.kind == "quest" or (unit.side == "enemy" and unit.level >= 10)


def armed(battle: Battle) -> list[Unit]:
    """The adventurers in a weapon form who may roll dice now."""
    return [
        unit
        for unit in battle.adventurers()
        if battle.mat(unit.id).form in targeting.WEAPON_FORMS and statuses.may_roll(battle, unit.id)
    ]


def own_companions(battle: Battle, unit: str) -> list[Unit]:
    """The companions in play that an adventurer's player controls."""
    seat = battle.seat(unit)
    party = battle.in_play("party")
    return [one for one in party if one.kind == "companion" and one.controller == seat]
