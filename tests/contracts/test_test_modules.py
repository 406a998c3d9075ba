"""The tests of a module bear its name: those of `store/interface/keys.py` are `test_keys.py`.

Where two modules of a package have one name, the folder stands before it: `test_embedded_store.py`.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.contracts.source_tree import python_files
from tests.contracts.test_source_tree import ROOT, plant

FOLDERS = {
    "server/battles": "tests/battles",
    "server/tables": "tests/tables",
    "server/cluster": "tests/cluster",
    "server/store": "tests/store",
    "clients": "tests/clients",
}


def unnamed(root: Path) -> Iterator[str]:
    """Modules with a function for which no test module is named."""
    for folder, tests in FOLDERS.items():
        known = {path.stem for path in (root / tests).rglob("test_*.py")}
        for path in python_files(root, folder):
            if path.name.startswith("__") or not _does_something(path):
                continue
            names = {f"test_{path.stem}", f"test_{path.parent.name}_{path.stem}"}
            if known.isdisjoint(names):
                yield path.relative_to(root).with_suffix("").as_posix()


def _does_something(path: Path) -> bool:
    """Return whether a module has a function, other than what a `Protocol` asks for."""
    tree = ast.parse(path.read_text("utf-8"))
    protocols = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef) and "Protocol" in map(ast.unparse, node.bases)
    ]
    asked = {id(each) for protocol in protocols for each in ast.walk(protocol)}
    functions = (ast.FunctionDef, ast.AsyncFunctionDef)
    return any(isinstance(each, functions) and id(each) not in asked for each in ast.walk(tree))


def test_every_module_has_its_tests() -> None:
    assert sorted(unnamed(ROOT)) == []


@pytest.mark.parametrize("folder", FOLDERS)
def test_a_planted_module_without_tests_is_found(tmp_path: Path, folder: str) -> None:
    plant(tmp_path, f"{folder}/planted.py", "def f():\n    return 1\n")
    plant(tmp_path, f"{folder}/declared.py", "class A(Protocol):\n    def f(self): ...\n")

    assert list(unnamed(tmp_path)) == [f"{folder}/planted"]


@pytest.mark.parametrize("name", ["test_planted.py", "deeper/test_inner_planted.py"])
def test_a_test_module_may_bear_the_folders_name_too(tmp_path: Path, name: str) -> None:
    plant(tmp_path, "server/store/inner/planted.py", "def f():\n    return 1\n")
    plant(tmp_path, f"tests/store/{name}", "def test_f():\n    pass\n")

    assert list(unnamed(tmp_path)) == []
