"""The seeds that found a defect in the program, each with what was wrong.

What happens under a seed changes with the program. So each seed was seen to fail with its defect
put back into the program of the day on which it was mended, or found it first. Those that show
theirs no more are told step by step in tests/service/test_found.py.
"""

import pytest

from server.battles.records.snapshots import EVERY
from server.rules.engine import limits
from tests.simulator.plan import LATER_KINDS, LEAVING, SKEW, Plan, plan_of
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

FOUND_EMPTY = {
    22: "a battle that was played was said to be put aside",
    92: "a process that had let go of a table told its host that it attends it",
    133: "a table stayed in memory where the store went away while somebody came to it",
    137: "a host took what others told it of a table into one that it had let go of meanwhile",
    152: "who became a table's host never told the one before it that they had left",
    192: "the last message of a dead process made its players stay at a table for ever",
    305: "a battle that people had come back to was put aside by a round that began before",
    340: "a message that somebody had left overtook the one that they had come",
    362: "who left a table while it looked for its host never told it",
    371: "a table that nobody was at stayed in memory where another process came to host it",
    543: "a process that lost a battle which nobody was at kept its table in memory",
    796: "a vote whose asker had gone brought a battle back as often as it was put aside",
}
"""Found since tables are left by everybody and battles that nobody is at are put aside."""


@pytest.mark.parametrize("seed", FOUND)
def test_what_was_found_once_is_not_found_again(seed: int) -> None:
    """Given a seed under which something was lost, doubled or stuck, then nothing is any more."""
    assert World(seed, plan=_before(plan_of(seed))).run() == [], FOUND[seed]


@pytest.mark.parametrize("seed", FOUND_EMPTY)
def test_what_was_found_at_empty_tables_is_not_found_again(seed: int) -> None:
    """Given a seed under which a battle or a table was in no right place while people went and
    came, then each is in memory as long as somebody is there, and no longer."""
    assert World(seed).run() == [], FOUND_EMPTY[seed]


def _before(plan: Plan) -> Plan:
    """The plan that the seed stood for then: with as few snapshots as a server writes, no battle
    put aside, and without the kinds of faults that came later.
    """
    later = (*LATER_KINDS, LEAVING)
    every = {kind: mean for kind, mean in plan.every.items() if kind not in later}
    back = limits.UNDO_VERSIONS
    return plan._replace(snapshots=EVERY, back=back, aside=0.0, skew=SKEW, every=every)
