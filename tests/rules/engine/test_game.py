"""Asking in the middle of a rule: the beat is run again over its log, and comes out where it
was.
"""

from collections.abc import Callable, Generator
from contextlib import ExitStack
from typing import Any

import pytest
from msgspec.structs import replace

from protocol.events import Answered, BeatBegan, Drawn, Event
from protocol.ids import NamedCode, QuestionId, SeatId
from protocol.questions import One, Option, Question, Some, options_of
from server.rules.engine import limits
from server.rules.engine.advance import Illegal, Play
from server.rules.engine.dice import SealedChance
from server.rules.engine.game import Asked, Defect, Diverged, Entry, Game, Unfit
from server.rules.engine.patch import Op, put
from server.rules.engine.replay import Mismatch, Recorded, matches_log, rebuild
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
    return Question(
        tuple(map(SeatId, to)),
        NamedCode("why"),
        "text",
        One(tuple(Option(key, key) for key in keys)),
        **more,
    )


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
    told = play.answer(play.questions[0].id, SeatId("1"), ("no",))
    assert play.state.n == 21
    assert told.events == (Answered(QuestionId(2), SeatId("1"), ("no",)), Added(20), Added(0))
    assert told.over


def test_dice_rolled_before_a_question_stay_as_they_fell() -> None:
    seen = []

    def beat(game: Game[Count]) -> None:
        seen.append(game.roll(3, what="test"))
        game.pick(question("a", "b"))
        game.pick(question("a", "b"))

    play = playing(beat)
    for _ in range(2):
        play.answer(play.questions[0].id, SeatId("1"), ("a",))
    assert len(seen) == 3
    assert seen[0] == seen[1] == seen[2]
    assert play.state.rolls == 1


def test_one_possible_answer_is_not_asked() -> None:
    def beat(game: Game[Count]) -> None:
        assert game.pick(question("only")) == "only"
        assert game.ask(Question((SeatId("1"),), NamedCode("w"), "t", Some((), 0, 0))).picks == ()

    assert playing(beat).over


def test_a_pass_is_asked_even_with_one_option() -> None:
    play = playing(lambda game: game.emit(Added(len(game.pick(question("x", may_pass=True))))))
    play.answer(play.questions[0].id, SeatId("1"), ())
    assert play.state.n == 0


def test_an_answer_that_was_given_before_is_taken_without_asking_again() -> None:
    """The next question, to which none was given, is asked."""

    def beat(game: Game[Count]) -> None:
        with game.ahead([("no",)]):
            assert game.pick(question("yes", "no")) == "no"
            game.pick(question("left", "right"))

    play = playing(beat)
    assert [option.key for option in options_of(play.questions[0].shape)] == ["left", "right"]
    assert play.answer(play.questions[0].id, SeatId("1"), ("left",)).over


def test_an_answer_given_ahead_to_nothing_is_a_defect() -> None:
    def beat(game: Game[Count]) -> None:
        with game.ahead([("no",)]):
            game.emit(Added(1))

    with pytest.raises(Defect, match="was not asked"):
        playing(beat)


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
        play.answer(QuestionId(play.questions[0].id + shift), SeatId(seat), picks)
    assert refused.value.code == code
    assert (play.state, play.questions, play.at) == before


def test_the_first_answer_to_any_question_closes_all() -> None:
    def beat(game: Game[Count]) -> None:
        choice = game.ask(question("a", "b", to=("1",)), question("c", "d", to=("2",)))
        game.emit(Added(10 * choice.index + 1))

    play = playing(beat)
    ids = [q.id for q in play.questions]
    play.answer(ids[1], SeatId("2"), ("c",))
    assert play.state.n == 11
    with pytest.raises(Illegal):
        play.answer(ids[0], SeatId("1"), ("a",))


def test_two_players_who_pass_side_by_side_do_not_trip_over_each_other() -> None:
    """The second answer names the question of the moment before; the same one stands open again."""
    done: list[str] = []

    def beat(game: Game[Count]) -> None:
        acts = [Act(f"act-{seat}", "Act", lambda: done.append("x"), SeatId(seat)) for seat in "12"]
        may(game, lambda: acts, NamedCode("window"), lambda: "Now?")

    play = playing(beat)
    first, second = play.questions
    play.answer(first.id, SeatId("1"), ())
    play.answer(second.id, SeatId("2"), ())
    assert play.over
    assert not done


def test_an_answer_that_a_rule_does_not_take_is_refused_in_its_words_and_asked_again() -> None:
    def beat(game: Game[Count]) -> None:
        game.roll(1, what="before", sides=20)
        if game.pick(question("near", "far")) == "far":
            raise Unfit("That is too far.")
        game.emit(Added(5))

    play = playing(beat)
    before = (play.state, play.questions, play.at)
    with pytest.raises(Illegal, match="That is too far") as refused:
        play.answer(play.questions[0].id, SeatId("1"), ("far",))
    assert refused.value.code == "illegal"
    assert (play.state, play.questions, play.at) == before
    play.answer(play.questions[0].id, SeatId("1"), ("near",))
    assert play.state.n == 5


def test_a_defect_of_a_rule_loses_nothing() -> None:
    def beat(game: Game[Count]) -> None:
        if game.pick(question("good", "bad")) == "bad":
            raise ZeroDivisionError
        game.emit(Added(5))

    play = playing(beat)
    with pytest.raises(Defect, match="ZeroDivisionError"):
        play.answer(play.questions[0].id, SeatId("1"), ("bad",))
    play.answer(play.questions[0].id, SeatId("1"), ("good",))
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
        play.answer(asked.id, SeatId("1"), (options_of(asked.shape)[0].key,))


def test_forced_acts_of_one_kind_just_happen_and_of_several_the_party_orders() -> None:
    order: list[str] = []

    def beat(game: Game[Count]) -> None:
        order.clear()
        acts = [Act(k, k[0], lambda k=k: order.append(k)) for k in ("a1", "a2", "b")]  # type: ignore[misc]
        must(game, lambda: acts, (SeatId("1"), SeatId("2")), NamedCode("now"))

    play = playing(beat)
    assert play.questions[0].to == ("1", "2")
    play.answer(play.questions[0].id, SeatId("2"), ("b",))
    assert order == ["b", "a1", "a2"]


def test_going_back_stands_where_it_stood() -> None:
    def beat(game: Game[Count]) -> None:
        game.emit(Added(int(game.pick(question("1", "2")))))

    play = playing(beat, beats=3)
    mark, before = play.mark(), (play.state, play.questions)
    play.answer(play.questions[0].id, SeatId("1"), ("1",))
    play.go_back(mark)
    assert (play.state, play.questions) == before
    play.answer(play.questions[0].id, SeatId("1"), ("2",))
    assert play.state.n == 2


def test_what_only_keeps_the_record_is_done_first_and_not_ordered() -> None:
    order: list[str] = []

    def beat(game: Game[Count]) -> None:
        order.clear()
        acts = [Act("a", "Act", lambda: order.append("a")), Act("b", "", lambda: order.append("b"))]
        must(game, lambda: acts, (SeatId("1"), SeatId("2")), NamedCode("now"))

    assert playing(beat).over
    assert order == ["b", "a"]


def drawing(game: Game[Count]) -> None:
    """A draw, and then a question."""
    game.draw("lock-common", {"b": 2, "a": 1, "gone": 0})
    game.pick(question("x", "y"))


def test_a_draw_says_what_it_was_drawn_from_sorted_and_without_zeros() -> None:
    told = Play(Rules(drawing), Count(), SealedChance(b"key")).begin()
    drawn = next(event for event in told.events if isinstance(event, Drawn))
    assert (drawn.total, list(drawn.cards.items())) == (3, [("a", 1), ("b", 2)])
    assert drawn.card in drawn.cards


def test_a_draw_of_an_older_release_names_no_cards_and_the_battle_goes_on() -> None:
    begun = Play(Rules(drawing), Count(), SealedChance(b"key")).begin()
    events = [replace(e, cards={}) if isinstance(e, Drawn) else e for e in begun.events]
    diff = begun.diff
    old = Recorded(1, tuple(events), diff.gone, diff.put, begun.questions)
    play, _ = rebuild(Rules(drawing), Count(), SealedChance(b"key"), [old])
    assert play.answer(play.questions[0].id, SeatId("1"), ("x",)).over


def test_a_draw_from_other_cards_than_recorded_is_another_story() -> None:
    begun = Play(Rules(drawing), Count(), SealedChance(b"key")).begin()
    events = [replace(e, cards={"a": 3}) if isinstance(e, Drawn) else e for e in begun.events]
    diff = begun.diff
    bad = Recorded(1, tuple(events), diff.gone, diff.put, begun.questions)
    play, _ = rebuild(Rules(drawing), Count(), SealedChance(b"key"), [bad])
    with pytest.raises(Defect, match="Diverged"):
        play.answer(play.questions[0].id, SeatId("1"), ("x",))


def test_an_answer_that_the_log_does_not_hold_diverges_where_it_should_stand() -> None:
    """Given a log that holds a fact where the answer should be, then the place is counted from the
    battle's beginning."""
    asked = replace(question("a", "b"), id=QuestionId(10))
    log = [Entry(Asked(asked), Count(), ()), Entry(Added(5), Count(5), ())]
    game = Game(Rules(lambda game: None), Count(), log, SealedChance(b""), 10)
    with pytest.raises(Diverged) as diverged:
        game.ask(question("a", "b"))
    assert (diverged.value.position, diverged.value.logged) == (11, Added(5))


def test_effects_nest_as_deep_as_the_limit_says_and_no_deeper() -> None:
    game = Game(Rules(lambda game: None), Count(), [], SealedChance(b""), 0)
    with ExitStack() as stack:
        for _ in range(limits.DEPTH):
            stack.enter_context(game.deeper())
        with pytest.raises(Defect):
            stack.enter_context(game.deeper())


@pytest.mark.parametrize("more", [0, 1])
def test_a_question_has_as_many_options_as_an_answer_may_name(more: int) -> None:
    keys = tuple(map(str, range(400 + more)))
    if more:
        with pytest.raises(Defect):
            asking(question(*keys))
    else:
        assert len(options_of(asking(question(*keys)).questions[0].shape)) == 400


def asking(asked: Question) -> Play[Count]:
    """A game that has asked one question."""
    return playing(lambda game: game.emit(Added(len(game.pick(asked)))))


def test_a_game_that_is_stopped_is_over_and_asks_nothing() -> None:
    play = asking(question("a", "b"))
    play.stop("enough")
    assert (play.over, play.questions) == (True, ())


def test_a_beat_that_the_rules_end_where_the_log_asks_does_not_stand() -> None:
    """Given rules that ask no more, or fail, then what is open is no question of theirs."""
    play = asking(question("a", "b"))
    assert matches_log(play)
    rules: Any = play.ruleset
    rules.play = lambda game, beat: None
    assert not matches_log(play)

    def broken(_game: object, _beat: object) -> None:
        raise RuntimeError("a rule fails")

    rules.play = broken
    assert not matches_log(play)


def test_what_is_over_stands_where_the_rules_have_nothing_more_to_play() -> None:
    play = playing(lambda game: None)
    assert matches_log(play)
    rules: Any = play.ruleset
    rules.beats = 2
    assert not matches_log(play)


def test_a_record_that_the_rules_tell_otherwise_names_its_commit() -> None:
    assert str(Mismatch(7, "the open questions differ")) == "commit 7: the open questions differ"
