"""Which rules of the game does a passing test cover?

A pytest plugin. `rules_index.toml` beside this file holds every rule in our own words, and
`skirmish_index.toml` those of the skirmish, which are counted in a line of their own; a test names
the rules it covers with `@pytest.mark.rule("ENG-4", "CD-2")` on a function, a class, a module or a
parameter. A rule is covered when at least one test that carries its id has run and passed in
this session: a skipped, failed or expectedly failing test covers nothing. The ids travel in
the test's report, so the figures also hold when pytest-xdist runs the tests in several processes.

A mark with an id that the index does not have is an error of collection. A rule with
`nothing_to_enforce` is bookkeeping of the table that has no counterpart in an engine: it is
listed apart and counted neither as covered nor as missing. A rule with `needs` cannot be met before
something else exists (a campaign): it is no part of its group's figures, is listed apart for the
groups of battles, and counts as not covered in the sum of all. No test may carry its id: who can
show it splits the rule or takes the `needs` away.
"""

import tomllib
from collections.abc import Generator, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

INDEX = Path(__file__).with_name("rules_index.toml")
SKIRMISH = Path(__file__).with_name("skirmish_index.toml")
"""The rules of the other game, counted for themselves: of the same form, beside our own index."""
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
    """The rules under one prefix; `clash` and `battle` say whether a clash, or any battle, needs
    them.
    """

    prefix: str
    title: str
    clash: bool
    battle: bool
    rules: tuple[Rule, ...]

    @property
    def enforced(self) -> tuple[Rule, ...]:
        """The rules that count: those an engine can keep or break."""
        return tuple(rule for rule in self.rules if not rule.nothing_to_enforce)

    @property
    def due(self) -> tuple[Rule, ...]:
        """Those of them that wait for nothing else."""
        return tuple(rule for rule in self.enforced if not rule.needs)

    @property
    def waiting(self) -> tuple[Rule, ...]:
        """Those that do."""
        return tuple(rule for rule in self.enforced if rule.needs)


def load_index(path: Path) -> tuple[Group, ...]:
    """Read an index; raise `InvalidIndex` naming the place where it is malformed."""
    try:
        return tuple(_group(*entry) for entry in tomllib.loads(path.read_text("utf-8")).items())
    except tomllib.TOMLDecodeError as error:
        raise InvalidIndex(f"{path.name}: {error}") from error


def _group(prefix: str, table: dict[str, Any]) -> Group:
    try:
        rules = tuple(_rule(prefix, *entry) for entry in table["rules"].items())
        clash = table["clash"]
        return Group(prefix, table["title"], clash, table.get("battle", clash), rules)
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
    skirmish: tuple[Group, ...] = ()
    passed: dict[str, set[str]] = field(default_factory=dict)
    spoilt: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        groups = self.groups + self.skirmish
        self.known = {rule.id: rule for group in groups for rule in group.rules}

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
            for rule_id in sorted(set(map(str, ids_of(item)))):
                rule = self.known.get(rule_id)
                if rule is None:
                    yield f"{item.nodeid}: the rules index has no rule {rule_id}"
                elif rule.needs:
                    yield f"{item.nodeid}: in the rules index {rule_id} needs {rule.needs}"

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
        for line in skirmish_lines(self.skirmish, self.covered, missing=missing):
            terminal.write_line(line)


def report_lines(groups: Iterable[Group], covered: set[str], *, missing: bool) -> Iterator[str]:
    """The lines of the report: groups of a clash, of other battles, their sum; then all else."""
    clash = [group for group in groups if group.clash]
    battle = clash + [group for group in groups if group.battle and not group.clash]
    others = [group for group in groups if group not in battle]
    yield from _group_lines(battle, covered, missing=missing)
    due = [rule for group in battle for rule in group.due]
    yield f"battle groups: {_count(due, covered)} of {len(due)}"
    yield from _waiting(battle)
    yield from _group_lines(others, covered, missing=missing)
    every = [rule for group in battle + others for rule in group.rules]
    idle = [rule for rule in every if rule.nothing_to_enforce]
    yield f"nothing to enforce, not counted: {len(idle)}"
    yield from (f"  {rule.id} ({rule.source}) {rule.nothing_to_enforce}" for rule in idle)
    enforced = [rule for rule in every if not rule.nothing_to_enforce]
    yield f"covered {_count(enforced, covered)} of {len(enforced)} rules"


def skirmish_lines(groups: Iterable[Group], covered: set[str], *, missing: bool) -> Iterator[str]:
    """The lines of the report about the skirmish: one, and what is not covered."""
    for group in groups:
        yield f"SKIRMISH {_count(group.due, covered)}/{len(group.due)}"
        yield from _missing_lines(group, covered) if missing else ()


def _waiting(groups: Iterable[Group]) -> Iterator[str]:
    """How many rules of these groups wait for what."""
    waiting = [rule for group in groups for rule in group.waiting]
    for need in sorted({rule.needs for rule in waiting}):
        ids = [rule.id for rule in waiting if rule.needs == need]
        yield f"  {len(ids)} more wait for {need}: {', '.join(ids)}"


def _group_lines(groups: Iterable[Group], covered: set[str], *, missing: bool) -> Iterator[str]:
    for group in groups:
        yield f"{group.prefix} {_count(group.due, covered)}/{len(group.due)}"
        yield from _missing_lines(group, covered) if missing else ()


def _missing_lines(group: Group, covered: set[str]) -> Iterator[str]:
    open_rules = (rule for rule in group.due if rule.id not in covered)
    yield from (f"  {rule.id} ({rule.source}) {rule.text}" for rule in open_rules)


def _count(rules: Iterable[Rule], covered: set[str]) -> int:
    return sum(rule.id in covered for rule in rules)


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
        index = config.getoption("rules_index")
        groups = load_index(index)
        skirmish = load_index(SKIRMISH) if index == INDEX else ()
    except (InvalidIndex, OSError) as error:
        raise pytest.UsageError(f"rules index: {error}") from error
    config.pluginmanager.register(RulesCoverage(groups, skirmish), "rules-coverage")
