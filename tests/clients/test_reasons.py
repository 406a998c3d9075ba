"""What the sensible bot says of its acts."""

import pytest

from clients.bots import Answer, reasons
from protocol.codec import msgpack
from protocol.fields import LONGEST_NOTE
from protocol.ids import SeatId, UnitId
from protocol.plain_text import plain as plain_text
from protocol.replies import Commit, author_of
from server.commands.bots import sensible
from server.commands.headless import Simulation
from server.rules.engine.patch import plain
from tests.scene import Scene, foe, hero

ROW = ["combat", "combat", "shield-discipline"]


def chosen(scene: Scene) -> Answer:
    return sensible().choose(plain(scene.state), SeatId("a1"), scene.questions)


@pytest.mark.parametrize("encounter", ["jailbreak", "night-run", "drowned-archive", "glass-mine"])
def test_every_act_of_a_turn_but_its_end_has_a_reason_of_one_short_line(encounter: str) -> None:
    battle = Simulation(encounter, 2, "adept", "sensible", 3)
    battle.begin()
    while not battle.record.shown.over:
        is_turn = any(question.why == "turn.act" for question in battle.record.shown.questions)
        commit = battle.step().commit
        note = commit.note
        assert bool(note) or not is_turn or author_of(commit).picks == ("end",)
        assert note == plain_text(note, LONGEST_NOTE)
        assert not note or note[-1] == "."
    last = msgpack.reply(battle.frames[-1])
    assert isinstance(last, Commit)


def test_an_engage_says_what_it_expects_of_whom() -> None:
    note = chosen(Scene(hero(row=ROW, at=(1, -1)), foe("e1", "wolf", at=(0, 0), hp=9))).note
    assert note.startswith("I expect about ")
    assert "Wolf" in note
    assert note.endswith("the most I can do.")


def test_who_moves_up_names_whose_fight_it_keeps_with() -> None:
    scene = Scene(
        hero("a1", at=(4, -1), row=ROW), hero("a2", at=(0, 0)), foe("e1", "wolf", at=(-1, 0))
    )
    name = scene.state.units[UnitId("a2")].name
    assert chosen(scene).note == f"I keep with {name}, who is in a fight."


def test_a_turn_that_ends_at_a_way_out_warns_that_it_may_leave_there() -> None:
    view = {"units": {"a1": {"at": [1, 0]}}, "marks": {"1,0": "exit"}}
    assert reasons.ends(view, UnitId("a1"), 2) == reasons.LEAVES_SOON.format(low=2)
    assert reasons.ends(view | {"marks": {}}, UnitId("a1"), 2) == ""
