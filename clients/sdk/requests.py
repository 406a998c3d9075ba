"""What a client can ask of a server, one method a request. Mixed into `Client`."""

import secrets
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, Literal, TypeVar

from clients.core import Session
from clients.sdk.errors import Refusal
from clients.sdk.links import Link, invitation
from protocol.ids import NO_BATTLE, NO_TABLE, BattleId, PlayerId, SeatId, TableId, UnitId
from protocol.previews import Foreseen
from protocol.questions import Picks
from protocol.replies import (
    Battles,
    Done,
    Encounters,
    Invitation,
    Invited,
    Joined,
    Ladder,
    Previewed,
    Shared,
    Started,
    Tables,
)
from protocol.requests import (
    Change,
    Chat,
    Claim,
    Consent,
    Create,
    HandOver,
    Invite,
    Join,
    Leave,
    ListBattles,
    ListEncounters,
    ListTables,
    NameAdventurer,
    Pace,
    Ping,
    Preview,
    PutBot,
    ReadInvite,
    ReadLadder,
    Ready,
    Release,
    Remove,
    Replay,
    Request,
    Resign,
    Revoke,
    Seek,
    Share,
    Standing,
    Start,
    Step,
    Watch,
    When,
)
from protocol.tables import EncounterLine, OwnBattle, OwnCampaign, Settings, TableLine

R = TypeVar("R")

Seat = SeatId | Literal["", "1", "2", "3", "4"]
"""A seat as a message names it, or as a program writes it down; "" where none is named."""


class Requests(ABC):
    """Every method raises `Refusal`, `ConnectionLost`, `TooSlow` and `Ended`."""

    session: Session
    link: Link

    @abstractmethod
    async def call(self, request: Request, kind: type[R]) -> R:
        """Send a request and return its reply."""

    @abstractmethod
    async def until(self, wanted: Callable[[], Any]) -> None:
        """Wait until something is true of this client."""

    @abstractmethod
    async def _insist(self, request: Request) -> None:
        """Ask until the server can say yes."""

    # Tables

    async def tables(self) -> tuple[TableLine, ...]:
        """Return the public tables."""
        return (await self.call(ListTables(0), Tables)).tables

    async def encounters(self) -> tuple[EncounterLine, ...]:
        """Return what can be played on this server, with difficulties and options."""
        return (await self.call(ListEncounters(0), Encounters)).encounters

    async def battles(self) -> tuple[OwnBattle, ...]:
        """Return one's own battles, the newest first."""
        return (await self.call(ListBattles(0), Battles)).battles

    async def campaigns(self) -> tuple[OwnCampaign, ...]:
        """Return one's own campaigns, those first that wait for oneself."""
        return (await self.call(ListBattles(0), Battles)).campaigns

    async def ladder(self, *players: PlayerId) -> Ladder:
        """Return the top of the server's ladder, and the lines of oneself and of some players."""
        return await self.call(ReadLadder(0, players), Ladder)

    async def create(self, settings: Settings, name: str = "") -> TableId:
        """Open a table and join it as its leader; gives its id."""
        return await self._arrive(Create(0, settings, name))

    async def join(
        self, invite: str = "", *, table: TableId = NO_TABLE, watch: bool = True
    ) -> TableId:
        """Come to a table by invite (default: the link's own) or by id; gives its id.

        With `watch` a battle that is on there is shown at once.
        """
        invite = invite or ("" if table else self.link.code)
        arrived = await self._arrive(self.session.joining(Join(0, invite, table)))
        document = self.session.table
        if watch and document is not None and document.phase == "playing":
            await self.watch()
        return arrived

    async def read_invite(self, invite: str = "") -> Invitation:
        """Return what an invite (default: the link's own) leads to, without coming there."""
        return await self.call(ReadInvite(0, invite or self.link.code), Invitation)

    async def _arrive(self, request: Create | Join) -> TableId:
        joined = await self.call(request, Joined)
        await self.until(lambda: self._is_at(joined.table))
        return joined.table

    def _is_at(self, table: TableId) -> bool:
        return self.session.table is not None and self.session.table.table == table

    async def leave(self) -> None:
        """Go away from the table; seats stay held. Who holds none is a member no longer."""
        await self.call(Leave(0), Done)
        self.session.table = self.session.view = None
        self.session.place, self.session.wanted = NO_TABLE, NO_BATTLE

    async def remove(self, player: PlayerId) -> None:
        """Remove a member or a guest. Raises `Refusal` for whoever does not lead the table."""
        await self.call(Remove(0, player), Done)

    async def change(self, settings: Settings) -> None:
        """Change the settings; the leader's right."""
        await self.call(Change(0, settings), Done)

    async def invite(self, seat: Seat = "", *, renew: bool = False, lasts: int = 0) -> str:
        """Return the link to a seat, or for spectators; the leader's right.

        `renew` makes the old one worthless; `lasts`: seconds from now, 0 for the server's time.
        """
        invited = await self.call(Invite(0, SeatId(seat), renew, lasts), Invited)
        return invitation(self.link.site, invited.code)

    async def revoke(self, seat: Seat = "") -> None:
        """Make the link to a seat, or for spectators, worthless; the leader's right."""
        await self.call(Revoke(0, SeatId(seat)), Done)

    async def claim(self, seat: Seat) -> None:
        """Sit down, or take one's seat back from its bot."""
        await self.call(Claim(0, SeatId(seat)), Done)

    async def release(self, seat: Seat) -> None:
        """Stand up."""
        await self.call(Release(0, SeatId(seat)), Done)

    async def hand_over(self, seat: Seat, to: PlayerId) -> None:
        """Give one's seat to another player."""
        await self.call(HandOver(0, SeatId(seat), to), Done)

    async def put_bot(self, seat: Seat, bot: str) -> None:
        """Let a bot drive a seat; "" takes it away."""
        await self.call(PutBot(0, SeatId(seat), bot), Done)

    async def ready(self, ready: bool = True, dice: str | None = None) -> None:
        """Be ready with one's seats; `dice` is mixed into the dice, random if none is given."""
        mixed = secrets.token_hex(8) if dice is None else dice
        await self.call(Ready(0, ready, mixed if ready else ""), Done)

    async def name_adventurer(self, seat: Seat, name: str) -> None:
        """Say what the adventurer of one's seat is called; "" leaves it to its race."""
        await self.call(NameAdventurer(0, SeatId(seat), name), Done)

    async def start(self) -> BattleId:
        """Begin a battle; the leader's right. Gives its id; it is watched from now on."""
        return (await self.call(Start(0), Started)).battle

    async def chat(self, text: str) -> None:
        """Say something to the table."""
        await self.call(Chat(0, text), Done)

    async def ping(self, key: str, to: str = "") -> None:
        """Point at something, or with an arrow from there to something else."""
        await self.call(Ping(0, key, to), Done)

    # Battles

    async def watch(self, battle: BattleId = NO_BATTLE) -> None:
        """See a battle from now on; the table's last one if none is named, or else its first one as
        soon as that has begun. Returns once it is shown, or at once where the table has a delay.
        """
        if not battle:
            if self.session.table is None:
                raise Refusal("not_now", "Join a table first.")
            await self.until(lambda: self._last_battle)
            battle = self._last_battle
        before, self.session.wanted = self.session.view, battle
        await self._insist(Watch(0, self.session.wanted, 0))
        if self._is_delayed:
            return  # spectators are shown it when it is due
        # The table may turn to its next battle meanwhile: that one is shown then.
        await self.until(lambda: self._shows(battle) or self.session.view is not before)

    @property
    def _is_delayed(self) -> bool:
        table = self.session.table
        return table is not None and bool(table.settings.delay or table.settings.delay_rounds)

    @property
    def _last_battle(self) -> BattleId:
        table = self.session.table
        return table.battles[-1].battle if table is not None and table.battles else NO_BATTLE

    def _shows(self, battle: BattleId) -> bool:
        return self.session.view is not None and self.session.view.battle == battle

    async def consent(self, version: int, yes: bool, seat: Seat = "") -> None:
        """Vote on an undo in the battle that is shown."""
        battle = self.session.view.battle if self.session.view is not None else NO_BATTLE
        await self.call(Consent(0, version, yes, SeatId(seat), battle), Done)

    async def resign(self, seat: Seat = "") -> None:
        """Give up the battle that is shown, where the seats play against each other."""
        battle = self.session.view.battle if self.session.view is not None else NO_BATTLE
        await self.call(Resign(0, SeatId(seat), battle), Done)

    async def standing(self, on: bool, whys: tuple[str, ...] = (), seat: Seat = "") -> None:
        """Pass in advance, until one's own next turn."""
        await self.call(Standing(0, "my_turn" if on else "off", whys, SeatId(seat)), Done)

    async def ask_about(self, abilities: dict[str, When], seat: Seat = "") -> None:
        """Say when one is asked about abilities: always, only on others' turns, or never.

        "enemy" and "engage.resolve" are what enemies do and which results are resolved: never lets
        the game decide as it suggests, where everybody who is asked has said so.
        """
        await self.call(Standing(0, "keep", (), SeatId(seat), abilities), Done)

    async def preview(
        self,
        what: Literal["engage", "enemy", "values", "answer", "sight", "combat"],
        unit: UnitId,
        picks: Picks = (),
    ) -> Foreseen | None:
        """Return what would happen: the odds of a plan, an enemy's coming turn, a unit's values; in
        a match what a unit sees, and the odds of its melee.

        Raises `Refusal`: `too_large` where there are too many possibilities, also if it is asked
        again; `busy` where the server has too much to foresee at the moment.
        """
        return (await self.call(Preview(0, what, unit, picks), Previewed)).preview

    # Replays

    async def replay(self, battle: BattleId, version: int = 1, speed: float = 1.0) -> None:
        """Have a battle played back; `speed` 0 is a pause."""
        await self.call(Replay(0, battle, version, speed), Done)

    async def share(self, battle: BattleId, *, renew: bool = False) -> str:
        """Return the link to a battle's replay, for whoever is to see it. `renew` makes all earlier
        ones of the table worthless; the leader's right.
        """
        shared = await self.call(Share(0, battle, renew), Shared)
        return f"{self.link.site}/#replay={battle}&share={shared.key}"

    async def pace(self, speed: float) -> None:
        """Change the replay's speed."""
        await self.call(Pace(0, speed), Done)

    async def step(self, by: int = 1) -> None:
        """Pause the replay and go some versions on or back."""
        await self.call(Step(0, by), Done)

    async def seek(self, version: int) -> None:
        """Go on with the replay at another version."""
        await self.call(Seek(0, version), Done)
