"""Parts of packs as they are written."""

import msgspec

from server.rules.content.packs.contents import PrintedChip

CHIP = {
    "id": "x",
    "name": "X",
    "level": 5,
    "type": "beast",
    "health": 3,
    "range": 1,
    "combat": 1,
    "defense": 0,
    "targets": 1,
    "priority": "strongest",
}


def test_a_chip_lies_once_in_its_bag_unless_it_says_otherwise() -> None:
    assert msgspec.convert(CHIP, PrintedChip).copies == 1
    assert msgspec.convert({**CHIP, "copies": 3}, PrintedChip).copies == 3
