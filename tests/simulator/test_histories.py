"""Three hundred seeds in every test run; `make simulate SEEDS=n` runs more."""

import gc
import os
import subprocess
import sys
import weakref

import pytest

from tests.simulator.world import World

CHUNK, CHUNKS = 25, 12


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_whatever_goes_wrong_nothing_acknowledged_is_lost_or_done_twice(chunk: int) -> None:
    """Given servers, clients, network and store that fail in every way that the seed says, then
    there is one history, which everybody ends with, and it holds what was acknowledged, once."""
    wrong: dict[int, list[str]] = {}
    for seed in range(chunk * CHUNK, (chunk + 1) * CHUNK):
        if found := World(seed).run():
            wrong[seed] = found
        gc.collect()
    assert not wrong, f"python -m tests.simulator --seed {min(wrong)}: {wrong}"


def test_the_stores_scripts_say_what_a_store_must_under_the_same_faults() -> None:
    """Given a store that its own scripts drive, when everything goes wrong as the seeds say, then
    each call is answered as by a store in memory, and nothing is lost or done twice."""
    pytest.importorskip("lupa", reason="an interpreter of Lua, one of the development tools")
    from tests.simulator.scripted import ScriptedTruth

    wrong: dict[int, list[str]] = {}
    for seed in range(2 * CHUNK):
        if found := World(seed, truth=ScriptedTruth).run():
            wrong[seed] = found
        gc.collect()
    assert not wrong, f"python -m tests.simulator --scripts --seed {min(wrong)}: {wrong}"


def test_a_run_that_is_over_leaves_nothing_in_memory() -> None:
    """Given a seed under which processes are killed while beats of the rules wait for an answer,
    when its run is over, then nothing of it is left."""
    world = World(5)
    left = weakref.ref(world.loop)
    assert world.run() == []
    del world
    gc.collect()
    assert left() is None


PROGRAM = """
import hashlib, sys
from tests.simulator.world import World
lines = []
World(int(sys.argv[1]), lines.append).run()
print(len(lines), hashlib.sha256("\\n".join(lines).encode()).hexdigest())
"""


@pytest.mark.parametrize("seed", [3, 17])
def test_a_seed_tells_the_same_history_in_every_process(seed: int) -> None:
    """Given two programs that hash texts differently, then each step of a run is the same."""
    told = {_told(seed, hashed) for hashed in ("1", "2", "3")}
    assert len(told) == 1
    lines, _ = told.pop().split()
    assert int(lines) > 100


def _told(seed: int, hashed: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(seed)],
        env={**os.environ, "PYTHONHASHSEED": hashed},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout
