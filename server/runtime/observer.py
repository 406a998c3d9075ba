"""Observers of what the server does, for traces and metrics. Nothing here changes what happens.

The places that are observed (the session, the room, the journal) call `Observers`, which the
composition root makes; each observer overrides the methods of `Observer` that it wants to hear.
"""

from functools import partial

import structlog

from protocol.ids import BattleId, PlayerId
from protocol.requests import Intent

log = structlog.get_logger(__name__)


class Observer:
    """Is called at each part of an intent and of its commit. Every method does nothing by default.

    Each `..._begun` is followed by its `..._ended`, also after a failure. A battle runs one part
    at a time.
    """

    def intent_arrived(self, player: PlayerId) -> str:
        """Note that a connection has sent an intent. Returns the name of its trace, "" if there is
        none.

        The name goes with the intent, also to another process: see `intent_queued`.
        """
        return ""

    def intent_passed_on(self, trace: str) -> None:
        """Note that an intent waits in its battle's queue, goes to its host, or is answered."""

    def intent_queued(self, battle: BattleId, player: PlayerId, intent: Intent, trace: str) -> None:
        """Note that an intent waits for its battle's task in this process."""

    def rules_begun(self, battle: BattleId, player: PlayerId, intent: Intent) -> None:
        """Note that the battle's task has taken a player's intent out of the queue."""

    def rules_ended(self, battle: BattleId, stopped: str = "") -> None:
        """Note that the rules are done: a commit is written next or, with `stopped` (a word), none
        is.
        """

    def append_begun(self, battle: BattleId, version: int) -> None:
        """Note that an entry is on its way into the journal."""

    def append_ended(self, battle: BattleId, version: int, fault: BaseException | None) -> None:
        """Note that the store has the entry, durably, or has failed to take it. Of a success those
        who hear nothing that is `TRACED` need not be told: they are told what is `recorded`.
        """

    def recorded(self, battle: BattleId, number: int, seconds: float | None) -> None:
        """Note that a journal has a new entry, made by a running number (0 for none): called once,
        whether its append was acknowledged, after `seconds`, or found (None).
        """

    def fan_out_begun(self, battle: BattleId, version: int, watchers: int) -> None:
        """Note that a commit is about to be sent to all `watchers` of the battle in this
        process.
        """

    def fan_out_ended(self, battle: BattleId, version: int) -> None:
        """Note that the commit was sent to all of them."""

    def bot_refused(self, battle: BattleId) -> None:
        """Note that the rules have refused what a bot has answered: it tries something else."""

    async def close(self) -> None:
        """Flush and release everything, within some seconds: the process stops."""


TOLD = tuple(name for name in dir(Observer) if not name.startswith("_"))
"""The names of the methods that observers may override."""


TRACED = (
    *("intent_arrived", "intent_passed_on", "intent_queued", "rules_begun", "rules_ended"),
    *("append_begun", "fan_out_begun", "fan_out_ended"),
)
"""The parts of a move that traces hear and metrics do not: most servers have nobody for them."""


def _hears(name: str, observer: Observer) -> bool:
    """Return whether an observer overrides a method."""
    kind = type(observer)
    if kind.__getattribute__ is not Observer.__getattribute__:
        return True  # its class does not say what it returns by that name
    return getattr(kind, name) is not getattr(Observer, name)


class Observers(Observer):
    """Calls several observers. One that raises is logged and called no more.

    Observed code holds this and no bare observer, so that no observer's failure can end a battle
    (`tests/runtime/test_observer.py`). `are_tracing`: whether anybody hears what is `TRACED`; if
    not, it need not be told.
    """

    def __init__(self, *observers: Observer) -> None:
        self._observers = observers
        self._sort()

    def _sort(self) -> None:
        """Sort the observers by the methods that they override: most override few, and every move
        calls all.
        """
        self._listeners = {
            name: tuple(filter(partial(_hears, name), self._observers)) for name in TOLD
        }
        self.are_tracing = any(self._listeners[name] for name in TRACED)

    @property
    def observers(self) -> tuple[Observer, ...]:
        """Return the observers that are called."""
        return self._observers

    def intent_arrived(self, player: PlayerId) -> str:
        """See Observer. Returns the last name that is not empty."""
        name = ""
        for each in self._listeners["intent_arrived"]:
            try:
                name = each.intent_arrived(player) or name
            except Exception:
                self._switch_off(each)
        return name

    def intent_passed_on(self, trace: str) -> None:
        """See Observer."""
        for each in self._listeners["intent_passed_on"]:
            try:
                each.intent_passed_on(trace)
            except Exception:
                self._switch_off(each)

    def intent_queued(self, battle: BattleId, player: PlayerId, intent: Intent, trace: str) -> None:
        """See Observer."""
        for each in self._listeners["intent_queued"]:
            try:
                each.intent_queued(battle, player, intent, trace)
            except Exception:
                self._switch_off(each)

    def rules_begun(self, battle: BattleId, player: PlayerId, intent: Intent) -> None:
        """See Observer."""
        for each in self._listeners["rules_begun"]:
            try:
                each.rules_begun(battle, player, intent)
            except Exception:
                self._switch_off(each)

    def rules_ended(self, battle: BattleId, stopped: str = "") -> None:
        """See Observer."""
        for each in self._listeners["rules_ended"]:
            try:
                each.rules_ended(battle, stopped)
            except Exception:
                self._switch_off(each)

    def append_begun(self, battle: BattleId, version: int) -> None:
        """See Observer."""
        for each in self._listeners["append_begun"]:
            try:
                each.append_begun(battle, version)
            except Exception:
                self._switch_off(each)

    def append_ended(self, battle: BattleId, version: int, fault: BaseException | None) -> None:
        """See Observer."""
        for each in self._listeners["append_ended"]:
            try:
                each.append_ended(battle, version, fault)
            except Exception:
                self._switch_off(each)

    def recorded(self, battle: BattleId, number: int, seconds: float | None) -> None:
        """See Observer."""
        for each in self._listeners["recorded"]:
            try:
                each.recorded(battle, number, seconds)
            except Exception:
                self._switch_off(each)

    def fan_out_begun(self, battle: BattleId, version: int, watchers: int) -> None:
        """See Observer."""
        for each in self._listeners["fan_out_begun"]:
            try:
                each.fan_out_begun(battle, version, watchers)
            except Exception:
                self._switch_off(each)

    def fan_out_ended(self, battle: BattleId, version: int) -> None:
        """See Observer."""
        for each in self._listeners["fan_out_ended"]:
            try:
                each.fan_out_ended(battle, version)
            except Exception:
                self._switch_off(each)

    def bot_refused(self, battle: BattleId) -> None:
        """See Observer."""
        for each in self._listeners["bot_refused"]:
            try:
                each.bot_refused(battle)
            except Exception:
                self._switch_off(each)

    async def close(self) -> None:
        """See Observer."""
        for each in self._observers:
            try:
                await each.close()
            except Exception:
                self._switch_off(each)

    def _switch_off(self, gone: Observer) -> None:
        """Remove an observer that has raised: having missed one part, it cannot pair the others."""
        self._observers = tuple(each for each in self._observers if each is not gone)
        self._sort()
        log.exception("observer.switched_off", observer=type(gone).__name__)


NOBODY = Observers()
"""For code that nobody observes; shared, since it has no state."""
