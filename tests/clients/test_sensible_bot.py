"""The sensible bot as a whole: it answers every question with something legal."""

from typing import Any

import pytest

from clients.bots import Answer
from clients.bots.sensible_bot import SensibleBot
from protocol.ids import QuestionId, SeatId
from protocol.questions import One, Option, Question
from server.commands.headless import Simulation
from server.rules.content.catalogue import catalogue
from server.rules.content.glossary import glossary
from server.rules.engine.patch import plain
from tests.scene import Scene, foe, hero


@pytest.mark.parametrize("xp", [2, 10])
def test_every_answer_of_the_bot_is_legal(xp: int) -> None:
    """None of its answers is refused, so that the fallback is never needed in creation."""

    class Strict(SensibleBot):
        def choose(
            self, view: dict[str, Any], seat: str, questions: tuple[Question, ...]
        ) -> Answer:
            number, picks, note = super().choose(view, SeatId(seat), questions)
            asked = next(q for q in questions if q.id == number)
            if asked.why in ("create.race", "create.line", "create.rows"):
                wanted = self._answer(view, SeatId(seat), asked)
                assert picks == wanted
            return Answer(number, picks, note)

    words = glossary(catalogue())
    game = Simulation("plain-clash", 2, "adept", "sensible", 3, options={"xp": str(xp)})
    game.bots = {seat: Strict(words) for seat in game.bots}
    assert game.play()["phase"] == "over"


def test_where_its_own_answer_would_be_refused_it_takes_a_legal_one() -> None:
    """Given a question that it knows, without the option it wants, then it takes the default."""
    scene = Scene(hero(row=["combat", "combat"], at=(1, -1)), foe("e1", "wolf", at=(0, 0)))
    view = plain(scene.state)
    bot = SensibleBot(glossary(catalogue()))
    refusal = One((Option("stay", "Stay"),))
    retreat = Question(
        (SeatId("1"),),
        "round.retreat",
        "Retreat?",
        refusal,
        id=QuestionId(7),
    )
    assert bot.choose(view, SeatId("a1"), (retreat,)) == Answer(QuestionId(7), ("stay",))


def test_in_its_turn_it_looks_at_all_its_questions_and_ends_the_turn_when_nothing_is_left() -> None:
    scene = Scene(hero(row=["combat", "combat"], at=(1, -1)), foe("e1", "wolf", at=(0, 0)))
    bot = SensibleBot(glossary(catalogue()))
    why: dict[int, str] = {question.id: question.why for question in scene.questions}
    view = plain(scene.state)
    assert why[bot.choose(view, SeatId("a1"), scene.questions).question] == "turn.engage"
    act = tuple(question for question in scene.questions if question.why == "turn.act")
    assert bot.choose(view, SeatId("a1"), act).picks == ("end",)
