"""Delves: tiles and cards as figures (`tiles.toml`, `cards.toml`), their effects as functions.

`printed` reads tiles and cards, `encounters` the delves that are played with them. The rest is what
a card's effects are called by: when it is revealed (`revealing`), traps, skyshards, environments,
challenges, and what cards put together from `parts`.
"""

from server.rules.content.delve import (
    challenges,
    encounters,
    environments,
    parts,
    printed,
    revealing,
    skyshards,
    traps,
)

__all__ = [
    "challenges",
    "encounters",
    "environments",
    "parts",
    "printed",
    "revealing",
    "skyshards",
    "traps",
]
