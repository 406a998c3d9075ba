"""Heavy Armor, in defensive form: dice that work while they lie in the cooldown track (p63)."""

from server.rules.battle import cooldown
from server.rules.battle.battle import Battle
from server.rules.battle.components import SkillDie, SkillLine
from server.rules.battle.damage import deal
from server.rules.battle.effects import Me, face, hook
from server.rules.battle.moments import Happening, Moment
from server.rules.battle.roll import Engage

LINE_ID = "heavy-armor"


def _available_combat_dice(battle: Battle, unit: str) -> int:
    return len(cooldown.dice_in(battle, unit, "row", "combat"))


def _engaged_by_neighbour(battle: Battle, me: Me, now: Happening) -> bool:
    return (
        now.unit == me.unit
        and battle.unit(now.by).side == "enemy"
        and battle.adjacent(me.unit, now.by)
        and _available_combat_dice(battle, me.unit) > 0
    )


@hook(Moment.ENGAGED, "Immovable: strike back", when=_engaged_by_neighbour, rule="ENG-23")
def stand_fast(battle: Battle, me: Me, now: Happening) -> None:
    """n available Combat dice: n damage to an adjacent enemy that has finished its engage.

    The sheet does not say whether it is optional; it is, as Defensive Posture is.
    """
    deal(battle, now.by, me.unit, _available_combat_dice(battle, me.unit), how="immovable")


@face(
    "immovable",
    "C",
    "After an adjacent enemy engaged you: 1 damage to it for each available Combat die.",
    hooks=(stand_fast,),
)
def immovable(battle: Battle, engage: Engage, die: str) -> None:
    """It works in the track."""


LINE = SkillLine(
    id=LINE_ID,
    name="Heavy Armor",
    constellation="warrior",
    stat="stamina",
    forms=("defensive",),
    dice=(SkillDie("immovable", "Immovable", 2, 1, ("tenacity", *("immovable",) * 5)),),
    faces=(immovable,),
)
