"""The vote on an undo of one battle, and whom its outcome is told."""

from typing import NamedTuple

from protocol.replies import Done
from protocol.requests import Consent, Undo
from server.rooms.audience import Audience
from server.rooms.ballot import Ballot, Verdict
from server.rooms.refusal import Refusal
from server.rooms.seating import Seating
from server.rooms.visitor import Visitor

DECLINED = "The table does not go back."
PLAYED_ON = "The battle went on before all had agreed."
STOOD_UP = "You gave up the seat that asked for it."


class Vote(NamedTuple):
    """A vote, who asked for it, and their request, which is answered when the vote ends."""

    ballot: Ballot
    visitor: Visitor
    undo: Undo


class Undoing:
    """The vote that is open, if any, and which undos were turned down before. It never waits."""

    def __init__(self, battle: str, seating: Seating, audience: Audience) -> None:
        self._battle, self._seating, self._audience = battle, seating, audience
        self._open: Vote | None = None
        self._turned_down: set[tuple[int, str, int]] = set()

    def tell(self, visitor: Visitor) -> None:
        """Tell a newcomer how the open vote stands."""
        if self._open is not None:
            visitor.tell(self._open.ballot.news(self._battle))

    def is_open_for(self, visitor: Visitor, undo: Undo, seat: str) -> bool:
        """Whether an undo that comes again is being voted on; then its reply goes to `visitor`.

        Raises `Refusal` where it has been turned down.
        """
        if self._open is not None:
            ballot = self._open.ballot
            if ballot.is_about(undo.version, seat, undo.number):
                self._open = Vote(ballot, visitor, undo)
                return True
        if (undo.version, seat, undo.number) in self._turned_down:
            raise Refusal("no_undo", "The table has turned that down.")
        return False

    def begin(self, visitor: Visitor, undo: Undo, seat: str) -> None:
        """Open a vote, in the place of the one that is open. Bots and the asker agree at once."""
        self.end("void", PLAYED_ON)
        ballot = Ballot(undo.version, seat, undo.number, self._seating.seats)
        ballot.agree(self._seating.of(visitor.player))
        ballot.agree(tuple(each for each in self._seating.seats if self._seating.is_bot(each)))
        self._open = Vote(ballot, visitor, undo)

    def take(self, visitor: Visitor, vote: Consent) -> None:
        """Take a player's vote down; one against ends it. Raises `Refusal`."""
        seats = self._seating.meant_by(visitor.player, vote.seat)
        if self._open is None or self._open.ballot.version != vote.version:
            raise Refusal("not_now", "No such undo is being voted on.")
        visitor.tell(Done(vote.ref))
        if vote.yes:
            self._open.ballot.agree(seats)
        else:
            self.end("declined", DECLINED)

    def count(self) -> Vote | None:
        """Tell everybody how the vote stands; gives it, and ends it, once all have agreed."""
        if (vote := self._open) is None:
            return None
        if vote.ballot.waiting:
            self._audience.tell(vote.ballot.news(self._battle))
            return None
        self._open = None
        self._audience.tell(vote.ballot.news(self._battle, "granted"))
        return vote

    def look_round(self) -> None:
        """The chairs changed: whoever does not hold the asking seat any more hears no outcome.

        They may be a spectator now, and behind: how the others vote is nothing for them.
        """
        if self._open is None:
            return
        ballot, visitor, _ = self._open
        if self._seating.player_of(ballot.by) != visitor.player:
            self.end("void", STOOD_UP)

    def played_on(self) -> None:
        """The battle went on: an open vote is void."""
        self.end("void", PLAYED_ON)

    def end(self, verdict: Verdict, text: str) -> None:
        """End the open vote, if any, without the undo; `text` is the asker's refusal."""
        if self._open is None:
            return
        ballot, visitor, undo = self._open
        self._open = None
        self._turned_down.add((ballot.version, ballot.by, ballot.number))
        self._audience.tell(ballot.news(self._battle, verdict))
        visitor.refuse(undo.ref, "no_undo", text)

    def give_up(self) -> tuple[Visitor, Undo] | None:
        """The battle is lost: end the open vote unanswered; gives the request, for the next owner
        of the battle to take.
        """
        if self._open is None:
            return None
        ballot, visitor, undo = self._open
        self._open = None
        self._audience.tell(ballot.news(self._battle, "void"))
        return visitor, undo
