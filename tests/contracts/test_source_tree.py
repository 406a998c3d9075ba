"""The source tree keeps its promises, and every check of it can fail."""

from pathlib import Path

import pytest

from tests.contracts import source_tree
from tests.contracts.source_tree import CHECKS, Check

ROOT = Path(__file__).resolve().parents[2]

NOTE = "to" + "do"
TRACE = "/{}/somebody/checkout"
RULE = "server/rules/battle/engage.py"
MEASURES = "server/rules/skirmish/geometry/lengths.py"

CATCHES = "try:\n    x = 1\nexcept ValueError:\n    x = 2\n"
FINISHES = "try:\n    x = 1\nfinally:\n    x = 2\n"
WALKS_A_NAME = "def f():\n    seen = set()\n    for x in seen:\n        pass\n"

PLANTED = [
    (
        source_tree.behind_faces,
        "server/battles/room.py",
        "from server.store.redis.link import StoreLink\n",
    ),
    (source_tree.behind_faces, "server/battles/room.py", "import server.store.open\n"),
    (source_tree.behind_faces, "server/battles/room.py", "from server.store import open\n"),
    (source_tree.behind_faces, "server/cluster/relay.py", "from server.store.memory import x\n"),
    (source_tree.behind_faces, "clients/sdk/client.py", "from protocol.measuring import Bounds\n"),
    (
        source_tree.behind_faces,
        "clients/sdk/client.py",
        "from clients.core.session import Session\n",
    ),
    (source_tree.behind_faces, "server/process/app.py", "from server.net.http.site import Site\n"),
    (source_tree.behind_faces, "server/cluster/relay.py", "from server.battles import records\n"),
    (
        source_tree.behind_faces,
        "server/store/open.py",
        "import server.rules.battle.kernel.caching\n",
    ),
    (source_tree.long_files, "protocol/ids.py", "x = 1\n" * 401),
    (
        source_tree.long_functions,
        "server/net/websocket/session.py",
        "def f():\n" + "    x = 1\n" * 50,
    ),
    (source_tree.equal_names, "server/net/link.py", "class A: ...\nclass A: ...\n"),
    (source_tree.vague_names, "server/battles/utils.py", ""),
    (source_tree.vague_names, "clients/helpers/dice.py", ""),
    (source_tree.vague_names, "server/tables/seat_manager.py", ""),
    (source_tree.impure_rules, RULE, "import random\n"),
    (source_tree.impure_rules, RULE, "def f():\n    from time import monotonic\n"),
    (source_tree.impure_rules, RULE, "import os.path\n"),
    (source_tree.impure_rules, RULE, "text = open('x').read()\n"),
    (source_tree.greedy_protocol, "protocol/codec.py", "import websockets.frames\n"),
    (source_tree.greedy_protocol, "protocol/codec.py", "from server.rules import engine\n"),
    (source_tree.catching_rules, RULE, CATCHES),
    (source_tree.catching_rules, "server/rules/content/bow.py", FINISHES),
    (source_tree.global_state, "server/store/lease.py", "def f():\n    global epoch\n"),
    (source_tree.bare_tasks, "server/service/game_service.py", "asyncio.create_task(work())\n"),
    (source_tree.bare_tasks, "clients/sdk/client.py", "asyncio.ensure_future(work())\n"),
    (source_tree.bare_tasks, "server/net/websocket/connection.py", "loop.create_task(work())\n"),
    (source_tree.bare_tasks, "server/store/redis/pubsub.py", "from asyncio import create_task\n"),
    (source_tree.unordered_loops, RULE, "for x in {1, 2}:\n    pass\n"),
    (source_tree.unordered_loops, RULE, "ys = [x for x in set(xs)]\n"),
    (source_tree.unordered_loops, RULE, "ys = [*{x for x in xs}]\n"),
    (source_tree.unordered_loops, RULE, "ys = tuple(set(xs) - set(zs))\n"),
    (source_tree.unordered_loops, RULE, WALKS_A_NAME),
    (source_tree.unordered_loops, RULE, "def f(seen: set[int]):\n    return list(seen)\n"),
    (source_tree.floating_skirmish, MEASURES, "HALF = 0.5\n"),
    (source_tree.floating_skirmish, MEASURES, "def f(a: int) -> int:\n    return round(a / 2)\n"),
    (source_tree.floating_skirmish, MEASURES, "def f(a: int) -> int:\n    a /= 2\n"),
    (source_tree.floating_skirmish, MEASURES, "def f(a: int) -> int:\n    return int(float(a))\n"),
    (source_tree.floating_skirmish, MEASURES, "from math import hypot, isqrt\n"),
    (source_tree.floating_skirmish, MEASURES, "import math\n"),
    (
        source_tree.floating_skirmish,
        "protocol/skirmish/points.py",
        "class Measured:\n    length: float\n",
    ),
    (source_tree.unfinished, "clients/core/fold.py", f"x = 1  # {NOTE.upper()}: more\n"),
    (source_tree.unfinished, RULE, "def f():\n    raise NotImplementedError\n"),
    (source_tree.bare_suppressions, RULE, "x = 1  # type: " + "ignore\n"),
    (source_tree.bare_suppressions, RULE, "x = 1  # no" + "qa\n"),
    (source_tree.machine_traces, "README.md", TRACE.format("home")),
    (source_tree.machine_traces, "Makefile", "cd " + TRACE.format("work")),
    (source_tree.machine_traces, "deploy/constraints.txt", "--index" + "-url https://example.org"),
]

INNOCENT = {
    "server/store/__init__.py": "from server.store.open import opened\n__all__ = ['opened']\n",
    "server/store/open.py": "from server.store.redis.link import StoreLink\n",
    "server/store/memory/__init__.py": "__all__ = []\n",
    "server/service/housekeeping.py": "import server.store\nfrom server.store import opened\n",
    "server/battles/__init__.py": "__all__ = ['Room']\n",
    "server/net/http/__init__.py": "__all__ = ['Site']\n",
    "server/rules/battle/kernel/__init__.py": "__all__ = ['state']\n",
    "clients/core/__init__.py": "__all__ = ['Session']\n",
    "protocol/__init__.py": "__all__ = ['battle', 'ids']\n",
    "protocol/battle/__init__.py": "__all__ = ['Rolled']\n",
    "clients/core/story.py": "from protocol.battle import Rolled\nfrom protocol.ids import Id\n",
    "protocol/ids.py": "import enum\n\nimport msgspec\n" + "x = 1\n" * 300,
    "server/net/http/listener.py": "import asyncio\ntry:\n    x = 1\nexcept OSError:\n    x = 2\n",
    "server/rules/content/common_items.py": "import hashlib\n\ny = hashlib.sha256\n",
    "server/rules/battle/move.py": (
        "def f(xs: list[int]) -> list[int]:\n"
        "    seen = set(xs)\n"
        "    return [x for x in sorted(seen) if x in seen]\n"
        "def g():\n"
        "    seen = [1]\n"
        "    return list(seen)  # type: ignore[arg-type]  # noqa: E501\n"
    ),
    "server/rules/skirmish/geometry/pieces.py": (
        "from math import isqrt\nclass Body:\n    radius: int = 500 // 2\n"
    ),
    "server/rules/skirmish/content/reading.py": "def f(x: float) -> int:\n    return int(x)\n",
    "server/runtime/tasks.py": "asyncio.create_task(work())\n",
    "README.md": "See https://example.org/home/page and the homework/ folder.\n",
}


def plant(root: Path, name: str, text: str) -> None:
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_the_tree_keeps_its_promises(check: Check) -> None:
    assert list(check(ROOT)) == []


@pytest.mark.parametrize(("check", "name", "text"), PLANTED)
def test_a_planted_defect_is_found(tmp_path: Path, check: Check, name: str, text: str) -> None:
    for innocent in INNOCENT.items():
        plant(tmp_path, *innocent)
    plant(tmp_path, name, text)

    complaints = list(check(tmp_path))

    assert len(complaints) == 1
    assert complaints[0].startswith(f"{name}:")


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_what_only_looks_like_a_defect_passes(tmp_path: Path, check: Check) -> None:
    for innocent in INNOCENT.items():
        plant(tmp_path, *innocent)

    assert list(check(tmp_path)) == []


def test_every_check_has_a_planted_defect() -> None:
    assert {check for check, _, _ in PLANTED} == set(CHECKS)


def test_the_check_for_traces_reads_what_git_would_commit() -> None:
    """Without this, a wrong listing of the files would let everything pass."""
    read = {path.relative_to(ROOT).as_posix() for path in source_tree.text_files(ROOT)}

    assert {"LICENSE", "pyproject.toml", "tests/contracts/source_tree.py"} <= read
    assert not any(name.startswith(".venv/") for name in read)
