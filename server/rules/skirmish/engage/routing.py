"""The route of an attempt, as its kind of path says (SK-29, SK-32, SK-33, SK-60, SK-62, SK-65)."""

from itertools import combinations

from protocol.skirmish import Mil
from server.rules.engine.game import Unfit
from server.rules.skirmish.engage.declaring import Declaration
from server.rules.skirmish.geometry import routes
from server.rules.skirmish.geometry.contact import SLACK
from server.rules.skirmish.geometry.pieces import Body
from server.rules.skirmish.geometry.ways import Check, Route
from server.rules.skirmish.kernel import space
from server.rules.skirmish.kernel.match import Match
from server.rules.skirmish.kernel.stats import radius_of


def chosen(match: Match, declared: Declaration) -> Route:
    """Return the route that was declared. Raises `Unfit` if it is refused, with a sentence that
    names no length (SK-33).
    """
    if not _stand_together(match, declared):
        raise Unfit("No place touches all of the targets.")
    match declared.choice:
        case 1:
            return _without_checks(match, declared)
        case 2:
            return _shorter(match, declared)
        case 3:
            return _diving(match, declared)


def _stand_together(match: Match, declared: Declaration) -> bool:
    """Return whether the targets are so close together that one base can touch all (SK-61,
    SK-62).
    """
    breadth = 2 * radius_of(match.unit(declared.unit)) + SLACK
    units = [match.unit(name) for name in declared.targets]
    return all(space.flat_gap(match, one, two) <= breadth for one, two in combinations(units, 2))


def _without_checks(match: Match, declared: Declaration) -> Route:
    route = _to_contact(match, declared, ())
    if route is None:
        raise Unfit("No way without checks leads there: " + _why_none(declared))
    return route


def _shorter(match: Match, declared: Declaration) -> Route:
    """Return the shortest route with exactly these checks. Raises `Unfit` if it is not shorter than
    the route without checks.
    """
    plain = _to_contact(match, declared, ())
    # A mil less: lengths are whole (SK-5), and it has to be shorter. If there is no route without
    # checks, any route will do (SK-33).
    longest = plain.length - 1 if plain else None
    route = _to_contact(match, declared, declared.checks, longest)
    if _is_jump(declared.checks) and len(declared.targets) == 1:
        dive = _dive(match, declared)  # SK-65
        is_shorter = dive is not None and (longest is None or dive.length <= longest)
        route = dive if is_shorter else route
    if route is None:
        raise Unfit("not shorter: no way with just those checks is shorter than one without.")
    return route


def _diving(match: Match, declared: Declaration) -> Route:
    if not _is_jump(declared.checks) or len(declared.targets) > 1:
        raise Unfit("A dive is one jump down on one target.")
    route = _dive(match, declared)
    if route is None:
        raise Unfit("no dive: from there nobody lands in contact with the target.")
    return route


def _is_jump(checks: tuple[Check, ...]) -> bool:
    return [check.kind for check in checks] == ["down"]


def _why_none(declared: Declaration) -> str:
    if len(declared.targets) > 1:
        return "no place touches all of the targets."
    return "no route."


def _to_contact(
    match: Match,
    declared: Declaration,
    checks: tuple[Check, ...],
    longest: Mil | None = None,
) -> Route | None:
    mover = space.mover_of(match, match.unit(declared.unit))
    ground = space.ground_of(match.state.board)
    targets = _targets(match, declared)
    return routes.to_contact(ground, space.bodies(match), mover, targets, checks, longest)


def _dive(match: Match, declared: Declaration) -> Route | None:
    mover = space.mover_of(match, match.unit(declared.unit))
    ground = space.ground_of(match.state.board)
    (target,), (check,) = _targets(match, declared), declared.checks
    return routes.dive(ground, space.bodies(match), mover, target, check)


def _targets(match: Match, declared: Declaration) -> list[Body]:
    return [space.body_of(match.state, match.unit(name)) for name in declared.targets]
