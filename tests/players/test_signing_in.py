"""Tokens: one opens one identity, can be exchanged for another, and can be made worthless."""

import hmac
from typing import Any

import pytest

from protocol.ids import TableId
from protocol.replies import Bye, Refused, Welcome
from protocol.requests import Create, ListTables, NewToken
from protocol.tables import Settings
from server.players import identity
from server.players.identity import PlayerDoc, Players
from server.players.limits import DAY, Limits
from server.runtime.refusal import Refusal
from server.service.game_service import GameService
from server.store.memory import MemoryStore
from tests.service.conftest import World
from tests.service.people import Person
from tests.tables.test_invites import later
from tests.tables.test_seats import guest


async def known(service: GameService, token: str) -> Person:
    """Somebody on a further connection."""
    person = Person(service)
    assert isinstance(await person.hello("", token), Welcome)
    return person


async def test_a_new_token_opens_the_same_identity(service: GameService) -> None:
    ann = await guest(service, "Ann")
    new = await ann.ask(NewToken)
    assert new.token != ann.token
    again = await Person(service).hello("", new.token)
    assert (again.player, again.name) == (ann.player, "Ann")


async def test_the_old_token_ends_with_the_first_hello_by_the_new_one_and_not_before(
    service: GameService,
) -> None:
    """Given a new token whose answer may have been lost, then the old one opens still."""
    ann = await guest(service, "Ann")
    new = await ann.ask(NewToken)
    await known(service, ann.token)
    await known(service, new.token)
    refused = await Person(service).hello("", ann.token)
    assert isinstance(refused, Refused)
    assert refused.code == "bad_token"
    await known(service, new.token)


async def test_a_token_that_was_never_used_ends_when_another_is_asked_for(
    service: GameService,
) -> None:
    ann = await guest(service, "Ann")
    lost, new = await ann.ask(NewToken), await ann.ask(NewToken)
    refused = await Person(service).hello("", lost.token)
    assert isinstance(refused, Refused)
    await known(service, new.token)


async def test_signing_out_everywhere_ends_the_connections_of_the_old_token(
    service: GameService,
) -> None:
    """Given a thief with the token, when its owner comes back with a new one, then he has to go."""
    ann = await guest(service, "Ann")
    thief = await known(service, ann.token)
    new = await ann.ask(NewToken)
    back = await known(service, new.token)
    assert thief.last(Bye).code == "replaced"
    assert "signed out" in thief.last(Bye).text
    assert ann.all(Bye)
    assert not back.all(Bye)


async def test_signing_out_reaches_the_other_processes(world: World) -> None:
    here, there = await world.service(), await world.service()
    await world.clock.advance(1)
    ann = await guest(here, "Ann")
    thief = await known(there, ann.token)
    await known(here, (await ann.ask(NewToken)).token)
    await world.clock.advance(1)
    assert (await thief.until(lambda: thief.all(Bye)))[0].code == "replaced"


async def test_who_says_hello_while_being_signed_out_is_sent_away_as_well(
    service: GameService,
) -> None:
    ann = await guest(service, "Ann")
    service.connections.sign_out(ann.player, 1)
    late = Person(service)
    await late.hello("", ann.token)
    assert late.last(Bye).code == "replaced"


async def test_the_store_holds_no_token_only_hashes(world: World, service: GameService) -> None:
    ann = await guest(service, "Ann")
    new = await ann.ask(NewToken)
    await ann.ask(Create, Settings("micro"))
    stored = (await world.store.get("player", ann.player) or (0, b""))[1]
    for token in (ann.token, new.token):
        assert token.partition(".")[2].encode() not in stored


async def test_secrets_are_compared_in_constant_time_also_for_nobody(
    service: GameService, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever is wrong with a token, two whole hashes are compared, and by nothing else."""
    compared: list[tuple[int, int]] = []

    def same(one: str, other: str) -> bool:
        compared.append((len(one), len(other)))
        return hmac.compare_digest(one, other)

    class Never(str):
        def __eq__(self, other: object) -> bool:
            raise AssertionError("a secret is compared by its letters")

        __hash__ = str.__hash__

    ann = await guest(service, "Ann")
    monkeypatch.setattr(identity, "_same", same)
    monkeypatch.setattr(identity, "_hash", lambda text, plain=identity._hash: Never(plain(text)))
    for token in (f"{ann.player}.wrong", "p0000000000000000.wrong", "..", ann.player):
        compared.clear()
        assert isinstance(await Person(service).hello("", token), Refused)
        assert compared == [(64, 64), (64, 64)]


async def test_two_who_change_a_player_at_once_both_count(monkeypatch: pytest.MonkeyPatch) -> None:
    """Given a token that changes while the last table is noted, then the old one is not back."""
    store = MemoryStore()
    players = Players(store)
    ann = await players.hello(None, "Ann")
    new = await players.new_token(ann.player)
    plain_put = store.put

    async def late(*args: Any) -> int:
        monkeypatch.setattr(store, "put", plain_put)
        await players.hello(new, "")
        return await plain_put(*args)

    monkeypatch.setattr(store, "put", late)
    await players.remember_table(ann.player, TableId("t1"))
    with pytest.raises(Refusal):
        await players.hello(ann.token, "")
    assert (await players.hello(new, "")).table == "t1"


async def test_players_of_an_earlier_release_are_known() -> None:
    import msgspec

    store = MemoryStore()
    old = {"hash": identity._hash("secret"), "name": "Ann", "table": "t1"}
    await store.put("player", "p1", msgspec.msgpack.encode(old))
    assert (await Players(store).hello("p1.secret", "")).name == "Ann"
    assert PlayerDoc("", "").generation == 0


async def test_a_player_has_so_many_connections_and_a_newer_one_ends_the_oldest(
    world: World,
) -> None:
    reached: list[str] = []
    service = await world.service(limits=Limits(connections=2, reached=reached.append))
    ann = await guest(service, "Ann")
    second = await known(service, ann.token)
    third = await known(service, ann.token)
    assert ann.last(Bye).code == "replaced"
    assert not second.all(Bye)
    assert reached == ["connections"]
    service.depart(second.visitor)
    await known(service, ann.token)
    assert not third.all(Bye)


async def test_a_player_opens_so_many_tables_a_day_in_all_processes(world: World) -> None:
    reached: list[str] = []
    limits = Limits(tables=2, reached=reached.append)
    here, there = await world.service(limits=limits), await world.service(limits=limits)
    ann = await guest(here, "Ann")
    elsewhere = await known(there, ann.token)
    await ann.ask(Create, Settings("micro"))
    await elsewhere.ask(Create, Settings("micro"))
    refused = await ann.ask(Create, Settings("micro"))
    assert refused.code == "too_fast"
    assert "2 tables" in refused.text
    assert reached == ["tables"]
    bob = await guest(here, "Bob")
    assert (await bob.ask(Create, Settings("micro"))).table
    assert (await ann.ask(ListTables)).tables == ()
    later(world, DAY + 1)
    assert (await ann.ask(Create, Settings("micro"))).table
