"""The same answers and dice tell the same battle, whatever the interpreter's hash seed."""

import os
import subprocess
import sys

import pytest

PROGRAM = """
import hashlib, sys
from server.commands.headless import Simulation
battle = Simulation("jailbreak", 4, "expert", "random", int(sys.argv[1]))
battle.play()
print(len(battle.frames), hashlib.sha256(b"".join(battle.frames)).hexdigest())
"""


def told(seed: int, hash_seed: str) -> str:
    """A battle between bots in a process of its own: its length and the hash of all its commits."""
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    command = [sys.executable, "-c", PROGRAM, str(seed)]
    return subprocess.run(
        command, env=environment, capture_output=True, text=True, check=True
    ).stdout


@pytest.mark.parametrize("seed", [3, 4])
@pytest.mark.slow
def test_two_hash_seeds_tell_the_same_battle(seed: int) -> None:
    first, second = told(seed, "1"), told(seed, "4242")
    assert first == second
    assert int(first.split()[0]) > 10
