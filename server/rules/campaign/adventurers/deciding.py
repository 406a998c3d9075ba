"""Carries out what an adventurer does between battles once all its questions are answered, so that
nobody waits for them (p38, p45; TWN-8).

The act runs on a copy of the session first, with dice and draws shut off. Each question that it
asks there is put beside everybody else's, one after the other, and nothing has happened yet. With
the last answer the act is done as a whole. A question that depends on dice or a draw cannot be
known before: the act begins, and what it asks from there on is put beside everybody else's as well,
while its branch of the beat waits (`engine.branch`).
"""

from collections.abc import Callable
from typing import Final

from protocol.events import Answered
from protocol.ids import NOBODY, UnitId
from protocol.questions import Picks, Question, refuse
from server.rules.campaign.adventurers.together import Follow
from server.rules.campaign.kernel.session import Session
from server.rules.campaign.kernel.state import SessionState
from server.rules.engine.branch import Branch
from server.rules.engine.foresight import ShutChance, Unforeseen
from server.rules.engine.game import Asked, Entry, Game, Suspended, next_entry

GAINED: Final = "item.gained"
SAID: Final = "foreseen"
"""The origin of an answer on the copy. It is written into no journal."""


def _nothing() -> None:
    """Do nothing."""


class Deciding:
    """An act of an adventurer, and what its owner has answered of its questions so far.

    `act` is given a session, the real one or one on the side, and must not remember anything
    itself. `possible` says whether the act is still open: others go on meanwhile. `on_begin` is
    called as it begins in earnest, and `on_end` when it is over.
    """

    def __init__(
        self,
        session: Session,
        unit: UnitId,
        act: Callable[[Session], object],
        possible: Callable[[], bool],
        on_begin: Callable[[], object] = _nothing,
        on_end: Callable[[], object] = _nothing,
    ) -> None:
        self._session, self._unit, self._act, self._possible = session, unit, act, possible
        self._on_begin, self._on_end = on_begin, on_end
        self._said: tuple[Picks, ...] = ()
        self._is_exposed = False

    def begin(self) -> Follow | None:
        """Do the act, or return its next question, to be laid beside the others."""
        if self._question() is not None:
            return Follow(self._question, self._answered, self._unit)
        if not self._possible():
            return None
        self._on_begin()
        return self._go_on(Branch(self._session.game, self._said, self._may_wait))

    def _may_wait(self, question: Question) -> bool:
        """Return whether others may go on before this is answered: unless it is about a card that
        was drawn and still lies in its deck, where somebody else would draw it again.

        What the days themselves draw is set aside first (`belongings`), so that nobody waits for
        it. The functions of a battle take a card out of its deck only with the event that says
        where it goes (`caches.gain_top`): an event more before it would be one more in every battle
        that is on record, and those have to be told as they were.
        """
        state = self._session.state
        out = [card for deck in state.decks.values() for card in deck.drawn]
        held = out if state.visit is None else state.visit.aside
        self._is_exposed |= question.why == GAINED and question.about not in held
        return not self._is_exposed

    def _go_on(self, part: Branch[SessionState]) -> Follow | None:
        """Do the act up to its next question, which is returned; None once it is done."""
        now = self._session

        def run(game: Game[SessionState]) -> None:
            self._act(Session(game, now.atlas, now.catalogue, now.procedures))

        question = part.run(run)
        if question is None:
            self._on_end()
            return None

        def answered(picks: Picks) -> Follow | None:
            part.answer(picks)
            return self._go_on(part)

        # Whoever it is asked of says it first: what it decides about must not change meanwhile.
        mats = now.state.adventurers
        of = next((unit for unit in mats if now.battle.deciders(unit) == question.to), NOBODY)
        return Follow(lambda: question, answered, of, self._unit, begun=True)

    def _answered(self, picks: Picks) -> Follow | None:
        # Without a question left this is no answer: the act is done, or is not possible any more.
        if self._question() is not None:
            self._said = (*self._said, picks)
        return self.begin()

    def _question(self) -> Question | None:
        """Return the first question without an answer; answers that others have made void, and
        those after them, are forgotten. None where the act asks nothing before chance decides.
        """
        if not self._possible():
            return None
        log: list[Entry[SessionState]] = []
        for count, picks in enumerate(self._said):
            question = self._asks(log)
            if question is None or refuse(question, picks) is not None:
                self._said = self._said[:count]
                return question
            answer = Answered(question.id, question.to[0], picks, SAID)
            log.append(next_entry(self._session.game.ruleset, log[-1].state, answer))
        return self._asks(log)

    def _asks(self, log: list[Entry[SessionState]]) -> Question | None:
        """Run the act on the side to where a log ends. Returns the lone question that it comes to,
        None where there is none; the log holds what was told up to there.
        """
        now = self._session
        game = Game(now.game.ruleset, now.state, log, ShutChance(), 0)
        known = len(log)
        try:
            self._act(Session(game, now.atlas, now.catalogue, now.procedures))
        except Unforeseen:
            return None
        except Suspended:
            asked = [one.event for one in log[known:] if isinstance(one.event, Asked)]
            # Of several at once the choice among them is a choice, too: those are asked in play.
            return asked[0].question if len(asked) == 1 else None
        return None


def decide(
    session: Session,
    unit: UnitId,
    act: Callable[[Session], object],
    possible: Callable[[], bool],
    beside: list[Follow],
    on_begin: Callable[[], object] = _nothing,
    on_end: Callable[[], object] = _nothing,
) -> None:
    """Do an act at once where it asks nothing, else lay its first question beside the others (see
    `Deciding`).
    """
    follow = Deciding(session, unit, act, possible, on_begin, on_end).begin()
    if follow is not None:
        beside.append(follow)
