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
    """The delayed followers of one table, by battle."""

    def behind(self, battle: BattleId) -> DelayedFollower | None:
        """Return the delayed follower of a battle, if there is one."""
        ...

    def follow(self, battle: BattleId, behind: DelayedFollower) -> None:
        """Let a delayed follower show a battle from now on."""
        ...

    def unfollow(self, battle: BattleId) -> None:
        """Forget the delayed follower of a battle, which the caller closes."""
        ...

    def look(self) -> None:
        """Take note of what has become due."""
        ...


class FollowedTable(Protocol):
    """What the registry needs of a table."""

    @property
    def room(self) -> Room | None:
        """Return the room of the battle that is played here; None if there is none."""
        ...

    @property
    def following(self) -> Follower | None:
        """Return the follower of the battle that another process plays; None if there is none."""
        ...

    @property
    def delayed_spectators(self) -> DelayedFollowers:
        """Return its delayed spectators."""
        ...

    @property
    def circumstances(self) -> Circumstances:
        """Return the circumstances of its battle, as its host has sent them."""
        ...

    def follow(self, following: Follower) -> None:
        """Set the follower of a battle that another process plays."""
        ...

    def stop_following(self, following: Follower) -> None:
        """Remove that follower."""
        ...

    def committed(self, commit: Commit) -> None:
        """Take note of a commit of the battle that is followed."""
        ...


class FollowerRegistry:
    """The followers of one process, each begun once.

    `reopen` brings a battle that was put aside back into the store, and returns whether it did.
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
        """Return the follower of a battle that another process plays; the first caller pays for
        reading its journal.

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
            # Other callers have come and gone since, and it was closed after them: try again.

    async def behind(
        self, table: FollowedTable, battle: BattleId, pay: Pay = free
    ) -> DelayedFollower:
        """Return the delayed follower of a battle; the first caller pays for reading its journal.

        Raises `Refusal`, `Unreadable`, StoreError.
        """
        while True:
            if (known := table.delayed_spectators.behind(battle)) is not None:
                return known
            begin = partial(self._begin_behind, table, battle, pay)
            found = await self._once(self._behind, battle, begin)
            if found.is_open or found.over:
                return found

    def after(self, table: FollowedTable, room: Room) -> Follower:
        """Return a follower that continues where a room has stopped, with the room's audience."""
        return Follower.after(room, self._around(table))

    async def _begin_live(self, table: FollowedTable, battle: BattleId, pay: Pay) -> Follower:
        around = self._around(table)
        following = await self._reopened(Follower, battle, around, pay)
        if table.room is not None and table.room.battle == battle:
            following.close()  # this process plays the battle by now
        elif table.following is None or not following.over:
            # At once, without an await: otherwise another caller would begin a second one.
            table.follow(following)
        return following

    async def _begin_behind(
        self, table: FollowedTable, battle: BattleId, pay: Pay
    ) -> DelayedFollower:
        def idle(following: Follower) -> None:
            following.close()
            table.delayed_spectators.unfollow(battle)

        around = self._around(table)._replace(
            on_commit=lambda _: table.delayed_spectators.look(), on_idle=idle
        )
        behind = await self._reopened(DelayedFollower, battle, around, pay)
        table.delayed_spectators.follow(battle, behind)
        return behind

    async def _reopened(
        self, kind: type[F], battle: BattleId, around: FollowerSurroundings, pay: Pay
    ) -> F:
        """Follow a battle; if it was put aside, bring its journal back first."""
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
