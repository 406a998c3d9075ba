"""People play at terminals: by typing, by a script, over a broken connection."""

import asyncio
import io
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request as UrlRequest
from urllib.request import urlopen

import pytest

from clients import verify_dice
from clients.sdk import Client, connect
from clients.terminal import Lines, Screen, play, step_through, watch
from protocol import replay_file
from server.rules.engine import foresight
from tests.clients.conftest import Serve, site_of
from tests.clients.terminal.person import PATIENCE, Person, _ready, _table, den


class Endless(io.StringIO):
    """A pipe that says the same for ever, as `yes d` does."""

    def readline(self, *_: Any) -> str:  # type: ignore[override]
        return "d\n"


async def test_four_piped_terminals_and_two_spectators_finish_a_jailbreak(serve: Serve) -> None:
    async with connect(site_of(await serve()), "Lead") as lead:
        *links, to_watch = await den(lead, 4)
        outs = [io.StringIO() for _ in range(6)]
        work = [
            play(link, f"P{at}", screen=Screen(out), lines=Lines(Endless()))
            for at, (link, out) in enumerate(zip(links, outs, strict=False), 1)
        ]
        work += [
            watch(to_watch, screen=Screen(out), lines=Lines(io.StringIO())) for out in outs[4:]
        ]
        tasks = [asyncio.create_task(each) for each in work]
        await lead.until(lambda: _ready(lead) and _table(lead).spectators == 2)
        await lead.start()
        async with asyncio.timeout(PATIENCE):
            assert await asyncio.gather(*tasks) == [0] * 6
        assert lead.view is not None
        verdict = {"victory": "Victory!", "defeat": "Defeat.", "retreat": "The party retreats."}
        link = await lead.share(lead.view.battle)
        for out in outs:
            assert verdict[lead.view.state["outcome"]] in out.getvalue()
            assert f"{link}\n" in out.getvalue()
            assert "\x1b" not in out.getvalue()
            lines = out.getvalue().splitlines()
            assert all(len(line) <= 90 for line in lines if link not in line)
        assert "Choose a race." in outs[0].getvalue()
        assert "Choose a race." not in outs[4].getvalue()
        address = f"{lead.link.site}/replay/{lead.view.battle}"
        with pytest.raises(HTTPError, match="404"):
            await asyncio.to_thread(urlopen, address)
        wanted = UrlRequest(address, headers={"Hexwarden-Share": link.partition("&share=")[2]})
        file = await asyncio.to_thread(lambda: urlopen(wanted).read())
        assert verify_dice.check(file).endswith("the promise was kept")
        shown = io.StringIO()
        assert step_through(replay_file.read(file), ["n 9999"], Screen(shown)) == 0
        assert verdict[lead.view.state["outcome"]] in shown.getvalue()


async def _laying_out_rows(lead: Client) -> Person:
    """Somebody alone at a table of `lead`'s: a Nord of One Hand & Shield, rows still to lay out."""
    link, _ = await den(lead)
    ann = Person().sit(link, "Ann")
    await ann.sees("1. Get ready")
    ann.type("1")
    await lead.until(lambda: _ready(lead))
    await lead.start()
    await ann.sees("Choose a race.")
    ann.type("nord")
    await ann.sees("Choose your starting skill line.")
    ann.type("one hand")
    await ann.sees("Lay out your attribute rows.")
    return ann


async def test_an_adventurer_is_called_as_its_player_has_typed_at_the_table(serve: Serve) -> None:
    """Given a name that is typed before the battle, then the new adventurer bears it."""
    async with connect(site_of(await serve()), "Lead") as lead:
        link, _ = await den(lead)
        ann = Person().sit(link, "Ann")
        await ann.sees("1. Get ready")
        ann.type("/name Ysa the Bold")
        await lead.until(lambda: _table(lead).chairs[0].adventurer == "Ysa the Bold")
        await ann.sees("plays Ysa the Bold")
        ann.type("1")
        await lead.until(lambda: _ready(lead))
        await lead.start()
        await ann.sees("Choose a race.")
        ann.type("nord")
        await ann.sees("Choose your starting skill line.")
        ann.type("one hand")
        await ann.sees("Lay out your attribute rows.")
        ann.type("d")
        await ann.sees("Ysa the Bold, a Nord, is created")
        ann.type("/name Late")
        await ann.sees("names are given before it begins")
        ann.type("/quit")
        assert await ann.leaves() == 0


async def test_an_adventurer_is_named_while_it_is_made(serve: Serve) -> None:
    """Given a name that is typed between two questions of creation, then the next answer carries
    it, and the adventurer bears it."""
    async with connect(site_of(await serve()), "Lead") as lead:
        ann = await _laying_out_rows(lead)
        ann.type("/name Brannic")
        await ann.sees("Your adventurer is called Brannic, from your next answer on.")
        ann.type("d")
        await ann.sees("Brannic, a Nord, is created")
        ann.type("/quit")
        assert await ann.leaves() == 0


async def test_a_person_creates_an_adventurer_moves_and_engages_by_typing(serve: Serve) -> None:
    async with connect(site_of(await serve()), "Lead") as lead:
        ann = await _laying_out_rows(lead)
        ann.type("1", "2")
        await ann.sees("The left end of row 1 holds one token.")
        ann.type("3", "5", "7", "8")
        await ann.sees(", a Nord, is created")
        await ann.sees("hex>")
        ann.type("1", "1")
        await ann.sees("Move up to 2 hexes.")
        ann.type("1")
        await ann.sees("where to>")
        assert "[1]" in ann.screen
        ann.type("1")
        await ann.sees(" moves to ")
        ann.type("1")
        await ann.sees("Attack")
        ann.type("/quit")
        assert await ann.leaves() == 0
        assert lead.view is not None
        assert lead.view.state["adventurers"]["a1"]["race"] == "nord"
        assert lead.view.state["turn"]["moves"] == 1


async def _planning_an_engage(lead: Client) -> Person:
    """Somebody alone at a table of `lead`'s who has chosen a die to engage with."""
    ann = await _laying_out_rows(lead)
    ann.type("d")
    await ann.sees("hex>")
    ann.type("1", "1")
    await ann.sees("what?>")
    engage = [line for line in ann.screen.splitlines() if "Attack: choose" in line][-1]
    ann.type(engage.split(".")[0].strip())
    await ann.sees("form>")
    ann.type("1")
    await ann.sees("dice>")
    ann.type("1", "ok")
    return ann


async def test_the_odds_of_an_engage_are_shown_before_it_is_sent(serve: Serve) -> None:
    """Given a planned engage, then what its dice can do is told first, and nothing is rolled before
    the player says so."""
    async with connect(site_of(await serve()), "Lead") as lead:
        ann = await _planning_an_engage(lead)
        await ann.sees("1/6 +1 tenacity")
        await ann.sees("Press Enter to roll")
        assert lead.view is not None
        assert lead.view.state["turn"]["engages"] == 0
        ann.type("")
        await ann.sees("engages nobody")
        ann.type("/quit")
        assert await ann.leaves() == 0


async def test_a_plan_that_cannot_be_foreseen_says_so_and_is_sent_all_the_same(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given an engage with too many possibilities, then the server's sentence stands in place
    of the odds, and the player may roll as always."""
    monkeypatch.setattr(foresight, "MOST_STEPS", 0)
    async with connect(site_of(await serve()), "Lead") as lead:
        ann = await _planning_an_engage(lead)
        await ann.sees("too many possibilities to foresee")
        await ann.sees("Press Enter to roll")
        ann.type("")
        await ann.sees("engages nobody")
        ann.type("/quit")
        assert await ann.leaves() == 0


async def test_a_refused_line_is_told_and_asked_again(serve: Serve) -> None:
    async with connect(site_of(await serve()), "Lead") as lead:
        link, _ = await den(lead)
        ann = Person().sit(link, "Ann")
        await ann.sees("Get ready")
        ann.type("7", "1")
        await ann.sees("Type a number")
        await lead.until(lambda: _ready(lead))
        await lead.start()
        await ann.sees("Choose a race.")
        ann.type("99", "p", "?", "/nonsense")
        for said in (
            "Type a number from 1",
            "cannot be passed",
            "/say TEXT",
            "no command /nonsense",
        ):
            await ann.sees(said)
        ann.type("/quit")
        await ann.leaves()


async def test_a_terminal_whose_connection_breaks_says_so_and_goes_on(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[Client] = []
    opened = Client.open

    async def noted(self: Client) -> None:
        made.append(self)
        await opened(self)

    async with connect(site_of(await serve()), "Lead") as lead:
        link, _ = await den(lead)
        monkeypatch.setattr(Client, "open", noted)
        ann = Person().sit(link, "Ann")
        await ann.sees("Get ready")
        made[0].drop()
        await ann.sees("The connection is lost.")
        await ann.sees("Connected again.")
        ann.type("1")
        await lead.until(lambda: _ready(lead))
        ann.type("/quit")
        assert await ann.leaves() == 0


async def test_a_script_that_ends_early_leaves_the_table_after_its_last_line(serve: Serve) -> None:
    async with connect(site_of(await serve()), "Lead") as lead:
        link, _ = await den(lead)
        ann = Person(types=False).sit(link, "Ann")
        ann.type("1", "nord")
        ann.hang_up()
        await lead.until(lambda: _ready(lead))
        await lead.start()
        assert await ann.leaves() == 0
        await lead.until(lambda: bool(lead.view and lead.view.version == 2))
        assert "number> nord" in ann.screen
