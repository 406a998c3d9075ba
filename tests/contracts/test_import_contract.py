"""The import contract holds no arrow back: it finds each one that is planted in a tiny tree."""

import configparser
import shutil
import subprocess
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

BATTLE = [
    "kernel",
    "party",
    "components",
    "adventurer",
    "windows",
    "map",
    "damage",
    "engage",
    "setup",
    "delve",
    "movement",
    "encounter",
    "enemy",
    "turn",
]

CAMPAIGN = [
    "components",
    "kernel",
    "overland",
    "outcomes",
    "quests",
    "encounter",
    "setup",
    "ending",
    "days",
    "rules",
]

SERVICE = [
    "operator",
    "cluster",
    "tables",
    "replays",
    "spectating",
    "battles",
    "players",
    "settings",
]

PACKAGES = [
    "protocol",
    "server",
    "server/net",
    "server/net/http",
    "server/net/telemetry",
    "server/process",
    "server/service",
    *(f"server/{package}" for package in SERVICE),
    "server/runtime",
    "server/store",
    "server/store/interface",
    "server/store/redis",
    "server/rules",
    "server/rules/engine",
    "server/rules/battle",
    *(f"server/rules/battle/{package}" for package in BATTLE),
    "server/rules/campaign",
    *(f"server/rules/campaign/{package}" for package in CAMPAIGN),
    "server/rules/content",
    "server/rules/micro",
    "server/rules/skirmish",
    "server/rules/skirmish/components",
    "server/rules/skirmish/content",
    "server/rules/skirmish/engage",
    "server/rules/skirmish/fight",
    "server/rules/skirmish/injuries",
    "server/rules/skirmish/kernel",
    "server/rules/skirmish/movement",
    "server/rules/skirmish/setup",
    "server/rules/skirmish/turn",
    "server/commands",
    "clients",
    "clients/bots",
]

PERMITTED = {
    "clients/bots/play.py": "from protocol import battle\n",
    "protocol/battle.py": "import msgspec\n",
    "protocol/hexes.py": "",
    "server/cli.py": "import server.commands.play\n",
    "server/commands/play.py": "import clients.bots.play\nimport server.net.listener\n",
    "server/net/listener.py": "import asyncio\nimport server.service\n",
    "server/battles/room.py": "import server.store\nimport server.rules.battle\n",
    "server/rules/battle/rules.py": "import server.rules.battle.preview\n",
    "server/rules/battle/preview.py": "import server.rules.battle.enemy\n",
    "server/rules/battle/movement/move.py": "import server.rules.engine\n",
    "server/rules/campaign/rules.py": "import server.rules.battle\n",
    "server/rules/content/bow.py": "import hashlib\nimport server.rules.battle\n",
    "server/rules/micro/move.py": "import server.rules.engine\nimport protocol\n",
}

FORBIDDEN = [
    ("clients/bots/play.py", "import server.rules.battle"),
    ("server/battles/room.py", "import clients.bots"),
    ("server/rules/engine/game.py", "import clients.bots"),
    ("protocol/battle.py", "import server.rules"),
    ("protocol/battle.py", "import clients"),
    ("protocol/battle.py", "import redis"),
    ("server/store/open.py", "import server.battles"),
    ("server/battles/room.py", "import server.net.listener"),
    ("server/service/game_service.py", "import server.net.listener"),
    ("server/net/listener.py", "import server.process"),
    ("server/runtime/clock.py", "import server.store"),
    ("server/store/interface/fleet.py", "import server.store.redis"),
    ("server/net/telemetry/metrics.py", "if TYPE_CHECKING:\n    import server.net.http"),
    ("server/rules/battle/movement/move.py", "import server.net.listener"),
    ("server/rules/battle/movement/move.py", "import server.battles.room"),
    ("server/rules/battle/movement/move.py", "import server.store"),
    ("server/rules/battle/movement/move.py", "import server.cli"),
    ("server/rules/engine/game.py", "import server.rules.battle.movement.move"),
    ("server/rules/engine/game.py", "import server.rules.content.bow"),
    ("server/rules/engine/game.py", "from protocol.hexes import Hex"),
    ("server/rules/battle/movement/move.py", "import server.rules.content.bow"),
    ("server/rules/battle/delve/tiles.py", "from server.rules.battle.movement import move"),
    ("server/rules/battle/encounter/social.py", "import server.rules.battle.enemy"),
    (
        "server/rules/battle/kernel/battle.py",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n"
        "    import server.rules.battle.components",
    ),
    ("server/rules/micro/move.py", "import server.rules.battle"),
    ("server/rules/micro/move.py", "import server.rules.content"),
    ("server/rules/skirmish/components/units.py", "import server.rules.battle"),
    ("server/rules/skirmish/components/units.py", "import server.rules.skirmish.content"),
    ("server/rules/campaign/quests/steps.py", "import server.rules.campaign.days"),
    ("server/rules/campaign/rules.py", "import server.rules.content.bow"),
    ("server/rules/skirmish/engage/declaring.py", "import server.rules.skirmish.content"),
    ("server/rules/skirmish/content/rosters.py", "import server.rules.campaign"),
    ("server/rules/battle/movement/move.py", "import server.rules.skirmish.engage"),
    ("server/rules/battle/movement/move.py", "import random"),
    ("server/rules/content/bow.py", "import websockets"),
    ("server/rules/engine/game.py", "def f():\n    import asyncio.tasks"),
]


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """Our packages in little, with only such imports as the contract permits."""
    shutil.copy(ROOT / ".importlinter", tmp_path)
    for package in PACKAGES:
        (tmp_path / package).mkdir(parents=True, exist_ok=True)
        (tmp_path / package / "__init__.py").touch()
    for name, text in PERMITTED.items():
        (tmp_path / name).write_text(text, "utf-8")
    return tmp_path


def lint(tree: Path) -> subprocess.CompletedProcess[str]:
    command = [str(Path(sys.executable).with_name("lint-imports")), "--no-cache"]
    return subprocess.run(command, cwd=tree, capture_output=True, text=True, check=False)


def test_the_permitted_arrows_pass(tree: Path) -> None:
    linted = lint(tree)

    assert linted.returncode == 0, linted.stdout + linted.stderr
    assert "0 broken" in linted.stdout


@pytest.mark.parametrize(("name", "text"), FORBIDDEN)
def test_an_arrow_back_is_found(tree: Path, name: str, text: str) -> None:
    with (tree / name).open("a", encoding="utf-8") as module:
        module.write(text + "\n")

    linted = lint(tree)

    assert linted.returncode == 1, linted.stdout + linted.stderr
    assert name.removesuffix(".py").replace("/", ".") in linted.stdout


def contracts() -> configparser.ConfigParser:
    found = configparser.ConfigParser()
    found.read(ROOT / ".importlinter", "utf-8")
    return found


def test_every_contract_is_broken_by_some_of_them(tree: Path) -> None:
    """One that no planted arrow breaks may forbid nothing: a name in it that has gone, say."""
    for name, text in FORBIDDEN:
        with (tree / name).open("a", encoding="utf-8") as module:
            module.write(text + "\n")
    linted = " ".join(lint(tree).stdout.split())  # long lines are wrapped
    sections = [part for part in contracts().values() if "name" in part]
    kept = [part["name"] for part in sections if f"{part['name']} BROKEN" not in linted]

    assert len(sections) >= 12
    assert kept == []


def arrows_up() -> Iterator[tuple[str, str]]:
    """From every layer of every contract to the one right above it: the importer, the imported."""
    for part in contracts().values():
        layers = [
            [one.strip().strip("()") for one in line.replace("|", ":").split(":")]
            for line in part.get("layers", "").split("\n")
            if line.strip()
        ]
        for container in part.get("containers", "").split():
            for above, below in pairwise(layers):
                yield f"{container}.{below[0]}", f"{container}.{above[0]}"


def test_no_layer_may_import_the_one_above_it(tree: Path) -> None:
    arrows = list(arrows_up())
    for below, above in arrows:
        for name in (below, above):
            package = tree / name.replace(".", "/")
            for folder in (package, *package.relative_to(tree).parents):
                (tree / folder).mkdir(exist_ok=True)
                (tree / folder / "__init__.py").touch()
            package.with_suffix(".py").unlink(missing_ok=True)
        planted = tree / below.replace(".", "/") / "planted.py"
        planted.write_text(f"import {above}\n", "utf-8")
    linted = " ".join(lint(tree).stdout.split())  # long lines are wrapped

    assert len(arrows) > 40
    missed = [(below, above) for below, above in arrows if f"{below}.planted ->" not in linted]
    assert missed == []
