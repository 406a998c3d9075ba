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
        answered, None where the chain ends. It is answered as suggested: by nothing where nothing
        is.
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
        options; another one, or another target, is a decision. Where nothing is suggested any more,
        what is left was offered and not suggested before: by that suggestion it stays unused.
        """
        before = self._asked.get(question.why)
        if before is None:
            return is_chained(question)
        known, now = _options(before), _options(question)
        if not now < known or question.about != before.about:
            return False
        return is_chained(question) or _is_left_out(before, question)


def _is_left_out(before: Question, question: Question) -> bool:
    suggested = before.default or ()
    is_other = all(option.key not in suggested for option in options_of(question.shape))
    return question.may_pass and not question.default and is_other


def _options(question: Question) -> set[tuple[str, str]]:
    return {(option.key, option.text) for option in options_of(question.shape)}
