"""What a sentence is told with: HP as they change within a commit, questions in their own words."""

from clients.core.story import sentence
from clients.core.story.telling import Telling
from protocol import battle as ev
from protocol.events import Undone
from protocol.ids import QuestionId, UnitId
from tests.clients.story.scene import A2, E0, STATE, telling


def test_hp_is_counted_from_event_to_event_within_a_commit() -> None:
    told = telling()
    hit = ev.DamageDealt(A2, E0, 2, 0, 0, 2)
    texts = [sentence(told, event).text for event in (hit, ev.HpChanged(A2, 4, 2, "heal"), hit)]
    assert texts[0].endswith("3 HP left.")
    assert texts[1].startswith("Nord (2) is healed 1:")
    assert texts[2].endswith("2 HP left.")


def test_after_an_undo_hp_are_those_of_the_state_that_it_leads_to() -> None:
    before = {"units": {"a2": {**STATE["units"]["a2"], "hp": 1}}}
    told = Telling(before, STATE, (), telling().names)
    assert told.hp(UnitId("a2")) == (1, 2)
    told.note(Undone(3, ()))
    assert told.hp(UnitId("a2")) == (5, 2)


def test_an_answer_stands_in_the_words_of_its_options_and_a_route_step_by_step() -> None:
    told = telling()
    assert told.picks(QuestionId(5), ("a", "z")) == "The first, z"
    assert told.picks(QuestionId(4), ("0,1", "0,2")) == "0,1 > 0,2"
    assert told.picks(QuestionId(5), ()) == "pass"


def test_a_question_that_is_not_known_any_more_is_named_by_its_number() -> None:
    told = telling()
    assert told.question(QuestionId(9)) == "Question 9"
    assert told.picks(QuestionId(9), ("x", "y")) == "x, y"
