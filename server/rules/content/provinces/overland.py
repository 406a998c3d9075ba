"""The overland map as text, a word for each hex, put in its place as encounters' diagrams are.

    m        a hex; the letter is its terrain, as `terrains` says
    m+       with a peaceful landmark
    m!       with a conflict landmark
    m?       with an unstable landmark
    mL       a town or a named place, by its label: a capital letter
    m!D      a named place with a landmark

The coordinates count from the diagram's first column and row.
"""

import re
from typing import NamedTuple

from msgspec import Struct, field

from server.rules.campaign.components.places import OverlandMap, Place
from server.rules.campaign.components.words import Landmark
from server.rules.content.encounters import diagram

LANDMARKS: dict[str, Landmark] = {"": "", "+": "peaceful", "!": "conflict", "?": "unstable"}
_WORD = re.compile(r"([a-z])([+!?]?)([A-Z]?)")


class PrintedPlace(Struct, frozen=True, forbid_unknown_fields=True):
    """A town or a named place: where its label stands on the map. Only the first hex of a town is
    the town; other places may have several hexes.
    """

    label: str
    id: str
    name: str
    text: str = ""
    town: bool = False


class PrintedMap(Struct, frozen=True, forbid_unknown_fields=True):
    """A map: the diagram, each letter's terrain, the places that labels name."""

    diagram: str
    terrains: dict[str, str]
    places: list[PrintedPlace] = field(default_factory=list)


class Word(NamedTuple):
    """A word of the diagram, taken apart."""

    terrain: str
    landmark: Landmark
    label: str


def word_of(text: str) -> Word | None:
    """Return a word of the diagram taken apart; None if it is no such word."""
    found = _WORD.fullmatch(text)
    return Word(found[1], LANDMARKS[found[2]], found[3]) if found else None


def overland_map(printed: PrintedMap) -> OverlandMap:
    """Return the map that a file draws, which `content check` has found right; words that mean
    nothing are left out.
    """
    labelled = {one.label: one for one in printed.places}
    places: list[Place] = []
    for cell in diagram.cells(printed.diagram)[0]:
        word = word_of(cell.word)
        if word is None:
            continue
        terrain = printed.terrains.get(word.terrain, word.terrain)
        named = labelled.get(word.label)
        if named is None:
            places.append(Place(cell.at, terrain, word.landmark))
        else:
            places.append(
                Place(
                    cell.at,
                    terrain,
                    word.landmark,
                    id=named.id,
                    name=named.name,
                    is_town=named.town,
                    text=named.text,
                )
            )
    names = {name: name.replace("-", " ") for name in printed.terrains.values()}
    return OverlandMap(tuple(places), names)
