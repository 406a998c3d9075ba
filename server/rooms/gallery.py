"""The spectators of a table with a delay: those there who hold no seat, and what they hear later.

The battle itself they see by a `Behind`. What else would tell them how it goes is held back here:
the table's own state around a battle's start and end, and what people say and point at meanwhile.
Who is connected is everybody's to know at once.
"""

import weakref
from collections import deque
from collections.abc import Iterable
from typing import NamedTuple, Protocol

from protocol.replies import Pinged, Reply, Said
from protocol.tables import TableState
from server.rooms.behind import Behind
from server.rooms.clock import Clock, Timer
from server.rooms.delay import delay_of
from server.rooms.delayed import is_delayed
from server.rooms.held import as_seen, is_held
from server.rooms.seats import TableDoc, is_playing
from server.rooms.visitor import Frames, Visitor

MOST_LATER = 1000


class Stage(Protocol):
    """The table, as its gallery needs it."""

    doc: TableDoc
    visitors: dict[Visitor, None]

    def with_presence(self, state: TableState) -> TableState:
        """A state of the table, with who is there now."""
        ...

    def behold(self, battle: str, visitors: Iterable[Visitor]) -> None:
        """Let somebody watch a battle, or what they may see of it, from now on."""
        ...


class _Later(NamedTuple):
    at: int
    reply: Reply


class Gallery:
    """The spectators of one table in this process. Costs nothing where there is no delay."""

    def __init__(self, clock: Clock, stage: Stage) -> None:
        self._clock, self._stage_of = clock, weakref.ref(stage)
        self.behinds: dict[str, Behind] = {}
        self._inside: dict[Visitor, None] = {}
        self._later: deque[_Later] = deque()
        self._view: TableState | None = None
        self._timer: Timer | None = None

    @property
    def _stage(self) -> Stage:
        """The table has its gallery, and whoever calls that has the table."""
        stage = self._stage_of()
        assert stage is not None, "a gallery does not outlive its table"
        return stage

    @property
    def is_open(self) -> bool:
        """Whether the table has a delay, so that spectators are told less."""
        return delay_of(self._stage.doc.state.settings).is_on

    def has(self, visitor: Visitor) -> bool:
        """Whether somebody may see only what is due."""
        return is_delayed(self._stage.doc, visitor.player)

    def view(self) -> TableState:
        """The table as spectators see it, but for who is there."""
        doc = self._stage.doc
        return as_seen(doc.held, doc.state, self._clock.unix_ms())

    def enter(self, visitor: Visitor) -> None:
        """Somebody comes, who has not been told anything yet."""
        self._release()
        if self.has(visitor):
            self._inside[visitor] = None
            if self._view is None:
                self._view = self.view()
        self._arm()

    def leave(self, visitor: Visitor) -> None:
        """Somebody goes."""
        self._inside.pop(visitor, None)

    def may_hear(self, visitor: Visitor, said: Iterable[Said]) -> list[Said]:
        """What a newcomer is told of what was said."""
        if not self.has(visitor):
            return list(said)
        waiting = {id(each.reply) for each in self._later}
        hides = self._hides()
        return [
            each
            for each in said
            if id(each) not in waiting and not (hides and not self._is_due(each.time))
        ]

    def tell(self, reply: Reply, visitors: Iterable[Visitor]) -> None:
        """Tell everybody something: the players now, spectators when it is due."""
        if not (self.is_open and isinstance(reply, (Said, Pinged)) and self._hides()):
            Frames(reply).show(visitors)
            return
        Frames(reply).show([each for each in visitors if each not in self._inside])
        if len(self._later) < MOST_LATER:
            at = reply.time if isinstance(reply, Said) else self._clock.unix_ms()
            self._later.append(_Later(at, reply))
        self.look()

    def show_state(self, state: TableState) -> None:
        """The table has changed, to `state`: tell everybody, each as much as they may see."""
        self._release()
        self._sort()
        Frames(state).show([each for each in self._stage.visitors if each not in self._inside])
        self._show_view()
        self._arm()

    def look(self) -> None:
        """Something may have become due."""
        self._release()
        self._show_view()
        self._arm()

    def close(self) -> None:
        """Nobody is here any more."""
        for behind in tuple(self.behinds.values()):
            behind.close()
        self.behinds.clear()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _show_view(self) -> None:
        before, view = self._view, self.view()
        self._view = view if self._inside else None
        if view == before or not self._inside:
            return
        Frames(self._stage.with_presence(view)).show(self._inside)
        battle = view.battles[-1].battle if view.battles else ""
        if before is None or any(line.battle == battle for line in before.battles):
            return
        if battle and view.phase == "playing":
            self._stage.behold(battle, tuple(self._inside))

    def _sort(self) -> None:
        """Find out who has become a spectator, or a player."""
        for visitor in self._stage.visitors:
            was, now = visitor in self._inside, self.has(visitor)
            if was == now:
                continue
            if now:
                self._inside[visitor] = None
            else:
                del self._inside[visitor]
                for each in self._later:
                    visitor.tell(each.reply)
            if visitor.show is not None:
                visitor.look_at(None)
                if is_playing(self._stage.doc):
                    self._stage.behold(self._stage.doc.state.battles[-1].battle, (visitor,))

    def _hides(self) -> bool:
        doc = self._stage.doc
        playing = is_playing(doc) or is_held(doc.held, self._clock.unix_ms())
        return playing or bool(self._later)

    def _release(self) -> None:
        while self._later and self._is_due(self._later[0].at):
            Frames(self._later.popleft().reply).show(self._inside)

    def _is_due(self, at: int) -> bool:
        doc = self._stage.doc
        seconds, rounds = delay_of(doc.state.settings)
        if self._clock.unix_ms() < at + 1000 * seconds:
            return False
        if not rounds or not is_playing(doc):
            return True
        behind = self.behinds.get(doc.state.battles[-1].battle)
        return behind is not None and behind.shown_until >= at

    def _arm(self) -> None:
        """Look again when time has made something due."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if not self._inside:
            return
        now, doc = self._clock.unix_ms(), self._stage.doc
        dates = [each.until for each in doc.held if each.until > now]
        if self._later:
            dates.append(self._later[0].at + 1000 * doc.state.settings.delay)
        ahead = [date for date in dates if date > now]
        if ahead:
            self._timer = self._clock.call_later((min(ahead) - now) / 1000, self._ring)

    def _ring(self) -> None:
        self._timer = None
        if self._stage_of() is not None:
            self.look()
