"""Whatever a connection sends or fails to read, it gets a clear answer and harms nobody else."""

import asyncio
from typing import Any

import msgspec
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.frames import Frame, Opcode
from websockets.typing import Subprotocol

from protocol import replies, requests
from protocol.codec import CODECS
from protocol.messages import JSON, MSGPACK
from protocol.refusals import BYES
from protocol.replies import Bye, Refused
from protocol.tables import Settings
from server.process.app import Server
from tests.net.conftest import Serve, url_of
from tests.net.party import Party, hang_up, meet, move, play_out
from tests.net.player import Player
from tests.net.test_connection import Deaf

HANGING = 300.0
"""Seconds, more than anything takes on a busy machine: it ends what hangs, not what is slow."""
UNHURRIED: dict[str, Any] = {
    "message_rate": 1e6,
    "message_burst": 10**6,
    "player_rate": 1e6,
    "player_burst": 10**6,
    "address_rate": 1e6,
    "address_burst": 10**6,
    "table_rate": 1e6,
    "table_burst": 10**6,
    "ping_interval": 600.0,  # on a busy machine who does not read would be cut for not ponging
}
HELLO = requests.Hello(1)


def packed(message: Any) -> bytes:
    return msgspec.msgpack.encode(message)


async def no_for(player: Player, frame: bytes | str) -> Refused:
    """What a frame is refused with."""
    before = sum(isinstance(n, Refused) for n in player.news)
    await player.socket.send(frame)
    await player.wait(lambda: sum(isinstance(n, Refused) for n in player.news) > before)
    refused = player.last(Refused)
    assert refused is not None
    return refused


async def still_fine(party: Party) -> None:
    """The table plays on to the end."""
    await play_out(party)
    assert all(player.over for player in party.players.values())


@pytest.mark.parametrize(
    "frame",
    [
        b"",
        b"\xc1",
        b"\x93",
        packed([]),
        packed(["nonsense", 1]),
        packed(["intent", 1]),
        packed(["intent", 1, "one", 1, [], ""]),
        packed(["intent", -1, 1, 1, [], ""]),
        packed(["intent", 1, 2**60, 1, [], ""]),
        packed(["intent", 1, 1, 1, ["p" * 500], ""]),
        packed(["chat", 1, ""]),
        packed(["chat", 1, "x" * 501]),
        packed({"intent": 1}),
        packed(["hello", 1]) + b"\x00",
        b"\x91" * 5000,
        b"\xdf\xff\xff\xff\xff",
        '["hello",1]',
    ],
)
async def test_a_malformed_frame_is_refused_and_the_connection_stays(
    serve: Serve, frame: bytes | str
) -> None:
    server = await serve()
    player = await Player(url_of(server)).hello()
    refused = await no_for(player, frame)
    assert refused.code == "malformed"
    assert refused.text
    assert (await player.ask(requests.ListTables(0), replies.Tables)).tables == ()
    await player.close()


async def test_a_malformed_request_is_refused_under_its_own_ref(serve: Serve) -> None:
    """Given a request that breaks a bound, then whoever waits for its answer is told."""
    player = await Player(url_of(await serve())).hello()
    assert (await no_for(player, packed(["watch", 7, ""]))).ref == 7
    assert (await no_for(player, b"\xc1")).ref == 0
    await player.close()


@pytest.mark.parametrize("frame", ["", "{", '["intent"', "[1]", "[" * 9000, b'["hello",1]', "NaN"])
async def test_malformed_json_is_refused_as_well(serve: Serve, frame: bytes | str) -> None:
    server = await serve()
    player = await Player(url_of(server), JSON).hello()
    assert (await no_for(player, frame)).code == "malformed"
    await player.ask(requests.ListTables(0), replies.Tables)
    await player.close()


async def test_text_that_is_no_utf_8_ends_the_connection_with_its_own_code(serve: Serve) -> None:
    server = await serve()
    player = await Player(url_of(server), JSON).hello()
    await player.socket.send(b'["chat",2,"\xff"]', text=True)
    assert await player.wait_closed() == 1007


async def test_a_message_longer_than_a_request_may_be_is_refused(serve: Serve) -> None:
    server = await serve()
    player = await Player(url_of(server)).hello()
    assert (await no_for(player, b"x" * 20_000)).code == "too_large"
    await player.ask(requests.ListTables(0), replies.Tables)
    await player.close()


async def test_a_message_beyond_the_size_setting_ends_the_connection(serve: Serve) -> None:
    server = await serve(message_size=32 * 1024)
    party = await meet(url_of(server))
    giant = await Player(url_of(server)).hello()
    await giant.socket.send(b"x" * 40_000)
    assert await giant.wait_closed() == 1009
    pieces = await Player(url_of(server)).hello()
    await pieces.socket.send(b"x" * 1000 for _ in range(100))
    assert await pieces.wait_closed() == 1009
    await still_fine(party)
    await hang_up(party.players.values())


async def test_nothing_is_granted_before_hello(serve: Serve) -> None:
    server = await serve()
    player = await Player(url_of(server)).open()
    for early in (requests.ListTables(0), requests.Intent(0, 1, 1), requests.Chat(0, "hi")):
        assert await player.refused(early) == "too_early"
    await player.ask(HELLO, replies.Welcome)
    assert await player.refused(HELLO) == "not_now"
    await player.close()


async def test_who_does_not_say_hello_in_time_is_sent_away(serve: Serve) -> None:
    server = await serve(hello_timeout=0.05)
    silent = await Player(url_of(server)).open()
    assert await silent.wait_closed() == BYES["protocol"][0]
    bye = silent.last(Bye)
    assert bye is not None
    assert bye.code == "protocol"


async def test_a_wrong_token_is_refused_and_a_new_hello_may_follow(serve: Serve) -> None:
    server = await serve()
    player = await Player(url_of(server)).open()
    for token in ("", "x", "p0123456789abcdef." + "A" * 43, "../../etc", "p.\u0000"):
        assert await player.refused(requests.Hello(0, token)) == "bad_token"
    await player.ask(requests.Hello(0), replies.Welcome)
    await player.close()


async def test_who_keeps_sending_nonsense_is_sent_away(serve: Serve) -> None:
    server = await serve()
    party = await meet(url_of(server))
    vandal = await Player(url_of(server)).hello()

    async def rage() -> None:
        while True:
            await no_for(vandal, b"\xc1")

    with pytest.raises(ConnectionClosed):
        await asyncio.wait_for(rage(), HANGING)
    assert await vandal.wait_closed() == BYES["protocol"][0]
    await still_fine(party)
    await hang_up(party.players.values())


async def test_too_many_requests_are_refused_and_in_the_end_the_connection_is(
    serve: Serve,
) -> None:
    server = await serve(message_rate=0.01, message_burst=5, close_timeout=HANGING)
    player = await Player(url_of(server)).hello()
    for _ in range(4):
        await player.ask(requests.ListTables(0), replies.Tables)
    assert await player.refused(requests.ListTables(0)) == "too_fast"

    async def rush() -> None:
        while True:
            await player.say(requests.ListTables(0))

    with pytest.raises(ConnectionClosed):
        await asyncio.wait_for(rush(), HANGING)
    assert await player.wait_closed() == BYES["too_fast"][0]
    assert figure(server, "aborts_total", reason="closing") == 0


async def test_requests_that_cost_the_server_more_may_come_less_often(serve: Serve) -> None:
    server = await serve(message_rate=0.01, message_burst=25)
    player = await Player(url_of(server)).hello()
    wish = requests.Create(0, Settings("micro"))
    for _ in range(2):
        await player.ask(wish, replies.Joined)
    assert await player.refused(wish) == "too_fast"
    await player.ask(requests.ListTables(0), replies.Tables)
    await player.close()


async def test_a_player_has_one_limit_over_all_tabs(serve: Serve) -> None:
    server = await serve(player_rate=0.01, player_burst=4)
    one = await Player(url_of(server)).hello()
    two = Player(url_of(server))
    two.token = one.token
    await two.hello()
    for tab in (one, two, one, two):
        await tab.ask(requests.ListTables(0), replies.Tables)
    assert await one.refused(requests.ListTables(0)) == "too_fast"
    assert await two.refused(requests.ListTables(0)) == "too_fast"
    await hang_up([one, two])


async def test_new_identities_are_limited_by_address_and_old_ones_are_not(serve: Serve) -> None:
    server = await serve(newcomer_rate=0.001, newcomer_burst=1)
    first = await Player(url_of(server)).hello()
    second = await Player(url_of(server)).open()
    assert await second.refused(requests.Hello(0)) == "too_fast"
    await second.ask(requests.Hello(0, first.token), replies.Welcome)
    await hang_up([first, second])


async def test_connections_of_one_address_are_limited_and_the_surplus_is_told(serve: Serve) -> None:
    server = await serve(connections_per_address=4)
    party = await meet(url_of(server))
    surplus = await Player(url_of(server)).open()
    assert await surplus.wait_closed() == BYES["full"][0]
    bye = surplus.last(Bye)
    assert bye is not None
    assert bye.code == "full"
    await party.players["4"].close()
    async with asyncio.timeout(HANGING):
        while True:
            late = await Player(url_of(server)).open()
            try:
                await late.ask(requests.Hello(0), replies.Welcome)
                break
            except ConnectionClosed:
                continue
    await hang_up([late, *party.players.values()])


async def test_an_unknown_version_of_the_protocol_is_turned_away_at_the_handshake(
    serve: Serve,
) -> None:
    server = await serve()
    future = [Subprotocol("hexwarden.v2.msgpack")]
    with pytest.raises(InvalidStatus) as caught:
        await connect(url_of(server), subprotocols=future, proxy=None)
    assert caught.value.response.status_code == 400


def resident() -> int:
    """This process's memory in bytes."""
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * 4096


class DeafPlayer(Deaf):
    """A spectator over a raw socket who joins and then stops reading."""

    async def watch(self, party: Party) -> None:
        await self.open()
        wire = CODECS[MSGPACK]
        wishes = (
            requests.Hello(1),
            requests.Join(2, party.to_watch),
            requests.Watch(3, party.battle),
        )
        for wish in wishes:
            frame = Frame(Opcode.BINARY, wire.encode(wish))
            await self.say(frame.serialize(mask=True, extensions=[]))


def figure(server: Server, name: str, **labels: str) -> float:
    return server.metrics.value(name, **labels)


async def chatter(player: Player, until: Any) -> None:
    """Talk until something holds: news for everybody at the table."""
    line = "x" * 500
    while not until():
        ref = await player.say(requests.Chat(0, line))
        await player.wait(lambda ref=ref: player.reply_to(ref))  # type: ignore[misc]
        player.news.clear()


@pytest.mark.parametrize("limits", [{}, {"outbound_hard": 70_000}])
async def test_a_spectator_who_stops_reading_is_cut_and_the_table_plays_on(
    serve: Serve, limits: dict[str, int], failures: list[Any]
) -> None:
    server = await serve(outbound_soft=64 * 1024, drain_timeout=0.3, **UNHURRIED, **limits)
    party = await meet(url_of(server))
    deaf = DeafPlayer(server.listener.port)
    await deaf.watch(party)
    one = party.players["1"]
    await one.wait(lambda: (here := one.last(replies.Presence)) and here.spectators == 1)
    before, worst = resident(), 0.0

    def cut() -> bool:
        nonlocal worst
        links = [session.link for session in server.sessions]
        worst = max(worst, *(link.backlog for link in links if not link.transport.is_closing()))
        return len(server.sessions) == 4

    async with asyncio.timeout(HANGING):
        await chatter(one, cut)
    assert worst <= server.settings.outbound_soft + 70_000
    assert resident() - before < 32 * 1024 * 1024
    assert figure(server, "aborts_total", reason="no_drain") == 1
    await still_fine(party)
    await hang_up(party.players.values())
    deaf.socket.close()
    assert failures == []


async def test_a_spectator_who_reads_again_gets_one_snapshot_for_all_that_was_missed(
    serve: Serve,
) -> None:
    server = await serve(outbound_soft=32 * 1024, drain_timeout=600, **UNHURRIED)
    party = await meet(url_of(server), goal=200)
    slow = await Player(url_of(server)).hello()
    await slow.ask(requests.Join(0, party.to_watch), replies.Joined)
    await slow.ask(requests.Watch(0, party.battle), replies.Done)
    await slow.wait_version(1)
    slow.socket.transport.pause_reading()
    one = party.players["1"]

    def is_behind() -> bool:
        return any(session.outbox.has_missed for session in server.sessions)

    async with asyncio.timeout(HANGING):
        await chatter(one, is_behind)
    for seat in ("1", "2", "3", "4", "1", "2"):
        await move(party.players[seat], seat)
    slow.socket.transport.resume_reading()
    await slow.wait_version(7)
    assert slow.snapshots == 2
    assert figure(server, "resyncs_total") == 1
    assert slow.last(replies.Snapshot) is not None
    await move(party.players["3"], "3")
    await slow.wait_version(8)
    await still_fine(party)
    await slow.wait_over()
    assert slow.state == one.state
    await hang_up([slow, *party.players.values()])


async def test_a_graceful_stop_tells_everybody_and_is_not_held_up_by_the_deaf(
    serve: Serve,
) -> None:
    server = await serve(outbound_soft=32 * 1024, drain_timeout=600, close_timeout=0.3, **UNHURRIED)
    party = await meet(url_of(server))
    deaf = DeafPlayer(server.listener.port)
    await deaf.watch(party)
    async with asyncio.timeout(HANGING):
        await chatter(
            party.players["1"], lambda: any(session.link.behind for session in server.sessions)
        )
    async with asyncio.timeout(HANGING):
        await server.stop()
    for player in party.players.values():
        assert await player.wait_closed() == BYES["going_down"][0]
        bye = player.last(Bye)
        assert bye is not None
        assert bye.code == "going_down"
    deaf.socket.close()
