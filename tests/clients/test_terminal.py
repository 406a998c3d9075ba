"""People at terminals: they sit down by a link, play by typing, talk, vote, watch, and leave."""

import asyncio
import io
import os
from collections.abc import Awaitable, Callable
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request as UrlRequest
from urllib.request import urlopen

import pytest

from clients import verify_dice
from clients.sdk import Client, connect
from clients.terminal import play, step_through, watch
from clients.terminal.lines import Lines
from clients.terminal.screen import Screen
from protocol import replay_file
from protocol.requests import Claim
from protocol.tables import Settings
from server.rules.engine import foresight
from tests.clients.conftest import Serve, site_of

PATIENCE = 60.0


class Paper(io.StringIO):
    """A text file that says when something has been written."""

    def __init__(self) -> None:
        super().__init__()
        self.written = asyncio.Event()

    def write(self, text: str) -> int:
        self.written.set()
        return super().write(text)


class Person:
    """Somebody at a terminal whose lines a test types; `screen` is everything that was shown."""

    def __init__(self, *, types: bool = True) -> None:
        self.out = Paper()
        read, self._write = os.pipe()
        self.lines = Lines(os.fdopen(read, "r", encoding="utf-8"))
        self.lines.is_terminal = types
        self.task: asyncio.Task[int] | None = None

    def sit(self, link: str, name: str) -> "Person":
        screen = Screen(self.out)
        self.task = asyncio.create_task(play(link, name, screen=screen, lines=self.lines))
        return self

    def look(self, link: str) -> "Person":
        screen = Screen(self.out)
        self.task = asyncio.create_task(watch(link, screen=screen, lines=self.lines))
        return self

    def type(self, *lines: str) -> None:
        os.write(self._write, "".join(line + "\n" for line in lines).encode())

    def hang_up(self) -> None:
        os.close(self._write)

    @property
    def screen(self) -> str:
        return self.out.getvalue()

    async def sees(self, text: str) -> None:
        """Wait until a text has been shown since this was asked last, as long as it takes."""
        async with asyncio.timeout(PATIENCE):
            while text not in self.screen[self._seen :]:
                self.out.written.clear()
                await self.out.written.wait()
        self._seen = self.screen.index(text, self._seen) + len(text)

    _seen = 0

    async def leaves(self) -> int:
        assert self.task is not None
        async with asyncio.timeout(PATIENCE):
            return await self.task


async def den(client: Client, party: int = 1, **fields: Any) -> list[str]:
    """A table; gives the links of its seats, and last the spectators'."""
    await client.create(Settings("jailbreak", party=party, **fields), "Den")
    seats = [str(number) for number in range(1, party + 1)]
    return [await client.invite(seat) for seat in (*seats, "")]


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


def _table(client: Client) -> Any:
    assert client.table is not None
    return client.table


def _ready(client: Client) -> bool:
    return all(chair.ready for chair in _table(client).chairs)


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


async def test_a_person_creates_an_adventurer_moves_and_engages_by_typing(serve: Serve) -> None:
    async with connect(site_of(await serve()), "Lead") as lead:
        ann = await _laying_out_rows(lead)
        ann.type("1", "2")
        await ann.sees("The left end of row 1 holds one token.")
        ann.type("3", "5", "7", "8")
        await ann.sees("Nord (1) is created")
        await ann.sees("hex>")
        ann.type("1", "1")
        await ann.sees("Move up to 2 hexes.")
        ann.type("1")
        await ann.sees("where to>")
        assert "[1]" in ann.screen
        ann.type("1")
        await ann.sees("Nord (1) moves to")
        ann.type("1")
        await ann.sees("Engage")
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
    engage = [line for line in ann.screen.splitlines() if "Engage: choose" in line][-1]
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


async def test_talk_pings_presence_and_commands_reach_everybody(serve: Serve) -> None:
    async with connect(site_of(await serve()), "Lead") as lead:
        first, second, to_watch = await den(lead, 2)
        ann, bob, eve = Person().sit(first, "Ann"), Person().sit(second, "Bob"), Person()
        eve.look(to_watch)
        for person in (ann, bob, eve):
            await person.sees("Table 'Den'")
        ann.type("/say Hello Bob", "/ping 3, -2")
        for person in (bob, eve):
            await person.sees("Ann: Hello Bob")
            await person.sees("Ann points at 3,-2.")
        eve.type("/say I watch", "/map", "/who", "1")
        await ann.sees("I watch")
        await eve.sees("There is no battle to show.")
        await eve.sees("seat 1: Ann")
        await eve.sees("Nothing is asked of you now.")
        for person in (ann, bob, eve):
            person.type("/quit")
            assert await person.leaves() == 0


async def test_the_leader_runs_the_table_from_the_lobby(serve: Serve) -> None:
    server = await serve()
    async with connect(site_of(server), "Old") as old:
        *_, code = await den(old, 2)
        await old.call(Claim(0, "2"), object)
        await old.hand_over("2", old.session.player)
        link = await old.invite("1")
        ann = Person().sit(link, "Ann")
        await ann.sees("1. Get ready")
        ann.type("1")
        await ann.sees("Wait, I am not ready")
        ann.type("1")
        await ann.sees("Get ready")
        assert code
        ann.type("/quit")
        await ann.leaves()


async def test_a_leader_puts_bots_shows_links_and_starts(serve: Serve) -> None:
    server = await serve()
    async with connect(site_of(server), "Ann", tokens=None) as first:
        await first.create(Settings("jailbreak", party=2), "Den")
        link = await first.invite("1")
        leader = Person()
        token = first.session.token
        assert token is not None
        await _as(token, leader, link)
        await leader.sees("Let a bot play seat 2")
        leader.type(_number(leader, "Show the invite links"))
        await leader.sees("to watch:")
        await leader.sees(f"{site_of(server)}/#join=t")
        leader.type(_number(leader, "Let a bot play seat 2"))
        await leader.sees("seat 2: bot sensible")
        leader.type("1")
        await leader.sees("Start the battle")
        leader.type("d")
        await leader.sees("Choose a race.")
        leader.type("/quit")
        await leader.leaves()


async def _as(token: str, person: Person, link: str) -> None:
    """Sit somebody down who is known to the server already."""
    from clients.sdk import Tokens, parse_link

    parsed = parse_link(link)
    Tokens().keep(f"{parsed.site} {parsed.code}", token)
    person.sit(link, "Ann")


def _number(person: Person, step: str) -> str:
    line = next(x for x in reversed(person.screen.splitlines()) if step in x)
    return line.split(".")[0].strip()


async def test_a_seats_link_leads_back_to_the_seat_after_a_break(serve: Serve) -> None:
    async with connect(site_of(await serve()), "Lead") as lead:
        link, _ = await den(lead)
        for _ in range(2):
            ann = Person().sit(link, "Ann")
            await ann.sees("seat 1: Ann (you")
            ann.type("/quit")
            assert await ann.leaves() == 0
        assert len([m for m in _table(lead).members if m.name == "Ann"]) == 1


async def test_a_player_takes_an_answer_back(serve: Serve) -> None:
    async with connect(site_of(await serve()), "Lead") as lead:
        link, _ = await den(lead)
        ann = Person().sit(link, "Ann")
        await ann.sees("Get ready")
        ann.type("/undo", "1")
        await ann.sees("nothing yet that could be taken back")
        await lead.until(lambda: _ready(lead))
        await lead.start()
        await ann.sees("Choose a race.")
        ann.type("nord")
        await ann.sees("Choose your starting skill line.")
        ann.type("/undo")
        await ann.sees("took back what came after version 1")
        await ann.sees("Choose a race.")
        ann.type("/quit")
        await ann.leaves()


async def test_an_undo_that_others_have_to_agree_to_is_voted_on(serve: Serve) -> None:
    async with connect(site_of(await serve()), "Lead") as lead:
        first, second, _ = await den(lead, 2)
        ann, bob = Person().sit(first, "Ann"), Person().sit(second, "Bob")
        for person in (ann, bob):
            await person.sees("Get ready")
            person.type("1")
        await lead.until(lambda: _ready(lead))
        await lead.start()
        await ann.sees("Choose a race.")
        ann.type("nord")
        await ann.sees("starting skill line")
        ann.type("one hand")
        await ann.sees("attribute rows")
        ann.type("d")
        await bob.sees("Choose a race.")
        bob.type("orc")
        await bob.sees("starting skill line")
        ann.type("/undo")
        await bob.sees("Type /yes or /no.")
        bob.type("no")
        await ann.sees("The table does not go back.")
        ann.type("/undo")
        await bob.sees("Type /yes or /no.")
        bob.type("/yes")
        await ann.sees("The undo is granted.")
        await ann.sees("attribute rows")
        for person in (ann, bob):
            person.type("/quit")
            await person.leaves()


async def test_a_bot_can_take_over_and_give_back_a_seat(serve: Serve) -> None:
    async with connect(site_of(await serve()), "Lead") as lead:
        link, _ = await den(lead)
        ann = Person().sit(link, "Ann")
        await ann.sees("Get ready")
        ann.type("1")
        await lead.until(lambda: _ready(lead))
        await lead.start()
        await ann.sees("Choose a race.")
        ann.type("/auto", "/bot random")
        await ann.sees("What may be passed is passed for seat 1")
        await lead.until(lambda: bool(lead.view and lead.view.version > 3))
        ann.type("/claim 1", "/quit")
        assert await ann.leaves() == 0


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


Failing = Callable[..., Awaitable[int]]


@pytest.mark.parametrize("visit", [play, watch])
async def test_what_cannot_be_reached_or_opened_is_said_in_a_line(
    serve: Serve, visit: Failing
) -> None:
    site = site_of(await serve())
    for link, said in (
        ("http://127.0.0.1:9/join/x", "cannot be reached"),
        ("nonsense://", "is no link to a server"),
        (f"{site}/join/t1.1.abc", "Refused: "),
    ):
        out = io.StringIO()
        assert await visit(link, screen=Screen(out), lines=Lines(io.StringIO())) == 1
        assert said in out.getvalue()
        assert "Traceback" not in out.getvalue()


async def test_a_spectator_whose_input_ends_leaves(serve: Serve) -> None:
    async with connect(site_of(await serve()), "Lead") as lead:
        *_, to_watch = await den(lead)
        eve = Person().look(to_watch)
        await eve.sees("Table 'Den'")
        eve.hang_up()
        assert await eve.leaves() == 0
