"""What an answer and a move cost has a ceiling, counted in calls and blocks: no clock is asked."""

from tests.bench.counting import answers, moves

CALLS_AN_ANSWER = 3_100
"""Calls of an answer of a Jailbreak, C functions too: 3,029 on 23 November 2026; 6,771 before.
Whoever brings it down lowers this; whoever lifts it says in the commit what players get for it.
"""
BLOCKS_AN_ANSWER = 220
"""Memory blocks that an answer leaves behind: 155 on that day; they are the journal and the log."""
CALLS_A_MOVE = 175
"""The same of a move of the micro-game: 166, engine alone."""
BLOCKS_A_MOVE = 12
"""The same of a move of the micro-game: 5 to 7."""


def test_an_answer_costs_no_more_calls_than_it_did() -> None:
    """Given battles of random bots, then an answer costs no more than the ceiling."""
    cost = answers()

    assert 1_000 < cost.calls <= CALLS_AN_ANSWER
    assert cost.blocks <= BLOCKS_AN_ANSWER


def test_a_move_of_the_engine_costs_no_more_calls_than_it_did() -> None:
    """Given the micro-game, when moves are made, then one of them stays under its ceiling."""
    cost = moves()

    assert 50 < cost.calls <= CALLS_A_MOVE
    assert cost.blocks <= BLOCKS_A_MOVE
