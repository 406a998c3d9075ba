"""Adventurers to choose from, each a race, a line and a class that go together. Original.

The first of each line is also what is suggested to players who make their own.
"""

from protocol.ids import LineId
from server.rules.battle.components.printed import ReadyMade

READY_MADE = (
    ReadyMade(
        "shieldbearer",
        "Imperial Templar with sword and shield",
        "Stands in front, prevents damage and heals a little. Good for a first battle.",
        "imperial",
        LineId("one-hand-and-shield"),
        "templar",
        (LineId("heavy-armor"), LineId("restoring-light"), LineId("bow")),
    ),
    ReadyMade(
        "reaver",
        "Nord Dragonknight with a two-handed weapon",
        "Hits hardest from nearby and leaps into the fray.",
        "nord",
        LineId("two-handed"),
        "dragonknight",
        (LineId("heavy-armor"), LineId("acrobatics"), LineId("one-hand-and-shield")),
    ),
    ReadyMade(
        "stormcaller",
        "High Elf Sorcerer with a destruction staff",
        "Deals damage from afar, turns fatigue into power.",
        "high-elf",
        LineId("destruction-staff"),
        "sorcerer",
        (LineId("restoring-light"), LineId("daedric-summoning"), LineId("acrobatics")),
    ),
    ReadyMade(
        "deadeye",
        "Wood Elf Archer with a bow",
        "Shoots from afar and past armor; hides when it gets narrow.",
        "wood-elf",
        LineId("bow"),
        "archer",
        (LineId("acrobatics"), LineId("shadow"), LineId("one-hand-and-shield")),
    ),
    ReadyMade(
        "lightbringer",
        "Breton Healer of Restoring Light",
        "Keeps the party on its feet.",
        "breton",
        LineId("restoring-light"),
        "healer",
        (LineId("destruction-staff"), LineId("heavy-armor"), LineId("bow")),
    ),
    ReadyMade(
        "guardian",
        "Orc Knight in heavy armor",
        "Hard to bring down, takes a second turn when it counts.",
        "orc",
        LineId("heavy-armor"),
        "knight",
        (LineId("one-hand-and-shield"), LineId("two-handed"), LineId("restoring-light")),
    ),
    ReadyMade(
        "summoner",
        "Dark Elf Necromancer of Daedric Summoning",
        "Curses and conjures; needs Magicka for everything.",
        "dark-elf",
        LineId("daedric-summoning"),
        "necromancer",
        (LineId("destruction-staff"), LineId("restoring-light"), LineId("heavy-armor")),
    ),
    ReadyMade(
        "tumbler",
        "Redguard Acrobat of Acrobatics",
        "Is everywhere, and gone before it is hit.",
        "redguard",
        LineId("acrobatics"),
        "acrobat",
        (LineId("two-handed"), LineId("bow"), LineId("heavy-armor")),
    ),
    ReadyMade(
        "shade",
        "Khajiit Nightblade of the Shadow line",
        "Picks locks, strikes out of hiding.",
        "khajiit",
        LineId("shadow"),
        "nightblade",
        (LineId("one-hand-and-shield"), LineId("bow"), LineId("acrobatics")),
    ),
    ReadyMade(
        "naturalist",
        "Argonian Warden with a bow",
        "Brings a companion of its own.",
        "argonian",
        LineId("bow"),
        "warden",
        (LineId("restoring-light"), LineId("acrobatics"), LineId("heavy-armor")),
    ),
)
