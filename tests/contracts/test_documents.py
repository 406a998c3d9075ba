"""Our documents name and show what is there, and every check of them can fail."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.contracts import documents

ROOT = Path(__file__).resolve().parents[2]
README = "README.md"
GUARANTEES = "deploy/GUARANTEES.md"
FIGURES = "tests/bench/FIGURES.md"
DOCUMENTS = [README, "CONTRIBUTING.md", GUARANTEES, FIGURES]

Check = Callable[[Path, str], Iterator[str]]
OF_ALL: list[Check] = [
    documents.missing_paths,
    documents.broken_links,
    documents.unknown_commands,
    documents.invented_examples,
]

TREE = {
    "Makefile": "test: .ready\n\tpytest\n",
    "server/one.py": "def one() -> int:\n    return 1\n",
    "tests/test_one.py": "def test_one() -> None:\n    assert True\n",
    "deploy/GUIDE.md": "# Guide\n\n## What to do if ...\n",
}
SOUND = """# A page

`server/one.py`, tests/test_one.py::test_one, `server/`, https://example.org/tests/none.py
[Guide](deploy/GUIDE.md#what-to-do-if-), [here](#a-page), [there](https://example.org), `make test`

    make test         # everything

| what | shown by |
|---|---|
| one | `tests/test_one.py::test_one` |

An example ([one.py](server/one.py)):

```python
def one() -> int:
    return 1
```
"""
PLANTED = [
    (documents.missing_paths, "`server/two.py`"),
    (documents.missing_paths, "pytest tests/test_two.py"),
    (documents.missing_paths, "`tests/test_one.py::test_two`"),
    (documents.broken_links, "[Two](deploy/TWO.md)"),
    (documents.broken_links, "[Two](deploy/GUIDE.md#what-else)"),
    (documents.broken_links, "[Two](#nowhere)"),
    (documents.unknown_commands, "    make check"),
    (documents.unknown_commands, "`make check`"),
    (documents.invented_examples, "```python\ndef two() -> int:\n    return 2\n```"),
    (documents.unproved_rows, "| what | shown by |\n|---|---|\n| two | |"),
    (
        documents.unproved_rows,
        "| what | shown by |\n|---|---|\n| two | nobody, `tests/test_one.py` |",
    ),
]


@pytest.mark.parametrize("document", DOCUMENTS)
@pytest.mark.parametrize("check", OF_ALL)
def test_a_document_keeps_its_promises(check: Check, document: str) -> None:
    assert list(check(ROOT, document)) == []


def test_every_guarantee_is_shown_by_a_test() -> None:
    assert list(documents.unproved_rows(ROOT, GUARANTEES)) == []
    assert len(documents.rows((ROOT / GUARANTEES).read_text("utf-8"))) > 50


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A tiny tree in which `PAGE.md` is sound."""
    for name, text in TREE.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    (tmp_path / "PAGE.md").write_text(SOUND, "utf-8")
    return tmp_path


@pytest.mark.parametrize("check", [*OF_ALL, documents.unproved_rows])
def test_a_sound_page_passes(tree: Path, check: Check) -> None:
    assert list(check(tree, "PAGE.md")) == []


@pytest.mark.parametrize(("check", "planted"), PLANTED)
def test_a_planted_defect_is_found(tree: Path, check: Check, planted: str) -> None:
    (tree / "PAGE.md").write_text(f"{SOUND}\n{planted}\n", "utf-8")

    assert len(list(check(tree, "PAGE.md"))) == 1
