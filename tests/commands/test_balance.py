"""`hexwarden simulate --table`: how hard an encounter is, in one run."""

from pathlib import Path

import pytest

from server.commands import balance
from server.commands.balance import BattleRange, Cell
from server.commands.failure import Failure
from server.commands.headless import Simulation
from tests.commands.packs import Pack

START = BattleRange("jailbreak", 1, "adept", "sensible", 0, 1, 0)


def test_battles_shared_out_over_processes_give_the_table_of_one_process() -> None:
    cells = [Cell("adept", 0, 1), Cell("expert", 0, 2)]
    alone = balance.measure(cells, balance.shares(START, 12), jobs=1)
    shared = balance.measure(cells, balance.shares(START, 12), jobs=2)
    assert alone == shared
    assert [tally.battles for tally in alone.values()] == [12, 12]


def test_a_share_is_counted_from_the_battles_that_were_won() -> None:
    won = [Simulation("plain-clash", 1, "adept", "sensible", n).play()["outcome"] for n in (1, 2)]
    some = START._replace(encounter="plain-clash", number=2)
    assert balance.play(some)[0] == won.count("victory")


@pytest.mark.parametrize(
    ("share", "filled"), [(0.0, 0), (50.0, 12), (55.0, 14), (80.0, 20), (100.0, 25)]
)
def test_a_bar_is_as_long_as_its_share(share: float, filled: int) -> None:
    drawn = balance.bar(share)
    assert drawn.count("█") == filled
    assert len(drawn) == balance.WIDTH
    assert drawn.count("|") == sum(at >= filled for at in (14, 20))


def test_the_table_has_a_row_for_every_difficulty_dial_and_party_size(pack: Pack) -> None:
    outcome = pack.run(
        *("simulate", "--encounter", "plain-clash", "--table", "--count", "1"),
        *("--difficulty", "apprentice,expert", "--xp", "2,3", "--jobs", "1"),
    )
    assert outcome.code == 0, outcome.err
    rows = [line for line in outcome.out.splitlines() if "│" in line]
    assert len(rows) == 16
    assert sum("expert" in row for row in rows) == 8
    assert all("█" in row or "·" in row for row in rows)


@pytest.mark.parametrize("given", [("--xp", "2,3"), ("--xp", "many"), ("--xp", "1")])
def test_wrong_dials_are_refused_in_words(pack: Pack, given: tuple[str, str]) -> None:
    outcome = pack.run("simulate", "--encounter", "plain-clash", *given)
    assert outcome.code in (1, 2)
    assert "XP" in outcome.err or "xp" in outcome.err


def test_the_jailbreak_has_a_dial_of_its_own(tmp_path: Path) -> None:
    with pytest.raises(Failure, match="1 XP"):
        Simulation("jailbreak", 1, "adept", "sensible", 1, options={"xp": "4"})
