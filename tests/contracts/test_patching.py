"""Nothing of the product is replaced while it runs, and every check for that can fail."""

from pathlib import Path

import pytest

from tests.contracts import patching
from tests.contracts.patching import CHECKS
from tests.contracts.source_tree import Check
from tests.contracts.test_source_tree import ROOT, plant

ROOM = "class Room:\n    def __init__(self):\n        self.on_end = f\n    def submit(self): ...\n"
SHADOW = "def _shadow(thing, **methods):\n    for name, method in methods.items():\n"

PLANTED = [
    (patching.set_by_name, SHADOW + "        setattr(thing, name, method)\n"),
    (patching.set_by_name, "setattr(room, 'submit', wrapper)\n"),
    (patching.set_by_name, "delattr(room, name)\n"),
    (patching.set_by_name, "def f(lease):\n    object.__setattr__(lease, 'epoch', 2)\n"),
    (patching.set_by_name, "msgspec.structs.force_setattr(commit, 'version', 2)\n"),
    (patching.hidden_state, "vars(room)['answer'] = answer\n"),
    (patching.hidden_state, "def f(unit):\n    return unit.__dict__.setdefault('_reach', 1)\n"),
    (
        patching.stale_caches,
        "class Room:\n    def __init__(self): self.size = 1\n"
        "    @cached_property\n    def twice(self): return 2 * self.size\n",
    ),
    (patching.patched_imports, "import time\ntime.monotonic = clock\n"),
    (patching.patched_imports, "from server.net import pages\npages.answer = answer\n"),
    (patching.patched_imports, "def f():\n    import random\n    random.random = dice\n"),
    (patching.patched_imports, "import os.path\nos.path.join = join\n"),
    (patching.patched_imports, "from asyncio import Task\nTask.cancel = cancel\n"),
    (patching.patched_imports, "class Hall: ...\ndef f():\n    Hall.handle = handle\n"),
    (patching.patched_imports, "type(room).submit = submit\n"),
    (patching.patched_imports, "room.__class__ = Traced\n"),
    (patching.patched_imports, "def f(): ...\nf.found = {}\n"),
    (patching.patched_imports, "import time\nwith clock() as time.monotonic:\n    pass\n"),
    (patching.patched_methods, "def f(room):\n    room.submit = wrapper\n"),
    (patching.patched_methods, "def f(hall):\n    hall.rooms['b'].submit = wrapper\n"),
    (patching.patched_methods, "room.submit, x = wrapper, 1\n"),
    (patching.patched_methods, "del room.submit\n"),
    (patching.patched_methods, "x.y = z  # type: " + "ignore[method-assign]\n"),
    (patching.tools_of_tests, "from unittest.mock import patch\n"),
    (patching.tools_of_tests, "def f():\n    import pytest\n"),
]

INNOCENT = {
    "server/battles/room.py": ROOM,
    "server/net/websocket/session.py": (
        "import time\n"
        "from server.battles import room\n"
        "class Session:\n"
        "    room = None\n"
        "    def __init__(self, room):\n"
        "        self.room, self.time = room, time.monotonic()\n"
        "        room.on_end = self.ended\n"
        "    def ended(self): self.room.shown = True\n"
    ),
    "server/tables/table.py": (
        "class Frozen:\n"
        "    def __post_init__(self):\n"
        "        object.__setattr__(self, 'size', 2)\n"
        "class Lock:\n"
        "    digits: tuple[int, ...]\n"
        "    @functools.cached_property\n"
        "    def words(self): return str(self.digits)\n"
        "def made(text):\n"
        "    def do(): ...\n"
        "    do.__doc__ = text\n"
        "    return do\n"
    ),
    "protocol/ids.py": "def f(record):\n    record.submitted = True\n",
}


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_nothing_of_the_product_is_replaced(check: Check) -> None:
    assert list(check(ROOT)) == []


@pytest.mark.parametrize(("check", "text"), PLANTED)
@pytest.mark.parametrize("folder", ["server/net", "protocol", "clients/sdk"])
def test_a_planted_replacement_is_found(
    tmp_path: Path, folder: str, check: Check, text: str
) -> None:
    for innocent in INNOCENT.items():
        plant(tmp_path, *innocent)
    plant(tmp_path, f"{folder}/planted.py", text)

    (complaint,) = check(tmp_path)

    assert complaint.startswith(f"{folder}/planted.py:")


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_what_only_looks_like_a_replacement_passes(tmp_path: Path, check: Check) -> None:
    for innocent in INNOCENT.items():
        plant(tmp_path, *innocent)

    assert list(check(tmp_path)) == []


def test_every_check_has_a_planted_replacement() -> None:
    assert {check for check, _ in PLANTED} == set(CHECKS)
