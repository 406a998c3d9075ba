"""A companion's turn (p90, p91): its controller chooses its move and engage; skills are as
printed.
"""

from protocol.battle import UnitTurned
from protocol.ids import SeatId, UnitId
from protocol.questions import Option, Question, Some
from server.rules.battle.components.catalogue import catalogue_of
from server.rules.battle.enemy import enemy_move, enemy_turn
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.engagement import Engage
from server.rules.battle.kernel.state import Unit
from server.rules.battle.kernel.values import Stat
from server.rules.battle.map import priority, targeting
from server.rules.battle.movement import move
from server.rules.battle.setup import battle_setup


def waiting(battle: Battle) -> list[Unit]:
    """Return the companions that still act this round. One that waits off the map is among them
    only if the entrance tile has a free hex (BAT-7).
    """
    there = [unit for unit in battle.in_play("party") if unit.kind == "companion"]
    if battle_setup.entrance_hexes(battle):
        there += battle_setup.undeployed_companions(battle.state)
    return [unit for unit in there if unit.id not in battle.state.acted and not unit.rests]


def next_companion(battle: Battle) -> UnitId:
    """Ask the party which companion acts now (CPN-6). Returns its id."""
    text = "Which companion acts next?"
    return priority.ask(battle, waiting(battle), "companion.order", text, rule="CPN-6").id


def companion_turn(battle: Battle, unit: UnitId) -> None:
    """Take a companion's turn: start, optional move, optional engage, end (CPN-7 to CPN-9).

    A companion that waits beside the entrance tile enters first.
    """
    if battle.unit(unit).at is None:
        battle_setup.deploy_waiting(battle, unit)
    enemy_turn.chip_turn(battle, unit, move_step, _engage)


def immediate_turn(battle: Battle, enemy: UnitId, seat: SeatId) -> None:
    """Let an enemy take a turn at once as a seat's companion; afterwards it is an enemy again.

    The turn in progress waits, and the enemy keeps its own turn of this round.
    """
    battle.emit(UnitTurned(enemy, seat))
    with battle.game.deeper():
        companion_turn(battle, enemy)
    # Not if it was defeated as a companion: its chip has gone back to its bag (C-46).
    if not battle.unit(enemy).fate:
        battle.emit(UnitTurned(enemy))


def advance(battle: Battle, unit: UnitId, hexes: int, extra: int = 0) -> None:
    """Let a companion move up to `hexes` outside its turn, then engage with `extra` Combat dice."""
    text = f"{battle.unit(unit).name}: move up to {hexes} hexes?"
    move.free_move(battle, unit, hexes, "companion.move", text)
    if not battle.unit(unit).fate:
        with battle.game.deeper():
            _engage(battle, unit, extra)


def move_step(battle: Battle, unit: UnitId) -> None:
    """Take the Move step: its controller chooses where it moves, if at all (CPN-7)."""
    hexes = enemy_move.movement(battle, unit)
    text = f"{battle.unit(unit).name}: move up to {hexes} hexes?"
    move.free_move(battle, unit, hexes, "companion.move", text)


def _engage(battle: Battle, unit: UnitId, extra: int = 0) -> None:
    found = targeting.targets(battle, unit)
    if not found:
        return
    chip = catalogue_of(battle).chips[battle.unit(unit).chip]
    # A printed 0 means all that it can target (ECH-7).
    most = battle.value(unit, Stat.TARGETS, chip.targets).value or len(found)
    if battle.has(unit, "blind"):
        most = 1
    options = tuple(Option(u.id, u.name, f"{u.hp} HP") for u in found)
    picks = battle.picks(
        Question(
            to=battle.deciders(unit),
            why="companion.engage",
            text=f"{battle.unit(unit).name}: whom does it engage?",
            shape=Some(options, 1, min(most, len(found))),
            rule="CPN-8",
            may_pass=True,
        )
    )
    if picks:
        enemy_turn.roll_against(
            battle, Engage(unit, targets=[UnitId(pick) for pick in picks], extra=extra)
        )
