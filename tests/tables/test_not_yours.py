"""A private table does not exist for who is not invited: no request tells it from one that is not.

Every request of the protocol is asked with every id and name of a private table in every field that
could hold one, and with ids of nothing. Both answers must be the same, to the byte.
"""

import json
import re
import secrets
import typing
from typing import Any

import msgspec
import pytest

from protocol.codec import Malformed
from protocol.codec import json as wire
from protocol.ids import BattleId, PlayerId, TableId
from protocol.replies import Joined, Refused, Snapshot
from protocol.requests import Create, Invite, Join, ListTables, Ready, Replay, Request, Start, Watch
from protocol.tables import Settings
from server.service.game_service import GameService
from server.tables import invites
from tests.fuzz.seeds import _fields as plain_fields
from tests.service.conftest import Party, World, gather
from tests.service.people import Person
from tests.tables.test_seats import guest

KINDS: tuple[type[msgspec.Struct], ...] = typing.get_args(Request)
IDS = re.compile(r"[tbp]?[0-9a-f]{16,}|p[0-9a-f]+\.[\w-]+")


class Names(typing.NamedTuple):
    """What somebody might know, or guess, of a table."""

    table: TableId
    battle: BattleId
    player: PlayerId
    invite: str
    seat_invite: str


def of(party: Party) -> Names:
    """Those of a table, with codes that were never given."""
    return Names(
        party.table,
        party.battle,
        party["1"].player,
        f"{party.table}.s.{'0' * 24}",
        f"{party.table}.1.{'0' * 24}",
    )


def of_nothing() -> Names:
    """As long, and of the same letters."""
    table = f"t{secrets.token_hex(8)}"
    battle, player = f"b{secrets.token_hex(16)}", f"p{secrets.token_hex(8)}"
    return Names(
        TableId(table),
        BattleId(battle),
        PlayerId(player),
        f"{table}.s.{'0' * 24}",
        f"{table}.1.{'0' * 24}",
    )


def asking(kind: type[msgspec.Struct], names: Names) -> list[list[Any]]:
    """A request with each name in each field that takes a text, as plain arrays."""
    plain = msgspec.to_builtins(kind(1, *plain_fields(kind)))
    texts = [at for at, field in enumerate(plain) if at > 1 and isinstance(field, str)]
    return [[*plain[:at], name, *plain[at + 1 :]] for at in texts for name in names]


async def stranger(service: GameService, *, at_a_table: bool) -> Person:
    """Somebody who has nothing to do with the table, and perhaps plays at another one."""
    eve = await guest(service, "Eve")
    if at_a_table:
        await eve.ask(Create, Settings("micro", party=1, options={}), "Eve's")
        await eve.join((await eve.ask(Invite, "1")).code)
        await eve.ask(Ready, True, "luck")
        await eve.ask(Start)
        await eve.reaches(1)
    return eve


async def told(eve: Person, plain: list[Any]) -> str:
    """All that somebody is told because of a request, with every id made the same."""
    try:
        request = wire.request(json.dumps(plain))
    except Malformed as fault:
        return fault.code  # by its form alone, before anybody has looked at what it names
    before = len(eve.heard)
    await eve.service.handle(eve.visitor, request)
    await eve.ask(ListTables)
    heard = [message for message in eve.heard[before:] if getattr(message, "ref", 0) != eve.ref]
    return IDS.sub("ID", b"\n".join(map(wire.encode, heard)).decode())


@pytest.mark.parametrize("at_a_table", [False, True], ids=["alone", "at another table"])
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: str(kind.__struct_config__.tag))
async def test_a_request_is_answered_as_if_the_table_were_not_there(
    service: GameService, kind: type[msgspec.Struct], at_a_table: bool
) -> None:
    party = await gather(service)
    heard = [len(person.heard) for person in party.people.values()]
    for real, none in zip(asking(kind, of(party)), asking(kind, of_nothing()), strict=True):
        eve = await stranger(service, at_a_table=at_a_table)
        bob = await stranger(service, at_a_table=at_a_table)
        assert await told(eve, real) == await told(bob, none)
    assert [len(person.heard) for person in party.people.values()] == heard, "they noticed"


async def test_who_belongs_there_is_answered_otherwise(service: GameService) -> None:
    """The test above would see a difference: a member is let in, and shown the battle."""
    party = await gather(service)
    bob = Person(service)
    await bob.hello("", party["2"].token)
    assert isinstance(await bob.join(table=party.table), Joined)
    await bob.ask(Watch, party.battle)
    assert bob.last(Snapshot).battle == party.battle
    eve = await stranger(service, at_a_table=True)
    assert (await eve.ask(Watch, party.battle)).code == "unknown"
    assert (await eve.ask(Replay, party.battle)).code == "unknown"
    assert (await eve.ask(Join, "", party.table)).code == "unknown"


async def test_a_private_table_is_in_no_list_and_leaves_it_when_it_becomes_private(
    world: World, service: GameService
) -> None:
    from protocol.requests import Change

    eve, ann = await guest(service, "Eve"), await guest(service, "Ann")
    await gather(service)
    assert (await eve.ask(ListTables)).tables == ()
    public = await ann.ask(Create, Settings("micro", public=True))
    assert [line.table for line in (await eve.ask(ListTables)).tables] == [public.table]
    await ann.ask(Change, Settings("micro"))
    assert (await eve.ask(ListTables)).tables == ()
    refused = await eve.join(table=public.table)
    assert isinstance(refused, Refused)


async def test_ids_cannot_be_guessed(service: GameService) -> None:
    """A battle's id, which opens its replay, has 128 random bits; a table's and a player's 64."""
    ids = {kind: set[str]() for kind in "tbp"}
    for _ in range(50):
        ann = await guest(service, "Ann")
        joined = await ann.ask(Create, Settings("micro"))
        upcoming = service.tables[joined.table].doc.upcoming
        for each in (joined.table, upcoming, ann.player):
            ids[each[0]].add(each[1:])
    for kind, letters in (("t", 16), ("b", 32), ("p", 16)):
        assert len(ids[kind]) == 50
        assert all(re.fullmatch(rf"[0-9a-f]{{{letters}}}", each) for each in ids[kind])
    assert 4 * invites.CODE_CHARS >= 96
