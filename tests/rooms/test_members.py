"""Members of a private table: how membership ends, and what no longer opens from then on."""

from collections.abc import Awaitable, Callable

import pytest

from protocol import replay_file
from protocol.replies import Battles, Commit, Done, Joined, Refused, Shared
from protocol.requests import (
    Change,
    Claim,
    Create,
    HandOver,
    Invite,
    Join,
    Leave,
    ListBattles,
    PutBot,
    Release,
    Remove,
    Replay,
    Share,
    Watch,
)
from protocol.tables import Settings, TableState
from server.rooms import members
from server.rooms.hall import Hall
from server.rooms.operator.acts import Acts, Kick, Operator
from server.rooms.refusal import Refusal
from server.rooms.sharing import shared_file
from tests.rooms.clocks import breathe
from tests.rooms.conftest import Party, World, gather
from tests.rooms.people import Person
from tests.rooms.test_tables import guest

Ending = Callable[[Party], Awaitable[None]]


async def leaves(party: Party) -> None:
    bob = party["2"]
    await bob.ask(Release, "2")
    assert isinstance(await bob.ask(Leave), Done)


async def is_removed(party: Party) -> None:
    assert isinstance(await party["1"].ask(Remove, party["2"].player), Done)


async def is_kicked(party: Party) -> None:
    acts = Acts(party.hall, 3600)
    await acts.perform(Operator("op", "here"), "kick", Kick(party["2"].player, party.table))


ENDINGS = pytest.mark.parametrize("ends", [leaves, is_removed, is_kicked])


async def key_of(person: Person, battle: str) -> str:
    shared: Shared = await person.ask(Share, battle)
    return shared.key


async def again(person: Person, hall: Hall | None = None) -> Person:
    """The same player, on a new connection."""
    found = Person(hall or person.hall)
    await found.hello("", person.token)
    return found


async def opens(hall: Hall, battle: str, key: str = "") -> bool:
    """Whether the replay file can be had by the battle's id, and a key."""
    try:
        file = await shared_file(hall, battle, key)
    except Refusal as no:
        return no.code != "unknown"
    return replay_file.read(file).battle == battle


@ENDINGS
async def test_whose_membership_has_ended_comes_back_only_by_a_new_invite(
    hall: Hall, ends: Ending
) -> None:
    """Given somebody who sat at a private table, when their membership ends, then neither the
    table's id nor their old link leads there, and a new link does."""
    party = await gather(hall)
    ann, bob = party["1"], party["2"]
    old = (await ann.ask(Invite, "2")).code
    await ends(party)
    bob = await again(bob)
    assert (await bob.ask(Join, "", party.table)).code == "unknown"
    if ends is not leaves:  # who leaves by themselves may be invited still
        assert (await bob.ask(Join, old)).code == "unknown"
    for kind, values in ((Watch, (party.battle,)), (Replay, (party.battle,)), (Claim, ("2",))):
        assert (await bob.ask(kind, *values)).code == "not_now"
    listed: Battles = await bob.ask(ListBattles)
    assert listed.battles == ()
    assert isinstance(await bob.join((await ann.ask(Invite, "2")).code), Joined)
    assert isinstance(await bob.ask(Watch, party.battle), Done)


@ENDINGS
async def test_whose_membership_has_ended_sees_no_more_of_the_battle_on_any_connection(
    world: World, ends: Ending
) -> None:
    """Given two connections of the same player in two processes, when the membership ends, then
    both are shown nothing that happens from then on."""
    here, there = await world.hall(owner="a"), await world.hall(owner="b")
    party = await gather(here, others=(here,))
    await world.clock.advance(1)
    other = await again(party["2"], there)
    assert isinstance(await other.join(table=party.table), Joined)
    await other.ask(Watch, party.battle)
    await ends(party)
    await other.until(lambda: other.hung_up)
    assert other.hung_up == "removed"
    assert party["2"].hung_up == (None if ends is leaves else "removed")
    told = len(other.all(Commit)), len(party["2"].all(Commit))
    await party["1"].answer("1", "steady")
    await world.clock.advance(1)
    assert (len(other.all(Commit)), len(party["2"].all(Commit))) == told


async def test_a_connection_that_breaks_or_goes_to_another_table_ends_no_membership(
    hall: Hall,
) -> None:
    party = await gather(hall)
    bob = party["2"]
    await bob.ask(Release, "2")
    bob.leave()
    back = await again(bob)
    assert isinstance(await back.join(table=party.table), Joined)
    await back.ask(Create, Settings("micro", party=1))
    assert isinstance(await back.join(table=party.table), Joined)


async def test_who_leaves_and_holds_a_seat_or_leads_stays_a_member(hall: Hall) -> None:
    """Seats stay held: who has one comes back to it; and a table is never without its leader."""
    party = await gather(hall)
    await party["1"].ask(Release, "1")
    for person in (party["1"], party["2"]):
        assert isinstance(await person.ask(Leave), Done)
        assert isinstance(await person.join(table=party.table), Joined)


async def test_who_was_invited_by_a_leader_only_to_watch_is_no_member(hall: Hall) -> None:
    party = await gather(hall)
    eve = await guest(hall, "Eve")
    code = (await party["1"].ask(Invite)).code
    assert isinstance(await eve.join(code), Joined)
    await eve.ask(Leave)
    assert (await eve.ask(Join, "", party.table)).code == "unknown"
    assert isinstance(await eve.join(code), Joined)


async def test_only_the_leader_removes_members_and_not_themselves(hall: Hall) -> None:
    party = await gather(hall)
    eve = await guest(hall, "Eve")
    assert (await party["2"].ask(Remove, party["1"].player)).code == "not_allowed"
    assert (await party["1"].ask(Remove, party["1"].player)).code == "not_allowed"
    assert (await party["1"].ask(Remove, eve.player)).code == "unknown"
    assert (await eve.ask(Remove, party["2"].player)).code == "not_now"


async def test_a_removed_players_seat_is_driven_by_a_bot_and_the_battle_goes_on(
    world: World, hall: Hall
) -> None:
    party = await gather(hall)
    await party["1"].answer("1", "steady")
    await is_removed(party)
    await party["1"].until(lambda: party["1"].last(TableState).chairs[1].player == "")
    assert [m.name for m in party["1"].last(TableState).members] == ["Ann"]
    await world.clock.advance(1)
    assert party.room.seating.is_bot("2")


async def test_a_member_who_left_is_not_handed_a_seat_behind_the_leaders_back(hall: Hall) -> None:
    party = await gather(hall)
    cid = await guest(hall, "Cid")
    await party["1"].ask(Change, Settings("micro", party=2))
    for person in (party["2"],):
        await is_removed(party)
        assert (await party["1"].ask(HandOver, "1", person.player)).code == "unknown"
    assert (await party["1"].ask(HandOver, "1", cid.player)).code == "unknown"


async def test_in_a_delays_shadow_nobody_claims_a_seat_who_is_a_member_no_longer(
    world: World, hall: Hall
) -> None:
    """Given a private table with a delay, when somebody who sat there was removed and comes back
    by a spectators' link, then they get no seat, and see nothing before it is due."""
    party = await gather(hall, delay=60)
    await is_removed(party)
    eve = await again(party["2"])
    await eve.join((await party["1"].ask(Invite)).code)
    assert (await eve.ask(Claim, "2")).code == "not_allowed"
    assert (await eve.ask(Share, party.battle)).code == "unknown"
    assert eve.all(Commit) == []
    listed: Battles = await eve.ask(ListBattles)
    assert listed.battles == ()


@pytest.mark.parametrize("ends", [False, True])
async def test_at_a_table_with_a_delay_leaving_tells_nobody_when_the_battle_ends(
    world: World, hall: Hall, ends: bool
) -> None:
    """Given a battle behind a delay, when a member without a seat leaves, then they are none any
    more, and spectators see that at once, whether the battle is on or has ended unseen."""
    party = await gather(hall, delay=60, options={"goal": "20"}, public=True)
    bob, spy = party["2"], Person(hall)
    await spy.hello("Spy")
    await spy.join(table=party.table)
    await world.clock.advance(61)
    await bob.ask(Release, "2")
    while ends and party.battle in hall.rooms:
        await party["1"].until(lambda: "1" in [each for q in party["1"].questions for each in q.to])
        await party["1"].answer("1", "bold")
        await world.clock.advance(1)
    if ends:
        await party["1"].until(lambda: party["1"].last(TableState).phase == "finished")
    await bob.ask(Leave)
    for person in (party["1"], spy):
        assert bob.player not in [one.player for one in person.last(TableState).members]
    assert spy.last(TableState).phase == "playing"


async def test_a_private_tables_battle_opens_to_members_and_by_their_links_alone(
    world: World, hall: Hall
) -> None:
    """Given a running battle of a private table, then its id opens nothing; a key does, which any
    member gets, wherever they are, and nobody else."""
    party = await gather(hall)
    assert not await opens(hall, party.battle)
    await party["2"].ask(Leave)
    key = await key_of(party["2"], party.battle)
    assert await opens(hall, party.battle, key)
    assert key == await key_of(party["1"], party.battle)
    for wrong in ("x", key[:-1], key[:-1] + "g", key + "0"):
        assert not await opens(hall, party.battle, wrong)
    eve = await guest(hall, "Eve")
    assert (await eve.ask(Share, party.battle)).code == "unknown"
    assert (await eve.ask(Share, "b" + "0" * 32)).code == "unknown"
    await eve.join((await party["1"].ask(Invite)).code)
    assert await key_of(eve, party.battle) == key
    other = await world.hall()
    assert await opens(other, party.battle, key)


@ENDINGS
async def test_a_kicked_players_link_to_the_running_battle_ends(hall: Hall, ends: Ending) -> None:
    """Who only leaves keeps the links that they were free to hand on; who is removed does not."""
    party = await gather(hall)
    key = await key_of(party["2"], party.battle)
    await ends(party)
    assert await opens(hall, party.battle, key) == (ends is leaves)
    gone = await again(party["2"])
    assert isinstance(await gone.ask(Share, party.battle), Refused)
    assert await opens(hall, party.battle, await key_of(party["1"], party.battle))


async def test_the_leader_makes_every_key_worthless(hall: Hall) -> None:
    party = await gather(hall)
    key = await key_of(party["2"], party.battle)
    assert (await party["2"].ask(Share, party.battle, True)).code == "not_allowed"
    renewed = await party["1"].ask(Share, party.battle, True)
    assert not await opens(hall, party.battle, key)
    assert await opens(hall, party.battle, renewed.key)
    await party["1"].ask(Leave)
    assert (await party["1"].ask(Share, party.battle, True)).code == "not_now"


async def test_a_public_tables_battle_opens_by_its_id_while_the_table_is_public(
    world: World, hall: Hall
) -> None:
    party = await gather(hall, people=1, bots=1, public=True, options={"goal": "20"})
    assert await opens(hall, party.battle)
    while party["1"].questions:
        await party["1"].answer("1", "bold")
        await breathe()
    await world.clock.advance(1)
    assert await opens(hall, party.battle)
    assert isinstance(await party["1"].ask(Change, Settings("micro", party=2)), Done)
    assert not await opens(hall, party.battle)
    assert await opens(hall, party.battle, await key_of(party["1"], party.battle))


async def test_a_battle_whose_table_is_gone_opens_to_nobody(world: World, hall: Hall) -> None:
    party = await gather(hall)
    key = await key_of(party["1"], party.battle)
    for person in party.people.values():
        person.leave()
    await world.hall()
    world.store._documents["table"].pop(party.table)
    assert not await opens(hall, party.battle, key)


async def test_a_key_is_of_one_battle_and_no_invite(hall: Hall) -> None:
    party = await gather(hall)
    doc = hall.tables[party.table].doc
    key = await key_of(party["1"], party.battle)
    assert not members.opens(doc, "b" + "0" * 32, key)
    codes = [(await party["1"].ask(Invite, seat)).code for seat in ("", "1", "2")]
    for code in codes:
        assert not members.opens(doc, party.battle, code.rpartition(".")[2])
    assert isinstance(await party["1"].ask(PutBot, "1", "first"), Done)
