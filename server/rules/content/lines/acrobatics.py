"""Acrobatics, in any form: dice that work while they lie in the cooldown track (p60)."""

from protocol.battle import DiceShown, NamedReason
from protocol.ids import DieId, LineId, NamedCode, UnitId
from server.rules.battle.adventurer import cooldown, statuses, tenacity
from server.rules.battle.components.catalogue import catalogue_of
from server.rules.battle.components.effects import face, hook, mine, modifier, my
from server.rules.battle.components.printed import (
    TENACITY,
    SkillLine,
    numbered,
    skill_die,
)
from server.rules.battle.damage import deal, heal, hurt, hurt_by_enemy, hurt_from_beside, prevention
from server.rules.battle.engage import resolving
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.engagement import Engage
from server.rules.battle.kernel.me import Me
from server.rules.battle.kernel.moments import Happening, Moment
from server.rules.battle.kernel.values import Stat
from server.rules.battle.movement import move
from server.rules.content import asking, enemy_combat_dice

LINE_ID = LineId("acrobatics")
MISSES = 3  # hits of an enemy that become misses, at most


@hook(Moment.TURN_STARTS, "Fleet Phantom: move", rule="FRE-4")
def glide(battle: Battle, me: Me, now: Happening) -> None:
    """At the start of your turn, move up to X hexes, which is no move action.

    Movement ends where the unit stood as the turn began, for everything that asks whether it moved.
    """
    text = f"Fleet Phantom: move up to {me.value} hexes."
    move.free_move(battle, me.unit, me.value, NamedCode("fleet-phantom"), text)


@face("fleet-phantom", "C", "At the start of your turn you may move up to X hexes.", hooks=(glide,))
def fleet_phantom(battle: Battle, engage: Engage, die: DieId) -> None:
    """Do nothing now: the die works while it lies in the cooldown track."""


def _passed(battle: Battle, me: Me, now: Happening) -> list[UnitId]:
    """Return the enemies passed in a movement, each one once, that are still in play."""
    found = [name for name in now.passed if battle.unit(name).side == "enemy"]
    return [name for name in found if not battle.unit(name).fate]


def _passed_somebody(battle: Battle, me: Me, now: Happening) -> bool:
    return my(battle, me, now) and bool(_passed(battle, me, now))


@hook(Moment.MOVE_ENDS, "Rapid Maneuver: damage", when=_passed_somebody, forced=True)
def slash_past(battle: Battle, me: Me, now: Happening) -> None:
    """Deal 2 damage to each different enemy that was passed."""
    for name in _passed(battle, me, now):
        # What answers the damage may fell the bearer, and who has fallen strikes nobody more.
        if battle.unit(me.unit).fate:
            return
        deal(battle, name, me.unit, 2, how=NamedReason("rapid-maneuver"))


@face(
    "rapid-maneuver-1",
    "C",
    "You may move through enemies; 2 damage to each that you passed.",
    hooks=(slash_past,),
    traits=("pass-through",),
)
def rapid_maneuver_1(battle: Battle, engage: Engage, die: DieId) -> None:
    """Do nothing now: the die works while it lies in the cooldown track."""


@hook(Moment.MOVE_ENDS, "Rapid Maneuver: healing", when=_passed_somebody, forced=True)
def breathe(battle: Battle, me: Me, now: Happening) -> None:
    """Heal 1 HP for each different enemy that was passed."""
    heal(battle, me.unit, len(_passed(battle, me, now)), me.unit)


@face(
    "rapid-maneuver-2",
    "C",
    "You may move through enemies; heal 1 HP for each that you passed.",
    hooks=(breathe,),
    traits=("pass-through",),
)
def rapid_maneuver_2(battle: Battle, engage: Engage, die: DieId) -> None:
    """Do nothing now: the die works while it lies in the cooldown track."""


def _close_combat(battle: Battle, me: Me, now: Happening) -> bool:
    return (
        my(battle, me, now)
        and battle.mat(me.unit).form in ("light-weapon", "heavy-weapon")
        and statuses.may_roll(battle, me.unit)
        and bool(battle.neighbours(me.unit, "enemy"))
    )


@hook(Moment.TURN_ENDS, "Relentlessness: strike all adjacent enemies", when=_close_combat)
def strike_around(battle: Battle, me: Me, now: Happening) -> None:
    """Roll one enemy Combat die for each adjacent enemy: what it shows is true damage to that
    enemy.
    """
    for enemy in battle.neighbours(me.unit, "enemy"):
        if battle.unit(me.unit).fate:
            return
        enemy_combat_dice.strike(
            battle, me.unit, enemy.id, 1, NamedReason("relentlessness"), true=True
        )


@face(
    "relentlessness",
    "C",
    "At the end of your turn, in a weapon form of close combat: true damage all around.",
    hooks=(strike_around,),
)
def relentlessness(battle: Battle, engage: Engage, die: DieId) -> None:
    """Do nothing now: the die works while it lies in the cooldown track."""


@modifier(Stat.ABILITY_COST, "Wind Walker", least=1)
def lighter(battle: Battle, me: Me, value: int) -> int:
    """Your class abilities cost X tenacity less, 1 at least. What counts printed prices is not
    changed.
    """
    return value - me.value


@face(
    "wind-walker",
    "C",
    "Your class abilities cost X tenacity less, 1 at least.",
    modifiers=(lighter,),
)
def wind_walker(battle: Battle, engage: Engage, die: DieId) -> None:
    """Do nothing now: the die works in the cooldown track. Enduring abilities have no cost."""


@hook(
    Moment.DAMAGE_COMING,
    "Expert Evasion: prevent all of it, recover the die",
    when=hurt,
    prevents=prevention.all_of_it,
)
def evade(battle: Battle, me: Me, now: Happening) -> None:
    """Prevent all damage of an instance from any source, true damage aside; recover the die."""
    prevention.all_of_it(battle, me, now)
    cooldown.recover(battle, me.die)


@face(
    "expert-evasion-1",
    "C",
    "Prevent all damage dealt to you at once; the die is recovered.",
    hooks=(evade,),
)
def expert_evasion_1(battle: Battle, engage: Engage, die: DieId) -> None:
    """Do nothing now: the die works while it lies in the cooldown track."""


def _rolled_against_me(battle: Battle, me: Me, now: Happening) -> bool:
    return hurt_by_enemy(battle, me, now) and now.engage is not None and any(now.engage.free)


@hook(Moment.BEFORE_DAMAGE, "Expert Evasion: light fatigue for misses", when=_rolled_against_me)
def sidestep(battle: Battle, me: Me, now: Happening) -> None:
    """Gain 1 to 3 light fatigue: as many dice of the enemy's roll are misses against you.

    The roll is on view by then; the highest dice become misses first, so less damage is dealt.
    """
    assert now.instance is not None
    assert now.engage is not None
    hits = sorted((value for value in now.engage.free if value), reverse=True)
    most = min(MISSES, len(hits))
    text = "Expert Evasion: how much light fatigue do you take for as many misses?"
    count = asking.how_many(battle, me.unit, most, NamedCode("expert-evasion"), text, least=1)
    cooldown.gain_fatigue(battle, me.unit, light=count)
    # Maim halves a roll as a whole: what the misses save is the difference of two halves, and not
    # half of what they showed.
    share = 2 if battle.has(now.by, "maim") else 1
    left = sum(hits[count:])
    now.instance.add(-min(sum(hits) // share - left // share, now.instance.physical))
    now.instance.halved = min(now.instance.halved, left - left // share)


@face(
    "expert-evasion-2",
    "C",
    "Engaged by an enemy: take 1 to 3 light fatigue, as many of its dice miss.",
    hooks=(sidestep,),
)
def expert_evasion_2(battle: Battle, engage: Engage, die: DieId) -> None:
    """Do nothing now: the die works while it lies in the cooldown track."""


@hook(
    Moment.DAMAGE_COMING,
    "Duelist's Rebuff: another enemy takes the damage",
    when=hurt_from_beside,
    prevents=prevention.all_of_it,
)
def redirect(battle: Battle, me: Me, now: Happening) -> None:
    """Prevent the damage; its source deals it to another enemy next to you."""
    assert now.instance is not None
    points = now.instance.prevent(now.instance.physical)
    others = [unit for unit in battle.neighbours(me.unit, "enemy") if unit.id != now.by]
    text = f"Duelist's Rebuff: who is dealt {points} damage?"
    other = asking.one_unit(battle, me.unit, others, NamedCode("duelists-rebuff"), text)
    if other:
        deal(battle, other, now.by, points, how=NamedReason("duelists-rebuff"))


@face(
    "duelists-rebuff-1",
    "C",
    "Turn an adjacent enemy's damage on another; drained if it would be recovered.",
    hooks=(redirect,),
    traits=(cooldown.DRAINS,),
)
def duelists_rebuff_1(battle: Battle, engage: Engage, die: DieId) -> None:
    """Do nothing now: the die works in the cooldown track as often as its moment comes."""


def _engage_cost_me(battle: Battle, me: Me, now: Happening) -> bool:
    return (
        my(battle, me, now)
        and now.engage is not None
        and now.engage.taken.get(me.unit, 0) > 0
        and battle.unit(now.by).side == "enemy"
    )


@hook(Moment.ENGAGED, "Duelist's Rebuff: pay it back and recover the die", when=_engage_cost_me)
def pay_back(battle: Battle, me: Me, now: Happening) -> None:
    """Deal as much damage as the engage cost you to one adjacent enemy; recover the die.

    Without an adjacent enemy the die is recovered all the same (TIM-4).
    """
    assert now.engage is not None
    points = now.engage.taken[me.unit]
    near = battle.neighbours(me.unit, "enemy")
    text = f"Duelist's Rebuff: who is dealt {points} damage?"
    enemy = asking.one_unit(battle, me.unit, near, NamedCode("duelists-rebuff"), text)
    cooldown.recover(battle, me.die)
    if enemy:
        deal(battle, enemy, me.unit, points, how=NamedReason("duelists-rebuff"))


@face(
    "duelists-rebuff-2",
    "C",
    "After an enemy's engage: the damage you took to an adjacent enemy; recover the die.",
    hooks=(pay_back,),
)
def duelists_rebuff_2(battle: Battle, engage: Engage, die: DieId) -> None:
    """Do nothing now: the die works while it lies in the cooldown track."""


def _with_tenacity(battle: Battle, me: Me, engage: Engage) -> list[DieId]:
    """Return the rolled dice of an engage that show tenacity."""
    found = []
    for die in battle.mat(me.unit).rolled:
        shown = battle.state.dice[die]
        if (
            die in engage.dice
            and catalogue_of(battle).dice[shown.kind].icon(shown.face) == TENACITY
        ):
            found.append(die)
    return found


def _rolled_tenacity(battle: Battle, me: Me, now: Happening) -> bool:
    return (
        mine(battle, me, now)
        and now.engage is not None
        and bool(_with_tenacity(battle, me, now.engage))
    )


def _just_exhausted(battle: Battle, me: Me, now: Happening) -> bool:
    fresh = now.engage is not None and now.engage.resolved[-1:] == [me.die]
    return fresh and _rolled_tenacity(battle, me, now)


def _reroll(battle: Battle, me: Me, now: Happening) -> None:
    assert now.engage is not None
    dice = _with_tenacity(battle, me, now.engage)
    text = "Defiance: which die showing tenacity do you reroll?"
    for die in asking.some_dice(battle, me.unit, dice, 1, 1, NamedCode("defiance"), text=text):
        if not resolving.feared(battle, now.engage, die):
            tenacity.gain(battle, me.unit, 1, NamedReason("defiance"))
        faces = battle.roll(1, "defiance", me.unit)
        battle.emit(DiceShown((die,), faces, NamedReason("defiance")))


@hook(Moment.AFTER_ROLL, "Defiance: reroll a tenacity die", when=_rolled_tenacity, once="engage")
def defy(battle: Battle, me: Me, now: Happening) -> None:
    """Once an engage: gain a die's tenacity at once and reroll the die."""
    _reroll(battle, me, now)


@hook(Moment.RESOLVING, "Defiance: reroll a tenacity die", when=_just_exhausted, once="engage")
def defy_at_once(battle: Battle, me: Me, now: Happening) -> None:
    """Once an engage, in that which put this die into the track: gain a die's tenacity and reroll
    that die, before any further die is resolved.
    """
    _reroll(battle, me, now)


@face(
    "defiance",
    "C",
    "Once an engage, before you resolve another die: keep a die's tenacity and reroll it.",
    hooks=(defy, defy_at_once),
)
def defiance(battle: Battle, engage: Engage, die: DieId) -> None:
    """Do nothing now: the die works while it lies in the cooldown track."""


T = "tenacity"
FLEET = "fleet-phantom"
LINE = SkillLine(
    id=LINE_ID,
    name="Acrobatics",
    constellation="thief",
    stat="stamina",
    forms=(),
    dice=(
        skill_die(FLEET, "Fleet Phantom", 1, 2, T, *(numbered(FLEET, n) for n in (3, 4, 4, 5, 5))),
        skill_die(
            "rapid-maneuver",
            "Rapid Maneuver",
            2,
            1,
            T,
            T,
            *("rapid-maneuver-1",) * 2,
            *("rapid-maneuver-2",) * 2,
        ),
        skill_die("relentlessness", "Relentlessness", 2, 1, T, T, T, *("relentlessness",) * 3),
        skill_die(
            "wind-walker", "Wind Walker", 2, 1, T, T, *("wind-walker:1",) * 3, "wind-walker:2"
        ),
        skill_die(
            "expert-evasion",
            "Expert Evasion",
            3,
            1,
            T,
            *("expert-evasion-1",) * 2,
            *("expert-evasion-2",) * 3,
        ),
        skill_die(
            "duelists-rebuff",
            "Duelist's Rebuff",
            3,
            1,
            T,
            T,
            "duelists-rebuff-1",
            *("duelists-rebuff-2",) * 3,
        ),
        skill_die("defiance", "Defiance", 4, 1, T, T, *("defiance",) * 4),
    ),
    faces=(
        fleet_phantom,
        rapid_maneuver_1,
        rapid_maneuver_2,
        relentlessness,
        wind_walker,
        expert_evasion_1,
        expert_evasion_2,
        duelists_rebuff_1,
        duelists_rebuff_2,
        defiance,
    ),
)
