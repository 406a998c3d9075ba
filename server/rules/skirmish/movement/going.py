"""Asking a player where a unit goes, and moving it there."""

from collections.abc import Callable

from protocol.option_keys import point_key, read_point
from protocol.questions import Option, Place, Question
from protocol.skirmish import Mil, Movement
from server.rules.engine.game import Unfit
from server.rules.skirmish.geometry.lengths import Point
from server.rules.skirmish.geometry.ways import Check
from server.rules.skirmish.kernel.inches import inches, place
from server.rules.skirmish.kernel.match import Match
from server.rules.skirmish.kernel.state import Unit
from server.rules.skirmish.movement.reaching import ends, route_to
from server.rules.skirmish.movement.walking import walk


def go(
    match: Match,
    unit: Unit,
    budget: Mil,
    how: Movement,
    checks: tuple[Check, ...] = (),
    before: Callable[[], None] = lambda: None,
) -> bool:
    """Ask where a unit goes, within `budget` mils and with exactly these checks, and move it there.
    Returns whether it moved: the player may pass.

    `before` is called once the route is certain. Raises `Unfit` for a point where it cannot go.
    """
    picked = match.pick_dear(lambda: where(match, unit, budget, checks))
    if not picked:
        return False
    route = route_to(match, unit, Point(*read_point(picked)), budget, checks)
    # Only now, as nothing is refused any more: the events that it emits could not be taken back.
    before()
    walk(match, unit.id, route, how)
    return True


def where(match: Match, unit: Unit, budget: Mil, checks: tuple[Check, ...]) -> Question:
    """Return the question where a unit goes, with some possible points as options.

    Raises `Unfit` if no point can be reached with the named checks.
    """
    options = tuple(
        Option(point_key(at), place(at)) for at in dict.fromkeys(ends(match, unit, budget, checks))
    )
    if checks and not options:
        raise Unfit("With those checks no way leads anywhere from there.")
    board = match.state.board
    highest = max((piece.high for piece in board.pieces), default=0)
    return Question(
        (unit.side,),
        "match.go",
        f"Where does {unit.name} go? It has {inches(budget)} inches.",
        Place(options, (0, 0, 0), (board.width, board.depth, highest)),
        rule="SK-13",
        may_pass=True,
        about=unit.id,
    )
