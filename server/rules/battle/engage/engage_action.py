"""The engage action, in the rulebook's six steps (p59, p60)."""

from protocol.battle import (
    ActionTaken,
    DiceGathered,
    DiceShown,
    EngageBegan,
    EngageEnded,
    FormChanged,
)
from protocol.ids import UnitId
from server.rules.battle.adventurer import cooldown, statuses
from server.rules.battle.engage import dealing, plan, resolving, selecting
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.engagement import Engage
from server.rules.battle.kernel.moments import Happening, Moment
from server.rules.battle.kernel.state import MAX_ENEMY_COMBAT_DICE

ENEMY_COMBAT_DIE = (0, 1, 1, 1, 1, 2)
"""The points on its faces. The rulebook shows a miss, 1s and a 2, but not how many of each
(U-04).
"""


def engage_action(battle: Battle, unit: UnitId, picks: tuple[str, ...]) -> None:
    """Take an engage action as an answered plan says: step 1, fatigue, then the engage (ENG-1 to
    ENG-3).
    """
    turn = battle.state.turn
    assert turn is not None
    chosen = plan.read(picks)
    # Read before `ActionTaken`, which counts this action.
    first = turn.engages == 0
    battle.emit(ActionTaken(unit, "engage", chosen.target))
    if not first:
        cooldown.gain_fatigue(battle, unit, light=light_fatigue(battle))
    if battle.unit(unit).fate:
        return
    engage = Engage(unit, chosen.form or battle.mat(unit).form)
    if chosen.target:
        engage.targets.append(chosen.target)
    engage.weapon, engage.overtaxed = chosen.weapon, chosen.overtaxed
    # The plan was made before the fatigue: a die that has left the row since is left out.
    engage.dice = [die for die in chosen.dice if die in battle.mat(unit).row]
    run(battle, engage)


def light_fatigue(battle: Battle) -> int:
    """Return how many light fatigue dice each engage action after the first of a turn costs
    (ENG-2, DIF-4).
    """
    return 2 if battle.state.settings.difficulty == "expert" else 1


def granted(battle: Battle, engage: Engage) -> None:
    """Run an engage that an effect grants: the same steps, without fatigue, and it counts as no
    action (FRE-1, FRE-2).
    """
    with battle.game.deeper():
        run(battle, engage)


def run(battle: Battle, engage: Engage) -> None:
    """Run steps 2 to 6 of a planned engage."""
    unit = engage.by
    engage.track = battle.mat(unit).track
    if engage.form and engage.form != battle.mat(unit).form:  # step 2: form
        battle.emit(FormChanged(unit, engage.form))
        battle.at(Happening(Moment.FORM_CHANGED, unit=unit))
    # From the mat: a plan may name no form, and an effect may have answered the change.
    engage.form = battle.mat(unit).form
    selecting.settle(battle, engage)
    weapon = next((c.item for c in battle.mat(unit).ready if c.id == engage.weapon), "")
    battle.emit(EngageBegan(unit, tuple(engage.targets), engage.form, weapon))  # step 3: target
    battle.enter(engage)
    battle.at(Happening(Moment.ENGAGE_BEGINS, by=unit, engage=engage))
    for target in engage.targets:
        battle.at(Happening(Moment.TARGET_CHOSEN, unit=target, by=unit, engage=engage))
    gather_and_roll(battle, engage)  # step 4
    battle.at(Happening(Moment.AFTER_ROLL, by=unit, engage=engage))  # step 5a
    if engage.by in battle.state.adventurers:
        resolving.resolve_all(battle, engage)  # step 5b
    # After the last die (C-06) and before units react: a unit defeated here does not react
    # (ENG-25).
    dealing.land_pools(battle, engage)
    units_react(battle, engage)  # step 6
    battle.leave()
    # After `leave`: a follow-up may be an engage or damage of its own, and an overtaxed weapon is
    # discarded only now (ITM-20).
    for follow_up in engage.after:
        follow_up()


def gather_and_roll(battle: Battle, engage: Engage) -> None:
    """Gather the dice, let the weapon and other effects add to them, and roll all: step 4 (ENG-8
    to ENG-14).
    """
    unit = engage.by
    if engage.weapon:
        resolving.use_weapon(battle, engage)
    battle.at(Happening(Moment.BEFORE_ROLL, by=unit, engage=engage))
    # Checked again after all effects so far: only a die in its row can be gathered (ENG-9).
    engage.dice = [die for die in engage.dice if die in battle.mat(unit).row]
    if engage.dice:
        battle.emit(DiceGathered(unit, tuple(engage.dice)))
        faces = battle.roll(len(engage.dice), "engage", unit)
        battle.emit(DiceShown(tuple(engage.dice), faces, "roll"))
    roll_enemy_combat_dice(battle, engage, engage.extra)


def roll_enemy_combat_dice(battle: Battle, engage: Engage, count: int) -> None:
    """Roll up to `count` enemy Combat dice into an engage, which can have six in all (LIM-3,
    FRE-3).
    """
    # Six for the whole engage, not for each effect that adds some
    # (test_free_dice_are_limited_over_all_that_join_one_engage).
    count = min(count, MAX_ENEMY_COMBAT_DICE - len(engage.free))
    if count > 0 and statuses.may_roll(battle, engage.by):
        faces = battle.roll(count, "enemy-combat", engage.by)
        engage.free += [ENEMY_COMBAT_DIE[face] for face in faces]


def combat_dice(battle: Battle, count: int, by: UnitId) -> list[int]:
    """Roll enemy Combat dice for an effect outside an engage's own roll. Returns their values."""
    faces = battle.throw(min(count, MAX_ENEMY_COMBAT_DICE), "enemy-combat", by)
    return [ENEMY_COMBAT_DIE[face] for face in faces]


def units_react(battle: Battle, engage: Engage) -> None:
    """Let units react, once for each engaged unit, and end the engage: step 6 (ENG-23, ENG-25)."""
    for target in engage.targets:
        battle.at(Happening(Moment.ENGAGED, unit=target, by=engage.by, engage=engage))
    battle.at(Happening(Moment.ENGAGE_OVER, by=engage.by, engage=engage))
    battle.emit(EngageEnded(engage.by))
