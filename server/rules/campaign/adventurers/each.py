"""What happens to several adventurers at once: nobody waits for another one's choices.

Each one's part is a branch of the beat. It is in the middle of something while others go on, so
only a question about what its owner alone has may wait there: nobody else takes that away.
"""

from collections.abc import Callable, Sequence
from functools import partial

from protocol.ids import UnitId, Why
from protocol.questions import Picks, Question
from server.rules.campaign.adventurers.together import Follow, go_on, laid_out
from server.rules.campaign.kernel.session import Session
from server.rules.campaign.kernel.state import SessionState
from server.rules.engine.branch import Branch, is_branch
from server.rules.engine.game import Game

Part = Callable[[Session, UnitId], object]
OWN: tuple[Why, ...] = (
    "item.gained",
    "item.room",
    "item.discard",
    "item.refresh",
)
"""Codes of questions that concern only the asked adventurer's items, so that several adventurers
can be asked at once. Cooldown tracks are left out, as dice of others lie there. So is training: all
take tokens and dice from one supply, so each is offered what those before have left.
"""


def each(session: Session, who: Sequence[UnitId], do: Part) -> None:
    """Do something to each of them in this order; what each is asked of its own stays open beside
    the others' questions. Returns once all are answered.

    `do` is given the session to act on, and must not remember anything: it is run anew after each
    answer.
    """
    # In a branch already everybody waits; a lone adventurer keeps nobody waiting.
    if len(who) < 2 or is_branch(session.game):
        for unit in who:
            do(session, unit)
        return
    follows: list[Follow] = []
    for unit in who:
        waits = partial(_may_wait, session.battle.deciders(unit))
        part = Branch[SessionState](session.game, (), waits)
        if (follow := _go_on(session, unit, part, do)) is not None:
            follows.append(follow)
    while open_ := laid_out(follows):
        choice = session.ask(*open_)
        go_on(follows, choice.index, choice.picks)


def _may_wait(to: tuple[str, ...], question: Question) -> bool:
    return question.why in OWN and question.to == to


def _go_on(session: Session, unit: UnitId, part: Branch[SessionState], do: Part) -> Follow | None:
    def run(game: Game[SessionState]) -> None:
        do(Session(game, session.atlas, session.catalogue, session.procedures), unit)

    question = part.run(run)
    if question is None:
        return None

    def answered(picks: Picks) -> Follow | None:
        part.answer(picks)
        return _go_on(session, unit, part, do)

    return Follow(lambda: question, answered, unit)
