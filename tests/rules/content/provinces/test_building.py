"""Files of provinces become what is printed: maps from diagrams, blocks from tables."""

import pytest

from server.rules.campaign.components.blocks import Figure
from server.rules.campaign.components.choices import Choice
from server.rules.content.provinces.building import read
from server.rules.content.provinces.overland import PrintedMap, PrintedPlace, overland_map

DRAWN = """
m+    mT
   j?
m     j!S
"""
PLACES = [
    PrintedPlace("T", "tall-house", "Tall House", town=True),
    PrintedPlace("S", "stone", "The Stone"),
]


def test_a_map_is_read_from_its_diagram() -> None:
    """Given two columns of hexes with one between them, each lies where it was drawn."""
    drawn = overland_map(PrintedMap(DRAWN, {"m": "marsh", "j": "jungle"}, PLACES))

    assert {one.at: one.landmark for one in drawn.places} == {
        (0, 0): "peaceful",
        (2, -1): "",
        (1, 0): "unstable",
        (0, 1): "",
        (2, 0): "conflict",
    }
    assert drawn.towns == {"tall-house": (2, -1)}
    assert drawn.named("stone") == ((2, 0),)
    assert drawn.named("jungle") == ((1, 0), (2, 0))


def test_blocks_stand_in_blocks() -> None:
    """Given outcomes within outcomes, each is built and says what it does."""
    choice = read(
        {
            "id": "help",
            "title": "Help",
            "text": "They need a hand.",
            "check": {"difficulty": "P+3"},
            "requires": [{"need": "not", "what": {"need": "day", "least": 3}}],
            "outcomes": [
                {
                    "do": "if",
                    "when": [{"need": "day", "most": 3}],
                    "then": [{"do": "heal", "hp": 2}],
                }
            ],
        },
        Choice,
    )

    assert [one.text for one in choice.requires] == ["not on day 3 or later"]
    assert [one.text for one in choice.outcomes] == [
        "Until the end of day 3: Each adventurer heals 2 HP."
    ]
    assert choice.check is not None
    assert isinstance(choice.check.difficulty, Figure)


def test_an_unknown_block_is_refused() -> None:
    with pytest.raises((KeyError, ValueError)):
        read({"id": "x", "title": "X", "text": "", "outcomes": [{"do": "dance"}]}, Choice)
