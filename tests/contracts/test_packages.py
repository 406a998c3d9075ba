"""The packages are what ARCHITECTURE.md says: no circles, none too large, each with its word."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.contracts import packages
from tests.contracts.drawing import PAGE, drawing

ROOT = Path(__file__).resolve().parents[2]

Check = Callable[[Path], Iterator[str]]

PLANTED: dict[Check, dict[str, str]] = {
    packages.module_circles: {
        "server/battles/room.py": "from server.battles.records.record import Record\n",
        "server/battles/records/record.py": (
            "from typing import TYPE_CHECKING\n"
            "if TYPE_CHECKING:\n    from server.battles.clock import Clock\n"
        ),
        "server/battles/clock.py": "def f():\n    from . import room\n",
    },
    packages.package_circles: {
        "server/tables/table.py": "from server.battles import room\n",
        "server/battles/room.py": "",
        "server/battles/clock.py": "from server.tables import seats\n",
        "server/tables/seats.py": "",
    },
    packages.large_packages: {
        f"server/battles/part{number}.py": "" for number in range(packages.MOST + 1)
    },
    packages.faceless_packages: {
        "protocol/battles/__init__.py": '"""Battles."""\n\nALL = ("__all__",)\n',
        "protocol/fights/__init__.py": '__all__ = ["ALL"]\n',
    },
    packages.empty_promises: {
        "clients/core/battles/__init__.py": (
            "from x import a as b\nC = 1\ndef f(): ...\n__all__ = ['C', 'a', 'b', 'f', 'room']\n"
        ),
        "clients/core/battles/room.py": "",
    },
    packages.hidden_imports: {
        "server/battles/room.py": (
            "import typing\nif typing.TYPE_CHECKING:\n    from server.tables import Table\n"
        ),
        "server/commands/battles.py": (
            "import typing\nif typing.TYPE_CHECKING:\n    from server.store import Store\n"
        ),
    },
    packages.unsaid_packages: {"clients/battles/__init__.py": "from x import y\n"},
}


@pytest.mark.parametrize("check", PLANTED, ids=lambda check: check.__name__)
def test_the_tree_keeps_it(check: Check) -> None:
    assert list(check(ROOT)) == []


@pytest.mark.parametrize("check", PLANTED, ids=lambda check: check.__name__)
def test_a_planted_violation_is_found(check: Check, tmp_path: Path) -> None:
    for name, text in PLANTED[check].items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        for folder in path.relative_to(tmp_path).parents[:-1]:
            (tmp_path / folder / "__init__.py").touch()
        path.write_text(text, "utf-8")
    found = list(check(tmp_path))
    assert len([each for each in found if "battles" in each]) == 1


def test_what_is_called_a_list_is_one_that_there_is() -> None:
    """A package that has been split, or has gone, needs no exception any more."""
    known = packages.modules(ROOT)
    for package in packages.LISTS:
        size = sum(name.rpartition(".")[0] == package for name in known)
        assert size > packages.MOST, package


def test_the_drawing_in_the_architecture_is_what_the_code_makes_of_it() -> None:
    """`make drawing` writes it."""
    assert drawing(ROOT) in (ROOT / PAGE).read_text("utf-8")
