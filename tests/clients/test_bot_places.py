"""Where the sensible bot stands: room to leave, a step back before a shot, whom it can hurt."""

from typing import Any

from msgspec.structs import replace

from clients.bots import board
from clients.bots.sensible_bot import SensibleBot
from protocol.hexes import distance, parse
from protocol.questions import Picks
from server.rules.engine.patch import plain
from tests.scene import Scene, foe, hero


def turn(scene: Scene, **mat: Any) -> tuple[str, Picks]:
    """What the bot does in an archer's turn: why it was asked, and its answer."""
    archer = replace(scene.state.adventurers["a1"], lines=("bow",), **mat)
    scene = Scene.at(replace(scene.state, adventurers={"a1": archer}))
    number, picks = SensibleBot().choose(plain(scene.state), "a1", scene.questions)
    return next(question.why for question in scene.questions if question.id == number), picks


def archer(*foes: Any, **more: Any) -> Scene:
    dice = ["snipe", "snipe", "combat", "combat"]
    return Scene(hero(at=(0, 0), form="ranged-weapon", row=dice, **more), *foes)


def test_an_archer_steps_back_from_who_stands_beside_it_before_it_shoots() -> None:
    why, picks = turn(archer(foe("e1", "wolf", at=(1, 0))))
    assert why == "turn.move"
    assert distance(parse(picks[-1]), (1, 0)) > 1


def test_an_archer_that_reaches_somebody_shoots_from_where_it_stands() -> None:
    why, picks = turn(archer(foe("e1", "wolf", at=(2, 0))))
    assert why == "turn.engage"
    assert "target:e1" in picks


def test_who_is_dazed_does_not_move_for_a_shot_that_it_could_not_have() -> None:
    dazed = archer(foe("e1", "wolf", at=(1, 0)), track=["daze"])
    assert turn(dazed)[0] == "turn.engage"


def test_who_hides_is_not_in_reach() -> None:
    view = plain(archer(foe("e1", "wolf", at=(2, 0), statuses=("stealth",))).state)
    assert not board.in_reach(view, view["adventurers"]["a1"], "ranged-weapon", (0, 0))


def test_an_imp_is_left_alone_by_who_did_not_begin_the_turn_beside_it() -> None:
    scene = archer(foe("e1", "imp", at=(2, 0)), foe("e2", "wolf", at=(0, 2)))
    assert "target:e2" in turn(scene)[1]


def test_the_hex_to_enter_by_is_the_one_with_most_ways_out() -> None:
    view = plain(archer(foe("e1", "wolf", at=(1, 0))).state)
    free = board.ways_out(view, (0, 0))
    assert free == 5
    assert board.ways_out(view, (1, 0)) == 5
