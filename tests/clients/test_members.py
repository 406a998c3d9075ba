"""The leader lets a member go, and links to replays: by the SDK, and by typing at a terminal."""

import asyncio
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from clients.sdk import Client, Refusal, connect
from protocol import replay_file
from protocol.ids import TableId
from protocol.tables import Settings
from tests.clients.conftest import Serve, site_of
from tests.clients.terminal.person import Person, den, sits_as

PATIENCE = 60.0


async def ends(client: Client) -> str:
    """Why the server has ended a client's connection for good."""
    async with asyncio.timeout(PATIENCE):
        async for _ in client:
            pass
    return client.ended


async def opens(link: str) -> bool:
    """Whether a link to a replay gives its file."""
    site, _, place = link.partition("/#replay=")
    battle, _, key = place.partition("&share=")
    wanted = Request(f"{site}/replay/{battle}", headers={"Hexwarden-Share": key})
    try:
        file = await asyncio.to_thread(lambda: urlopen(wanted).read())
    except HTTPError as fault:
        fault.close()
        return fault.code != 404
    return replay_file.read(file).battle == battle


async def test_a_member_whom_the_leader_removes_comes_back_only_by_a_new_link(
    serve: Serve,
) -> None:
    """Given a member of a private table, when its leader removes them by the SDK, then their
    seat is free, their connection ends, and neither their link nor the table's id opens it."""
    server = await serve()
    async with connect(site_of(server), "Ann") as ann, connect(site_of(server), "Bob") as bob:
        place = await ann.create(Settings("micro", party=2))
        link = await ann.invite("2")
        await bob.join(connect(link).link.code)
        await ann.until(lambda: _names(ann) == ["Ann", "Bob"])
        with pytest.raises(Refusal) as refused:
            await bob.remove(ann.session.player)
        assert refused.value.code == "not_allowed"
        player, token = bob.session.player, bob.session.token
        await ann.remove(player)
        assert "no longer a member" in await ends(bob)
        await ann.until(lambda: _names(ann) == ["Ann"])
        assert ann.table is not None
        assert ann.table.chairs[1].player == ""
        with pytest.raises(Refusal) as refused:
            await ann.remove(player)
        assert refused.value.code == "unknown"
        async with connect(site_of(server), token=token or "") as again:
            for invite, table in ((connect(link).link.code, ""), ("", place)):
                with pytest.raises(Refusal) as refused:
                    await again.join(invite, table=TableId(table))
                assert refused.value.code == "unknown"
            await again.join(connect(await ann.invite("2")).link.code)
            assert again.seats == ("2",)


async def test_a_link_to_a_replay_opens_it_until_the_leader_renews_it(serve: Serve) -> None:
    """Given a battle at a private table, when its leader shares it by the SDK, then the link gives
    its file and nothing else does, until they renew it."""
    server = await serve()
    async with connect(site_of(server), "Ann") as ann:
        await ann.create(Settings("micro", party=1, options={"goal": "400"}))
        await ann.claim("1")
        await ann.ready()
        battle = await ann.start()
        link = await ann.share(battle)
        assert await ann.share(battle) == link
        assert await opens(link)
        assert not await opens(link.partition("&share=")[0])
        renewed = await ann.share(battle, renew=True)
        assert not await opens(link)
        assert await opens(renewed)


async def test_a_leader_removes_a_member_by_typing_the_name(serve: Serve) -> None:
    """Given a leader at a terminal, when they type a name that no member has, then they are told
    who there is; when they type a member's, then that one is sent away and told why. Nobody else
    can."""
    async with connect(site_of(await serve()), "Ann", tokens=None) as lead:
        first, second = (await den(lead, 2))[:2]
        await sits_as(lead.session.token or "", ann := Person(), first)
        await ann.sees("Show the invite links")
        bob = Person().sit(second, "Bob Bee")
        await ann.sees("Bob Bee")
        await bob.sees("Get ready")
        bob.type("/remove Ann")
        await bob.sees("Only the table's leader can do that.")
        ann.type("/remove Bob")
        await ann.sees("/remove takes one member's whole name. Members: Ann, Bob Bee.")
        ann.type("/remove Bob Bee")
        await bob.sees("You are no longer a member or guest of this table.")
        assert await bob.leaves() == 0
        await lead.until(lambda: _names(lead) == ["Ann"])
        ann.type("/quit")
        assert await ann.leaves() == 0


async def test_a_leader_sees_and_removes_a_guest_by_typing_the_name(serve: Serve) -> None:
    """Given a leader at a terminal, when somebody comes by the link for spectators, then they are
    told by name, and sent away when that is typed."""
    async with connect(site_of(await serve()), "Ann", tokens=None) as lead:
        (first,) = (await den(lead, 1))[:1]
        await sits_as(lead.session.token or "", ann := Person(), first)
        await ann.sees("Show the invite links")
        eve = Person().sit(await lead.invite(), "Eve")
        await ann.sees("came by the link for spectators: Eve")
        ann.type("/remove Bob")
        await ann.sees("/remove takes one member's whole name. Members: Ann. Guests: Eve.")
        ann.type("/remove Eve")
        await eve.sees("You are no longer a member or guest of this table.")
        assert await eve.leaves() == 0
        ann.type("/quit")
        assert await ann.leaves() == 0


async def test_a_player_is_shown_the_link_to_the_battle_by_typing(serve: Serve) -> None:
    """Given a battle at a private table, when a player types /share, then they are shown a link
    that gives its file."""
    async with connect(site_of(await serve()), "Lead") as lead:
        link, _ = await den(lead, 1)
        ann = Person().sit(link, "Ann")
        await ann.sees("1. Get ready")
        ann.type("/share")
        await ann.sees("There is no command /share.")
        ann.type("1")
        await lead.until(lambda: _is_ready(lead))
        await lead.start()
        await ann.sees("Choose a race.")
        ann.type("/share")
        await ann.sees("Replay:")
        await ann.sees("number>")
        link = ann.screen.rpartition("Replay:")[2].split()[0]
        assert await opens(link)
        ann.type("/quit")
        assert await ann.leaves() == 0


def _names(client: Client) -> list[str]:
    return [member.name for member in client.table.members] if client.table is not None else []


def _is_ready(client: Client) -> bool:
    return client.table is not None and all(chair.ready for chair in client.table.chairs)
