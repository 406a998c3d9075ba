"""What a file of a pack may hold, and the catalogue with it.

A file is either one encounter (a clash or a dungeon, with its map), or lists of tables: `[[chip]]`,
`[[item]]`, `[[tile]]` and `[[card]]` for delves, `[[encounter]]` for delve encounters; or those of
provinces (`provinces/building.py`).
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Literal, NewType

import msgspec
from msgspec import Struct, field

from server.rules.battle.components.catalogue import Catalogue
from server.rules.battle.components.printed import Chip
from server.rules.campaign.components.province import Atlas
from server.rules.content.delve.encounters import PrintedDelve, encounter_of
from server.rules.content.delve.printed import PrintedCard, PrintedTile, card_of, tile_of
from server.rules.content.encounters.building import encounter, read
from server.rules.content.packs.items import PrintedItem, item_of
from server.rules.content.provinces import building
from server.rules.content.provinces.building import is_gazetteer

SkillName = NewType("SkillName", str)
"""An enemy skill as it stands on a chip: "dodge", or with its number "riposte 2"."""


class PrintedChip(Struct, frozen=True, forbid_unknown_fields=True):
    """A chip. Level -1 is a companion, 0 a quest or objective unit; `targets` 0 means all.

    `back` is the chip of its other side, `copies` how many lie in the bag, `province` the code of
    the only one where it does.
    """

    id: str
    name: str
    level: Literal[-1, 0, 1, 5, 10, 20]
    type: Literal["humanoid", "beast", "daedra"]
    health: int
    range: int
    combat: int
    defense: int
    targets: int
    priority: Literal["strongest", "weakest"]
    skills: list[SkillName] = field(default_factory=list)
    source: str = "original"
    back: str = ""
    copies: int = 1
    province: str = ""
    set: Literal["base", "valenwood"] = "base"


class Contents(Struct, frozen=True, forbid_unknown_fields=True):
    """A file of lists."""

    chip: list[PrintedChip] = field(default_factory=list)
    item: list[PrintedItem] = field(default_factory=list)
    tile: list[PrintedTile] = field(default_factory=list)
    card: list[PrintedCard] = field(default_factory=list)
    encounter: list[PrintedDelve] = field(default_factory=list)


def is_encounter(table: dict[str, Any]) -> bool:
    """Return whether a parsed file is one encounter; else it holds lists."""
    return "map" in table or "id" in table


def chip_of(row: PrintedChip) -> Chip:
    """Return the chip that a table describes."""
    figures = msgspec.structs.asdict(row)
    return Chip(**{**figures, "skills": tuple(row.skills)})


def added_to_atlas(atlas: Atlas, tables: Iterable[dict[str, Any]]) -> Atlas:
    """Return the atlas with the provinces, cards, quests and guilds of these files, which `judge`
    has found right.
    """
    return building.added(atlas, (table for table in tables if is_gazetteer(table)))


def added(catalogue: Catalogue, tables: Iterable[dict[str, Any]]) -> Catalogue:
    """Return the catalogue with everything that these files hold, which `judge` has found right;
    what has a known id takes its place.
    """
    every = tuple(table for table in tables if not is_gazetteer(table))
    lists = [msgspec.convert(table, Contents) for table in every if not is_encounter(table)]
    made = [encounter(read(table)) for table in every if is_encounter(table)]
    made += [encounter_of(row) for one in lists for row in one.encounter]
    return replace(
        catalogue,
        chips={**catalogue.chips, **{r.id: chip_of(r) for one in lists for r in one.chip}},
        items={**catalogue.items, **{r.id: item_of(r) for one in lists for r in one.item}},
        tiles={**catalogue.tiles, **{r.id: tile_of(r) for one in lists for r in one.tile}},
        delve_cards={
            **catalogue.delve_cards,
            **{r.id: card_of(r) for one in lists for r in one.card},
        },
        encounters={**catalogue.encounters, **{one.id: one for one in made}},
    )
