"""Daedric Summoning (p89): Daedric Curse, Power Stone, which turns dice, and Expert Summoner."""

from protocol.battle import DiceShown, NamedReason
from protocol.ids import DieId, DieKind, NamedCode
from protocol.option_keys import option_key, read_key
from protocol.questions import One, Option, Question
from server.rules.battle.adventurer import abilities
from server.rules.battle.components.catalogue import catalogue_of
from server.rules.battle.components.effects import face, hook, modifier
from server.rules.battle.components.printed import SkillDie, numbered
from server.rules.battle.engage import dealing, engage_action, resolving
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.engagement import Engage
from server.rules.battle.kernel.me import Me
from server.rules.battle.kernel.moments import Happening, Moment
from server.rules.battle.kernel.values import Stat
from server.rules.content import asking
from server.rules.content.reading import lower, value_of
from server.rules.content.units import open_neighbours

CURSE, STONE, SUMMONER = "daedric-curse", "power-stone", "expert-summoner"
MOST_TENACITY = 2  # tenacity: what an ability that is granted for nothing may cost
FIRST = (STONE, "defiance")
"""Dice that may be resolved ahead of a Power Stone: what changes a roll comes before the rest."""


def _somebody_near(battle: Battle, engage: Engage, die: DieId) -> bool:
    return bool(open_neighbours(battle, engage))


def _curse(battle: Battle, engage: Engage, die: DieId, points: int) -> None:
    text = f"Daedric Curse: who is dealt {points} true damage?"
    enemy = asking.one_unit(
        battle, engage.by, open_neighbours(battle, engage), NamedCode(CURSE), text
    )
    dealing.hit_true(battle, engage, enemy, points, die)


@face("daedric-curse-1", "I", "X true damage to an adjacent enemy.", can=_somebody_near)
def daedric_curse_1(battle: Battle, engage: Engage, die: DieId) -> None:
    """Deal X true damage to any adjacent enemy, the target or not."""
    _curse(battle, engage, die, value_of(battle, die))


@face(
    "daedric-curse-2",
    "I",
    "1 true damage to an adjacent enemy; then an ability up to 2 tenacity for nothing.",
    can=_somebody_near,
)
def daedric_curse_2(battle: Battle, engage: Engage, die: DieId) -> None:
    """Deal the damage as the price; then any adventurer may use a class ability of its own without
    paying.

    The printed price counts, and limits of a turn hold. The ability is resolved whole, damage
    included, before this engage goes on; an interrupt waits for its moment, so it cannot be chosen.
    """
    _curse(battle, engage, die, 1)
    able = [u for u in battle.adventurers() if abilities.grantable(battle, u.id, MOST_TENACITY)]
    text = "Daedric Curse: who may use a class ability for nothing?"
    unit = asking.one_unit(battle, engage.by, able, NamedCode(f"{CURSE}.who"), text)
    if not unit:
        return
    offers = {one.id: (me, one) for me, one in abilities.grantable(battle, unit, MOST_TENACITY)}
    chosen = battle.pick(
        Question(
            to=battle.deciders(unit),
            why=NamedCode(f"{CURSE}.ability"),
            text="Use a class ability for nothing?",
            shape=One(tuple(Option(key, one.name, one.text) for key, (_, one) in offers.items())),
            rule="ENG-30",
            may_pass=True,
            about=unit,
        )
    )
    if chosen:
        with battle.game.deeper():
            abilities.use(battle, *offers[chosen], free=True)


def _nothing_resolved(battle: Battle, engage: Engage, die: DieId) -> bool:
    kinds = [battle.state.dice[one].kind for one in engage.resolved]
    return not engage.free_done and all(kind in FIRST for kind in kinds)


def _turns(battle: Battle, engage: Engage, die: DieId, done: list[str]) -> tuple[Option, ...]:
    """Return every die that may be turned, with every face that it does not show: "die:face"."""
    options = []
    for other in battle.mat(engage.by).rolled:
        if other == die or other in done or other not in engage.dice:
            continue
        shown = battle.state.dice[other]
        kind = catalogue_of(battle).dice[shown.kind]
        for text in dict.fromkeys(kind.faces):
            if text != kind.faces[shown.face]:
                key = option_key(other, f"{kind.faces.index(text)}")
                options.append(Option(key, f"{kind.name}: {text}"))
    for at, value in enumerate(engage.free):
        if resolving.free_die(at) not in done:
            for other_value in sorted(dict.fromkeys(engage_action.ENEMY_COMBAT_DIE)):
                if other_value != value:
                    text = f"Enemy Combat die {at + 1}: {other_value}"
                    options.append(
                        Option(
                            option_key(resolving.free_die(at), f"{other_value}"),
                            text,
                            f"shows {value}",
                        )
                    )
    return tuple(options)


@face(STONE, "I", "First of all: turn up to X other dice of the roll.", can=_nothing_resolved)
def power_stone(battle: Battle, engage: Engage, die: DieId) -> None:
    """Turn up to X other dice of the roll, each to any of its faces. It changes the roll, so no
    other die has been resolved by then.

    Enemy Combat dice of the roll are dice like the others.
    """
    done: list[str] = []
    for left in range(value_of(battle, die), 0, -1):
        options = _turns(battle, engage, die, done)
        if not options:
            return
        picked = battle.pick(
            Question(
                to=battle.deciders(engage.by),
                why=NamedCode(STONE),
                text=f"Power Stone: turn a die to which face? {left} left.",
                shape=One(options),
                may_pass=True,
                about=engage.by,
            )
        )
        if not picked:
            return
        other, shown = read_key(picked)
        done.append(other)
        if other in battle.state.dice:
            battle.emit(DiceShown((DieId(other),), (int(shown),), NamedReason(STONE)))
        else:
            free = [resolving.free_die(at) for at in range(len(engage.free))]
            engage.free[free.index(DieId(other))] = int(shown)


@modifier(Stat.COMBAT, "Expert Summoner", companions=True)
def fiercer(battle: Battle, me: Me, value: int) -> int:
    """Each companion of the owner rolls X enemy Combat dice more."""
    return value + me.value


@modifier(Stat.MOVEMENT, "Expert Summoner", companions=True)
def swifter(battle: Battle, me: Me, value: int) -> int:
    """Each companion of the owner moves X hexes farther."""
    return value + me.value


def _my_companion(battle: Battle, me: Me, now: Happening) -> bool:
    unit = battle.unit(now.by)
    return unit.kind == "companion" and unit.controller == battle.seat(me.unit)


@hook(Moment.ENGAGE_OVER, "Expert Summoner goes down", when=_my_companion, forced=True)
def wane(battle: Battle, me: Me, now: Happening) -> None:
    """The die goes down by 1 after each engage of a companion; below 1 it is exhausted. Nobody can
    decline it.
    """
    lower(battle, me.die, 1)


@face(
    SUMMONER,
    "A",
    "Your companions have X more Combat and movement; 1 less after each of their engages.",
    hooks=(wane,),
    modifiers=(fiercer, swifter),
)
def expert_summoner(battle: Battle, engage: Engage, die: DieId) -> None:
    """Do nothing now: the die works in its slot until it is used up or put away."""


T = "tenacity"
DAEDRIC_CURSE = SkillDie(
    DieKind(CURSE),
    "Daedric Curse",
    1,
    1,
    (T, T, numbered(f"{CURSE}-1", 1), *(numbered(f"{CURSE}-1", 2),) * 2, f"{CURSE}-2"),
)
POWER_STONE = SkillDie(
    DieKind(STONE), "Power Stone", 2, 1, (T, T, *(numbered(STONE, 1),) * 3, numbered(STONE, 2))
)
EXPERT_SUMMONER = SkillDie(
    DieKind(SUMMONER),
    "Expert Summoner",
    2,
    1,
    (T, T, T, *(numbered(SUMMONER, n) for n in (1, 2, 3))),
)
FACES = (daedric_curse_1, daedric_curse_2, power_stone, expert_summoner)
