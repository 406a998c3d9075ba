"""What seats have said in advance: to pass until their own turn, and when to be asked of abilities
and of what the game can decide for them.

What is said of both goes with the battle, in its meta data, and by its table's document into
whatever is played there next (`server.tables.members`). Passing is kept by the process that plays
it: another one that takes it over asks anew.
"""

from collections.abc import Mapping

import msgspec
from msgspec.structs import replace

from protocol.ids import SeatId
from protocol.option_keys import ability
from protocol.questions import One, Picks, Question
from protocol.requests import When
from server.battles.default_answers import default_answer

MOST_WISHES = 64
"""So many wishes a seat can have: more than an adventurer has abilities, dice and items."""

_WISHES = msgspec.msgpack.Decoder(dict[SeatId, dict[str, str]])


def wishes_in(encoded: bytes | None) -> Mapping[SeatId, Mapping[str, str]]:
    """Return the wishes that `StandingAnswers.encoded` has written; none for None."""
    return _WISHES.decode(encoded) if encoded is not None else {}


class StandingAnswers:
    """The standing answers of all seats of a battle. `are_any` says whether any seat has one, or a
    wish: every move asks.
    """

    def __init__(self) -> None:
        self._passing: dict[SeatId, tuple[str, ...]] = {}
        self._wishes: dict[SeatId, dict[str, str]] = {}
        self.are_any = False

    def _look(self) -> None:
        self.are_any = bool(self._passing or self._wishes)

    def start(self, seat: SeatId, whys: tuple[str, ...]) -> None:
        """Pass these questions of a seat (none named: all), until `end`."""
        self._passing[seat] = whys
        self._look()

    def end(self, seat: SeatId) -> bool:
        """End passing in advance. Returns whether the seat did."""
        was_passing = self._passing.pop(seat, None) is not None
        self._look()
        return was_passing

    def wish(self, seat: SeatId, said: Mapping[str, str]) -> None:
        """Remember when a seat is asked of what; the oldest wishes go where there are too many."""
        wishes = {**self._wishes.pop(seat, {}), **said}
        left = [(name, when) for name, when in wishes.items() if when != "ask"]
        if left:
            self._wishes[seat] = dict(left[-MOST_WISHES:])
        self._look()

    def encoded(self) -> bytes:
        """Return all wishes, for `wishes_in`."""
        return msgspec.msgpack.encode(self._wishes)

    def restore(self, wishes: Mapping[SeatId, Mapping[str, str]]) -> None:
        """Remember the wishes that another process has kept, or the table since its last battle."""
        for seat, said in wishes.items():
            self.wish(seat, said)

    def is_passing(self, seat: SeatId) -> bool:
        """Return whether a seat passes in advance."""
        return seat in self._passing

    def wishes(self) -> Mapping[SeatId, Mapping[str, str]]:
        """Return when each seat is asked of what; what it is always asked about is left out."""
        return self._wishes

    def answer(
        self, question: Question, acting: SeatId, deciders: tuple[SeatId, ...]
    ) -> Picks | None:
        """Return what seats have answered in advance, None for a question that is to be asked.

        `acting` is the seat whose turn it is; `deciders` are the seats whose answer would count.
        """
        if self.passes(question, acting):
            return ()
        is_left = question.default and all(
            self._leaves(seat, question.why, acting) for seat in deciders
        )
        return default_answer(replace(question, may_pass=False)) if is_left else None

    def _leaves(self, seat: SeatId, why: str, acting: SeatId) -> bool:
        """Return whether a seat leaves such questions to the game: it has named their `why`, or the
        beginning of that.
        """
        silent = _silent(seat, acting)
        return any(
            when in silent and f"{why}.".startswith(f"{name}.")
            for name, when in self._wishes.get(seat, {}).items()
        )

    def passes(self, question: Question, acting: SeatId) -> bool:
        """Return whether a question is passed; `acting` is the seat whose turn it is."""
        # What is asked of several is everybody's: the wish of one does not pass it for the others.
        if len(question.to) != 1 or not question.may_pass:
            return False
        seat = SeatId(question.to[0])
        whys = self._passing.get(seat)
        if whys is not None and (not whys or question.why in whys):
            return True
        wishes = self._wishes.get(seat)
        if wishes is None or not isinstance(question.shape, One):
            return False
        silent = _silent(seat, acting)
        return all(wishes.get(ability(one.key)) in silent for one in question.shape.options)


def _silent(seat: SeatId, acting: SeatId) -> tuple[When, ...]:
    return ("never", "others") if acting == seat else ("never",)
