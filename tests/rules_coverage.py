"""Which rules of the game does a passing test cover?

A pytest plugin. `rules_index.toml` beside this file holds every rule in our own words; a test names
the rules it covers with `@pytest.mark.rule("ENG-4", "CD-2")` on a function, a class, a module or a
parameter. A rule is covered when at least one test that carries its id has run and passed in
this session: a skipped, failed or expectedly failing test covers nothing. The ids travel in
the test's report, so the figures also hold when pytest-xdist runs the tests in several processes.

A mark with an id that the index does not have is an error of collection. A rule with
`nothing_to_enforce` is bookkeeping of the table that has no counterpart in an engine: it is
listed apart and counted neither as covered nor as missing. A rule of a clash group with `needs`
cannot be met before something else exists (a campaign, a delve): it counts as missing, and the
report says how many of the missing ones are of that kind.
"""

import tomllib
from collections.abc import Generator, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

INDEX = Path(__file__).with_name("rules_index.toml")
PROPERTY = "rule"


class InvalidIndex(ValueError):
    """The rules index is not of the shape that its head describes."""


@dataclass(frozen=True)
class Rule:
    """One rule: its stable id, its page in the rulebook, and what it says."""

    id: str
    page: str
    text: str
    nothing_to_enforce: str = ""
    needs: str = ""

    @property
    def source(self) -> str:
        """Where the rule comes from: `p59`, or the kind of text that decides it."""
        return f"p{self.page}" if self.page[:1].isdigit() else self.page

    def __post_init__(self) -> None:
        for name in ("page", "text", "nothing_to_enforce", "needs"):
            if not isinstance(getattr(self, name), str):
                raise TypeError(f"{name} must be a string")


@dataclass(frozen=True)
class Group:
    """The rules under one prefix; `clash` says whether a clash needs them."""

    prefix: str
    title: str
    clash: bool
    rules: tuple[Rule, ...]

    @property
    def enforced(self) -> tuple[Rule, ...]:
        """The rules that count: those an engine can keep or break."""
        return tuple(rule for rule in self.rules if not rule.nothing_to_enforce)


def load_index(path: Path) -> tuple[Group, ...]:
    """Read an index; raise `InvalidIndex` naming the place where it is malformed."""
    try:
        return tuple(_group(*entry) for entry in tomllib.loads(path.read_text("utf-8")).items())
    except tomllib.TOMLDecodeError as error:
        raise InvalidIndex(f"{path.name}: {error}") from error


def _group(prefix: str, table: dict[str, Any]) -> Group:
    try:
        rules = tuple(_rule(prefix, *entry) for entry in table["rules"].items())
        return Group(prefix, table["title"], table["clash"], rules)
    except KeyError as error:
        raise InvalidIndex(f"group {prefix} lacks {error}") from error


def _rule(prefix: str, rule_id: str, entry: dict[str, str]) -> Rule:
    if not rule_id.startswith(f"{prefix}-"):
        raise InvalidIndex(f"{rule_id} stands in group {prefix}")
    try:
        return Rule(id=rule_id, **entry)
    except TypeError as error:
        raise InvalidIndex(f"{rule_id}: {error}") from error


def ids_of(item: pytest.Item) -> Iterator[str]:
    """The rule ids that a test carries, its class's and its module's included."""
    for mark in item.iter_markers("rule"):
        yield from mark.args


@dataclass(eq=False)
class RulesCoverage:
    """Collects the ids of passed tests and prints the report."""

    groups: tuple[Group, ...]
    passed: dict[str, set[str]] = field(default_factory=dict)
    spoilt: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.known = {rule.id for group in self.groups for rule in group.rules}

    @pytest.hookimpl(wrapper=True)
    def pytest_make_collect_report(
        self,
    ) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
        report = yield
        complaints = list(self._complaints(report.result or ()))
        if complaints:
            report.outcome, report.result = "failed", []
            report.longrepr = "\n".join(complaints)
        return report

    def _complaints(self, found: Iterable[pytest.Item | pytest.Collector]) -> Iterator[str]:
        for item in found:
            if not isinstance(item, pytest.Item):
                continue
            if any(not mark.args for mark in item.iter_markers("rule")):
                yield f"{item.nodeid}: the rule mark names no rule id"
            for unknown in sorted(set(map(str, ids_of(item))) - self.known):
                yield f"{item.nodeid}: the rules index has no rule {unknown}"

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        item.user_properties += [(PROPERTY, rule_id) for rule_id in sorted(set(ids_of(item)))]

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if not report.passed or hasattr(report, "wasxfail"):
            self.spoilt.add(report.nodeid)
        elif report.when == "call":
            ids = {str(value) for name, value in report.user_properties if name == PROPERTY}
            self.passed.setdefault(report.nodeid, set()).update(ids)

    @property
    def covered(self) -> set[str]:
        """The ids of the rules that a passed test has covered so far."""
        clean = [ids for node, ids in self.passed.items() if node not in self.spoilt]
        return set().union(*clean)

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> Generator[None, None, None]:
        yield
        terminal = session.config.pluginmanager.getplugin("terminalreporter")
        missing = session.config.getoption("rules_missing")
        if terminal is None or not (missing or session.config.getoption("rules_report")):
            return
        for line in report_lines(self.groups, self.covered, missing=missing):
            terminal.write_line(line)


def report_lines(groups: Iterable[Group], covered: set[str], *, missing: bool) -> Iterator[str]:
    """The lines of the report: clash groups and their sum, the others, what counts for nothing."""
    clash = [group for group in groups if group.clash]
    others = [group for group in groups if not group.clash]
    yield from _group_lines(clash, covered, missing=missing)
    yield "clash groups: {} of {}".format(*_count(clash, covered))
    yield from _waiting(clash, covered)
    yield from _group_lines(others, covered, missing=missing)
    idle = [rule for group in clash + others for rule in group.rules if rule.nothing_to_enforce]
    yield f"nothing to enforce, not counted: {len(idle)}"
    yield from (f"  {rule.id} ({rule.source}) {rule.nothing_to_enforce}" for rule in idle)
    yield "covered {} of {} rules".format(*_count(clash + others, covered))


def _waiting(groups: Iterable[Group], covered: set[str]) -> Iterator[str]:
    """How many missing rules of these groups wait for what."""
    missing = [rule for group in groups for rule in group.enforced if rule.id not in covered]
    for need in sorted({rule.needs for rule in missing if rule.needs}):
        ids = [rule.id for rule in missing if rule.needs == need]
        yield f"  missing, needs {need}: {len(ids)} ({', '.join(ids)})"


def _group_lines(groups: Iterable[Group], covered: set[str], *, missing: bool) -> Iterator[str]:
    for group in groups:
        yield "{} {}/{}".format(group.prefix, *_count([group], covered))
        if missing:
            open_rules = (rule for rule in group.enforced if rule.id not in covered)
            yield from (f"  {rule.id} ({rule.source}) {rule.text}" for rule in open_rules)


def _count(groups: Iterable[Group], covered: set[str]) -> tuple[int, int]:
    counted = [rule.id for group in groups for rule in group.enforced]
    return len(covered.intersection(counted)), len(counted)


def pytest_addoption(parser: pytest.Parser) -> None:
    options = parser.getgroup("rules", "coverage of the game's rules")
    options.addoption(
        "--rules-report", action="store_true", help="print how many rules a passing test covers"
    )
    options.addoption(
        "--rules-missing", action="store_true", help="the report, with the uncovered rules"
    )
    options.addoption("--rules-index", type=Path, default=INDEX, help="another index than ours")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "rule(*ids): the rules that this test covers")
    try:
        groups = load_index(config.getoption("rules_index"))
    except (InvalidIndex, OSError) as error:
        raise pytest.UsageError(f"rules index: {error}") from error
    config.pluginmanager.register(RulesCoverage(groups), "rules-coverage")
