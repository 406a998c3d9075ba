"""Asking in the middle of a rule: the beat is run again over its log, and comes out where it
was.
"""

from collections.abc import Callable, Generator
from typing import Any

import pytest

from protocol.events import Answered, BeatBegan, Event
from protocol.questions import One, Option, Question, Some, options_of
from server.rules.engine import limits
from server.rules.engine.advance import Illegal, Play
from server.rules.engine.dice import SealedChance
from server.rules.engine.game import Defect, Diverged, Entry, Game
from server.rules.engine.patch import Op, put
from server.rules.engine.ruleset import Record
from server.rules.engine.windows import Act, may, must


class Count(Record, frozen=True):
    n: int = 0
    beats: int = 0


class Added(Event, frozen=True, array_like=True, tag="added"):
    n: int


class Rules:
    """A game of one beat, which the test gives as a function."""

    name, fingerprint, events, state_type = "count", "1", Added, Count

    def __init__(self, beat: Callable[[Game[Count]], None], beats: int = 1) -> None:
        self.beat, self.beats = beat, beats

    def apply(self, state: Count, event: Event) -> tuple[Op, ...]:
        """Adds up."""
        if isinstance(event, Added):
            return (put("n", state.n + event.n), put("beats", state.beats + (event.n == 0)))
        return ()

    def next_beat(self, state: Count) -> BeatBegan | None:
        """The same beat, a number of times; an `Added(0)` ends one."""
        return BeatBegan("beat") if state.beats < self.beats else None

    def preview(self, state: Any, what: str, unit: str, picks: tuple[str, ...]) -> None:
        """Nothing to tell."""

    def foresee(
        self, state: Any, what: str, unit: str, picks: tuple[str, ...]
    ) -> Generator[None, None, None]:
        """Nothing, at once."""
        yield from ()

    def play(self, game: Any, beat: BeatBegan) -> None:
        """Runs the test's function."""
        self.beat(game)
        game.emit(Added(0))


def question(*keys: str, to: tuple[str, ...] = ("1",), **more: Any) -> Question:
    """A small question."""
    return Question(to, "why", "text", One(tuple(Option(key, key) for key in keys)), **more)


def playing(beat: Callable[[Game[Count]], None], beats: int = 1) -> Play[Count]:
    """A game that has begun."""
    play = Play(Rules(beat, beats), Count(), SealedChance(b"key"))
    play.begin()
    return play


def test_a_question_stops_the_rule_and_its_answer_lets_it_go_on() -> None:
    def beat(game: Game[Count]) -> None:
        game.emit(Added(1))
        game.emit(Added(10 if game.pick(question("yes", "no")) == "yes" else 20))

    play = playing(beat)
    assert play.state.n == 1
    told = play.answer(play.questions[0].id, "1", ("no",))
    assert play.state.n == 21
    assert told.events == (Answered(2, "1", ("no",)), Added(20), Added(0))
    assert told.over


def test_dice_rolled_before_a_question_stay_as_they_fell() -> None:
    seen = []

    def beat(game: Game[Count]) -> None:
        seen.append(game.roll(3, what="test"))
        game.pick(question("a", "b"))
        game.pick(question("a", "b"))

    play = playing(beat)
    for _ in range(2):
        play.answer(play.questions[0].id, "1", ("a",))
    assert len(seen) == 3
    assert seen[0] == seen[1] == seen[2]
    assert play.state.rolls == 1


def test_one_possible_answer_is_not_asked() -> None:
    def beat(game: Game[Count]) -> None:
        assert game.pick(question("only")) == "only"
        assert game.ask(Question(("1",), "w", "t", Some((), 0, 0))).picks == ()

    assert playing(beat).over


def test_a_pass_is_asked_even_with_one_option() -> None:
    play = playing(lambda game: game.emit(Added(len(game.pick(question("x", may_pass=True))))))
    play.answer(play.questions[0].id, "1", ())
    assert play.state.n == 0


@pytest.mark.parametrize(
    ("seat", "shift", "picks", "code"),
    [("2", 0, ("a",), "not_yours"), ("1", 1, ("a",), "stale"), ("1", 0, ("c",), "illegal")],
)
def test_a_wrong_answer_is_refused_and_changes_nothing(
    seat: str, shift: int, picks: tuple[str, ...], code: str
) -> None:
    play = playing(lambda game: game.emit(Added(len(game.pick(question("a", "b"))))))
    before = (play.state, play.questions, play.at)
    with pytest.raises(Illegal) as refused:
        play.answer(play.questions[0].id + shift, seat, picks)
    assert refused.value.code == code
    assert (play.state, play.questions, play.at) == before


def test_the_first_answer_to_any_question_closes_all() -> None:
    def beat(game: Game[Count]) -> None:
        choice = game.ask(question("a", "b", to=("1",)), question("c", "d", to=("2",)))
        game.emit(Added(10 * choice.index + 1))

    play = playing(beat)
    ids = [q.id for q in play.questions]
    play.answer(ids[1], "2", ("c",))
    assert play.state.n == 11
    with pytest.raises(Illegal):
        play.answer(ids[0], "1", ("a",))


def test_two_players_who_pass_side_by_side_do_not_trip_over_each_other() -> None:
    """The second answer names the question of the moment before; the same one stands open again."""
    done: list[str] = []

    def beat(game: Game[Count]) -> None:
        acts = [Act(f"act-{seat}", "Act", lambda: done.append("x"), seat) for seat in "12"]
        may(game, lambda: acts, "window", lambda: "Now?")

    play = playing(beat)
    first, second = play.questions
    play.answer(first.id, "1", ())
    play.answer(second.id, "2", ())
    assert play.over
    assert not done


def test_a_defect_of_a_rule_loses_nothing() -> None:
    def beat(game: Game[Count]) -> None:
        if game.pick(question("good", "bad")) == "bad":
            raise ZeroDivisionError
        game.emit(Added(5))

    play = playing(beat)
    with pytest.raises(Defect, match="ZeroDivisionError"):
        play.answer(play.questions[0].id, "1", ("bad",))
    play.answer(play.questions[0].id, "1", ("good",))
    assert play.state.n == 5


def test_a_rule_that_tells_another_story_than_its_log_diverges() -> None:
    told = Entry(Added(1), Count(n=1), (put("n", 1),))
    game = Game(Rules(lambda game: None), Count(), [told], SealedChance(b""), 0)
    with pytest.raises(Diverged) as diverged:
        game.emit(Added(2))
    assert (diverged.value.position, diverged.value.logged) == (0, Added(1))


@pytest.mark.parametrize("endless", ["events", "questions", "beats"])
def test_what_does_not_end_is_a_defect(endless: str) -> None:
    def beat(game: Game[Count]) -> None:
        if game.pick(question("go", "stop")) == "stop":
            return
        while endless == "events":
            game.emit(Added(1))
        while endless == "questions":
            game.ask(question("a", "b"))

    play = playing(beat, beats=limits.BEATS_PER_ANSWER * 2 if endless == "beats" else 1)
    if endless == "beats":
        play.ruleset.beat = lambda game: None  # type: ignore[attr-defined]
    with pytest.raises(Defect):
        answer_on(play, limits.QUESTIONS_PER_BEAT + 2)


def answer_on(play: Play[Count], times: int) -> None:
    """Give the first answer to the first question, so often."""
    for _ in range(times):
        asked = play.questions[0]
        play.answer(asked.id, "1", (options_of(asked.shape)[0].key,))


def test_forced_acts_of_one_kind_just_happen_and_of_several_the_party_orders() -> None:
    order: list[str] = []

    def beat(game: Game[Count]) -> None:
        order.clear()
        acts = [Act(k, k[0], lambda k=k: order.append(k)) for k in ("a1", "a2", "b")]  # type: ignore[misc]
        must(game, lambda: acts, ("1", "2"), "now")

    play = playing(beat)
    assert play.questions[0].to == ("1", "2")
    play.answer(play.questions[0].id, "2", ("b",))
    assert order == ["b", "a1", "a2"]


def test_going_back_stands_where_it_stood() -> None:
    def beat(game: Game[Count]) -> None:
        game.emit(Added(int(game.pick(question("1", "2")))))

    play = playing(beat, beats=3)
    mark, before = play.mark(), (play.state, play.questions)
    play.answer(play.questions[0].id, "1", ("1",))
    play.go_back(mark)
    assert (play.state, play.questions) == before
    play.answer(play.questions[0].id, "1", ("2",))
    assert play.state.n == 2


def test_what_only_keeps_the_record_is_done_first_and_not_ordered() -> None:
    order: list[str] = []

    def beat(game: Game[Count]) -> None:
        order.clear()
        acts = [Act("a", "Act", lambda: order.append("a")), Act("b", "", lambda: order.append("b"))]
        must(game, lambda: acts, ("1", "2"), "now")

    assert playing(beat).over
    assert order == ["b", "a"]
