"""What is printed for a campaign: numbers of the party size, and the hexes of a map."""

import pytest

from server.rules.campaign.components.blocks import Figure
from server.rules.campaign.components.places import OverlandMap, Place


@pytest.mark.parametrize(
    ("text", "solo", "four"),
    [("4", 4, 4), ("P", 1, 4), ("2P", 2, 8), ("P+3", 4, 7), ("2P + 1", 3, 9), ("3P-1", 2, 11)],
)
def test_a_figure_hangs_on_the_party_size(text: str, solo: int, four: int) -> None:
    read = Figure(text)

    assert (read.at(1), read.at(4)) == (solo, four)


@pytest.mark.parametrize("text", ["", "x", "P P", "+", "2Q", "P*2"])
def test_what_is_no_figure_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="expected"):
        Figure(text)


def test_a_map_finds_places_by_id_and_by_terrain() -> None:
    """Given a town between two marsh hexes, they are found by their names, and as neighbours."""
    town = Place((0, 1), "coast", id="port", name="Port", is_town=True)
    marsh = [Place((0, 0), "marsh"), Place((0, 2), "marsh", "conflict")]

    drawn = OverlandMap((town, *marsh), {"marsh": "marsh", "coast": "coast"})

    assert drawn.named("port") == ((0, 1),)
    assert drawn.named("marsh") == ((0, 0), (0, 2))
    assert drawn.named("nowhere") == ()
    assert drawn.around((0, 1)) == ((0, 0), (0, 2))
    assert drawn.towns == {"port": (0, 1)}
