"""The type checkers, asked about modules with planted violations: mypy, and the browser's tsc."""

import re
import subprocess
import sys
from pathlib import Path

from tests.contracts.test_source_tree import ROOT
from tests.web.node import NODE, WEB


def complaints(folder: Path, text: str) -> set[int]:
    """The lines of a module that mypy complains about, with the project's settings."""
    module = folder / "planted.py"
    module.write_text(text, "utf-8")
    settings = ["--config-file", str(ROOT / "pyproject.toml"), "--no-error-summary"]
    command = [sys.executable, "-m", "mypy", *settings, str(module)]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ran.returncode in (0, 1), ran.stdout + ran.stderr
    return {int(line) for line in re.findall(r"planted\.py:(\d+): error", ran.stdout)}


def complaints_in_browser(folder: Path, text: str) -> set[int]:
    """The lines of a module of the browser client that tsc complains about, with its settings.

    What the module imports stands under "src/", as in the client's folder.
    """
    module = folder / "planted.ts"
    module.write_text(text, "utf-8")
    command = [str(NODE), str(Path(__file__).with_name("planted.mjs")), str(WEB), str(module)]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return {int(line) for line in ran.stdout.split()}


def violations(text: str) -> set[int]:
    """The lines of a module that are marked as planted violations."""
    lines = text.splitlines()
    return {
        number for number, line in enumerate(lines, 1) if line.endswith(("# wrong", "// wrong"))
    }
