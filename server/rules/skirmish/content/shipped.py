"""The skirmish's components that come with the game."""

from functools import lru_cache
from importlib import resources

from server.rules.skirmish.components import Catalogue
from server.rules.skirmish.content.reading import catalogue, parsed

FILES = (
    "arms",
    "warbands/sellswords",
    "warbands/ratlings",
    "warbands/undead",
    "boards/alley",
    "boards/quays",
    "boards/abbey",
    "rosters/even",
    "rosters/printed",
)
"""The files, in the order in which choices are shown. Only `box` opens them."""


# Read once in each process. It is immutable, so all callers share it.
@lru_cache(maxsize=1)
def box() -> Catalogue:
    """Return the catalogue of all components that come with the game."""
    folder = resources.files(__package__)
    texts = (folder.joinpath(f"{file}.toml").read_text("utf-8") for file in FILES)
    return catalogue(parsed(text) for text in texts)
