"""Every limit is on by default; who reaches one is told so in a sentence, and it is counted."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.typing import Origin

import protocol
from protocol import replies, requests
from protocol.codec import REQUEST_BYTES
from protocol.ids import SeatId
from protocol.refusals import BYES
from protocol.replies import Bye, Refused, Said
from protocol.tables import Settings as TableSettings
from protocol.tables import TableState
from server.battles.services import LONGEST
from server.net.admission import TOO_FAST
from server.process.app import Server
from server.service import REQUESTS, cost_of
from server.settings import Settings
from tests.net.conftest import Serve, url_of
from tests.net.party import hang_up, meet
from tests.net.player import SPOKEN, Player


def limited(server: Server, limit: str) -> float:
    return server.metrics.value("limited_total", limit=limit)


async def refusal(player: Player, request: Any) -> Refused:
    """The answer to a request that is refused."""
    return await player.ask(request, Refused)


def test_every_limit_is_on_by_default() -> None:
    on = Settings()
    rates = (on.message_rate, on.player_rate, on.address_rate, on.table_rate, on.newcomer_rate)
    assert all(0 < rate <= 1000 for rate in rates)
    assert (on.connections_per_address, on.connections_per_player) == (64, 16)
    assert on.tables_per_player == 100
    assert on.invite_lifetime == 7 * 86_400
    assert (on.battles, on.battles_per_player, on.battles_per_address) == (5000, 16, 64)
    assert (on.table_lifetime, on.identity_lifetime) == (180 * 86_400, 365 * 86_400)


async def test_battles_of_a_server_end_before_their_journals_get_too_long(serve: Serve) -> None:
    """Given a server of which nothing was said, then its longest battle is the one for which what
    requests cost is measured (`tests/bench/asking.py`)."""
    server = await serve()
    assert server.service.resources.longest == LONGEST == 20_000


async def test_an_address_may_ask_only_so_much_over_all_its_players(serve: Serve) -> None:
    server = await serve(address_rate=0.001, address_burst=4)
    ann, bob = await Player(url_of(server)).hello(), await Player(url_of(server)).hello()
    for player in (ann, bob):
        await player.ask(requests.ListTables(0), replies.Tables)
    for player in (ann, bob):
        refused = await refusal(player, requests.ListTables(0))
        assert (refused.code, refused.text) == ("too_fast", TOO_FAST["address"])
    assert limited(server, "address") == 2
    await hang_up([ann, bob])


async def test_an_address_may_fetch_only_so_many_replay_files(serve: Serve) -> None:
    """A file costs its address what a replay by WebSocket does; what else HTTP offers is free:
    probes and pages are answered."""
    server = await serve(address_rate=0.001, address_burst=2 * REQUESTS[requests.Replay].cost)

    async def status(path: str) -> int:
        reader, writer = await asyncio.open_connection("127.0.0.1", server.listener.port)
        writer.write(f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
        answer = await reader.read()
        writer.close()
        return int(answer.split()[1])

    assert [await status("/replay/b0") for _ in range(3)] == [404, 404, 429]
    assert limited(server, "address") == 1
    assert [await status(path) for path in ("/healthz", "/readyz", "/")] == [200, 200, 200]
    bob = await Player(url_of(server)).open()
    assert (await refusal(bob, requests.Hello(0))).text == TOO_FAST["address"]
    await bob.close()


async def test_spectators_of_a_table_may_ask_only_so_much_and_its_players_play_on(
    serve: Serve,
) -> None:
    server = await serve(table_rate=0.001, table_burst=40)
    party = await meet(url_of(server), start=False)
    rowdies = [await Player(url_of(server)).hello() for _ in range(2)]
    for rowdy in rowdies:
        await rowdy.ask(requests.Join(0, party.to_watch), replies.Joined)
    codes: list[str] = []
    while "too_fast" not in codes:
        for rowdy in rowdies:
            ref = await rowdy.say(requests.Chat(0, "!"))
            reply = await rowdy.wait(lambda rowdy=rowdy, ref=ref: rowdy.reply_to(ref))  # type: ignore[misc]
            codes.append(getattr(reply, "code", "granted"))
    assert codes.count("granted") > 20
    assert limited(server, "table") == codes.count("too_fast")
    for rowdy in rowdies:
        assert (await refusal(rowdy, requests.Chat(0, "!"))).text == TOO_FAST["table"]
    await party.players["2"].ask(requests.Chat(0, "We hear you."), replies.Done)
    await hang_up([*rowdies, *party.players.values()])


async def test_who_gives_a_seat_up_asks_as_a_spectator_from_then_on(serve: Serve) -> None:
    """Given spectators who have asked as much as they may, when a player gives the seat up, then
    the next request is one too many, and those who still sit there are heard."""
    server = await serve(table_rate=0.001, table_burst=40)
    party = await meet(url_of(server), start=False)
    rowdy = await Player(url_of(server)).hello()
    await rowdy.ask(requests.Join(0, party.to_watch), replies.Joined)
    reply: Any = None
    while getattr(reply, "code", "") != "too_fast":
        ref = await rowdy.say(requests.Chat(0, "!"))
        reply = await rowdy.wait(lambda ref=ref: rowdy.reply_to(ref))  # type: ignore[misc]
    first, second = party.players["1"], party.players["2"]
    await second.ask(requests.Chat(0, "I have to go."), replies.Done)

    await second.ask(requests.Release(0, SeatId("2")), replies.Done)

    assert (await refusal(second, requests.Chat(0, "Bye."))).text == TOO_FAST["table"]
    await first.ask(requests.Chat(0, "See you."), replies.Done)
    await hang_up([rowdy, *party.players.values()])


async def test_what_one_connection_and_one_player_ask_too_fast_is_counted(serve: Serve) -> None:
    server = await serve(message_rate=0.001, message_burst=2)
    ann = await Player(url_of(server)).hello()
    await ann.ask(requests.ListTables(0), replies.Tables)
    assert (await refusal(ann, requests.ListTables(0))).text == TOO_FAST["connection"]
    assert limited(server, "connection") == 1
    await ann.close()
    server = await serve(player_rate=0.001, player_burst=1)
    bob = await Player(url_of(server)).hello()
    await bob.ask(requests.ListTables(0), replies.Tables)
    assert (await refusal(bob, requests.ListTables(0))).text == TOO_FAST["player"]
    assert limited(server, "player") == 1
    await bob.close()


async def test_new_players_of_one_address_are_limited_and_counted(serve: Serve) -> None:
    server = await serve(newcomer_rate=0.001, newcomer_burst=1)
    ann, bob = await Player(url_of(server)).hello(), await Player(url_of(server)).open()
    assert (await refusal(bob, requests.Hello(0))).text == TOO_FAST["newcomers"]
    assert limited(server, "newcomers") == 1
    await hang_up([ann, bob])


@pytest.mark.parametrize(
    ("setting", "limit", "code"),
    [
        ("battles", "battles", "busy"),
        ("battles_per_player", "battles_of_player", "too_fast"),
        ("battles_per_address", "battles_of_address", "too_fast"),
    ],
)
async def test_so_many_battles_are_in_play_and_no_more(
    serve: Serve, setting: str, limit: str, code: str
) -> None:
    """Given a limit of one battle, when a second one is begun beside it, then that is refused in
    words and counted, and the first goes on."""
    server = await serve(**{setting: 1})
    party = await meet(url_of(server))
    ann = await Player(url_of(server)).hello()
    if setting == "battles_per_player":
        ann = party.players["1"]
    await ann.ask(requests.Create(0, TableSettings("micro", party=1)), replies.Joined)
    await ann.ask(requests.Claim(0, SeatId("1")), replies.Done)
    await ann.ask(requests.Ready(0), replies.Done)
    refused = await refusal(ann, requests.Start(0))
    assert refused.code == code
    assert refused.text.endswith(".")
    assert limited(server, limit) == 1
    assert len(server.service.rooms) == 1


async def test_a_player_opens_no_more_tables_than_the_setting_says(serve: Serve) -> None:
    server = await serve(tables_per_player=1)
    ann = await Player(url_of(server)).hello()
    await ann.ask(requests.Create(0, TableSettings("micro")), replies.Joined)
    refused = await refusal(ann, requests.Create(0, TableSettings("micro")))
    assert refused.code == "too_fast"
    assert "1 table" in refused.text
    assert limited(server, "tables") == 1
    await ann.close()


async def test_a_players_newest_connections_stay_and_the_oldest_is_told_why_it_goes(
    serve: Serve,
) -> None:
    server = await serve(connections_per_player=1)
    first = await Player(url_of(server)).hello()
    second = Player(url_of(server))
    second.token = first.token
    await second.hello()
    assert await first.wait_closed() == BYES["replaced"][0]
    bye = first.last(Bye)
    assert bye is not None
    assert bye.code == "replaced"
    assert limited(server, "connections") == 1
    await second.ask(requests.ListTables(0), replies.Tables)
    await second.close()


async def test_signing_out_ends_the_other_connections_over_the_wire(serve: Serve) -> None:
    server = await serve()
    first = await Player(url_of(server)).hello()
    thief = Player(url_of(server))
    thief.token = first.token
    await thief.hello()
    new = await first.ask(requests.NewToken(0), replies.Welcome)
    back = Player(url_of(server))
    back.token = new.token
    await back.hello()
    assert await thief.wait_closed() == BYES["replaced"][0]
    assert await first.wait_closed() == BYES["replaced"][0]
    await thief.open()
    assert await thief.refused(requests.Hello(0, thief.token)) == "bad_token"
    await hang_up([thief, back])


async def test_addresses_behind_a_named_proxy_are_told_apart(serve: Serve) -> None:
    server = await serve(trust_proxy=("127.0.0.1",), connections_per_address=1)

    async def come(forwarded: str) -> bool:
        headers = {"X-Forwarded-For": forwarded}
        socket = await connect(
            url_of(server),
            subprotocols=["hexwarden.v1.json"],  # type: ignore[list-item]
            additional_headers=headers,
            proxy=None,
        )
        sockets.append(socket)
        try:
            await socket.send('["hello",1]')
            return str(await socket.recv()).startswith('["welcome"')
        except ConnectionClosed:
            return False

    sockets: list[Any] = []
    assert await come("198.51.100.1")
    assert await come("198.51.100.2")
    assert not await come("6.6.6.6, 198.51.100.1"), "what a client adds itself counts for nothing"
    await asyncio.gather(*(socket.close() for socket in sockets))


@pytest.mark.parametrize(("trusted", "scheme"), [(("127.0.0.1",), "https"), ((), "http")])
async def test_links_are_https_where_a_trusted_proxy_was_called_so(
    serve: Serve, trusted: tuple[str, ...], scheme: str, tmp_path: Any
) -> None:
    server = await serve(trust_proxy=trusted, web=str(tmp_path))
    reader, writer = await asyncio.open_connection("127.0.0.1", server.listener.port)
    writer.write(b"GET /join/x HTTP/1.1\r\nHost: play.example\r\nX-Forwarded-Proto: https\r\n\r\n")
    page = (await reader.read()).decode()
    writer.close()
    assert f"{scheme}://play.example/#join=x" in page


@pytest.mark.parametrize(
    ("origin", "enters"),
    [
        ("https://play.example", True),
        ("https://PLAY.example", True),
        ("https://friends.example", True),
        ("https://play.example.evil.example", False),
        ("https://evil.example/play.example", False),
        ("http://[", False),
    ],
)
async def test_pages_of_the_public_address_and_of_named_origins_come_in(
    serve: Serve, origin: str, enters: bool
) -> None:
    server = await serve(public_url="https://play.example/", origins=("https://friends.example/",))
    opening = connect(url_of(server), subprotocols=SPOKEN, origin=Origin(origin), proxy=None)
    if enters:
        async with opening:
            return
    with pytest.raises(InvalidStatus) as caught:
        await opening
    response = caught.value.response
    assert response.status_code == 403
    assert b"The operator can allow it" in (response.body or b"")
    assert server.metrics.value("connections_rejected_total", reason="origin") == 1


async def test_names_and_chat_reach_others_without_what_disturbs_them(serve: Serve) -> None:
    server = await serve()
    party = await meet(url_of(server), start=False)
    eve = await Player(url_of(server)).hello("\x1b[31mE\u202eve\u200b" + "e" * 28)
    await eve.ask(requests.Join(0, party.to_watch), replies.Joined)
    await eve.ask(requests.Chat(0, "\x1b[2J\u202ehello\r\nleader:\x07 go"), replies.Done)
    ann = party.players["1"]
    said = await ann.wait(lambda: ann.last(Said))
    assert said.name == "[31mEve" + "e" * 28
    assert said.text == "[2Jhello leader: go"
    assert await eve.refused(requests.Chat(0, "\u200b \x00")) == "malformed"
    await eve.ask(requests.Ping(0, "\x1b]8;;x", "\u202e1,2"), replies.Done)
    pinged = await ann.wait(lambda: ann.last(replies.Pinged))
    assert (pinged.key, pinged.to) == ("]8;;x", "1,2")
    nobody = await Player(url_of(server)).hello("\u3164\u200b")
    assert nobody.player
    table = await eve.ask(
        requests.Create(0, TableSettings("micro"), "Den\x1b[8m\u2066"), replies.Joined
    )
    state = eve.last(TableState)
    assert state is not None
    assert (state.table, state.name) == (table.table, "Den [8m")
    await hang_up([eve, nobody, *party.players.values()])


async def test_replays_and_invites_by_http_tell_nothing_of_a_private_table(serve: Serve) -> None:
    """Whatever id of it is tried, the battle's own among them, and whatever key, the answer is that
    of an id of nothing. The battle's key, which only those at the table are told, opens its replay.
    """
    server = await serve()
    party = await meet(url_of(server))

    async def get(path: str, *keys: str) -> bytes:
        reader, writer = await asyncio.open_connection("127.0.0.1", server.listener.port)
        sent = [f"GET {path} HTTP/1.1", "Host: x", *(f"Hexwarden-Share: {key}" for key in keys)]
        writer.write("\r\n".join([*sent, "", ""]).encode())
        answer = await reader.read()
        writer.close()
        head, _, body = answer.partition(b"\r\n\r\n")
        lines = [line for line in head.split(b"\r\n") if not line.startswith(b"Date:")]
        return b"\r\n".join([*lines, body])

    nothing = await get(f"/replay/b{'0' * 32}")
    assert nothing.startswith(b"HTTP/1.1 404")
    shared = await party.players["1"].ask(requests.Share(0, party.battle), replies.Shared)
    path, key = f"/replay/{party.battle}", shared.key
    for guess in (party.table, party.players["1"].player, party.battle[:-1] + "x", party.battle):
        assert await get(f"/replay/{guess}") == nothing
    for keys in (["0" * len(key)], [key[:-1]], [key + "0"], [key, key], ["\u00e9"], [""]):
        assert await get(path, *keys) == nothing
    assert await get(f"{path}?share={key}") == nothing
    assert await get(f"/join/{party.to_watch}") == await get(f"/join/t{'0' * 16}.s.{'0' * 24}")
    assert (await get(path, key)).startswith(b"HTTP/1.1 200")
    await hang_up(party.players.values())


async def test_welcome_tells_limits_and_costs_as_the_settings_and_the_table_of_requests_say(
    serve: Serve,
) -> None:
    server = await serve(message_rate=7.5, player_burst=99, message_size=32 * 1024)
    ann = await Player(url_of(server)).open()
    welcome = await ann.ask(requests.Hello(0), replies.Welcome)
    limits = welcome.limits
    assert (limits["connection_rate"], limits["player_burst"]) == (7.5, 99)
    assert (limits["request_bytes"], limits["frame_bytes"]) == (REQUEST_BYTES, 32 * 1024)
    assert welcome.costs["create"] == cost_of(requests.Create(0, TableSettings("micro")))
    assert "tables" not in welcome.costs
    page = (Path(protocol.__file__).parent / "PROTOCOL.md").read_text()
    assert [name for name in limits if f"`{name}`" not in page] == []
    await ann.close()
