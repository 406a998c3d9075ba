"""Delve encounters: read from `encounters.toml`, all with the same entrance.

Special rules and challenges are building blocks like those of other encounters, as far as they name
no hex; some challenges have a name of their own (`challenges.py`).
"""

import tomllib
from collections.abc import Iterable
from importlib import resources
from typing import Literal

import msgspec
from msgspec import Struct, field

from protocol.hexes import Hex
from server.rules.battle.components.delve_parts import DelvePlan
from server.rules.battle.components.encounters import Challenge, Encounter
from server.rules.battle.delve import objectives, skyshards
from server.rules.content.delve.challenges import CHALLENGES
from server.rules.content.encounters import shelf
from server.rules.content.encounters.blocks import Block, Part, any_lost, apart, built, joined
from server.rules.content.encounters.layout import Layout
from server.rules.content.encounters.printed import Dial, Rule

ENTRANCE: tuple[Hex, ...] = ((-1, 0), (-1, 1), (-1, 2), (0, 0), (0, 1))
DOORS: tuple[Hex, Hex] = ((0, 0), (0, 1))
"""The hexes of a delve's entrance tile, and its two doors, as the tile lies on the table."""
NOWHERE = Layout({}, {})
PLACELESS = ("stronger", "tougher", "flipped", "afflicted", "deadline")
RULES: dict[str, type[Block]] = {name: shelf.RULES[name] for name in PLACELESS}
GOALS = {
    "survey": "Gain {count} skyshards.",
    "uncover": "Gain {count} skyshards, then retreat. Each is worth 1 XP.",
}


class PrintedDelve(Struct, frozen=True, forbid_unknown_fields=True):
    """A delve encounter as an author writes it."""

    id: str
    name: str
    text: str
    objective: Literal["survey", "uncover"]
    goal: str = ""
    skyshards: int = 3
    cards: tuple[str, ...] = ()
    tiles: tuple[str, ...] = ()
    wanted: str = ""
    dial: Dial = 2
    rules: list[Rule] = field(default_factory=list)
    challenge: dict[Literal["1", "2", "3", "4"], str | list[Rule]] = field(default_factory=dict)
    twist: dict[str, list[Rule]] = field(default_factory=dict)
    campaign: bool = False
    source: str = "original"


def encounters() -> tuple[Encounter, ...]:
    """Return all delve encounters."""
    text = resources.files(__package__).joinpath("encounters.toml").read_text("utf-8")
    rows = msgspec.convert(tomllib.loads(text)["encounter"], list[PrintedDelve])
    return tuple(encounter_of(row) for row in rows)


def encounter_of(row: PrintedDelve) -> Encounter:
    """Return an encounter with its objective, rules and challenges looked up by name. Raises
    ValueError for a challenge of no known name.
    """
    uncover, parts = row.objective == "uncover", _parts(row.rules)
    return Encounter(
        id=row.id,
        name=row.name,
        text=row.text,
        kind="delve",
        scenario="delve",
        goal=row.goal,
        tiles={"entrance": ENTRANCE},
        entrance="entrance",
        numbered=(),
        caches={},
        objective=GOALS[row.objective].format(count=row.skyshards),
        met=objectives.uncover if uncover else objectives.survey,
        leave=objectives.may_leave if uncover else None,
        after=skyshards.earn_xp if uncover else None,
        wanted=row.wanted,
        dial=row.dial,
        challenges={int(size): _challenge(row, harder) for size, harder in row.challenge.items()},
        twists={name: joined(_parts(rules), name) for name, rules in row.twist.items()},
        campaign=row.campaign,
        rules=tuple(part.text for part in parts),
        hooks=apart(hook for part in parts for hook in part.hooks),
        modifiers=tuple(change for part in parts for change in part.modifiers),
        lost=any_lost(part.lost for part in parts),
        delve=DelvePlan(DOORS, row.skyshards, row.cards, row.tiles, uncover=uncover),
        source=row.source,
    )


def _parts(rules: Iterable[Rule]) -> list[Part]:
    return [built(rule, RULES).part(NOWHERE) for rule in rules]


def _challenge(row: PrintedDelve, harder: str | list[Rule]) -> Challenge:
    if isinstance(harder, list):
        return joined(_parts(harder))
    if harder not in CHALLENGES:
        raise ValueError(f"encounter {row.id}: no challenge is called {harder!r}")
    return CHALLENGES[harder]
