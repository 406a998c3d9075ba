"""The shortest routes of each kind: to a place, into contact, with a dive (SK-16, SK-18, SK-32)."""

from collections.abc import Sequence

from server.rules.skirmish.geometry.contact import SLACK
from server.rules.skirmish.geometry.finding.ends import AtPlace, InContact, InDive
from server.rules.skirmish.geometry.finding.finder import Finder
from server.rules.skirmish.geometry.lengths import Mil, Point
from server.rules.skirmish.geometry.levels.table import Table
from server.rules.skirmish.geometry.pieces import Body, Ground, Mover
from server.rules.skirmish.geometry.ways import Check, Route


def to_place(
    ground: Ground,
    bodies: Sequence[Body],
    mover: Mover,
    at: Point,
    checks: tuple[Check, ...] = (),
    longest: Mil | None = None,
) -> Route | None:
    """Return the shortest route to a place with exactly these Checks; None if there is none of at
    most `longest` mils, or no room at the place. The mover may be among the bodies.
    """
    table = Table(ground, bodies, mover)
    return Finder(table, AtPlace(table, at), checks, longest).run()


def to_contact(
    ground: Ground,
    bodies: Sequence[Body],
    mover: Mover,
    targets: Sequence[Body],
    checks: tuple[Check, ...] = (),
    longest: Mil | None = None,
) -> Route | None:
    """Return the shortest route into base contact with all targets, with exactly these Checks; None
    if there is none of at most `longest` mils (SK-16, SK-60).

    If it gets into contact at the top of a ladder or a climb, or by landing, it ends there even
    without room to stand: the caller then needs `room.make_room`.
    """
    table = Table(ground, bodies, mover)
    found = Finder(table, InContact(table, targets), checks, longest).run()
    if found is not None or len(targets) == 1:
        return found
    # Only after exact contact: the allowance is for cases of doubt with several targets (SK-61).
    found = Finder(table, InContact(table, targets, SLACK), checks, longest).run()
    if found is not None:
        return found
    slim = Table(ground, bodies, mover, SLACK // 2)
    return Finder(slim, InContact(slim, targets, SLACK), checks, longest).run()


def dive(
    ground: Ground,
    bodies: Sequence[Body],
    mover: Mover,
    target: Body,
    check: Check,
) -> Route | None:
    """Return the shortest route that ends with a jump down into contact with the target; None if
    there is none.

    `check` says from which terrain it jumps, and from which point of the edge if that is chosen
    (SK-32, SK-65).
    """
    table = Table(ground, bodies, mover)
    return Finder(table, InDive(table, [target]), (check,)).run()
