"""Every command as its user meets it: help, exit codes, one clear line where something is wrong."""

import asyncio
import json
import socket
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from clients.sdk import connect
from protocol import schema
from protocol.tables import Settings
from tests.e2e.commands import HexwardenServer, Outcome, run, verify_dice

COMMANDS = (
    *("play", "serve", "join", "watch", "tables"),
    *("encounters", "content", "simulate", "replay", "verify", "schema", "doctor", "campaign"),
)
NOBODY = "http://127.0.0.1:1"


@pytest.fixture(scope="module")
def replay(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The replay of a battle between bots, as `simulate` writes it."""
    home = tmp_path_factory.mktemp("simulated")
    file = home / "battle.hwr"
    args = ("--players", "2", "--seed", "7", "--count", "2", "--replay", str(file))
    done = asyncio.run(run(home, "simulate", *args))
    assert done.code == 0, done.err
    assert "jailbreak, 2 players, adept" in done.out
    assert "battles/s" in done.out
    assert f"replay of the last battle: {file}" in done.out.replace("\n", " ")
    return file


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[HexwardenServer]:
    process = await HexwardenServer(tmp_path).start()
    yield process
    await process.end()


@pytest.fixture
def taken() -> Iterator[str]:
    """A port that somebody else listens on."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield str(listener.getsockname()[1])


def failed_in_one_line(outcome: Outcome, code: int, *parts: str) -> None:
    """The exit code, and one line that holds these parts and nothing else."""
    assert outcome.code == code, outcome
    said = outcome.out + outcome.err
    assert len(said.splitlines()) == 1, said
    assert all(part in said for part in parts), said


async def test_every_command_has_help(tmp_path: Path) -> None:
    helps = await asyncio.gather(*(run(tmp_path, name, "--help") for name in COMMANDS))
    for name, help_ in zip(COMMANDS, helps, strict=True):
        assert (help_.code, help_.err) == (0, "")
        assert help_.out.startswith(f"usage: hexwarden {name} ")
    top = await run(tmp_path, "--help")
    assert top.code == 0
    assert {*COMMANDS} <= {line.split()[0] for line in top.out.splitlines() if line[:4] == "    "}
    assert "Exit codes: 0 done" in top.out
    serve = helps[COMMANDS.index("serve")].out
    assert all(flag in serve for flag in ("--port", "--store", "--retention", "--lease"))


@pytest.mark.parametrize("args", [(), ("frobnicate",), ("verify",), ("simulate", "--seed", "x")])
async def test_wrong_usage_is_exit_code_2(tmp_path: Path, args: tuple[str, ...]) -> None:
    outcome = await run(tmp_path, *args)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.startswith("usage: hexwarden")
    assert "Traceback" not in outcome.err


async def test_a_simulated_battle_verifies(replay: Path, tmp_path: Path) -> None:
    verified = await run(tmp_path, "verify", str(replay))
    assert (verified.code, verified.err) == (0, "")
    assert "battle     simulation-8 (jailbreak)" in verified.out
    assert (await verify_dice(tmp_path, replay)).code == 0


@pytest.mark.parametrize(
    ("args", "code", "parts"),
    [
        (("--encounter", "nowhere"), 2, ["'nowhere'", "jailbreak"]),
        (("--difficulty", "easy"), 2, ["'easy'", "adept"]),
        (("--count", "0"), 2, ["--count"]),
    ],
)
async def test_what_cannot_be_simulated_is_one_line(
    tmp_path: Path, args: tuple[str, ...], code: int, parts: list[str]
) -> None:
    failed_in_one_line(await run(tmp_path, "simulate", *args), code, *parts)


async def test_a_replay_that_cannot_be_written_is_one_line_on_stderr(tmp_path: Path) -> None:
    place = str(tmp_path / "nowhere" / "battle.hwr")
    outcome = await run(tmp_path, "simulate", "--count", "1", "--players", "1", "--replay", place)
    assert outcome.code == 1
    assert outcome.err == f"hexwarden: {place}: No such file or directory\n"


async def test_a_replay_is_stepped_through_by_piped_lines(replay: Path, tmp_path: Path) -> None:
    shown = await run(tmp_path, "replay", str(replay), stdin="n 5\nr\nb 2\nj 3\na a1\n?\ne\nm\nq\n")
    assert (shown.code, shown.err) == (0, "")
    last = shown.out.rpartition("/")[2].partition(">")[0]
    assert f"jailbreak, {last} versions." in shown.out
    prompts = [line for line in shown.out.splitlines() if f"/{last}>" in line]
    assert [line.partition("/")[0] for line in prompts][:2] == ["1", "6"]
    assert f"{last}/{last}> q" in prompts[-1]
    assert "== " in shown.out


@pytest.mark.parametrize("command", ["replay", "verify"])
async def test_a_file_that_is_no_replay_is_one_line(tmp_path: Path, command: str) -> None:
    nowhere, other = tmp_path / "nowhere.hwr", tmp_path / "other.hwr"
    other.write_text("Once upon a time")
    failed_in_one_line(await run(tmp_path, command, str(nowhere)), 1, "No such file", str(nowhere))
    failed_in_one_line(await run(tmp_path, command, str(other)), 3, "not a replay file", str(other))


async def test_the_schema_is_printed_as_it_was_published(tmp_path: Path) -> None:
    printed = await run(tmp_path, "schema")
    assert (printed.code, printed.err) == (0, "")
    assert printed.out == schema.published()
    assert {"Request", "Reply", "Event", "BattleEvent"} <= set(json.loads(printed.out)["$defs"])


async def test_doctor_says_what_is_fine_and_what_is_wrong(tmp_path: Path, taken: str) -> None:
    fine = await run(tmp_path, "doctor", "--port", "0")
    assert fine.code == 0, fine.out
    assert all(line.startswith("ok ") for line in fine.out.splitlines())
    file = tmp_path / "a-file"
    file.write_text("")
    ill = await run(tmp_path, "doctor", "--port", taken, "--data", str(file))
    assert ill.code == 1
    wrong = [line.split()[1] for line in ill.out.splitlines() if line.startswith("WRONG")]
    assert wrong == ["data", "port"]
    assert "Traceback" not in ill.out + ill.err
    failed_in_one_line(await run(tmp_path, "doctor", "--port", "many"), 2, "--port")


async def test_tables_lists_the_public_tables_of_a_server(
    server: HexwardenServer, tmp_path: Path
) -> None:
    nothing = await run(tmp_path, "tables", server.site)
    assert (nothing.code, nothing.out) == (0, "No public tables.\n")
    async with connect(server.site, "Ann") as ann, connect(server.site, "Bob") as bob:
        await ann.create(Settings("jailbreak", "expert", 3, public=True), "Open house")
        await bob.create(Settings("jailbreak"), "Secret")
        listed = await run(tmp_path, "tables", server.site)
    assert listed.code == 0
    assert "Open house" in listed.out
    assert "3 of 3" in listed.out
    assert "Secret" not in listed.out


@pytest.mark.parametrize("command", ["tables", "join", "watch"])
async def test_a_server_that_is_not_there_is_one_line(tmp_path: Path, command: str) -> None:
    link = NOBODY if command == "tables" else f"{NOBODY}/join/t0.1.x"
    outcome = await run(tmp_path, command, link, env={"COLUMNS": "200"})
    failed_in_one_line(outcome, 1, "ws://127.0.0.1:1/ws cannot be reached")
    failed_in_one_line(await run(tmp_path, command, "ftp://here"), 1, "no link to a server")


async def test_a_wrong_invite_is_one_line(server: HexwardenServer, tmp_path: Path) -> None:
    for command in ("join", "watch"):
        outcome = await run(tmp_path, command, f"{server.site}/join/t0123.1.nonsense")
        failed_in_one_line(
            outcome, 1, "Refused: There is no such table, or you are not invited to it."
        )


async def test_a_setting_that_makes_no_sense_is_exit_code_2(tmp_path: Path) -> None:
    failed_in_one_line(await run(tmp_path, "serve", "--port", "many"), 2, "--port", "'many'")
    env = {"HEXWARDEN_BOT_DELAY": "-1"}
    failed_in_one_line(await run(tmp_path, "serve", env=env), 2, "HEXWARDEN_BOT_DELAY", "-1")
    file = tmp_path / "settings.toml"
    file.write_text("prot = 1\n")
    failed_in_one_line(await run(tmp_path, "serve", "--config", str(file)), 2, str(file), "'prot'")
    failed_in_one_line(await run(tmp_path, "serve", "--durability", "maybe"), 2, "everysec")
    failed_in_one_line(await run(tmp_path, "serve", "--store", "http://here"), 2, "redis://")
    failed_in_one_line(await run(tmp_path, "play", "--people", "5"), 2, "--people")


async def test_a_port_in_use_is_exit_code_4(tmp_path: Path, taken: str) -> None:
    for command in ("serve", "play"):
        outcome = await run(tmp_path, command, "--store", "memory://", "--port", taken)
        failed_in_one_line(outcome, 4, f"cannot listen on 127.0.0.1:{taken}")


async def test_a_data_directory_in_use_by_another_server_is_exit_code_3(
    server: HexwardenServer, tmp_path: Path
) -> None:
    data = str(tmp_path / "data")
    for command in ("serve", "play"):
        outcome = await run(tmp_path, command, "--port", "0", "--data", data)
        failed_in_one_line(outcome, 3, data, "in use")
    assert server.errors() == []
    async with connect(server.site, "Ann") as ann:
        assert await ann.create(Settings("jailbreak"))


async def test_an_encounter_that_does_not_exist_ends_play_with_one_line(tmp_path: Path) -> None:
    flags = ("--store", "memory://", "--port", "0", "--log-level", "error")
    outcome = await run(tmp_path, "play", "--encounter", "nowhere", *flags)
    failed_in_one_line(outcome, 1, "There is no encounter called 'nowhere' here.")
