"""The enemy pool (p54, p56): how many points a battle has, and which chips are drawn."""

from collections import Counter

from server.rules.battle.components.catalogue import catalogue_of
from server.rules.battle.components.encounters import Encounter
from server.rules.battle.components.printed import Chip
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.state import Deck

LEVELS = (20, 10, 5, 1)
"""The levels of enemies, the highest first; a level is also an enemy's price in points (EP-2)."""
INSTEAD_OF_QUEST_UNIT = 20
"""The level of the enemy that replaces a quest unit which is not available (LIM-13)."""
END_OF_SESSION = {
    "apprentice": ((13, 26, 42, 56), (27, 52, 90, 120), (32, 62, 96, 128)),
    "adept": ((16, 32, 48, 64), (29, 58, 96, 128), (34, 68, 102, 136)),
    "expert": ((18, 36, 54, 72), (33, 64, 102, 132), (37, 74, 111, 152)),
}
"""Points of a session's last battle by difficulty, session (1 to 3) and party size (1 to 4;
p56).
"""


def points(battle: Battle) -> int:
    """Return the points of a battle: the XP dial times the party size, or, in the last step of a
    guild quest, those of the table for the session's end (EP-1, EP-7).
    """
    settings, size = battle.state.settings, battle.party_size()
    if catalogue_of(battle).encounters[settings.encounter].final:
        return END_OF_SESSION[settings.difficulty][settings.session - 1][size - 1]
    return settings.xp * size


def bags(battle: Battle, encounter: Encounter) -> dict[str, Deck]:
    """Return the bags of a battle, one deck for each level, "bag-1" and so on (SET-2).

    An encounter's special bag holds one of each chip that it names, without backs. The usual bags
    hold chips of an expansion or a province only in battles with these, and no chips of companions
    that the party has brought along.
    """
    chips = catalogue_of(battle).chips
    settings = battle.state.settings
    used = [chips[name] for name in encounter.bag] or [
        chip
        for chip in chips.values()
        if chip.level > 0
        and (chip.set == "base" or settings.valenwood)
        and chip.province in ("", settings.world.get("province", ""))
    ]
    out = _brought(battle)
    return {
        f"bag-{level}": Deck(
            cards={
                c.id: 1 if encounter.bag else max(0, c.copies - out[c.id])
                for c in used
                if c.level == level
            },
            backs={c.id: c.back for c in used if c.level == level and c.back and not encounter.bag},
        )
        for level in sorted(LEVELS)
    }


def _brought(battle: Battle) -> Counter[str]:
    """Return how many of each chip's side are not in the bags, because companions use the chip."""
    chips = catalogue_of(battle).chips
    out = [chips[u.chip] for u in battle.state.units.values() if u.kind == "companion" and u.level]
    return Counter(name for chip in out for name in (chip.id, chip.back) if name)


def dearest(battle: Battle, pool: int) -> int:
    """Return the highest level that `pool` points can pay for and whose bag is not empty; 0 if
    there is none (EP-2).
    """
    return next((level for level in LEVELS if level <= pool and _bag(battle, level)), 0)


def _bag(battle: Battle, level: int) -> dict[str, int]:
    return {chip: n for chip, n in battle.state.decks[f"bag-{level}"].cards.items() if n}


def draw_enemy(battle: Battle, level: int, wanted: str = "") -> str:
    """Draw a random enemy chip of a level from its bag; "" if there is none (LIM-7).

    With a type or a name `wanted`, other chips are put aside as if they had not been in the bag; if
    none fits, any will do (EP-5).
    """
    bag = _bag(battle, level)
    chips = catalogue_of(battle).chips
    fitting = {
        name: n for name, n in bag.items() if wanted in (chips[name].type, chips[name].name, name)
    }
    return battle.game.draw(f"bag-{level}", fitting or bag) or ""


def draw_fitting(battle: Battle, level: int, wanted: str) -> str:
    """Draw a random chip of a level that has a type or a name; "" if there is none (LIM-7)."""
    chips = catalogue_of(battle).chips
    bag = _bag(battle, level)
    fitting = {name: n for name, n in bag.items() if wanted in (chips[name].type, chips[name].name)}
    return (battle.game.draw(f"bag-{level}", fitting) or "") if fitting else ""


def take_named(battle: Battle, chip: str) -> str:
    """Take the chip that an encounter names out of its bag. Returns it, or a random enemy of its
    level if it is not there (level 20 for a quest unit in play); "" if there is none (EP-6,
    LIM-13).
    """
    printed = catalogue_of(battle).chips[chip]
    if not printed.level:
        return draw_enemy(battle, INSTEAD_OF_QUEST_UNIT) if _in_play(battle, printed) else chip
    if chip in _bag(battle, printed.level):
        return battle.game.draw(f"bag-{printed.level}", {chip: 1}) or ""
    return draw_enemy(battle, printed.level)


def _in_play(battle: Battle, chip: Chip) -> bool:
    return any(unit.chip == chip.id for unit in battle.state.units.values())
