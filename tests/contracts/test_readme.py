"""The README is short, and what it quotes and shows belongs together."""

import re
import subprocess
from pathlib import Path

from tests.contracts import documents

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text("utf-8")
MAX_LINES = 220


def test_it_is_short() -> None:
    assert len(README.splitlines()) <= MAX_LINES


def test_the_bot_is_shown_whole() -> None:
    assert (ROOT / "clients/sdk/example_bot.py").read_text("utf-8") in README


def test_the_face_and_the_test_that_are_shown_belong_together() -> None:
    """The test stands in the mirror of the face's module, and rolls that very face."""
    shown = re.findall(r"\[[^]]+\]\((\S+)\)\):\n\n```python\n(.*?)```", README, re.DOTALL)
    [(module, face)] = [(path, text) for path, text in shown if text.startswith("@face(")]
    [(tests, test)] = [(path, text) for path, text in shown if text.startswith("def test_")]

    [rolled] = re.findall(r'^@face\("([\w-]+)"', face)
    package, _, name = module.removeprefix("server/").rpartition("/")
    assert tests == f"tests/{package}/test_{name}"
    assert f'.rolls("{rolled}")' in test


def test_what_it_quotes_of_guarantees_and_figures_stands_there() -> None:
    quoted = {
        heading: documents.rows(chapter)
        for heading, chapter in re.findall(r"^## (.+)\n((?:(?!^## ).*\n)+)", README, re.MULTILINE)
    }
    guarantees = (ROOT / "deploy/GUARANTEES.md").read_text("utf-8")
    figures = (ROOT / "tests/bench/FIGURES.md").read_text("utf-8")

    assert len(quoted["What it guarantees"]) == 3
    assert len(quoted["Figures"]) == 9
    assert [row for row in quoted["What it guarantees"] if row not in guarantees] == []
    assert [row for row in quoted["Figures"] if row not in figures] == []


def test_what_make_quick_leaves_out_is_there_and_what_it_is_for_is_run() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    [later] = re.findall(r"^LATER := __pycache__ (.+)$", makefile, re.MULTILINE)
    assert [name for name in later.split() if not (ROOT / "tests" / name).is_dir()] == []
    assert {"rules", "protocol", "battles", "tables", "service"}.isdisjoint(later.split())
    assert {"e2e", "web", "simulator"} <= set(later.split())


def test_every_command_has_a_sentence_in_the_list_of_make_help() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    [phony] = re.findall(r"^\.PHONY: (.+)$", makefile, re.MULTILINE)
    told = subprocess.run(["make", "help"], cwd=ROOT, capture_output=True, text=True, check=True)

    listed = re.findall(r"^  make ([\w-]+) +\S", told.stdout, re.MULTILINE)
    assert sorted(listed) == sorted(phony.split())
