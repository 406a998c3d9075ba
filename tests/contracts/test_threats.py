"""Whatever the threat model says that somebody cannot do is shown by a test that exists."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "deploy" / "THREATS.md").read_text("utf-8")
ROWS = [row for row in re.findall(r"^\| (.+) \|$", PAGE, re.MULTILINE) if "shown by" not in row]
NAMED = sorted(set(re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", PAGE)))


@pytest.mark.parametrize(("path", "name"), NAMED)
def test_every_test_that_is_named_exists(path: str, name: str) -> None:
    assert re.search(rf"def {name}\b", (ROOT / path).read_text("utf-8"))


@pytest.mark.parametrize("row", ROWS)
def test_every_claim_names_a_test(row: str) -> None:
    claim, _, shown = row.rpartition(" | ")
    assert claim
    assert re.fullmatch(r"(`tests/[\w/]+\.py::\w+`(, )?)+", shown)


@pytest.mark.parametrize(
    "actor",
    ["stranger", "spectator", "player", "co-player", "operator", "somebody with the store's file"],
)
def test_every_actor_has_a_chapter_with_claims(actor: str) -> None:
    chapters = dict(re.findall(r"^## (.+)\n((?:(?!^## ).*\n)+)", PAGE, re.MULTILINE))
    [text] = [
        body for title, body in chapters.items() if re.search(rf"^(an? )?{actor}", title, re.I)
    ]
    assert text.count("`tests/") >= 2


def test_the_operators_guide_leads_here() -> None:
    assert "](THREATS.md)" in (ROOT / "deploy" / "OPERATING.md").read_text("utf-8")
