"""What operators do, by way of a process that hosts nothing of it: two processes on one store."""

import random
from typing import Any

import pytest

from clients import verify_dice
from protocol import replay_file
from protocol.ids import PlayerId, TableId
from protocol.replies import (
    Bye,
    Closing,
    Commit,
    Done,
    Joined,
    Notice,
    Refused,
    Said,
    Snapshot,
    Tables,
    Welcome,
)
from protocol.requests import HandOver, Invite, ListTables, Ready, Start
from protocol.tables import TableState
from server.battles.games import Setup
from server.commands.checking import check
from server.operator import acts
from server.operator.acts import Acts, Operator, act_of
from server.players.authentication import Door, Subject
from server.players.bans import Bans
from server.runtime.refusal import Refusal
from server.service.game_service import GameService
from tests.battles.test_room import play_on
from tests.cluster.test_relay import split, two
from tests.service.conftest import World, gather
from tests.service.games import camp
from tests.service.people import Person

__all__ = ["two"]
YEAR = 366 * 86_400.0
EVE = Operator("eve", "192.0.2.1")


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("server.cluster.processes.orders.PATIENCE", 60)


def at(service: GameService) -> Acts:
    return service.acts(YEAR)


async def do(service: GameService, act_name: str, /, **given: Any) -> str:
    """What the server says to an act that is done by way of a process."""
    act = act_of(act_name, {key: str(value) for key, value in given.items()})
    done: str = (await at(service).perform(EVE, act_name, act))["done"]
    return done


async def refused(service: GameService, act_name: str, /, **given: Any) -> str:
    with pytest.raises(Refusal) as no:
        await do(service, act_name, **given)
    return no.value.code


async def newcomer(service: GameService, address: str = "198.51.100.7") -> Person:
    """Somebody who has not said hello yet."""
    person = Person(service)
    person.visitor.address = address
    return person


# Looking


async def test_an_operator_sees_all_processes_and_what_they_do(
    two: tuple[GameService, GameService],
) -> None:
    party = await split(two)
    found = await at(two[1]).look()
    assert [(one["process"], one["connections"]) for one in found["processes"]] == [
        ("b", 1),
        ("a", 1),
    ]
    [table] = found["tables"]
    assert (table["table"], table["host"], table["battle"]) == (party.table, "a", party.battle)
    assert {one["name"]: one["process"] for one in found["players"]} == {
        "Ann": "a",
        "Person 2": "b",
    }
    assert found["silent"] == []


async def test_a_table_is_looked_into_and_keeps_its_secrets(
    two: tuple[GameService, GameService],
) -> None:
    party = await split(two, "camp")
    found = await at(two[1]).inspect(party.table)
    assert (found["host"], found["processes"]) == ("a", ["b"])
    assert [(one["seat"], one["name"], one["here"]) for one in found["chairs"]] == [
        ("1", "Ann", True),
        ("2", "Person 2", True),
    ]
    assert [one["waited_for"] for one in found["questions"]] == [["seat 1 (Ann)"]]
    doc = two[0].tables[party.table].doc
    assert not any(secret in str(found) for secret in (doc.seed, doc.key, doc.upcoming))
    with pytest.raises(Refusal, match="no such table"):
        await at(two[1]).inspect(TableId("t0"))


# Closing


async def test_a_closed_table_ends_its_battle_in_order_and_keeps_the_replay(
    two: tuple[GameService, GameService],
) -> None:
    party = await split(two, "camp")
    await play_on(party, 5, random.Random(5))
    assert party.battle in await do(two[1], "close", table=party.table, why="Too late.")
    for person in party.people.values():
        await person.until(lambda one=person: one.last(Commit).pinned)  # type: ignore[misc]
        commit = person.last(Commit)
        assert commit.events == (["stopped", "Too late.", "", False],)
        assert isinstance(commit.pinned, Closing)
        await person.until(
            lambda one=person: "Too late." in one.last(Said).text  # type: ignore[misc]
        )
        await person.until(
            lambda one=person: one.last(TableState).phase == "finished"  # type: ignore[misc]
        )
    file = await two[1].library.file(party.battle)
    assert "the promise was kept" in verify_dice.check(file)
    kept = replay_file.read(file)
    verdict = check(kept, (Setup("camp", camp, content="camp-content"),))
    assert (kept.finished, verdict.commits, verdict.rules) == (True, 7, True)


async def test_at_a_closed_table_no_battle_begins_and_nobody_is_sent_there(
    two: tuple[GameService, GameService],
) -> None:
    party = await split(two, public=True)
    await do(two[1], "close", table=party.table)
    leader = party["1"]
    await leader.until(lambda: leader.last(TableState).phase == "finished")
    for person in party.people.values():
        await person.ask(Ready, True)
    no = await leader.ask(Start)
    assert (no.code, "closed" in no.text) == ("not_allowed", True)
    for service in two:
        anybody = await newcomer(service)
        await anybody.hello("Any")
        listed = await anybody.ask(ListTables)
        assert isinstance(listed, Tables)
        assert listed.tables == ()
    assert await do(two[0], "close", table=party.table) == "The table is closed."


async def test_a_stopped_battle_stays_over_for_the_next_process(
    world: World, two: tuple[GameService, GameService]
) -> None:
    party = await split(two)
    await do(two[1], "close", table=party.table)
    third = await world.service(owner="c")
    assert await third.battles.phase(party.battle) == "over"
    record, lease = await third.battles.take_up(party.battle)
    assert (record.shown.over, record.shown.questions) == (True, ())
    await third.resources.store.release(lease)


async def test_a_battle_that_no_process_has_is_ended_as_well(world: World) -> None:
    first = await world.service(owner="a")
    party = await gather(first)
    await world.crash(first)
    second = await world.service(owner="b")
    await do(second, "close", table=party.table)
    assert await second.battles.phase(party.battle) == "over"


# Handing over


async def test_a_seat_is_handed_to_another_player_a_bot_or_nobody_amid_a_battle(
    two: tuple[GameService, GameService],
) -> None:
    party = await split(two, "camp")
    heir = await newcomer(two[1])
    await heir.hello("Heir")
    given = {"table": party.table, "what": "seat", "seat": "2"}
    assert await do(two[1], "hand-over", to=heir.player, **given) == "Seat 2 is Heir's now."
    table = two[0].tables[party.table]
    await party["1"].until(lambda: table.doc.state.chairs[1].player == heir.player)
    await heir.join(table=party.table)
    assert heir.last(Joined).seats == ("2",)
    assert await do(two[1], "hand-over", bot="first", **given) == "Seat 2 is the bot first's now."
    await party["1"].until(lambda: table.doc.state.chairs[1].bot == "first")
    assert await do(two[1], "hand-over", to="", **given) == "Seat 2 is nobody's now."
    assert await refused(two[1], "hand-over", bot="none", **given) == "unknown"
    both = {"to": heir.player, "bot": "first", **given}
    assert await refused(two[1], "hand-over", **both) == "not_allowed"
    assert await refused(two[1], "hand-over", to="p0", **given) == "unknown"


async def test_the_lead_is_passed_on_by_the_leader_and_by_an_operator(
    two: tuple[GameService, GameService],
) -> None:
    party = await split(two)
    ann, bob = party["1"], party["2"]
    assert (await bob.ask(HandOver, "", bob.player)).code == "not_allowed"
    assert isinstance(await ann.ask(HandOver, "", bob.player), Done)
    assert isinstance(await bob.ask(Invite, "2"), type(await bob.ask(Invite, "")))
    assert (await ann.ask(Invite, "")).code == "not_allowed"
    done = await do(two[1], "hand-over", table=party.table, what="lead", to=ann.player)
    assert done == "Ann leads the table now."
    await bob.until(lambda: bob.last(TableState).leader == ann.player)


async def test_a_table_is_handed_to_another_process_and_its_battle_goes_on(
    two: tuple[GameService, GameService],
) -> None:
    party = await split(two, "camp")
    await play_on(party, 4, random.Random(4))
    done = await do(two[1], "hand-over", table=party.table, what="host", to="b")
    assert done == "The process b hosts the table now."
    await party["1"].until(lambda: party.battle in two[1].rooms)
    assert party.battle not in two[0].rooms
    party.service = two[1]
    await play_on(party, 8, random.Random(8))
    for person in party.people.values():
        await person.reaches(8)
        assert (len(person.all(Snapshot)), person.hung_up) == (1, None)
    assert await refused(two[0], "hand-over", table=party.table, what="host", to="z") == "unknown"
    here = await do(two[0], "hand-over", table=party.table, what="host", to="b")
    assert here == "The process b hosts the table now."


# Sending away


async def test_a_kick_ends_a_players_connections_in_all_processes(
    two: tuple[GameService, GameService],
) -> None:
    party = await split(two)
    bob = party["2"]
    tab = await newcomer(two[0])
    await tab.hello("", bob.token)
    assert await do(two[0], "kick", player=bob.player, why="Rude.") == "Connections ended: 2."
    for connection in (bob, tab):
        assert connection.hung_up == "removed"
        assert "Rude." in connection.last(Bye).text
    assert party["1"].hung_up is None
    back = await newcomer(two[1])
    assert (await back.hello("", bob.token)).player == bob.player


async def test_a_kick_from_a_table_takes_the_seats_and_makes_links_worthless(
    two: tuple[GameService, GameService],
) -> None:
    party = await split(two)
    bob, code = party["2"], (await party["1"].ask(Invite, "2")).code
    done = await do(two[1], "kick", player=bob.player, table=party.table)
    assert done == "Connections ended: 1. Seats freed: 2."
    back = await newcomer(two[1])
    await back.hello("", bob.token)
    for way in ({"invite": code}, {"table": party.table}):
        assert isinstance(await back.join(**way), Refused)
    fresh = (await party["1"].ask(Invite, "2")).code
    assert isinstance(await back.join(fresh), Joined)


async def test_a_leader_who_is_kicked_from_a_table_leads_it_no_more(
    two: tuple[GameService, GameService],
) -> None:
    party = await split(two)
    await do(two[0], "kick", player=party["1"].player, table=party.table)
    bob = party["2"]
    await bob.until(lambda: bob.last(TableState).leader == bob.player)


# Bans


async def test_a_banned_player_is_out_everywhere_at_once_and_until_it_ends(
    world: World, two: tuple[GameService, GameService]
) -> None:
    party = await split(two)
    bob = party["2"]
    done = await do(two[0], "ban", target=bob.player, seconds=60, why="Cheats.")
    assert (done, bob.hung_up) == (f"{bob.player} is banned. Connections ended: 1.", "removed")
    for service in (*two, await world.service(owner="c")):
        back = await newcomer(service)
        no: Any = await back.hello("", bob.token)
        assert (no.code, "Cheats." in no.text, back.hung_up) == ("not_allowed", True, "removed")
    await world.clock.advance(61)
    back = await newcomer(two[0])
    assert isinstance(await back.hello("", bob.token), Welcome)


async def test_a_banned_network_is_out_and_its_neighbours_are_not(
    two: tuple[GameService, GameService],
) -> None:
    there = await newcomer(two[1], "203.0.113.9")
    await there.hello("There")
    six = await newcomer(two[1], "2001:db8:1:2::/64")
    await six.hello("Six")
    assert await do(two[0], "ban", target="203.0.113.0/24") == (
        "203.0.113.0/24 is banned. Connections ended: 1."
    )
    assert await do(two[0], "ban", target="2001:db8:1:2::17") == (
        "2001:db8:1:2::/64 is banned. Connections ended: 1."
    )
    assert (there.hung_up, six.hung_up) == ("removed", "removed")
    for address, comes in (("203.0.113.77", False), ("203.0.114.1", True), ("::1", True)):
        person = await newcomer(two[1], address)
        assert isinstance(await person.hello("X"), Welcome) is comes
    assert await do(two[1], "unban", target="203.0.113.0/24") == (
        "203.0.113.0/24 may come in again."
    )
    assert isinstance(await (await newcomer(two[0], "203.0.113.9")).hello("X"), Welcome)
    assert await refused(two[1], "unban", target="203.0.113.0/24") == "unknown"
    assert await refused(two[1], "ban", target="no such / thing") == "illegal"


async def test_members_of_a_club_are_banned_by_their_sign_in(world: World) -> None:
    class Club:
        async def who(self, proof: str) -> Subject:
            return Subject(PlayerId(f"o{proof}"), "Member")

    service = await world.service(owner="a", door=Door(guests=False, sign_in=Club()))
    await do(service, "ban", target="oann")
    person = await newcomer(service)
    person.visitor.proof = "ann"
    no: Any = await person.hello()
    assert (no.code, person.hung_up) == ("not_allowed", "removed")


async def test_two_operators_who_ban_at_once_both_do(two: tuple[GameService, GameService]) -> None:
    store, clock = two[0].resources.store, two[0].resources.clock
    one, other = Bans(store, clock), Bans(store, clock)
    await one.add("pa", "", "eve", 0)
    await other.add("pb", "", "mal", 0)
    await one.read()
    assert [ban.target for ban in one.all] == ["pa", "pb"]


# The message of the day


async def test_the_message_of_the_day_reaches_who_is_there_and_who_comes(
    world: World, two: tuple[GameService, GameService]
) -> None:
    people = [await newcomer(service) for service in two]
    for person in people:
        await person.hello("P")
        assert person.all(Notice) == []
    assert await do(two[1], "motd", text="  Down at\nnoon. ") == "Connections told: 2."
    late = await newcomer(await world.service(owner="c"))
    await late.hello("Late")
    assert [one.last(Notice).text for one in (*people, late)] == ["Down at noon."] * 3
    await do(two[0], "motd")
    assert [one.last(Notice).text for one in (*people, late)] == [""] * 3
    later = await newcomer(two[1])
    await later.hello("Later")
    assert later.all(Notice) == []


# The trail


async def test_every_act_leaves_a_trace_with_its_outcome(
    world: World, two: tuple[GameService, GameService]
) -> None:
    await do(two[0], "motd", text="Hello", why="Festival")
    await world.clock.advance(0.1)
    assert await refused(two[1], "kick", player="p1", table="t0", why="Why not") == "unknown"
    last, first = await at(two[1]).audit(10)
    assert (first["operator"], first["address"], first["act"]) == ("eve", "192.0.2.1", "motd")
    assert (first["given"], first["why"]) == ({"text": "Hello"}, "Festival")
    assert first["outcome"] == "Connections told: 0."
    assert last["given"] == {"player": "p1", "table": "t0"}
    assert last["outcome"].startswith("refused: There is no such table")
    assert first["time"] <= last["time"]


async def test_an_act_that_was_broken_off_is_in_the_trail_without_an_outcome(
    two: tuple[GameService, GameService], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def dies(*_: object) -> dict[str, Any]:
        raise RuntimeError("the process is killed here")

    monkeypatch.setattr(Acts, "_motd", dies)
    with pytest.raises(RuntimeError):
        await do(two[0], "motd", text="Hello")
    [entry] = await at(two[1]).audit(10)
    assert (entry["act"], entry["outcome"]) == ("motd", "failed: RuntimeError")


async def test_the_trail_is_bounded_by_age_and_by_number(
    world: World, two: tuple[GameService, GameService], monkeypatch: pytest.MonkeyPatch
) -> None:
    short = two[0].acts(retention=60)
    for text in ("one", "two"):
        await short.perform(EVE, "motd", act_of("motd", {"text": text}))
    await world.clock.advance(61)
    await short.perform(EVE, "motd", act_of("motd", {"text": "three"}))
    assert [one["given"]["text"] for one in await short.audit(10)] == ["three"]
    monkeypatch.setattr("server.operator.trail.MOST", 3)
    for number in range(5):
        await world.clock.advance(1)
        await short.perform(EVE, "motd", act_of("motd", {"text": str(number)}))
    assert len(await short.audit(10)) == 3


@pytest.mark.parametrize(
    ("what", "given"),
    [
        ("dance", {}),
        ("kick", {}),
        ("kick", {"player": "p1", "loudly": "yes"}),
        ("ban", {"target": "p1", "seconds": "soon"}),
        ("hand-over", {"table": "t1", "what": "crown"}),
        ("motd", {"text": "x" * (acts.LONGEST_NOTICE + 1)}),
    ],
)
def test_what_is_no_act_is_refused(what: str, given: dict[str, str]) -> None:
    with pytest.raises(Refusal):
        act_of(what, given)


async def test_a_process_that_is_silent_is_named(
    world: World, two: tuple[GameService, GameService], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.cluster.processes.orders.PATIENCE", 0.01)
    monkeypatch.setattr(two[0].command, "hear", lambda *_: None)
    assert (await at(two[1]).look())["silent"] == ["a"]
    with pytest.raises(Refusal, match="a have not confirmed"):
        await do(two[1], "ban", target="p1")
