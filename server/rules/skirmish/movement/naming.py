"""The checks that a player may be willing to make on a route, as options (SK-13, SK-32)."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import permutations
from string import ascii_uppercase

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
Names = dict[str, str]
"""The names of pieces as options tell them, by the pieces' ids."""
AGAIN = "again"
"""Part of the key of a second climb of the same feature, as up and down again."""


def checks_slot(board: Board) -> Slot:
    """Return the slot of a plan that names checks. They are made in the order of the picks."""
    return Slot("checks", options_of(board), 0, MOST_CHECKS)


@lru_cache(maxsize=64)
def options_of(board: Board) -> tuple[Option, ...]:
    """Return an option for every check that a board's features can require."""
    names = _names(board)
    return (*_climbs(board, names), *_jumps_across(board, names), *_jumps_down(board, names))


def _climbs(board: Board, names: Names) -> Iterator[Option]:
    for piece in board.pieces:
        if piece.climbable and piece.high > LOWEST:
            yield Option(option_key("climb", piece.id), f"Climb: {names[piece.id]}")
            text = f"Climb again: {names[piece.id]}"
            yield Option(option_key("climb", piece.id, AGAIN), text)


def _jumps_across(board: Board, names: Names) -> Iterator[Option]:
    tops = [piece for piece in board.pieces if _has_top(piece)]
    gaps = space.gaps_of_pieces(board, WIDEST)
    # In both directions, as there and back are different checks.
    for one, other in permutations(tops, 2):
        gap = gaps.get((one.id, other.id), gaps.get((other.id, one.id), 0))
        if gap > LOWEST:
            text = f"Jump across: {names[one.id]} to {names[other.id]}"
            yield Option(option_key("across", one.id, other.id), text)


def _jumps_down(board: Board, names: Names) -> Iterator[Option]:
    for piece in board.pieces:
        if _has_top(piece):
            yield Option(option_key("down", piece.id), f"Jump down: {names[piece.id]}")


def _has_top(piece: Piece) -> bool:
    return piece.high > LOWEST and not piece.impassable


def _names(board: Board) -> Names:
    """Return the pieces' names by their ids, with a letter if several have the same name: A for the
    first one. Clients mark them so on the table, which ids are not written on.
    """
    alike: dict[str, list[str]] = {}
    for piece in board.pieces:
        alike.setdefault(piece.name, []).append(piece.id)
    return {
        piece.id: f"{piece.name} {_letters(alike[piece.name].index(piece.id))}"
        if len(alike[piece.name]) > 1
        else piece.name
        for piece in board.pieces
    }


def _letters(number: int) -> str:
    """Return A to Z for 0 to 25, AA for 26, and so on."""
    more, last = divmod(number, len(ascii_uppercase))
    return (_letters(more - 1) if more else "") + ascii_uppercase[last]


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
