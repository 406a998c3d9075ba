"""A battle of the micro-game over real sockets, as four players and their audience see it."""

import asyncio
import tempfile
from pathlib import Path
from typing import Any

import pytest

from protocol import replies, requests
from protocol.codec import JSON_DEFLATED, MSGPACK_DEFLATED
from protocol.ids import SeatId
from protocol.messages import JSON, MSGPACK
from protocol.replies import Closing, Commit
from server.store import FSYNC, open_store
from tests.net.conftest import Serve, url_of
from tests.net.party import SEATS, hang_up, meet, move, play_out
from tests.net.player import Player, first_pick


async def test_four_players_finish_a_battle_before_two_spectators(
    serve: Serve, failures: list[Any]
) -> None:
    server = await serve()
    party = await meet(url_of(server), formats=(MSGPACK, JSON, MSGPACK_DEFLATED, JSON_DEFLATED))
    formats = (MSGPACK, JSON, MSGPACK_DEFLATED, JSON_DEFLATED)
    audience = [Player(url_of(server), wire) for wire in formats]
    for spectator in audience:
        await spectator.hello()
        await spectator.ask(requests.Join(0, party.to_watch), replies.Joined)
        await spectator.ask(requests.Watch(0, party.battle), replies.Done)
    await play_out(party)
    everybody = [*party.players.values(), *audience]
    for player in everybody:
        await player.wait_over()
    first = everybody[0]
    assert all(player.state == first.state for player in everybody)
    assert all(player.version == first.version for player in everybody)
    assert first.state["winner"] in SEATS
    closing = first.last(Commit)
    assert closing is not None
    assert isinstance(closing.pinned, Closing)
    presence = await audience[0].wait(
        lambda: (news := audience[0].last(replies.Presence)) and news.spectators == 4 and news
    )
    assert len(presence.here) == 4
    await hang_up(everybody)
    assert failures == []


async def test_a_battle_is_played_on_the_embedded_store(serve: Serve) -> None:
    with tempfile.TemporaryDirectory() as directory:
        store = await open_store("embedded", data_dir=Path(directory), durability=FSYNC)
        try:
            server = await serve(store, data=directory)
            party = await meet(url_of(server), goal=20)
            await play_out(party)
            assert all(player.over for player in party.players.values())
            await hang_up(party.players.values())
            await server.stop()
        finally:
            await store.close()


async def test_figures_tell_what_happened(serve: Serve) -> None:
    server = await serve()
    party = await meet(url_of(server), goal=20)
    await play_out(party)
    leader = party.players["1"]
    figure = server.metrics.value

    assert figure("commits_total") == leader.version
    assert figure("intents_total", result="commit") == leader.version - 1
    assert figure("append_seconds_count") == leader.version - 1
    assert figure("connections") == 4
    assert figure("connections_accepted_total") == 4
    assert figure("requests_total", kind="hello") == 4
    assert await leader.refused(requests.Intent(0, 99, 1)) == "not_now"
    assert figure("refusals_total", code="not_now") == 1
    assert figure("intents_total", result="not_now") == 1
    await hang_up(party.players.values())


@pytest.mark.parametrize("wire", [MSGPACK, JSON, MSGPACK_DEFLATED, JSON_DEFLATED])
async def test_a_player_who_comes_back_gets_what_was_missed_and_nothing_twice(
    serve: Serve, wire: str
) -> None:
    server = await serve()
    party = await meet(url_of(server), formats=(MSGPACK, MSGPACK, wire, wire))
    away = party.players["4"]
    for seat in ("1", "2", "3"):
        await move(party.players[seat], seat)
    await away.wait_version(4)
    await away.drop()
    for seat in ("1", "2", "3"):
        await party.players[seat].wait_alone(away.player)
    before = len(away.news)
    await away.hello()
    await away.ask(requests.Join(0, table=party.table), replies.Joined)
    await away.ask(requests.Watch(0, party.battle, away.version), replies.Done)
    await move(away, "4")
    await move(party.players["1"], "1")
    await away.wait_version(6)
    versions = [n.version for n in away.news[before:] if isinstance(n, Commit)]
    assert versions == [5, 6]
    assert away.snapshots == 1
    await hang_up(party.players.values())


async def test_a_resume_from_the_unknown_past_gets_a_snapshot(serve: Serve) -> None:
    server = await serve()
    party = await meet(url_of(server))
    await move(party.players["1"], "1")
    late = Player(url_of(server))
    await late.hello()
    await late.ask(requests.Join(0, party.to_watch), replies.Joined)
    for impossible in (0, 10_000):
        await late.ask(requests.Watch(0, party.battle, impossible), replies.Done)
        await late.wait_version(2)
    assert late.snapshots == 2
    await hang_up([late, *party.players.values()])


async def test_an_intent_sent_again_after_a_reconnect_is_answered_with_the_commit_it_made(
    serve: Serve,
) -> None:
    server = await serve()
    party = await meet(url_of(server))
    player = party.players["1"]
    question = player.mine("1")
    assert question is not None
    intent = requests.Intent(0, 1, question.id, first_pick(question), SeatId("1"))
    await player.say(intent)
    await party.players["2"].wait_version(2)
    await player.drop()
    await player.hello()
    await player.ask(requests.Join(0, table=party.table), replies.Joined)
    await player.ask(requests.Watch(0, party.battle, player.version), replies.Done)
    taken = await player.ask(intent, replies.Taken)
    assert (taken.number, taken.version) == (1, 2)
    assert (
        await player.refused(requests.Intent(0, 1, question.id, ("bold",), SeatId("1"))) == "stale"
    )
    await move(party.players["2"], "2")
    await player.wait_version(3)
    assert player.version == 3
    await hang_up(party.players.values())


async def test_two_tabs_of_one_player_see_the_same_and_either_may_answer(serve: Serve) -> None:
    server = await serve()
    party = await meet(url_of(server))
    one = party.players["1"]
    two = Player(url_of(server), JSON)
    two.token = one.token
    await two.hello()
    await two.ask(requests.Join(0, table=party.table), replies.Joined)
    await two.ask(requests.Watch(0, party.battle), replies.Done)
    await two.wait_version(1)
    commit = await move(two, "1")
    await one.wait_version(commit.version)
    assert one.state == two.state
    number = one.numbers[SeatId("1")]
    question = party.players["2"].mine("2")
    assert question is not None
    await move(party.players["2"], "2")
    for seat in ("3", "4"):
        await move(party.players[seat], seat)
    asked = await one.wait(lambda: one.mine("1"))
    again = requests.Intent(0, number + 1, asked.id, first_pick(asked), SeatId("1"))
    refs = await asyncio.gather(one.say(again), two.say(again))
    await one.wait_version(6)
    await two.wait_version(6)
    for tab, ref in zip((one, two), refs, strict=True):
        answer = tab.reply_to(ref)
        assert answer is None or isinstance(answer, replies.Taken)
    assert one.version == two.version == 6
    other = party.players["2"]
    await two.close()
    await party.players["3"].close()
    await other.wait_alone(party.players["3"].player)
    present = other.last(replies.Presence)
    assert present is not None
    assert one.player in present.here, "one tab is left"
    await one.close()
    await other.wait_alone(one.player)
    await hang_up(party.players[seat] for seat in ("2", "4"))


async def test_a_seat_answers_only_for_itself(serve: Serve) -> None:
    server = await serve()
    party = await meet(url_of(server))
    two = party.players["2"]
    question = two.questions[0]
    answer = first_pick(question)
    assert await two.refused(requests.Intent(0, 1, question.id, answer)) == "not_yours"
    assert (
        await two.refused(requests.Intent(0, 1, question.id, answer, SeatId("1"))) == "not_allowed"
    )
    spectator = Player(url_of(server))
    await spectator.hello()
    await spectator.ask(requests.Join(0, party.to_watch), replies.Joined)
    await spectator.ask(requests.Watch(0, party.battle), replies.Done)
    intent = requests.Intent(0, 1, question.id, answer, SeatId("1"))
    assert await spectator.refused(intent) == "not_seated"
    stranger = Player(url_of(server))
    await stranger.hello()
    assert await stranger.refused(requests.Join(0, table=party.table)) == "unknown"
    assert await stranger.refused(requests.Watch(0, party.battle)) == "not_now"
    assert await stranger.refused(intent) == "not_now"
    one = party.players["1"]
    assert await one.refused(requests.Intent(0, 1, question.id, ("both",))) == "illegal"
    assert await one.refused(requests.Intent(0, 1, question.id + 7, answer)) == "stale"
    assert one.version == 1
    await move(one, "1")
    await hang_up([spectator, stranger, *party.players.values()])


async def test_a_replay_file_can_be_fetched_by_http(serve: Serve) -> None:
    server = await serve()
    party = await meet(url_of(server), goal=20)
    await play_out(party)
    shared = await party.players["2"].ask(requests.Share(0, party.battle), replies.Shared)
    reader, writer = await asyncio.open_connection("127.0.0.1", server.listener.port)
    head = f"GET /replay/{party.battle} HTTP/1.1\r\nHost: h\r\nHexwarden-Share: {shared.key}"
    writer.write(f"{head}\r\n\r\n".encode())
    answer = await reader.read()
    writer.close()
    assert answer.startswith(b"HTTP/1.1 200 OK")
    assert answer.partition(b"\r\n\r\n")[2] == await server.service.library.file(party.battle)
    await hang_up(party.players.values())


async def test_a_finished_battle_goes_into_the_data_directory(serve: Serve, tmp_path: Path) -> None:
    server = await serve(data=str(tmp_path))
    party = await meet(url_of(server), goal=20)
    await play_out(party)
    await server.service.library.put_away(party.battle)
    written = (tmp_path / "replays" / f"{party.battle}.hwr").read_bytes()
    assert written == await server.service.library.file(party.battle)
    await hang_up(party.players.values())


async def test_battles_in_memory_leave_nothing_behind_unless_a_place_is_named(
    serve: Serve, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    server = await serve()
    party = await meet(url_of(server), goal=20)
    await play_out(party)
    await server.service.library.put_away(party.battle)
    assert list(tmp_path.iterdir()) == []
    await hang_up(party.players.values())


async def test_everybody_is_told_whose_clock_runs_and_who_is_here(serve: Serve) -> None:
    server = await serve()
    party = await meet(url_of(server), turn=60, absence=300)
    spectator = await Player(url_of(server)).hello()
    await spectator.ask(requests.Join(0, party.to_watch), replies.Joined)
    await spectator.ask(requests.Watch(0, party.battle), replies.Done)
    left = await spectator.wait(lambda: spectator.last(replies.TimeLeft))
    assert (left.battle, left.seat, left.clock) == (party.battle, "1", "turn")
    assert 0 < left.ms <= 60_000
    gone = party.players["3"]
    await gone.drop()
    await spectator.wait_alone(gone.player)
    absence = await spectator.wait(
        lambda: (news := spectator.last(replies.TimeLeft)) and news.clock == "absence" and news
    )
    assert (absence.seat, 0 < absence.ms <= 300_000) == ("3", True)
    await gone.hello()
    await gone.ask(requests.Join(0, table=party.table), replies.Joined)
    stopped = await spectator.wait(
        lambda: (news := spectator.last(replies.TimeLeft)) and news.ms == -1 and news
    )
    assert stopped.seat == "3"
    await hang_up([spectator, *party.players.values()])


async def test_a_seat_whose_player_stays_away_is_driven_by_a_bot_until_the_player_is_back(
    serve: Serve,
) -> None:
    server = await serve(bot_delay=0.0)
    party = await meet(url_of(server), absence=1)
    one, gone = party.players["1"], party.players["2"]
    await gone.drop()
    await move(one, "1")
    driving = await one.wait(lambda: one.last(replies.Driving))
    assert (driving.seat, driving.bot) == ("2", True)
    await one.wait_version(3)
    third = next(news for news in one.news if isinstance(news, Commit) and news.version == 3)
    assert (replies.author_of(third).seat, replies.author_of(third).how) == ("2", "bot")
    await gone.hello()
    await gone.ask(requests.Join(0, table=party.table), replies.Joined)
    await gone.ask(requests.Watch(0, party.battle, gone.version), replies.Done)
    await one.wait(lambda: (news := one.last(replies.Driving)) and not news.bot)
    for seat in ("3", "4", "1", "2"):
        await move(party.players[seat], seat)
    await hang_up(party.players.values())
