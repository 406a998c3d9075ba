"""The checks that a player may be willing to make on a route, as options (SK-13, SK-32)."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import permutations

from protocol.option_keys import option_key, read_key
from protocol.questions import Option, Slot
from protocol.skirmish import Mil
from server.rules.skirmish.components import Board, Piece
from server.rules.skirmish.geometry.ways import Check
from server.rules.skirmish.kernel import space
from server.rules.skirmish.kernel.stats import INCH

MOST_CHECKS = 4  # checks on one route: up, across, across, down
WIDEST: Mil = 3 * INCH
"""The widest gap that can be jumped across (SK-13)."""
LOWEST: Mil = INCH
"""The height up to which terrain is walked over, without climbs and jumps down (SK-13)."""
AGAIN = "again"
"""Part of the key of a second climb of the same feature, as up and down again."""


def checks_slot(board: Board) -> Slot:
    """Return the slot of a plan that names checks. They are made in the order of the picks."""
    return Slot("checks", options_of(board), 0, MOST_CHECKS)


@lru_cache(maxsize=64)
def options_of(board: Board) -> tuple[Option, ...]:
    """Return an option for every check that a board's features can require."""
    return (*_climbs(board), *_jumps_across(board), *_jumps_down(board))


def _climbs(board: Board) -> Iterator[Option]:
    for piece in board.pieces:
        if piece.climbable and piece.high > LOWEST:
            yield Option(option_key("climb", piece.id), f"Climb: {_named(board, piece)}")
            text = f"Climb again: {_named(board, piece)}"
            yield Option(option_key("climb", piece.id, AGAIN), text)


def _jumps_across(board: Board) -> Iterator[Option]:
    tops = [piece for piece in board.pieces if _has_top(piece)]
    # In both directions, as there and back are different checks.
    for one, other in permutations(tops, 2):
        if LOWEST < space.gap_of_pieces(one, other) <= WIDEST:
            text = f"Jump across: {_named(board, one)} to {_named(board, other)}"
            yield Option(option_key("across", one.id, other.id), text)


def _jumps_down(board: Board) -> Iterator[Option]:
    for piece in board.pieces:
        if _has_top(piece):
            yield Option(option_key("down", piece.id), f"Jump down: {_named(board, piece)}")


def _has_top(piece: Piece) -> bool:
    return piece.high > LOWEST and not piece.impassable


def _named(board: Board, piece: Piece) -> str:
    """Return a piece's name, with its id if several pieces have the same name."""
    is_alone = sum(other.name == piece.name for other in board.pieces) == 1
    return piece.name if is_alone else f"{piece.name} ({piece.id})"


def named(picks: Iterable[str]) -> tuple[Check, ...]:
    """Return the checks that the picks of a plan name, in their order. Other picks are ignored."""
    found = []
    for pick in picks:
        kind, name = read_key(pick)
        feature, rest = read_key(name)
        match kind:
            case "climb":
                # `rest` is `AGAIN` or "": it only distinguishes two picks, as no pick comes twice.
                found.append(Check("climb", feature))
            case "across":
                found.append(Check("across", feature, onto=rest))
            case "down":
                found.append(Check("down", feature))
            case _:
                pass
    return tuple(found)
