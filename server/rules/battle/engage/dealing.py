"""The damage of an engage: dealt by its dice, gathered in pools, landing on one unit after another.

Damage to enemies and companions is pooled per unit and lands after the last die; on adventurers
every die lands at once (C-06). Where a die was when it was resolved counts: reach, adjacency and
sight are looked up then, not when the pool lands (ENG-26).
"""

from protocol.ids import NO_DIE, DieId, UnitId
from protocol.questions import Option, Order, Question
from server.rules.battle.components import bearings
from server.rules.battle.components.catalogue import catalogue_of
from server.rules.battle.damage import hit_points
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.damage_instance import DamageInstance
from server.rules.battle.kernel.engagement import Engage, Pool
from server.rules.battle.kernel.moments import Happening, Moment
from server.rules.battle.kernel.values import Stat
from server.rules.battle.map import targeting


def reaches(battle: Battle, engage: Engage, unit: UnitId) -> bool:
    """Return whether the declared target can be affected now: still in play, in reach and sight."""
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
    """Deal physical damage with a die; a Combat die may count more (`Stat.EXPOSED`)."""
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
    """Deal true damage with a die of this engage."""
    _add(battle, engage, unit, 0, points, die, False)


def _add(
    battle: Battle, engage: Engage, unit: UnitId, points: int, true: int, die: DieId, combat: bool
) -> None:
    if points + true <= 0 or battle.unit(unit).fate or unit in engage.settled:
        return
    # As it is dealt, whatever is prevented later: Dodge asks which dice dealt damage (C-09).
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
    """Return what Maim leaves of a Combat die whose damage lands alone: the sum is halved
    (STS-9).
    """
    before = engage.swung.get(unit, 0)
    engage.swung[unit] = before + points
    maimed = battle.has(engage.by, "maim")
    # The difference of two halved sums: rounding is done once for the sum, not for each die.
    return (before + points) // 2 - before // 2 if maimed else points


def land_pools(battle: Battle, engage: Engage) -> None:
    """Let the pooled damage land. Maim halves the Combat dice (STS-9)."""
    for step in engage.closing:
        step()
    for unit in _in_order(battle, engage, list(engage.pools)):
        _land(battle, engage, unit)
    # What a landing makes gather anew lands as well: no damage is left behind.
    while engage.pools:
        _land(battle, engage, next(iter(engage.pools)))
    for step in engage.landed:
        step()


def gathered(battle: Battle, engage: Engage, units: list[UnitId]) -> tuple[Option, ...]:
    """Return units as options, each with the damage that has gathered against it."""
    pools = engage.pools
    return tuple(Option(one, battle.unit(one).name, f"{pools[one].points} damage") for one in units)


def _in_order(battle: Battle, engage: Engage, units: list[UnitId]) -> list[UnitId]:
    """Return the units as they are hurt: the target first, or as the player likes where it matters
    (p60).
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
    """Return whether somebody may fall who does something then, or several for the stack, which
    has a top.
    """
    falling = [battle.unit(u) for u in units if engage.pools[u].points >= battle.unit(u).hp]
    answers = any(list(bearings.hooks(battle, one, Moment.DEFEATED)) for one in falling)
    return answers or len({one.chip for one in falling if one.kind == "enemy"}) > 1


def settle(battle: Battle, engage: Engage, units: list[UnitId]) -> None:
    """Let the damage gathered against some units land now: no later die hits them (C-06)."""
    if engage.target in units:
        for step in engage.closing:
            step()
        # Else they would run a second time when the other pools land.
        engage.closing.clear()
    # Before they land: nothing that answers may add to a pool that is on its way.
    engage.settled += units
    for unit in _in_order(battle, engage, units):
        _land(battle, engage, unit)


def _land(battle: Battle, engage: Engage, unit: UnitId) -> None:
    battle.at(Happening(Moment.POOL_LANDS, unit=unit, by=engage.by, engage=engage))
    # Taken up only now: what answers the moment reads and changes the pool.
    pool = engage.pools.pop(unit)
    combat = pool.combat // 2 if battle.has(engage.by, "maim") else pool.combat
    instance = DamageInstance(
        unit, engage.by, combat + pool.other, pool.true, pool.adjacent, "engage"
    )
    instance.distant = pool.distant
    if instance.dealt:
        engage.note(hit_points.land(battle, instance, engage))


def on_target(battle: Battle, engage: Engage, die: DieId) -> bool:
    """Return whether the declared target is still in reach when the die resolves: the predicate of
    a result that needs it (ENG-28).
    """
    return reaches(battle, engage, engage.target)
