"""The odds of a planned engage, exact: every face of every die, by the rules that will resolve it.

Each result is resolved for itself in the situation at hand, as if nothing else had been rolled;
their damage is added up over all ways the dice can fall, and every sum is let land on the target.
Rerolls, and reactions that somebody may choose, are left out.
"""

from collections import Counter
from functools import partial
from typing import NamedTuple

from protocol.battle import DiceGathered, DiceShown, EngageBegan, FormChanged
from protocol.previews import Chances, DieOdds, EngageOdds, FaceOdds
from server.rules.battle import bearers, resolving, statuses
from server.rules.battle.battle import Battle
from server.rules.battle.effects import Stat
from server.rules.battle.engage import ENEMY_COMBAT_DIE
from server.rules.battle.moments import Happening, Moment
from server.rules.battle.plan import Chosen, read
from server.rules.battle.roll import Engage, Pool
from server.rules.battle.state import MAX_ENEMY_COMBAT_DICE, BattleState
from server.rules.engine.foresight import Foresight

ENEMY_COMBAT = "Enemy Combat die"
FACES = 6


class Dealt(NamedTuple):
    """Damage to the target: by Combat dice, by others, true; by how many dice; HP lost at once.

    `ignored` is how much of its defense that leaves out of account.
    """

    combat: int = 0
    other: int = 0
    true: int = 0
    dice: int = 0
    at_once: int = 0
    ignored: int = 0

    def __add__(self, more: tuple[int, ...]) -> "Dealt":  # type: ignore[override]
        return Dealt(*(a + b for a, b in zip(self, more, strict=True)))

    @property
    def points(self) -> int:
        """All of it, before prevention."""
        return self.combat + self.other + self.true + self.at_once


class Landed(NamedTuple):
    """What a sum of damage came to: points dealt, HP lost, and whether the target falls."""

    dealt: int
    lost: int
    falls: bool


class Ready(NamedTuple):
    """What an engage brings along before its dice fall."""

    extra: int
    dealt: Dealt


def odds(foresee: Foresight[BattleState, Battle], unit: str, picks: tuple[str, ...]) -> EngageOdds:
    """The odds of a plan, which need not be complete; without a target there is no damage."""
    chosen = read(picks)
    battle = foresee.now()
    ready = foresee.usual(partial(_prepare, unit=unit, chosen=chosen))
    extra = ready.extra if ready else 0
    dice = [_die(foresee, unit, chosen, die) for die in chosen.dice if die in battle.state.dice]
    free = [_enemy_combat_die()] * min(extra, MAX_ENEMY_COMBAT_DICE) if chosen.target else []
    falls: Counter[Dealt] = Counter({ready.dealt if ready else Dealt(): 1})
    for _, faces in [*dice, *free]:
        falls = _both(falls, faces)
    dealt: Counter[int] = Counter()
    lost: Counter[int] = Counter()
    defeats, is_open = 0, ready is None or any(r.opens for odd, _ in dice for r in odd.results)
    for sum_, ways in falls.items():
        landed = foresee.usual(partial(_land, unit=unit, chosen=chosen, ready=ready, sum_=sum_))
        is_open = is_open or landed is None
        blow = landed or Landed(sum_.points, 0, False)
        dealt[blow.dealt] += ways
        lost[blow.lost] += ways
        defeats += ways if blow.falls else 0
    return EngageOdds(
        chosen.target,
        tuple(odd for odd, _ in [*dice, *free]),
        chances(dealt),
        chances(lost),
        defeats,
        _defense(battle, chosen.target),
        _answers(battle, chosen.target),
        is_open,
    )


def chances(falls: Counter[int]) -> Chances:
    """A distribution as the wire has it."""
    points = tuple(sorted(falls))
    return Chances(points, tuple(falls[at] for at in points), falls.total())


def enemy_combat_roll(count: int) -> Counter[int]:
    """How the sum of some enemy Combat dice can fall."""
    falls: Counter[int] = Counter({0: 1})
    for _ in range(count):
        sums: Counter[int] = Counter()
        for sum_, ways in falls.items():
            for value in ENEMY_COMBAT_DIE:
                sums[sum_ + value] += ways
        falls = sums
    return falls


def _both(a: Counter[Dealt], b: Counter[Dealt]) -> Counter[Dealt]:
    falls: Counter[Dealt] = Counter()
    for one, ways in a.items():
        for other, more in b.items():
            falls[one + other] += ways * more
    return falls


def _enemy_combat_die() -> tuple[DieOdds, Counter[Dealt]]:
    values = Counter(ENEMY_COMBAT_DIE)
    results = tuple(FaceOdds(n, f"{value} damage", value) for value, n in values.items())
    falls = Counter({Dealt(combat=v, dice=int(v > 0)): n for v, n in values.items()})
    return DieOdds("", ENEMY_COMBAT, results), falls


def _begin(battle: Battle, unit: str, chosen: Chosen) -> Engage:
    """Steps 2 and 3 without what others have to say."""
    if chosen.form and chosen.form != battle.mat(unit).form:
        battle.emit(FormChanged(unit, chosen.form))
    engage = Engage(unit, battle.mat(unit).form, weapon=chosen.weapon, overtaxed=chosen.overtaxed)
    engage.track = battle.mat(unit).track
    if chosen.target:
        engage.targets.append(chosen.target)
    battle.emit(EngageBegan(unit, tuple(engage.targets), engage.form))
    battle.enter(engage)
    return engage


def _prepare(battle: Battle, *, unit: str, chosen: Chosen) -> Ready:
    """What comes before the roll: the weapon, and what adds to every engage."""
    engage = _begin(battle, unit, chosen)
    engage.dice = [die for die in chosen.dice if die in battle.mat(unit).row]
    battle.at(Happening(Moment.ENGAGE_BEGINS, by=unit, engage=engage))
    if engage.weapon:
        resolving.use_weapon(battle, engage)
    battle.at(Happening(Moment.BEFORE_ROLL, by=unit, engage=engage))
    pool = engage.pools.get(chosen.target, Pool())
    extra = engage.extra if statuses.may_roll(battle, unit) else 0
    ignored = engage.ignored.get(chosen.target, 0)
    already = Dealt(pool.combat, pool.other, pool.true, len(engage.damaging), ignored=ignored)
    return Ready(extra, already)


def _die(
    foresee: Foresight[BattleState, Battle], unit: str, chosen: Chosen, die: str
) -> tuple[DieOdds, Counter[Dealt]]:
    """What each face of a die does, and how its damage can fall."""
    battle = foresee.now()
    kind = battle.catalogue.dice[battle.state.dice[die].kind]
    shown = Counter(kind.faces)
    results: list[FaceOdds] = []
    falls: Counter[Dealt] = Counter()
    for face, count in shown.items():
        at = kind.faces.index(face)
        scene = partial(_face, unit=unit, chosen=chosen, die=die, face=at)
        dealt = foresee.usual(scene)
        icon = kind.icon(at)
        read_as = foresee.usual(partial(_text, unit=unit, chosen=chosen, die=die, face=at))
        now = dealt or Dealt()
        text = read_as or ("+1 tenacity" if icon == "tenacity" else "nothing here")
        results.append(
            FaceOdds(count, text, now.combat + now.other + now.at_once, now.true, dealt is None)
        )
        falls[now] += count
    return DieOdds(die, kind.name, tuple(results)), falls


def _shown(battle: Battle, unit: str, chosen: Chosen, die: str, face: int) -> Engage:
    engage = _begin(battle, unit, chosen)
    engage.dice = [die]
    battle.emit(DiceGathered(unit, (die,)))
    battle.emit(DiceShown((die,), (face,), "roll"))
    return engage


def _text(battle: Battle, *, unit: str, chosen: Chosen, die: str, face: int) -> str:
    engage = _shown(battle, unit, chosen, die, face)
    read_as = bearers.face_of(battle.catalogue, battle.state, die, engage.form)
    return read_as.text if read_as else ""


def _face(battle: Battle, *, unit: str, chosen: Chosen, die: str, face: int) -> Dealt:
    """The damage to the target if this face is resolved."""
    engage = _shown(battle, unit, chosen, die, face)
    before = battle.unit(chosen.target) if chosen.target else None
    if resolving.can(battle, engage, die):
        resolving.resolve_die(battle, engage, die)
    if before is None:
        return Dealt()
    after = battle.unit(chosen.target)
    pool = engage.pools.get(chosen.target, Pool())
    at_once, ignored = max(0, before.hp - after.hp), engage.ignored.get(chosen.target, 0)
    return Dealt(pool.combat, pool.other, pool.true, len(engage.damaging), at_once, ignored)


def _land(battle: Battle, *, unit: str, chosen: Chosen, ready: Ready | None, sum_: Dealt) -> Landed:
    """What so much damage comes to at the target."""
    if not chosen.target:
        return Landed(0, 0, False)
    engage = _begin(battle, unit, chosen)
    before = battle.unit(chosen.target).hp
    near = battle.adjacent(unit, chosen.target)
    engage.dice = list(chosen.dice)
    engage.free = [1] * (ready.extra if ready else 0)
    rolled = [*engage.dice, *(f"{resolving.FREE}{at}" for at in range(len(engage.free)))]
    engage.damaging = rolled[: sum_.dice]
    engage.ignored[chosen.target] = sum_.ignored
    if sum_.combat + sum_.other + sum_.true:
        engage.pools[chosen.target] = Pool(sum_.combat, sum_.other, sum_.true, near, not near)
        engage.land_pools(battle)
    lost = min(before, before - battle.unit(chosen.target).hp + sum_.at_once)
    return Landed(engage.dealt.get(chosen.target, 0) + sum_.at_once, lost, lost == before)


def _defense(battle: Battle, target: str) -> str:
    if not target or target in battle.state.adventurers:
        return ""
    chip = battle.catalogue.chips.get(battle.unit(target).chip)
    printed = chip.defense if chip else 0
    return str(battle.value(target, Stat.DEFENSE, printed))


def _answers(battle: Battle, target: str) -> tuple[str, ...]:
    """The target's skills that work now, in words."""
    if not target:
        return ()
    known = battle.catalogue.skills
    return tuple(
        f"{known[name].name}{f' {me.value}' if me.value else ''}: {known[name].text}"
        for me, name in bearers.skills(battle, battle.unit(target))
    )
