"""What a part of the state is where nothing is said of it."""

from protocol.ids import UnitId
from server.rules.battle.kernel.state import Turn


def test_a_turn_begins_with_nothing_done_in_it() -> None:
    turn = Turn(UnitId("a1"))
    assert (turn.engages, turn.moves, turn.explores, turn.moved) == (0, 0, 0, 0)
    assert not any((turn.rolled, turn.extra, turn.used, turn.hurt, turn.lost))
