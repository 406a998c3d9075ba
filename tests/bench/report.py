"""Figures as a readable table and as JSON lines."""

import json
import os
import platform
from itertools import zip_longest
from pathlib import Path
from typing import Any

WIDTH = 66


class Report:
    """Prints each figure as it comes and keeps it for `bench.json`."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lines: list[dict[str, Any]] = []
        self.add("machine", **machine())

    def add(self, name: str, **figures: Any) -> None:
        """One measured thing with its figures."""
        self._lines.append({"bench": name, **figures})
        shown = [f"{key} {_text(value)}" for key, value in figures.items()]
        for head, line in zip_longest([name], _lines(shown), fillvalue=""):
            print(f"{head:<34} {line}", flush=True)

    def write(self) -> None:
        """Write the JSON lines."""
        self._path.write_text("".join(json.dumps(line) + "\n" for line in self._lines))


def machine() -> dict[str, Any]:
    """On what this was measured."""
    model = ""
    info = Path("/proc/cpuinfo")
    if info.exists():
        names = [line for line in info.read_text().splitlines() if line.startswith("model name")]
        model = names[0].partition(":")[2].strip() if names else ""
    return {
        "cpu": model or platform.processor(),
        "cores": os.cpu_count(),
        "python": platform.python_version(),
        "system": platform.system(),
    }


def _lines(figures: list[str]) -> list[str]:
    """The figures in lines that break between them."""
    lines = [""]
    for figure in figures:
        if lines[-1] and len(lines[-1]) + len(figure) > WIDTH:
            lines.append("")
        lines[-1] += f", {figure}" if lines[-1] else figure
    return lines


def _text(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"
    return str(value)
