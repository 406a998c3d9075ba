"""Blocks for the tiny province of the tests: as short as blocks can be."""

from collections.abc import Sequence

import msgspec

from protocol.ids import UnitId
from server.rules.campaign.components.session import Running, Seen


class At(msgspec.Struct, frozen=True):
    """The party is in a place."""

    place: str

    @property
    def text(self) -> str:
        """It in words."""
        return f"at {self.place}"

    def met(self, session: Seen) -> bool:
        """Whether it is."""
        return session.here in session.mark(self.place)


class Counted(msgspec.Struct, frozen=True):
    """A tracker shows so much at least."""

    tracker: str
    least: int

    @property
    def text(self) -> str:
        """It in words."""
        return f"{self.tracker} {self.least}"

    def met(self, session: Seen) -> bool:
        """Whether it does."""
        return session.count(self.tracker) >= self.least


class Deed(msgspec.Struct, frozen=True):
    """What all outcomes of the tests have."""

    @property
    def text(self) -> str:
        """It in words."""
        return f"{self}."

    def can(self, session: Seen, who: Sequence[UnitId]) -> bool:
        """It always can."""
        return True


class Count(Deed, frozen=True):
    """A tracker goes up."""

    tracker: str
    by: int

    def do(self, session: Running, who: Sequence[UnitId]) -> None:
        """Count."""
        session.counted(self.tracker, session.count(self.tracker) + self.by)


class Turned(Deed, frozen=True):
    """A tracker is set."""

    tracker: str
    to: int

    def do(self, session: Running, who: Sequence[UnitId]) -> None:
        """Set it."""
        session.counted(self.tracker, self.to)


class Says(Deed, frozen=True):
    """Some verb of the session, with its arguments."""

    verb: str
    arguments: tuple[object, ...] = ()
    to_party: bool = False

    def do(self, session: Running, who: Sequence[UnitId]) -> None:
        """Call the verb."""
        first = (tuple(who),) if self.to_party else ()
        getattr(session, self.verb)(*first, *self.arguments)


class Costs(Deed, frozen=True):
    """Tenacity of each, as a price."""

    tenacity: int

    def can(self, session: Seen, who: Sequence[UnitId]) -> bool:
        """Whether each has so much."""
        return all(session.tenacity_of(unit) >= self.tenacity for unit in who)

    def do(self, session: Running, who: Sequence[UnitId]) -> None:
        """Pay it."""
        session.tenacity(who, -self.tenacity)
