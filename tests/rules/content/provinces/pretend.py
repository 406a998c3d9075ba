"""A session that only remembers: what blocks look at is set, what they do is written down."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from protocol.hexes import Hex
from protocol.ids import UnitId
from server.rules.campaign.components.session import Running
from server.rules.campaign.components.words import (
    Difficulty,
    Encounter,
    Icon,
    ItemDeck,
    Landmark,
    Subtype,
    Token,
)

ANN, BOB = UnitId("ann"), UnitId("bob")


@dataclass
class Pretend:
    """Facts, answers to come, and the verbs that were called, each with what it was given."""

    day: int = 1
    session: int = 1
    difficulty: Difficulty = "adept"
    guild: str = "undaunted"
    party: tuple[UnitId, ...] = (ANN, BOB)
    here: Hex | None = (0, 0)
    encounter: Encounter = ""
    won: bool | None = None
    tokens: dict[str, Hex] = field(default_factory=dict)
    marks: dict[str, tuple[Hex, ...]] = field(default_factory=dict)
    landmarks: dict[Hex, Landmark] = field(default_factory=dict)
    towns: dict[Hex, str] = field(default_factory=dict)
    shown: tuple[Icon, ...] = ()
    trackers: dict[str, int] = field(default_factory=dict)
    written: tuple[str, ...] = ()
    closed: tuple[str, ...] = ()
    facts: dict[str, int] = field(default_factory=dict)
    items: dict[UnitId, Subtype] = field(default_factory=dict)
    tenacities: dict[UnitId, int] = field(default_factory=dict)
    saved: dict[UnitId, int] = field(default_factory=dict)
    answers: list[Any] = field(default_factory=list)
    did: list[tuple[Any, ...]] = field(default_factory=list)

    def token(self, name: Token) -> Hex | None:
        return self.tokens.get(name)

    def mark(self, place: str) -> tuple[Hex, ...]:
        return self.marks.get(place, ())

    def landmark(self, at: Hex) -> Landmark:
        return self.landmarks.get(at, "")

    def terrain(self, at: Hex) -> str:
        return ""

    def town(self, at: Hex) -> str:
        return self.towns.get(at, "")

    def icons(self) -> tuple[Icon, ...]:
        return self.shown

    def count(self, name: str) -> int:
        return self.trackers.get(name, 0)

    def keywords(self, keyword: str) -> int:
        return self.written.count(keyword)

    def is_closed(self, town: str) -> bool:
        return town in self.closed

    def battle_fact(self, name: str) -> int:
        return self.facts.get(name, 0)

    def has_item(self, who: UnitId, subtype: Subtype | None, deck: ItemDeck | None) -> bool:
        return who in self.items and subtype in (None, self.items[who])

    def tenacity_of(self, who: UnitId) -> int:
        return self.tenacities.get(who, 0)

    def hp_of(self, who: UnitId) -> int:
        return 1

    def xp_of(self, who: UnitId) -> int:
        return self.saved.get(who, 0)

    def counted(self, name: str, to: int) -> None:
        self.trackers[name] = to

    def discard_item(self, who: Sequence[UnitId], *rest: Any) -> None:
        self.did.append(("discard_item", who))

    def check(self, difficulty: int, text: str) -> bool:
        self.did.append(("check", difficulty))
        return bool(self.answers.pop(0))

    def roll(self, sides: int = 6) -> int:
        return int(self.answers.pop(0))

    def asks(self, who: UnitId, text: str) -> bool:
        return bool(self.answers.pop(0))

    def pick(self, text: str, options: Sequence[tuple[str, str]]) -> str:
        self.did.append(("pick", tuple(key for key, _ in options)))
        return str(self.answers.pop(0))

    def pick_adventurer(self, text: str, among: Sequence[UnitId]) -> UnitId:
        self.did.append(("pick_adventurer", tuple(among)))
        return UnitId(self.answers.pop(0))

    def pick_hex(self, text: str, among: Sequence[Hex]) -> Hex:
        return among[int(self.answers.pop(0))]

    def __getattr__(self, verb: str) -> Any:
        """Every other verb is written down with what it was given."""

        def do(*given: Any, **named: Any) -> None:
            self.did.append((verb, *given, *named.values()))

        return do


def running(session: Pretend) -> Running:
    """The same for the type checker: its verbs are made when they are asked for."""
    seen: Any = session
    known: Running = seen
    return known
