"""Companions that an effect brings: whether their chip is free, and where they enter (p21, p90)."""

from protocol.ids import NamedCode, UnitId
from server.rules.battle.components.catalogue import catalogue_of
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.map import choosing
from server.rules.battle.setup import deploying
from server.rules.content.units import room_beside


def may_come(battle: Battle, unit: UnitId, *chips: str) -> bool:
    """Return whether none of these chips is in play, and a hex next to the unit is free (LIM-7).
    Pass all sides of a chip: they are one piece of cardboard.
    """
    out = any(one.chip in chips and not one.fate for one in battle.state.units.values())
    return not out and bool(room_beside(battle, unit))


def bring(battle: Battle, unit: UnitId, chip: str, why: str) -> None:
    """Deploy a companion next to a unit, in a free hex that the unit's player picks; that player
    controls it. It leaves when the battle ends. Ask `may_come` first.
    """
    text = f"Where does {catalogue_of(battle).chips[chip].name} enter?"
    at = choosing.choose_hex(
        battle, battle.deciders(unit), room_beside(battle, unit), NamedCode(why), text
    )
    deploying.deploy_companion(battle, chip, at, battle.seat(unit), leaves=True)
