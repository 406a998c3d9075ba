"""A pack that brings one of everything: judged, shown, and played by bots."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from server.commands.headless import Simulation
from server.commands.packs.blocks import TABLES as SHELVES
from server.commands.packs.loading import Content, content
from tests.commands.packs import Pack
from tests.rules.content.packs.moor import FOLDER, TABLES

SUBTYPES = {
    "weapon", "armor", "consumable", "potion", "clothing", "enchantment", "miscellaneous", "pet",
}  # fmt: skip
KEYS = ("effect", "need", "do")
OURS = ("moor-crossing", "moor-barrow", "moor-delve")


def named(value: Any) -> Iterator[str]:
    """The blocks that a parsed table names, at any depth."""
    if isinstance(value, dict):
        yield from (value[key] for key in KEYS if isinstance(value.get(key), str))
        value = list(value.values())
    for one in value if isinstance(value, list) else ():
        yield from named(one)


def test_the_example_has_no_mistake(pack: Pack) -> None:
    assert pack.run("content", "check", str(FOLDER)).code == 0


def test_it_brings_one_of_each_kind_and_names_every_effect() -> None:
    game, box = content().catalogue, content((FOLDER,)).catalogue
    kinds = {one.kind for one in box.encounters.values() if one.id not in game.encounters}
    assert kinds == {"clash", "dungeon", "delve"}
    assert {*box.chips} > {*game.chips}
    assert {*box.tiles} > {*game.tiles}
    cards = [card for card in box.delve_cards.values() if card.id not in game.delve_cards]
    effects = {type(card.lasting).__name__ for card in cards if card.lasting}
    assert effects == {"Trap", "SkyshardBox", "Environment"}
    assert any(card.revealed for card in cards)
    assert {i.subtype for i in box.items.values() if i.id not in game.items} == SUBTYPES
    every = {name for _, shelf in SHELVES.values() for name in shelf}
    assert {name for table in TABLES for name in named(table)} == every


@pytest.mark.parametrize("name", ["moor-barrow", "peat-cutting", "sucking-mud", "leech-knife"])
def test_its_components_are_shown(pack: Pack, name: str) -> None:
    outcome = pack.run("content", "show", name, "--content", str(FOLDER))
    assert outcome.code == 0
    assert name in outcome.out


@pytest.mark.parametrize("encounter", OURS)
@pytest.mark.parametrize("bots", ["random", "sensible"])
def test_bots_play_it_to_the_end(encounter: str, bots: str) -> None:
    """With cards of the pack alone in the common deck."""
    game, box = content().catalogue, content((FOLDER,)).catalogue
    commons = [item.id for item in game.items.values() if item.deck == "common"]
    items = {name: item for name, item in box.items.items() if name not in commons}
    ours = Content(replace(box, items=items), "moor")
    for seed in (1, 2):
        battle = Simulation(encounter, 1 + seed, "adept", bots, seed, ours, {"xp": "9"})
        assert battle.play()["outcome"] in ("victory", "defeat", "retreat")
