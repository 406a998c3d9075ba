"""Makes an `Atlas` of the files of provinces.

A file holds lists of tables: `[[province]]` (one, with its `[[province.town]]`), and beside it
`[[overland_card]]`, `[[quest]]` and `[[endgame]]`, each with the `province` that it belongs to;
`[[guild]]` and `[[side_quest]]` belong to none, nor does a card without a province. Tables have the
keys of the structs in `server/rules/campaign/components`.
"""

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

import msgspec
from msgspec import Struct, field

from server.rules.campaign.components.blocks import Figure, Outcome, Requirement
from server.rules.campaign.components.choices import Card
from server.rules.campaign.components.province import Atlas, Province, ProvinceEffect
from server.rules.campaign.components.quests import Endgame, Guild, Quest, SideQuest
from server.rules.campaign.components.towns import Town
from server.rules.campaign.components.words import ProvinceId
from server.rules.content.named import made
from server.rules.content.provinces import speaking
from server.rules.content.provinces.overland import PrintedMap, overland_map
from server.rules.content.provinces.shelf import DOES, NEEDS

T = TypeVar("T")


class PrintedProvince(Struct, frozen=True, forbid_unknown_fields=True):
    """A province: its map, its effect, its towns and its caravan."""

    id: ProvinceId
    code: str
    name: str
    text: str
    map: PrintedMap
    effect: ProvinceEffect
    caravan: Town
    town: list[Town] = field(default_factory=list)
    source: str = "original"


class Gazetteer(Struct, frozen=True, forbid_unknown_fields=True):
    """What a file of provinces may hold."""

    province: list[PrintedProvince] = field(default_factory=list)
    overland_card: list[Card] = field(default_factory=list)
    quest: list[Quest] = field(default_factory=list)
    endgame: list[Endgame] = field(default_factory=list)
    guild: list[Guild] = field(default_factory=list)
    side_quest: list[SideQuest] = field(default_factory=list)


KINDS = Gazetteer.__struct_fields__
"""The lists that files of provinces hold."""


def is_gazetteer(table: Mapping[str, Any]) -> bool:
    """Return whether a parsed file is one of provinces."""
    return any(kind in table for kind in KINDS)


def read(table: Any, wanted: type[T]) -> T:
    """Return a table as a struct, its blocks built. Raises KeyError for a block of no known name
    and msgspec.ValidationError for what does not fit.
    """
    return msgspec.convert(table, wanted, dec_hook=_block)


def built(kind: Any, table: Mapping[str, Any]) -> Any:
    """Return the requirement or the outcome (`kind`) that a TOML table names. Raises as `read`
    does.
    """
    return _block(kind, table)


def _block(wanted: type, value: Any) -> Any:
    """Return a block or a figure read from a TOML value. Raises ValueError for other types."""
    if wanted is Requirement:
        return made(value, NEEDS, "need", _block)
    if wanted is Outcome:
        return made(value, DOES, "do", _block)
    if wanted is Figure:
        return Figure(str(value))
    raise ValueError(f"nobody reads {wanted}")


def added(atlas: Atlas, tables: Iterable[Mapping[str, Any]]) -> Atlas:
    """Return the atlas with everything that these files hold, which `content check` has found
    right; what has a known id, or guild, takes its place.
    """
    rows = [dict(table) for table in tables]
    called = _gauges(atlas, rows)
    files = [read(speaking.gazetteer(row, called), Gazetteer) for row in rows]
    cards = {**atlas.cards, **{one.id: one for file in files for one in file.overland_card}}
    provinces = dict(atlas.provinces)
    for row in (row for file in files for row in file.province):
        provinces[row.id] = _province(row)
    for name, known in provinces.items():
        quests = [one for file in files for one in file.quest if one.province == name]
        ends = [one for file in files for one in file.endgame if one.province == name]
        provinces[name] = msgspec.structs.replace(
            known,
            cards=tuple(one for one in cards.values() if one.province == name),
            quests={**known.quests, **{one.guild: one for one in quests}},
            endgame=ends[0] if ends else known.endgame,
        )
    return Atlas(
        provinces,
        cards,
        {**atlas.side_quests, **{one.id: one for file in files for one in file.side_quest}},
        {**atlas.guilds, **{one.id: one for file in files for one in file.guild}},
    )


def _gauges(atlas: Atlas, tables: Iterable[Mapping[str, Any]]) -> speaking.Called:
    """Return the printed names and levels of the gauges of known provinces and of these files."""
    called = speaking.Called()
    for known in atlas.provinces.values():
        gauge = known.effect.gauge
        called += speaking.of_gauge(gauge.id, gauge.name, [one.name for one in gauge.levels])
    for table in tables:
        for row in table.get("province", ()):
            new = row["effect"]["gauge"]
            levels = [one["name"] for one in new["levels"]]
            called += speaking.of_gauge(new["id"], new["name"], levels)
    return called


def _province(row: PrintedProvince) -> Province:
    return Province(
        id=row.id,
        code=row.code,
        name=row.name,
        text=row.text,
        map=overland_map(row.map),
        effect=row.effect,
        towns={one.id: one for one in row.town},
        caravan=row.caravan,
        cards=(),
        quests={},
        source=row.source,
    )
