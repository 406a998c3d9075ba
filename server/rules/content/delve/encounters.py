"""Delve encounters: read from `encounters.toml`, all with the same entrance."""

import tomllib
from importlib import resources
from typing import Literal

import msgspec
from msgspec import Struct, field

from protocol.hexes import Hex
from server.rules.battle.components import Challenge, Encounter
from server.rules.battle.delve import objectives, skyshards
from server.rules.battle.delve.components import DelvePlan
from server.rules.content.delve import printed
from server.rules.content.delve.challenges import CHALLENGES

ENTRANCE: tuple[Hex, ...] = ((-1, 0), (-1, 1), (-1, 2), (0, 0), (0, 1))
DOORS: tuple[Hex, Hex] = ((0, 0), (0, 1))
SPECIAL = "SP"
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
    skyshards: int = 3
    cards: tuple[str, ...] = ()
    wanted: str = ""
    challenge: dict[Literal["3", "4"], str] = field(default_factory=dict)
    source: str = "original"


def encounters() -> tuple[Encounter, ...]:
    """All delve encounters."""
    text = resources.files(__package__).joinpath("encounters.toml").read_text("utf-8")
    rows = msgspec.convert(tomllib.loads(text)["encounter"], list[PrintedDelve])
    return tuple(encounter_of(row) for row in rows)


def encounter_of(row: PrintedDelve) -> Encounter:
    """An encounter with its objective and challenges looked up by name."""
    deck = row.cards or tuple(c.id for c in printed.cards().values() if SPECIAL not in c.code)
    uncover = row.objective == "uncover"
    return Encounter(
        id=row.id,
        name=row.name,
        text=row.text,
        kind="delve",
        tiles={"entrance": ENTRANCE},
        entrance="entrance",
        numbered=(),
        caches={},
        objective=GOALS[row.objective].format(count=row.skyshards),
        met=objectives.uncover if uncover else objectives.survey,
        leave=objectives.may_leave if uncover else None,
        after=skyshards.earn_xp if uncover else None,
        wanted=row.wanted,
        challenges=_challenges(row),
        delve=DelvePlan(DOORS, row.skyshards, deck, uncover=uncover),
        source=row.source,
    )


def _challenges(row: PrintedDelve) -> dict[int, Challenge]:
    for name in row.challenge.values():
        if name not in CHALLENGES:
            raise ValueError(f"encounter {row.id}: no challenge is called {name!r}")
    return {int(size): CHALLENGES[name] for size, name in row.challenge.items()}
