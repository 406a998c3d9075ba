"""Enemy skills of the Move step. Swap is read where an enemy's path is found (`enemy_move`)."""

from protocol.battle import UnitMoved
from server.rules.battle import companion_turn, enemy_move, move, targeting
from server.rules.battle.battle import Battle
from server.rules.battle.components import EnemySkill
from server.rules.battle.effects import Me, Stat, hook, modifier
from server.rules.battle.moments import Happening, Moment

LEASH = 3


@modifier(Stat.MOVEMENT, "Swift")
def swift(battle: Battle, me: Me, value: int) -> int:
    """As many hexes as the round counter shows; a fatigue round is 6."""
    return battle.state.round


@hook(Moment.MOVE_STEP_OVER, "Restrain", forced=True)
def restrain(battle: Battle, me: Me, now: Happening) -> None:
    """Every opponent within 3 hexes comes 1 hex nearer where there is room, the nearest first."""
    near = [
        (battle.distance(me.unit, unit.id), unit.id)
        for unit in battle.in_play(decoys=True)
        if battle.opposing(me.unit, unit.id) and battle.distance(me.unit, unit.id) <= LEASH
    ]
    for far, unit in sorted(near):
        _pull(battle, me, unit, far)


def _pull(battle: Battle, me: Me, unit: str, far: int) -> None:
    here, there = battle.unit(unit).at, battle.unit(me.unit).at
    if here is None or there is None:
        return
    nearer = [
        at
        for at in battle.free_hexes(battle.ground.around(here))
        if battle.ground.distance(at, there) < far
    ]
    if not nearer:
        return
    text = f"{battle.unit(unit).name} is pulled: where to?"
    to = move.choose_hex(battle, battle.party, nearer, "restrain", text, "MAP-11")
    battle.emit(UnitMoved(unit, to))
    battle.at(Happening(Moment.MOVE_ENDS, unit=unit, hexes=[to]))


def _out_of_reach(battle: Battle, me: Me, now: Happening) -> bool:
    opponents = targeting.targets(battle, me.unit)
    return now.unit == me.unit and not opponents


@hook(Moment.MOVE_STEP_OVER, "Rush", when=_out_of_reach, forced=True)
def rush(battle: Battle, me: Me, now: Happening) -> None:
    """With nobody to target it moves a second time, in place of its engage.

    The second move of a companion is its controller's, as the first was (CPN-7).
    """
    now.stopped = True
    if battle.unit(me.unit).side == "party":
        companion_turn.move_step(battle, me.unit)
    else:
        enemy_move.move_step(battle, me.unit)


SKILLS = (
    EnemySkill("swap", "Swap", "Moves through others, who take the hex that it left."),
    EnemySkill("swift", "Swift", "Moves as far as the round counter says.", modifiers=(swift,)),
    EnemySkill("restrain", "Restrain", "Pulls opponents within 3 hexes nearer.", (restrain,)),
    EnemySkill("rush", "Rush", "Moves twice if it can target nobody.", (rush,)),
)
