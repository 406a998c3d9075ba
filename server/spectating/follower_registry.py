"""The battles that this process follows from their journals, each followed once."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from functools import partial
from typing import Any, Protocol, TypeVar

from protocol.ids import BattleId
from protocol.replies import Commit, Opening
from server.battles import Resources, Room
from server.players import Pay, free
from server.rules.engine.ruleset import Ruleset
from server.runtime import Lifetime, Refusal
from server.spectating.circumstances import Circumstances
from server.spectating.delayed_follower import DelayedFollower
from server.spectating.follower import Follower, FollowerSurroundings

F = TypeVar("F", bound=Follower)


class DelayedFollowers(Protocol):
    """Those of one table, by battle."""

    behinds: dict[BattleId, DelayedFollower]

    def look(self) -> None:
        """Show what has become due."""
        ...


class FollowedTable(Protocol):
    """A table, as following its battles needs it."""

    @property
    def room(self) -> Room | None:
        """Return the battle that is played here."""
        ...

    @property
    def following(self) -> Follower | None:
        """Return the battle that is followed here."""
        ...

    @property
    def delayed_spectators(self) -> DelayedFollowers:
        """Return its delayed spectators."""
        ...

    @property
    def circumstances(self) -> Circumstances:
        """Return what its host has told of its battle."""
        ...

    def follow(self, following: Follower) -> None:
        """Show a battle that is played elsewhere."""
        ...

    def stop_following(self, following: Follower) -> None:
        """Show that one no longer."""
        ...

    def committed(self, commit: Commit) -> None:
        """Take note of a commit of the battle that is followed."""
        ...


class FollowerRegistry:
    """Journals read for those who watch here.

    `reopen` brings a battle back that has left the store; false where it cannot.
    """

    def __init__(
        self,
        resources: Resources,
        life: Lifetime,
        rules: Callable[[Opening], Ruleset[Any]],
        reopen: Callable[[BattleId, Pay], Awaitable[bool]],
    ) -> None:
        self._resources, self._life = resources, life
        self._rules, self._reopen = rules, reopen
        self._live: dict[BattleId, asyncio.Task[Follower]] = {}
        self._behind: dict[BattleId, asyncio.Task[DelayedFollower]] = {}

    async def live(self, table: FollowedTable, battle: BattleId, pay: Pay = free) -> Follower:
        """Return the follower of a battle played elsewhere; the first caller pays for its journal.

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

    async def behind(
        self, table: FollowedTable, battle: BattleId, pay: Pay = free
    ) -> DelayedFollower:
        """Return the delayed follower of a battle; the first caller pays for its journal.

        Raises `Refusal`, `Unreadable`, StoreError.
        """
        while True:
            if (known := table.delayed_spectators.behinds.get(battle)) is not None:
                return known
            begin = partial(self._begin_behind, table, battle, pay)
            found = await self._once(self._behind, battle, begin)
            if found.is_open or found.over:
                return found

    def after(self, table: FollowedTable, room: Room) -> Follower:
        """Return a follower that goes on where a room has stopped, with its audience."""
        return Follower.after(room, self._around(table))

    async def _begin_live(self, table: FollowedTable, battle: BattleId, pay: Pay) -> Follower:
        around = self._around(table)
        following = await self._reopened(Follower, battle, around, pay)
        if table.room is not None and table.room.battle == battle:
            following.close()  # it has come here meanwhile
        elif table.following is None or not following.over:
            # Before anybody is told, or who asks in between would begin another one.
            table.follow(following)
        return following

    async def _begin_behind(
        self, table: FollowedTable, battle: BattleId, pay: Pay
    ) -> DelayedFollower:
        def idle(following: Follower) -> None:
            following.close()
            table.delayed_spectators.behinds.pop(battle, None)

        around = self._around(table)._replace(
            on_commit=lambda _: table.delayed_spectators.look(), on_idle=idle
        )
        behind = await self._reopened(DelayedFollower, battle, around, pay)
        table.delayed_spectators.behinds[battle] = behind
        return behind

    async def _reopened(
        self, kind: type[F], battle: BattleId, around: FollowerSurroundings, pay: Pay
    ) -> F:
        """Follow a battle; bring its journal back first where it was put aside."""
        try:
            return await kind.begin(battle, around, pay)
        except Refusal:
            if not await self._reopen(battle, pay):
                raise
        return await kind.begin(battle, around, pay)

    def _around(self, table: FollowedTable) -> FollowerSurroundings:
        def idle(following: Follower) -> None:
            following.close()
            table.stop_following(following)

        return FollowerSurroundings(
            self._resources.store,
            self._resources.clock,
            self._life.spawn,
            self._rules,
            table.circumstances,
            table.committed,
            idle,
        )

    async def _once(
        self,
        tasks: dict[BattleId, asyncio.Task[F]],
        battle: BattleId,
        begin: Callable[[], Coroutine[Any, Any, F]],
    ) -> F:
        """Start following once; concurrent callers share the task."""
        task = tasks.get(battle)
        if task is None:
            task = tasks[battle] = self._life.share(begin())
            task.add_done_callback(lambda _: tasks.pop(battle, None))
        return await asyncio.shield(task)
