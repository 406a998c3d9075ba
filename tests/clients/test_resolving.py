"""A program resolves an engage with one call."""

import pytest
from msgspec.structs import replace

from clients.sdk import resolve_all
from protocol.questions import Picks, Question
from tests.clients.test_chain import FIRST, SECOND, SLOT, left_over


class Battle:
    """A battle whose questions come one after the other, each once the one before is answered."""

    def __init__(self, *questions: Question) -> None:
        self._left = list(questions)
        self.given: list[Picks] = []

    def questions(self) -> tuple[Question, ...]:
        return tuple(self._left[:1])

    async def answer(self, question: Question, picks: Picks) -> int:
        assert question is self._left.pop(0)
        self.given.append(picks)
        return 10 + len(self.given)


async def test_one_call_answers_until_there_is_something_to_decide() -> None:
    battle = Battle(FIRST, SECOND, left_over(3), SLOT)
    assert await resolve_all(battle, FIRST) == 13
    assert battle.given == [("d1",), ("d2",), ("d9", "d8")]
    assert battle.questions() == (SLOT,)


async def test_what_is_not_suggested_stays_unused() -> None:
    left = replace(SECOND, default=())
    battle = Battle(FIRST, left, SLOT)
    assert await resolve_all(battle, FIRST) == 12
    assert battle.given == [("d1",), ()]


async def test_another_question_is_not_answered_by_it() -> None:
    battle = Battle(SLOT)
    with pytest.raises(ValueError, match="engage's results"):
        await resolve_all(battle, SLOT)
    assert battle.given == []
