"""An enemy's turn: start, move, engage, end (p64)."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from protocol.battle import EngageBegan, TurnBegan, TurnEnded
from server.rules.battle import bearers, damage, enemy_move, engage, priority, statuses, targeting
from server.rules.battle.blow import Blow
from server.rules.battle.effects import Stat
from server.rules.battle.moments import Happening, Moment
from server.rules.battle.resolving import FREE, dealing
from server.rules.battle.roll import Engage
from server.rules.battle.state import MAX_ENEMY_COMBAT_DICE, Unit

if TYPE_CHECKING:
    from server.rules.battle.battle import Battle

Step = Callable[["Battle", str], None]


def waiting(battle: "Battle") -> list[Unit]:
    """The enemies that act next: quest units, then by level; those that tie (ENT-1, BAT-12)."""
    left = [
        unit
        for unit in battle.in_play("enemy")
        if unit.id not in battle.state.acted and not (unit.rests or unit.still)
    ]
    if not left:
        return []
    rank = max(_rank(unit) for unit in left)
    return [unit for unit in left if _rank(unit) == rank]


def _rank(unit: Unit) -> int:
    return 99 if unit.kind == "quest" else unit.level


def passed(battle: "Battle", level: int) -> bool:
    """Whether the order has passed a level: an enemy below it has begun its turn (BAT-12)."""
    turn = battle.state.turn
    begun = [battle.unit(name) for name in (*battle.state.acted, *([turn.unit] if turn else []))]
    enemies = [unit for unit in begun if unit.side == "enemy" and unit.kind != "quest"]
    return any(unit.level < level for unit in enemies)


def next_enemy(battle: "Battle") -> str:
    """Which of the tied enemies acts now: the party decides (ENT-1)."""
    tied = waiting(battle)
    text = "Which enemy acts next?"
    return priority.ask(battle, tied, "enemy.order", text, rule="ENT-1").id


def enemy_turn(battle: "Battle", unit: str) -> None:
    """Steps 1 to 4 (ENT-2)."""
    chip_turn(battle, unit, enemy_move.move_step, engage_step)


def chip_turn(battle: "Battle", unit: str, move_step: Step, engage_step: Step) -> None:
    """The turn of an enemy or a companion: start, move, engage, end."""
    battle.at(Happening(Moment.BEFORE_TURN, unit=unit))
    battle.emit(TurnBegan(unit))
    _take_steps(battle, unit, move_step, engage_step)
    battle.emit(TurnEnded(unit))
    battle.at(Happening(Moment.TURN_OVER, unit=unit))


def _take_steps(battle: "Battle", unit: str, move_step: Step, engage_step: Step) -> None:
    """The turn ends at once if the unit leaves the map on the way."""

    def is_out() -> bool:
        return bool(battle.unit(unit).fate)

    if is_out():
        return
    battle.at(Happening(Moment.TURN_STARTS, unit=unit))
    if is_out():
        return
    move_step(battle, unit)
    if is_out():
        return
    over = battle.at(Happening(Moment.MOVE_STEP_OVER, unit=unit))
    if not over.stopped and not is_out():
        engage_step(battle, unit)
    if is_out():
        return
    battle.at(Happening(Moment.TURN_ENDS, unit=unit))
    if not is_out():
        statuses.lose(battle, unit, "daze")


def engage_step(battle: "Battle", unit: str) -> None:
    """Step 3: targets, one roll, the roll against each, reactions (ENT-4 to ENT-8)."""
    chip = battle.catalogue.chips[battle.unit(unit).chip]
    anew = True
    while anew:
        found = targeting.targets(battle, unit)
        if not found or battle.unit(unit).fate:
            return
        blind = battle.has(unit, "blind")
        most = 1 if blind else battle.value(unit, Stat.TARGETS, chip.targets).value
        targets = priority.ranked(battle, unit, found, most)
        anew = any(_evaded(battle, unit, target) for target in targets)
    roll_against(battle, Engage(unit, targets=targets))


def _evaded(battle: "Battle", unit: str, target: str) -> bool:
    """Whether a would-be target did something that makes the enemy determine its targets anew."""
    return battle.at(Happening(Moment.TARGETING, unit=target, by=unit)).stopped


def roll_against(battle: "Battle", now: Engage) -> None:
    """An enemy Combat roll against settled targets, by an enemy or a companion.

    Once it is out of play nothing more of it is resolved; its targets still react.
    """
    unit = now.by
    battle.emit(EngageBegan(unit, tuple(now.targets)))
    battle.enter(now)
    battle.at(Happening(Moment.ENGAGE_BEGINS, by=unit, engage=now))
    for target in tuple(now.targets):
        battle.at(Happening(Moment.TARGET_CHOSEN, unit=target, by=unit, engage=now))
    if not battle.unit(unit).fate:
        _roll(battle, now)
    for target in now.targets:
        if not battle.unit(unit).fate:
            _resolve(battle, now, target)
    engage.units_react(battle, now)
    battle.leave()
    for follow_up in now.after:
        follow_up()


def _roll(battle: "Battle", now: Engage) -> None:
    chip = battle.catalogue.chips[battle.unit(now.by).chip]
    battle.at(Happening(Moment.BEFORE_ROLL, by=now.by, engage=now))
    count = battle.value(now.by, Stat.COMBAT, chip.combat).value + now.extra
    engage.roll_enemy_combat_dice(battle, now, min(count, MAX_ENEMY_COMBAT_DICE))
    battle.at(Happening(Moment.AFTER_ROLL, by=now.by, engage=now))


def _resolve(battle: "Battle", now: Engage, target: str) -> None:
    if battle.unit(target).fate:
        return
    rolled = dealing(battle, target, now.free)
    total = rolled // 2 if battle.has(now.by, "maim") else rolled
    adjacent = battle.adjacent(now.by, target)
    blow = Blow(target, now.by, total, 0, adjacent, "engage", halved=rolled - total)
    battle.at(Happening(Moment.BEFORE_DAMAGE, unit=target, by=now.by, blow=blow, engage=now))
    true = now.true or bearers.has_skill(battle, now.by, "arcane")
    if true:
        blow.harden()
    counts = rolled if true else total
    now.damaging = [f"{FREE}{at}" for at, value in enumerate(now.free) if value and counts]
    now.note(damage.land(battle, blow, now))
