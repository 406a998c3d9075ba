"""Which questions a commit spells out, and which it says to be open again (`Again`)."""

from protocol.events import Again
from protocol.ids import SeatId
from protocol.questions import Question


def spelled(
    before: tuple[Question, ...], now: tuple[Question, ...]
) -> tuple[tuple[Question, ...], tuple[Again, ...]]:
    """Return the open questions to spell out, and those that stood open before."""
    if len(before) == len(now) == 1:  # as at most moves: there is none to take it for
        if _is_same(before[0], now[0]):
            return (), (Again(before[0].id, now[0].id, tuple(map(SeatId, now[0].to))),)
        return now, ()
    asked: list[Question] = []
    again: list[Again] = []
    for question in now:
        old = _former(question, before, now)
        if old is None:
            asked.append(question)
        else:
            again.append(Again(old.id, question.id, tuple(map(SeatId, question.to))))
    return tuple(asked), tuple(again)


def _former(
    question: Question, before: tuple[Question, ...], now: tuple[Question, ...]
) -> Question | None:
    """Return the question that stood open in the same words: its own seats' one, else one that has
    passed on to these seats; None if there is none.
    """
    why = question.why
    same = [old for old in before if old.why == why and _is_same(old, question)]
    if not same:
        return None
    own = [old for old in same if old.to == question.to]
    # One that stays open for others in these words is theirs: named twice, it would be taken for
    # ours by whoever follows a question from commit to commit.
    theirs = [other.to for other in now if _is_same(other, question)]
    return next(iter(own or [old for old in same if old.to not in theirs]), None)


def _is_same(old: Question, new: Question) -> bool:
    return (
        old.why == new.why
        and old.about == new.about
        and old.text == new.text
        and old.may_pass == new.may_pass
        and old.rule == new.rule
        and old.default == new.default
        and old.shape == new.shape
    )
