"""Every ruling that concerns a rule of a battle names tests, and all of them exist."""

import ast
import tomllib
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
RULINGS: dict[str, dict[str, list[str]]] = tomllib.loads(
    (TESTS / "rulings.toml").read_text("utf-8")
)


@pytest.fixture(scope="module")
def names() -> set[str]:
    """The names of all tests of the rules."""
    trees = [ast.parse(path.read_text("utf-8")) for path in (TESTS / "rules").rglob("test_*.py")]
    found = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    return {node.name for node in found}


@pytest.mark.parametrize("page", RULINGS)
def test_the_tests_of_a_page_of_rulings_exist(page: str, names: set[str]) -> None:
    for ruling, tests in RULINGS[page].items():
        assert tests, f"{page}: {ruling} has no test"
        assert [name for name in tests if f"test_{name}" not in names] == [], ruling


def test_a_ruling_is_a_sentence() -> None:
    rulings = [ruling for page in RULINGS.values() for ruling in page]
    assert [ruling for ruling in rulings if ruling[-1] != "."] == []
    assert len(rulings) > 150
