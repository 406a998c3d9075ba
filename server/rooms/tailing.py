"""The battles that this process follows from their journals: begun once, however many ask."""

import asyncio
from collections.abc import Callable, Coroutine
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from server.rooms.behind import Behind
from server.rooms.effort import Pay, free
from server.rooms.following import Following, Surroundings
from server.rooms.refusal import Refusal
from server.rooms.room import Room
from server.rooms.table import Table

if TYPE_CHECKING:
    from server.rooms.hall import Hall

F = TypeVar("F", bound=Following)


class Tailing:
    """Journals read for those who watch here."""

    def __init__(self, hall: "Hall") -> None:
        self._hall = hall
        self._live: dict[str, asyncio.Task[Following]] = {}
        self._behind: dict[str, asyncio.Task[Behind]] = {}

    async def live(self, table: Table, battle: str, pay: Pay = free) -> Following:
        """A battle as it goes on elsewhere; who asks first pays for reading its journal.

        Raises `Refusal`, `Unreadable`, StoreError.
        """
        while True:
            if table.following is not None and table.following.battle == battle:
                return table.following
            found = await self._once(
                self._live, battle, partial(self._begin_live, table, battle, pay)
            )
            is_here = table.room is not None and table.room.battle == battle
            if found.is_open or found.over or is_here:
                return found
            # Whoever else had asked for it has come and gone since, and it was closed after them.

    async def behind(self, table: Table, battle: str, pay: Pay = free) -> Behind:
        """A battle as spectators may see it; who asks first pays for reading its journal.

        Raises `Refusal`, `Unreadable`, StoreError.
        """
        while True:
            if (known := table.gallery.behinds.get(battle)) is not None:
                return known
            begin = partial(self._begin_behind, table, battle, pay)
            found = await self._once(self._behind, battle, begin)
            if found.is_open or found.over:
                return found

    def after(self, table: Table, room: Room) -> Following:
        """Follow on where a room has stopped, with its audience."""
        return Following.after(room, self._around(table))

    async def _begin_live(self, table: Table, battle: str, pay: Pay) -> Following:
        around = self._around(table)
        following = await self._reopened(Following, battle, around, pay)
        if table.room is not None and table.room.battle == battle:
            following.close()  # it has come here meanwhile
        elif table.following is None or not following.over:
            # Before anybody is told, or who asks in between would begin another one.
            table.following = following
        return following

    async def _begin_behind(self, table: Table, battle: str, pay: Pay) -> Behind:
        def idle(following: Following) -> None:
            following.close()
            table.gallery.behinds.pop(battle, None)

        around = self._around(table)._replace(
            on_commit=lambda _: table.gallery.look(), on_idle=idle
        )
        behind = await self._reopened(Behind, battle, around, pay)
        table.gallery.behinds[battle] = behind
        return behind

    async def _reopened(self, kind: type[F], battle: str, around: Surroundings, pay: Pay) -> F:
        """A battle from its journal, which may have been put aside."""
        try:
            return await kind.begin(battle, around, pay)
        except Refusal:
            if not await self._hall.library.reopen(battle, pay):
                raise
        return await kind.begin(battle, around, pay)

    def _around(self, table: Table) -> Surroundings:
        def idle(following: Following) -> None:
            following.close()
            if table.following is following:
                table.following = None

        hall = self._hall
        return Surroundings(
            hall.services.store,
            hall.services.clock,
            hall.spawn,
            hall.battles.rules,
            table.circumstances,
            partial(hall.relaying.committed, table),
            idle,
        )

    async def _once(
        self,
        tasks: dict[str, asyncio.Task[F]],
        battle: str,
        begin: Callable[[], Coroutine[Any, Any, F]],
    ) -> F:
        """What beginning to follow a battle gives, however many wait for it at once."""
        task = tasks.get(battle)
        if task is None:
            task = tasks[battle] = self._hall.share(begin())
            task.add_done_callback(lambda _: tasks.pop(battle, None))
        return await asyncio.shield(task)
