"""The SDK as a distribution of its own: no server, and no name that a user's module hides."""

import asyncio
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from clients import sdk
from tests.clients.conftest import Serve, site_of

BUILD = Path(__file__).parents[2] / "deploy/client_wheel.py"
PROGRAM = """
import asyncio, sys
import protocol, clients
from hexwarden import HexwardenError, Settings, connect

async def main(link):
    async with connect(link, name="Ann") as ann:
        lines = await ann.encounters()
        await ann.create(Settings("micro", party=1))
        await ann.claim("1")
        await ann.ready()
        await ann.start()
        await ann.until(lambda: ann.questions())
        question = ann.questions()[0]
        version = await ann.answer(question, (question.shape.options[0].key,))
        loaded = [name for name in sys.modules if name.split(".")[0] in ("server", "redis", "rich")]
        print(protocol.MINE, clients.MINE, len(lines), version, loaded)

asyncio.run(main(sys.argv[1]))
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    done = subprocess.run(
        [sys.executable, str(BUILD), str(folder)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return next(folder.glob("hexwarden_client-*.whl"))


def test_it_brings_one_package_and_needs_no_store_and_no_server(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as packed:
        names = packed.namelist()
        metadata = next(name for name in names if name.endswith("METADATA"))
        told = packed.read(metadata).decode()
    tops = {name.partition("/")[0] for name in names}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"hexwarden"}
    needs = [line for line in told.splitlines() if line.startswith("Requires-Dist")]
    assert sorted(line.split()[1].partition("<")[0].partition(">")[0] for line in needs) == [
        "msgspec",
        "websockets",
    ]


async def test_a_program_beside_modules_of_the_same_names_plays_with_it(
    wheel: Path, tmp_path: Path, serve: Serve
) -> None:
    """Given a user's `protocol.py` and `clients.py` beside a program, then both are there."""
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(tmp_path / "installed")
    mine = tmp_path / "mine"
    mine.mkdir()
    for name in ("protocol", "clients"):
        (mine / f"{name}.py").write_text("MINE = 'mine'\n")
    (mine / "play.py").write_text(PROGRAM)
    program = await asyncio.create_subprocess_exec(
        *(sys.executable, "play.py", site_of(await serve())),
        cwd=mine,
        env={"PYTHONPATH": str(tmp_path / "installed"), "PATH": ""},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    async with asyncio.timeout(60):
        out, complaint = await program.communicate()
    assert program.returncode == 0, complaint.decode()[-2000:]
    mine_too, also_mine, lines, version, loaded = out.decode().split()
    assert (mine_too, also_mine, loaded) == ("mine", "mine", "[]")
    assert int(lines) > 0
    assert int(version) > 1


def test_it_offers_what_the_sdk_offers(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as packed:
        face = packed.read("hexwarden/__init__.py").decode()
    assert all(f'"{name}"' in face for name in sdk.__all__)
