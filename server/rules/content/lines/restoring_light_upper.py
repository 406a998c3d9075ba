"""Restoring Light, levels 3 and 4 (p88): Honor the Dead, Rushed Ceremony, Rite of Passage, Master
Ritualist.
"""

from protocol.battle import HpChanged, NamedReason, Noted, TurnStepped, UnitDeployed
from protocol.ids import DieId, DieKind, NamedCode
from protocol.questions import Option, Question, Split
from server.rules.battle.adventurer import statuses, track
from server.rules.battle.components.catalogue import LINGERS, catalogue_of
from server.rules.battle.components.effects import face, hook, my
from server.rules.battle.components.printed import SkillDie, numbered
from server.rules.battle.damage import heal, lose_hp
from server.rules.battle.kernel import notes
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.engagement import Engage
from server.rules.battle.kernel.me import Me
from server.rules.battle.kernel.moments import Happening, Moment
from server.rules.battle.map import choosing
from server.rules.battle.setup import deploying, enemy_pool
from server.rules.battle.turn import adventurer_turn
from server.rules.content import asking
from server.rules.content.reading import turn_to

HONOR, CEREMONY, RITE, RITUAL = (
    "honor-the-dead",
    "rushed-ceremony",
    "rite-of-passage",
    "master-ritualist",
)
GIVEN = 3  # HP that Rushed Ceremony takes from each, at most
SUMMONED_LEVEL = 5  # level of the enemy that Rushed Ceremony calls
RISEN = 5  # HP with which Master Ritualist lets the fallen rise


def _in_the_track_of(battle: Battle, me: Me, now: Happening) -> bool:
    mat = battle.state.adventurers.get(now.unit)
    return mat is not None and me.die in mat.track


@hook(Moment.TURN_ENDS, "Honor the Dead", when=_in_the_track_of, forced=True)
def honor(battle: Battle, me: Me, now: Happening) -> None:
    """The adventurer in whose track the die lies heals X, and the die goes down by 1; after its
    last step it is drained, and that adventurer gains Stealth.
    """
    heal(battle, now.unit, me.value, me.unit)
    if not turn_to(battle, me.die, numbered(HONOR, me.value - 1), "lowered"):
        track.drain(battle, me.die)
        statuses.gain(battle, now.unit, "stealth")


@face(
    HONOR,
    "S",
    "Into an adventurer's track: heals X at each of its turn ends, then 1 less.",
    hooks=(honor,),
)
def honor_the_dead(battle: Battle, engage: Engage, die: DieId) -> None:
    """Put the die into an adventurer's track as a status die; the Recovery step there returns it to
    its owner.
    """
    unit = asking.one_adventurer(
        battle, engage.by, NamedCode(HONOR), "Whom does Honor the Dead heal?"
    )
    statuses.gain_die(battle, unit, die, HONOR)


@face("rushed-ceremony-1", "D", "All adventurers heal completely; a level 5 enemy comes.")
def rushed_ceremony_1(battle: Battle, engage: Engage, die: DieId) -> None:
    """Heal every adventurer; then deploy a level 5 enemy of the bag in the closest free hex; the
    party breaks ties.
    """
    for unit in tuple(battle.adventurers()):
        heal(battle, unit.id, unit.health, engage.by)
    here = battle.unit(engage.by).at
    hexes = choosing.closest_free(battle, here) if here is not None else []
    chip = enemy_pool.draw_enemy(battle, SUMMONED_LEVEL) if hexes else ""
    if chip:
        text = f"Rushed Ceremony: where does {catalogue_of(battle).chips[chip].name} enter?"
        at = choosing.choose_hex(battle, battle.party, hexes, NamedCode(CEREMONY), text)
        deploying.tell_deployed(battle, [deploying.deploy_enemy(battle, chip, at)])


@face("rushed-ceremony-2", "D", "Your HP become 1; another party member heals completely.")
def rushed_ceremony_2(battle: Battle, engage: Engage, die: DieId) -> None:
    """Set the roller's HP to 1 and heal another party member, a companion too. Both as far as
    possible: neither is the price of the other.
    """
    own = battle.unit(engage.by)
    if own.hp != 1:
        battle.emit(HpChanged(own.id, 1, own.bonus, NamedReason(CEREMONY), own.id))
    others = [u for u in battle.in_play("party") if u.id != own.id]
    members = [u for u in others if u.kind in ("adventurer", "companion")]
    unit = asking.one_unit(battle, own.id, members, NamedCode(CEREMONY), "Who heals completely?")
    if unit:
        heal(battle, unit, battle.unit(unit).health, own.id)


@face("rushed-ceremony-3", "D", "Take up to 3 HP from each adventurer; share all of them out anew.")
def rushed_ceremony_3(battle: Battle, engage: Engage, die: DieId) -> None:
    """Take HP from adventurers and share them out anew: no healing, so Health is no limit.

    The sheet does not say whether an adventurer may give its last HP; here each keeps 1.
    """
    everybody = tuple(battle.adventurers())
    caps = tuple(min(GIVEN, unit.hp - 1) for unit in everybody)
    options = tuple(Option(u.id, u.name, f"{u.hp} HP") for u in everybody)
    text = "Rushed Ceremony: how many HP are taken from whom?"
    to = battle.deciders(engage.by)
    picks = battle.picks(
        Question(to, NamedCode(f"{CEREMONY}.take"), text, Split(options, sum(caps), 0, caps))
    )
    taken = sum(
        lose_hp(battle, unit.id, picks.count(unit.id), engage.by, NamedReason(CEREMONY))
        for unit in everybody
        if unit.id in picks
    )
    # Once more: to lose HP may have led to somebody's fall, and the fallen are given nothing.
    there = tuple(battle.adventurers())
    text = f"Rushed Ceremony: who gets the {taken} HP?"
    shares = asking.split(battle, engage.by, there, taken, NamedCode(f"{CEREMONY}.give"), text)
    for name, chips in shares.items():
        unit = battle.unit(name)
        battle.emit(HpChanged(name, unit.hp + chips, unit.bonus, NamedReason(CEREMONY), engage.by))


def _in_passage(battle: Battle, me: Me) -> bool:
    return battle.used(me, RITE, "round")


def _waits(battle: Battle, me: Me, now: Happening) -> bool:
    turn = battle.state.turn
    own = turn is not None and turn.unit == me.unit
    return my(battle, me, now) and own and me.die in battle.mat(me.unit).active


@hook(Moment.AFTER_RECOVERY, "Rite of Passage: your turn ends", when=_waits)
def pass_over(battle: Battle, me: Me, now: Happening) -> None:
    """Drain the die: your turn goes on with its end, whose effects still happen."""
    track.drain(battle, me.die)
    battle.emit(Noted(me.key(RITE), "round"))
    battle.emit(TurnStepped(adventurer_turn.END))


def _protects_me(battle: Battle, me: Me, now: Happening) -> bool:
    return my(battle, me, now) and _in_passage(battle, me)


@hook(Moment.HP_LOSS, "Rite of Passage: no HP are lost", when=_protects_me, forced=True)
def lose_nothing(battle: Battle, me: Me, now: Happening) -> None:
    """Lose no HP until the round ends, by damage or otherwise."""
    now.amount = 0
    if now.instance is not None:
        now.instance.limit(0)


@hook(Moment.STATUS_COMING, "Rite of Passage: no status", when=_protects_me, forced=True)
def gain_nothing(battle: Battle, me: Me, now: Happening) -> None:
    """Gain no status until the round ends."""
    now.stopped = True


def _was_performed(battle: Battle, me: Me, now: Happening) -> bool:
    return _in_passage(battle, me)


@hook(Moment.ROUND_ENDS, "Rite of Passage: all heal", when=_was_performed, forced=True)
def come_back(battle: Battle, me: Me, now: Happening) -> None:
    """All adventurers heal completely as the round ends."""
    for unit in tuple(battle.adventurers()):
        heal(battle, unit.id, unit.health, me.unit)


@face(
    RITE,
    "A",
    "After your Recovery step: drain it, end your turn, lose nothing; all heal at the round's end.",
    hooks=(pass_over, lose_nothing, gain_nothing, come_back),
    traits=(LINGERS,),
)
def rite_of_passage(battle: Battle, engage: Engage, die: DieId) -> None:
    """Do nothing now: the die waits in its slot; drained, it works on until the round ends."""


def _can_rise(battle: Battle, me: Me, now: Happening) -> bool:
    return (
        now.unit in battle.state.adventurers
        and battle.unit(now.unit).fate == "defeated"
        and battle.unit(me.unit).fate in ("", "defeated")
        and me.die in battle.mat(me.unit).active
        and now.hex is not None
        and bool(battle.free_hexes((now.hex,)))
    )


@hook(
    Moment.DEFEATED,
    "Master Ritualist: the fallen rises",
    when=_can_rise,
    defeated=True,
)
def raise_fallen(battle: Battle, me: Me, now: Happening) -> None:
    """Drain the die: the adventurer who was just defeated, perhaps its owner, is back in its hex
    with 5 HP.

    Health is no limit. If another unit stands in that hex by now, nobody comes back.
    """
    assert now.hex is not None
    track.drain(battle, me.die)
    battle.emit(Noted(notes.named(me.unit, RITUAL), "battle"))
    battle.emit(UnitDeployed(now.unit, now.hex, None, RISEN))


@face(RITUAL, "A", "When an adventurer falls: it rises at once, with 5 HP.", hooks=(raise_fallen,))
def master_ritualist(battle: Battle, engage: Engage, die: DieId) -> None:
    """Do nothing now: the die waits in its slot. It answers no defeat from before it lay there."""


def _points(die: str) -> tuple[str, ...]:
    return tuple(numbered(die, n) for n in range(1, 6))


T = "tenacity"
HONOR_THE_DEAD = SkillDie(DieKind(HONOR), "Honor the Dead", 3, 1, (T, *_points(HONOR)))
RUSHED_CEREMONY = SkillDie(
    DieKind(CEREMONY), "Rushed Ceremony", 3, 1, tuple(f"{CEREMONY}-{n}" for n in (1, 1, 2, 2, 3, 3))
)
RITE_OF_PASSAGE = SkillDie(DieKind(RITE), "Rite of Passage", 3, 1, (T, *(RITE,) * 5))
MASTER_RITUALIST = SkillDie(DieKind(RITUAL), "Master Ritualist", 4, 1, (T, T, T, *(RITUAL,) * 3))
FACES = (
    honor_the_dead,
    rushed_ceremony_1,
    rushed_ceremony_2,
    rushed_ceremony_3,
    rite_of_passage,
    master_ritualist,
)
