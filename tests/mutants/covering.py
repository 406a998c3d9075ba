"""Which tests run which lines: a plugin of pytest that writes it down, and what was written, read.

    pytest -p tests.mutants.covering --covering FILE ...

Lines that run while modules are imported belong to no test.
"""

import json
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from coverage import Coverage, CoverageData

ROOT = Path(__file__).parents[2]
MEASURED = ("server/rules", "server/service", "server/store")


def pytest_addoption(parser: pytest.Parser) -> None:
    """See pytest: where the lines are written to."""
    parser.addoption("--covering", required=True, type=Path)


class Recorder:
    """Writes the lines of each test, and its seconds."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._seconds: dict[str, float] = {}
        self._failed: set[str] = set()
        source = [str(ROOT / each) for each in MEASURED]
        self._coverage = Coverage(str(file), source=source, config_file=False, messages=False)
        self._coverage.start()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """See pytest."""
        begun = time.process_time()
        self._coverage.switch_context(item.nodeid)
        try:
            return (yield)
        finally:
            self._coverage.switch_context("")
            self._seconds[item.nodeid] = round(time.process_time() - begun, 3)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """See pytest. A test that bounds memory fails while it is measured, and is no use."""
        if report.failed:
            self._failed.add(report.nodeid)

    def pytest_unconfigure(self) -> None:
        """See pytest."""
        self._coverage.stop()
        self._coverage.save()
        passed = {name: took for name, took in self._seconds.items() if name not in self._failed}
        seconds_file(self._file).write_text(json.dumps(passed))


def pytest_configure(config: pytest.Config) -> None:
    """See pytest."""
    config.pluginmanager.register(Recorder(config.getoption("--covering")), "covering-recorder")


def seconds_file(file: Path) -> Path:
    """Where the seconds of each test lie, beside its lines."""
    return file.with_suffix(".json")


class Covering:
    """What files of `Recorder` say together."""

    def __init__(self, files: list[Path]) -> None:
        self.seconds: dict[str, float] = {}
        self._tests: dict[tuple[str, int], set[str]] = {}
        for file in files:
            known = json.loads(seconds_file(file).read_text())
            self.seconds |= known
            data = CoverageData(str(file))
            data.read()
            for path in data.measured_files():
                name = str(Path(path).relative_to(ROOT))
                for line, tests in data.contexts_by_lineno(path).items():
                    self._tests.setdefault((name, line), set()).update(known.keys() & set(tests))

    def of(self, path: str, line: int) -> set[str]:
        """The tests that run a line."""
        return self._tests.get((path, line), set())

    def of_file(self, path: str) -> set[str]:
        """The tests that run any line of a file."""
        found: set[str] = set()
        for (name, _), tests in self._tests.items():
            if name == path:
                found |= tests
        return found
