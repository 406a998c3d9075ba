"""The stretches of a link's side between what surely keeps a base from it.

All places of a stretch lie in one pocket of the floor that is left, and their landings in one of
the floor above or below. So one place of each says all that matters to whether a goal can be
reached at all.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import pairwise
from math import isqrt

from server.rules.skirmish.geometry.lengths import Mil, Plan
from server.rules.skirmish.geometry.levels.links import Link, Upright
from server.rules.skirmish.geometry.levels.table import Table
from server.rules.skirmish.geometry.plane.obstacles import Obstacle
from server.rules.skirmish.geometry.plane.planner import Aim
from server.rules.skirmish.geometry.plane.pockets import ROUGH, sure

FAR = 1 << 30  # mils: farther than any board is wide
BESIDE = 16  # mils beside what divides a side that are looked at as a stretch of their own

Stretch = tuple[Plan, Plan]
"""A place of a stretch, and where it leads to."""

Span = tuple[Mil, Mil]
"""A part of a side, from one place along its axis to another."""


class _UnknownError(Exception):
    """`_spans` meets an obstacle of a shape whose spans along the side it cannot work out."""


def stretches(table: Table, link: Link, heading: Aim, widest: Mil) -> tuple[Stretch, ...] | None:
    """Return the stretches of a link's side, of a gap where it is at most `widest` mils wide. A
    body at the heading, if that is to be touched, is nowhere in the way. None if they are not
    known.
    """
    known, key = table.known.stretches, (link, heading if heading.stop else None, widest)
    if key not in known:
        known[key] = None
        upright = link.upright
        if upright is not None and not (table.dry or table.mover.ghostly):
            with suppress(_UnknownError):
                known[key] = tuple(_found(table, link, upright, heading, widest))
    return known[key]


def _found(
    table: Table, link: Link, upright: Upright, heading: Aim, widest: Mil
) -> Iterator[Stretch]:
    turn, level, beyond, low, high = upright
    source, target = link.source, link.target
    least, most = sorted((link.first[turn], link.last[turn]))
    floors = ((source, level), (target, beyond)) if link.kind == "climb" else ((source, level),)
    for floor, line in floors:
        if floor.region.is_box:
            box = floor.region.box
            if not box[1 - turn] <= line <= box[3 - turn]:
                return
            least, most = max(least, box[turn]), min(most, box[2 + turn])
    shut = [*_spans([*source.walls, *table.crowd(source)], turn, level, (least, most))]
    crowd = table.crowd(target)
    solid = [each for each in crowd if not (heading.stop and each.corners[0] == heading.at)]
    cuts: list[Span] = []
    if len(solid) < len(crowd):
        cuts += _spans(crowd, turn, beyond, (low, high))
    if link.kind == "climb":
        shut += _spans(solid, turn, beyond, (low, high))
        # Who climbs may land too near to a wall, and then walks away from it.
        cuts += _spans(target.walls, turn, beyond, (low, high))
    else:
        wide = (widest + 1) ** 2 - (level - beyond) ** 2
        if wide < 0:
            return
        reach = isqrt(wide) + 1
        least, most = max(least, low - reach), min(most, high + reach)
        landings = _spans([*target.walls, *solid], turn, beyond, (low, high))
        shut += [_leading_to(span, low, high) for span in landings]
    for middle in _middles(least, most, shut, cuts):
        landing = min(max(middle, low), high)
        yield _place(turn, middle, level), _place(turn, landing, beyond)


def _place(turn: int, far: Mil, level: Mil) -> Plan:
    return (level, far) if turn else (far, level)


def _leading_to(span: Span, low: Mil, high: Mil) -> Span:
    """Return the places that lead to a span of what lies between `low` and `high`: all beyond an
    end lead to the end.
    """
    one, other = span
    return -FAR if one <= low else one, FAR if other >= high else other


def _middles(least: Mil, most: Mil, shut: Sequence[Span], cuts: Iterable[Span]) -> Iterator[Mil]:
    """Yield the middle of each stretch from `least` to `most`."""
    if least > most:
        return
    ends = {least, most}
    for one, other in shut:
        ends |= {one, other}
    for one, other in cuts:
        # Only nearly so far is it certain what stands there.
        ends |= {one - BESIDE, one, other, other + BESIDE}
    places = [each for each in sorted(ends) if least <= each <= most]
    for low, high in pairwise(places) if least < most else ((least, most),):
        middle = (low + high) // 2
        if not any(one <= middle <= other for one, other in shut):
            yield middle


def _spans(obstacles: Iterable[Obstacle], turn: int, level: Mil, within: Span) -> Iterator[Span]:
    """Yield the spans of an upright line where an obstacle certainly keeps a base away."""
    least, most = within
    for each in obstacles:
        box = each.box
        if not box[1 - turn] < level < box[3 - turn] or box[turn] > most or box[2 + turn] < least:
            continue
        shape = each.upright
        if shape is None:
            if len(each.corners) > 1:
                raise _UnknownError
            shape = each.corners[0] * 2
        near, off = sure(each), max(shape[1 - turn] - level, level - shape[3 - turn], 0)
        if near <= off:
            continue
        wide = isqrt(near * near - off * off) - ROUGH
        one, other = shape[turn] - wide, shape[2 + turn] + wide
        if one <= min(other, most) and other >= least:
            yield one, other
