"""Who drives which seat of a battle: a player, a bot in the chair, or one for an absent player."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from protocol.ids import NO_PLAYER, PlayerId, SeatId
from protocol.questions import Picks, Question
from protocol.tables import Chair
from server.runtime import Refusal

Questions = tuple[Question, ...]

Choice = tuple[int, Picks] | tuple[int, Picks, str]
"""A question's id, the picks that answer it, and (from a bot that tells) why in a sentence."""

Choose = Callable[[dict[str, Any], SeatId, Questions], Choice]
"""A bot: from the state as plain data, its seat and the questions open to it, its choice."""

Bots = Mapping[str, Choose]
"""The bots by name. The first one steps in for absent players."""


class Drivers:
    """The chairs of a battle, who is here, and for whom a bot stands in."""

    def __init__(self, chairs: Iterable[Chair], bots: Bots) -> None:
        self._bots = bots
        self._chairs: dict[SeatId, Chair] = {}
        self._seats: dict[PlayerId, tuple[SeatId, ...]] = {}
        self._has_bots = False
        self.here: frozenset[PlayerId] = frozenset()
        self.is_attended = False  # whether anybody is connected at the table, seated or not
        self.stood_in: set[SeatId] = set()
        self.place(chairs)

    def place(self, chairs: Iterable[Chair]) -> None:
        """Take over the table's chairs as they are now."""
        new = {chair.seat: chair for chair in chairs}
        for seat in tuple(self.stood_in):
            old, now = self._chairs.get(seat), new.get(seat)
            if now is None or old is None or now.player != old.player:
                self.stood_in.discard(seat)
        self._chairs = new
        self._seats = {}
        for chair in new.values():
            if chair.player:
                self._seats[chair.player] = (*self._seats.get(chair.player, ()), chair.seat)
        self._has_bots = any(map(self.in_chair, new))

    @property
    def seats(self) -> tuple[SeatId, ...]:
        """Return all seats."""
        return tuple(self._chairs)

    def of(self, player: PlayerId) -> tuple[SeatId, ...]:
        """Return the seats that a player holds."""
        return self._seats.get(player, ())

    def meant_by(self, player: PlayerId, wanted: SeatId) -> tuple[SeatId, ...]:
        """Return the seats for which a player speaks: the one that is wanted, or "" for all of
        theirs.

        Raises `Refusal`.
        """
        seats = self._seats.get(player)
        if not seats:
            raise Refusal("not_seated", "You hold no seat in this battle.")
        if wanted and wanted not in seats:
            raise Refusal("not_allowed", f"Seat {wanted} is not yours.")
        return (wanted,) if wanted else seats

    def player_of(self, seat: SeatId) -> PlayerId:
        """Return who holds a seat, "" for nobody."""
        return self._chairs[seat].player if seat in self._chairs else NO_PLAYER

    @property
    def has_bots(self) -> bool:
        """Return whether a bot answers for any seat now."""
        return self._has_bots or bool(self.stood_in)

    def is_bot(self, seat: SeatId) -> bool:
        """Return whether a bot answers for the seat now."""
        return seat in self.stood_in or self.in_chair(seat)

    def in_chair(self, seat: SeatId) -> bool:
        """Return whether a bot was put there on purpose, or nobody holds the seat."""
        chair = self._chairs.get(seat)
        return chair is None or bool(chair.bot) or not chair.player

    def is_away(self, seat: SeatId) -> bool:
        """Return whether the seat's player should answer and has no open connection."""
        chair = self._chairs.get(seat)
        return chair is not None and not self.in_chair(seat) and chair.player not in self.here

    def policy(self, seat: SeatId) -> Choose | None:
        """Return the bot that answers, or would answer, for the seat; None where there are
        no bots.
        """
        chair = self._chairs.get(seat)
        if chair is not None and chair.bot in self._bots:
            return self._bots[chair.bot]
        return next(iter(self._bots.values()), None)

    def left_to_bots(
        self,
        asked: Iterable[tuple[Question, tuple[SeatId, ...]]],
        keeps_back: Callable[[Question, Question], bool],
    ) -> list[tuple[Question, tuple[SeatId, ...]]]:
        """Return the questions that bots alone decide, each with its deciders, but for those that
        they keep back while somebody who is here has another one to answer.
        """
        every = [(question, deciders) for question, deciders in asked if deciders]
        of_people = [
            question
            for question, deciders in every
            if any(not self.is_bot(seat) and not self.is_away(seat) for seat in deciders)
        ]
        return [
            (question, deciders)
            for question, deciders in every
            if all(map(self.is_bot, deciders))
            and not any(keeps_back(question, other) for other in of_people)
        ]

    def deciders(self, question: Question, decides: str) -> tuple[SeatId, ...]:
        """Return the seats whose answer counts: people before bots, only one if the leader
        decides.
        """
        asked = question.to
        if len(asked) == 1:
            return asked  # bot or not, there is nobody else
        people = tuple(seat for seat in asked if not self.is_bot(seat))
        able = people or asked
        return tuple(sorted(able)[:1]) if decides == "leader" else able
