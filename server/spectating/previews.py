"""Answering what would happen in a battle: beside the play, from what everybody sees.

A preview is worked out in slices, and kept: the same question about the same version is answered
again without any work. One that has too many possibilities is given up after so many steps.
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

KEPT = 256
"""Answers, of some kilobytes each; the least recently used one goes first."""
TOO_MANY = "That has too many possibilities to foresee. Plan with fewer dice."

Question = tuple[BattleId, str, UnitId, tuple[str, ...]]
"""Battle, what, unit and picks."""


class _Kept(NamedTuple):
    state: Record
    found: Foreseen | None = None
    too_many: bool = False


class Previews:
    """The previews of one process."""

    def __init__(self, slicer: Slicer) -> None:
        self._slicer = slicer
        self._kept: OrderedDict[Question, _Kept] = OrderedDict()

    async def answer(self, visitor: Visitor, request: Preview) -> None:
        """Answer a preview of the battle that the visitor watches.

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
        except TooMany:
            visitor.refuse(request.ref, "too_large", TOO_MANY)
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
        # States are compared, not versions: a store that lost its end makes a version anew.
        if (kept := self._kept.get(question)) is None or kept.state is not state:
            work = _Counted(rules.foresee(state, *question[1:]))
            try:
                kept = _Kept(state, await self._slicer.run(work.steps()))
            except TooMany:
                kept = _Kept(state, too_many=True)
            finally:
                visitor.spend(work.taken / STEPS_A_TOKEN)
            self._kept[question] = kept
            if len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        self._kept.move_to_end(question)
        if kept.too_many:
            raise TooMany
        return kept.found


class _Counted:
    """Sliced work that counts its slices."""

    def __init__(self, work: Generator[None, None, Any]) -> None:
        self._work, self.taken = work, 0

    def steps(self) -> Generator[None, None, Any]:
        """Do the work in slices."""
        while True:
            try:
                next(self._work)
            except StopIteration as end:
                return end.value
            self.taken += 1
            yield
