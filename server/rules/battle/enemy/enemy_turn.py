"""An enemy's turn: start, move, engage, end (p64)."""

from collections.abc import Callable
from typing import Final

from protocol.battle import EnemiesOrdered, EngageBegan, TurnBegan, TurnEnded
from protocol.ids import UnitId
from protocol.questions import Option, Order, Question
from server.rules.battle.adventurer import statuses
from server.rules.battle.components import active_effects
from server.rules.battle.components.catalogue import catalogue_of
from server.rules.battle.damage import hit_points
from server.rules.battle.enemy import enemy_move
from server.rules.battle.enemy.independent import independent
from server.rules.battle.engage import engage_action, resolving
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.damage_instance import DamageInstance
from server.rules.battle.kernel.engagement import Engage
from server.rules.battle.kernel.moments import Happening, Moment
from server.rules.battle.kernel.state import MAX_ENEMY_COMBAT_DICE, Unit
from server.rules.battle.kernel.values import Stat
from server.rules.battle.map import priority, targeting

Step = Callable[[Battle, UnitId], None]
ORDER: Final = "enemy.order"


def waiting(battle: Battle) -> list[Unit]:
    """Return the enemies that act next: quest units, else those of the highest level that have not
    acted (ENT-1, BAT-12). [] if all have.
    """
    acted = battle.state.acted
    left = [
        unit
        for unit in battle.in_play("enemy")
        if unit.id not in acted and not (unit.rests or unit.still)
    ]
    if not left:
        return []
    rank = max(_rank(unit) for unit in left)
    return [unit for unit in left if _rank(unit) == rank]


def _rank(unit: Unit) -> int:
    # 99 is above every printed level; the highest is 20.
    return 99 if unit.kind == "quest" else unit.level


def passed(battle: Battle, level: int) -> bool:
    """Return whether enemies of a lower level have begun their turns this round: then an enemy of
    `level` is too late to act in it (BAT-12).
    """
    turn = battle.state.turn
    begun = [battle.unit(name) for name in (*battle.state.acted, *([turn.unit] if turn else []))]
    enemies = [unit for unit in begun if unit.side == "enemy" and unit.kind != "quest"]
    return any(unit.level < level for unit in enemies)


def next_enemy(battle: Battle, tied: list[Unit]) -> UnitId:
    """Ask the party which of the tied enemies, which are `waiting`, acts now (ENT-1). Returns its
    id.
    """
    if battle.asks_all:
        text = "Which enemy acts next?"
        return priority.ask(battle, tied, ORDER, text, rule="ENT-1").id
    names = [unit.id for unit in tied]
    queue = [name for name in battle.state.queue if name in names]
    # An enemy that has come to this rank since the party was asked is not in the queue: then all
    # that are left are ordered anew.
    if len(tied) > 1 and len(queue) < len(tied):
        queue = _ordered(battle, tied)
    return queue[0] if queue else names[0]


def _ordered(battle: Battle, tied: list[Unit]) -> list[UnitId]:
    """Let the party order the enemies of one rank, unless every order comes to the same. Returns
    them in order.
    """
    options = tuple(Option(unit.id, unit.name, f"{unit.hp} HP") for unit in tied)
    rank = "quest units" if tied[0].kind == "quest" else f"of level {tied[0].level}"
    question = Question(
        to=battle.party,
        why=ORDER,
        text=f"{len(tied)} enemies are {rank}: in which order do they act?",
        shape=Order(options),
        rule="ENT-1",
        default=tuple(option.key for option in options),
    )
    if independent(battle, [unit.id for unit in tied], enemy_turn):
        picks = battle.spare(question, options, "the same comes of every order")
    else:
        picks = battle.picks(question)
    order = tuple(map(UnitId, picks))
    battle.emit(EnemiesOrdered(order))
    return list(order)


def enemy_turn(battle: Battle, unit: UnitId) -> None:
    """Take an enemy's turn, steps 1 to 4 (ENT-2)."""
    chip_turn(battle, unit, enemy_move.move_step, engage_step)


def chip_turn(battle: Battle, unit: UnitId, move_step: Step, engage_step: Step) -> None:
    """Take the turn of an enemy or a companion: start, move, engage, end."""
    battle.at(Happening(Moment.BEFORE_TURN, unit=unit))
    battle.emit(TurnBegan(unit))
    _take_steps(battle, unit, move_step, engage_step)
    battle.emit(TurnEnded(unit))
    battle.at(Happening(Moment.TURN_OVER, unit=unit))


def _take_steps(battle: Battle, unit: UnitId, move_step: Step, engage_step: Step) -> None:
    """Take the steps of a turn, which ends at once if the unit leaves the map on the way."""
    if battle.unit(unit).fate:
        return
    battle.at(Happening(Moment.TURN_STARTS, unit=unit))
    if battle.unit(unit).fate:
        return
    move_step(battle, unit)
    if battle.unit(unit).fate:
        return
    at_stake = _targets(battle, unit) if battle.unit(unit).side == "enemy" else []
    over = battle.at(Happening(Moment.MOVE_STEP_OVER, unit=unit, units=at_stake))
    if not over.stopped and not battle.unit(unit).fate:
        engage_step(battle, unit)
    if battle.unit(unit).fate:
        return
    battle.at(Happening(Moment.TURN_ENDS, unit=unit))
    if not battle.unit(unit).fate:
        # Last: Daze still applies to effects at the end of the turn (STS-7).
        statuses.lose(battle, unit, "daze")


def _targets(battle: Battle, unit: UnitId) -> list[UnitId]:
    return [target.id for target in targeting.targets(battle, unit)]


def engage_step(battle: Battle, unit: UnitId) -> None:
    """Take step 3: targets, one roll, the roll against each, reactions (ENT-4 to ENT-8)."""
    chip = catalogue_of(battle).chips[battle.unit(unit).chip]
    anew = True
    while anew:
        found = targeting.targets(battle, unit)
        if not found or battle.unit(unit).fate:
            return
        blind = battle.has(unit, "blind")
        most = 1 if blind else battle.value(unit, Stat.TARGETS, chip.targets).value
        # Fixed before anybody takes damage (U-12;
        # test_the_order_of_targets_is_fixed_before_anybody_is_hurt).
        targets = priority.ranked(battle, unit, found, most)
        # `any` stops at the first that evades: then the other targets are determined anew, too.
        anew = any(_evaded(battle, unit, target) for target in targets)
    roll_against(battle, Engage(unit, targets=targets))


def _evaded(battle: Battle, unit: UnitId, target: UnitId) -> bool:
    """Return whether an effect of a would-be target makes the enemy determine its targets anew."""
    return battle.at(Happening(Moment.TARGETING, unit=target, by=unit)).stopped


def roll_against(battle: Battle, now: Engage) -> None:
    """Roll enemy Combat dice for an enemy or a companion and resolve them against its targets,
    `now.targets`. If it is defeated on the way nothing more is resolved, but its targets react.
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
    engage_action.units_react(battle, now)
    battle.leave()
    for follow_up in now.after:
        follow_up()


def _roll(battle: Battle, now: Engage) -> None:
    chip = catalogue_of(battle).chips[battle.unit(now.by).chip]
    battle.at(Happening(Moment.BEFORE_ROLL, by=now.by, engage=now))
    count = battle.value(now.by, Stat.COMBAT, chip.combat).value + now.extra
    engage_action.roll_enemy_combat_dice(battle, now, min(count, MAX_ENEMY_COMBAT_DICE))
    battle.at(Happening(Moment.AFTER_ROLL, by=now.by, engage=now))


def _resolve(battle: Battle, now: Engage, target: UnitId) -> None:
    if battle.unit(target).fate:
        return
    rolled = resolving.enemy_combat_damage(battle, target, now.free)
    total = rolled // 2 if battle.has(now.by, "maim") else rolled
    adjacent = battle.adjacent(now.by, target)
    instance = DamageInstance(target, now.by, total, 0, adjacent, "engage", halved=rolled - total)
    battle.at(
        Happening(Moment.BEFORE_DAMAGE, unit=target, by=now.by, instance=instance, engage=now)
    )
    true = now.true or active_effects.has_skill(battle, now.by, "arcane")
    # `land` would do the same, but which dice count as damaging depends on it, as true damage is
    # not halved (test_maim_leaves_true_damage_alone).
    if true:
        instance.harden()
    counts = rolled if true else total
    now.damaging = [resolving.free_die(at) for at, value in enumerate(now.free) if value and counts]
    now.note(hit_points.land(battle, instance, now))
