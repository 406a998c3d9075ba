"""The state of a battle with types, for programs."""

import msgspec

from clients.core.view import BattleView
from clients.sdk.state import look_at
from protocol.ids import BattleId, SeatId
from protocol.replies import Snapshot
from tests.clients.journals import journal
from tests.clients.stage import OPENING


def test_the_state_is_read_with_types() -> None:
    last = journal(3)[-1]
    state = msgspec.msgpack.decode(last.state)
    view = BattleView(Snapshot(BattleId("b1"), 9, state, (), {}, OPENING))
    look = look_at(view)
    assert look.phase == state["phase"]
    assert {name: unit.hp for name, unit in look.units.items()} == {
        name: unit["hp"] for name, unit in state["units"].items()
    }
    ann = look.unit_of(SeatId("1"))
    assert ann is not None
    assert ann.side == "party"
    assert look.unit_of(SeatId("9")) is None
    assert all(unit.at and not unit.fate for unit in look.on_map("enemy"))


def test_the_state_of_another_game_has_nothing_of_this_one() -> None:
    view = BattleView(Snapshot(BattleId("b1"), 4, {"pegs": {}, "turn": None}, (), {}, OPENING))
    assert look_at(view).units == {}
