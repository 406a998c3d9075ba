"""What counts as covering a rule, and what the report says about it."""

from pathlib import Path

import pytest

from tests.rules_coverage import INDEX, SKIRMISH, InvalidIndex, Rule, load_index, skirmish_lines

pytest_plugins = ["pytester"]

SMALL_INDEX = """
[CMP]
title = "Campaign"
clash = false

[CMP.rules]
CMP-1 = { page = "49", text = "Three sessions." }

[ENG]
title = "Engage"
clash = true

[ENG.rules]
ENG-1 = { page = "59", text = "As often as wanted." }
ENG-2 = { page = "59", text = "The first is free." }
ENG-3 = { page = "FAQ", text = "Seven steps." }
ENG-4 = { page = "60", text = "Red chips.", nothing_to_enforce = "Only a colour." }
ENG-5 = { page = "61", text = "A rest.", needs = "a campaign" }

[DEL]
title = "Delve setup"
clash = false
battle = true

[DEL.rules]
DEL-1 = { page = "74", text = "An entrance." }
"""

PLUGINS = (
    *("-p", "tests.rules_coverage", "--rules-index=index.toml"),
    *("-p", "no:asyncio", "-p", "no:hypothesispytest"),
)


@pytest.fixture
def small(pytester: pytest.Pytester) -> pytest.Pytester:
    """A project of its own with a small index."""
    pytester.makefile(".toml", index=SMALL_INDEX)
    return pytester


def run(small: pytest.Pytester, tests: str, *options: str) -> pytest.RunResult:
    small.makepyfile("import pytest\nrule = pytest.mark.rule\n" + tests)
    return small.runpytest(*PLUGINS, "--rules-report", *options)


def report_of(result: pytest.RunResult) -> list[str]:
    """The lines after pytest's own last line."""
    lines = [line for line in result.outlines if line]
    return lines[lines.index(next(line for line in lines if line.startswith("ENG "))) :]


def test_the_report_has_battle_groups_first_and_the_sum_last(small: pytest.Pytester) -> None:
    result = run(small, "@rule('ENG-1', 'CMP-1')\ndef test_it(): pass")

    assert report_of(result) == [
        "ENG 1/3",
        "DEL 0/1",
        "battle groups: 1 of 4",
        "  1 more wait for a campaign: ENG-5",
        "CMP 1/1",
        "nothing to enforce, not counted: 1",
        "  ENG-4 (p60) Only a colour.",
        "covered 2 of 6 rules",
    ]


def test_missing_rules_are_listed_with_page_and_text(small: pytest.Pytester) -> None:
    result = run(small, "@rule('ENG-1', 'CMP-1')\ndef test_it(): pass", "--rules-missing")

    assert report_of(result)[:6] == [
        "ENG 1/3",
        "  ENG-2 (p59) The first is free.",
        "  ENG-3 (FAQ) Seven steps.",
        "DEL 0/1",
        "  DEL-1 (p74) An entrance.",
        "battle groups: 1 of 4",
    ]


def test_without_the_option_nothing_is_printed(small: pytest.Pytester) -> None:
    small.makepyfile("def test_it(): pass")

    result = small.runpytest(*PLUGINS)

    result.stdout.no_fnmatch_line("*covered*")


@pytest.mark.parametrize(
    "test",
    [
        "@rule('ENG-1')\ndef test_it(): assert False",
        "@rule('ENG-1')\ndef test_it(): pytest.skip('later')",
        "@rule('ENG-1')\n@pytest.mark.skip\ndef test_it(): pass",
        "@rule('ENG-1')\n@pytest.mark.xfail\ndef test_it(): assert False",
        "@rule('ENG-1')\n@pytest.mark.xfail\ndef test_it(): pass",
        "@pytest.fixture\ndef end():\n    yield\n    assert False\n"
        "@rule('ENG-1')\ndef test_it(end): pass",
        "@pytest.fixture\ndef start(): assert False\n@rule('ENG-1')\ndef test_it(start): pass",
    ],
    ids=["failed", "skipped", "marked skip", "xfailed", "xpassed", "failed after", "failed before"],
)
def test_a_test_that_has_not_passed_covers_nothing(small: pytest.Pytester, test: str) -> None:
    assert report_of(run(small, test))[-1] == "covered 0 of 6 rules"


def test_a_test_that_was_not_selected_covers_nothing(small: pytest.Pytester) -> None:
    result = run(
        small, "@rule('ENG-1')\ndef test_it(): pass\ndef test_other(): pass", "-k", "other"
    )

    assert report_of(result)[-1] == "covered 0 of 6 rules"


def test_one_passing_test_is_enough(small: pytest.Pytester) -> None:
    result = run(
        small, "@rule('ENG-1')\n@pytest.mark.parametrize('n', [0, 1])\ndef test_it(n): assert n"
    )

    result.assert_outcomes(passed=1, failed=1)
    assert report_of(result)[-1] == "covered 1 of 6 rules"


@pytest.mark.parametrize(
    "tests",
    [
        "pytestmark = [rule('ENG-1')]\ndef test_it(): pass",
        "@rule('ENG-1')\nclass TestIt:\n    def test_it(self): pass",
        "@pytest.mark.parametrize('n', [pytest.param(1, marks=rule('ENG-1'))])\n"
        "def test_it(n): pass",
    ],
    ids=["module", "class", "parameter"],
)
def test_a_mark_counts_at_every_level(small: pytest.Pytester, tests: str) -> None:
    assert report_of(run(small, tests))[-1] == "covered 1 of 6 rules"


def test_marks_of_all_levels_add_up(small: pytest.Pytester) -> None:
    result = run(
        small,
        "pytestmark = rule('CMP-1')\n@rule('ENG-1')\nclass TestIt:\n"
        "    @rule('ENG-2', 'ENG-1')\n    def test_it(self): pass",
    )

    assert report_of(result)[-1] == "covered 3 of 6 rules"


@pytest.mark.parametrize("rule_id", ["ENG-9", "eng-1", "ENG"])
def test_an_unknown_id_fails_the_collection(small: pytest.Pytester, rule_id: str) -> None:
    result = run(small, f"@rule('ENG-1', '{rule_id}')\ndef test_it(): pass")

    result.assert_outcomes(errors=1)
    assert result.ret == pytest.ExitCode.INTERRUPTED
    result.stdout.fnmatch_lines([f"*::test_it: the rules index has no rule {rule_id}"])


def test_a_rule_that_needs_what_does_not_exist_cannot_be_covered(small: pytest.Pytester) -> None:
    result = run(small, "@rule('ENG-5')\ndef test_it(): pass")

    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["*::test_it: in the rules index ENG-5 needs a campaign"])


def test_an_unknown_id_fails_the_collection_in_every_process(small: pytest.Pytester) -> None:
    result = run(small, "@rule('ENG-9')\ndef test_it(): pass", "-n2")

    assert result.ret != 0
    result.stdout.fnmatch_lines(["*::test_it: the rules index has no rule ENG-9"])


def test_an_unknown_id_in_a_class_fails_the_collection(small: pytest.Pytester) -> None:
    result = run(small, "class TestIt:\n    @rule('ENG-9')\n    def test_it(self): pass")

    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["*::test_it: the rules index has no rule ENG-9"])


def test_a_mark_without_an_id_fails_the_collection(small: pytest.Pytester) -> None:
    result = run(small, "@rule()\ndef test_it(): pass")

    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["*::test_it: the rule mark names no rule id"])


def test_processes_report_together(small: pytest.Pytester) -> None:
    """With pytest-xdist each process runs a part of the tests; the report has them all."""
    result = run(
        small,
        "@rule('ENG-1')\ndef test_a(): pass\n@rule('ENG-2')\ndef test_b(): pass\n"
        "@rule('ENG-3')\ndef test_c(): assert False",
        "-n2",
    )

    assert report_of(result)[0] == "ENG 2/3"


@pytest.mark.parametrize(
    ("index", "complaint"),
    [
        ("[ENG]\ntitle = 'Engage'\n", "group ENG lacks 'rules'"),
        ("[ENG]\nclash = true\n[ENG.rules]\n", "group ENG lacks 'title'"),
        (SMALL_INDEX.replace("ENG-3", "FAT-3"), "FAT-3 stands in group ENG"),
        (SMALL_INDEX.replace("ENG-3", "ENG-2"), "index.toml: "),
        (SMALL_INDEX.replace("text =", "words ="), "CMP-1: "),
        (SMALL_INDEX.replace('"49"', "49"), "CMP-1: page must be a string"),
    ],
)
def test_a_malformed_index_is_refused(tmp_path: Path, index: str, complaint: str) -> None:
    path = tmp_path / "index.toml"
    path.write_text(index, "utf-8")

    with pytest.raises(InvalidIndex, match=complaint):
        load_index(path)


def test_pytest_stops_at_a_malformed_index(small: pytest.Pytester) -> None:
    small.makefile(".toml", index="[ENG]\n")

    result = run(small, "def test_it(): pass")

    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*rules index: group ENG lacks*"])


def our_rules() -> list[Rule]:
    return [rule for group in load_index(INDEX) for rule in group.rules]


def test_our_index_holds_the_whole_rulebook() -> None:
    """The numbers within a group run from 1 without a gap, so that no rule gets lost."""
    groups = load_index(INDEX)

    assert len(groups) == 66
    assert len(our_rules()) == 653
    for group in groups:
        expected = [f"{group.prefix}-{n}" for n in range(1, len(group.rules) + 1)]
        assert [rule.id for rule in group.rules] == expected


def test_the_index_of_the_skirmish_is_whole_and_has_a_line_of_its_own() -> None:
    groups = load_index(SKIRMISH)
    (group,) = groups

    assert [rule.id for rule in group.rules] == [f"SK-{n}" for n in range(1, 121)]
    assert {rule.page for rule in group.rules} == {"engage", "docs", "original"}
    covered = {f"SK-{n}" for n in range(2, 121)}
    assert list(skirmish_lines(groups, covered, missing=False)) == ["SKIRMISH 118/119"]
    line = next(iter(list(skirmish_lines(groups, covered, missing=True))[1:]))
    assert line.startswith("  SK-1 (docs) The two players")


def test_our_rules_are_single_sentences_and_no_two_are_alike() -> None:
    skirmish = [rule for group in load_index(SKIRMISH) for rule in group.rules]
    texts = [rule.text for rule in our_rules() + skirmish]

    assert len(set(texts)) == len(texts)
    assert [text for text in texts if not text[0].isupper() or text[-1] != "."] == []
    assert [text for text in texts if ". " in text] == []
