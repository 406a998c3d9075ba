"""What seats have said in advance: to pass until their own turn, and when to be asked of abilities.

What is said of abilities goes with the battle, in its meta data, and by its table's document into
whatever is played there next (`server.tables.members`). Passing is kept by the process that plays
it: another one that takes it over asks anew.
"""

from collections.abc import Mapping

import msgspec

from protocol.ids import SeatId
from protocol.option_keys import ability
from protocol.questions import One, Question

MOST_ABILITIES = 64
"""So many wishes a seat can have: more than an adventurer has abilities, dice and items."""

_WISHES = msgspec.msgpack.Decoder(dict[SeatId, dict[str, str]])


def wishes_in(encoded: bytes | None) -> Mapping[SeatId, Mapping[str, str]]:
    """Return the wishes that `StandingAnswers.encoded` has written; none for None."""
    return _WISHES.decode(encoded) if encoded is not None else {}


class StandingAnswers:
    """The standing answers of all seats of a battle."""

    def __init__(self) -> None:
        self._passing: dict[SeatId, tuple[str, ...]] = {}
        self._abilities: dict[SeatId, dict[str, str]] = {}

    def __bool__(self) -> bool:
        """Return whether any seat has a standing answer or a wish."""
        return bool(self._passing or self._abilities)

    def start(self, seat: SeatId, whys: tuple[str, ...]) -> None:
        """Pass these questions of a seat (none named: all), until `end`."""
        self._passing[seat] = whys

    def end(self, seat: SeatId) -> bool:
        """End passing in advance. Returns whether the seat did."""
        return self._passing.pop(seat, None) is not None

    def wish(self, seat: SeatId, abilities: Mapping[str, str]) -> None:
        """Remember when a seat is asked of abilities; the oldest go where there are too many."""
        wishes = {**self._abilities.pop(seat, {}), **abilities}
        left = [(name, when) for name, when in wishes.items() if when != "ask"]
        if left:
            self._abilities[seat] = dict(left[-MOST_ABILITIES:])

    def encoded(self) -> bytes:
        """Return all wishes, for `wishes_in`."""
        return msgspec.msgpack.encode(self._abilities)

    def restore(self, wishes: Mapping[SeatId, Mapping[str, str]]) -> None:
        """Remember the wishes that another process has kept, or the table since its last battle."""
        for seat, abilities in wishes.items():
            self.wish(seat, abilities)

    def is_passing(self, seat: SeatId) -> bool:
        """Return whether a seat passes in advance."""
        return seat in self._passing

    def wishes(self) -> Mapping[SeatId, Mapping[str, str]]:
        """Return when each seat is asked of which ability; those it is always asked about are left
        out.
        """
        return self._abilities

    def passes(self, question: Question, acting: SeatId) -> bool:
        """Return whether a question is passed; `acting` is the seat whose turn it is."""
        # What is asked of several is everybody's: the wish of one does not pass it for the others.
        if len(question.to) != 1 or not question.may_pass:
            return False
        seat = SeatId(question.to[0])
        whys = self._passing.get(seat)
        if whys is not None and (not whys or question.why in whys):
            return True
        wishes = self._abilities.get(seat)
        if wishes is None or not isinstance(question.shape, One):
            return False
        silent = ("never", "others") if acting == seat else ("never",)
        return all(wishes.get(ability(one.key)) in silent for one in question.shape.options)
