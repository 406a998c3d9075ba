"""Two rules of one beat in the middle of something at once: each waits for its own answer alone."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.events import Rolled
from protocol.ids import SeatId
from protocol.questions import Question
from server.rules.engine.advance import Play
from server.rules.engine.branch import Branch, is_branch
from server.rules.engine.game import Defect, Diverged, Game
from server.rules.engine.replay import matches_log
from tests.rules.engine.test_game import Added, Count, playing, question

Rule = Callable[[Game[Count]], object]


def any_may_wait(_: Question) -> bool:
    """Every question is left open."""
    return True


def beside(
    game: Game[Count], *rules: Rule, waits: Callable[[Question], bool] = any_may_wait
) -> None:
    """Run rules of a beat side by side until all are done."""
    open_: list[tuple[Branch[Count], Rule, Question]] = []

    def go(branch: Branch[Count], rule: Rule) -> None:
        if (asked := branch.run(rule)) is not None:
            open_.append((branch, rule, asked))

    for rule in rules:
        go(Branch(game, (), waits), rule)
    while open_:
        choice = game.ask(*(asked for _, _, asked in open_))
        branch, rule, _ = open_.pop(choice.index)
        branch.answer(choice.picks)
        go(branch, rule)


def gambler(seat: str, seen: list[int]) -> Rule:
    """Rolls, draws, asks its seat twice, rolls again; notes the sum that it sees at each step."""

    def rule(game: Game[Count]) -> None:
        face = game.roll(1, what=seat)[0]
        game.draw("deck", {"one": 1, "two": 2})
        game.emit(Added(face + 1))
        seen.append(game.state.n)
        first = game.pick(question("a", "b", to=(seat,)))
        seen.append(game.state.n)
        game.emit(Added(100 if first == "a" else 200))
        game.pick(question("c", "d", to=(seat,)))
        game.emit(Added(1000 * (game.roll(1, what=seat)[0] + 1)))

    return rule


def answer(play: Play[Count], seat: str, pick: str) -> None:
    """Answer the open question of a seat."""
    asked = next(one for one in play.questions if one.to == (seat,))
    play.answer(asked.id, SeatId(seat), (pick,))


def asked_of(play: Play[Count]) -> list[str]:
    """Whose questions are open."""
    return [one.to[0] for one in play.questions]


def test_each_is_asked_after_its_dice_and_neither_waits_for_the_other() -> None:
    play = playing(lambda game: beside(game, gambler("1", []), gambler("2", [])))
    assert asked_of(play) == ["1", "2"]
    answer(play, "2", "a")
    answer(play, "2", "c")
    assert asked_of(play) == ["1"]
    answer(play, "1", "b")
    answer(play, "1", "d")
    assert play.over


def test_dice_fall_once_and_what_others_did_meanwhile_is_there_after_the_answer() -> None:
    one: list[int] = []
    play = playing(lambda game: beside(game, gambler("1", one), gambler("2", [])))
    before = play.state.n
    answer(play, "2", "a")
    answer(play, "1", "a")
    assert play.state.n == before + 200
    assert one[-2:] == [one[0], before + 100]
    assert [entry.event.what for entry in play.log if isinstance(entry.event, Rolled)] == ["1", "2"]


def test_a_rule_run_again_sees_after_an_answer_what_it_saw_there_before() -> None:
    """Given a rule that asks on because of what another did before its first answer, when its
    second answer comes, then it has asked on for the same reason."""
    seen: list[int] = []

    def curious(game: Game[Count]) -> None:
        game.pick(question("a", "b", to=("1",)))
        seen.append(game.state.n)
        if game.state.n >= 100:
            game.pick(question("c", "d", to=("1",)))
        game.emit(Added(1))

    play = playing(lambda game: beside(game, curious, gambler("2", [])))
    for seat, pick in (("2", "a"), ("1", "a"), ("2", "c"), ("1", "c")):
        answer(play, seat, pick)
    assert play.over
    assert matches_log(play)
    assert len(set(seen)) == 1


@given(st.lists(st.tuples(st.sampled_from("12"), st.integers(0, 1)), max_size=8))
def test_in_whatever_order_they_are_answered_the_beat_run_again_tells_the_same(
    order: list[tuple[str, int]],
) -> None:
    play = playing(lambda game: beside(game, gambler("1", []), gambler("2", [])))
    for seat, way in [*order, *[(seat, 0) for seat in "1122"]]:
        if seat in asked_of(play):
            shape: Any = next(one for one in play.questions if one.to == (seat,)).shape
            answer(play, seat, shape.options[way].key)
            assert matches_log(play)
    assert play.over


def test_a_question_that_may_not_wait_is_asked_alone_and_the_rule_goes_on_from_there() -> None:
    def waits(asked: Question) -> bool:
        return asked.to != ("2",)

    play = playing(lambda game: beside(game, gambler("1", []), gambler("2", []), waits=waits))
    assert asked_of(play) == ["2"]
    answer(play, "2", "a")
    assert asked_of(play) == ["2"]
    answer(play, "2", "c")
    assert asked_of(play) == ["1"]
    answer(play, "1", "a")
    answer(play, "1", "c")
    assert play.over


def test_a_rule_that_does_something_else_over_its_own_steps_is_found() -> None:
    runs: list[int] = []

    def rule(game: Game[Count]) -> None:
        runs.append(1)
        game.emit(Added(len(runs)))
        game.pick(question("a", "b"))

    def beat(game: Game[Count]) -> None:
        branch = Branch(game, (), any_may_wait)
        assert branch.run(rule) is not None
        branch.answer(("a",))
        with pytest.raises(Diverged):
            branch.run(rule)

    assert playing(beat).over


def test_answers_given_before_it_began_are_taken_and_none_may_be_left_over() -> None:
    def rule(game: Game[Count]) -> None:
        game.emit(Added(5 if game.pick(question("a", "b")) == "b" else 7))

    def beat(game: Game[Count]) -> None:
        assert Branch(game, [("b",)], any_may_wait).run(rule) is None
        with pytest.raises(Defect, match="not asked"):
            Branch(game, [("a",), ("a",)], any_may_wait).run(rule)

    assert playing(beat).state.n == 12


def test_a_branch_calls_for_no_other_game_and_says_what_it_is() -> None:
    def rule(game: Game[Count]) -> None:
        assert is_branch(game)
        game.call({}, int)

    def beat(game: Game[Count]) -> None:
        assert not is_branch(game)
        with pytest.raises(Defect, match="no other game"):
            Branch(game, (), any_may_wait).run(rule)

    assert playing(beat).over
