"""What an answer and a move cost has a ceiling, counted in calls and blocks: no clock is asked."""

from tests.bench.counting import answers, moves, ways

CALLS_AN_ANSWER = 887
"""Calls of an answer of a Jailbreak, C functions too: 877 on the night of 27 November 2026, 908
that evening, 1,145 that afternoon, since beats wait in place; 1,277 the evening before, 1,557 that
afternoon, 2,057 that morning; 2,165 on 25 November, 3,029 two days before, 6,771 at first. Whoever
brings it down lowers this; whoever lifts it says in the commit what players get for it.
"""
BLOCKS_AN_ANSWER = 175
"""Memory blocks that an answer leaves behind: 125 on that day; they are the journal and the log."""
CALLS_A_MOVE = 116
"""The same of a move of the micro-game: 110, engine alone."""
BLOCKS_A_MOVE = 10
"""The same of a move of the micro-game: 4 to 6."""
CALLS_A_WAY = 271
"""Calls in server and protocol for a move of the board from socket to eight sockets: 268; 365, 438,
451, 476 and 520 before. The store answers when it likes, which decides over a few of them.
"""


def test_an_answer_costs_no_more_calls_than_it_did() -> None:
    """Given battles of random bots, then an answer costs no more than the ceiling."""
    cost = answers()

    assert 700 < cost.calls <= CALLS_AN_ANSWER
    assert cost.blocks <= BLOCKS_AN_ANSWER


def test_a_move_of_the_engine_costs_no_more_calls_than_it_did() -> None:
    """Given the micro-game, when moves are made, then one of them stays under its ceiling."""
    cost = moves()

    assert 50 < cost.calls <= CALLS_A_MOVE
    assert cost.blocks <= BLOCKS_A_MOVE


async def test_a_moves_way_costs_no_more_calls_than_it_did() -> None:
    """Given a table of four with four spectators, when moves are made, then the server's calls for
    one, from the socket that says it to all eight, stay under the ceiling."""
    assert 200 < await ways() <= CALLS_A_WAY
