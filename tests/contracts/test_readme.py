"""What the README shows and names is there."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text("utf-8")


def test_the_example_bot_is_shown_as_it_is() -> None:
    assert (ROOT / "clients/sdk/example_bot.py").read_text("utf-8").strip() in README


def test_the_example_encounter_is_shown_as_it_is() -> None:
    shipped = ROOT / "server/rules/content/encounters/three_seals.toml"
    assert shipped.read_text("utf-8").strip() in README


@pytest.mark.parametrize(
    "named", sorted(dict.fromkeys(re.findall(r"`(tests/[\w/]+\.py)(?:::(\w+))?`", README)))
)
def test_every_test_that_proves_a_row_exists(named: tuple[str, str]) -> None:
    path, name = named
    source = (ROOT / path).read_text("utf-8")
    assert not name or re.search(rf"def {name}\b", source)


@pytest.mark.parametrize("target", re.findall(r"\]\(([^)#:]+)\)", README))
def test_every_link_leads_somewhere(target: str) -> None:
    assert (ROOT / target).exists()


def test_every_make_target_exists() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    for target in re.findall(r"^    make (\w+)", README, re.MULTILINE):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target
