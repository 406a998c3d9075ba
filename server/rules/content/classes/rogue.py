"""Rogue (Thief): gains from misses, and turns enemies' engages on themselves (p25).

Promotion: a trained level 2 die in each of two Thief lines.
"""

from protocol.battle import NamedReason
from protocol.ids import NamedCode
from server.rules.battle.adventurer import cooldown, statuses
from server.rules.battle.components.catalogue import catalogue_of
from server.rules.battle.components.effects import (
    Elsewhere,
    Enduring,
    Interrupt,
    ability,
    hook,
    mine,
)
from server.rules.battle.components.printed import TENACITY, ClassSheet, Side
from server.rules.battle.damage import deal, heal, hp_matters, hurt_by_enemy, own_kill
from server.rules.battle.enemy import enemy_turn
from server.rules.battle.engage import engage_action as engaging
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.engagement import Engage
from server.rules.battle.kernel.me import Me
from server.rules.battle.kernel.moments import Happening, Moment
from server.rules.battle.kernel.words import Form
from server.rules.battle.movement import move
from server.rules.content import asking, fatigue, units
from server.rules.content.classes.promotion import promotion
from server.rules.content.reading import trained

HEALED = 2  # HP for each die that shows 0
CLOSE: tuple[Form, ...] = ("light-weapon", "heavy-weapon")


def _skilled(battle: Battle, me: Me, now: Happening) -> bool:
    known = catalogue_of(battle).line_of
    lines = [known[die.id] for die in trained(battle, me.unit) if die.level == 2]
    thieves = [line.id for line in lines if line.constellation == "thief"]
    return len(dict.fromkeys(thieves)) >= 2


def _misses(now: Happening) -> int:
    return now.engage.free.count(0) if now.engage is not None else 0


def _missed_me(battle: Battle, me: Me, now: Happening) -> bool:
    by_its_engage = now.engage is not None and now.engage.by == now.by
    return by_its_engage and hurt_by_enemy(battle, me, now) and _misses(now) > 0


def _missed_me_closely(battle: Battle, me: Me, now: Happening) -> bool:
    near = now.instance is not None and now.instance.adjacent
    return near and _missed_me(battle, me, now)


def _hp_matter(battle: Battle, me: Me, now: Happening) -> bool:
    """Return whether the player may want to take the damage that the misses would prevent."""
    unit, instance = battle.unit(me.unit), now.instance
    assert instance is not None
    stopped = min(_misses(now), instance.physical)
    after = [unit.hp + unit.bonus - instance.left, unit.hp + unit.bonus - instance.left + stopped]
    return hp_matters(battle, me.unit, [max(0, min(unit.hp, hp)) for hp in after])


def _by_misses(battle: Battle, me: Me, now: Happening) -> None:
    assert now.instance is not None
    now.instance.prevent(_misses(now))


@hook(
    Moment.DAMAGE_COMING,
    "Rogue: misses",
    when=_missed_me_closely,
    forced=True,
    rule="CLS-2",
    spare=_hp_matter,
    prevents=_by_misses,
)
def sidestep(battle: Battle, me: Me, now: Happening) -> None:
    """Engaged by an adjacent enemy: each miss that it has rolled prevents 1 damage to you."""
    _by_misses(battle, me, now)


@hook(
    Moment.DAMAGE_COMING,
    "Rogue: misses",
    when=_missed_me,
    forced=True,
    rule="CLS-2",
    spare=_hp_matter,
    prevents=_by_misses,
)
def far_sidestep(battle: Battle, me: Me, now: Happening) -> None:
    """Engaged by an enemy: each miss that it has rolled prevents 1 damage to you."""
    _by_misses(battle, me, now)


def _mighty_kill(battle: Battle, me: Me, now: Happening) -> bool:
    return own_kill(battle, me, now) and units.is_mighty(battle.unit(now.unit))


@hook(Moment.DEFEATED, "Veil of Shadows", when=_mighty_kill)
def veil_of_shadows(battle: Battle, me: Me, now: Happening) -> None:
    """After you defeat an enemy of level 10 or 20 or a quest unit: gain Stealth."""
    statuses.gain(battle, me.unit, "stealth")


def _can_kick(battle: Battle, me: Me) -> bool:
    able = statuses.may_roll(battle, me.unit) and battle.mat(me.unit).stamina > 0
    return able and units.is_hurt(battle.unit(me.unit))


@ability(
    "kickback",
    "Kickback",
    "Roll as many enemy Combat dice as your Stamina; heal 2 for each miss.",
    cost=2,
    can=_can_kick,
    away=True,
)
def kickback(battle: Battle, me: Me) -> None:
    """Roll enemy Combat dice, six at most as the box has no more, and heal for each miss."""
    values = engaging.combat_dice(battle, battle.mat(me.unit).stamina, me.unit)
    heal(battle, me.unit, HEALED * values.count(0), me.unit)


def _blanks(battle: Battle, me: Me, engage: Engage) -> int:
    """Return how many dice of an engage's roll show tenacity."""
    shown = [battle.state.dice[die] for die in battle.mat(me.unit).rolled if die in engage.dice]
    kinds = catalogue_of(battle).dice
    return sum(kinds[die.kind].icon(die.face) == TENACITY for die in shown)


def _rolled_blanks(battle: Battle, me: Me, now: Happening) -> bool:
    if now.engage is None or not mine(battle, me, now):
        return False
    return units.is_hurt(battle.unit(me.unit)) and _blanks(battle, me, now.engage) > 0


@hook(Moment.AFTER_ROLL, "Kickback", when=_rolled_blanks)
def kick_at_once(battle: Battle, me: Me, now: Happening) -> None:
    """After you have rolled dice for your engage: heal 2 for each tenacity result of the roll."""
    assert now.engage is not None
    heal(battle, me.unit, HEALED * _blanks(battle, me, now.engage), me.unit)


def _would_hit_me(battle: Battle, me: Me, now: Happening) -> bool:
    if now.engage is None or me.unit not in now.engage.targets or not now.engage.free:
        return False
    return battle.unit(now.by).side == "enemy"


@hook(Moment.AFTER_ROLL, "Timely Escape: it rolls anew", when=_would_hit_me, once="turn")
def timely_escape(battle: Battle, me: Me, now: Happening) -> None:
    """Once a turn: an enemy's engage that has you for a target is rolled anew, with all that
    follows a roll.
    """
    assert now.engage is not None
    count = len(now.engage.free)
    now.engage.free.clear()
    engaging.roll_enemy_combat_dice(battle, now.engage, count)
    battle.at(Happening(Moment.AFTER_ROLL, by=now.by, engage=now.engage))


@ability(
    "caltrops",
    "Caltrops",
    "Move up to 3 hexes; then each adjacent enemy rolls its engage against itself, without skills.",
    cost=3,
)
def caltrops(battle: Battle, me: Me) -> None:
    """Move, then let each adjacent enemy that is no quest unit roll against itself."""
    move.free_move(battle, me.unit, 3, NamedCode("caltrops"), "Caltrops: move up to 3 hexes.")
    if battle.unit(me.unit).fate:
        return
    # The list is of before the first roll, and what an earlier roll has led to may fell either.
    for unit in units.adjacent_foes(battle, me.unit):
        if not battle.unit(unit.id).fate and not battle.unit(me.unit).fate:
            against_itself = Engage(unit.id, targets=[unit.id], silenced=[unit.id])
            enemy_turn.roll_against(battle, against_itself)


def _can_strike(battle: Battle, me: Me) -> bool:
    tired = cooldown.fatigue_in_track(battle, me.unit) > 0
    return tired and bool(units.reachable(battle, me.unit))


def _strike(battle: Battle, me: Me) -> bool:
    """Ask for a target and deal it the damage. Returns whether it was defeated."""
    text = "Shadow Strike: who is dealt the damage?"
    there = units.reachable(battle, me.unit)
    unit = asking.one_unit(battle, me.unit, there, NamedCode("shadow-strike"), text)
    points = cooldown.fatigue_in_track(battle, me.unit)
    deal(battle, unit, me.unit, points, how=NamedReason("shadow-strike"))
    return battle.unit(unit).fate == "defeated"


@ability(
    "shadow-strike",
    "Shadow Strike",
    "As much damage to a targetable enemy as fatigue dice lie in your track; if it falls, up to 2 "
    "light fatigue leave it.",
    cost=4,
    can=_can_strike,
)
def shadow_strike(battle: Battle, me: Me) -> None:
    """Deal the damage, which defense reduces; if the target falls, remove light fatigue."""
    if _strike(battle, me):
        fatigue.shed_light(battle, me.unit, 2, NamedCode("shadow-strike.rest"), "Shadow Strike")


@ability(
    "shadow-strike",
    "Shadow Strike",
    "As much damage to a targetable enemy as fatigue dice lie in your track; if it falls, up to 2 "
    "fatigue dice leave it.",
    cost=4,
    can=_can_strike,
)
def deep_strike(battle: Battle, me: Me) -> None:
    """Deal the damage, which defense reduces; if the target falls, remove fatigue of either
    kind.
    """
    if _strike(battle, me):
        fatigue.shed_any(battle, me.unit, 2, NamedCode("shadow-strike.rest"), "Shadow Strike")


VEIL = Interrupt("veil-of-shadows", "Veil of Shadows", 1, veil_of_shadows)
ESCAPE = Enduring("timely-escape", "Timely Escape", 3, (timely_escape,), (), CLOSE)
INFAMOUS = "The difficulty of every social check is 3 lower."
SHEET = ClassSheet(
    id="rogue",
    name="Rogue",
    constellation="thief",
    jailbreak="cache-lockpick",
    novice=Side(
        hooks=(sidestep, promotion("Rogue", _skilled)),
        abilities=(kickback, caltrops, shadow_strike),
        interrupts=(VEIL,),
        enduring=(ESCAPE,),
    ),
    master=Side(
        hooks=(far_sidestep,),
        abilities=(caltrops, deep_strike),
        interrupts=(VEIL, Interrupt("kickback", "Kickback", 2, kick_at_once)),
        enduring=(ESCAPE,),
        elsewhere=(Elsewhere("infamous", "Infamous", INFAMOUS, "enduring", 2),),
    ),
)
