"""The odds of a planned engage, exact: every face of every die, by the rules that will resolve it.

Each result is resolved by itself in the present situation, as if nothing else had been rolled; the
damage is added up over all ways in which the dice can fall, and every sum is applied to the target.
Rerolls, and reactions that somebody may choose, are left out.

Equal dice are worked out once, and sums with the same effect applied once: points of Combat dice
are kept apart from others only under Maim, and the number of dice that dealt damage only if the
landing reads it (see `Counted`). Every scene takes a step of the foresight's budget.
"""

from collections import Counter
from collections.abc import Iterator
from functools import partial
from typing import Any, NamedTuple

from protocol.battle import DiceGathered, DiceShown, EngageBegan, FormChanged
from protocol.ids import NO_DIE, DieId, UnitId
from protocol.previews import Chances, DieOdds, EngageOdds, FaceOdds
from server.rules.battle.adventurer import statuses
from server.rules.battle.components import active_effects, dice_effects
from server.rules.battle.components.catalogue import catalogue_of
from server.rules.battle.engage import dealing, resolving
from server.rules.battle.engage.engage_action import ENEMY_COMBAT_DIE
from server.rules.battle.engage.plan import Chosen, read
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.engagement import Engage, Pool
from server.rules.battle.kernel.moments import Happening, Moment
from server.rules.battle.kernel.state import MAX_ENEMY_COMBAT_DICE, BattleState, Die
from server.rules.battle.kernel.values import Stat
from server.rules.engine.foresight import Foresight, Slices

ENEMY_COMBAT = "Enemy Combat die"
CELLS_A_STEP = 200
"""Sums that are added up for one step of the budget: they take about as long as one scene."""


class Dealt(NamedTuple):
    """Damage to the target in points: by Combat dice, by others, true; the number of dice that
    dealt it; HP lost at once. `ignored` is how many points of its defense it ignores.
    """

    combat: int = 0
    other: int = 0
    true: int = 0
    dice: int = 0
    at_once: int = 0
    ignored: int = 0

    @property
    def points(self) -> int:
        """Return all points of it, before prevention."""
        return self.combat + self.other + self.true + self.at_once


Falls = dict[Dealt, int]
"""In how many ways the dice can fall to each damage."""


class Counted(list[str]):
    """The dice that dealt damage. `seen` says whether anything has read them: if not, the landing
    does not depend on their number.
    """

    seen = False

    def __contains__(self, die: object) -> bool:
        self.seen = True
        return super().__contains__(die)

    def __iter__(self) -> Iterator[str]:
        self.seen = True
        return super().__iter__()

    def __len__(self) -> int:
        self.seen = True
        return super().__len__()

    def __getitem__(self, at: Any) -> Any:
        self.seen = True
        return super().__getitem__(at)


class Landed(NamedTuple):
    """The result of a sum of damage: points dealt, HP lost, whether the target is defeated, and
    the HP that it had.
    """

    dealt: int
    lost: int
    falls: bool
    hp: int = 0

    def and_at_once(self, points: int) -> "Landed":
        """Return the same with `points` HP more lost at once."""
        if not points:
            return self
        # Both were worked out by themselves, so together they may exceed the target's HP.
        lost = min(self.hp, self.lost + points)
        return Landed(self.dealt + points, lost, bool(self.hp) and lost == self.hp, self.hp)


class Ready(NamedTuple):
    """What an engage has before its roll: the number of enemy Combat dice, and damage dealt."""

    extra: int
    dealt: Dealt


def odds(
    foresee: Foresight[BattleState, Battle], unit: UnitId, picks: tuple[str, ...]
) -> Slices[EngageOdds]:
    """Return the odds of a plan, which may be incomplete; without a target there is no damage.

    Raises `TooMany`.
    """
    chosen = read(picks)
    battle = foresee.now()
    ready = yield from foresee.usual(partial(_prepare, unit=unit, chosen=chosen))
    extra = ready.extra if ready else 0
    looked: dict[Die, tuple[DieOdds, Counter[Dealt]]] = {}
    dice = []
    for die in chosen.dice:
        # What a client asks about may be gone by now
        # (test_picks_of_what_is_not_there_are_left_out).
        if (lies := battle.state.dice.get(die)) is not None:
            # By what the die is and shows, not by its id: equal dice are worked out once.
            if lies not in looked:
                looked[lies] = yield from _die(foresee, unit, chosen, die)
            dice.append((_named(looked[lies][0], die), looked[lies][1]))
    free = [_enemy_combat_die()] * min(extra, MAX_ENEMY_COMBAT_DICE) if chosen.target else []
    landings = yield from _landings(
        foresee,
        _Landing(unit, chosen, ready, foresee.now().has(unit, "maim")),
        [faces for _, faces in [*dice, *free]],
    )
    dealt: Counter[int] = Counter()
    lost: Counter[int] = Counter()
    defeats, is_open = 0, ready is None or any(r.opens for odd, _ in dice for r in odd.results)
    for sum_, landed, ways in landings:
        is_open = is_open or landed is None
        landing = landed or Landed(sum_.points, 0, False)
        dealt[landing.dealt] += ways
        lost[landing.lost] += ways
        defeats += ways if landing.falls else 0
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


def _named(odds: DieOdds, die: DieId) -> DieOdds:
    return odds if odds.die == die else DieOdds(die, odds.name, odds.results)


class _Landing(NamedTuple):
    unit: UnitId
    chosen: Chosen
    ready: Ready | None
    is_maimed: bool

    def same(self, dealt: Dealt, *, counts: bool) -> Dealt:
        """Return the parts of some damage that make a difference as it lands; with `counts` the
        number of dice is one.
        """
        dice = dealt.dice if counts else 0
        if self.is_maimed:
            return dealt._replace(dice=dice)
        return dealt._replace(combat=0, other=dealt.combat + dealt.other, dice=dice)


def _landings(
    foresee: Foresight[BattleState, Battle], landing: _Landing, dice: list[Counter[Dealt]]
) -> Slices[list[tuple[Dealt, Landed | None, int]]]:
    """Return each sum of damage with its result, and in how many ways the dice fall to it."""
    for counts in (False, True):
        falls = yield from _added(foresee, landing, dice, counts=counts)
        known: dict[Dealt, Landed | None] = {}
        found: list[tuple[Dealt, Landed | None, int]] = []
        counted = Counted()
        for sum_, ways in falls.items():
            # HP lost at once are added to the result afterwards: sums that differ only in them are
            # applied once.
            physical = sum_._replace(at_once=0)
            if physical not in known:
                scene = partial(_land, landing=landing, sum_=physical, counted=counted)
                known[physical] = yield from foresee.usual(scene)
                # The landing depends on the number of dice that dealt damage: begin again, with
                # sums kept apart by that number.
                if counted.seen and not counts:
                    break
            landed = known[physical]
            found.append((sum_, landed and landed.and_at_once(sum_.at_once), ways))
        else:
            return found
    raise AssertionError("the second time the dice were counted")


def _added(
    foresee: Foresight[BattleState, Battle],
    landing: _Landing,
    dice: list[Counter[Dealt]],
    *,
    counts: bool,
) -> Slices[Falls]:
    """Return all sums of the dice and of what was dealt before them."""
    before = landing.ready.dealt if landing.ready else Dealt()
    falls: Falls = {landing.same(before, counts=counts): 1}
    cells = 0
    for die in dice:
        faces: Falls = {}
        for face, ways in die.items():
            same = landing.same(face, counts=counts)
            faces[same] = faces.get(same, 0) + ways
        falls, before_it = {}, falls
        for sum_, ways in before_it.items():
            _add(falls, sum_, ways, faces)
            cells += len(faces)
            if cells >= CELLS_A_STEP:
                cells = 0
                yield from foresee.steps()
    return falls


def chances(falls: Counter[int]) -> Chances:
    """Return a distribution (points to number of ways) as the wire has it."""
    points = tuple(sorted(falls))
    return Chances(points, tuple(falls[at] for at in points), falls.total())


def enemy_combat_roll(count: int) -> Counter[int]:
    """Return in how many ways `count` enemy Combat dice fall to each sum."""
    falls: Counter[int] = Counter({0: 1})
    for _ in range(count):
        sums: Counter[int] = Counter()
        for sum_, ways in falls.items():
            for value in ENEMY_COMBAT_DIE:
                sums[sum_ + value] += ways
        falls = sums
    return falls


def _add(falls: Falls, sum_: Dealt, ways: int, faces: Falls) -> None:
    """Add a die's faces to one sum of the dice before it."""
    for face, more in faces.items():
        # Field by field: in this innermost loop a generic sum takes four times as long.
        both = Dealt(
            sum_[0] + face[0],
            sum_[1] + face[1],
            sum_[2] + face[2],
            sum_[3] + face[3],
            sum_[4] + face[4],
            sum_[5] + face[5],
        )
        falls[both] = falls.get(both, 0) + ways * more


def _enemy_combat_die() -> tuple[DieOdds, Counter[Dealt]]:
    values = Counter(ENEMY_COMBAT_DIE)
    results = tuple(FaceOdds(n, f"{value} damage", value) for value, n in values.items())
    # A miss deals no damage, so its die does not count for Dodge (C-09).
    falls = Counter({Dealt(combat=v, dice=int(v > 0)): n for v, n in values.items()})
    return DieOdds(NO_DIE, ENEMY_COMBAT, results), falls


def _begin(battle: Battle, unit: UnitId, chosen: Chosen) -> Engage:
    """Take steps 2 and 3 without reactions of others. Returns the engage."""
    if chosen.form and chosen.form != battle.mat(unit).form:
        battle.emit(FormChanged(unit, chosen.form))
    engage = Engage(unit, battle.mat(unit).form, weapon=chosen.weapon, overtaxed=chosen.overtaxed)
    engage.track = battle.mat(unit).track
    if chosen.target:
        engage.targets.append(chosen.target)
    battle.emit(EngageBegan(unit, tuple(engage.targets), engage.form))
    battle.enter(engage)
    return engage


def _prepare(battle: Battle, *, unit: UnitId, chosen: Chosen) -> Ready:
    """Return what the engage has before its roll: by its weapon and by other effects."""
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
    foresee: Foresight[BattleState, Battle], unit: UnitId, chosen: Chosen, die: DieId
) -> Slices[tuple[DieOdds, Counter[Dealt]]]:
    """Return what each face of a die does, and in how many ways it falls to each damage."""
    battle = foresee.now()
    kind = catalogue_of(battle).dice[battle.state.dice[die].kind]
    shown = Counter(kind.faces)
    results: list[FaceOdds] = []
    falls: Counter[Dealt] = Counter()
    for face, count in shown.items():
        # Equal faces do the same, so each is resolved once and counted `count` times.
        at = kind.faces.index(face)
        scene = partial(_face, unit=unit, chosen=chosen, die=die, face=at)
        dealt = yield from foresee.usual(scene)
        icon = kind.icon(at)
        text_of = partial(_text, unit=unit, chosen=chosen, die=die, face=at)
        read_as = yield from foresee.usual(text_of)
        now = dealt or Dealt()
        text = read_as or ("+1 tenacity" if icon == "tenacity" else "nothing here")
        results.append(
            FaceOdds(count, text, now.combat + now.other + now.at_once, now.true, dealt is None)
        )
        falls[now] += count
    return DieOdds(die, kind.name, tuple(results)), falls


def _shown(battle: Battle, unit: UnitId, chosen: Chosen, die: DieId, face: int) -> Engage:
    engage = _begin(battle, unit, chosen)
    engage.dice = [die]
    battle.emit(DiceGathered(unit, (die,)))
    battle.emit(DiceShown((die,), (face,), "roll"))
    return engage


def _text(battle: Battle, *, unit: UnitId, chosen: Chosen, die: DieId, face: int) -> str:
    engage = _shown(battle, unit, chosen, die, face)
    read_as = dice_effects.face_of(catalogue_of(battle), battle.state, die, engage.form)
    return read_as.text if read_as else ""


def _face(battle: Battle, *, unit: UnitId, chosen: Chosen, die: DieId, face: int) -> Dealt:
    """Return the damage to the target if this face is resolved."""
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


def _land(battle: Battle, *, landing: _Landing, sum_: Dealt, counted: Counted) -> Landed:
    """Apply a sum of damage to the target. Returns the result; `counted.seen` says whether it
    depends on the number of dice.
    """
    unit, chosen, ready, _ = landing
    if not chosen.target:
        return Landed(0, 0, False)
    engage = _begin(battle, unit, chosen)
    before = battle.unit(chosen.target).hp
    near = battle.adjacent(unit, chosen.target)
    engage.dice = list(chosen.dice)
    # Only their number matters, for Dodge: their values are in the sum already.
    engage.free = [1] * (ready.extra if ready else 0)
    rolled = [*engage.dice, *(resolving.free_die(at) for at in range(len(engage.free)))]
    counted[:] = rolled[: sum_.dice]
    engage.damaging = counted
    engage.ignored[chosen.target] = sum_.ignored
    if sum_.combat + sum_.other + sum_.true:
        engage.pools[chosen.target] = Pool(sum_.combat, sum_.other, sum_.true, near, not near)
        dealing.land_pools(battle, engage)
    lost = min(before, before - battle.unit(chosen.target).hp)
    return Landed(engage.dealt.get(chosen.target, 0), lost, lost == before, before)


def _defense(battle: Battle, target: UnitId) -> str:
    if not target or target in battle.state.adventurers:
        return ""
    chip = catalogue_of(battle).chips.get(battle.unit(target).chip)
    printed = chip.defense if chip else 0
    return str(battle.value(target, Stat.DEFENSE, printed))


def _answers(battle: Battle, target: UnitId) -> tuple[str, ...]:
    """Return the target's skills that work now, in words."""
    if not target:
        return ()
    known = catalogue_of(battle).skills
    return tuple(
        f"{known[name].name}{f' {me.value}' if me.value else ''}: {known[name].text}"
        for me, name in active_effects.active_skills(battle, battle.unit(target))
    )
