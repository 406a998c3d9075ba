"""Invite links: they end by themselves, can be made worthless, and cannot be guessed."""

import hmac
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from protocol.ids import PlayerId, SeatId, TableId
from protocol.replies import Invitation, Joined, Refused
from protocol.requests import Change, Claim, Create, Invite, ReadInvite, Revoke
from protocol.tables import Member, Settings, TableState
from server.players.limits import Limits
from server.service.game_service import GameService
from server.tables import invites, seats
from server.tables.documents import decode, encode
from tests.service.conftest import World
from tests.service.people import Person
from tests.tables.test_seats import guest

WEEK = 7 * 86_400


def later(world: World, seconds: int) -> None:
    """Let the calendar go on, and nothing else: a week of heartbeats would take long."""
    before = world.clock.unix_ms
    world.clock.unix_ms = lambda: before() + 1000 * seconds  # type: ignore[method-assign]


async def at_a_table(service: GameService, **settings: Any) -> tuple[Person, str]:
    """A leader, and the table."""
    ann = await guest(service, "Ann")
    return ann, (await ann.ask(Create, Settings("micro", party=2, **settings))).table


async def test_a_link_ends_after_the_usual_time(world: World, service: GameService) -> None:
    ann, _ = await at_a_table(service)
    invited = await ann.ask(Invite, "2")
    assert invited.expires == world.clock.unix_ms() + WEEK * 1000
    later(world, WEEK - 1)
    assert isinstance(await (await guest(service, "Bob")).join(invited.code), Joined)
    later(world, 1)
    refused = await (await guest(service, "Eve")).join(invited.code)
    assert isinstance(refused, Refused)
    assert refused.code == "not_allowed"
    assert "ended" in refused.text


async def test_a_link_lasts_as_long_as_its_leader_wants(world: World, service: GameService) -> None:
    ann, _ = await at_a_table(service)
    usual = await ann.ask(Invite)
    short = await ann.ask(Invite, lasts=60)
    assert short.code == usual.code
    assert short.expires == world.clock.unix_ms() + 60_000
    assert (await ann.ask(Invite)).expires == short.expires
    later(world, 60)
    assert isinstance(await (await guest(service, "Eve")).join(short.code), Refused)


async def test_asking_after_the_end_gives_a_new_link(world: World, service: GameService) -> None:
    ann, _ = await at_a_table(service)
    old = await ann.ask(Invite, "2", lasts=60)
    later(world, 61)
    new = await ann.ask(Invite, "2")
    assert new.code != old.code
    assert isinstance(await (await guest(service, "Bob")).join(old.code), Refused)
    assert isinstance(await (await guest(service, "Bob")).join(new.code), Joined)


async def test_a_server_may_let_links_live_for_ever(world: World) -> None:
    service = await world.service(limits=Limits(invite=0))
    ann, _ = await at_a_table(service)
    invited = await ann.ask(Invite, "2")
    assert invited.expires == 0
    later(world, 100 * WEEK)
    assert isinstance(await (await guest(service, "Bob")).join(invited.code), Joined)


async def test_a_revoked_link_opens_nothing_and_the_others_still_do(service: GameService) -> None:
    ann, _ = await at_a_table(service)
    one, two = (await ann.ask(Invite, "1")).code, (await ann.ask(Invite, "2")).code
    await ann.ask(Revoke, "2")
    refused = await (await guest(service, "Eve")).join(two)
    assert isinstance(refused, Refused)
    assert refused.code == "unknown"
    assert isinstance(await (await guest(service, "Bob")).join(one), Joined)
    assert (await ann.ask(Invite, "2")).code != two


async def test_only_the_leader_asks_for_links_and_revokes_them(service: GameService) -> None:
    ann, _ = await at_a_table(service)
    bob = await guest(service, "Bob")
    await bob.join((await ann.ask(Invite, "2")).code)
    for kind in (Invite, Revoke):
        assert (await bob.ask(kind, "2")).code == "not_allowed"
        assert (await ann.ask(kind, "9")).code == "unknown"


async def test_who_came_by_a_link_comes_back_by_it_after_its_end(
    world: World, service: GameService
) -> None:
    ann, _ = await at_a_table(service)
    bob, code = await guest(service, "Bob"), (await ann.ask(Invite, "2")).code
    await bob.join(code)
    later(world, WEEK + 1)
    again = Person(service)
    await again.hello("", bob.token)
    assert (await again.join(code)).seats == ("2",)


async def test_seats_that_are_added_later_get_links(service: GameService) -> None:
    ann, _ = await at_a_table(service)
    await ann.ask(Change, Settings("micro", party=3))
    code = (await ann.ask(Invite, "3")).code
    assert (await (await guest(service, "Bob")).join(code)).seats == ("3",)


async def test_a_renewal_from_one_process_counts_in_another(world: World) -> None:
    here, there = await world.service(), await world.service()
    await world.clock.advance(1)
    ann, _ = await at_a_table(here)
    old = (await ann.ask(Invite, "2")).code
    dora = await guest(there, "Dora")
    assert isinstance(await dora.join((await ann.ask(Invite)).code), Joined)
    await ann.ask(Revoke, "2")
    await world.clock.advance(1)
    assert isinstance(await (await guest(there, "Eve")).join(old), Refused)


async def test_a_table_of_an_earlier_release_keeps_its_links_until_they_are_renewed() -> None:
    new = seats.new_table(
        TableId("t1"), "Den", Member(PlayerId("ann"), "Ann"), Settings("micro", party=2)
    )
    fields = msgspec.to_builtins(new)
    del fields["invites"]
    doc = decode(msgspec.msgpack.encode(fields))
    code = invites.code_of(doc, SeatId("2"))
    assert invites.opened_by(doc, code, now=10**15) == "2"
    doc = decode(encode(invites.revoked(doc, SeatId("2"))))
    assert invites.opened_by(doc, code, now=0) is None
    assert invites.opened_by(doc, invites.code_of(doc, SeatId("1")), now=10**15) == "1"


@pytest.mark.parametrize("code", ["", "x", "t1.1", "t1.s.", "t1.1." + "0" * 24, "é.1.x"])
def test_every_code_is_compared_in_constant_time_with_every_seats(
    code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    compared: list[bytes] = []

    def same(known: bytes, given: bytes) -> bool:
        compared.append(given)
        return hmac.compare_digest(known, given)

    doc = seats.new_table(
        TableId("t1"), "Den", Member(PlayerId("ann"), "Ann"), Settings("micro", party=4)
    )
    monkeypatch.setattr(invites, "same", same)
    assert invites.opened_by(invites.open_all(doc, 0), code, 0) is None
    assert compared == [code.encode()] * 5


def test_codes_of_two_tables_have_nothing_in_common() -> None:
    doc = seats.new_table(
        TableId("t1"), "Den", Member(PlayerId("ann"), "Ann"), Settings("micro", party=2)
    )
    other = seats.new_table(
        TableId("t1"), "Den", Member(PlayerId("ann"), "Ann"), Settings("micro", party=2)
    )
    assert doc.key != other.key
    assert len(bytes.fromhex(doc.key)) == 32
    assert invites.code_of(doc, SeatId("1")) != invites.code_of(other, SeatId("1"))
    assert invites.code_of(doc, SeatId("1")) != invites.code_of(doc, SeatId("2"))
    renewed = replace(doc, renewed={"1": 1})
    assert invites.code_of(doc, SeatId("1")) != invites.code_of(renewed, SeatId("1"))


async def test_a_public_table_is_open_to_whoever_has_a_dead_link(
    world: World, service: GameService
) -> None:
    ann, _ = await at_a_table(service, public=True)
    code = (await ann.ask(Invite, "2")).code
    later(world, WEEK + 1)
    bob = await guest(service, "Bob")
    assert (await bob.join(code)).seats == ()
    await bob.ask(Claim, "2")


async def test_a_code_says_what_it_leads_to_and_brings_nobody_there(
    world: World, service: GameService
) -> None:
    """Given a private table, then whoever has a seat's code learns who leads it, what is played,
    and whether the seat is free; nobody comes to the table by it."""
    ann, table = await at_a_table(service)
    code = (await ann.ask(Invite, "2")).code
    bob = await guest(service, "Bob")
    for is_taken in (False, True):
        found = await bob.ask(ReadInvite, code)
        assert isinstance(found, Invitation)
        assert (found.seat, found.leader, found.taken) == ("2", "Ann", is_taken)
        assert (found.table.encounter, found.table.party) == ("micro", 2)
        names = [one.name for one in ann.last(TableState).members]
        assert names == ["Ann", "Eve"][: 1 + is_taken]
        if not is_taken:
            assert isinstance(await (await guest(service, "Eve")).join(code), Joined)
    watching = await bob.ask(ReadInvite, (await ann.ask(Invite)).code)
    assert (watching.seat, watching.taken) == ("", False)
    assert watching.table.table == table


async def test_a_code_that_leads_nowhere_is_refused_when_it_is_looked_at(
    world: World, service: GameService
) -> None:
    """Given a code that has ended, a guessed one, one of no table, then each is refused with its
    reason, and a guess tells nothing about the table."""
    ann, table = await at_a_table(service)
    code = (await ann.ask(Invite, "2")).code
    bob = await guest(service, "Bob")
    guessed = await bob.ask(ReadInvite, f"{table}.2.{'0' * invites.CODE_CHARS}")
    nowhere = await bob.ask(ReadInvite, "t0.2.0")
    assert (guessed.code, guessed.text) == (nowhere.code, nowhere.text) == ("unknown", nowhere.text)
    later(world, WEEK)
    ended = await bob.ask(ReadInvite, code)
    assert isinstance(ended, Refused)
    assert "ended" in ended.text
