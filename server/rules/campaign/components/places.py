"""The overland map: hexes with terrain, landmarks, towns and places that quests name (p35)."""

from functools import cached_property

import msgspec

from protocol.hexes import Hex, neighbours
from server.rules.campaign.components.words import Landmark


class Place(msgspec.Struct, frozen=True):
    """A hex of the map. `name` is "" where it has none; `id` is the town's or the place's."""

    at: Hex
    terrain: str
    landmark: Landmark = ""
    id: str = ""
    name: str = ""
    is_town: bool = False
    text: str = ""


class OverlandMap(msgspec.Struct, frozen=True, dict=True):
    """All hexes of a province. `terrains` names each terrain for players."""

    places: tuple[Place, ...]
    terrains: dict[str, str]

    @cached_property
    def by_hex(self) -> dict[Hex, Place]:
        """Return the place in each hex."""
        return {one.at: one for one in self.places}

    @cached_property
    def towns(self) -> dict[str, Hex]:
        """Return the hex of each town, by its id."""
        return {one.id: one.at for one in self.places if one.is_town}

    def named(self, name: str) -> tuple[Hex, ...]:
        """Return the hexes of a town or place by id, or of a terrain; () if there is nothing of
        this name.
        """
        found = tuple(one.at for one in self.places if one.id == name)
        return found or tuple(one.at for one in self.places if one.terrain == name)

    def around(self, at: Hex) -> tuple[Hex, ...]:
        """Return the neighbours of a hex that are on the map, clockwise from north."""
        return tuple(one for one in neighbours(at) if one in self.by_hex)
