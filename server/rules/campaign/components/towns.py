"""Towns and caravans, and what they offer (p38-41)."""

import msgspec

from server.rules.campaign.components.blocks import Outcome, Requirement
from server.rules.campaign.components.choices import Choice
from server.rules.campaign.components.words import Constellation, TownId

ALL: tuple[Constellation, ...] = ("mage", "thief", "warrior")


class Shop(msgspec.Struct, frozen=True):
    """How many cards of each deck lie out, and how many a shop action takes (TWN-2, TWN-11)."""

    common: int
    legendary: int = 0
    takes: int = 1


class Trainer(msgspec.Struct, frozen=True):
    """How many tokens are drawn, of which constellations (TWN-4)."""

    lines: int
    of: tuple[Constellation, ...] = ALL


class TownSquare(msgspec.Struct, frozen=True):
    """An ability of the town, once for each adventurer and encounter (TWN-8, TWN-16). As a `group`
    action everybody gives one of its actions, and the outcomes happen to the party.
    """

    title: str
    text: str
    outcomes: tuple[Outcome, ...]
    costs: tuple[Outcome, ...] = ()
    requires: tuple[Requirement, ...] = ()
    group: bool = False


class TownEffect(msgspec.Struct, frozen=True):
    """What happens at the start of a town encounter, where all of `when` is met: exactly one of
    its choices (TWN-18). With `once` it is resolved once in a session (TWN-19).
    """

    title: str
    text: str
    choices: tuple[Choice, ...]
    when: tuple[Requirement, ...] = ()
    once: bool = False


class Town(msgspec.Struct, frozen=True):
    """A town's entry, or a caravan's. A feature that is None or False is not there."""

    id: TownId
    name: str
    text: str
    shop: Shop | None = None
    trainer: Trainer | None = None
    inn: bool = False
    quest_board: bool = False
    guild_kiosk: bool = False
    square: TownSquare | None = None
    alchemy_station: bool = False
    effect: TownEffect | None = None
    source: str = "original"
