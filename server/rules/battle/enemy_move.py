"""Enemy movement (p64; ENM-1 to ENM-8, C-01 to C-05): where an enemy wants to go, and how."""

from typing import TYPE_CHECKING, NamedTuple

from protocol.battle import UnitMoved, UnitPlaced
from protocol.hexes import Hex, parse
from server.rules.battle import bearers, ground, laid, move, priority, statuses, targeting
from server.rules.battle.effects import Stat
from server.rules.battle.moments import Happening, Moment
from server.rules.battle.state import Unit

if TYPE_CHECKING:
    from server.rules.battle.battle import Battle

MOVEMENT = 2


class Aim(NamedTuple):
    """Where an enemy is going: hexes it would stop on, and distances over the way it can take."""

    hexes: tuple[Hex, ...]
    steps: dict[Hex, int]


def movement(battle: "Battle", unit: str) -> int:
    """How many hexes it may move."""
    return battle.value(unit, Stat.MOVEMENT, MOVEMENT).value


def must_move(battle: "Battle", unit: str) -> bool:
    """It moves only without a targetable unit in range (ENT-3), and not dazed after a roll."""
    return statuses.may_step(battle, unit) and not targeting.targets(battle, unit)


def move_step(battle: "Battle", unit: str) -> None:
    """The Move step of an enemy's turn."""
    if not must_move(battle, unit):
        return
    entered: list[Hex] = []
    for there in _path(battle, unit):
        _enter(battle, unit, there)
        entered.append(there)
    if entered:
        battle.at(Happening(Moment.MOVE_ENDS, unit=unit, hexes=entered))


def _enter(battle: "Battle", unit: str, there: Hex) -> None:
    """Enter a hex; an enemy that swaps puts its occupant where it came from."""
    here = battle.unit(unit).at
    assert here is not None
    occupant = next((u.id for u in battle.state.units.values() if u.at == there), "")
    battle.emit(UnitMoved(unit, there))
    if occupant:
        battle.emit(UnitPlaced(occupant, here))
    laid.spring(battle, unit, there)


def _shut(battle: "Battle", unit: str) -> frozenset[Hex]:
    if bearers.has_skill(battle, unit, "swap"):
        return frozenset()
    chip = battle.unit(unit)
    return ground.occupied(battle.state) - ({chip.at} if chip.at else frozenset())


def _path(battle: "Battle", unit: str) -> list[Hex]:
    aim = destinations(battle, unit)
    if not aim.hexes:
        return []
    goal = _choose(battle, unit, list(aim.hexes), "enemy.destination", "Where does it move?")
    return _way(battle, unit, goal, aim.steps)


def destinations(battle: "Battle", unit: str) -> Aim:
    """The hexes that an enemy may move towards: all that the party may still choose among."""
    chip = battle.unit(unit)
    assert chip.at is not None
    steps = ground.walk(battle.ground, chip.at, _shut(battle, unit))
    serving = {at: _targets_from(battle, chip, at) for at in steps if at != chip.at}
    found = [at for at, units in serving.items() if units]
    if not found:
        return _nearest_to_somebody(battle, chip, steps)
    nearest = min(steps[at] for at in found)
    found = [at for at in found if steps[at] == nearest]
    wanted = priority.first(battle, unit, [u for at in found for u in serving[at]])
    names = [u.id for u in wanted]
    found = [at for at in found if any(u.id in names for u in serving[at])]
    return Aim(tuple(found), steps)


def _targets_from(battle: "Battle", chip: Unit, at: Hex) -> list[Unit]:
    return [
        unit
        for unit in battle.in_play(decoys=True)
        if unit.id != chip.id and targeting.targetable_from(battle, chip, at, unit)
    ]


def _opponents(battle: "Battle", chip: Unit) -> list[Unit]:
    blind = battle.has(chip.id, "blind")
    seen = battle.in_play(decoys=True)
    return [u for u in seen if u.id != chip.id and (blind or u.side != chip.side)]


def _nearest_to_somebody(battle: "Battle", chip: Unit, steps: dict[Hex, int]) -> Aim:
    """No destination: as near as it can get to the closest opposing unit (ENM-6, C-02)."""
    assert chip.at is not None
    opponents = _opponents(battle, chip)
    if not opponents:
        return Aim((), steps)
    far = battle.ground.distances(chip.at)
    closest = min(far.get(u.at, 99) for u in opponents if u.at)
    tied = [u for u in opponents if u.at and far.get(u.at, 99) == closest]
    wanted = priority.first(battle, chip.id, tied)
    chosen = wanted[0]
    if len(wanted) > 1:
        chosen = priority.ask(battle, wanted, "enemy.closest", "Whom does it move towards?")
    assert chosen.at is not None
    left = battle.ground.distances(chosen.at)
    near = [at for at in steps if at != chosen.at]
    best = min(left.get(at, 99) for at in near)
    ends = [at for at in near if left.get(at, 99) == best]
    fewest = min(steps[at] for at in ends)
    goals = tuple(at for at in ends if steps[at] == fewest and at != chip.at)
    return Aim(goals, steps)


def _way(battle: "Battle", unit: str, goal: Hex, steps: dict[Hex, int]) -> list[Hex]:
    """The hexes it enters this turn, on a shortest way to its goal (ENM-3).

    The party chooses among equal ways where they end in different hexes, or pass different units
    or status dice (MAP-11).
    """
    last = min(movement(battle, unit), steps[goal])
    if last < 1:
        return []
    ends = [at for at in _leading_to(battle, goal, steps) if steps[at] == last]
    way = [_choose(battle, unit, ends, "enemy.way", "Which way does it take?")]
    taken = ground.occupied(battle.state) | {parse(name) for name in battle.state.laid}
    while steps[way[-1]] > 1:
        here = way[-1]
        before = [n for n in battle.ground.around(here) if steps.get(n) == steps[here] - 1]
        differ = any(at in taken for at in before)
        way.append(
            _choose(battle, unit, before, "enemy.way", "Which way does it take?")
            if differ
            else before[0]
        )
    return way[::-1]


def _leading_to(battle: "Battle", goal: Hex, steps: dict[Hex, int]) -> list[Hex]:
    """The hexes that lie on any shortest way to the goal, the goal first."""
    found = [goal]
    for here in found:
        for there in battle.ground.around(here):
            if steps.get(there) == steps[here] - 1 and there not in found:
                found.append(there)
    return found


def _choose(battle: "Battle", unit: str, hexes: list[Hex], why: str, text: str) -> Hex:
    text = f"{battle.unit(unit).name}: {text}"
    return move.choose_hex(battle, battle.deciders(unit), hexes, why, text, "ENM-5")
