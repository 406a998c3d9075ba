"""A plan is filled slot by slot, and a limit speaks before it is broken."""

from clients.terminal.questions.deciding import ask
from tests.clients.terminal.questions.talk import ENGAGE, Talk, question


def test_a_forbidden_number_of_dice_is_refused_with_the_rules_reason() -> None:
    talk = Talk(ask(question(ENGAGE)), "1", "1", "1 2 3")
    assert not talk.is_over
    assert "Die 2: Stamina allows 2." in talk.last
    assert "* 1. Die 0" in talk.last
    assert "3. Die 2  - not now: Stamina allows 2." in talk.last


def test_a_target_out_of_reach_says_so_before_and_after_it_is_tried() -> None:
    talk = Talk(ask(question(ENGAGE)), "2")
    assert "1. Skeleton  - not now: Out of reach in this form." in talk.last
    talk = Talk(ask(question(ENGAGE)), "2", "1")
    assert talk.last.startswith("Skeleton: Out of reach in this form.")
    assert not talk.is_over
