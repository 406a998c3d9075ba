"""Clients find a word for everything that a match can show."""

from typing import get_args

from protocol.skirmish import Phase
from server.rules.skirmish.components import RangedTag, Skill
from server.rules.skirmish.content.shipped import box
from server.rules.skirmish.content.words import offered, told

WORDS = told(box())


def test_every_skill_and_tag_and_phase_has_its_words() -> None:
    assert set(WORDS["skills"]) == {str(skill) for skill in Skill}
    assert set(WORDS["tags"]) == {str(tag) for tag in RangedTag}
    assert set(WORDS["phases"]) == set(get_args(Phase))


def test_every_component_has_a_name() -> None:
    for kind in ("warbands", "units", "weapons", "armours", "spells", "boards", "rosters"):
        assert WORDS[kind]
        assert all(one["name"] for one in WORDS[kind].values())


def test_rosters_say_what_they_cost() -> None:
    assert {one["cost"] for one in WORDS["rosters"].values()} == {500}


def test_a_list_is_offered_under_its_warbands_name_too() -> None:
    """Given the lists that a match is played with, then each is offered by a name that begins with
    that of the warband, as the match calls the side afterwards."""
    lists = offered(box())["alley"]["rosters"]
    assert lists["free-company"] == "Sellswords: Free Company, 500 gold"
    assert lists["sellswords"] == "Sellswords, 500 gold"
    for name, roster in box().rosters.items():
        assert lists[name].startswith(box().warbands[roster.warband].name)
