"""The SDK against a server that misbehaves as a test wants it to."""

import asyncio
from typing import Any

import pytest
from msgspec.structs import replace

from clients.sdk import Refusal, connect
from protocol.ids import BattleId, SeatId, TableId
from protocol.replies import (
    Done,
    Joined,
    Paused,
    Refused,
    Resumed,
    Taken,
)
from protocol.requests import Intent, Join, Request, Watch
from tests.clients.stage import (
    ASKED,
    OPENING,
    TABLE,
    Peer,
    Stage,
    joins_before_the_battle,
    seated,
)


async def test_an_intent_cut_off_before_its_commit_is_sent_again_under_its_number(
    stage: tuple[Stage, str],
) -> None:
    """The commit was made but never seen: the repeated intent is answered with `taken`."""
    found, link = stage

    def script(peer: Peer, request: Request) -> Any:
        if not isinstance(request, Intent):
            return None
        if len(found.intents()) == 1:
            peer.cut()
            return asyncio.sleep(0)
        return peer.say(Taken(request.ref, request.number, 5))

    found.script = script
    client = await seated(link)
    assert await client.answer(ASKED, ("x",)) == 5
    first, second = found.intents()
    assert (first.number, first.picks, first.question) == (second.number, second.picks, 7)
    assert first.ref != second.ref
    await client.close()


async def test_an_intent_whose_commit_is_in_what_was_missed_is_not_sent_again(
    stage: tuple[Stage, str],
) -> None:
    found, link = stage

    def script(peer: Peer, request: Request) -> Any:
        if isinstance(request, Intent):
            peer.cut()
            return asyncio.sleep(0)
        if isinstance(request, Watch) and found.intents():
            return peer.say(Done(request.ref), found.commit(found.intents()[0].number))
        return None

    found.script = script
    client = await seated(link)
    assert await client.answer(ASKED, ("x",)) == 5
    await client.close()
    assert len(found.intents()) == 1


async def test_an_intent_whose_number_a_snapshot_knows_is_asked_again(
    stage: tuple[Stage, str],
) -> None:
    """Another program of the same player may have used the number: only the server knows."""
    found, link = stage

    def script(peer: Peer, request: Request) -> Any:
        if not isinstance(request, Intent):
            return None
        if len(found.intents()) > 1:
            return peer.say(Taken(request.ref, request.number, 5))
        found.version, found.numbers = 9, {SeatId("1"): request.number}
        peer.cut()
        return asyncio.sleep(0)

    found.script = script
    client = await seated(link)
    assert await client.answer(ASKED, ("x",)) == 5
    await client.close()


@pytest.mark.parametrize("code", ["busy", "too_fast", "paused"])
async def test_what_cannot_be_taken_now_is_sent_again_a_little_later(
    stage: tuple[Stage, str], code: Any
) -> None:
    found, link = stage

    def script(peer: Peer, request: Request) -> Any:
        if not isinstance(request, Intent):
            return None
        if len(found.intents()) < 3:
            return peer.say(Refused(request.ref, code, "Later."))
        return peer.say(found.commit(request.number))

    found.script = script
    client = await seated(link)
    assert await client.answer(ASKED, ("x",)) == 5
    assert len({intent.number for intent in found.intents()}) == 1
    await client.close()


async def test_after_a_pause_what_was_not_recorded_is_sent_at_once(
    stage: tuple[Stage, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("clients.sdk.client.AGAIN", 60.0)
    found, link = stage

    def script(peer: Peer, request: Request) -> Any:
        if not isinstance(request, Intent):
            return None
        if len(found.intents()) == 1:
            no = Refused(request.ref, "paused", "The store is away.")
            return peer.say(
                Paused(BattleId("b1"), "The store is away."), no, Resumed(BattleId("b1"))
            )
        return peer.say(found.commit(request.number))

    found.script = script
    client = await seated(link)
    async with asyncio.timeout(5):
        assert await client.answer(ASKED, ("x",)) == 5
    await client.close()


async def test_a_gap_is_closed_by_asking_for_what_is_missing(stage: tuple[Stage, str]) -> None:
    found, link = stage

    def script(peer: Peer, request: Request) -> Any:
        if isinstance(request, Intent):
            return peer.say(found.commit(0, 7))
        if isinstance(request, Watch) and request.after == 4:
            missing = [found.commit(0, 5), found.commit(0, 6), found.commit(1, 7)]
            return peer.say(Done(request.ref), *missing)
        return None

    found.script = script
    client = await seated(link)
    assert await client.answer(ASKED, ("x",)) == 7
    assert client.view is not None
    assert client.view.version == 7
    await client.close()


async def test_a_battle_that_is_being_taken_up_again_is_asked_for_until_it_is_there(
    stage: tuple[Stage, str],
) -> None:
    found, link = stage

    def script(peer: Peer, request: Request) -> Any:
        watches = [each for each in found.heard if isinstance(each, Watch)]
        if isinstance(request, Watch) and len(watches) < 4:
            return peer.say(Refused(request.ref, "paused", "In a moment."))
        return None

    found.script = script
    client = await seated(link)
    assert client.view is not None
    assert client.view.version == 4
    await client.close()


async def test_watching_before_the_news_of_the_battle_waits_for_them(
    stage: tuple[Stage, str],
) -> None:
    """Given a battle that this client has not heard of, when it watches what is on, then it asks
    for the battle as soon as the table tells of it, and never for one without a name."""
    found, link = stage
    found.script = joins_before_the_battle(
        found, lambda peer, watch: peer.say(Done(watch.ref), found.snapshot())
    )
    client = await seated(link)
    watching = asyncio.create_task(client.watch())
    await client.chat("The host begins now.")
    async with asyncio.timeout(5):
        await watching
    assert [each.battle for each in found.heard if isinstance(each, Watch)] == ["b1"]
    assert client.view is not None
    await client.close()


async def test_a_battle_that_was_begun_while_the_line_was_broken_is_shown_on_return(
    stage: tuple[Stage, str],
) -> None:
    """Given a table without a battle, when the line breaks before the news of one come, then the
    client finds the battle at the table when it is back, and watches it."""
    found, link = stage
    lobby = replace(TABLE, phase="lobby", battles=())

    def script(peer: Peer, request: Request) -> Any:
        joins = [each for each in found.heard if isinstance(each, Join)]
        if isinstance(request, Join) and len(joins) == 1:
            return peer.say(Joined(request.ref, TableId("t1"), (SeatId("1"),)), lobby)
        return None

    found.script = script
    client = await seated(link)
    client.drop()
    async with asyncio.timeout(60):
        await client.until(lambda: client.view is not None)
    assert [each.battle for each in found.heard if isinstance(each, Watch)] == ["b1"]
    await client.close()


async def test_watching_ends_where_the_table_has_turned_to_its_next_battle(
    stage: tuple[Stage, str],
) -> None:
    """Given a battle that is over, when the next one is shown right behind it, then whoever wanted
    to watch the old one is not left waiting."""
    found, link = stage
    following = replace(found.snapshot(), battle="b2", opening=replace(OPENING, battle="b2"))
    found.script = joins_before_the_battle(
        found, lambda peer, watch: peer.say(Done(watch.ref), found.snapshot(), following)
    )
    client = await seated(link)
    await client.chat("The next one, please.")
    async with asyncio.timeout(5):
        await client.watch(BattleId("b1"))
        await client.until(lambda: client.view is not None and client.view.battle == "b2")
    await client.close()


async def test_watching_without_a_table_is_refused(stage: tuple[Stage, str]) -> None:
    client = connect(stage[1], "Ann")
    await client.open()
    with pytest.raises(Refusal, match="Join a table"):
        await client.watch()
    await client.close()
