"""The damage of an engage: dealt by its dice, gathered in pools, applied to one unit after another.

Damage to enemies and companions is pooled per unit and lands after the last die; on adventurers
each die's damage lands at once (C-06). Reach, adjacency and sight are those at the time when a die
is resolved, not when the pool lands (ENG-26).
"""

from protocol.ids import NO_DIE, DieId, UnitId
from protocol.questions import Option, Order, Question
from server.rules.battle.components import unit_effects
from server.rules.battle.components.catalogue import catalogue_of
from server.rules.battle.damage import hit_points
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.damage_instance import DamageInstance
from server.rules.battle.kernel.engagement import Engage, Pool
from server.rules.battle.kernel.moments import Happening, Moment
from server.rules.battle.kernel.values import Stat
from server.rules.battle.map import targeting


def reaches(battle: Battle, engage: Engage, unit: UnitId) -> bool:
    """Return whether a target can be affected now: in play, in range and sight, and not settled."""
    if not unit or battle.unit(unit).fate or unit in engage.settled:
        return False
    return targeting.targetable(battle, engage.by, unit, engage.form, engage.farther)


def hit(
    battle: Battle,
    engage: Engage,
    unit: UnitId,
    points: int,
    die: DieId = NO_DIE,
    *,
    combat: bool = False,
) -> None:
    """Deal `points` of physical damage with a die: to the unit's pool, or at once to an adventurer.

    A Combat die (`combat`) may deal more (`Stat.EXPOSED`); dice of `engage.true_lines` deal true
    damage instead.
    """
    if combat:
        points += battle.value(unit, Stat.EXPOSED, 0).value
    shown = battle.state.dice.get(die)
    if shown is not None and catalogue_of(battle).line_of[shown.kind].id in engage.true_lines:
        _add(battle, engage, unit, 0, points, die, combat=False)
    else:
        _add(battle, engage, unit, points, 0, die, combat)


def hit_true(
    battle: Battle, engage: Engage, unit: UnitId, points: int, die: DieId = NO_DIE
) -> None:
    """Deal `points` of true damage with a die of this engage."""
    _add(battle, engage, unit, 0, points, die, False)


def _add(
    battle: Battle, engage: Engage, unit: UnitId, points: int, true: int, die: DieId, combat: bool
) -> None:
    if points + true <= 0 or battle.unit(unit).fate or unit in engage.settled:
        return
    # Whatever is prevented later: Dodge asks which dice dealt damage (C-09).
    if die and die not in engage.damaging:
        engage.damaging.append(die)
    adjacent = battle.adjacent(engage.by, unit)
    if unit in battle.state.adventurers:
        points = _halved(battle, engage, unit, points) if combat else points
        engage.note(
            hit_points.land(battle, DamageInstance(unit, engage.by, points, true, adjacent), engage)
        )
        return
    by_kind = (points, 0) if combat else (0, points)
    engage.pools.setdefault(unit, Pool()).add(Pool(*by_kind, true, adjacent, not adjacent))


def _halved(battle: Battle, engage: Engage, unit: UnitId, points: int) -> int:
    """Return the points of a Combat die that lands by itself, after Maim, which halves the sum of
    all Combat dice against the unit (STS-9).
    """
    before = engage.swung.get(unit, 0)
    engage.swung[unit] = before + points
    maimed = battle.has(engage.by, "maim")
    # The difference of two halved sums, so that rounding is done once and not for each die.
    return (before + points) // 2 - before // 2 if maimed else points


def land_pools(battle: Battle, engage: Engage) -> None:
    """Let the pooled damage land on one unit after another. Maim halves the Combat dice (STS-9)."""
    for step in engage.closing:
        step()
    for unit in _in_order(battle, engage, list(engage.pools)):
        _land(battle, engage, unit)
    # Effects of a landing may add damage: it lands as well.
    while engage.pools:
        _land(battle, engage, next(iter(engage.pools)))
    for step in engage.landed:
        step()


def gathered(battle: Battle, engage: Engage, units: list[UnitId]) -> tuple[Option, ...]:
    """Return an option for each unit, with the damage gathered against it as the note."""
    pools = engage.pools
    return tuple(Option(one, battle.unit(one).name, f"{pools[one].points} damage") for one in units)


def _in_order(battle: Battle, engage: Engage, units: list[UnitId]) -> list[UnitId]:
    """Return the units in the order in which damage lands: the target first, or as the player
    chooses if it matters (p60).
    """
    usual = sorted(units, key=lambda unit: unit != engage.target)
    if len(usual) < 2 or not _order_matters(battle, engage, usual):
        return usual
    picked = battle.picks(
        Question(
            to=battle.deciders(engage.by),
            why="engage.land",
            text="In which order does the damage of this engage land?",
            shape=Order(gathered(battle, engage, usual)),
            rule="ENG-17",
            default=tuple(usual),
            about=engage.by,
        )
    )
    return [UnitId(pick) for pick in picked]


def _order_matters(battle: Battle, engage: Engage, units: list[UnitId]) -> bool:
    """Return whether a unit may be defeated that has effects then, or several enemies with
    different chips, as the defeated stack has an order.
    """
    falling = [battle.unit(u) for u in units if engage.pools[u].points >= battle.unit(u).hp]
    answers = any(unit_effects.hooks(battle, one, Moment.DEFEATED) for one in falling)
    return answers or len({one.chip for one in falling if one.kind == "enemy"}) > 1


def settle(battle: Battle, engage: Engage, units: list[UnitId]) -> None:
    """Let the damage gathered against some units land now. No later die can hit them (C-06)."""
    if engage.target in units:
        for step in engage.closing:
            step()
        # Otherwise they would run a second time when the other pools land.
        engage.closing.clear()
    # Before they land: no effect that answers may add to a pool that is about to land.
    engage.settled += units
    for unit in _in_order(battle, engage, units):
        _land(battle, engage, unit)


def _land(battle: Battle, engage: Engage, unit: UnitId) -> None:
    battle.at(Happening(Moment.POOL_LANDS, unit=unit, by=engage.by, engage=engage))
    # Only now: effects that answer the moment read and change the pool.
    pool = engage.pools.pop(unit)
    combat = pool.combat // 2 if battle.has(engage.by, "maim") else pool.combat
    instance = DamageInstance(
        unit, engage.by, combat + pool.other, pool.true, pool.adjacent, "engage"
    )
    instance.distant = pool.distant
    if instance.dealt:
        engage.note(hit_points.land(battle, instance, engage))


def on_target(battle: Battle, engage: Engage, die: DieId) -> bool:
    """Return whether the declared target is still in reach (ENG-28): the predicate `can` of faces
    that need it.
    """
    return reaches(battle, engage, engage.target)
