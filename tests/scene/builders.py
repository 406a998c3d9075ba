"""Pieces of a scene: adventurers, enemies, companions."""

from dataclasses import dataclass, field
from typing import Any

from protocol.hexes import Hex
from protocol.ids import CardId, ItemId
from server.rules.battle.kernel.state import Card
from server.rules.battle.kernel.words import Fate, Side, Status, UnitKind


@dataclass
class Hero:
    """An adventurer as a test draws it. Dice are kinds; "kind:face" lies with that face up."""

    name: str
    at: Hex | None
    race: str
    form: str
    hp: int
    health: int
    stamina: int
    magicka: int
    cooldown: int
    tenacity: int
    bonus: int
    cls: str
    master: bool
    tokens: int
    row: list[str]
    active: list[str]
    track: list[str]
    drained: list[str]
    ready: list[Card]
    pack: list[Card]
    fate: Fate


def hero(
    name: str = "a1",
    *,
    at: Hex | None = (1, -1),
    race: str = "khajiit",
    form: str = "light-weapon",
    hp: int = 5,
    health: int = 5,
    stamina: int = 3,
    magicka: int = 3,
    cooldown: int = 0,
    tenacity: int = 0,
    bonus: int = 0,
    cls: str = "",
    master: bool = False,
    tokens: int = 0,
    row: list[str] | None = None,
    active: list[str] | None = None,
    track: list[str] | None = None,
    drained: list[str] | None = None,
    ready: list[str] | None = None,
    pack: list[str] | None = None,
    fate: Fate = "",
) -> Hero:
    """An adventurer. `row`, `active`, `track`, `drained` name dice; the track also LF, OF,
    statuses.
    """
    cards = [Card(CardId(f"{name}-{item}"), ItemId(item)) for item in ready or []]
    packed = [Card(CardId(f"{name}-{item}"), ItemId(item)) for item in pack or []]
    return Hero(
        name, at, race, form, hp, health, stamina, magicka, cooldown, tenacity, bonus, cls, master,
        tokens, row or [], active or [], track or [], drained or [], cards, packed, fate,
    )  # fmt: skip


@dataclass
class Foe:
    """An enemy or companion as a test draws it; figures override the chip's printed ones."""

    name: str
    chip: str
    at: Hex
    hp: int
    side: Side
    kind: UnitKind
    statuses: tuple[Status, ...]
    leaves: bool = False
    figures: dict[str, Any] = field(default_factory=dict)


def foe(
    name: str,
    chip: str = "skeever-pup",
    *,
    at: Hex,
    hp: int = 0,
    statuses: tuple[Status, ...] = (),
    kind: UnitKind = "enemy",
    **figures: Any,
) -> Foe:
    """An enemy. Keyword figures (health, range, combat, defense, targets, priority, skills, level,
    type) make a chip of its own for this scene; without them the printed ones hold."""
    return Foe(name, chip, at, hp, "enemy", kind, statuses, figures=figures)


def friend(
    name: str, chip: str, *, at: Hex, hp: int = 0, leaves: bool = False, **figures: Any
) -> Foe:
    """A companion, controlled by the first seat; one that `leaves` goes with the battle."""
    return Foe(name, chip, at, hp, "party", "companion", (), leaves, figures)
