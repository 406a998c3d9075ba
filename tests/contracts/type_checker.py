"""The type checker, asked about modules with planted violations."""

import re
import subprocess
import sys
from pathlib import Path

from tests.contracts.test_source_tree import ROOT


def complaints(folder: Path, text: str) -> set[int]:
    """The lines of a module that mypy complains about, with the project's settings."""
    module = folder / "planted.py"
    module.write_text(text, "utf-8")
    settings = ["--config-file", str(ROOT / "pyproject.toml"), "--no-error-summary"]
    command = [sys.executable, "-m", "mypy", *settings, str(module)]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ran.returncode in (0, 1), ran.stdout + ran.stderr
    return {int(line) for line in re.findall(r"planted\.py:(\d+): error", ran.stdout)}


def violations(text: str) -> set[int]:
    """The lines of a module that are marked as planted violations."""
    lines = text.splitlines()
    return {number for number, line in enumerate(lines, 1) if line.endswith("# wrong")}
