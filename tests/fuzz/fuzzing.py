"""Running a target for some time: with coverage as guide where atheris is there, else without.

What breaks a target is kept as a file in `regressions/TARGET/`, which every test run tries again.
"""

import importlib.util
import random
import subprocess
import sys
import tempfile
import time
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from tests.fuzz.mutating import mutated
from tests.fuzz.targets import Target

REGRESSIONS = Path(__file__).with_name("regressions")
LONGEST = 64 * 1024
STARTED = 60.0


class Broken(NamedTuple):
    """An input that a decoder did not stand, where it is kept, and what was raised."""

    target: str
    file: Path
    why: str


class Run(NamedTuple):
    """What a run came to: inputs tried, and what broke."""

    tried: int
    broken: list[Broken]


def is_guided() -> bool:
    """Whether the coverage-guided fuzzer is installed."""
    return importlib.util.find_spec("atheris") is not None


def kept(target: str, data: bytes) -> Path:
    """Keep an input as a regression."""
    file = REGRESSIONS / target / sha256(data).hexdigest()[:16]
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(data)
    return file


def at_random(target: Target, seconds: float, seed: int) -> Run:
    """Mutated seeds for some seconds, the same ones for the same seed; stops at what breaks."""
    chance, seeds = random.Random(f"{target.name} {seed}"), target.seeds()
    tried, until = 0, time.monotonic() + seconds
    while time.monotonic() < until:
        data = mutated(seeds, chance)
        tried += 1
        try:
            target.run(data)
        except Exception as fault:
            why = f"{type(fault).__name__}: {fault}"
            return Run(tried, [Broken(target.name, kept(target.name, data), why)])
    return Run(tried, [])


def guided(target: Target, seconds: float, seed: int) -> Run:
    """The same with atheris, which never returns and so runs in a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        corpus, found = Path(folder, "corpus"), Path(folder, "found")
        corpus.mkdir()
        found.mkdir()
        flags = [f"-max_total_time={max(1, round(seconds))}", f"-max_len={LONGEST}", "-timeout=10"]
        flags += [f"-artifact_prefix={found}/", f"-seed={seed + 1}", "-print_final_stats=1"]
        flags += ["-rss_limit_mb=4096"]
        command = [sys.executable, "-m", "tests.fuzz.guided", target.name, *flags, str(corpus)]
        done = subprocess.run(
            command, capture_output=True, text=True, check=False, timeout=seconds * 3 + STARTED
        )
        said = done.stdout + done.stderr
        broken = [
            Broken(target.name, kept(target.name, file.read_bytes()), _why(said))
            for file in sorted(found.iterdir())
        ]
        assert done.returncode == 0 or broken, said[-3000:]
        return Run(_tried(said), broken)


def _why(said: str) -> str:
    """The line of an exception in what a guided run has said."""
    after = said.partition("Uncaught Python exception: ===")[2].strip()
    return after.splitlines()[0] if after else said.strip().splitlines()[-1]


def _tried(said: str) -> int:
    found = said.partition("stat::number_of_executed_units:")[2].split()
    return int(found[0]) if found else 0
