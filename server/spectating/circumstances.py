"""Clocks, stand-in bots, votes and pauses of a battle that another process plays.

They are collected from the messages of its host, and sent to each visitor who begins to watch here.
"""

from collections.abc import Iterator
from typing import assert_never

from protocol.ids import BattleId, SeatId
from protocol.messages import Answer, ConnectionNews, Shown, TableNews
from protocol.replies import (
    Driving,
    Paused,
    Reply,
    Resumed,
    SideClocks,
    StandingSet,
    TimeLeft,
    UndoAsked,
)
from server.runtime import Clock


class Circumstances:
    """The circumstances of one battle at a time."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._battle = ""
        self._clocks: dict[tuple[SeatId, str], tuple[float, TimeLeft]] = {}
        self._driving: dict[SeatId, Driving] = {}
        self._standing: dict[SeatId, StandingSet] = {}
        self._sides: tuple[float, SideClocks] | None = None
        self._paused: Paused | None = None
        self._ballot: UndoAsked | None = None

    def learn(self, battle: BattleId, reply: Reply) -> None:
        """Note a message that the host has sent to all who watch a battle."""
        if battle != self._battle:
            self.forget()
            self._battle = battle
        if isinstance(reply, Answer | TableNews | Shown | ConnectionNews):
            return
        match reply:
            case TimeLeft(_, seat, clock, ms):
                self._clocks.pop((seat, clock), None)
                if ms >= 0:
                    self._clocks[seat, clock] = self._clock.now() + ms / 1000, reply
            case SideClocks():
                self._sides = self._clock.now(), reply
            case Driving(_, seat, bot, _):
                self._driving.pop(seat, None)
                if bot:
                    self._driving[seat] = reply
            case StandingSet(_, seat, on, abilities):
                self._standing.pop(seat, None)
                if on or abilities:
                    self._standing[seat] = reply
            case Paused():
                self._paused = reply
            case Resumed():
                self._paused = None
            case UndoAsked():
                self._ballot = None if reply.verdict else reply
            case _:
                assert_never(reply)

    def forget(self) -> None:
        """Forget the battle and its circumstances."""
        self._battle, self._paused, self._ballot, self._sides = "", None, None, None
        self._clocks.clear()
        self._driving.clear()
        self._standing.clear()

    def all(self, battle: BattleId) -> Iterator[Reply]:
        """Yield the messages that describe a battle's circumstances now, for a new visitor."""
        if battle != self._battle:
            return
        if self._paused is not None:
            yield self._paused
        if self._ballot is not None:
            yield self._ballot
        now = self._clock.now()
        for until, told in self._clocks.values():
            ms = max(0, round((until - now) * 1000))
            yield TimeLeft(told.battle, told.seat, told.clock, ms)
        if self._sides is not None:
            yield _run_on(self._sides[1], round(1000 * (now - self._sides[0])))
        yield from self._driving.values()
        yield from (told for told in self._standing.values() if told.abilities)

    def ended(self, battle: BattleId) -> Iterator[Reply]:
        """Yield the messages that revoke all circumstances, once another process plays the
        battle.
        """
        if battle != self._battle:
            return
        if self._paused is not None:
            yield Resumed(battle)
        if self._ballot is not None:
            ballot = self._ballot
            yield UndoAsked(battle, ballot.version, ballot.by, ballot.waiting, "void")
        for seat in self._driving:
            yield Driving(battle, seat, False, "The battle goes on in another process.")
        for seat in self._standing:
            yield StandingSet(battle, seat, False)


def _run_on(told: SideClocks, ms: int) -> SideClocks:
    """Return side clocks as they are `ms` milliseconds after the message."""
    left = {
        seat: max(0, had - ms) if seat in told.running else had for seat, had in told.left.items()
    }
    return SideClocks(told.battle, left, told.running)
