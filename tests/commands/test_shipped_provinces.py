"""The provinces of the game: judged like a pack, and of the size that a campaign needs."""

from collections import Counter
from pathlib import Path

import pytest

from server.rules.campaign.components.province import Province
from server.rules.campaign.components.words import Landmark
from server.rules.content.catalogue import catalogue
from server.rules.content.provinces import shipped
from tests.commands.packs import Pack

HOME = Path(shipped.__file__).parent
PROVINCES = tuple(shipped.atlas().provinces.values())
rule = pytest.mark.rule
every = pytest.mark.parametrize("province", PROVINCES, ids=lambda one: one.id)


def test_they_have_no_mistake(pack: Pack) -> None:
    outcome = pack.run("content", "check", str(HOME))

    assert (outcome.code, outcome.lines[-1].endswith("no mistake")) == (0, True), outcome.out


@rule("SET-16")
def test_their_codes_are_those_of_the_rulebook() -> None:
    assert {one.id: one.code for one in PROVINCES} == {"black-marsh": "BM", "high-rock": "HR"}


@every
def test_a_map_has_hexes_towns_and_landmarks_of_each_kind(province: Province) -> None:
    kinds: Counter[Landmark] = Counter(place.landmark for place in province.map.places)

    assert 60 <= len(province.map.places) <= 90
    assert 4 <= len(province.towns) <= 6
    assert min(kinds["peaceful"], kinds["conflict"], kinds["unstable"]) >= 5


@rule("SET-4")
@every
def test_each_deck_has_eight_cards_of_its_own(province: Province) -> None:
    assert Counter(card.deck for card in province.cards) == {"peaceful": 8, "conflict": 8}


@rule("SET-4", "SQ-7")
def test_there_are_twenty_general_cards_thirty_side_quests_and_nine_guilds() -> None:
    atlas = shipped.atlas()
    general = Counter(card.deck for card in atlas.cards.values() if not card.province)

    assert general == {"peaceful": 10, "conflict": 10}
    assert len(atlas.side_quests) == 30
    assert len(atlas.guilds) == 9


@rule("QST-6", "SES-3")
@every
def test_each_guild_has_a_quest_of_steps_with_an_epilogue(province: Province) -> None:
    """Three to five steps, lettered in order, the epilogue behind them; ids are unique."""
    assert set(province.quests) == set(shipped.atlas().guilds)
    steps = [step.id for quest in province.quests.values() for step in quest.steps]
    steps += [quest.epilogue.id for quest in province.quests.values()]
    assert len(set(steps)) == len(steps)
    for quest in province.quests.values():
        letters = [step.id[0] for step in quest.steps] + [quest.epilogue.id[0]]
        assert "".join(letters) == "ABCDEF"[: len(letters)]
        assert 3 <= len(quest.steps) <= 5
        assert quest.epilogue.keyword
        assert 2 <= len(quest.epilogue.offers) <= 3


@rule("QST-10")
@every
def test_each_quest_ends_in_a_last_battle_of_its_own(province: Province) -> None:
    """No two quests end in the same encounter, and each is marked as a session's last."""
    last = [quest.steps[-1].choices[-1].encounter for quest in province.quests.values()]

    assert len(set(last)) == len(last)
    assert all(catalogue().encounters[name].final for name in last)


@rule("KEY-4")
@every
def test_an_endgame_asks_for_every_keyword_that_its_province_gives(province: Province) -> None:
    assert province.endgame is not None
    asked = {one.keyword for one in province.endgame.keywords}

    assert {quest.epilogue.keyword for quest in province.quests.values()} <= asked | {
        "Gain Ally: Shadowscale Akisha"
    }
    assert 3 <= len(province.endgame.days) <= 4
