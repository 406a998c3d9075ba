"""What an operator tells players, in their terminal."""

from clients.core.session import Session
from clients.terminal.news import line_of
from protocol.replies import Notice


def test_the_operators_message_is_a_line_of_its_own() -> None:
    session = Session()
    assert line_of(Notice("Down at noon.", 0), session) == "From the operator: Down at noon."
    assert line_of(Notice("", 1), session) == "The operator's message is gone."
