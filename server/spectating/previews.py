"""Answering previews of a battle, beside the play and from the state that all visitors see.

A preview is computed in slices and cached: the same question about the same state is answered again
without any work. One with too many possibilities is given up after a number of steps (`TooMany`).
"""

import secrets
from collections import OrderedDict
from collections.abc import Generator
from typing import Any, NamedTuple

import structlog

from protocol.ids import BattleId, UnitId
from protocol.previews import Foreseen
from protocol.replies import Previewed
from protocol.requests import Preview
from server.battles import Room
from server.players import STEPS_A_TOKEN, Visitor
from server.rules.engine.foresight import TooMany
from server.rules.engine.ruleset import Record
from server.runtime import Crowded, Slicer
from server.spectating.follower import Follower

log = structlog.get_logger(__name__)

MOST_CACHED = 256
"""Cached answers, of some kilobytes each; the least recently used one is dropped first."""
TOO_MANY = "That has too many possibilities to foresee. Plan with fewer dice."

Question = tuple[BattleId, str, UnitId, tuple[str, ...]]
"""Battle, what, unit and picks."""


class _Cached(NamedTuple):
    state: Record
    found: Foreseen | None = None
    too_many: str = ""


class Previews:
    """The previews of one process."""

    def __init__(self, slicer: Slicer) -> None:
        self._slicer = slicer
        self._cache: OrderedDict[Question, _Cached] = OrderedDict()

    async def answer(self, visitor: Visitor, request: Preview) -> None:
        """Send a visitor the answer to a preview of the battle that they watch, or a refusal.

        Raises nothing, except when cancelled.
        """
        show = visitor.show
        if not isinstance(show, (Room, Follower)) or not show.version:
            visitor.refuse(request.ref, "not_now", "You are not watching a running battle.")
            return
        version = show.version
        try:
            found = await self._found(visitor, show, request)
        except Crowded as no:
            visitor.refuse(request.ref, no.code, no.text)
        except TooMany as no:
            visitor.refuse(request.ref, "too_large", no.text or TOO_MANY)
        except Exception as fault:
            error = secrets.token_hex(4)
            log.error(
                "preview.failed",
                error=error,
                battle=show.battle,
                version=version,
                doing=str(request),
                exc_info=fault,
            )
            visitor.refuse(request.ref, "defect", f"That cannot be foreseen. Error {error}.")
        else:
            visitor.tell(Previewed(request.ref, version, found))

    async def _found(
        self, visitor: Visitor, show: Room | Follower, request: Preview
    ) -> Foreseen | None:
        _, state, rules = show.foreseeable()
        question = show.battle, request.what, request.unit, request.picks
        # By states, not versions: after a store has lost its end, a version comes a second time.
        if (kept := self._cache.get(question)) is None or kept.state is not state:
            work = _Counted(rules.foresee(state, *question[1:]))
            try:
                kept = _Cached(state, await self._slicer.run(work.steps()))
            except TooMany as no:
                kept = _Cached(state, too_many=no.text or TOO_MANY)
            finally:
                visitor.spend(work.taken / STEPS_A_TOKEN)
            self._cache[question] = kept
            if len(self._cache) > MOST_CACHED:
                self._cache.popitem(last=False)
        self._cache.move_to_end(question)
        if kept.too_many:
            raise TooMany(kept.too_many)
        return kept.found


class _Counted:
    """Sliced work that counts its slices."""

    def __init__(self, work: Generator[None, None, Any]) -> None:
        self._work, self.taken = work, 0

    def steps(self) -> Generator[None, None, Any]:
        """Do the work in slices. Returns its result."""
        while True:
            try:
                next(self._work)
            except StopIteration as end:
                return end.value
            self.taken += 1
            yield
