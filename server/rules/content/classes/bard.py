"""Bard (Thief): rerolls dice, weakens enemies, grants allies turns and recovered dice (p25).

Promotion: the side quest Bard Harder is completed, which happens between battles.
"""

from protocol.battle import NamedReason
from protocol.ids import DieId, NamedCode, UnitId
from server.rules.battle.adventurer import cooldown, statuses
from server.rules.battle.components.effects import Elsewhere, Interrupt, ability, hook
from server.rules.battle.components.printed import ClassSheet, Side
from server.rules.battle.damage import deal, heal, hit_points
from server.rules.battle.encounter import side_quests
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.damage_instance import DamageInstance
from server.rules.battle.kernel.me import Me
from server.rules.battle.kernel.moments import Happening, Moment
from server.rules.battle.kernel.state import LF, Unit
from server.rules.battle.turn import adventurer_turn
from server.rules.content import asking, units
from server.rules.content.classes import bard_rerolls

QUEST = "bard-harder"
HEALED_PER_DIE = 2  # HP for each fatigue die in the track


def _sing(battle: Battle, me: Me, now: Happening, most: int) -> None:
    new = [battle.unit(name) for name in now.units if not battle.unit(name).fate]
    text = f"Red Mountain Drinking Song: 1 true damage to up to {most} of them."
    for unit in asking.some_units(battle, me.unit, new, 1, most, NamedCode("drinking-song"), text):
        deal(battle, unit, me.unit, true=1, how=NamedReason("drinking-song"))


def _enemies_came(battle: Battle, me: Me, now: Happening) -> bool:
    return any(not battle.unit(name).fate for name in now.units)


@hook(Moment.ENEMIES_DEPLOYED, "Red Mountain Drinking Song", when=_enemies_came)
def drinking_song(battle: Battle, me: Me, now: Happening) -> None:
    """1 true damage to one or two of the enemies that have just been deployed."""
    _sing(battle, me, now, 2)


@hook(Moment.ENEMIES_DEPLOYED, "Red Mountain Drinking Song", when=_enemies_came)
def louder_song(battle: Battle, me: Me, now: Happening) -> None:
    """1 true damage to up to three of the enemies that have just been deployed."""
    _sing(battle, me, now, 3)


def _ally_strikes(battle: Battle, me: Me, now: Happening) -> bool:
    """Return whether a party member's engage is about to hurt its target, whose defense would
    count.
    """
    engage, target = now.engage, battle.unit(now.unit)
    if engage is None or now.unit not in engage.targets:
        return False
    if battle.unit(now.by).side != "party" or target.side != "enemy":
        return False
    pool = engage.pools.get(now.unit)
    points = pool.combat + pool.other if pool else 0
    instance = now.instance or DamageInstance(now.unit, now.by, points)
    return instance.physical > 0 and hit_points.defense(battle, instance, engage) > 0


def _ignore_one(battle: Battle, me: Me, now: Happening) -> None:
    assert now.engage is not None
    now.engage.ignored[now.unit] = now.engage.ignored.get(now.unit, 0) + 1


@hook(Moment.POOL_LANDS, "Stagger and Sway", when=_ally_strikes)
def stagger(battle: Battle, me: Me, now: Happening) -> None:
    """When a party member engages an enemy: 1 of its defense is ignored, asked after the roll."""
    _ignore_one(battle, me, now)


@hook(Moment.BEFORE_DAMAGE, "Stagger and Sway", when=_ally_strikes)
def stagger_for_companions(battle: Battle, me: Me, now: Happening) -> None:
    """When a companion engages an enemy: 1 of its defense is ignored."""
    _ignore_one(battle, me, now)


def _quest_is_new(battle: Battle, me: Me) -> bool:
    return QUEST not in battle.state.side_quests and not battle.mat(me.unit).master


@ability(
    "pilgrim-on-the-road",
    "Pilgrim on the Road",
    "Gain the side quest Bard Harder, if it was not gained before. It is followed between battles.",
    cost=2,
    can=_quest_is_new,
    away=True,
)
def pilgrim_on_the_road(battle: Battle, me: Me) -> None:
    """Give the side quest to the party; its steps happen between battles
    (`server/rules/campaign`).
    """
    side_quests.gain_side_quest(battle, QUEST)


def _spent_dice(battle: Battle, unit: UnitId) -> list[DieId]:
    return [*cooldown.dice_in(battle, unit, "drained"), *cooldown.dice_in(battle, unit, "track")]


def _spent_in_sight(battle: Battle, me: Me) -> list[Unit]:
    seen = units.in_sight(battle, me.unit, "party")
    return [u for u in seen if u.id in battle.state.adventurers and _spent_dice(battle, u.id)]


def _somebody_spent(battle: Battle, me: Me) -> bool:
    return bool(_spent_in_sight(battle, me))


@ability(
    "the-tale-of-syrabane",
    "The Tale of Syrabane",
    "An adventurer in sight recovers 1 drained or exhausted skill die.",
    cost=2,
    can=_somebody_spent,
    away=True,
)
def tale_of_syrabane(battle: Battle, me: Me) -> None:
    """Choose the adventurer; that adventurer's player chooses the die."""
    text = "The Tale of Syrabane: who recovers a die?"
    unit = asking.one_unit(
        battle, me.unit, _spent_in_sight(battle, me), NamedCode("syrabane"), text
    )
    drained = battle.mat(unit).drained
    notes = dict.fromkeys(drained, "drained")
    text = "The Tale of Syrabane: which die do you recover?"
    dice = _spent_dice(battle, unit)
    for die in asking.some_dice(battle, unit, dice, 1, 1, NamedCode("syrabane.die"), notes, text):
        cooldown.recover(battle, die)


def _somebody_hears(battle: Battle, me: Me) -> bool:
    return bool(units.reachable_foes(battle, me.unit))


def _hist_speaks(battle: Battle, me: Me) -> None:
    text = "Hear the Hist Speak: who gains Daze? One or two."
    there = units.reachable_foes(battle, me.unit)
    for unit in asking.some_units(
        battle, me.unit, there, 1, 2, NamedCode("hear-the-hist-speak"), text
    ):
        statuses.gain(battle, unit, "daze")


@ability(
    "hear-the-hist-speak",
    "Hear the Hist Speak",
    "Up to 2 targetable enemies gain Daze.",
    cost=3,
    can=_somebody_hears,
    forms=("magic",),
)
def hear_the_hist(battle: Battle, me: Me) -> None:
    """Give Daze to one or two enemies; quest units are immune."""
    _hist_speaks(battle, me)


@ability(
    "hear-the-hist-speak",
    "Hear the Hist Speak",
    "Up to 2 targetable enemies gain Daze.",
    cost=2,
    can=_somebody_hears,
    forms=("magic",),
)
def hear_the_hist_better(battle: Battle, me: Me) -> None:
    """Give Daze to one or two enemies, as the novice does, for 1 tenacity less."""
    _hist_speaks(battle, me)


def _wounded(battle: Battle) -> list[Unit]:
    return [unit for unit in battle.adventurers() if units.is_hurt(unit)]


def _hearts_beat(battle: Battle, me: Me) -> bool:
    return bool(_wounded(battle)) and cooldown.fatigue_in_track(battle, me.unit) > 0


@ability(
    "three-hearts-as-one",
    "Three Hearts as One",
    "2 HP of healing for each fatigue die in your track, shared out among adventurers.",
    cost=3,
    can=_hearts_beat,
    away=True,
)
def three_hearts(battle: Battle, me: Me) -> None:
    """Share out the healing; nobody is given more than up to Health."""
    hurt = _wounded(battle)
    caps = tuple(unit.health - unit.hp for unit in hurt)
    points = min(HEALED_PER_DIE * cooldown.fatigue_in_track(battle, me.unit), sum(caps))
    text = f"Three Hearts as One: share out {points} HP of healing."
    given = asking.split(battle, me.unit, hurt, points, NamedCode("three-hearts"), text, caps)
    for unit, count in given.items():
        heal(battle, unit, count, me.unit, exact=True)


@ability(
    "battle-of-glenumbra-moors",
    "Battle of Glenumbra Moors",
    "An adventurer loses all its light fatigue and takes a turn at once; yours goes on after it.",
    cost=5,
    once="battle",
)
def glenumbra_moors(battle: Battle, me: Me) -> None:
    """Remove the light fatigue, then let that adventurer take a whole turn inside of this one
    (ENG-30).
    """
    text = "Battle of Glenumbra Moors: who takes a turn now?"
    unit = asking.one_adventurer(battle, me.unit, NamedCode("glenumbra-moors"), text)
    # Looked up anew for each: its place goes with it, and the places behind it move up.
    while LF in battle.mat(unit).track:
        cooldown.remove_token(battle, unit, battle.mat(unit).track.index(LF))
    adventurer_turn.take(battle, unit)


STAGGER = (
    Interrupt("stagger-and-sway", "Stagger and Sway", 1, stagger),
    Interrupt("stagger-and-sway", "Stagger and Sway", 1, stagger_for_companions),
)
PROMOTION = Elsewhere("promotion", "Promotion", "Complete the side quest Bard Harder.", "promotion")
SHEET = ClassSheet(
    id="bard",
    name="Bard",
    constellation="thief",
    jailbreak="escape-first",
    novice=Side(
        hooks=bard_rerolls.encores(2),
        abilities=(pilgrim_on_the_road, hear_the_hist, three_hearts),
        interrupts=(
            Interrupt("red-mountain-drinking-song", "Red Mountain Drinking Song", 1, drinking_song),
            *STAGGER,
        ),
        elsewhere=(PROMOTION,),
    ),
    master=Side(
        hooks=bard_rerolls.encores(4),
        abilities=(tale_of_syrabane, hear_the_hist_better, three_hearts, glenumbra_moors),
        interrupts=(
            Interrupt("red-mountain-drinking-song", "Red Mountain Drinking Song", 1, louder_song),
            *STAGGER,
        ),
    ),
)
