"""The seeds that found a defect in the program, each with what was wrong.

What happens under a seed changes with the program. So each seed was seen to fail with its defect
put back into the program of the day on which it was mended, or found it first. Those that show
theirs no more are told step by step in tests/rooms/test_found.py.
"""

import pytest

from server.rooms.snapshots import EVERY
from server.rules.engine import limits
from tests.simulator.plan import LATER_KINDS, Plan, plan_of
from tests.simulator.world import World

FOUND = {
    16: "a table's document that was found to be newer was not told to the other processes",
    34: "a battle was never taken up where the store was full at that moment",
    179: "a full store was answered with a defect instead of a request to try again",
    305: "a client that lost its connection twice asked twice for its table",
    701: "an answer to a sign of life that came late made a living process dead",
    1334: "a battle was not taken up in the moment in which an earlier attempt gave up",
    1437: "an owner whose lease had run out refused a move that its successor had made",
    1456: "a client took the move of another program of its player for its own",
    1629: "a client sent a move again before it was back at its table, and had it refused",
    2038: "an undo that the table had turned down was asked again by a copy that came late",
    3354: "an owner whose lease had run out refused a move that its successor had made",
    3810: "a move was never answered where another program had used its number at another process",
    3917: "the last commit of one battle was shown in the next one",
    4216: "a move was refused because its battle was over, which it had not been when it was made",
    4456: "a move that waited for its battle's host was made in the table's next battle",
    4552: "a battle that was begun while others were taken up was opened twice",
    4757: "a host that was thought dead and lived again was not told of the one in its place",
    5053: "a player at another process was never told that no bot stood in any more",
    5552: "an append of unknown fate was called not written where a full store did not tell",
    5605: "a client that had asked for two battles took the commits of one for the other's",
    7898: "a battle's end that had to be written down again ended the table's next battle",
    8360: "a request that outlived its table's being let go was sent to nobody",
}


@pytest.mark.parametrize("seed", FOUND)
def test_what_was_found_once_is_not_found_again(seed: int) -> None:
    """Given a seed under which something was lost, doubled or stuck, then nothing is any more."""
    assert World(seed, plan=_before(plan_of(seed))).run() == [], FOUND[seed]


def _before(plan: Plan) -> Plan:
    """The plan that the seed stood for then: with as few snapshots as a server writes, and without
    the kinds of faults that came later.
    """
    every = {kind: mean for kind, mean in plan.every.items() if kind not in LATER_KINDS}
    return plan._replace(snapshots=EVERY, back=limits.UNDO_VERSIONS, every=every)
