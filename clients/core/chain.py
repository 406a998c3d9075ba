"""Resolving all of an engage in one go: the suggested answers, one question after the other.

It ends by itself where somebody has something to decide: another target, another kind of question,
an option that was not there before.
"""

from collections.abc import Iterable

from protocol.questions import Question, options_of, refuse

CHAINED = ("engage.resolve", "engage.land", "engage.exhaust")
"""What an engage asks once its dice are rolled: which results, whom they hurt first, what is
left.
"""


def is_chained(question: Question) -> bool:
    """Return whether a question's suggested answer can begin a chain, or go on with one."""
    is_suggested = question.default and refuse(question, question.default) is None
    return question.why in CHAINED and bool(is_suggested)


class Chain:
    """The questions that one order answers; begun with one of those that are open (`mine`)."""

    def __init__(self, question: Question, mine: Iterable[Question]) -> None:
        self._asked = {question.why: question}
        self._beside = {each.why for each in mine if each.id != question.id}

    def next(self, mine: Iterable[Question]) -> Question | None:
        """Return the question that comes next out of those that are open once the last one was
        answered, None where the chain ends.
        """
        open_now = tuple(mine)
        chained = [question for question in open_now if question.why in CHAINED]
        is_new = any(q.why not in CHAINED and q.why not in self._beside for q in open_now)
        if len(chained) != 1 or is_new or not self._follows(chained[0]):
            return None
        self._asked[chained[0].why] = chained[0]
        return chained[0]

    def _follows(self, question: Question) -> bool:
        """Return whether a question goes on with the chain: asked again, it may only have lost
        options; another one, or another target, is a decision.
        """
        before = self._asked.get(question.why)
        if before is None or not is_chained(question):
            return is_chained(question)
        known, now = _options(before), _options(question)
        return now < known and question.about == before.about


def _options(question: Question) -> set[tuple[str, str]]:
    return {(option.key, option.text) for option in options_of(question.shape)}
