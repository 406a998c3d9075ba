"""Blocks speak of trackers and tokens as their quest prints them."""

from typing import Any

import pytest

from server.rules.campaign.components.blocks import Outcome, Requirement
from server.rules.campaign.components.quests import Quest
from server.rules.content.provinces import speaking
from server.rules.content.provinces.building import built, read
from server.rules.content.provinces.gazetteers import campaign
from server.rules.content.provinces.shipped import atlas

FATE = {"id": "courier", "name": "His fate", "says": ["you spared him", "you robbed him"]}
CLUES = {"id": "clues", "name": "Clues", "goal": "3"}
WEATHER = speaking.of_gauge("weather", "Weather", ["Sunny", "Rainy", "Flooding"])
SPOKEN = WEATHER + speaking.of_printed(
    [{"trackers": [FATE, CLUES], "tokens": [{"token": "npc", "at": "x", "name": "The courier"}]}]
)
LOOK = "Look at the top conflict card; put it on top or at the bottom."
FEET = {"do": "for-one", "says": "Whose feet?", "does": [{"do": "heal", "hp": 1}]}
TEXTS: list[tuple[dict[str, Any], str]] = [
    ({"do": "count", "tracker": "clues", "by": "2"}, "+2 Clues."),
    ({"do": "count", "tracker": "clues", "by": "-1"}, "-1 Clues."),
    ({"do": "count", "tracker": "clues", "to": "1"}, "Clues: 1."),
    ({"do": "count", "tracker": "courier", "to": "2"}, "Remembered: you robbed him."),
    ({"do": "count", "tracker": "weather", "by": "1"}, "Weather: 1 step towards Flooding."),
    ({"do": "count", "tracker": "weather", "by": "-2"}, "Weather: 2 steps towards Sunny."),
    ({"do": "count", "tracker": "weather", "to": "0"}, "Weather: Sunny."),
    ({"do": "count", "tracker": "dry-feet", "by": "1"}, "+1 Dry Feet."),
    ({"do": "remove", "token": "npc"}, "The courier leaves the map."),
    ({"do": "chase", "token": "npc", "hexes": "1"}, "The courier moves 1 hex towards the party."),
    ({"do": "drift", "token": "objective"}, "The objective moves 1 hex where a die points."),
    (FEET, "Whose feet? That adventurer heals 1 HP."),
    ({"do": "faster", "hexes": -1}, "Tomorrow the party travels 1 fewer hex without fatigue."),
    ({"do": "look", "deck": "conflict", "cards": 1}, LOOK),
    ({"need": "counted", "tracker": "clues", "least": "3"}, "Clues: 3 or more"),
    ({"need": "counted", "tracker": "clues", "most": "1"}, "Clues: 1 or fewer"),
    ({"need": "counted", "tracker": "clues", "least": "2", "most": "2"}, "Clues: exactly 2"),
    ({"need": "counted", "tracker": "clues", "most": "0"}, "not yet: Clues"),
    ({"need": "counted", "tracker": "courier", "least": "1", "most": "1"}, "you spared him"),
    ({"need": "counted", "tracker": "courier", "least": "1"}, "you spared him or you robbed him"),
    (
        {"need": "counted", "tracker": "courier", "most": "0"},
        "not if you spared him or you robbed him",
    ),
    ({"need": "counted", "tracker": "weather", "least": "1"}, "with Weather at Rainy or Flooding"),
    ({"need": "meets", "token": "npc"}, "in the hex of the courier"),
    (
        {"need": "token-at", "token": "npc", "place": "old-mill"},
        "once the courier reaches Old Mill",
    ),
]


@pytest.mark.parametrize(("table", "text"), TEXTS, ids=[text for _, text in TEXTS])
def test_a_block_speaks_of_what_is_printed(table: dict[str, Any], text: str) -> None:
    """Given the names of trackers, tokens and a gauge, then a block's text uses them."""
    kind = Outcome if "do" in table else Requirement

    assert built(kind, speaking.spoken(table, SPOKEN)).text == text


def test_blocks_deep_within_a_quest_are_reached_and_a_name_of_their_own_stays() -> None:
    """Given a step whose check leads to a count, then that one is told by the step's tracker, and
    a block that brings a name keeps it."""
    count = {"do": "count", "tracker": "courier", "to": "1"}
    own = {"do": "remove", "token": "npc", "called": "Nobody"}
    check = {"do": "check", "difficulty": "P", "then": [count], "otherwise": [own]}
    step = {"id": "A1", "title": "", "text": "", "goal": "", "trackers": [FATE], "rewards": [check]}
    epilogue = {"id": "E", "title": "", "keyword": "K", "endings": []}
    table = {
        "id": "q",
        "guild": "g",
        "title": "",
        "complexity": 1,
        "start": "t",
        "steps": [step],
        "epilogue": epilogue,
    }

    quest = read(speaking.quest(table, SPOKEN), Quest)

    text = quest.steps[0].rewards[0].text
    assert text == (
        "Social check (P): Remembered: you spared him. On a failure: Nobody leaves the map."
    )


def test_what_is_shipped_says_nothing_of_trackers_that_are_set_nor_of_tokens() -> None:
    """Given everything printed, then no text has the words of a program."""
    told = str(campaign(atlas()))

    for words in ("is set to 1", "changes by", " token off", " at least 1 and"):
        assert words not in told
    assert "Remembered: you spared the courier." in told


def test_where_a_step_is_met_its_own_scene_is_read_not_the_quest_once_more() -> None:
    """Given a step with a scene, and one without, then the one is read and the other's text is."""
    steps = campaign(atlas())["provinces"]["black-marsh"]["quests"]["dark-brotherhood"]["steps"]

    assert steps["A40"]["scene"].startswith("A boy in a waxed cape")
    assert steps["B41"]["scene"] == steps["B41"]["text"]
