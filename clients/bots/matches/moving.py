"""Who moves, and where to: treasure, a shot, the enemy's side, and out of harm's way."""

from itertools import islice
from typing import NamedTuple

from clients.bots.matches import danger, hunting, risking, sheltering, shots, table, ways
from clients.bots.matches.table import INCH, Point, Unit, View
from protocol.ids import SeatId
from protocol.option_keys import option_key, point_key, read_key, read_point
from protocol.questions import Picks, Place, Plan, Question

THERE = 500  # mils: nearer than this to a treasure a base is on it
DANGER = 150.0  # mils of way that a gold of what may be lost is worth
SHOT = 400.0  # mils of way that a gold of a shot is worth
SURE = 50  # mils of way left over, for rounding
HARMLESS = 3.0  # gold: what may be lost where a carrier is content
AWAY = 0.3  # how much the distance itself counts to who keeps away
STANDOFF = 0.75  # how much of its range a shooter keeps from the enemy, at most
BEHIND = 9 * INCH  # mils that casters keep from the enemy


class Aim(NamedTuple):
    """What a unit wants: to come to a goal, or to keep away from it at a distance."""

    goal: Point
    keep: float = 0.0
    away: bool = False
    takes: bool = False


def moves(view: View, seat: SeatId, question: Question) -> Picks:
    """Return which unit moves next, and whether it runs; nothing where none wants to."""
    assert isinstance(question.shape, Plan)
    offered = [read_key(option.key) for option in question.shape.slots[0].options]
    takers = _takers(view, seat)
    content: list[Unit] = []
    for _, name in (key for key in offered if key.kind == "move"):
        unit = view["units"][name]
        # Who is engaged with the downed alone finishes them; and it could not stay by a move.
        if not table.is_free(view, unit):
            continue
        aim = _aim(view, seat, unit, takers)
        if aim is None:
            content.append(unit)
            continue
        if aim.takes and (risk := _climbs(view, unit, aim.goal)):
            return (option_key("move", name), risk.check)
        how = "run" if _runs(view, unit, aim) and ("run", name) in offered else "move"
        return (option_key(how, name),)
    # Last, for cover is dear to find, and others that move may give some.
    hides = (one["id"] for one in content if _shelters(view, one, takers) is not None)
    return tuple(option_key("move", name) for name in islice(hides, 1))


def goes(view: View, seat: SeatId, question: Question) -> Picks:
    """Return where a unit goes; who is hemmed in stays, which is a move as well: a pass would only
    bring the same question again.
    """
    assert isinstance(question.shape, Place)
    unit = view["units"][question.about]
    options = question.shape.options
    takers = _takers(view, seat)
    aim = _aim(view, seat, unit, takers)
    if aim is None:
        return (point_key(_whole(_shelters(view, unit, takers) or table.spot(unit))),)
    if not options:
        return (point_key(unit["at"]),)
    if aim.takes and _steps_onto(view, unit, aim.goal):
        return (point_key(_whole(aim.goal)),)
    is_up = all(read_point(option.key)[2] > table.STEP for option in options)
    if aim.takes and is_up and _climbs(view, unit, aim.goal):
        return (point_key(_whole(aim.goal)),)
    threats = danger.Threats(view, unit)
    best = max(options, key=lambda option: _score(threats, aim, read_point(option.key)))
    return (best.key,)


def _steps_onto(view: View, unit: Unit, goal: Point) -> bool:
    """Return whether a unit surely walks straight onto a treasure: the points that are offered lie
    too far apart to touch it but by chance.
    """
    far = table.plan(table.spot(unit), goal)
    slowed = table.SLOWED * table.is_slowed(view, unit, goal)
    is_near = far <= table.move_of(unit) - slowed - SURE
    return is_near and table.is_clear(view, unit, goal) and table.is_vacant(view, unit, goal)


def _climbs(view: View, unit: Unit, goal: Point) -> risking.Risk | None:
    """Return the climb by which a unit comes to a treasure on a roof at once, if it is worth it."""
    risk = risking.climb(view, unit, goal)
    is_near = risk is not None and risk.length <= table.move_of(unit)
    return risk if is_near and table.is_vacant(view, unit, goal) else None


def _shelters(view: View, unit: Unit, takers: dict[str, Point]) -> Point | None:
    """Return where a unit that is content goes to be safer: nowhere for who is down, or is about to
    take up the treasure that it stands on.
    """
    stays = unit["injury"] in table.DOWNED or unit["id"] in takers
    return None if stays else sheltering.shelter(view, unit)


def _whole(at: Point) -> tuple[int, int, int]:
    return int(at[0]), int(at[1]), int(at[2])


def _aim(view: View, seat: SeatId, unit: Unit, takers: dict[str, Point]) -> Aim | None:
    """Return what a unit wants, None where it is content."""
    here, foes = table.spot(unit), table.foes(view, seat)
    if unit["injury"] in table.DOWNED:
        return None
    prey = hunting.prey(view, seat)
    # Who carries treasure keeps it safe, as long as there are others to fight.
    if unit["token"] and (prey is None or unit["id"] not in hunting.hunters(view, seat, prey)):
        return _carries(view, unit, foes)
    if unit["id"] in takers:
        goal = takers[unit["id"]]
        return (
            None
            if table.plan(here, goal) <= THERE and abs(here[2] - goal[2]) <= table.STEP
            else Aim(goal, takes=True)
        )
    return None if prey is None else _fights(view, unit, foes, prey)


def _carries(view: View, unit: Unit, foes: list[Unit]) -> Aim | None:
    """Who carries treasure keeps out of the nearest enemy's reach, and of their shooters' sight."""
    here = table.spot(unit)
    near = min(foes, key=lambda foe: table.gap(here, foe), default=None)
    if near is None or danger.danger(view, unit, here) < HARMLESS:
        return None
    return Aim(table.spot(near), away=True)


def _fights(view: View, unit: Unit, foes: list[Unit], prey: Unit) -> Aim | None:
    """Shooters want a shot, casters some distance, all others the enemy that they hunt together.
    None for who has what it wants: it seeks cover.
    """
    here = table.spot(unit)
    near = min(foes, key=lambda foe: (table.gap(here, foe), foe["id"]))
    if unit["ranged"] and unit["type"]["ranged"] is not None:
        reach = unit["ranged"][0]["range"]
        has_shot = any(
            table.gap(here, foe) <= reach and table.is_free(view, foe)
            and table.sees(view, here, table.spot(foe))
            for foe in foes
        )  # fmt: skip
        return None if has_shot else Aim(table.spot(near), keep=STANDOFF * reach)
    if unit["spells"]:
        return None if table.gap(here, near) <= BEHIND else Aim(table.spot(near), keep=BEHIND)
    return Aim(table.spot(prey))


def _takers(view: View, seat: SeatId) -> dict[str, Point]:
    """Return who of a side goes for which treasure: each the nearest that is free to."""
    able = [
        unit
        for unit in table.own(view, seat)
        if table.can_carry(unit) and unit["injury"] not in table.DOWNED
        and table.is_free(view, unit)
    ]  # fmt: skip
    board = ways.plan_of(view)
    pairs = sorted(
        (ways.between(board, table.spot(unit), at), unit["id"], name, at)
        for name, at in table.lying(view)
        for unit in able
    )
    found: dict[str, Point] = {}
    taken: set[str] = set()
    for _, who, name, at in pairs:
        if who not in found and name not in taken:
            found[who] = at
            taken.add(name)
    return found


def _runs(view: View, unit: Unit, aim: Aim) -> bool:
    """Return whether a unit has far to go, and no shot or spell to spare."""
    far = ways.length(view, table.spot(unit), aim.goal)
    return aim.away or far - aim.keep > table.move_of(unit)


def _score(threats: danger.Threats, aim: Aim, at: Point) -> float:
    """Return how good a place is, in mils of way."""
    view, unit = threats.view, threats.unit
    far = ways.between(ways.plan_of(view), at, aim.goal)
    score = AWAY * far if aim.away else -abs(far - aim.keep)
    score -= DANGER * threats.danger(at)
    if unit["ranged"]:
        score += SHOT * shots.best(view, unit, at, moved=True)
    return score
