"""Tables: who may sit where, what invites open, and what everybody sees of it."""

import pytest

from protocol.ids import SeatId
from protocol.replies import Encounters, Joined, Presence, Refused, Started, Tables
from protocol.requests import (
    Change,
    Claim,
    Create,
    HandOver,
    Intent,
    Invite,
    ListEncounters,
    ListTables,
    NameAdventurer,
    PutBot,
    Ready,
    Release,
    Start,
)
from protocol.tables import OptionForm, Settings, TableState
from server.battles.games import Games
from server.commands.setups import offered, setups
from server.service.game_service import GameService
from server.settings import Settings as ServerSettings
from tests.service.conftest import World, gather
from tests.service.people import Person


async def guest(service: GameService, name: str) -> Person:
    person = Person(service)
    await person.hello(name)
    return person


async def test_a_guest_gets_a_token_once_and_is_known_by_it_again(
    world: World, service: GameService
) -> None:
    first = Person(service)
    new = await first.hello("Ann")
    again = await Person(service).hello("", new.token)
    assert (again.player, again.name, again.token) == (new.player, "Ann", "")
    stored = (await world.store.get("player", new.player) or (0, b""))[1]
    assert new.token.split(".")[1].encode() not in stored


@pytest.mark.parametrize("token", ["", "nobody.x", "../../x.y", "."])
async def test_a_wrong_token_is_refused(service: GameService, token: str) -> None:
    refused = await Person(service).hello("Eve", token)
    assert isinstance(refused, Refused)
    assert refused.code == "bad_token"


async def test_another_players_secret_does_not_open_an_identity(service: GameService) -> None:
    ann, eve = await guest(service, "Ann"), await guest(service, "Eve")
    forged = f"{ann.player}.{eve.token.split('.')[1]}"
    assert (await Person(service).hello("", forged)).code == "bad_token"  # type: ignore[attr-defined]


async def test_nothing_is_granted_before_hello(service: GameService) -> None:
    assert (await Person(service).ask(ListTables)).code == "too_early"


async def test_a_seats_invite_seats_and_a_spectators_invite_does_not(
    world: World, service: GameService
) -> None:
    ann, bob, cid = [await guest(service, name) for name in ("Ann", "Bob", "Cid")]
    await ann.ask(Create, Settings("micro", party=2))
    assert (await bob.join((await ann.ask(Invite, "2")).code)).seats == ("2",)
    watching = await cid.join((await ann.ask(Invite)).code)
    assert watching.seats == ()
    assert (await cid.ask(Claim, "1")).code == "not_allowed"
    await world.clock.advance(1)
    assert ann.last(Presence).spectators == 1
    assert ann.last(TableState).chairs[1].player == bob.player


@pytest.mark.parametrize("code", ["", "x", "t0.1.aaaaaaaaaaaaaaaaaaaaaaaa"])
async def test_a_wrong_invite_opens_nothing(service: GameService, code: str) -> None:
    ann, eve = await guest(service, "Ann"), await guest(service, "Eve")
    joined = await ann.ask(Create, Settings("micro"))
    code = code.replace("t0", joined.table)
    refused = await eve.join(code)
    assert isinstance(refused, Refused)
    assert refused.code in ("not_allowed", "unknown")


async def test_a_renewed_invite_replaces_the_old_one(service: GameService) -> None:
    ann, bob = await guest(service, "Ann"), await guest(service, "Bob")
    await ann.ask(Create, Settings("micro"))
    old = (await ann.ask(Invite, "2")).code
    new = (await ann.ask(Invite, "2", True)).code
    assert isinstance(await bob.join(old), Refused)
    assert isinstance(await bob.join(new), Joined)


async def test_a_taken_seat_is_refused_and_a_released_one_can_be_claimed(
    service: GameService,
) -> None:
    ann, bob = await guest(service, "Ann"), await guest(service, "Bob")
    joined = await ann.ask(Create, Settings("micro", public=True))
    await ann.ask(Claim, "1")
    await bob.join(table=joined.table)
    assert (await bob.ask(Claim, "1")).code == "occupied"
    assert (await bob.ask(Release, "1")).code == "not_allowed"
    await ann.ask(Release, "1")
    assert not isinstance(await bob.ask(Claim, "1"), Refused)
    assert (await bob.ask(Claim, "7")).code == "unknown"


async def test_a_seat_can_be_handed_over_and_a_bot_put_in(service: GameService) -> None:
    ann, bob = await guest(service, "Ann"), await guest(service, "Bob")
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


async def test_a_seats_adventurer_is_named_by_whoever_sits_there(service: GameService) -> None:
    """Given two seats, then each names its own; the name is plain, and goes with who gave it."""
    ann, bob = await guest(service, "Ann"), await guest(service, "Bob")
    joined = await ann.ask(Create, Settings("micro", public=True, party=2))
    await ann.ask(Claim, "1")
    await bob.join(table=joined.table)
    await bob.ask(Claim, "2")
    await ann.ask(NameAdventurer, "1", " Ysa \u202e the\nLoud")
    assert [chair.adventurer for chair in bob.last(TableState).chairs] == ["Ysa the Loud", ""]

    assert (await bob.ask(NameAdventurer, "1", "Bo")).code == "not_allowed"
    assert (await bob.ask(NameAdventurer, "7", "Bo")).code == "unknown"
    await ann.ask(NameAdventurer, "1", "")
    assert bob.last(TableState).chairs[0].adventurer == ""
    await ann.ask(NameAdventurer, "1", "Ysa")
    await ann.ask(Release, "1")
    assert bob.last(TableState).chairs[0].adventurer == ""


async def test_while_a_battle_is_on_nobody_is_named(service: GameService) -> None:
    party = await gather(service, people=1)
    refused = await party["1"].ask(NameAdventurer, "1", "Ysa")
    assert (refused.code, "before it begins" in refused.text) == ("not_now", True)


async def test_in_a_battle_the_leader_neither_frees_nor_takes_a_seat_nor_puts_a_bot_there(
    service: GameService,
) -> None:
    """Given a battle, then whatever its leader asks about the seat of another is refused, also with
    a link that they have renewed themselves."""
    party = await gather(service, people=2)
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
    assert service.tables[party.table].doc.state.chairs == before
    assert (await ann.ask(Intent, 1, ann.questions[0].id, ("steady",), "2")).code == "not_allowed"


async def test_a_battle_starts_when_all_are_ready_and_only_by_the_leader(
    service: GameService,
) -> None:
    ann, bob = await guest(service, "Ann"), await guest(service, "Bob")
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


async def test_new_settings_ask_everybody_to_get_ready_again(service: GameService) -> None:
    ann = await guest(service, "Ann")
    await ann.ask(Create, Settings("micro", party=1))
    await ann.ask(Claim, "1")
    await ann.ask(Ready)
    assert (await ann.ask(Change, Settings("no-such-game"))).code == "unknown"
    assert (await ann.ask(Change, Settings("micro", "hard"))).code == "not_allowed"
    await ann.ask(Change, Settings("micro", "easy", party=1))
    assert [chair.ready for chair in ann.last(TableState).chairs] == [False]


async def test_public_tables_are_listed_and_private_ones_are_not(
    world: World, service: GameService
) -> None:
    ann, bob = await guest(service, "Ann"), await guest(service, "Bob")
    await ann.ask(Create, Settings("micro", party=3, public=True), "Open house")
    await bob.ask(Create, Settings("micro"), "Secret")
    listed: Tables = await bob.ask(ListTables)
    assert [(line.name, line.free) for line in listed.tables] == [("Open house", 3)]
    other: Tables = await (await guest(await world.service(), "Cid")).ask(ListTables)
    assert other.tables == listed.tables


async def test_the_commitment_stands_before_anybody_contributes_to_the_dice(
    service: GameService,
) -> None:
    party = await gather(service)
    ann = party["1"]
    shown = [state.commitment for state in ann.all(TableState) if state.phase == "lobby"]
    assert set(shown) == {party.room.record.opening.commitment}
    assert party.room.record.opening.contributions == ("dice of 1", "dice of 2")
    assert ann.last(TableState).commitment not in shown


async def test_what_can_be_played_is_listed_with_difficulties_and_options(
    service: GameService,
) -> None:
    ann = await guest(service, "Ann")
    told: Encounters = await ann.ask(ListEncounters)
    micro = next(line for line in told.encounters if line.encounter == "micro")
    assert micro.options[0] == OptionForm("goal", (), 1, 1_000_000, "60")


def test_everything_that_is_listed_can_be_played_and_nothing_else_is() -> None:
    """Each difficulty, each word of an option and both ends of a number begin a battle; what the
    operator does not offer is not listed."""
    games = Games(offered(setups(), ServerSettings()))
    listed = {line.encounter: line for line in games.listed()}
    assert "micro" not in listed
    assert {"jailbreak", "glass-mine"} <= set(listed)
    assert {one.name for one in listed["jailbreak"].options}.isdisjoint({"xp", "kit"})
    for line in (listed["jailbreak"], listed["glass-mine"]):
        for difficulty in ("", *line.difficulties):
            games.build(line.encounter, (SeatId("1"),), difficulty, {})
        assert line.usual in line.difficulties
        for option in line.options:
            for word in option.words or (str(option.least), str(option.most)):
                games.build(line.encounter, (SeatId("1"),), "", {option.name: word})
            if option.usual:
                games.build(line.encounter, (SeatId("1"),), "", {option.name: option.usual})
