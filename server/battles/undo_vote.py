"""The vote on an undo of one battle, and whom its outcome is told."""

from typing import Literal, NamedTuple

from protocol.ids import BattleId, SeatId
from protocol.replies import Done, UndoAsked
from protocol.requests import Consent, Undo
from protocol.tables import UndoPolicy
from server.battles.audience import Audience
from server.battles.drivers import Drivers
from server.battles.games import Setup
from server.battles.records import BattleRecord
from server.players import Visitor
from server.runtime import Refusal

Verdict = Literal["", "granted", "declined", "void"]


class Ballot:
    """Who has agreed to go back to `version`. Any commit in between makes the vote void."""

    def __init__(self, version: int, by: SeatId, number: int, voters: tuple[SeatId, ...]) -> None:
        self.version, self.by, self.number = version, by, number
        self.waiting = [seat for seat in voters if seat != by]
        self.agreed = [by]

    def is_about(self, version: int, by: SeatId, number: int) -> bool:
        """Return whether the vote is on this undo."""
        return (self.version, self.by, self.number) == (version, by, number)

    def agree(self, seats: tuple[SeatId, ...]) -> None:
        """Record votes in favour."""
        for seat in seats:
            if seat in self.waiting:
                self.waiting.remove(seat)
                self.agreed.append(seat)

    def news(self, battle: BattleId, verdict: Verdict = "") -> UndoAsked:
        """Return a message for everybody with the state of the vote."""
        return UndoAsked(battle, self.version, self.by, tuple(self.waiting), verdict)


def is_alone(
    policy: UndoPolicy, setup: Setup, record: BattleRecord, undo: Undo, seat: SeatId
) -> bool:
    """Return whether a seat takes back by itself; else all seats vote. Raises `Refusal`.

    Where seats play against each other, nobody does: the other one has seen what was answered.
    """
    if policy == "never":
        raise Refusal("no_undo", "This table plays without undo.")
    is_free = record.is_free(undo.version, seat)
    if is_free and not setup.rivals:
        return True
    if policy == "alone":
        raise Refusal("no_undo", "Dice, reveals and others' answers stand at this table.")
    return False


DECLINED = "The table does not go back."
PLAYED_ON = "The battle went on before all had agreed."
STOOD_UP = "You gave up the seat that asked for it."


class Vote(NamedTuple):
    """A vote, who asked for it, and their request, which is answered when the vote ends."""

    ballot: Ballot
    visitor: Visitor
    undo: Undo


class UndoVoting:
    """The vote that is open, if any, and which undos were turned down before. It never waits."""

    def __init__(self, battle: BattleId, drivers: Drivers, audience: Audience) -> None:
        self._battle, self._drivers, self._audience = battle, drivers, audience
        self._open: Vote | None = None
        self._turned_down: set[tuple[int, SeatId, int]] = set()

    def tell(self, visitor: Visitor) -> None:
        """Send a new visitor the state of the open vote."""
        if self._open is not None:
            visitor.tell(self._open.ballot.news(self._battle))

    def is_open_for(self, visitor: Visitor, undo: Undo, seat: SeatId) -> bool:
        """Return whether an undo that comes again is being voted on; then its reply goes to
        `visitor`.

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

    def begin(self, visitor: Visitor, undo: Undo, seat: SeatId) -> None:
        """Open a vote, in the place of the one that is open. Bots and the asker agree at once."""
        self.end("void", PLAYED_ON)
        ballot = Ballot(undo.version, seat, undo.number, self._drivers.seats)
        ballot.agree(self._drivers.of(visitor.player))
        ballot.agree(tuple(each for each in self._drivers.seats if self._drivers.is_bot(each)))
        self._open = Vote(ballot, visitor, undo)

    def take(self, visitor: Visitor, vote: Consent) -> None:
        """Take a player's vote down; one against ends it. Raises `Refusal`."""
        seats = self._drivers.meant_by(visitor.player, vote.seat)
        if self._open is None or self._open.ballot.version != vote.version:
            raise Refusal("not_now", "No such undo is being voted on.")
        visitor.tell(Done(vote.ref))
        if vote.yes:
            self._open.ballot.agree(seats)
        else:
            self.end("declined", DECLINED)

    def count(self) -> Vote | None:
        """Tell everybody how the vote stands. Returns and ends it once all have agreed."""
        if (vote := self._open) is None:
            return None
        if vote.ballot.waiting:
            self._audience.tell(vote.ballot.news(self._battle))
            return None
        self._open = None
        self._audience.tell(vote.ballot.news(self._battle, "granted"))
        return vote

    def look_round(self) -> None:
        """Take a changed table into account: whoever does not hold the asking seat any more hears
        no outcome. They may be a spectator now, and behind: how the others vote is nothing for
        them.

        They may be a spectator now, and behind: how the others vote is nothing for them.
        """
        if self._open is None:
            return
        ballot, visitor, _ = self._open
        if self._drivers.player_of(ballot.by) != visitor.player:
            self.end("void", STOOD_UP)

    def played_on(self) -> None:
        """End the open vote without the undo: somebody has moved in the meantime."""
        if self._open is not None:
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
        """End the open vote of a lost battle unanswered; returns the request, for the next owner of
        the battle to take.
        """
        if self._open is None:
            return None
        ballot, visitor, undo = self._open
        self._open = None
        self._audience.tell(ballot.news(self._battle, "void"))
        return visitor, undo
