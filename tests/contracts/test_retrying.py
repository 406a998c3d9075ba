"""What waits for the store waits in one way, and the check for that can fail."""

from pathlib import Path

import pytest

from tests.contracts.retrying import KNOWN, own_retries
from tests.contracts.test_source_tree import ROOT, plant

LOOP = """\
async def f(self):
    while True:
        try:
            return await self.store.read(battle)
        except {error}:
            await {wait}
"""

PLANTED = {
    "a pause": LOOP.format(error="StoreUnavailable", wait="self.clock.sleep(0.1)"),
    "a wait": LOOP.format(error="PASSING", wait="self.store.wait_up()"),
    "one of several errors": LOOP.format(error="(OSError, StoreError) as e", wait="sleep(1)"),
    "so many tries": LOOP.format(error="StoreError", wait="sleep(1)").replace(
        "while True", "for _ in range(5)"
    ),
}

INNOCENT = {
    "server/battles/room.py": "async def f():\n    await outlast(store, clock, work)\n",
    "server/tables/lobby.py": (
        "def f(tables):\n    for one in tables:\n"
        "        try:\n            show(one)\n        except StoreError as fault:\n"
        "            log.warning(fault)\n"
    ),
    "server/cluster/host.py": LOOP.format(error="Refusal", wait="clock.sleep(1)"),
    "server/store/redis/link.py": PLANTED["a pause"],
}


def test_whatever_waits_for_the_store_does_it_by_one_helper() -> None:
    assert list(own_retries(ROOT)) == []


@pytest.mark.parametrize("text", PLANTED.values(), ids=PLANTED)
def test_a_planted_loop_is_found(tmp_path: Path, text: str) -> None:
    for innocent in INNOCENT.items():
        plant(tmp_path, *innocent)
    plant(tmp_path, "server/tables/planted.py", text)

    (complaint,) = own_retries(tmp_path)

    assert complaint.startswith("server/tables/planted.py:")


def test_what_only_looks_like_such_a_loop_passes(tmp_path: Path) -> None:
    for innocent in INNOCENT.items():
        plant(tmp_path, *innocent)

    assert list(own_retries(tmp_path)) == []


@pytest.mark.parametrize("name", KNOWN)
def test_every_exception_is_still_needed(tmp_path: Path, name: str) -> None:
    """One that is left behind would let its module begin another loop."""
    plant(tmp_path, f"server/copied/{Path(name).name}", (ROOT / name).read_text("utf-8"))

    assert len(list(own_retries(tmp_path))) == 1
