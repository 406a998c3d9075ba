"""Terms that no component prints: statuses, fatigue, ability codes, battle forms.

For the glossary alone; no rule reads them. Each is a name, one sentence, and the rule behind it.
"""

from typing import NamedTuple


class Term(NamedTuple):
    """A term of the game: its name, what it means, and the rule behind it."""

    name: str
    text: str
    rule: str = ""


STATUSES = {
    "bane": Term("Bane", "1 true damage at the start of each of its bearer's turns.", "STS-5"),
    "blind": Term(
        "Blind",
        "Range 1, and only the strongest unit next to its bearer can be targeted, friends "
        "included. It leaves an enemy that has dealt damage.",
        "STS-6",
    ),
    "daze": Term(
        "Daze",
        "A turn is for moving or for rolling, not for both. It goes when the turn ends.",
        "STS-7",
    ),
    "fear": Term(
        "Fear",
        "An enemy's skills are silent; an adventurer rolls Combat dice only. What lies in slots "
        "or track already keeps working.",
        "STS-8",
    ),
    "maim": Term(
        "Maim", "The sum of rolled Combat dice is halved, rounded down; not true damage.", "STS-9"
    ),
    "stealth": Term(
        "Stealth",
        "Cannot be targeted by opponents that were not adjacent when the turn began, until it "
        "deals damage.",
        "STS-10",
    ),
}

FATIGUE = {
    "LF": Term(
        "Light fatigue", "Takes a place of the cooldown track until it is recovered.", "FAT-2"
    ),
    "OF": Term(
        "Overfatigue",
        "Recovering it only sends it to the end of the track, and in a fatigue round it hurts.",
        "FAT-3",
    ),
}

CODES = {
    "A": Term("Active", "Lies in an active slot and works there until it is used or put away."),
    "C": Term("Cooldown", "Works while it lies in the cooldown track."),
    "D": Term("Drain", "Leaves for the race sheet once it has been resolved."),
    "I": Term("Instant", "Works at once, then goes to the cooldown track."),
    "S": Term("Status", "Is laid on a unit and works there."),
}

FORMS = {
    "light-weapon": Term("Light Weapon", "Engages adjacent units.", "FRM-1"),
    "heavy-weapon": Term("Heavy Weapon", "Engages adjacent units.", "FRM-2"),
    "defensive": Term(
        "Defensive", "Reaches nobody; rolled Combat prevents damage instead.", "FRM-3"
    ),
    "ranged-weapon": Term(
        "Ranged Weapon", "Engages from 2 hexes away up to the Stamina stat.", "FRM-4"
    ),
    "magic": Term("Magic", "Engages up to the Magicka stat away, without Combat dice.", "FRM-5"),
}
