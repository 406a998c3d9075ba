"""A whole Jailbreak with real processes: server, four terminals, two in the audience, replay."""

import asyncio
import re
import urllib.error
import urllib.request
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from http import HTTPStatus
from pathlib import Path

import pytest

from clients.sdk import Client, connect
from protocol import replay_file
from protocol.ids import SeatId
from protocol.tables import Settings
from tests.e2e import forging
from tests.e2e.commands import HexwardenServer, run, verify_dice
from tests.e2e.terminal import BOLD, CAREFUL, Terminal

SEATS = ("1", "2", "3", "4")


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[HexwardenServer]:
    process = await HexwardenServer(tmp_path).start()
    yield process
    await process.end()


async def fetch(link: str) -> bytes:
    """A replay by its link; asked for again as long as the server says that it is not ready."""
    site, _, wish = link.partition("/#replay=")
    battle, _, key = wish.partition("&share=")
    wanted = urllib.request.Request(f"{site}/replay/{battle}", headers={"Hexwarden-Share": key})

    def get() -> bytes:
        with urllib.request.urlopen(wanted, timeout=30) as answer:
            body: bytes = answer.read()
            return body

    async with asyncio.timeout(30):
        while True:
            try:
                return await asyncio.to_thread(get)
            except urllib.error.HTTPError as fault:
                if fault.code != HTTPStatus.SERVICE_UNAVAILABLE:
                    raise


async def seat_everybody(
    stack: AsyncExitStack, home: Path, seats: dict[str, str], to_watch: str
) -> list[Terminal]:
    """A terminal for every seat's link, half of them bold, and two that watch."""
    everybody = [
        Terminal("join", link, "--name", f"Player {seat}", habit=BOLD if seat in "12" else CAREFUL)
        for seat, link in seats.items()
    ]
    everybody += [Terminal("watch", to_watch, "--name", f"Guest {n}") for n in (1, 2)]
    for each in everybody:
        stack.push_async_callback(each.kill)
        await each.start(home)
    return everybody


async def all_here(host: Client, everybody: list[Terminal]) -> None:
    """Wait until all seats are ready and both spectators are here."""

    def complete() -> bool:
        table = host.table
        assert not any(each.has_ended for each in everybody), [e.shown for e in everybody]
        return table is not None and table.spectators == 2 and all(c.ready for c in table.chairs)

    async with asyncio.timeout(60):
        await host.until(complete)


def last_headline(shown: str) -> str:
    """How the battle stood when the board was last drawn."""
    headlines: list[str] = re.findall(r"^== (.*) ==$", shown, re.MULTILINE)
    return headlines[-1]


async def test_four_terminals_and_two_spectators_finish_a_jailbreak_whose_replay_verifies(
    server: HexwardenServer, tmp_path: Path
) -> None:
    """Given a table made by a program, when four people at terminals and two spectators follow
    their links, then all six see the same end, its replay verifies, and no forgery of it does."""
    async with AsyncExitStack() as stack, connect(server.site, "Host") as host:
        await host.create(Settings("jailbreak", "adept", 4, absence=0), "The cell")
        links = {seat: await host.invite(SeatId(seat)) for seat in SEATS}
        everybody = await seat_everybody(stack, tmp_path, links, await host.invite())
        await all_here(host, everybody)
        battle = await host.start()
        for each in everybody:
            assert await each.ended() == 0, each.shown[-3000:]
        await host.until(lambda: host.over)
        assert host.view is not None
        link = await host.share(battle)
        for each in everybody:
            assert link in each.shown, each.shown[-3000:]
            assert last_headline(each.shown) == last_headline(everybody[0].shown)
            assert host.view.state["outcome"] in last_headline(each.shown)
        assert all(len(player.typed) > 10 for player in everybody[:4])
        data = await fetch(link)
        assert len(replay_file.read(data).commits) == host.view.version
    await it_verifies(tmp_path, data)
    await no_changed_byte_verifies(tmp_path, data)
    await no_forgery_verifies(tmp_path, data)
    assert server.errors() == []


async def it_verifies(home: Path, data: bytes) -> None:
    replay = home / "battle.hwr"
    replay.write_bytes(data)
    verified = await run(home, "verify", str(replay))
    assert verified.code == 0, verified.err
    assert "run again over the recorded answers: every commit is the same" in verified.out
    dice = await verify_dice(home, replay)
    assert dice.code == 0, dice.err
    assert "the promise was kept" in dice.out


async def no_changed_byte_verifies(home: Path, data: bytes) -> None:
    for at in (3, 9, 20, 42, len(data) // 2, len(data) - 1):
        changed = home / f"changed-{at}.hwr"
        changed.write_bytes(data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :])
        for outcome in await asyncio.gather(
            run(home, "verify", str(changed)), verify_dice(home, changed)
        ):
            assert outcome.code == (3 if "hexwarden" in outcome.err else 1)
            assert "NOT VERIFIED" in outcome.err
            assert len(outcome.err.splitlines()) == 1
            assert outcome.out == ""


async def no_forgery_verifies(home: Path, data: bytes) -> None:
    """A changed face, diff or answer under a new checksum: the first commit that differs is
    named."""
    for forge in (forging.a_face, forging.a_diff, forging.an_answer):
        forged, version = forge(data)
        assert replay_file.read(forged).finished
        file = home / f"{forge.__name__}.hwr"
        file.write_bytes(forged)
        outcome = await run(home, "verify", str(file))
        assert (outcome.code, outcome.out) == (3, ""), forge.__name__
        assert f"NOT VERIFIED: commit {version}: " in outcome.err
        assert len(outcome.err.splitlines()) == 1
        if forge is forging.a_face:
            dice = await verify_dice(home, file)
            assert dice.code == 1
            assert f"commit {version}: " in dice.err
