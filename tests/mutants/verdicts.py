"""What the tests say of one mistake: each planted in a process of its own."""

import resource
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

from tests.mutants.covering import ROOT, Covering
from tests.mutants.mutations import Mutation

SECONDS = 20.0  # of processor time that the chosen tests took when measured; see `_first`
ENDLESS = 300  # seconds of processor time in all: a loop that does not end
STUCK = 600  # seconds in all: somebody waits for what never comes
MEMORY = 6 << 30  # bytes: a list that grows for ever must not take the machine down
COMPONENTS = "tests/golden/test_printed.py"  # reads what every component was made with
PYTEST = ("-n0", "-x", "-p", "no:cacheprovider")


class Verdict(NamedTuple):
    """`outcome`: found, survived, or broken where the tests fail without any mistake. `tests`: how
    many of how many were run.
    """

    name: str
    outcome: str
    tests: str


def measure(tests: str, file: Path) -> None:
    """Write down which lines each test of a folder runs."""
    plugin = ("-p", "tests.mutants.covering", "--covering", str(file))
    every = [each for each in PYTEST if each != "-x"]
    command = [sys.executable, "-m", "pytest", *every, "-m", "not slow", *plugin, tests]
    subprocess.run(command, cwd=ROOT, check=False)


def tested(one: Mutation, covering: Covering, seconds: float) -> Verdict:
    """Plant a mistake and run the tests that cover it, as many as took so many seconds."""
    chosen, told = selected(one, covering, seconds)
    if not chosen:
        return Verdict(one.name, "survived", "no test")
    code = _run(one, chosen)
    if code and _run(one._replace(number=-1), chosen):  # as on a machine that is loaded too much
        return Verdict(one.name, "broken", told)
    return Verdict(one.name, "found" if code else "survived", told)


def selected(one: Mutation, covering: Covering, seconds: float) -> tuple[list[str], str]:
    """Return the tests that cover a mistake, as many as took so many seconds; and how many of how
    many these are.
    """
    every = _covering(one, covering)
    chosen = _first(one, every, covering, seconds)
    return chosen, f"{len(chosen)} of {len(every)}"


def _covering(one: Mutation, covering: Covering) -> set[str]:
    """The tests that run a mistake's line, the module's own, since a cache may have kept them from
    running it, and who reads all components. What runs at import belongs to whichever test came
    first: then those that use the module as well; those of the nearest folder where there are none.
    """
    found = covering.of(one.path, one.line)
    found = found or {test for line in one.lines for test in covering.of(one.path, line)}
    own = _own(one.path)
    is_run = bool(found)
    found |= {test for test in covering.seconds if test.startswith((own, *_readers(one.path)))}
    if is_run and not one.is_at_import:
        return found
    if one.is_at_import:
        found |= covering.of_file(one.path)
    for folder in Path(own).parents:
        if found:
            break
        found = {test for test in covering.seconds if test.startswith(f"{folder}/")}
    return found


def _readers(path: str) -> tuple[str, ...]:
    return (COMPONENTS,) if path.startswith("server/rules/content/") else ()


def _own(path: str) -> str:
    """The file with a module's own tests."""
    parts = Path(path).parts
    return str(Path("tests", *parts[1:-1], f"test_{parts[-1]}"))


def _first(one: Mutation, tests: set[str], covering: Covering, most: float) -> list[str]:
    """The module's own tests, then the quickest others, as far as the time goes."""
    own = _own(one.path)
    chosen: list[str] = []
    seconds = 0.0
    first = (own, *_readers(one.path))
    for test in sorted(tests, key=lambda at: (not at.startswith(first), covering.seconds[at])):
        seconds += covering.seconds[test]
        if chosen and seconds > most:
            break
        chosen.append(test)
    return chosen


def _run(one: Mutation, tests: list[str]) -> int:
    """The exit code of the tests with a mistake; -1 where they do not end."""
    with tempfile.TemporaryDirectory(prefix="hw-mutant-") as folder:
        names = Path(folder, "tests")
        names.write_text("\n".join(tests))
        given = (one.path, str(one.number), *PYTEST, f"--basetemp={folder}/base", f"@{names}")
        try:
            return subprocess.run(
                [sys.executable, "-m", "tests.mutants.planting", *given],
                cwd=ROOT,
                check=False,
                capture_output=True,
                timeout=STUCK,
                preexec_fn=bounded,
            ).returncode
        except subprocess.TimeoutExpired:
            return -1


def bounded() -> None:
    """Bound this process's time and memory."""
    resource.setrlimit(resource.RLIMIT_CPU, (ENDLESS, ENDLESS))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
