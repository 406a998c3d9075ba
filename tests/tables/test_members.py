"""Members of a private table: how membership ends, and what no longer opens from then on."""

from collections.abc import Awaitable, Callable

import pytest

from protocol import replay_file
from protocol.ids import BattleId
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
    Revoke,
    Share,
    Watch,
)
from protocol.tables import Settings, TableState
from server.operator.acts import Kick, Operator
from server.runtime.refusal import Refusal
from server.service.game_service import GameService
from server.service.replay_sharing import shared_file
from server.tables import guests, members
from tests.service.clocks import breathe
from tests.service.conftest import Party, World, gather
from tests.service.people import Person
from tests.tables.test_seats import guest

Ending = Callable[[Party], Awaitable[None]]


async def leaves(party: Party) -> None:
    bob = party["2"]
    await bob.ask(Release, "2")
    assert isinstance(await bob.ask(Leave), Done)


async def is_removed(party: Party) -> None:
    assert isinstance(await party["1"].ask(Remove, party["2"].player), Done)


async def is_kicked(party: Party) -> None:
    acts = party.service.acts(3600)
    await acts.perform(Operator("op", "here"), "kick", Kick(party["2"].player, party.table))


ENDINGS = pytest.mark.parametrize("ends", [leaves, is_removed, is_kicked])


async def key_of(person: Person, battle: str) -> str:
    shared: Shared = await person.ask(Share, battle)
    return shared.key


async def again(person: Person, service: GameService | None = None) -> Person:
    """The same player, on a new connection."""
    found = Person(service or person.service)
    await found.hello("", person.token)
    return found


async def opens(service: GameService, battle: str, key: str = "") -> bool:
    """Whether the replay file can be had by the battle's id, and a key."""
    try:
        file = await shared_file(service.context, BattleId(battle), key)
    except Refusal as no:
        return no.code != "unknown"
    return replay_file.read(file).battle == battle


@ENDINGS
async def test_whose_membership_has_ended_comes_back_only_by_a_new_invite(
    service: GameService, ends: Ending
) -> None:
    """Given somebody who sat at a private table, when their membership ends, then neither the
    table's id nor their old link leads there, and a new link does."""
    party = await gather(service)
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
    here, there = await world.service(owner="a"), await world.service(owner="b")
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


@ENDINGS
async def test_whose_membership_has_ended_is_not_led_back_to_the_table(
    service: GameService, ends: Ending
) -> None:
    """Given a member whose client goes to the table where they were last, when the membership has
    ended, then they are told of none."""
    party = await gather(service)
    bob = party["2"]
    before = await Person(service).hello("", bob.token)
    assert before.table == party.table
    await ends(party)
    assert (await Person(service).hello("", bob.token)).table == ""


async def test_who_is_invited_again_at_once_is_not_sent_away(service: GameService) -> None:
    """Given a removal whose connections have not been ended yet, when the player comes back by a
    new link meanwhile, then they stay."""
    party = await gather(service)
    bob, table = party["2"], service.tables[party.table]
    await is_removed(party)
    back = await again(bob)
    code = (await party["1"].ask(Invite, "2")).code
    assert isinstance(await back.join(code), Joined)
    await service.table_registry.part(table, frozenset({bob.player}))
    assert back.hung_up is None
    assert isinstance(await back.ask(Watch, party.battle), Done)


async def test_a_member_elsewhere_gets_no_key_to_a_battle_that_is_not_due(
    world: World, service: GameService
) -> None:
    """Given a member without a seat who is not at the table, when a battle behind a delay has
    begun unseen, then they get its key no earlier than they may see it."""
    party = await gather(service, delay=60)
    await party["2"].ask(Release, "2")
    party["2"].leave()
    bob = await again(party["2"])
    assert (await bob.ask(Share, party.battle)).code == "unknown"
    await world.clock.advance(61)
    assert isinstance(await bob.ask(Share, party.battle), Shared)


async def test_a_connection_that_breaks_or_goes_to_another_table_ends_no_membership(
    service: GameService,
) -> None:
    party = await gather(service)
    bob = party["2"]
    await bob.ask(Release, "2")
    bob.leave()
    back = await again(bob)
    assert isinstance(await back.join(table=party.table), Joined)
    await back.ask(Create, Settings("micro", party=1))
    assert isinstance(await back.join(table=party.table), Joined)


async def test_who_leaves_and_holds_a_seat_or_leads_stays_a_member(service: GameService) -> None:
    """Seats stay held: who has one comes back to it; and a table is never without its leader."""
    party = await gather(service)
    await party["1"].ask(Release, "1")
    for person in (party["1"], party["2"]):
        assert isinstance(await person.ask(Leave), Done)
        assert isinstance(await person.join(table=party.table), Joined)


async def test_who_was_invited_by_a_leader_only_to_watch_is_no_member(service: GameService) -> None:
    party = await gather(service)
    eve = await guest(service, "Eve")
    code = (await party["1"].ask(Invite)).code
    assert isinstance(await eve.join(code), Joined)
    await eve.ask(Leave)
    assert (await eve.ask(Join, "", party.table)).code == "unknown"
    assert isinstance(await eve.join(code), Joined)


async def test_only_the_leader_removes_members_and_not_themselves(service: GameService) -> None:
    party = await gather(service)
    eve = await guest(service, "Eve")
    assert (await party["2"].ask(Remove, party["1"].player)).code == "not_allowed"
    assert (await party["1"].ask(Remove, party["1"].player)).code == "not_allowed"
    assert (await party["1"].ask(Remove, eve.player)).code == "unknown"
    assert (await eve.ask(Remove, party["2"].player)).code == "not_now"


async def test_a_removed_players_seat_is_driven_by_a_bot_and_the_battle_goes_on(
    world: World, service: GameService
) -> None:
    party = await gather(service)
    await party["1"].answer("1", "steady")
    await is_removed(party)
    await party["1"].until(lambda: party["1"].last(TableState).chairs[1].player == "")
    assert [m.name for m in party["1"].last(TableState).members] == ["Ann"]
    await world.clock.advance(1)
    assert party.room.drivers.is_bot("2")


async def test_a_member_who_left_is_not_handed_a_seat_behind_the_leaders_back(
    service: GameService,
) -> None:
    party = await gather(service)
    cid = await guest(service, "Cid")
    await party["1"].ask(Change, Settings("micro", party=2))
    for person in (party["2"],):
        await is_removed(party)
        assert (await party["1"].ask(HandOver, "1", person.player)).code == "unknown"
    assert (await party["1"].ask(HandOver, "1", cid.player)).code == "unknown"


async def test_in_a_delays_shadow_nobody_claims_a_seat_who_is_a_member_no_longer(
    world: World, service: GameService
) -> None:
    """Given a private table with a delay, when somebody who sat there was removed and comes back
    by a spectators' link, then they get no seat, and see nothing before it is due."""
    party = await gather(service, delay=60)
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
    world: World, service: GameService, ends: bool
) -> None:
    """Given a battle behind a delay, when a member without a seat leaves, then they are none any
    more, and spectators see that at once, whether the battle is on or has ended unseen."""
    party = await gather(service, delay=60, options={"goal": "20"}, public=True)
    bob, spy = party["2"], Person(service)
    await spy.hello("Spy")
    await spy.join(table=party.table)
    await world.clock.advance(61)
    await bob.ask(Release, "2")
    while ends and party.battle in service.rooms:
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
    world: World, service: GameService
) -> None:
    """Given a running battle of a private table, then its id opens nothing; a key does, which any
    member gets, wherever they are, and nobody else."""
    party = await gather(service)
    assert not await opens(service, party.battle)
    await party["2"].ask(Leave)
    key = await key_of(party["2"], party.battle)
    assert await opens(service, party.battle, key)
    assert key == await key_of(party["1"], party.battle)
    for wrong in ("x", key[:-1], key[:-1] + "g", key + "0"):
        assert not await opens(service, party.battle, wrong)
    eve = await guest(service, "Eve")
    assert (await eve.ask(Share, party.battle)).code == "unknown"
    assert (await eve.ask(Share, "b" + "0" * 32)).code == "unknown"
    await eve.join((await party["1"].ask(Invite)).code)
    assert await key_of(eve, party.battle) == key
    other = await world.service()
    assert await opens(other, party.battle, key)


@ENDINGS
async def test_a_kicked_players_link_to_the_running_battle_ends(
    service: GameService, ends: Ending
) -> None:
    """Who only leaves keeps the links that they were free to hand on; who is removed does not."""
    party = await gather(service)
    key = await key_of(party["2"], party.battle)
    await ends(party)
    assert await opens(service, party.battle, key) == (ends is leaves)
    gone = await again(party["2"])
    assert isinstance(await gone.ask(Share, party.battle), Refused)
    assert await opens(service, party.battle, await key_of(party["1"], party.battle))


async def test_the_leader_makes_every_key_worthless(service: GameService) -> None:
    party = await gather(service)
    key = await key_of(party["2"], party.battle)
    assert (await party["2"].ask(Share, party.battle, True)).code == "not_allowed"
    renewed = await party["1"].ask(Share, party.battle, True)
    assert not await opens(service, party.battle, key)
    assert await opens(service, party.battle, renewed.key)
    await party["1"].ask(Leave)
    assert (await party["1"].ask(Share, party.battle, True)).code == "not_now"


async def test_a_public_tables_battle_opens_by_its_id_while_the_table_is_public(
    world: World, service: GameService
) -> None:
    party = await gather(service, people=1, bots=1, public=True, options={"goal": "20"})
    assert await opens(service, party.battle)
    while party["1"].questions:
        await party["1"].answer("1", "bold")
        await breathe()
    await world.clock.advance(1)
    assert await opens(service, party.battle)
    assert isinstance(await party["1"].ask(Change, Settings("micro", party=2)), Done)
    assert not await opens(service, party.battle)
    assert await opens(service, party.battle, await key_of(party["1"], party.battle))


async def test_a_battle_whose_table_is_gone_opens_to_nobody(
    world: World, service: GameService
) -> None:
    party = await gather(service)
    key = await key_of(party["1"], party.battle)
    for person in party.people.values():
        person.leave()
    await world.service()
    world.store._documents["table"].pop(party.table)
    assert not await opens(service, party.battle, key)


async def test_a_key_is_of_one_battle_and_no_invite(service: GameService) -> None:
    party = await gather(service)
    doc = service.tables[party.table].doc
    key = await key_of(party["1"], party.battle)
    assert not members.opens(doc, BattleId("b" + "0" * 32), key)
    codes = [(await party["1"].ask(Invite, seat)).code for seat in ("", "1", "2")]
    for code in codes:
        assert not members.opens(doc, party.battle, code.rpartition(".")[2])
    assert isinstance(await party["1"].ask(PutBot, "1", "first"), Done)


# Who came by the link for spectators


def named(person: Person) -> list[str]:
    """The guests whom the table names, as somebody at it sees it."""
    return [guest.name for guest in person.last(TableState).guests]


@pytest.mark.parametrize("delay", [0, 60])
async def test_the_leader_removes_who_came_by_the_link_for_spectators(
    world: World, delay: int
) -> None:
    """Given a private table with a spectator in another process, when its leader removes them, then
    their connections end, they see no more of the battle, and the link that they came by is
    worthless; by a new one they come again."""
    here, there = await world.service(owner="a"), await world.service(owner="b")
    party = await gather(here, others=(here,), delay=delay)
    link = (await party["1"].ask(Invite)).code
    eve = await guest(there, "Eve")
    assert isinstance(await eve.join(link), Joined)
    await eve.ask(Watch, party.battle)
    second = await again(eve, here)
    await second.join(link)
    await party["1"].until(lambda: named(party["1"]) == ["Eve"])
    assert isinstance(await party["1"].ask(Remove, eve.player), Done)
    for tab in (eve, second):
        await tab.until(lambda tab=tab: tab.hung_up)  # type: ignore[misc]
        assert tab.hung_up == "removed"
    await party["1"].until(lambda: not named(party["1"]))
    told = len(eve.all(Commit))
    await party["1"].answer("1", "steady")
    await world.clock.advance(1 + delay)
    assert len(eve.all(Commit)) == told
    eve = await again(eve)
    assert (await eve.ask(Join, link)).code == "unknown"
    assert (await eve.ask(Join, "", party.table)).code == "unknown"
    assert isinstance(await eve.join((await party["1"].ask(Invite)).code), Joined)


async def test_nobody_else_removes_a_guest_and_a_leader_no_stranger(service: GameService) -> None:
    party = await gather(service)
    eve, cid = await guest(service, "Eve"), await guest(service, "Cid")
    await eve.join((await party["1"].ask(Invite)).code)
    for person in (party["2"], eve):
        assert (await person.ask(Remove, eve.player)).code == "not_allowed"
    assert (await party["1"].ask(Remove, cid.player)).code == "unknown"
    assert eve.hung_up is None


async def test_guests_who_leave_sit_down_or_come_to_a_public_table_are_named_no_more(
    service: GameService,
) -> None:
    party = await gather(service)
    ann = party["1"]
    link = (await ann.ask(Invite)).code
    eve, fay = await guest(service, "Eve"), await guest(service, "Fay")
    for person in (eve, fay):
        await person.join(link)
    await ann.until(lambda: named(ann) == ["Eve", "Fay"])
    await eve.ask(Leave)
    await ann.until(lambda: named(ann) == ["Fay"])
    await ann.ask(HandOver, "1", fay.player)
    await ann.until(lambda: named(ann) == [])
    public = await gather(service, public=True)
    await eve.join(table=public.table)
    assert named(public["1"]) == []


async def test_so_many_guests_are_named_and_those_before_stay(service: GameService) -> None:
    """Given a link that many follow, then the table names the latest, and sends nobody away."""
    party = await gather(service)
    link = (await party["1"].ask(Invite)).code
    people = [await guest(service, f"Guest {number}") for number in range(guests.GUESTS + 1)]
    for person in people:
        await person.join(link)
    await party["1"].until(lambda: named(party["1"])[-1] == f"Guest {guests.GUESTS}")
    assert len(named(party["1"])) == guests.GUESTS
    assert [person.hung_up for person in people] == [None] * len(people)


async def test_a_guest_comes_back_by_the_tables_id_though_the_link_is_worthless_by_now(
    world: World,
) -> None:
    """Given a spectator who came to a private table by its link, when that is revoked and their
    connection breaks, then they are back by the table's id, in any process; a stranger is not, and
    nor are they once they have been removed."""
    here, there = await world.service(owner="a"), await world.service(owner="b")
    party = await gather(here)
    eve = await guest(here, "Eve")
    await eve.join((await party["1"].ask(Invite)).code)
    await party["1"].ask(Revoke)
    eve.leave()
    back = await again(eve, there)
    assert isinstance(await back.join(table=party.table), Joined)
    assert isinstance(await back.ask(Watch, party.battle), Done)
    stranger = await guest(there, "Fay")
    assert (await stranger.ask(Join, "", party.table)).code == "unknown"
    await party["1"].until(lambda: named(party["1"]) == ["Eve"])
    await party["1"].ask(Remove, eve.player)
    await back.until(lambda: back.hung_up)
    assert (await (await again(eve, there)).ask(Join, "", party.table)).code == "unknown"
