"""What the words of an encounter's diagram mean: hexes, tiles, numbers, caches, letters.

    .        a hex of the map
    e        a hex of the entrance tile
    1 2 ...  numbered hexes, where enemies are deployed in this order
    c l      a common or a legendary cache
    #        an impassable hex: an obstacle lies on it
    *        a star hex
    A B ...  lettered hexes; a letter may stand in several

The coordinates of a battle count from hex 1, or where there is none from the first hex. In a clash
all hexes but the entrance belong to one tile, in a dungeon `tiles` is a second diagram of the same
shape that says which tile each hex belongs to ("e": the entrance tile).
"""

from dataclasses import dataclass
from functools import cached_property

from protocol.hexes import Hex
from server.rules.content.encounters import diagram
from server.rules.content.encounters.printed import Printed

ENTRANCE, CLASH = "entrance", "clash"
OPEN, DOOR, BLOCKED, STAR = ".", "e", "#", "*"
CACHES = {"c": "common", "l": "legendary"}


def is_letter(word: str) -> bool:
    """Return whether a word marks a lettered hex."""
    return len(word) == 1 and word.isascii() and word.isupper()


def is_known(word: str) -> bool:
    """Return whether a word means anything in a diagram."""
    plain = (OPEN, DOOR, BLOCKED, STAR, *CACHES)
    return word in plain or is_letter(word) or (word.isdecimal() and word[0] != "0")


@dataclass(frozen=True)
class Layout:
    """A diagram that has been read: each hex's word and tile."""

    words: dict[Hex, str]
    tile_of: dict[Hex, str]

    @cached_property
    def tiles(self) -> dict[str, tuple[Hex, ...]]:
        """Return the hexes of each tile."""
        names = dict.fromkeys(self.tile_of.values())
        return {name: tuple(at for at, of in self.tile_of.items() if of == name) for name in names}

    @cached_property
    def numbered(self) -> tuple[Hex, ...]:
        """Return the enemy hexes, in order of their numbers."""
        hexes = [at for at, word in self.words.items() if word.isdecimal()]
        return tuple(sorted(hexes, key=lambda at: int(self.words[at])))

    @cached_property
    def caches(self) -> dict[Hex, str]:
        """Return the cache hexes and the deck of each."""
        return {at: CACHES[word] for at, word in self.words.items() if word in CACHES}

    @cached_property
    def blocked(self) -> tuple[Hex, ...]:
        """Return the impassable hexes."""
        return self.hexes(BLOCKED)

    def hexes(self, place: str) -> tuple[Hex, ...]:
        """Return the hexes that bear a word, or those of the tile of that name; of several words
        ("A B") all of them. Returns () for a word that is nowhere.
        """
        found: list[Hex] = []
        for word in place.split():
            bearing = [at for at, said in self.words.items() if said == word]
            found += bearing or self.tiles.get(word, ())
        return tuple(found)


def layout(printed: Printed) -> Layout:
    """Return the diagrams of an encounter as a layout, in coordinates that count from hex 1."""
    found, _ = diagram.cells(printed.map)
    names = {"e": ENTRANCE, **printed.names}
    if printed.tiles:
        drawn = {
            cell.at: names.get(cell.word, cell.word) for cell in diagram.cells(printed.tiles)[0]
        }
    else:
        drawn = {cell.at: ENTRANCE if cell.word == DOOR else CLASH for cell in found}
    origin = next((cell.at for cell in found if cell.word == "1"), None)
    origin = origin or next((cell.at for cell in found), (0, 0))
    return Layout(
        {_from(origin, cell.at): cell.word for cell in found},
        {_from(origin, cell.at): drawn.get(cell.at, CLASH) for cell in found},
    )


def _from(origin: Hex, at: Hex) -> Hex:
    return at[0] - origin[0], at[1] - origin[1]
