"""Where the sensible bot goes: to locks and goals, into reach, with the party, and back again."""

from typing import Any

from msgspec.structs import replace

from clients.bots import moving
from protocol.hexes import distance, parse
from protocol.ids import SeatId, UnitId
from protocol.questions import Picks, Question, Route, Spot
from server.commands.bots import sensible
from server.rules.engine.patch import plain
from tests.clients.views import PICK, enemy, view
from tests.scene import Scene, foe, hero

ROW = ["combat", "combat", "shield-discipline"]


def ahead() -> Question:
    spots = tuple(
        Spot(f"{q},0", tuple(n for n in (q - 1, q + 1) if 0 <= n <= 2), 1, bool(q))
        for q in range(3)
    )
    return Question((SeatId("1"),), "turn.move", "Move.", Route(spots, 3))


def test_it_goes_to_the_locks_while_nobody_is_near_who_minds() -> None:
    asleep = {"e1": enemy("imp", (2, 1), still=True)}
    assert moving.to_locks(view(PICK, units=asleep), UnitId("a1"), ahead()) == ("1,0", "2,0")
    awake = {"e1": enemy("imp", (2, 1))}
    assert moving.to_locks(view(PICK, units=awake), UnitId("a1"), ahead()) == ()


def test_the_last_lock_is_worth_the_risk() -> None:
    awake = {"e1": enemy("imp", (2, 1))}
    here = view(PICK, units=awake, tally={"locks-opened": 1})
    assert moving.to_locks(here, UnitId("a1"), ahead()) == ("1,0", "2,0")


def test_who_stands_on_a_lock_that_it_could_not_open_steps_off_and_on_again() -> None:
    """Given a lock under its feet, then a turn's move tries it once more."""
    spots = (Spot("2,0", (1,)), Spot("1,0", (0,)))
    route = Question((SeatId("1"),), "turn.move", "Move.", Route(spots, 2))
    assert moving.to_locks(view(PICK), UnitId("a1"), route) == ("1,0", "2,0")


def archers_turn(scene: Scene, **mat: Any) -> tuple[str, Picks]:
    """What the bot does in an archer's turn: why it was asked, and its answer."""
    archer = replace(scene.state.adventurers[UnitId("a1")], lines=("bow",), **mat)
    scene = Scene.at(replace(scene.state, adventurers={"a1": archer}))
    number, picks, _ = sensible().choose(plain(scene.state), SeatId("a1"), scene.questions)
    return next(question.why for question in scene.questions if question.id == number), picks


def archer(*foes: Any, **more: Any) -> Scene:
    dice = ["snipe", "snipe", "combat", "combat"]
    return Scene(hero(at=(0, 0), form="ranged-weapon", row=dice, **more), *foes)


def test_an_archer_steps_back_from_who_stands_beside_it_before_it_shoots() -> None:
    why, picks = archers_turn(archer(foe("e1", "wolf", at=(1, 0))))
    assert why == "turn.move"
    assert distance(parse(picks[-1]), (1, 0)) > 1


def test_an_archer_that_reaches_somebody_shoots_from_where_it_stands() -> None:
    why, picks = archers_turn(archer(foe("e1", "wolf", at=(2, 0))))
    assert why == "turn.engage"
    assert "target:e1" in picks


def test_who_is_dazed_does_not_move_for_a_shot_that_it_could_not_have() -> None:
    dazed = archer(foe("e1", "wolf", at=(1, 0)), track=["daze"])
    assert archers_turn(dazed)[0] == "turn.engage"


def test_an_imp_is_left_alone_by_who_did_not_begin_the_turn_beside_it() -> None:
    scene = archer(foe("e1", "imp", at=(2, 0)), foe("e2", "wolf", at=(0, 2)))
    assert "target:e2" in archers_turn(scene)[1]


def test_it_does_not_step_back_out_of_a_comrades_fight() -> None:
    """Given an enemy beside a comrade, when a bot's turn is done, then it stays a step away."""
    scene = Scene(
        hero("a1", at=(4, -1), row=ROW), hero("a2", at=(2, -1)), foe("e1", "wolf", at=(1, -1))
    )
    move = next(question for question in scene.questions if question.why == "turn.move")
    assert moving.retreat(plain(scene.state), UnitId("a1"), move) == ()


def test_who_is_alone_steps_back() -> None:
    scene = Scene(hero("a1", at=(4, -1), row=ROW), foe("e1", "wolf", at=(1, -1)))
    move = next(question for question in scene.questions if question.why == "turn.move")
    assert moving.retreat(plain(scene.state), UnitId("a1"), move)
