"""The figures of encounters: every one has them, and they are what the command writes."""

import json
from typing import Any

import pytest

from server.rules.content.catalogue import catalogue
from server.rules.content.glossary import figures, glossary
from tests.bench import encounters

CHEAP = "jailbreak"
"""Alone it takes a round or two."""


def test_every_encounter_has_its_figures_and_no_other() -> None:
    offered = {name for name, one in catalogue().encounters.items() if not one.campaign}
    assert set(figures()) == offered, "those of campaigns are fought there alone"
    for one in figures().values():
        assert set(one["players"]) == {"1", "2", "3", "4"}
        cells = one["players"].values()
        assert all(cell["battles"] >= 10 and cell["minutes"] >= 1 for cell in cells)
        assert one["hardness"] == encounters.hardness(cell["won"] for cell in cells)


def test_the_file_is_what_the_command_writes() -> None:
    cells = {name: one["players"] for name, one in figures().items()}
    assert encounters.FILE.read_text() == encounters.written(cells)


def test_a_cheap_encounters_figures_are_what_is_measured() -> None:
    """Within chance: a change of the rules may move a battle or two, and the minutes by one."""
    shipped: dict[str, int] = figures()[CHEAP]["players"]["1"]
    found = encounters.measured(CHEAP, 1, shipped["battles"])
    assert found.keys() == shipped.keys()
    assert abs(found["minutes"] - shipped["minutes"]) <= 1
    assert abs(found["won"] - shipped["won"]) <= 20


@pytest.mark.parametrize(
    ("won", "step"), [(70, "gentle"), (69, "fair"), (60, "fair"), (59, "hard")]
)
def test_hardness_has_three_steps(won: int, step: str) -> None:
    assert encounters.hardness([won, won]) == step


def test_the_catalogue_tells_what_is_to_be_done_and_how_long_it_takes() -> None:
    told: dict[str, Any] = json.loads(json.dumps(glossary(catalogue())["encounters"]))
    for name, one in told.items():
        assert one["goal"].endswith(".")
        assert one["goal"] != one["objective"], name
        assert one["figures"] == json.loads(json.dumps(figures()[name]))
    assert told["night-run"]["scenario"] == "escape"
    assert told["watch-hill"]["scenario"] == "hold"
    assert {one["scenario"] for one in told.values()} >= {"hunt", "ambush", "delve", "dungeon"}
