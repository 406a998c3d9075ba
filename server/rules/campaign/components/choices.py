"""Choices: what the party may pick at a card, a step, a town effect; and the overland cards."""

import msgspec

from server.rules.campaign.components.blocks import Figure, Outcome, Requirement
from server.rules.campaign.components.words import (
    Deck,
    EncounterId,
    Icon,
    Kind,
    ProvinceId,
    TwistId,
)


class SocialCheck(msgspec.Struct, frozen=True):
    """A check of p42, tried once. Where it is a `gate` its choice needs the success (SOC-7); else a
    success brings `outcomes` besides. It succeeds by itself where one of `sure` is met.
    """

    difficulty: Figure
    text: str = ""
    gate: bool = False
    sure: tuple[Requirement, ...] = ()
    outcomes: tuple[Outcome, ...] = ()


class Twist(msgspec.Struct, frozen=True):
    """A change of the battle that its encounter prints by name, where all of `when` is met."""

    name: TwistId
    when: tuple[Requirement, ...] = ()


class Choice(msgspec.Struct, frozen=True):
    """One way to resolve an encounter (p37). `encounter` is the battle of a choice that is not
    peaceful. `costs` happen first, `outcomes` after success, `failed` after a lost battle; all of
    them to the party. A battle's XP and outcomes depend on its success (ENC-5). `alone`: the party
    picks one adventurer, to whom the costs and outcomes happen.
    """

    id: str
    title: str
    text: str
    kind: Kind = "peaceful"
    unstable: bool = False
    xp: int = 0
    requires: tuple[Requirement, ...] = ()
    check: SocialCheck | None = None
    encounter: EncounterId = EncounterId("")
    twists: tuple[Twist, ...] = ()
    costs: tuple[Outcome, ...] = ()
    outcomes: tuple[Outcome, ...] = ()
    failed: tuple[Outcome, ...] = ()
    alone: bool = False


class Card(msgspec.Struct, frozen=True):
    """An overland card: its story side, its choices, its icons. `province` "": a general card."""

    id: str
    title: str
    deck: Deck
    text: str
    choices: tuple[Choice, ...]
    icons: tuple[Icon, ...] = ()
    province: ProvinceId = ProvinceId("")
    source: str = "original"
