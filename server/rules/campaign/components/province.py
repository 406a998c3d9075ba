"""A province as a gazetteer prints it, and the atlas: everything printed for campaigns."""

import msgspec

from server.rules.campaign.components.blocks import Outcome, Rule
from server.rules.campaign.components.choices import Card
from server.rules.campaign.components.places import OverlandMap
from server.rules.campaign.components.quests import Endgame, Guild, Quest, SideQuest
from server.rules.campaign.components.towns import Town
from server.rules.campaign.components.words import Icon, ProvinceId, TrackerId


class Level(msgspec.Struct, frozen=True):
    """A place on a gauge. `movement` is the base overland movement there (p34)."""

    name: str
    text: str
    movement: int = 3


class Gauge(msgspec.Struct, frozen=True):
    """A track at the map's edge, on which counter token 1 lies: the tracker `id` is its index."""

    id: TrackerId
    name: str
    levels: tuple[Level, ...]
    start: int = 0


class IconEffect(msgspec.Struct, frozen=True):
    """What an overland icon brings at the end of a day (EOD-2)."""

    icon: Icon
    text: str
    outcomes: tuple[Outcome, ...]


class ProvinceEffect(msgspec.Struct, frozen=True):
    """What a province does to sessions in it: its gauge, what icons do, what a card without a known
    icon does (EOD-3), rules that are always in play.
    """

    title: str
    text: str
    gauge: Gauge
    icons: tuple[IconEffect, ...]
    otherwise: tuple[Outcome, ...] = ()
    rules: tuple[Rule, ...] = ()


class Province(msgspec.Struct, frozen=True):
    """A province's gazetteer. `code` is that of p15 (SET-16); `caravan` a town without a hex."""

    id: ProvinceId
    code: str
    name: str
    text: str
    map: OverlandMap
    effect: ProvinceEffect
    towns: dict[str, Town]
    caravan: Town
    cards: tuple[Card, ...]
    quests: dict[str, Quest]
    endgame: Endgame | None = None
    source: str = "original"


class Atlas(msgspec.Struct, frozen=True):
    """Everything printed for campaigns, by id; a province's quests by their guild's id."""

    provinces: dict[str, Province]
    cards: dict[str, Card]
    side_quests: dict[str, SideQuest]
    guilds: dict[str, Guild]
