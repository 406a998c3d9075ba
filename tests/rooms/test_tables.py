"""Tables: who may sit where, what invites open, and what everybody sees of it."""

import pytest

from protocol import codec
from protocol.replies import Joined, Presence, Refused, Said, Started, Tables
from protocol.requests import (
    Change,
    Chat,
    Claim,
    Create,
    HandOver,
    Intent,
    Invite,
    Leave,
    ListTables,
    Ping,
    PutBot,
    Ready,
    Release,
    Start,
)
from protocol.tables import Settings, TableState
from server.rooms.hall import Hall
from tests.rooms.conftest import World, gather
from tests.rooms.people import Person


async def guest(hall: Hall, name: str) -> Person:
    person = Person(hall)
    await person.hello(name)
    return person


async def test_a_guest_gets_a_token_once_and_is_known_by_it_again(world: World, hall: Hall) -> None:
    first = Person(hall)
    new = await first.hello("Ann")
    again = await Person(hall).hello("", new.token)
    assert (again.player, again.name, again.token) == (new.player, "Ann", "")
    stored = (await world.store.get("player", new.player) or (0, b""))[1]
    assert new.token.split(".")[1].encode() not in stored


@pytest.mark.parametrize("token", ["", "nobody.x", "../../x.y", "."])
async def test_a_wrong_token_is_refused(hall: Hall, token: str) -> None:
    refused = await Person(hall).hello("Eve", token)
    assert isinstance(refused, Refused)
    assert refused.code == "bad_token"


async def test_another_players_secret_does_not_open_an_identity(hall: Hall) -> None:
    ann, eve = await guest(hall, "Ann"), await guest(hall, "Eve")
    forged = f"{ann.player}.{eve.token.split('.')[1]}"
    assert (await Person(hall).hello("", forged)).code == "bad_token"  # type: ignore[attr-defined]


async def test_nothing_is_granted_before_hello(hall: Hall) -> None:
    assert (await Person(hall).ask(ListTables)).code == "too_early"


async def test_a_seats_invite_seats_and_a_spectators_invite_does_not(
    world: World, hall: Hall
) -> None:
    ann, bob, cid = [await guest(hall, name) for name in ("Ann", "Bob", "Cid")]
    await ann.ask(Create, Settings("micro", party=2))
    assert (await bob.join((await ann.ask(Invite, "2")).code)).seats == ("2",)
    watching = await cid.join((await ann.ask(Invite)).code)
    assert watching.seats == ()
    assert (await cid.ask(Claim, "1")).code == "not_allowed"
    await world.clock.advance(1)
    assert ann.last(Presence).spectators == 1
    assert ann.last(TableState).chairs[1].player == bob.player


@pytest.mark.parametrize("code", ["", "x", "t0.1.aaaaaaaaaaaaaaaaaaaaaaaa"])
async def test_a_wrong_invite_opens_nothing(hall: Hall, code: str) -> None:
    ann, eve = await guest(hall, "Ann"), await guest(hall, "Eve")
    joined = await ann.ask(Create, Settings("micro"))
    code = code.replace("t0", joined.table)
    refused = await eve.join(code)
    assert isinstance(refused, Refused)
    assert refused.code in ("not_allowed", "unknown")


async def test_a_renewed_invite_replaces_the_old_one(hall: Hall) -> None:
    ann, bob = await guest(hall, "Ann"), await guest(hall, "Bob")
    await ann.ask(Create, Settings("micro"))
    old = (await ann.ask(Invite, "2")).code
    new = (await ann.ask(Invite, "2", True)).code
    assert isinstance(await bob.join(old), Refused)
    assert isinstance(await bob.join(new), Joined)


async def test_a_taken_seat_is_refused_and_a_released_one_can_be_claimed(hall: Hall) -> None:
    ann, bob = await guest(hall, "Ann"), await guest(hall, "Bob")
    joined = await ann.ask(Create, Settings("micro", public=True))
    await ann.ask(Claim, "1")
    await bob.join(table=joined.table)
    assert (await bob.ask(Claim, "1")).code == "occupied"
    assert (await bob.ask(Release, "1")).code == "not_allowed"
    await ann.ask(Release, "1")
    assert not isinstance(await bob.ask(Claim, "1"), Refused)
    assert (await bob.ask(Claim, "7")).code == "unknown"


async def test_a_seat_can_be_handed_over_and_a_bot_put_in(hall: Hall) -> None:
    ann, bob = await guest(hall, "Ann"), await guest(hall, "Bob")
    joined = await ann.ask(Create, Settings("micro", public=True, party=2))
    await ann.ask(Claim, "1")
    assert (await ann.ask(HandOver, "1", "nobody")).code == "unknown"
    await bob.join(table=joined.table)
    await ann.ask(HandOver, "1", bob.player)
    assert (await ann.ask(PutBot, "1", "first")).code == "not_allowed"
    assert (await ann.ask(PutBot, "2", "no-such-bot")).code == "unknown"
    await ann.ask(PutBot, "2", "first")
    chairs = bob.last(TableState).chairs
    assert (chairs[0].player, chairs[1].bot) == (bob.player, "first")


async def test_in_a_battle_the_leader_neither_frees_nor_takes_a_seat_nor_puts_a_bot_there(
    hall: Hall,
) -> None:
    """Given a battle, then whatever its leader asks about the seat of another is refused, also with
    a link that they have renewed themselves."""
    party = await gather(hall, people=2)
    ann, bob = party["1"], party["2"]
    before = bob.last(TableState).chairs
    refused = [
        await ann.ask(Release, "2"),
        await ann.ask(PutBot, "2", "first"),
        await ann.ask(HandOver, "2", ann.player),
        await ann.ask(Claim, "2"),
        await ann.ask(Change, Settings("micro", party=1)),
        await ann.join((await ann.ask(Invite, "2", True)).code),
    ]
    codes = ["not_allowed", "not_allowed", "not_allowed", "occupied", "not_now", "occupied"]
    assert [no.code for no in refused] == codes
    assert hall.tables[party.table].doc.state.chairs == before
    assert (await ann.ask(Intent, 1, ann.questions[0].id, ("steady",), "2")).code == "not_allowed"


async def test_a_battle_starts_when_all_are_ready_and_only_by_the_leader(hall: Hall) -> None:
    ann, bob = await guest(hall, "Ann"), await guest(hall, "Bob")
    joined = await ann.ask(Create, Settings("micro", public=True, party=2, absence=0))
    await bob.join(table=joined.table)
    await ann.ask(Claim, "1")
    await bob.ask(Claim, "2")
    await ann.ask(Ready)
    assert (await ann.ask(Start)).code == "not_ready"
    await bob.ask(Ready)
    assert (await bob.ask(Start)).code == "not_allowed"
    assert isinstance(await ann.ask(Start), Started)
    await bob.until(lambda: bob.version == 1)
    assert (await ann.ask(Start)).code == "not_now"
    assert (await ann.ask(Change, Settings("micro"))).code == "not_now"
    assert ann.last(TableState).phase == "playing"


async def test_new_settings_ask_everybody_to_get_ready_again(hall: Hall) -> None:
    ann = await guest(hall, "Ann")
    await ann.ask(Create, Settings("micro", party=1))
    await ann.ask(Claim, "1")
    await ann.ask(Ready)
    assert (await ann.ask(Change, Settings("no-such-game"))).code == "unknown"
    assert (await ann.ask(Change, Settings("micro", "hard"))).code == "not_allowed"
    await ann.ask(Change, Settings("micro", "easy", party=1))
    assert [chair.ready for chair in ann.last(TableState).chairs] == [False]


async def test_public_tables_are_listed_and_private_ones_are_not(world: World, hall: Hall) -> None:
    ann, bob = await guest(hall, "Ann"), await guest(hall, "Bob")
    await ann.ask(Create, Settings("micro", party=3, public=True), "Open house")
    await bob.ask(Create, Settings("micro"), "Secret")
    listed: Tables = await bob.ask(ListTables)
    assert [(line.name, line.free) for line in listed.tables] == [("Open house", 3)]
    other: Tables = await (await guest(await world.hall(), "Cid")).ask(ListTables)
    assert other.tables == listed.tables


async def test_chat_and_pings_reach_the_table_and_newcomers_read_the_chat(
    world: World, hall: Hall
) -> None:
    ann, bob = await guest(hall, "Ann"), Person(hall, codec.json)
    await bob.hello("Bob")
    joined = await ann.ask(Create, Settings("micro", public=True))
    await ann.ask(Chat, "Hello?")
    await ann.ask(Ping, "3,-2")
    await bob.join(table=joined.table)
    await bob.until(lambda: bob.all(Said))
    assert bob.last(Said).text == "Hello?"
    await bob.ask(Leave)
    assert (await bob.ask(Chat, "Bye")).code == "not_now"
    await world.clock.advance(1)
    assert bob.player not in ann.last(Presence).here


async def test_many_arrivals_are_one_presence_message_a_second(world: World, hall: Hall) -> None:
    """Given 30 spectators who come and one who goes within a second, then everybody is told twice:
    of the first one at once, of all the others together a second later."""
    ann = await guest(hall, "Ann")
    joined = await ann.ask(Create, Settings("micro", public=True))
    await world.clock.advance(2)
    told = len(ann.all(Presence))
    crowd = [await guest(hall, f"Guest {number}") for number in range(30)]
    for each in crowd:
        await each.join(table=joined.table)
    crowd[0].leave()
    assert [each.spectators for each in ann.all(Presence)[told:]] == [1]
    await world.clock.advance(5)
    assert [each.spectators for each in ann.all(Presence)[told:]] == [1, 29]
    assert sum(len(each.all(Presence)) for each in crowd) == 1 + 29
    late = await guest(hall, "Late")
    await late.join(table=joined.table)
    assert late.last(TableState).spectators == 30
    assert ann.last(Presence).spectators == 30


async def test_a_player_on_two_connections_is_here_until_both_are_gone(
    world: World, hall: Hall
) -> None:
    party = await gather(hall)
    tab = Person(hall)
    await tab.hello("", party["2"].token)
    await tab.join(table=party.table)
    tab.leave()
    await world.clock.advance(2)
    assert party["2"].player in party["1"].last(Presence).here
    assert not party.room.seating.is_away("2")
    party["2"].leave()
    assert party.room.seating.is_away("2")
    await world.clock.advance(2)
    assert party["1"].last(Presence).here == (party["1"].player,)


async def test_a_table_outlives_its_process_and_its_people(world: World) -> None:
    """Given a table, when the process restarts, then members find it by id with their seats."""
    first = await world.hall()
    party = await gather(first, people=2)
    token = party["2"].token
    await world.crash(first)
    back = Person(await world.hall())
    welcome = await back.hello("", token)
    assert welcome.table == party.table
    assert (await back.join(table=welcome.table)).seats == ("2",)


async def test_the_commitment_stands_before_anybody_contributes_to_the_dice(hall: Hall) -> None:
    party = await gather(hall)
    ann = party["1"]
    shown = [state.commitment for state in ann.all(TableState) if state.phase == "lobby"]
    assert set(shown) == {party.room.record.opening.commitment}
    assert party.room.record.opening.contributions == ("dice of 1", "dice of 2")
    assert ann.last(TableState).commitment not in shown
