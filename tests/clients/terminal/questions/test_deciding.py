"""From open questions to one answer: the menu, going back, passing, the default, help."""

from clients.terminal.questions import Answer, decide, is_pressing
from clients.terminal.questions.deciding import ask, fallback
from protocol.questions import (
    One,
    Order,
    Some,
)
from tests.clients.terminal.questions.talk import END, FRUIT, MOVE, TRAIL, Talk, answer, question


def test_a_question_shows_its_options_notes_rule_and_ways_out() -> None:
    talk = Talk(ask(question(One(FRUIT), may_pass=True)))
    assert "What now?  [ENG-3]  (p passes, ? helps)" in talk.first
    assert "1. Apple  (red)" in talk.first


def test_passing_is_possible_where_it_is_allowed_and_only_there() -> None:
    assert answer(One(FRUIT), "p", may_pass=True) == ()
    talk = Talk(ask(question(One(FRUIT))), "p")
    assert talk.last == "This cannot be passed."


def test_the_default_is_taken_by_its_letter() -> None:
    assert answer(Order(FRUIT), "d", default=("b", "a", "c")) == ("b", "a", "c")


def test_where_there_is_no_default_the_way_to_choose_is_told() -> None:
    said = Talk(ask(MOVE), "d").last
    assert said.startswith("This is yours to choose. Type the number or the hex")


def test_help_explains_the_shape_and_an_empty_line_asks_again() -> None:
    talk = Talk(ask(question(TRAIL)), "?", "")
    assert "hex by hex" in "\n".join(talk.said[1].lines)
    assert not talk.is_over


def test_several_questions_make_a_menu_in_which_short_lists_stand_open() -> None:
    talk = Talk(decide((MOVE, END)))
    assert talk.first.splitlines() == ["   1. What now?", "Or end your turn.", "   2. End"]
    assert Talk(decide((MOVE, END)), "2").result == Answer(END, ("end",))
    assert Talk(decide((MOVE, END)), "1", "1").result == Answer(MOVE, ("0,-1",))


def test_one_can_go_back_to_the_menu_and_take_its_default() -> None:
    assert Talk(decide((MOVE, END)), "1", "b", "7", "?", "d").result == Answer(END, ("end",))
    passable = question(One(FRUIT), may_pass=True)
    assert Talk(decide((MOVE, passable)), "5").result == Answer(passable, ())


def test_a_lone_question_needs_no_menu_and_going_back_asks_it_again() -> None:
    assert Talk(decide((MOVE,)), "b", "1").result == Answer(MOVE, ("0,-1",))


def test_what_only_stands_open_beside_does_not_press() -> None:
    beside = question(One(FRUIT))
    assert not is_pressing((beside,), (beside, END))
    assert is_pressing((beside,), (beside,))
    assert is_pressing((MOVE, END), (MOVE, END))
    assert not is_pressing((), (END,))


def test_without_pass_and_default_the_first_of_a_list_is_taken() -> None:
    assert fallback((MOVE,)) is None
    for shape, picks in ((One(FRUIT), ("a",)), (Some(FRUIT, 2, 3), ("a", "b"))):
        assert fallback((MOVE, question(shape))) == Answer(question(shape), picks)
    assert fallback((MOVE, question(Order(FRUIT)), END)) == Answer(END, ("end",))
    assert answer(Order(FRUIT), "d") == ("a", "b", "c")
