"""Provinces, general overland cards, side quests and guilds: what a campaign prints.

`shipped` are those of the game. A map is read in `overland`, everything else in `building`, from
TOML files; what they name under `need` and `do` are building blocks, on the `shelf` by name;
`gazetteers` tells clients what is printed.
"""

from server.rules.content.provinces import building, gazetteers, overland, shelf, shipped

__all__ = ["building", "gazetteers", "overland", "shelf", "shipped"]
