"""`hexwarden play`: one command, and there is a server, a table, bots and links."""

import asyncio
import contextlib
import json
import re
import signal
from pathlib import Path
from typing import Any

from clients.sdk import HexwardenError, connect
from protocol.ids import SeatId
from server.commands.bots import sensible
from tests.e2e.commands import HEXWARDEN, PATIENCE, environment, run
from tests.e2e.terminal import BOLD, Terminal

LINK = re.compile(r"^  (seat \d|spectators) +(http\S+)$", re.MULTILINE)


class Play:
    """A running `hexwarden play`: the links it prints, the lines it logs."""

    def __init__(self, home: Path, said: str = "jailbreak, adept: the table is open.") -> None:
        self.home, self.said = home, said
        self.links: dict[str, str] = {}
        self._process: asyncio.subprocess.Process | None = None

    async def start(self, *flags: str) -> "Play":
        """Start it, and wait until the links have been printed."""
        where = ("--port", "0", "--data", str(self.home / "data"), "--log", "json")
        self._process = await asyncio.create_subprocess_exec(
            *(str(HEXWARDEN), "play", *where, "--bot-delay", "0", *flags),
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            env=environment(self.home),
        )
        assert self._process.stdout is not None
        printed = ""
        async with asyncio.timeout(PATIENCE):
            while "Ctrl-C" not in printed:
                line = await self._process.stdout.readline()
                assert line, printed
                printed += line.decode()
        assert self.said in printed, printed
        self.links = dict(LINK.findall(printed))
        return self

    async def logged(self, event: str) -> dict[str, Any]:
        """The next log line of a kind."""
        assert self._process is not None
        assert self._process.stderr is not None
        async with asyncio.timeout(PATIENCE):
            while line := await self._process.stderr.readline():
                said: dict[str, Any] = json.loads(line)
                assert said["level"] == "info", said
                if said["event"] == event:
                    return said
        raise AssertionError(f"there was no {event}")

    async def verifies_at_its_end(self) -> None:
        """The battle ends and is written out, Ctrl-C ends the server, and the file verifies."""
        battle = (await self.logged("battle.over"))["battle"]
        assert (await self.logged("replay.written"))["battle"] == battle
        assert await self.stop() == 0
        replay = self.home / "data" / "replays" / f"{battle}.hwr"
        verified = await run(self.home, "verify", str(replay))
        assert verified.code == 0, verified.err
        shown = await run(self.home, "replay", str(replay), stdin="e\nq\n")
        assert "- over -" in shown.out

    async def stop(self) -> int:
        """Press Ctrl-C; gives the exit code."""
        assert self._process is not None
        self._process.send_signal(signal.SIGINT)
        async with asyncio.timeout(PATIENCE):
            await self._process.communicate()
        return self._process.returncode or 0


async def test_two_people_follow_their_links_and_bots_play_the_rest(tmp_path: Path) -> None:
    play = await Play(tmp_path).start("--people", "2")
    assert list(play.links) == ["seat 1", "seat 2", "spectators"]
    one = await Terminal("join", play.links["seat 1"], "--name", "Ann").start(tmp_path)
    two = await Terminal("join", play.links["seat 2"], habit=BOLD).start(tmp_path)
    assert (await one.ended(), await two.ended()) == (0, 0)
    for person in (one, two):
        assert "/#replay=" in person.shown, person.shown[-2000:]
        assert len(person.typed) > 5
    await play.verifies_at_its_end()


async def test_without_people_the_bots_play_a_battle_by_themselves(tmp_path: Path) -> None:
    play = await Play(tmp_path).start("--people", "0")
    assert list(play.links) == ["spectators"]
    await play.verifies_at_its_end()


async def test_a_public_address_that_leads_nowhere_from_here_is_no_hindrance(
    tmp_path: Path,
) -> None:
    """Given an address that only others can reach, then the links carry it, and the battle is
    played all the same."""
    public = "http://hexwarden.invalid/games"
    play = await Play(tmp_path).start("--people", "0", "--host", "0.0.0.0", "--public-url", public)
    assert play.links["spectators"].startswith(f"{public}/#join=")
    await play.verifies_at_its_end()


async def to_day_one(link: str) -> tuple[Any, Any, Any]:
    """Follow the link of a seat, be ready whenever something can begin, and answer as a bot would
    until day 1 has begun. Returns the last state of the battle before (None for none), the
    session's, and the table's settings.
    """
    bot, before = sensible(), None
    async with connect(link, "Ann") as me:
        await me.join()
        while True:
            table = me.table
            if table is not None and table.phase != "playing" and not table.chairs[0].ready:
                await me.ready()
            await anext(me)
            state = me.view.state if me.view is not None else {}
            if state.get("day", 0) >= 1:
                assert me.table is not None
                return before, state, me.table.settings
            if state and "day" not in state:
                before = state
            if mine := tuple(me.questions()):
                chosen = bot.choose(state, SeatId("1"), mine)
                question = next(each for each in mine if each.id == chosen.question)
                with contextlib.suppress(HexwardenError):
                    await me.answer(question, chosen.picks)


async def test_a_newcomer_gets_from_nothing_into_day_one_and_comes_back_to_it(
    tmp_path: Path,
) -> None:
    """Given nothing, when somebody plays a campaign and follows their link, then day 1 of Black
    Marsh begins; when the command is given again, then it goes on, at the same table."""
    flags = ("--campaign", "--seats", "1", "--guild", "undaunted")
    play = await Play(tmp_path, "black-marsh, adept: the table is open.").start(*flags)
    seat = play.links["seat 1"]
    async with asyncio.timeout(PATIENCE):
        await to_day_one(seat)
    assert await play.stop() == 0
    again = await Play(tmp_path, "black-marsh, adept: session 1 goes on.").start("--campaign")
    assert again.links["seat 1"].partition("#")[2] == seat.partition("#")[2]
    assert await again.stop() == 0


async def test_a_campaign_that_begins_with_the_jailbreak_goes_on_with_its_classes(
    tmp_path: Path,
) -> None:
    """Given a campaign with the Jailbreak first, when that is over and its player is ready, then
    day 1 begins with the class it gave and with what the command says of the guild (JB-13)."""
    flags = ("--campaign", "--jailbreak", "--seats", "1", "--guild", "undaunted")
    play = await Play(tmp_path, "jailbreak, adept: the table is open.").start(*flags)
    async with asyncio.timeout(PATIENCE):
        battle, session, settings = await to_day_one(play.links["seat 1"])
    assert settings.options == {"guild": "undaunted", "prologue": "yes"}
    carried = [(each["race"], each["cls"]) for each in battle["adventurers"].values()]
    assert carried == [(each["race"], each["cls"]) for each in session["adventurers"].values()]
    assert all(cls for _, cls in carried)
    assert session["plan"]["quest"] == "undaunted"
    assert await play.stop() == 0
