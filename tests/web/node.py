"""Runs the browser's own modules under node."""

import json
import subprocess
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
PATIENCE = 180


def run(script: str, *arguments: object) -> str:
    """What a script of this folder prints; fails with its complaint where it fails."""
    done = subprocess.run(
        ["node", *script.split(), *(str(one) for one in arguments)],
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
