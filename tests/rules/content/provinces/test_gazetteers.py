"""What clients are told about campaigns: maps, towns, quests, in a part of the catalogue."""

from server.rules.content.provinces import gazetteers, shipped


def test_a_province_is_told_with_its_map_its_towns_and_its_quests() -> None:
    """Given the shipped provinces, then every hex, town and step that they print is told."""
    told = gazetteers.campaign(shipped.atlas())["provinces"]["black-marsh"]
    printed = shipped.atlas().provinces["black-marsh"]

    assert len(told["map"]) == len(printed.map.places)
    rows = {row[4]: row for row in told["map"] if len(row) > 4}
    assert rows["lilmoth"][:3] == [*printed.map.towns["lilmoth"], rows["lilmoth"][2]]
    assert all(row[-1] != "" for row in told["map"])
    assert set(told["towns"]["lilmoth"]["has"]) >= {"shop", "inn"}
    quest = printed.quests["undaunted"]
    assert set(told["quests"]["undaunted"]["steps"]) == {step.id for step in quest.steps}


def test_cards_are_left_out_until_they_are_drawn() -> None:
    """Given the campaign's words, then no overland card is among them."""
    told = gazetteers.campaign(shipped.atlas())

    assert set(told) == {"provinces", "guilds", "side_quests"}
    assert "cards" not in told["provinces"]["black-marsh"]


def test_a_drawn_card_is_told_with_what_each_choice_asks_and_brings() -> None:
    """Given the Third Sister, then its story, its check and its price are among what is drawn."""
    card = gazetteers.drawn(shipped.atlas())["cards"]["bm-p01"]

    assert card["name"] == "The Third Sister"
    assert card["choices"]["pay"]["costs"]
    assert card["choices"]["talk"]["check"]["wanted"] == "P+2"
    assert card["choices"]["swim"]["unstable"]


def test_a_step_names_its_tokens_and_its_trackers() -> None:
    """Given the Undaunted's race, then who the token is and what is counted is told."""
    told = gazetteers.campaign(shipped.atlas())["provinces"]["black-marsh"]["quests"]["undaunted"]

    assert told["steps"]["B21"]["tokens"] == {"npc": "The Gilded Cormorants"}
    assert told["steps"]["A20"]["trackers"]["our-lamps"] == ["Our lamps", "2"]


def test_a_session_is_told_as_an_encounter_is() -> None:
    """Given the provinces that have quests, then the list of what can be played has each."""
    told = gazetteers.sessions(shipped.atlas())

    assert {"black-marsh"} <= told.keys() <= shipped.atlas().provinces.keys()
    assert all(one["kind"] == "campaign" and one["goal"].endswith(".") for one in told.values())
    towns = [row for row in told["black-marsh"]["map"] if row[2] == "cache"]
    assert len(towns) == len(shipped.atlas().provinces["black-marsh"].map.towns)
