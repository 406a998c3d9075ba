"""Descriptions of the skirmish's components for clients, as plain data. No rule reads them."""

from typing import Any

import msgspec

from server.rules.skirmish.components import (
    Board,
    Catalogue,
    RangedTag,
    Roster,
    Skill,
    UnitType,
    cost_of,
)

Plain = dict[str, Any]

SKILLS: dict[Skill, tuple[str, str]] = {
    Skill.LEADER: ("Leader", "Allies within 5 inches may use its morale, but for animals."),
    Skill.ARCANE_MAGIC: ("Arcane Magic", "Casts one spell in each turn."),
    Skill.VANGUARD: ("Vanguard", "May move once before the first turn."),
    Skill.SPREAD_BLIGHT_MINOR: ("Spread Blight (Minor)", "Acts only where blight is played with."),
    Skill.SPREAD_BLIGHT_MAJOR: ("Spread Blight (Major)", "Acts only where blight is played with."),
    Skill.ANIMAL: ("Animal", "Uses no ladders, carries no treasure and follows no leader."),
    Skill.COWARDLY: ("Cowardly", "Does little in a turn that it begins without a hero near."),
    Skill.FEAR: ("Fear", "Who engages it, or is engaged by it, has to check its morale."),
    Skill.LARGE: ("Large", "On a base of two inches; counts as two losses, carries no treasure."),
    Skill.UNDEAD: ("Undead", "Never runs; where others are stunned it is only dazed."),
    Skill.NO_EQUIPMENT: ("No Equipment", "Carries nothing, and fights as well without."),
    Skill.ETHEREAL: ("Ethereal", "Passes through terrain and units."),
}
"""The name of each skill, and what it does in a sentence."""

TAGS: dict[RangedTag, tuple[str, str]] = {
    RangedTag.LIGHT: ("Light", "Can be used with a shield."),
    RangedTag.LONG_RELOAD: ("Long Reload", "Cannot be fired in the turn after it was."),
    RangedTag.CLOSE_QUARTERS: ("Close Quarters", "Moving before the shot costs nothing."),
    RangedTag.DUAL_WIELD: ("Dual-Wield", "Two of them held shoot with advantage."),
    RangedTag.BLACKPOWDER: ("Blackpowder", "A 1 hurts the shooter and breaks the weapon."),
    RangedTag.BUCKSHOT: ("Buckshot", "Hits all around a point, and minds no cover."),
}
"""The same for the tags of ranged weapons."""

PHASES: dict[str, str] = {
    "muster": "Muster",
    "first": "Who begins",
    "deploy": "Deployment",
    "vanguard": "Vanguard",
    "begin": "A turn begins",
    "upkeep": "Upkeep",
    "engage": "Engage",
    "move": "Move",
    "cast": "Cast",
    "ranged": "Ranged",
    "melee": "Melee",
    "end": "The turn ends",
    "over": "The match is over",
}
"""The names of the phases, by their word in a match's state."""


def told(box: Catalogue) -> Plain:
    """Return all components and words as plain data, by kind and id."""
    return {
        "warbands": _plain(box.warbands),
        "units": {one.id: _unit(one) for one in box.types.values()},
        "weapons": _plain(box.arms),
        "armours": _plain(box.armours),
        "spells": _plain(box.spells),
        "boards": {one.id: {"name": one.name, "text": one.text} for one in box.boards.values()},
        "rosters": {
            one.id: {**msgspec.to_builtins(one), "cost": cost_of(one, box)}
            for one in box.rosters.values()
        },
        "skills": {str(skill): {"name": n, "text": text} for skill, (n, text) in SKILLS.items()},
        "tags": {str(tag): {"name": n, "text": text} for tag, (n, text) in TAGS.items()},
        "phases": PHASES,
    }


GOAL = "Break the other warband: lose fewer than it does, and carry off the treasure."


def offered(box: Catalogue) -> Plain:
    """Return each board as plain data in the form of an encounter, by id, for lists of what a table
    can play.
    """
    return {
        one.id: {
            "name": one.name,
            "kind": "match",
            "text": one.text,
            "scenario": "match",
            "goal": GOAL,
            "objective": GOAL,
            "special": [],
            "challenges": {},
            "figures": None,
            "map": [],
            "board": _laid(one),
            "rosters": {roster.id: _list(roster, box) for roster in box.rosters.values()},
        }
        for one in box.boards.values()
    }


def _laid(board: Board) -> Plain:
    """Return what a picture of a board in small needs: lengths in thousandths of an inch."""
    return {
        "width": board.width,
        "depth": board.depth,
        "treasures": [[at.x, at.y] for at in board.treasures],
        "pieces": [
            {
                "id": one.id,
                "name": one.name,
                "corners": [[at.x, at.y] for at in one.corners],
                "high": one.high,
                "footing": str(one.footing),
            }
            for one in board.pieces
        ],
    }


def _list(roster: Roster, box: Catalogue) -> str:
    """Return a list's name behind that of its warband, which a match tells afterwards."""
    warband = box.warbands[roster.warband].name
    return roster.name if roster.name.startswith(warband) else f"{warband}: {roster.name}"


def _plain(rows: Any) -> Plain:
    return {name: msgspec.to_builtins(one) for name, one in rows.items()}


def _unit(unit: UnitType) -> Plain:
    size = unit.size
    return {**msgspec.to_builtins(unit), "radius": size.radius, "height": size.height}
