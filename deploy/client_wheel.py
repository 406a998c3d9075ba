"""Builds `hexwarden-client`: the SDK as a distribution of its own, from the same tree.

    python deploy/client_wheel.py FOLDER        # (make client-wheel) a wheel, into FOLDER

It needs msgspec and websockets alone, no store and no server. All of it lies in one package,
`hexwarden`, so that no module of a user's (a `protocol.py` beside a script) hides it and it hides
none: imports of `protocol` and `clients` are written as those of `hexwarden.protocol` and
`hexwarden.clients` on the way. `from hexwarden import connect` is `from clients.sdk import connect`.
Exit codes: 0 built, 1 not built.
"""

import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
PARTS = ("protocol", "clients/core", "clients/sdk")
"""Folders that go along. They import nothing else of ours; what is left out, a test would miss."""
NEEDS = ("msgspec", "websockets")
IMPORT = re.compile(r"^(\s*)from (protocol|clients)\b", re.MULTILINE)
FACE = '"""Hexwarden for programs, see `hexwarden.clients.sdk`."""\n\n'
PROJECT = """\
[build-system]
requires = ["setuptools>=77"]
build-backend = "setuptools.build_meta"

[project]
name = "hexwarden-client"
version = "{version}"
description = "Programs that play or watch the battles of a Hexwarden server"
readme = "PROTOCOL.md"
requires-python = ">=3.11"
license = "Apache-2.0"
license-files = ["LICENSE", "NOTICE"]
dependencies = {needs}

[tool.setuptools.packages.find]
include = ["hexwarden*"]

[tool.setuptools.package-data]
"*" = ["*.json", "*.md", "py.typed"]
"""


def written(folder: Path) -> None:
    """Write the distribution's sources into an empty folder."""
    package = folder / "hexwarden"
    for part in PARTS:
        shutil.copytree(ROOT / part, package / part, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("clients/__init__.py", "clients/py.typed"):
        shutil.copy(ROOT / name, package / name)
    shutil.copy(ROOT / "clients/py.typed", package / "py.typed")
    for name in ("LICENSE", "NOTICE", "protocol/PROTOCOL.md"):
        shutil.copy(ROOT / name, folder / Path(name).name)
    for module in package.rglob("*.py"):
        text = module.read_text("utf-8")
        module.write_text(IMPORT.sub(r"\1from hexwarden.\2", text), "utf-8")
    sdk = (package / "clients/sdk/__init__.py").read_text("utf-8")
    names = sdk[sdk.index("__all__") :]
    face = FACE + "from hexwarden.clients.sdk import *  # noqa: F403\n\n" + names
    (package / "__init__.py").write_text(face, "utf-8")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    needs = [each for each in project["dependencies"] if each.startswith(NEEDS)]
    text = PROJECT.format(version=project["version"], needs=needs)
    (folder / "pyproject.toml").write_text(text, "utf-8")


def main() -> int:
    """Build the wheel. Returns the exit code."""
    if len(sys.argv) != 2:
        print(__doc__, file=sys.stderr)
        return 1
    with tempfile.TemporaryDirectory() as folder:
        written(Path(folder))
        pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", "wheel"]
        flags = ["--no-deps", "--no-build-isolation", "--wheel-dir", sys.argv[1]]
        return subprocess.run([*pip, *flags, folder], check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
