"""Matches of the skirmish: each board as an entry that two players can choose."""

from functools import partial

from protocol.events import BeatBegan
from protocol.ids import SeatId
from server.battles import Built, Options, Seats, Setup
from server.commands.packs.loading import Content, content, words
from server.rules.content.fingerprint import fingerprint
from server.rules.options import Choice, Flag, refuse_undeclared
from server.rules.skirmish.components import Board, Catalogue
from server.rules.skirmish.kernel.state import MatchState, Variant
from server.rules.skirmish.rules import SkirmishRules
from server.rules.skirmish.setup.beginning import musters, start

MATCH_RULES = ("server.rules.engine", "server.rules.skirmish")
SEATS = 2
"""Two sides play a match."""
MUSTER = Flag("muster")
"""Whether both sides build their warbands first; the rosters chosen are what they begin with."""
CARRIERS = Flag("carriers_engage", usual=True)
"""Whether who carries a treasure may engage (SK-28)."""
PENALTY = Flag("penalty_after_attempt", usual=True)
"""Whether casting is harder after an attempt to engage (SK-101)."""
ROUT = Flag("rout_by_choice", usual=True)
"""Whether who passes a rout check may rout all the same (SK-113)."""


def matches(played: Content | None = None) -> tuple[Setup, ...]:
    """Return a match on each board. The table's options name the two rosters."""
    here = played or content()
    return tuple(_match(board, here) for board in here.box.boards.values())


def match_on(board: str, played: Content | None = None) -> Setup | None:
    """Return one of the `matches` by its board, without making the others; None if there is
    none.
    """
    here = played or content()
    found = here.box.boards.get(board)
    return _match(found, here) if found is not None else None


def _match(board: Board, here: Content) -> Setup:
    box = here.box
    rosters = _rosters(box)
    declared = (*rosters, MUSTER, CARRIERS, PENALTY, ROUT)

    def build(seats: Seats, difficulty: str, options: Options) -> Built:
        if difficulty:
            raise ValueError("A match has no difficulty.")
        if len(seats) != SEATS:
            raise ValueError(f"Two play a match against each other, not {len(seats)}.")
        refuse_undeclared(declared, options)
        chosen = {
            seat: box.rosters[roster.of(options)]
            for seat, roster in zip(seats, rosters, strict=True)
        }
        variant = Variant(CARRIERS.of(options), PENALTY.of(options), ROUT.of(options))
        rules = SkirmishRules(fingerprint(MATCH_RULES))
        begun = start(board, chosen, box, variant)
        return Built(rules, musters(begun, chosen, box) if MUSTER.of(options) else begun)

    return Setup(
        board.id,
        build,
        _acting,
        _whose_turn,
        words=partial(words, here),
        options=declared,
        content=here.fingerprint,
        rivals=True,
        winner=_winner,
    )


def _rosters(box: Catalogue) -> tuple[Choice, Choice]:
    """Return the two options that name the rosters of seat 1 and of seat 2, with their choices."""
    names = tuple(box.rosters)
    return Choice("roster_1", names, names[0]), Choice("roster_2", names, names[1 % len(names)])


def _acting(_state: MatchState, beat: BeatBegan) -> str:
    return SeatId(beat.who) if beat.name == "turn" else ""


def _whose_turn(state: MatchState) -> str:
    return state.active


def _winner(state: MatchState) -> str:
    return state.winner
