"""Running a target for some time, or for its number of inputs (`seconds` is None): with coverage
as guide where atheris is there, else without.

What breaks a target is kept as a file in `regressions/TARGET/`, which every test run tries again.
"""

import importlib.util
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from tests.fuzz.mutating import mutated
from tests.fuzz.targets import Target

REGRESSIONS = Path(__file__).with_name("regressions")


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
    """Whether the coverage-guided fuzzer is installed, and runs on this machine."""
    if importlib.util.find_spec("atheris") is None:
        return False
    tried = subprocess.run(
        [sys.executable, "-c", "import atheris"], capture_output=True, check=False
    )
    return tried.returncode == 0


def kept(target: str, data: bytes) -> Path:
    """Keep an input as a regression."""
    file = REGRESSIONS / target / sha256(data).hexdigest()[:16]
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(data)
    return file


def at_random(target: Target, seconds: float | None, seed: int) -> Run:
    """Mutated seeds, the same ones for the same seed; stops at what breaks."""
    chance, seeds = random.Random(f"{target.name} {seed}"), target.seeds()
    tried, until = 0, time.monotonic() + (seconds or 0.0)
    while tried < target.inputs if seconds is None else time.monotonic() < until:
        data = mutated(seeds, chance)
        tried += 1
        try:
            target.run(data)
        except Exception as fault:
            why = f"{type(fault).__name__}: {fault}"
            return Run(tried, [Broken(target.name, kept(target.name, data), why)])
    return Run(tried, [])


def guided(targets: list[Target], seconds: float | None, seed: int) -> Iterator[tuple[Target, Run]]:
    """The same with atheris, for each target in turn, in a process that is made ready once."""
    with tempfile.TemporaryDirectory() as folder:
        names = [target.name for target in targets]
        each = ["" if seconds is None else str(max(1, round(seconds))), str(seed + 1), folder]
        command = [sys.executable, "-m", "tests.fuzz.guided", *each, *names]
        # Where coverage leads hangs on the order of sets, too.
        with subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=os.environ | {"PYTHONHASHSEED": "0"},
        ) as child:
            assert child.stdout is not None
            for target in targets:
                ended = child.stdout.readline().decode().split()
                assert ended[:1] == [target.name], f"{target.name}: the fuzzer does not run"
                yield target, _looked_over(target, Path(folder, target.name), int(ended[1]))


def _looked_over(target: Target, folder: Path, code: int) -> Run:
    said = (folder / "said").read_text("utf-8", "replace")
    broken = [
        Broken(target.name, kept(target.name, file.read_bytes()), _why(said))
        for file in sorted((folder / "found").iterdir())
    ]
    assert code == 0 or broken, said[-3000:]
    return Run(_tried(said), broken)


def _why(said: str) -> str:
    """The line of an exception in what a guided run has said."""
    after = said.partition("Uncaught Python exception: ===")[2].strip()
    return after.splitlines()[0] if after else said.strip().splitlines()[-1]


def _tried(said: str) -> int:
    found = said.partition("stat::number_of_executed_units:")[2].split()
    return int(found[0]) if found else 0
