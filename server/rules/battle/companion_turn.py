"""A companion's turn (p90, p91): move and engage as its controller likes, skills as printed."""

from typing import TYPE_CHECKING

from protocol.battle import UnitTurned
from protocol.questions import Option, Question, Some
from server.rules.battle import enemy_move, enemy_turn, move, priority, setup, targeting
from server.rules.battle.effects import Stat
from server.rules.battle.roll import Engage
from server.rules.battle.state import Unit

if TYPE_CHECKING:
    from server.rules.battle.battle import Battle


def waiting(battle: "Battle") -> list[Unit]:
    """Companions that have not acted this round; one off the map needs a free hex (BAT-7)."""
    there = [unit for unit in battle.in_play("party") if unit.kind == "companion"]
    if setup.entrance_hexes(battle):
        there += setup.undeployed_companions(battle.state)
    return [unit for unit in there if unit.id not in battle.state.acted and not unit.rests]


def next_companion(battle: "Battle") -> str:
    """Which companion acts now: the party decides (CPN-6)."""
    text = "Which companion acts next?"
    return priority.ask(battle, waiting(battle), "companion.order", text, rule="CPN-6").id


def companion_turn(battle: "Battle", unit: str) -> None:
    """Start, optional move, optional engage, end (CPN-7 to CPN-9).

    A companion that waits beside the entrance tile enters first.
    """
    if battle.unit(unit).at is None:
        setup.deploy_waiting(battle, unit)
    enemy_turn.chip_turn(battle, unit, move_step, _engage)


def immediate_turn(battle: "Battle", enemy: str, seat: str) -> None:
    """An enemy takes a turn at once as a companion of a seat; then it is an enemy again.

    The turn that it interrupts waits; its own turn of this round is still to come.
    """
    battle.emit(UnitTurned(enemy, seat))
    with battle.game.deeper():
        companion_turn(battle, enemy)
    if not battle.unit(enemy).fate:
        battle.emit(UnitTurned(enemy))


def advance(battle: "Battle", unit: str, hexes: int, extra: int = 0) -> None:
    """Outside its turn a companion may move up to `hexes`, then engage with `extra` Combat dice."""
    text = f"{battle.unit(unit).name}: move up to {hexes} hexes?"
    move.free_move(battle, unit, hexes, "companion.move", text)
    if not battle.unit(unit).fate:
        with battle.game.deeper():
            _engage(battle, unit, extra)


def move_step(battle: "Battle", unit: str) -> None:
    """The Move step: as its controller likes, or not at all (CPN-7)."""
    hexes = enemy_move.movement(battle, unit)
    text = f"{battle.unit(unit).name}: move up to {hexes} hexes?"
    move.free_move(battle, unit, hexes, "companion.move", text)


def _engage(battle: "Battle", unit: str, extra: int = 0) -> None:
    found = targeting.targets(battle, unit)
    if not found:
        return
    chip = battle.catalogue.chips[battle.unit(unit).chip]
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
        enemy_turn.roll_against(battle, Engage(unit, targets=list(picks), extra=extra))
