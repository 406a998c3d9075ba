"""Companions that an effect brings: whether their chip is free, and where they enter (p21, p90)."""

from server.rules.battle import move, setup
from server.rules.battle.battle import Battle
from server.rules.content.units import room_beside


def may_come(battle: Battle, unit: str, *chips: str) -> bool:
    """Whether one chip is free, which any of `chips` names, and there is room for it (LIM-7)."""
    out = any(one.chip in chips and not one.fate for one in battle.state.units.values())
    return not out and bool(room_beside(battle, unit))


def bring(battle: Battle, unit: str, chip: str, why: str) -> None:
    """A companion enters next to a unit, in a hex that the unit's player likes, and obeys it."""
    text = f"Where does {battle.catalogue.chips[chip].name} enter?"
    at = move.choose_hex(battle, battle.deciders(unit), room_beside(battle, unit), why, text)
    setup.deploy_companion(battle, chip, at, battle.seat(unit))
