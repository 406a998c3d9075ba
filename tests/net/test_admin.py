"""The operators' part of the port: who gets in, what is told to whom does not, and the command."""

import asyncio
import json
import urllib.error
import urllib.request
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from email.message import Message
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from protocol import replies, requests
from server import cli
from server.net.credentials import hash_of, read
from server.process import app
from server.process.app import Server, running
from server.settings import Settings
from server.store import EVERYSEC, open_store
from tests.net.conftest import Serve, url_of
from tests.net.party import meet, move
from tests.net.player import Player
from tests.net.serve_micro import MICRO
from tests.store.servers import Server as StoreServer

TOKEN = "an operator's token that nobody guesses"


class Answer(NamedTuple):
    status: int
    headers: Message
    body: bytes

    @property
    def told(self) -> Any:
        return json.loads(self.body)


async def ask(server: Server, path: str, token: str | None = TOKEN, method: str = "GET") -> Answer:
    """What the server answers to a request with a token."""
    address = f"http://127.0.0.1:{server.listener.port}{path}"
    headers = {"Authorization": f"Bearer {token}"} if token is not None else {}
    request = urllib.request.Request(address, method=method, headers=headers)
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))

    def answered() -> Answer:
        try:
            with opener.open(request, timeout=60) as found:
                return Answer(found.status, found.headers, found.read())
        except urllib.error.HTTPError as fault:
            with fault:
                return Answer(fault.code, fault.headers, fault.read())

    return await asyncio.to_thread(answered)


@pytest.fixture
def operators(tmp_path: Path) -> Path:
    file = tmp_path / "operators"
    file.write_text(f"# who may\n\neve:{hash_of(TOKEN)}\nmal:{hash_of('mal')}\n")
    return file


# Who gets in


async def test_without_a_good_token_every_path_is_answered_alike(
    serve: Serve, operators: Path
) -> None:
    server = await serve(operators=str(operators))
    paths = ("/admin/list", "/admin/inspect?table=t1", "/admin/nothing-of-the-kind")
    answers = [await ask(server, path, token) for path in paths for token in (None, "wrong")]
    answers.append(await ask(server, "/admin/close?table=t1", "wrong", "POST"))
    assert {(one.status, one.body) for one in answers} == {
        (401, b'{"code":"bad_token","text":"This needs an operator\'s token."}')
    }
    assert answers[0].headers["WWW-Authenticate"] == "Bearer"


async def test_an_address_that_guesses_is_told_to_wait_and_the_right_token_is_heard_all_the_same(
    serve: Serve, operators: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given a stranger behind the operator's address who shows wrong tokens, when the stranger is
    heard no more, then the operator still is."""
    monkeypatch.setattr("server.net.admission.admission.WRONG_TOKENS", (1e-9, 10))
    server = await serve(operators=str(operators), trust_proxy=("private",))
    for _ in range(10):
        assert (await ask(server, "/admin/list", "wrong")).status == 401
    assert (await ask(server, "/admin/list", "wrong")).status == 429
    assert (await ask(server, "/admin/list", TOKEN)).status == 200
    assert (await ask(server, "/admin/motd?text=Hello", TOKEN, "POST")).status == 200
    assert (await ask(server, "/admin/list", "wrong")).status == 429


async def test_who_has_the_token_is_never_slowed_down(serve: Serve, operators: Path) -> None:
    server = await serve(operators=str(operators))
    for _ in range(15):
        assert (await ask(server, "/admin/bans")).told == []


async def test_a_server_without_operators_has_no_such_door(serve: Serve) -> None:
    server = await serve()
    for path in ("/admin/list", "/admin/", "/operator"):
        assert (await ask(server, path)).status == 404
    assert (await ask(server, "/admin/motd?text=x", TOKEN, "POST")).status == 405


async def test_a_line_that_is_taken_out_of_the_file_ends_a_right_at_once(
    serve: Serve, operators: Path
) -> None:
    server = await serve(operators=str(operators))
    assert (await ask(server, "/admin/bans", "mal")).status == 200
    operators.write_text(f"eve:{hash_of(TOKEN)}\nnew:{hash_of('new')}\n")
    assert [(await ask(server, "/admin/bans", one)).status for one in ("mal", "new", TOKEN)] == [
        401,
        200,
        200,
    ]
    operators.unlink()
    assert (await ask(server, "/admin/bans")).status == 401


@pytest.mark.parametrize(
    "line", ["eve", "eve:abc", f"a b:{'0' * 64}", f"e:{'0' * 64}\ne:{'1' * 64}"]
)
def test_a_file_that_makes_no_sense_is_refused_and_says_where(line: str) -> None:
    with pytest.raises(ValueError, match="operators: line"):
        read(f"# first\n{line}")


async def test_a_server_whose_file_of_operators_is_missing_does_not_start(tmp_path: Path) -> None:
    settings = Settings(operators=str(tmp_path / "none"), store="memory://", port=0)
    assert await app.serve(settings, setups=[], bots={}) == app.EXIT_SETTINGS


# What is asked


async def test_what_is_asked_wrongly_is_refused_with_a_sentence(
    serve: Serve, operators: Path
) -> None:
    server = await serve(operators=str(operators))

    async def status(path: str, method: str = "GET") -> int:
        answer = await ask(server, path, TOKEN, method)
        assert answer.status == 405 or answer.told["text"]
        return answer.status

    assert await status("/admin/dance") == 404
    assert await status("/admin/kick?player=p1", "GET") == 404
    assert await status("/admin/list", "POST") == 404
    assert await status("/admin/list", "DELETE") == 405
    assert await status("/admin/inspect?table=t1") == 404
    assert await status("/admin/inspect") == 404
    assert await status("/admin/kick", "POST") == 400
    assert await status("/admin/ban?target=p1&seconds=-1", "POST") == 400
    assert await status("/admin/motd?text=%ff", "POST") == 400
    assert len((await ask(server, "/admin/audit?most=-3")).told) == 4


async def test_the_operators_page_is_served_with_a_strict_policy(
    serve: Serve, operators: Path
) -> None:
    server = await serve(operators=str(operators))
    page = await ask(server, "/operator", None)
    assert (page.status, b"/static/assets/operator-" in page.body) == (200, True)
    assert "default-src 'self'" in page.headers["Content-Security-Policy"]


async def test_a_field_that_is_there_twice_is_refused_and_nothing_is_done(
    serve: Serve, operators: Path
) -> None:
    server = await serve(operators=str(operators))
    answer = await ask(server, "/admin/ban?target=p1&seconds=60&target=p2", TOKEN, "POST")
    assert (answer.status, answer.told["code"]) == (400, "malformed")
    assert "'target' is there twice" in answer.told["text"]
    assert (await ask(server, "/admin/bans")).told == []
    assert (await ask(server, "/admin/audit?most=1&most=2")).status == 400


async def test_an_operators_failed_acts_are_in_the_trail(serve: Serve, operators: Path) -> None:
    """Given acts that cannot be begun, or are refused, then each is on record with its operator."""
    server = await serve(operators=str(operators))
    for asked in ("dance?why=Fun", "kick", "ban?target=p1&target=p2", "motd?text=%ff"):
        assert (await ask(server, f"/admin/{asked}", "mal", "POST")).status in (400, 404)
    assert (await ask(server, "/admin/close?table=t1&why=Enough", TOKEN, "POST")).status == 404
    told = (await ask(server, "/admin/audit")).told
    assert sorted((one["operator"], one["act"], one["why"]) for one in told) == [
        ("eve", "close", "Enough"),
        ("mal", "ban", ""),
        ("mal", "dance", "Fun"),
        ("mal", "kick", ""),
        ("mal", "motd", ""),
    ]
    assert all(one["outcome"].startswith("refused: ") for one in told)


# The command, at one of two processes on a real store

Admin = Callable[..., Any]


@pytest.fixture
async def fleet(
    operators: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[tuple[Server, Server]]:
    """Two processes that nobody takes for dead or silent, however busy the machine is."""
    monkeypatch.setattr("server.cluster.processes.orders.PATIENCE", 60)
    store = StoreServer(appendfsync="everysec")
    async with AsyncExitStack() as stack:
        stack.callback(store.stop)
        found = []
        for _ in range(2):
            opened = await open_store(store.url, data_dir=Path("unused"), durability=EVERYSEC)
            stack.push_async_callback(opened.close)
            wish = Settings(port=0, store=store.url, operators=str(operators), lease=60.0)
            work = running(wish, opened, setups=[MICRO], bots={})
            found.append(await stack.enter_async_context(work))
        yield found[0], found[1]


@pytest.fixture
def admin(
    fleet: tuple[Server, Server],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> Admin:
    """Runs `hexwarden admin` at the second process; gives what it prints."""
    monkeypatch.setenv("HEXWARDEN_OPERATOR_TOKEN", TOKEN)
    server = f"http://127.0.0.1:{fleet[1].listener.port}"

    async def run(*words: str, code: int = 0) -> str:
        capsys.readouterr()
        done = await asyncio.to_thread(cli.main, ["admin", "--server", server, *words])
        shown = capsys.readouterr()
        assert done == code, shown
        return shown.err if code else shown.out

    return run


async def test_an_operator_looks_after_tables_of_another_process_by_command(
    fleet: tuple[Server, Server], admin: Admin
) -> None:
    party = await meet(url_of(fleet[0]))
    first, second = party.players["1"], party.players["2"]
    await move(first, "1")
    listed = await admin("list")
    for word in (party.table, party.battle, first.player, *(one.service.owner for one in fleet)):
        assert word in listed
    inspected = await admin("inspect", party.table)
    assert "Player 2" in inspected
    assert fleet[0].service.owner in inspected
    assert party.table in (await admin("--json", "inspect", party.table))

    assert "Connections told" in await admin("motd", "Down at noon.", "--why", "new disk")
    await first.wait(lambda: first.last(replies.Notice))
    # A seat whose turn is still to come: a bot moves for nobody's as soon as it is asked.
    seat = await admin("hand-over", party.table, "--seat", "3", "--to", "-")
    assert "Seat 3 is nobody's now." in seat
    seat = await admin("hand-over", party.table, "--seat", "3", "--to", first.player)
    assert "Seat 3 is Player 1's now." in seat
    assert "hosts the table" in await admin(
        "hand-over", party.table, "--host", "--to", fleet[1].service.owner
    )
    await move(second, "2")
    await move(first, "3")
    assert "Connections ended: 1" in await admin("kick", second.player, "--why", "Rude.")
    assert await second.wait_closed() == 4006
    assert party.battle in await admin("close", party.table, "--why", "Enough.")
    await first.wait(lambda: first.over)

    audit = await admin("audit")
    for word in ("motd", "new disk", "hand-over", "kick", "Rude.", "close", "eve", "Enough."):
        assert word in audit


async def test_a_ban_holds_at_every_process_until_it_is_lifted(
    fleet: tuple[Server, Server], admin: Admin
) -> None:
    player = await Player(url_of(fleet[0])).hello("Rude")
    assert "Connections ended: 1" in await admin("ban", player.player, "--for", "12h")
    assert await player.wait_closed() == 4006
    for server in fleet:
        back = await Player(url_of(server)).open()
        hello = requests.Hello(0, player.token)
        assert await back.refused(hello) == "not_allowed"
        assert await back.wait_closed() == 4006
    assert player.player in await admin("bans")
    assert "may come in again" in await admin("unban", player.player)
    assert (await player.hello()).player


async def test_the_command_says_in_a_line_what_went_wrong(
    fleet: tuple[Server, Server], admin: Admin, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "no such table" in await admin("inspect", "t1", code=1)
    given = ("hand-over", "t1", "--seat", "2", "--to")
    assert "no bot called 'none'" in await admin(*given, "bot:none", code=1)
    assert "is no time" in await admin("ban", "p1", "--for", "soon", code=2)
    assert "plain http" in await admin("--server", "http://play.example.org", "list", code=2)
    assert "is no server" in await admin("--server", "play.example.org", "list", code=2)
    assert "cannot be asked" in await admin("--server", "http://127.0.0.1:9", "list", code=1)
    monkeypatch.setenv("HEXWARDEN_OPERATOR_TOKEN", "wrong")
    assert "operator's token" in await admin("list", code=1)
    monkeypatch.delenv("HEXWARDEN_OPERATOR_TOKEN")
    assert "HEXWARDEN_OPERATOR_TOKEN" in await admin("list", code=2)


async def test_a_token_is_made_with_the_line_that_lets_it_in(
    fleet: tuple[Server, Server], admin: Admin, operators: Path, tmp_path: Path
) -> None:
    told = (await admin("token", "new")).split()
    line = next(word for word in told if word.startswith("new:"))
    token = told[told.index("line") - 1]
    with operators.open("a") as file:
        file.write(line + "\n")
    kept = tmp_path / "token"
    kept.write_text(token + "\n")
    assert "Nothing" not in await admin("--token-file", str(kept), "bans")
    assert "name is" in await admin("token", "a b", code=2)
