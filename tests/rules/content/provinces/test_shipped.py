"""The provinces that come with the game are read whole."""

from server.rules.content.provinces.shipped import atlas


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
