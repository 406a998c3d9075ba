"""Enemy movement (p64; ENM-1 to ENM-8, C-01 to C-05): its destination, and the way it takes."""

from typing import Final, NamedTuple

from protocol.battle import UnitMoved
from protocol.hexes import Hex, key, parse
from protocol.ids import NOBODY, UnitId, Why
from server.rules.battle.adventurer import statuses
from server.rules.battle.components import active_effects
from server.rules.battle.kernel import ground
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.moments import Happening, Moment
from server.rules.battle.kernel.state import Unit
from server.rules.battle.kernel.values import Stat
from server.rules.battle.map import choosing, map_statuses, priority, targeting
from server.rules.battle.movement import move

MOVEMENT = 2  # hexes: the Move step of an enemy without skills that change it (ENT-3)
DESTINATION: Final = "enemy.destination"
CLOSEST = "They are equally near, with equally many HP. Whom does it move towards?"


class Aim(NamedTuple):
    """Where an enemy moves to: the equally near hexes of which it wants to reach one, and the
    distance to every hex on the way there.

    `attacks` says that it has a target from each of these hexes.
    """

    hexes: tuple[Hex, ...]
    steps: dict[Hex, int]
    attacks: bool = False


def movement(battle: Battle, unit: UnitId) -> int:
    """Return how many hexes a unit may move in its Move step."""
    return battle.value(unit, Stat.MOVEMENT, MOVEMENT).value


def must_move(battle: Battle, unit: UnitId) -> bool:
    """Return whether an enemy moves: it has no target where it stands (ENT-3), and it may move."""
    return statuses.may_step(battle, unit) and not targeting.targets(battle, unit)


def move_step(battle: Battle, unit: UnitId) -> None:
    """Take the Move step of an enemy's turn."""
    if not must_move(battle, unit):
        return
    entered: list[Hex] = []
    for there in _path(battle, unit):
        _enter(battle, unit, there)
        entered.append(there)
    if entered:
        battle.at(Happening(Moment.MOVE_ENDS, unit=unit, hexes=entered))


def _enter(battle: Battle, unit: UnitId, there: Hex) -> None:
    """Enter a hex. An enemy with Swap puts the occupant into the hex that it comes from."""
    here = battle.unit(unit).at
    assert here is not None
    occupant = next((u.id for u in battle.state.units.values() if u.at == there), NOBODY)
    # The mover first: only then is its hex free for the occupant
    # (test_swap_puts_the_occupant_where_it_came_from).
    battle.emit(UnitMoved(unit, there))
    if occupant:
        move.place(battle, occupant, here)
    map_statuses.pick_up(battle, unit, there)


def _shut(battle: Battle, unit: UnitId) -> frozenset[Hex]:
    if active_effects.has_skill(battle, unit, "swap"):
        return frozenset()
    chip = battle.unit(unit)
    return ground.occupied(battle.state) - ({chip.at} if chip.at else frozenset())


def _path(battle: Battle, unit: UnitId) -> list[Hex]:
    aim = destinations(battle, unit)
    if not aim.hexes:
        return []
    # A table that wants every question is asked for the destination, then for the way.
    if battle.asks_all:
        goal = _choose(battle, unit, list(aim.hexes), DESTINATION, "Where does it move?")
        return _way(battle, unit, goal, aim.steps)
    return _way_to_a_stop(battle, unit, aim)


def _way_to_a_stop(battle: Battle, unit: UnitId, aim: Aim) -> list[Hex]:
    """Return the hexes that it enters. The party chooses only where it stops.

    Several destinations, and several ways there, may lead over the same stop.
    """
    # All destinations are equally far, so the distance of the first is that of all.
    last = min(movement(battle, unit), aim.steps[aim.hexes[0]])
    if last < 1:
        return []
    ends: dict[Hex, list[Hex]] = {}
    for goal in aim.hexes:
        for at in _leading_to(battle, goal, aim.steps):
            if aim.steps[at] == last:
                ends.setdefault(at, []).append(goal)
    arrives = last == aim.steps[aim.hexes[0]]
    tie = "hexes to attack from" if aim.attacks else "hexes on its way"
    why = f"{battle.unit(unit).name} stops here or there: {len(ends)} {tie} are equally near."
    stop = choosing.choose_hex(
        battle,
        battle.deciders(unit),
        list(ends),
        DESTINATION,
        why,
        "ENM-5",
        about=unit,
        notes={} if arrives else {at: f"towards {_listed(goals)}" for at, goals in ends.items()},
    )
    return _back_from(battle, unit, stop, aim.steps)


def _listed(hexes: list[Hex]) -> str:
    return " or ".join(key(at) for at in hexes)


def destinations(battle: Battle, unit: UnitId) -> Aim:
    """Return where an enemy may move to: all destinations among which the party has to choose."""
    chip = battle.unit(unit)
    assert chip.at is not None
    aimed = targeting.targets_with_hexes(battle, unit)
    goals = frozenset[Hex]().union(*[hexes for _, hexes in aimed])
    steps, found = ground.walk_until(battle.ground, chip.at, _shut(battle, unit), goals)
    if not found:
        return _nearest_to_somebody(battle, chip, steps)
    # Of equally near hexes only those count from which it can target the unit that it prefers
    # (ENM-5).
    serving = [(u, at) for at in found for u, hexes in aimed if at in hexes]
    wanted = priority.first(battle, unit, [u for u, _ in serving])
    # How many targets it has from a hex makes no difference (ENM-7).
    found = list(dict.fromkeys([at for u, at in serving if u in wanted]))
    return Aim(tuple(found), steps, attacks=True)


def _opponents(battle: Battle, chip: Unit) -> list[Unit]:
    blind = battle.has(chip.id, "blind")
    seen = battle.in_play(decoys=True)
    return [u for u in seen if u.id != chip.id and (blind or u.side != chip.side)]


def _nearest_to_somebody(battle: Battle, chip: Unit, steps: dict[Hex, int]) -> Aim:
    """Return where it moves to if it has no target from any hex: as near as possible to the closest
    opposing unit (ENM-6, C-02).
    """
    assert chip.at is not None
    opponents = _opponents(battle, chip)
    if not opponents:
        return Aim((), steps)
    # Distances ignore units in the way (MAP-8).
    far = battle.ground.distances(chip.at)
    closest = min(far.get(u.at, 99) for u in opponents if u.at)
    tied = [u for u in opponents if u.at and far.get(u.at, 99) == closest]
    wanted = priority.first(battle, chip.id, tied)
    chosen = wanted[0]
    if len(wanted) > 1:
        chosen = priority.ask(battle, wanted, "enemy.closest", CLOSEST)
    assert chosen.at is not None
    left = battle.ground.distances(chosen.at)
    near = [at for at in steps if at != chosen.at]
    best = min(left.get(at, 99) for at in near)
    ends = [at for at in near if left.get(at, 99) == best]
    fewest = min(steps[at] for at in ends)
    # Its own hex is at 0 steps: if none is nearer to the opponent, only that is left, and the enemy
    # stays (test_without_a_destination_it_stays_where_no_step_brings_it_nearer).
    goals = tuple(at for at in ends if steps[at] == fewest and at != chip.at)
    return Aim(goals, steps)


def _way(battle: Battle, unit: UnitId, goal: Hex, steps: dict[Hex, int]) -> list[Hex]:
    """Return the hexes that it enters this turn, on a shortest way to its goal (ENM-3).

    The party chooses among equal ways if they end in different hexes, or pass different units or
    status dice (MAP-11).
    """
    last = min(movement(battle, unit), steps[goal])
    if last < 1:
        return []
    ends = [at for at in _leading_to(battle, goal, steps) if steps[at] == last]
    end = _choose(battle, unit, ends, "enemy.way", "Which way does it take?")
    return _back_from(battle, unit, end, steps)


def _back_from(battle: Battle, unit: UnitId, end: Hex, steps: dict[Hex, int]) -> list[Hex]:
    """Return the hexes that it enters on a shortest way to the hex `end`, in order (MAP-11)."""
    way = [end]
    if steps[end] <= 1:
        return way
    taken = ground.occupied(battle.state) | {parse(name) for name in battle.state.laid}
    while steps[way[-1]] > 1:
        here = way[-1]
        before = [n for n in battle.ground.around(here) if steps.get(n) == steps[here] - 1]
        # All ways over empty hexes come to the same: only units and status dice on the way make a
        # difference.
        differ = any(at in taken for at in before)
        way.append(
            _choose(battle, unit, before, "enemy.way", "Which way does it take?")
            if differ
            else before[0]
        )
    return way[::-1]


def _leading_to(battle: Battle, goal: Hex, steps: dict[Hex, int]) -> list[Hex]:
    """Return the hexes that lie on any shortest way to the goal, the goal first."""
    found, around = [goal], battle.ground.next_to
    # The list grows as it is walked, so the neighbours of every hex that is found are looked at.
    for here in found:
        before = steps[here] - 1
        for at in around[here]:
            if steps.get(at) == before and at not in found:
                found.append(at)
    return found


def _choose(battle: Battle, unit: UnitId, hexes: list[Hex], why: Why, text: str) -> Hex:
    text = f"{battle.unit(unit).name}: {text}"
    return choosing.choose_hex(battle, battle.deciders(unit), hexes, why, text, "ENM-5")
