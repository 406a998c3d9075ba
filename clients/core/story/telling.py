"""What a sentence is told with: names, the questions that were open, and HP as they change."""

from clients.core.fold import State
from clients.core.hit_points import HitPoints
from clients.core.names import Names
from protocol.events import Undone
from protocol.given_names import named
from protocol.ids import QuestionId, UnitId
from protocol.questions import Picks, Question, Route, options_of


class Telling:
    """The telling of one commit, event by event."""

    def __init__(
        self, before: State, after: State, asked: tuple[Question, ...], names: Names
    ) -> None:
        self.names, self._after = names, after
        self._asked = {question.id: question for question in asked}
        self._hp = HitPoints(before)

    def hp(self, unit: UnitId) -> tuple[int, int]:
        """Return HP and bonus HP of a unit, before the event that is being told."""
        return self._hp.of(unit)

    def note(self, event: object) -> None:
        """Count the HP of an event that has been told."""
        if isinstance(event, Undone):
            self._hp.reset(self._after)
        else:
            self._hp.note(event)

    def question(self, question: QuestionId) -> str:
        """Return what was asked."""
        found = self._asked.get(question)
        return found.text if found is not None else f"Question {question}"

    def picks(self, question: QuestionId, picks: Picks) -> str:
        """Return an answer in the words of its options."""
        found = self._asked.get(question)
        if found is not None:
            # What somebody is called is told when they stand, and is no option.
            picks = named(found.why, picks).picks
        if not picks:
            return "pass"
        if found is None:
            return ", ".join(picks)
        if isinstance(found.shape, Route):
            return " > ".join(picks)
        texts = {option.key: option.text for option in options_of(found.shape)}
        return ", ".join(texts.get(pick, pick) for pick in picks)
