"""Daedric Summoning: the curse, the stone that turns dice, and the summoner's art."""

from protocol.battle import DiceShown
from protocol.questions import One, Option, Question
from server.rules.battle import paying
from server.rules.battle.battle import Battle
from server.rules.battle.components import SkillDie
from server.rules.battle.effects import Me, Stat, face, hook, modifier
from server.rules.battle.engage import ENEMY_COMBAT_DIE
from server.rules.battle.moments import Happening, Moment
from server.rules.battle.resolving import FREE
from server.rules.battle.roll import Engage
from server.rules.content import asking
from server.rules.content.reading import lower, value_of
from server.rules.content.units import open_neighbours

CURSE, STONE, SUMMONER = "daedric-curse", "power-stone", "expert-summoner"
MOST_TENACITY = 2
FIRST = (STONE, "defiance")
"""Dice that may be resolved ahead of a Power Stone: what changes a roll comes before the rest."""


def _somebody_near(battle: Battle, engage: Engage, die: str) -> bool:
    return bool(open_neighbours(battle, engage))


def _curse(battle: Battle, engage: Engage, die: str, points: int) -> None:
    text = f"Daedric Curse: who is dealt {points} true damage?"
    enemy = asking.one_unit(battle, engage.by, open_neighbours(battle, engage), CURSE, text)
    engage.hit_true(battle, enemy, points, die)


@face("daedric-curse-1", "I", "X true damage to an adjacent enemy.", can=_somebody_near)
def daedric_curse_1(battle: Battle, engage: Engage, die: str) -> None:
    """Any one, the target or not."""
    _curse(battle, engage, die, value_of(battle, die))


@face(
    "daedric-curse-2",
    "I",
    "1 true damage to an adjacent enemy; then an ability up to 2 tenacity for nothing.",
    can=_somebody_near,
)
def daedric_curse_2(battle: Battle, engage: Engage, die: str) -> None:
    """The damage is the price; then any adventurer may use an own class ability without paying.

    The printed price counts, and limits of a turn hold. It is resolved whole, damage included,
    before this engage goes on; an interrupt waits for its moment, so it is never the one.
    """
    _curse(battle, engage, die, 1)
    able = [u for u in battle.adventurers() if paying.grantable(battle, u.id, MOST_TENACITY)]
    text = "Daedric Curse: who may use a class ability for nothing?"
    unit = asking.one_unit(battle, engage.by, able, f"{CURSE}.who", text)
    if not unit:
        return
    offers = {one.id: (me, one) for me, one in paying.grantable(battle, unit, MOST_TENACITY)}
    chosen = battle.pick(
        Question(
            to=battle.deciders(unit),
            why=f"{CURSE}.ability",
            text="Use a class ability for nothing?",
            shape=One(tuple(Option(key, one.name, one.text) for key, (_, one) in offers.items())),
            rule="ENG-30",
            may_pass=True,
            about=unit,
        )
    )
    if chosen:
        with battle.game.deeper():
            paying.use(battle, *offers[chosen], free=True)


def _nothing_resolved(battle: Battle, engage: Engage, die: str) -> bool:
    kinds = [battle.state.dice[one].kind for one in engage.resolved]
    return not engage.free_done and all(kind in FIRST for kind in kinds)


def _turns(battle: Battle, engage: Engage, die: str, done: list[str]) -> tuple[Option, ...]:
    """Every die that may be turned, with every face that it does not show: "die:face"."""
    options = []
    for other in battle.mat(engage.by).rolled:
        if other == die or other in done or other not in engage.dice:
            continue
        shown = battle.state.dice[other]
        kind = battle.catalogue.dice[shown.kind]
        for text in dict.fromkeys(kind.faces):
            if text != kind.faces[shown.face]:
                key = f"{other}:{kind.faces.index(text)}"
                options.append(Option(key, f"{kind.name}: {text}"))
    for at, value in enumerate(engage.free):
        if f"{FREE}{at}" not in done:
            for other_value in sorted(dict.fromkeys(ENEMY_COMBAT_DIE)):
                if other_value != value:
                    text = f"Enemy Combat die {at + 1}: {other_value}"
                    options.append(Option(f"{FREE}{at}:{other_value}", text, f"shows {value}"))
    return tuple(options)


@face(STONE, "I", "First of all: turn up to X other dice of the roll.", can=_nothing_resolved)
def power_stone(battle: Battle, engage: Engage, die: str) -> None:
    """Each to any of its faces; it changes the roll, so nothing else has been resolved by then.

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
                why=STONE,
                text=f"Power Stone: turn a die to which face? {left} left.",
                shape=One(options),
                may_pass=True,
                about=engage.by,
            )
        )
        if not picked:
            return
        other, _, shown = picked.rpartition(":")
        done.append(other)
        if other in battle.state.dice:
            battle.emit(DiceShown((other,), (int(shown),), STONE))
        else:
            engage.free[int(other.removeprefix(FREE))] = int(shown)


@modifier(Stat.COMBAT, "Expert Summoner", companions=True)
def fiercer(battle: Battle, me: Me, value: int) -> int:
    """X more enemy Combat dice for each companion of the owner."""
    return value + me.value


@modifier(Stat.MOVEMENT, "Expert Summoner", companions=True)
def swifter(battle: Battle, me: Me, value: int) -> int:
    """X more hexes for each companion of the owner."""
    return value + me.value


def _my_companion(battle: Battle, me: Me, now: Happening) -> bool:
    unit = battle.unit(now.by)
    return unit.kind == "companion" and unit.controller == battle.seat(me.unit)


@hook(Moment.ENGAGE_OVER, "Expert Summoner goes down", when=_my_companion, forced=True)
def wane(battle: Battle, me: Me, now: Happening) -> None:
    """By 1 each time one of them has engaged; below 1 it is exhausted. Nobody can decline it."""
    lower(battle, me.die, 1)


@face(
    SUMMONER,
    "A",
    "Your companions have X more Combat and movement; 1 less after each of their engages.",
    hooks=(wane,),
    modifiers=(fiercer, swifter),
)
def expert_summoner(battle: Battle, engage: Engage, die: str) -> None:
    """It works in its slot until it is used up or put away."""


T = "tenacity"
DAEDRIC_CURSE = SkillDie(
    CURSE,
    "Daedric Curse",
    1,
    1,
    (T, T, f"{CURSE}-1:1", *(f"{CURSE}-1:2",) * 2, f"{CURSE}-2"),
)
POWER_STONE = SkillDie(STONE, "Power Stone", 2, 1, (T, T, *(f"{STONE}:1",) * 3, f"{STONE}:2"))
EXPERT_SUMMONER = SkillDie(
    SUMMONER, "Expert Summoner", 2, 1, (T, T, T, *(f"{SUMMONER}:{n}" for n in (1, 2, 3)))
)
FACES = (daedric_curse_1, daedric_curse_2, power_stone, expert_summoner)
