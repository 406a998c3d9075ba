"""Four players at one table of the micro-game, for tests: they meet, start, and play to the end."""

import asyncio
from collections.abc import Iterable
from functools import partial
from typing import NamedTuple, TypeVar

from protocol import replies, requests
from protocol.ids import BattleId, SeatId, TableId
from protocol.messages import MSGPACK
from protocol.replies import Commit, Refused
from protocol.tables import Settings
from tests.net.player import Player, first_pick

R = TypeVar("R")

SEATS = ("1", "2", "3", "4")


class Party(NamedTuple):
    """The players by seat, the table, and invites."""

    players: dict[str, Player]
    table: TableId
    battle: BattleId
    to_watch: str


async def meet(
    url: str,
    *,
    goal: int = 60,
    formats: Iterable[str] = (MSGPACK,) * 4,
    start: bool = True,
    **settings: object,
) -> Party:
    """Four players sit down at a new table by invite, get ready and begin."""
    players = {seat: Player(url, wire) for seat, wire in zip(SEATS, formats, strict=True)}
    for seat, player in players.items():
        await player.hello(f"Player {seat}")
    leader = players["1"]
    options = {"goal": str(goal)}
    wish = Settings("micro", options=options, **settings)  # type: ignore[arg-type]
    joined = await leader.ask(requests.Create(0, wish, "A table"), replies.Joined)
    for seat, player in players.items():
        invited = await leader.ask(requests.Invite(0, SeatId(seat)), replies.Invited)
        await player.ask(requests.Join(0, invited.code), replies.Joined)
        await player.ask(requests.Ready(0, True, f"luck of {seat}"), replies.Done)
    watching = await leader.ask(requests.Invite(0, SeatId("")), replies.Invited)
    battle = ""
    if start:
        battle = (await leader.ask(requests.Start(0), replies.Started)).battle
        for player in players.values():
            await player.wait_version(1)
    return Party(players, joined.table, BattleId(battle), watching.code)


async def move(player: Player, seat: str) -> Commit:
    """Answer the open question of a seat and wait for the commit that it makes."""
    question = await player.wait(lambda: player.mine(seat))
    number = player.numbers.get(SeatId(seat), 0) + 1
    await player.say(requests.Intent(0, number, question.id, first_pick(question), SeatId(seat)))
    return await player.wait(lambda: commit_of(player, seat, number))


async def refusal_of_a_move(player: Player, seat: str) -> Refused:
    """Answer the open question of a seat, which is to be refused."""
    number = player.numbers.get(SeatId(seat), 0) + 1
    asked = await player.wait(lambda: player.mine(seat))
    ref = await player.say(requests.Intent(0, number, asked.id, first_pick(asked), SeatId(seat)))
    found = await player.wait(lambda: player.reply_to(ref))
    assert isinstance(found, Refused), found
    return found


async def told_all(players: Iterable[Player], kind: type[R]) -> list[R]:
    """Wait until everybody has had a message of a kind; gives the latest of each."""
    return list(await asyncio.gather(*(each.wait(partial(each.last, kind)) for each in players)))


def commit_of(player: Player, seat: str, number: int) -> Commit | None:
    """The commit that a seat's number made, if this player has seen it."""
    for message in reversed(player.news):
        if not isinstance(message, Commit) or message.number != number:
            continue
        if replies.author_of(message).seat == seat:
            return message
    return None


async def play_on(player: Player, seat: str) -> None:
    """Answer whatever the seat is asked until the battle is over."""
    while not player.over:
        await player.wait(lambda: player.over or player.mine(seat))
        if not player.over:
            await move(player, seat)


async def play_out(party: Party) -> None:
    """All four play until the battle is over."""
    await asyncio.gather(*(play_on(player, seat) for seat, player in party.players.items()))


async def hang_up(players: Iterable[Player]) -> None:
    """Everybody goes."""
    await asyncio.gather(*(player.close() for player in players))
