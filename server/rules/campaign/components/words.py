"""The closed lists of words of what is printed for a campaign."""

from typing import Literal, NewType

PlaceId = NewType("PlaceId", str)
"""A place, town or terrain of a province's map, by its id."""

TownId = NewType("TownId", str)
"""A town of a province, or its caravan."""

StepId = NewType("StepId", str)
"""A step of a guild quest: its letter and number, "A20"."""

GuildId = NewType("GuildId", str)
"""A guild."""

ProvinceId = NewType("ProvinceId", str)
"""A province."""

EncounterId = NewType("EncounterId", str)
"""A battle's encounter; "": none."""

TwistId = NewType("TwistId", str)
"""A twist that encounters print: rules of theirs that count only when they are asked for."""

TrackerId = NewType("TrackerId", str)
"""A counter: a province's gauge, or a tracker of a quest."""

Keyword = NewType("Keyword", str)
"""A quest keyword as it is recorded (p50)."""

Landmark = Literal["", "peaceful", "conflict", "unstable"]
"""What a hex of the overland map makes the party draw or roll (p34); "": nothing (OVL-12)."""

Deck = Literal["peaceful", "conflict"]
"""An overland deck, and the type of its cards (SET-4)."""

Icon = Literal["sun", "rain", "storm", "crowd", "moon"]
"""An overland icon of a peaceful card, read by province effects and quests (p37, EOD-2)."""

Kind = Literal["peaceful", "clash", "delve", "dungeon"]
"""How a choice is resolved (ENC-2)."""

Constellation = Literal["mage", "thief", "warrior"]
"""What a trainer's tokens belong to (TWN-4)."""

Token = Literal["party", "objective", "npc", "counter-1", "counter-2"]
"""An overland token (p35)."""

Difficulty = Literal["apprentice", "adept", "expert"]
"""The difficulty of a session (p13)."""

Subtype = Literal[
    "armor",
    "clothing",
    "consumable",
    "enchantment",
    "miscellaneous",
    "pet",
    "potion",
    "weapon",
]
"""The subtype of an item card (p29)."""

ItemDeck = Literal["common", "legendary"]
"""One of the two item decks (SET-6)."""

Encounter = Literal["", "town", "caravan", "card", "quest", "side-quest"]
"""What the party triggered today; "": nothing (p34)."""

When = Literal[
    "session-starts",
    "step-begins",
    "day-starts",
    "before-move",
    "after-move",
    "encounter-starts",
    "encounter-ends",
    "reward",
    "icons",
    "rest",
    "day-ends",
]
"""When something printed acts. `session-starts`: once, during setup. `step-begins`: the quest step
becomes the active one. `day-starts`: New Day Phase, after the dial. `before-move`, `after-move`:
around the party's move in the Overland Phase, before an encounter is triggered.
`encounter-starts`, `encounter-ends`: around the encounter, before steps are completed (QST-3).
`reward`: step 1 of the Reward Phase. `icons`: End of Day Phase, after the province effect read the
icons. `rest`: in the rest step (EOD-9). `day-ends`: after it, before the day-limit check."""
