"""Adventurers to choose from, each a race, a line and a class that go together. Original.

The first of each line is also what is suggested to players who make their own.
"""

from server.rules.battle.components.printed import ReadyMade

READY_MADE = (
    ReadyMade(
        "shieldbearer",
        "Imperial Templar with sword and shield",
        "Stands in front, prevents damage and heals a little. Good for a first battle.",
        "imperial",
        "one-hand-and-shield",
        "templar",
        ("heavy-armor", "restoring-light", "bow"),
    ),
    ReadyMade(
        "reaver",
        "Nord Dragonknight with a two-handed weapon",
        "Hits hardest from nearby and leaps into the fray.",
        "nord",
        "two-handed",
        "dragonknight",
        ("heavy-armor", "acrobatics", "one-hand-and-shield"),
    ),
    ReadyMade(
        "stormcaller",
        "High Elf Sorcerer with a destruction staff",
        "Deals damage from afar, turns fatigue into power.",
        "high-elf",
        "destruction-staff",
        "sorcerer",
        ("restoring-light", "daedric-summoning", "acrobatics"),
    ),
    ReadyMade(
        "deadeye",
        "Wood Elf Archer with a bow",
        "Shoots from afar and past armor; hides when it gets narrow.",
        "wood-elf",
        "bow",
        "archer",
        ("acrobatics", "shadow", "one-hand-and-shield"),
    ),
    ReadyMade(
        "lightbringer",
        "Breton Healer of Restoring Light",
        "Keeps the party on its feet.",
        "breton",
        "restoring-light",
        "healer",
        ("destruction-staff", "heavy-armor", "bow"),
    ),
    ReadyMade(
        "guardian",
        "Orc Knight in heavy armor",
        "Hard to bring down, takes a second turn when it counts.",
        "orc",
        "heavy-armor",
        "knight",
        ("one-hand-and-shield", "two-handed", "restoring-light"),
    ),
    ReadyMade(
        "summoner",
        "Dark Elf Necromancer of Daedric Summoning",
        "Curses and conjures; needs Magicka for everything.",
        "dark-elf",
        "daedric-summoning",
        "necromancer",
        ("destruction-staff", "restoring-light", "heavy-armor"),
    ),
    ReadyMade(
        "tumbler",
        "Redguard Acrobat of Acrobatics",
        "Is everywhere, and gone before it is hit.",
        "redguard",
        "acrobatics",
        "acrobat",
        ("two-handed", "bow", "heavy-armor"),
    ),
    ReadyMade(
        "shade",
        "Khajiit Nightblade of the Shadow line",
        "Picks locks, strikes out of hiding.",
        "khajiit",
        "shadow",
        "nightblade",
        ("one-hand-and-shield", "bow", "acrobatics"),
    ),
    ReadyMade(
        "naturalist",
        "Argonian Warden with a bow",
        "Brings a companion of its own.",
        "argonian",
        "bow",
        "warden",
        ("restoring-light", "acrobatics", "heavy-armor"),
    ),
)
