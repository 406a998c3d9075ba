"""The provinces that come with the game are read whole."""

from typing import get_args

from server.rules.campaign.components import blocks
from server.rules.campaign.components.words import Difficulty
from server.rules.content.catalogue import catalogue
from server.rules.content.provinces.shipped import atlas
from tests.rules.content.provinces.pretend import Pretend

EXPERT = "expert"


def test_black_marsh_is_read() -> None:
    """Given the shipped files, the map has its towns, its gauge, a caravan and a quest."""
    marsh = atlas().provinces["black-marsh"]

    assert set(marsh.map.towns) == set(marsh.towns)
    assert 60 <= len(marsh.map.places) <= 90
    assert [one.movement for one in marsh.effect.gauge.levels] == [3, 2, 1]
    assert marsh.towns["lilmoth"].shop is not None
    assert marsh.towns["lilmoth"].shop.takes == 2
    assert marsh.caravan.name == "Osgar Two-Hats"
    assert marsh.quests["undaunted"].start in marsh.towns


def test_every_quest_is_filed_under_its_guild() -> None:
    for province in atlas().provinces.values():
        assert all(quest.guild == guild for guild, quest in province.quests.items())


def test_a_battle_is_harder_on_expert_by_its_twist_and_on_no_other_difficulty() -> None:
    """Given a battle with that twist, its choice asks for it on Expert alone; some of both
    provinces have it, and all of those are last battles.
    """
    found: dict[str, set[str]] = {}
    for name, province in atlas().provinces.items():
        steps = [step for quest in province.quests.values() for step in quest.steps]
        for choice in (one for step in steps for one in step.choices if one.encounter):
            battle = catalogue().encounters[choice.encounter]
            if EXPERT not in battle.twists:
                continue
            asked = [
                level
                for level in get_args(Difficulty)
                for twist in choice.twists
                if twist.name == EXPERT and blocks.all_met(twist.when, Pretend(difficulty=level))
            ]
            assert asked == [EXPERT], choice.encounter
            assert battle.final
            found.setdefault(name, set()).add(choice.encounter)
    assert {name: len(battles) for name, battles in found.items()} == {
        "black-marsh": 5,
        "high-rock": 4,
    }
