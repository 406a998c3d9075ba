"""Nothing that a server, a player or a file says is obeyed by a terminal, or becomes HTML."""

import asyncio
import io
import re
from pathlib import Path
from typing import Any

import pytest
from rich.text import Text

from clients.core.session import Session
from clients.sdk import connect, parse_link
from clients.terminal import Screen, lobby, news
from protocol.ids import BattleId, PlayerId, SeatId, TableId
from protocol.replies import Bye, Paused, Pinged, Said
from protocol.tables import Chair, Member, Settings, TableState
from server import cli
from server.commands import tables
from tests.clients.conftest import Serve, site_of

ROOT = Path(__file__).parents[2]
EVIL = "\x1b]0;owned\x07\x1b[2J\x9b31m\r\u202egnp.exe\u2066\x00\x08"
OBEYED = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\u200e\u200f]")


class Terminal(io.StringIO):
    """A file that says it is one; colours are off: every escape sequence is a stranger's."""

    def isatty(self) -> bool:
        return True


@pytest.fixture(params=[io.StringIO, Terminal], ids=["file", "terminal"])
def paper(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> io.StringIO:
    monkeypatch.setenv("TERM", "dumb")
    made: io.StringIO = request.param()
    return made


def test_the_screen_shows_no_character_that_a_terminal_obeys(paper: io.StringIO) -> None:
    screen = Screen(paper)
    screen.show(f"before {EVIL} after", Text(f"styled {EVIL} text"), style="bold")
    screen.show_all([EVIL, Text(EVIL)])
    screen.prompt(EVIL)
    screen.entered(EVIL)
    screen.show("[bold]no markup[/nope]")
    said = paper.getvalue()
    assert not OBEYED.search(said), repr(said)
    assert "gnp.exe" in said
    assert "[bold]no markup[/nope]" in said


def test_names_chat_and_pings_pass_by_the_screen(paper: io.StringIO) -> None:
    session = Session("Ann")
    member = Member(PlayerId("ann"), EVIL)
    state = TableState(
        *(TableId("t1"), 1, EVIL, PlayerId("ann"), "lobby", Settings(EVIL)),
        *((Chair(SeatId("1"), PlayerId("ann"), EVIL),), (member,), "", ()),
        here=(PlayerId("ann"),),
    )
    session.take(state)
    screen = Screen(paper)
    for one in (
        Said(TableId("t1"), PlayerId("ann"), EVIL, EVIL, 0),
        Pinged(TableId("t1"), PlayerId("ann"), EVIL, EVIL),
    ):
        screen.show(news.line_of(one, session))
    screen.show(
        news.line_of(Paused(BattleId("b1"), EVIL), session),
        news.line_of(Bye("full", EVIL), session),
    )
    screen.show_all(lobby.lines(state, session))
    assert not OBEYED.search(paper.getvalue())


def test_only_the_screen_writes_to_the_terminal() -> None:
    for file in (ROOT / "clients" / "terminal").glob("*.py"):
        if file.name != "screen.py":
            source = file.read_text("utf-8")
            assert not re.search(r"\bprint\(|sys\.stdout|Console\(", source), file.name


async def test_the_list_of_tables_shows_names_as_they_are(
    serve: Serve, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given a name that would be markup, or break it, then the list shows its letters."""
    monkeypatch.setenv("COLUMNS", "200")
    server = await serve()
    async with connect(site_of(server), "Ann") as client:
        await client.create(Settings("micro", public=True), "[red]Den[/nope]")
        await tables._list(site_of(server))
    assert "[red]Den[/nope]" in capsys.readouterr().out


def test_what_a_command_fails_with_is_shown_harmlessly(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert cli.main(["verify", str(tmp_path / f"no{EVIL[:-2]}file")]) != 0
    assert not OBEYED.search(capsys.readouterr().err)


def test_the_browser_client_builds_its_pages_of_text_and_elements_alone() -> None:
    """No source turns a string into HTML or code, so no name can become an element."""
    parsing = r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|DOMParser"
    parsing += r"|createContextualFragment|\beval\(|new Function|srcdoc|setHTMLUnsafe"
    sources = list((ROOT / "clients" / "web" / "src").rglob("*.ts"))
    assert len(sources) > 30
    for source in sources:
        assert not re.search(parsing, source.read_text("utf-8")), source.name


async def test_signing_out_elsewhere_keeps_the_client_and_ends_the_others(
    serve: Serve, tmp_path: Path
) -> None:
    from clients.sdk import Tokens

    server, tokens = await serve(), Tokens(tmp_path)
    async with connect(site_of(server), "Ann", tokens=tokens) as ann:
        await ann.create(Settings("micro", party=1))
        await ann.claim("1")
        old = ann.session.token
        thief = connect(site_of(server), token=old)
        await thief.open()
        await ann.sign_out_elsewhere()
        assert ann.session.token != old
        assert tokens.load(f"{ann.link.site} ") == ann.session.token
        async with asyncio.timeout(60):
            async for _ in thief:
                pass
        assert "signed out" in thief.ended
        await ann.until(lambda: ann.seats == ("1",))
        await ann.chat("Still here.")
        late: Any = connect(site_of(server), token=old)
        async with late:
            assert late.session.player != ann.session.player
        await thief.close()


async def test_a_link_is_revoked_and_given_for_a_time_by_the_sdk(serve: Serve) -> None:
    from clients.sdk import Refusal

    server = await serve()
    async with connect(site_of(server), "Ann") as ann:
        await ann.create(Settings("micro", party=2))
        link = await ann.invite("2", lasts=3600)
        await ann.revoke("2")
        async with connect(link, "Bob") as bob:
            with pytest.raises(Refusal) as refused:
                await bob.join()
            assert refused.value.code == "unknown"
            await bob.join(parse_link(await ann.invite("2")).code)
            assert bob.seats == ("2",)
