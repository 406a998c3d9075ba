"""The figures on components stay what they were, until somebody means to change them."""

import pytest

from tests.golden.printed import FOLDER, KINDS, printed


@pytest.mark.parametrize("kind", KINDS)
def test_components_have_the_figures_of_before(kind: str) -> None:
    """Meant changes: `make golden`, then read the difference."""
    assert printed(kind) == (FOLDER / f"{kind}.txt").read_text("utf-8")


def test_a_components_own_figures_and_its_functions_are_told() -> None:
    """Given an item whose lock and healing are figures, then both stand there."""
    told = printed("items").split("almoners-staff\n")[1].split("\n    some.do")[0]
    assert "lock=Lock(attempts=4, digits=[3, 4, 5])" in told
    assert "heals.do: above=False, points=3" in told
