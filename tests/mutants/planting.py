"""Runs tests with one mistake planted in a module, as it is imported; no file is changed.

    python -m tests.mutants.planting FILE NUMBER ARGUMENT ...

NUMBER -1 plants none. Ends as pytest does.
"""

import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType

import pytest

from tests.mutants.mutations import planted


class _Loader(SourceFileLoader):
    """Loads a module with a mistake."""

    number = 0

    def get_code(self, fullname: str) -> CodeType:
        """See importlib."""
        path = Path(self.get_filename(fullname))
        return compile(planted(path.read_text(), self.number), str(path), "exec")


class _Finder(MetaPathFinder):
    """Finds one module before anybody else does."""

    def __init__(self, path: str, number: int) -> None:
        self._name = path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        self._number = number

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """See importlib."""
        if fullname != self._name:
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        assert spec is not None
        assert spec.origin is not None
        loader = _Loader(fullname, spec.origin)
        loader.number = self._number
        spec.loader = loader
        return spec


def main(path: str, number: int, arguments: list[str]) -> int:
    """Run pytest with a mistake; returns its exit code."""
    if number >= 0:
        sys.meta_path.insert(0, _Finder(path, number))
    return int(pytest.main(arguments))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], int(sys.argv[2]), sys.argv[3:]))
