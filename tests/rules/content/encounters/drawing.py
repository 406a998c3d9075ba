"""Encounters that a test draws: a round field with hex 1 in the middle, words and rules on it."""

from dataclasses import replace
from typing import Any

from protocol.hexes import Hex, disc
from server.rules.battle.components.catalogue import Catalogue
from server.rules.battle.components.printed import Chip
from server.rules.content.catalogue import catalogue
from server.rules.content.encounters import diagram
from server.rules.content.encounters.building import encounter, read
from tests.scene import Scene
from tests.scene.builders import Foe, Hero

ENTRANCE = ((4, -2), (4, -1), (5, -3), (5, -2), (5, -1))


def drawn(
    words: dict[Hex, str],
    *rules: dict[str, Any],
    objective: dict[str, Any] | None = None,
    chips: tuple[Chip, ...] = (),
    **more: Any,
) -> Catalogue:
    """The catalogue with an encounter called "drawn": these words on its field, these rules."""
    field = dict.fromkeys(disc((0, 0), 3), ".") | dict.fromkeys(ENTRANCE, "e")
    table = {
        "id": "drawn",
        "name": "Drawn",
        "text": "",
        "objective": objective or {"rule": "conquer"},
        "map": diagram.draw({**field, (0, 0): "1", **words}),
        "rules": list(rules),
        **more,
    }
    box = catalogue()
    return replace(
        box,
        encounters={"drawn": encounter(read(table))},
        chips={**box.chips, **{chip.id: chip for chip in chips}},
    )


def fought(cards: Catalogue, *pieces: Hero | Foe, **settings: Any) -> Scene:
    """A battle in the middle, on the field of an encounter that was drawn."""
    one = cards.encounters["drawn"]
    settings = {"caches": one.caches, **settings}
    return Scene(
        *pieces, encounter="drawn", tiles=one.tiles, blocked=one.blocked, cards=cards, **settings
    )


def played(name: str, *pieces: Hero | Foe, **settings: Any) -> Scene:
    """A battle in the middle of an encounter of the game."""
    one = catalogue().encounters[name]
    settings = {"caches": one.caches, **settings}
    return Scene(*pieces, encounter=name, tiles=one.tiles, blocked=one.blocked, **settings)


def far_from(name: str, hexes: tuple[Hex, ...]) -> Hex:
    """A plain hex beyond the entrance that none of these is."""
    one = catalogue().encounters[name]
    taken = {*hexes, *one.blocked, *one.caches, *one.marks}
    beyond = [at for name, tile in one.tiles.items() if name != one.entrance for at in tile]
    return next(at for at in beyond if at not in taken)
