"""Lists what a pack may hold and name, for `hexwarden content blocks`: tables first, then
blocks.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, get_args, get_type_hints

import msgspec

from server.commands.packs.figures import words
from server.rules.campaign.components.blocks import Rule as CampaignRule
from server.rules.campaign.components.choices import Card, Choice, SocialCheck
from server.rules.campaign.components.province import Gauge, ProvinceEffect
from server.rules.campaign.components.quests import (
    Endgame,
    EndgameDay,
    Epilogue,
    Guild,
    KeywordEffect,
    Quest,
    SideQuest,
    Step,
    TokenStart,
    TownAction,
    Tracker,
)
from server.rules.campaign.components.towns import Town, TownEffect, TownSquare
from server.rules.content.blocks import ANSWERS, EFFECTS, GUARDS, SPELLS, WIELDS, PrintedStat
from server.rules.content.delve import environments, parts, revealing, skyshards, traps
from server.rules.content.delve.challenges import CHALLENGES
from server.rules.content.delve.encounters import RULES as DELVE_RULES
from server.rules.content.delve.encounters import PrintedDelve
from server.rules.content.delve.printed import PrintedCard, PrintedTile
from server.rules.content.encounters.printed import Printed
from server.rules.content.encounters.rules_objectives import OBJECTIVES
from server.rules.content.encounters.shelf import RULES
from server.rules.content.packs import items
from server.rules.content.packs.contents import PrintedChip
from server.rules.content.provinces.building import PrintedProvince
from server.rules.content.provinces.overland import PrintedMap, PrintedPlace
from server.rules.content.provinces.shelf import DOES, NEEDS
from server.rules.skirmish.content.reading import KINDS

Kind = type[msgspec.Struct]
FILES: dict[str, Kind] = {
    "a file of its own: a clash or a dungeon": Printed,
    "[[encounter]]: a delve": PrintedDelve,
    "[[tile]]: a delve tile": PrintedTile,
    "[[card]]: a delve card": PrintedCard,
    "[[chip]]": PrintedChip,
    "[[province]]": PrintedProvince,
    "[[overland_card]]": Card,
    "[[quest]]: a guild quest": Quest,
    "[[endgame]]": Endgame,
    "[[guild]]": Guild,
    "[[side_quest]]": SideQuest,
    **{f"[[{kind}]]: of the skirmish, lengths in inches": one for kind, one in KINDS.items()},
}
BLOCKS: dict[str, Mapping[str, Kind]] = {
    "Objectives (objective = { rule = ... })": OBJECTIVES,
    "Rules and challenges (rule = ...)": RULES,
    "Effects on a unit (does = [{ effect = ... }])": EFFECTS,
    "Effects of weapons (standard, overtax)": WIELDS,
    "Effects of armor (standard, overtax)": GUARDS,
    "Answers of pets, miscellaneous items and clothing (answer)": ANSWERS,
    "Effects of enchantments (works)": SPELLS,
    "Requirements of provinces (need = ...)": NEEDS,
    "Outcomes of provinces (do = ...)": DOES,
}
TABLES: dict[str, Kind] = {
    "parts, totals: parts of a delve card's effects": parts.Part,
    "changes of an environment": parts.Change,
    "turns of an environment": parts.Turn,
    "lasts of a card": items.PrintedLasting,
    "changes of a card": PrintedStat,
    "map of a province": PrintedMap,
    "places of a map": PrintedPlace,
    "effect of a province": ProvinceEffect,
    "gauge of an effect": Gauge,
    "town, caravan": Town,
    "square of a town": TownSquare,
    "effect of a town": TownEffect,
    "choices": Choice,
    "check of a choice": SocialCheck,
    "steps of a quest": Step,
    "rules of a step, a side quest, an effect": CampaignRule,
    "actions of a step": TownAction,
    "tokens of a step": TokenStart,
    "trackers": Tracker,
    "epilogue of a quest": Epilogue,
    "days of an endgame": EndgameDay,
    "keywords of an endgame": KeywordEffect,
}
NAMES: dict[str, Iterable[str]] = {
    "revealed": revealing.EFFECTS,
    "trap": traps.EFFECTS,
    "skyshard": skyshards.EFFECTS,
    "environment": environments.EFFECTS,
    "challenge of a delve": CHALLENGES,
    "rules and challenges of a delve": DELVE_RULES,
}


def everything() -> Iterator[str]:
    """Yield the list line by line."""
    yield from _section("What a pack may hold", FILES)
    cards = {f'[[item]] subtype = "{_tag(one)}"': one for one in get_args(items.PrintedItem)}
    yield from _section("Item cards", cards)
    yield from _section("Tables within them", TABLES)
    for title, shelf in BLOCKS.items():
        yield from _section(title, shelf)
    yield "Effects of delves that have a name (does = ...)\n"
    for kind, names in NAMES.items():
        yield f"  {kind}: {', '.join(names)}"


def _tag(kind: Kind) -> str:
    return str(kind.__struct_config__.tag)


def _section(title: str, kinds: Mapping[str, Kind]) -> Iterator[str]:
    yield f"{title}\n"
    for name, kind in kinds.items():
        yield f"  {name}: {' '.join((kind.__doc__ or '').split())}"
        yield from _figures(kind)
        yield ""


def _figures(kind: Kind) -> Iterator[str]:
    hints = get_type_hints(kind, include_extras=True)
    for one in msgspec.structs.fields(kind):
        given = "" if one.required else f" ({_default(one)!r} unless given)"
        yield f"      {one.name} = {words(hints[one.name])}{given}"


def _default(field: Any) -> object:
    made = field.default_factory
    return field.default if made is msgspec.NODEFAULT else made()
