"""Who drives which seat: a player, a bot in the chair, or one that stands in."""

import pytest

from protocol.ids import NamedCode, PlayerId, SeatId
from protocol.questions import One, Option, Question
from protocol.tables import Chair
from server.battles.drivers import Bots, Choice, Drivers, Questions
from server.runtime import Refusal

ONE, TWO, THREE = SeatId("1"), SeatId("2"), SeatId("3")
ANN, BOB = PlayerId("ann"), PlayerId("bob")


def first(state: object, seat: SeatId, questions: Questions) -> Choice:
    return questions[0].id, ("a",)


def second(state: object, seat: SeatId, questions: Questions) -> Choice:
    return questions[0].id, ("b",)


BOTS: Bots = {"first": first, "second": second}
CHAIRS = (Chair(ONE, ANN), Chair(TWO, BOB), Chair(THREE, bot="second"))


def drivers(*chairs: Chair) -> Drivers:
    found = Drivers(chairs or CHAIRS, BOTS)
    found.here = frozenset({ANN})
    return found


def question(*seats: SeatId) -> Question:
    return Question(seats, NamedCode("why"), "What?", One((Option("a", "A"),)))


def test_a_player_speaks_for_the_seats_that_they_hold() -> None:
    both = drivers(Chair(ONE, ANN), Chair(TWO, ANN), Chair(THREE, BOB))
    assert both.of(ANN) == both.meant_by(ANN, SeatId("")) == (ONE, TWO)
    assert both.meant_by(ANN, TWO) == (TWO,)


@pytest.mark.parametrize(
    ("player", "seat", "code"),
    [(ANN, TWO, "not_allowed"), (PlayerId("eve"), SeatId(""), "not_seated")],
)
def test_nobody_speaks_for_the_seat_of_another(player: PlayerId, seat: SeatId, code: str) -> None:
    with pytest.raises(Refusal) as no:
        drivers().meant_by(player, seat)
    assert no.value.code == code


def test_a_bot_answers_in_its_chair_in_an_empty_one_and_where_it_stands_in() -> None:
    found = drivers(Chair(ONE, ANN), Chair(TWO), Chair(THREE, BOB, bot="second"))
    assert [found.is_bot(seat) for seat in (ONE, TWO, THREE)] == [False, True, True]
    found.stood_in.add(ONE)
    assert found.is_bot(ONE)
    assert not found.in_chair(ONE)


def test_whether_there_are_bots_follows_the_chairs_and_who_stands_in() -> None:
    found, seen = drivers(Chair(ONE, ANN)), list[bool]()
    seen.append(found.has_bots)
    found.stood_in.add(ONE)
    seen.append(found.has_bots)
    found.place((Chair(ONE, BOB),))
    seen.append(found.has_bots)
    assert seen == [False, True, False]


def test_a_bot_stands_in_until_the_chair_has_another_player() -> None:
    found = drivers()
    found.stood_in |= {ONE, TWO}
    found.place((Chair(ONE, ANN), Chair(TWO, ANN)))
    assert found.stood_in == {ONE}
    assert found.seats == (ONE, TWO)
    assert found.player_of(THREE) == ""


def test_only_a_player_who_should_answer_is_away() -> None:
    found = drivers()
    assert [found.is_away(seat) for seat in (ONE, TWO, THREE, SeatId("9"))] == [
        *(False, True, False, False)
    ]


def test_the_bot_of_a_chair_plays_it_and_the_first_one_stands_in() -> None:
    found = drivers()
    assert (found.policy(THREE), found.policy(ONE)) == (second, first)
    assert Drivers(CHAIRS, {}).policy(ONE) is None


def test_people_decide_before_bots_and_the_leader_alone_where_the_table_says_so() -> None:
    found = drivers()
    assert found.deciders(question(THREE, TWO, ONE), "all") == (TWO, ONE)
    assert found.deciders(question(THREE, TWO, ONE), "leader") == (ONE,)
    assert found.deciders(question(THREE), "all") == (THREE,)


def test_bots_leave_open_what_they_keep_back_for_people_who_are_here() -> None:
    """Given a person who is here and one who is away, then a bot leaves its question open for what
    the former has to answer, and not for the latter."""
    found = drivers()
    of_ann, of_bob, of_bot = question(ONE), question(TWO), question(THREE)

    def left(person: Question, *, keeps: bool) -> list[Question]:
        asked = [(one, one.to) for one in (person, of_bot)]
        return [one for one, _ in found.left_to_bots(asked, lambda _bot, _person: keeps)]

    assert left(of_ann, keeps=True) == []
    assert left(of_ann, keeps=False) == [of_bot]
    assert left(of_bob, keeps=True) == [of_bot], "nobody waits for who is away"
    found.here = frozenset()
    assert left(of_ann, keeps=True) == [of_bot]
