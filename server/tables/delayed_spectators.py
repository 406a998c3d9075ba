"""The spectators of a table with a delay: those who hold no seat, and the messages that wait for
them.

They watch the battle itself through a `DelayedFollower`. This module holds back what else would
reveal its course: the table's state around a battle's start and end, and what people say and point
at meanwhile. Who is connected is shown to everybody at once.
"""

import weakref
from collections.abc import Iterable
from typing import NamedTuple, Protocol, assert_never

from protocol.ids import NO_BATTLE, BattleId
from protocol.messages import Answer, Circumstance, ConnectionNews, Shown
from protocol.replies import (
    Pinged,
    Presence,
    Reply,
    Said,
)
from protocol.tables import TableState
from server.players import Frames, Visitor
from server.runtime import Clock, Timer
from server.spectating import DelayedFollower, delay_of
from server.tables.delayed_replies import is_delayed
from server.tables.held_back import as_seen, is_held
from server.tables.seats import TableDoc, is_playing

MOST_LATER = 1000  # lines that wait: beyond them spectators miss some, and memory is bounded


class Stage(Protocol):
    """What delayed spectators need of their table."""

    doc: TableDoc
    visitors: dict[Visitor, None]

    def with_presence(self, state: TableState) -> TableState:
        """Return a state of the table with those who are connected now."""
        ...

    def behold(self, battle: BattleId, visitors: Iterable[Visitor]) -> None:
        """Let visitors watch a battle from now on, as far as they may see it."""
        ...


class _Later(NamedTuple):
    at: int
    reply: Reply


class DelayedSpectators:
    """The delayed spectators of one table in this process; nobody if the table has no delay."""

    def __init__(self, clock: Clock, stage: Stage) -> None:
        self._clock, self._stage_of = clock, weakref.ref(stage)
        self._behinds: dict[BattleId, DelayedFollower] = {}
        self._inside: dict[Visitor, None] = {}
        self._later: list[_Later] = []
        self._view: TableState | None = None
        self._timer: Timer | None = None

    @property
    def _stage(self) -> Stage:
        """Return the table. The reference is weak, as the table holds this object: with a circle
        neither would be freed at once.
        """
        stage = self._stage_of()
        assert stage is not None, "delayed spectators do not outlive its table"
        return stage

    @property
    def is_open(self) -> bool:
        """Return whether the table has a delay."""
        return delay_of(self._stage.doc.state.settings).is_on

    def has(self, visitor: Visitor) -> bool:
        """Return whether a visitor may see only what the delay lets through."""
        return is_delayed(self._stage.doc, visitor.player)

    def view(self) -> TableState:
        """Return the table's state as spectators see it now, without who is connected."""
        doc = self._stage.doc
        return as_seen(doc.held, doc.state, self._clock.unix_ms())

    def enter(self, visitor: Visitor) -> None:
        """Add a visitor to whom nothing was sent yet."""
        self._release()
        if self.has(visitor):
            self._inside[visitor] = None
            if self._view is None:
                self._view = self.view()
        self._arm()

    def leave(self, visitor: Visitor) -> None:
        """Remove a visitor."""
        self._inside.pop(visitor, None)

    def may_hear(self, visitor: Visitor, said: Iterable[Said]) -> list[Said]:
        """Return which of the lines said before a newcomer may read now."""
        if not self.has(visitor):
            return list(said)
        # By identity, as people may say the same thing twice.
        waiting = {id(each.reply) for each in self._later}
        hides = self._hides()
        return [
            each
            for each in said
            if id(each) not in waiting and not (hides and not self._is_due(each.time))
        ]

    def tell(self, reply: Reply, visitors: Iterable[Visitor]) -> None:
        """Send a message to everybody: to players now, to spectators when the delay is over."""
        if not (self.is_open and _is_held(reply) and self._hides()):
            Frames(reply).show(visitors)
            return
        Frames(reply).show([each for each in visitors if each not in self._inside])
        if len(self._later) < MOST_LATER:
            at = reply.time if isinstance(reply, Said) else self._clock.unix_ms()
            self._later.append(_Later(at, reply))
        self.look()

    def show_state(self, state: TableState) -> None:
        """Send the table's new state to everybody, to spectators as far as they may see it."""
        self._release()
        self._sort()
        Frames(state).show([each for each in self._stage.visitors if each not in self._inside])
        self._show_view()
        self._arm()

    def look(self) -> None:
        """Send spectators everything whose delay is over."""
        self._release()
        self._show_view()
        self._arm()

    def behind(self, battle: BattleId) -> DelayedFollower | None:
        """Return the delayed follower of a battle, None where nobody follows it so."""
        return self._behinds.get(battle)

    def follow(self, battle: BattleId, behind: DelayedFollower) -> None:
        """Let a delayed follower show a battle from now on."""
        self._behinds[battle] = behind

    def unfollow(self, battle: BattleId) -> None:
        """Forget the delayed follower of a battle, which the caller closes."""
        self._behinds.pop(battle, None)

    def close(self) -> None:
        """Stop the timer and close all delayed followers."""
        for behind in tuple(self._behinds.values()):
            behind.close()
        self._behinds.clear()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _show_view(self) -> None:
        before, view = self._view, self.view()
        self._view = view if self._inside else None
        if view == before or not self._inside:
            return
        Frames(self._stage.with_presence(view)).show(self._inside)
        battle = view.battles[-1].battle if view.battles else NO_BATTLE
        if before is None or (before.battles and before.battles[-1].battle == battle):
            return
        if battle and view.phase == "playing":
            self._stage.behold(battle, tuple(self._inside))

    def _sort(self) -> None:
        """Move visitors between players and spectators, by the seats that they hold now."""
        for visitor in self._stage.visitors:
            was, now = visitor in self._inside, self.has(visitor)
            if was == now:
                continue
            if now:
                self._inside[visitor] = None
            else:
                del self._inside[visitor]
                # Who sits down hears at once what was held back from spectators.
                for each in self._later:
                    visitor.tell(each.reply)
            # The one show ends before the other begins: no frame of the live battle reaches a
            # spectator.
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
            Frames(self._later.pop(0).reply).show(self._inside)

    def _is_due(self, at: int) -> bool:
        doc = self._stage.doc
        seconds, rounds = delay_of(doc.state.settings)
        if self._clock.unix_ms() < at + 1000 * seconds:
            return False
        if not rounds or not is_playing(doc):
            return True
        behind = self.behind(doc.state.battles[-1].battle)
        return behind is not None and behind.shown_until >= at

    def _arm(self) -> None:
        """Set the timer for the time at which the next message or state is due."""
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


def _is_held(reply: Reply) -> bool:
    """Return whether a message may reveal the course of a battle, so that it is held back: what
    people say and point at.
    """
    if isinstance(reply, Answer | Circumstance | Shown | ConnectionNews):
        return False
    match reply:
        case Said() | Pinged():
            return True
        case TableState() | Presence():
            return False  # who is there is no secret; the state is sent as each may see it
        case _:
            assert_never(reply)
