"""The SDK against a real server: it plays, comes back, and applies each intent exactly once."""

import asyncio
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

import clients.sdk.client
from clients.sdk import (
    Back,
    Client,
    ConnectionLost,
    Ended,
    Lost,
    Played,
    Refusal,
    Tokens,
    connect,
    parse_link,
)
from clients.sdk.backoff import delays
from clients.sdk.connection import greet
from protocol.codec import JSON
from protocol.ids import BattleId, SeatId, UnitId
from protocol.replies import Said, Snapshot, author_of
from protocol.tables import Settings
from server.process.app import Server
from server.rules.engine.foresight import TooMany
from server.runtime.slicing import Crowded, Slicer
from server.spectating.previews import TOO_MANY
from server.store.memory import MemoryStore
from tests.clients.conftest import Serve, site_of
from tests.net.process import ServerProcess

MICRO = Settings("micro", party=1, options={"goal": "400"})


async def alone(server: Server, settings: Settings = MICRO) -> Client:
    """Somebody in a battle with nobody else."""
    client = connect(site_of(server), "Ann")
    await client.open()
    await client.create(settings)
    await client.claim("1")
    await client.ready()
    await client.start()
    await client.until(lambda: client.view is not None)
    return client


def numbers_of(client: Client) -> list[int]:
    """The running numbers of all own commits among the updates that wait."""
    news = [client._updates[at] for at in range(len(client._updates))]
    commits = [each.commit for each in news if isinstance(each, Played)]
    return [commit.number for commit in commits if author_of(commit).seat == "1"]


async def move(client: Client, picks: tuple[str, ...] = ("steady",)) -> int:
    await client.until(client.questions)
    return await client.answer(client.questions()[0], picks)


async def test_an_answer_gives_the_version_that_it_made(serve: Serve) -> None:
    client = await alone(await serve())
    assert [await move(client) for _ in range(3)] == [2, 3, 4]
    assert client.view is not None
    assert client.view.version == 4
    assert client.view.state["pegs"]["1"]["moves"] == 3
    await client.close()


async def test_updates_come_in_order_until_the_battle_is_over(serve: Serve) -> None:
    client = await alone(await serve(), Settings("micro", party=1, options={"goal": "20"}))
    versions = []
    async for update in client:
        if isinstance(update, Played):
            versions.append(update.version)
            assert update.after["pegs"]["1"]["moves"] == update.version - 1
        if client.over:
            break
        for question in client.questions():
            await client.answer(question, ("bold",))
    assert versions == list(range(2, 2 + len(versions)))
    await client.close()


async def test_a_refusal_is_raised_with_its_code_and_changes_nothing(serve: Serve) -> None:
    client = await alone(await serve())
    with pytest.raises(Refusal) as no:
        await move(client, ("gallop",))
    assert no.value.code == "illegal"
    with pytest.raises(Refusal) as no:
        await client.claim(SeatId("9"))
    assert no.value.code == "unknown"
    assert await move(client) == 2
    await client.close()


@pytest.mark.parametrize("seed", range(3))
async def test_each_answer_counts_once_however_often_the_connection_breaks(
    serve: Serve, seed: int
) -> None:
    client = await alone(await serve())
    random, versions = Random(seed), []
    for _ in range(25):
        await client.until(client.questions)
        answering = asyncio.create_task(client.answer(client.questions()[0], ("steady",)))
        if random.random() < 0.6:
            for _ in range(random.randrange(4)):
                await asyncio.sleep(0)
            client.drop()
        versions.append(await answering)
    assert versions == list(range(2, 27))
    assert client.view is not None
    assert client.view.state["pegs"]["1"]["moves"] == 25
    assert Counter(numbers_of(client)).most_common(1)[0][1] == 1
    await client.close()


async def test_what_was_missed_comes_by_version_without_a_new_snapshot(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = await alone(await serve())
    gate = asyncio.Event()

    async def late(*args: Any) -> Any:
        await gate.wait()
        return await greet(*args)

    async with connect(await ann.invite(), "Eve") as eve:
        await eve.join()
        monkeypatch.setattr(clients.sdk.client, "greet", late)
        eve.drop()
        for _ in range(5):
            await move(ann)
        eve._updates.clear()
        gate.set()
        await eve.until(lambda: eve.view is not None and eve.view.version == 6)
        news = list(eve._updates)
        assert [each.version for each in news if isinstance(each, Played)] == [2, 3, 4, 5, 6]
        assert not any(isinstance(each, Snapshot) for each in news)
    await ann.close()


async def test_a_client_comes_back_to_a_server_that_was_started_again(serve: Serve) -> None:
    store = MemoryStore()
    server = await serve(store)
    client = await alone(server)
    await move(client)
    port = server.listener.port
    await server.stop()
    await client.until(lambda: client._connection is None)
    answering = asyncio.create_task(client.answer(client.questions()[0], ("steady",)))
    await serve(store, port=port)
    assert await answering == 3
    kinds = [type(client._updates[at]) for at in range(len(client._updates))]
    assert kinds.index(Lost) < kinds.index(Back)
    assert await move(client) == 4
    await client.close()


@pytest.mark.slow
async def test_no_answer_is_lost_or_doubled_when_the_server_process_is_killed(
    tmp_path: Path,
) -> None:
    server = await ServerProcess(tmp_path).start()
    client = connect(server.url, "Ann")
    await client.open()
    await client.create(MICRO)
    await client.claim("1")
    await client.ready()
    await client.start()
    versions = []
    try:
        for at in range(12):
            await client.until(client.questions)
            answering = asyncio.create_task(client.answer(client.questions()[0], ("steady",)))
            if at % 4 == 2:
                await asyncio.sleep(0)
                await server.kill()
                await server.start()
            async with asyncio.timeout(30):
                versions.append(await answering)
        assert client.view is not None
        assert client.view.state["pegs"]["1"]["moves"] == 12
        assert versions == list(range(2, 14))
    finally:
        await client.close()
        await server.stop()


async def test_two_players_and_a_spectator_see_the_same_battle(serve: Serve) -> None:
    server = await serve()
    async with connect(site_of(server), "Ann") as ann:
        await ann.create(Settings("micro", party=2, options={"goal": "15"}), "Den")
        links = [await ann.invite(seat) for seat in ("1", "2", "")]
        async with connect(links[1], "Bob") as bob, connect(links[2], "Eve") as eve:
            eve.wire = JSON
            await ann.join(parse_link(links[0]).code)
            await bob.join()
            await eve.join()
            await ann.ready()
            await bob.ready(dice="luck")
            await ann.start()
            players = [ann, bob]
            while not ann.over:
                await ann.until(lambda: ann.over or ann.questions() or bob.questions())
                for player in players:
                    for question in player.questions():
                        await player.answer(question, ("bold",))
            await bob.until(lambda: bob.over)
            await eve.until(lambda: eve.over)
            assert ann.view is not None
            assert bob.view is not None
            assert eve.view is not None
            assert ann.view.state == bob.view.state == eve.view.state
            assert eve.seats == ()


async def test_chat_and_settings_reach_the_table(serve: Serve) -> None:
    async with connect(site_of(await serve()), "Ann") as ann:
        await ann.create(Settings("micro", party=2, public=True), "Den")
        assert [line.name for line in await ann.tables()] == ["Den"]
        await ann.chat("Hello")
        await ann.until(lambda: any(isinstance(u, Said) for u in list(ann._updates)))
        await ann.change(Settings("micro", party=3))
        await ann.until(lambda: ann.table is not None and len(ann.table.chairs) == 3)
        await ann.put_bot("2", "random")
        await ann.leave()
        assert ann.table is None


async def test_an_undo_goes_back_and_is_numbered_like_an_answer(serve: Serve) -> None:
    client = await alone(await serve())
    await move(client)
    assert await client.undo(1) == 3
    assert client.view is not None
    assert client.view.state["pegs"]["1"]["moves"] == 0
    assert client.view.numbers[SeatId("1")] == 2
    await client.close()


async def test_a_closed_client_ends_its_iteration_and_every_wait(serve: Serve) -> None:
    client = await alone(await serve())
    waiting = asyncio.create_task(client.until(lambda: False))
    await asyncio.sleep(0)
    await client.close()
    with pytest.raises(Ended):
        await waiting
    with pytest.raises(Ended):
        await client.chat("Hello?")
    assert [type(update) async for update in client]


async def test_requests_fail_at_once_while_there_is_no_connection(serve: Serve) -> None:
    server = await serve()
    client = await alone(server)
    client.drop()
    await client.until(lambda: client._connection is None)
    with pytest.raises(ConnectionLost):
        await client.chat("Hello?")
    await client.close()


def test_profiles_have_tokens_of_their_own(tmp_path: Path) -> None:
    tokens = Tokens(tmp_path)
    assert tokens.load("a") is None
    tokens.keep("a", "1.x")
    tokens.keep("b", "2.y")
    tokens.keep("a", "3.z")
    assert (tokens.load("a"), tokens.load("b")) == ("3.z", "2.y")
    tokens.forget("a")
    tokens.forget("a")
    assert tokens.load("a") is None


def test_waits_double_up_to_a_bound_and_differ_from_client_to_client(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.undo()
    waits = [next_ for next_, _ in zip(delays(Random(1)), range(12), strict=False)]
    wholes = [min(20.0, 0.25 * 2**n) for n in range(12)]
    assert all(whole / 2 <= wait <= whole for wait, whole in zip(waits, wholes, strict=True))
    other = [next_ for next_, _ in zip(delays(Random(2)), range(12), strict=False)]
    assert waits != other


async def test_a_request_that_breaks_a_bound_is_refused_and_nobody_waits_for_ever(
    serve: Serve,
) -> None:
    client = await alone(await serve())
    async with asyncio.timeout(5):
        for wrong in (
            client.watch(BattleId("no such battle")),
            client.chat(""),
            client.claim(SeatId("seat/1")),
        ):
            with pytest.raises(Refusal) as refused:
                await wrong
            assert refused.value.code == "malformed"
    await client.close()


@pytest.mark.parametrize(
    ("fault", "code", "text"),
    [(TooMany(), "too_large", TOO_MANY), (Crowded(), "busy", str(Crowded().text))],
)
async def test_a_preview_that_cannot_be_had_is_refused_in_the_servers_words(
    serve: Serve, monkeypatch: pytest.MonkeyPatch, fault: Exception, code: str, text: str
) -> None:
    """Given a plan with too many possibilities, or a server with too much to do, when a preview is
    asked for, then the SDK raises the refusal, and the client plays on."""

    async def run(_self: Slicer, _work: object) -> None:
        raise fault

    client = await alone(await serve())
    with monkeypatch.context() as patch:
        patch.setattr(Slicer, "run", run)
        with pytest.raises(Refusal) as caught:
            await client.preview("engage", UnitId("a1"), ("die:d1",))
    assert (caught.value.code, caught.value.text) == (code, text)
    await move(client)
    await client.close()
