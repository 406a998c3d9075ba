"""Enemy skills of the Move step. Swap is read where an enemy's path is found (`enemy_move`)."""

from protocol.hexes import Hex
from protocol.ids import NamedCode, UnitId
from server.rules.battle.components.effects import hook, modifier
from server.rules.battle.components.printed import EnemySkill
from server.rules.battle.enemy import companion_turn, enemy_move
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.me import Me
from server.rules.battle.kernel.moments import Happening, Moment
from server.rules.battle.kernel.state import Unit
from server.rules.battle.kernel.values import Stat
from server.rules.battle.map import choosing, priority, targeting
from server.rules.battle.movement import move

LEASH = 3  # hexes: opponents no farther away come nearer


@modifier(Stat.MOVEMENT, "Swift", way="instead")
def swift(battle: Battle, me: Me, value: int) -> int:
    """Moves as many hexes as the round counter shows; a fatigue round counts as 6."""
    return battle.state.round


@hook(Moment.MOVE_STEP_OVER, "Restrain", forced=True)
def restrain(battle: Battle, me: Me, now: Happening) -> None:
    """Every opponent within 3 hexes is moved 1 hex nearer where there is room, the nearest first.

    Where equally near ones could take each other's room, the party chooses who goes first.
    """
    # Who goes first: TIM-3.
    left = {
        unit.id: battle.distance(me.unit, unit.id)
        for unit in battle.in_play(decoys=True)
        if battle.opposing(me.unit, unit.id) and battle.distance(me.unit, unit.id) <= LEASH
    }
    while left:
        far = min(left.values())
        tied = [battle.unit(unit) for unit, steps in left.items() if steps == far]
        one = tied[0]
        if _contested(battle, me, tied, far):
            text = "Restrain: who is pulled first?"
            one = priority.ask(battle, tied, NamedCode("restrain.order"), text, rule="TIM-3")
        _pull(battle, me, one.id, left.pop(one.id))
    if battle.unit(me.unit).side == "enemy":
        now.units = [unit.id for unit in targeting.targets(battle, me.unit)]


def _nearer(battle: Battle, me: Me, unit: UnitId, far: int) -> list[Hex]:
    """Return the free hexes next to a unit that are nearer to the bearer."""
    here, there = battle.unit(unit).at, battle.unit(me.unit).at
    if here is None or there is None:
        return []
    around = battle.free_hexes(battle.ground.around(here))
    return [at for at in around if battle.ground.distance(at, there) < far]


def _contested(battle: Battle, me: Me, units: list[Unit], far: int) -> bool:
    """Return whether a unit has only one free hex to go to, and another unit could take it."""
    rooms = [_nearer(battle, me, unit.id, far) for unit in units]
    only = [room[0] for room in rooms if len(room) == 1]
    return any(sum(at in room for room in rooms) > 1 for at in only)


def _pull(battle: Battle, me: Me, unit: UnitId, far: int) -> None:
    nearer = _nearer(battle, me, unit, far)
    if not nearer:
        return
    text = f"{battle.unit(unit).name} is pulled: where to?"
    to = choosing.choose_hex(battle, battle.party, nearer, NamedCode("restrain"), text, "MAP-11")
    move.shift(battle, unit, to)
    battle.at(Happening(Moment.MOVE_ENDS, unit=unit, hexes=[to]))


def _out_of_reach(battle: Battle, me: Me, now: Happening) -> bool:
    opponents = targeting.targets(battle, me.unit)
    return now.unit == me.unit and not opponents


@hook(Moment.MOVE_STEP_OVER, "Rush", when=_out_of_reach, forced=True)
def rush(battle: Battle, me: Me, now: Happening) -> None:
    """If it can target nobody, it moves a second time in place of its engage.

    The second move of a companion is its controller's, as the first was.
    """
    # Whose move it is: CPN-7.
    now.stopped = True
    if battle.unit(me.unit).side == "party":
        companion_turn.move_step(battle, me.unit)
    else:
        enemy_move.move_step(battle, me.unit)


SKILLS = (
    EnemySkill(
        "swap", "Swap", "As it moves, passes through others, who take the hex that it left."
    ),
    EnemySkill(
        "swift", "Swift", "As it moves, goes as far as the round counter says.", modifiers=(swift,)
    ),
    EnemySkill(
        "restrain",
        "Restrain",
        "After its move, pulls opponents within 3 hexes nearer.",
        (restrain,),
    ),
    EnemySkill("rush", "Rush", "After its move, moves again if it can target nobody.", (rush,)),
)
