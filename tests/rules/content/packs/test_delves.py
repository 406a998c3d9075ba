"""Delve tiles, cards and encounters of a pack. The hall lies beside the card, as ever."""

import pytest

from protocol.battle import UnitDeployed
from protocol.ids import UnitId
from server.rules.battle.kernel.values import Stat
from server.rules.battle.setup.delve_decks import decks
from server.rules.content.packs.contents import added
from tests.rules.battle.running import running
from tests.rules.content.delve.test_environments import OFF, ON
from tests.rules.content.packs.moor import MOOR, TABLES
from tests.rules.content.packs.test_gear import reach
from tests.scene import Scene, foe, hero
from tests.scene.builders import Foe, Hero
from tests.scene.delves import below, place

rule = pytest.mark.rule
SHUT = ("d6:1", "d6:1", "d6:1")


def in_hall(card: str, *pieces: Hero | Foe, **hall: object) -> Scene:
    return below(*pieces, hall={"card": card, **hall}, cards=MOOR)


@rule("DLX-7")
def test_what_is_revealed_meets_all_and_brings_an_enemy() -> None:
    scene = below(
        hero("a1", at=(2, 0)),
        hero("a2", at=(0, 0)),
        card="will-o-wisps",
        tile="root-cellar",
        enemy="skeever-pup",
        cards=MOOR,
        decks={},
    )
    scene.rolls(0, 0).answer("turn.explore", "2,-2")
    place(scene.rolls(0))
    assert (scene.track("a1"), scene.track("a2")) == (["LF"], ["LF"])
    assert (scene.mat("a1").tenacity, scene.mat("a2").tenacity) == (1, 0)
    assert len(scene.events(UnitDeployed)) == 1


@rule("TRP-2")
def test_a_trap_meets_everybody_on_the_tile() -> None:
    victim, enemy = hero("a1", race="nord", at=(0, 0), hp=5), foe("e1", at=(2, 0), hp=3, skills=())
    scene = in_hall("man-trap", victim, enemy, armed=True)
    scene.rolls(*SHUT, *SHUT).move((1, 0)).passes("lockpick.adjust")
    scene.answer("lockpick.keep", "roll").passes("lockpick.adjust")
    assert (scene.hp("a1"), scene.hp("e1"), scene.track("a1")) == (4, 2, ["maim"])


@rule("SKY-3")
@pytest.mark.parametrize(
    ("total", "hp", "tenacity"), [(1, (3, 2), 0), (2, (2, 2), 1), (3, (3, 3), 0), (4, (2, 2), 0)]
)
def test_skyshards_bring_what_their_total_says(
    total: int, hp: tuple[int, int], tenacity: int
) -> None:
    """Beyond the last total nothing is printed."""
    scene = below(
        hero("a1", at=(0, 0), hp=2),
        hero("a2", at=(0, 1), hp=2),
        hall={"card": "moor-shrine", "shards": 1},
        drawn=total,
        gained=total - 1,
        required=5,
        cards=MOOR,
    )
    scene.move((1, 0))
    assert ((scene.hp("a1"), scene.hp("a2")), scene.mat("a1").tenacity) == (hp, tenacity)


@rule("DLX-18")
def test_an_environment_changes_values_on_its_tile_alone() -> None:
    assert reach(in_hall("sucking-mud", hero(at=ON, stamina=3))) == 2
    assert reach(in_hall("sucking-mud", hero(at=OFF, stamina=3))) == 3


@rule("DLX-18")
def test_an_environment_changes_values_of_one_side() -> None:
    scene = in_hall("sucking-mud", hero(at=ON), foe("e1", at=(2, -1), skills=()))
    assert running(scene).value(UnitId("e1"), Stat.DEFENSE, 0).value == 1
    assert running(scene).value(UnitId("a1"), Stat.DEFENSE, 0).value == 0


@rule("DLX-18")
def test_an_environment_offers_something_as_a_turn_ends_while_nobody_disturbs() -> None:
    scene = in_hall("sucking-mud", hero(at=ON, hp=2))
    scene.answer("turn.act", "end").answer("turn_ends", "turn_ends_1")
    assert scene.hp("a1") == 3
    calm = foe("e1", at=(2, -1), combat=0, skills=())
    disturbed = in_hall("sucking-mud", hero(at=ON, hp=2), calm).answer("turn.act", "end")
    assert all(question.why != "turn_ends" for question in disturbed.questions)


@rule("DLX-18")
def test_an_environment_does_something_as_a_turn_starts() -> None:
    sleeper = hero("a2", at=ON, track=["LF"], cooldown=0)
    scene = in_hall("sucking-mud", hero("a1", at=OFF), sleeper).end_turn()
    assert scene.track("a2") == []


@rule("DEL-2")
def test_a_delve_draws_from_the_cards_and_tiles_that_it_names() -> None:
    plan = MOOR.encounters["moor-delve"].delve
    assert plan is not None
    piles = decks(MOOR, plan)
    assert list(piles["delve"].cards) == list(plan.cards)
    assert list(piles["tiles-7"].cards) == ["peat-cutting"]


@rule("DEL-2")
def test_cards_and_tiles_of_a_pack_lie_in_the_decks_of_delves_that_name_none() -> None:
    plan = MOOR.encounters["smugglers-warren"].delve
    assert plan is not None
    piles = decks(MOOR, plan)
    assert {"sucking-mud", "spore-chamber"} <= {*piles["delve"].cards}
    assert "peat-cutting" in piles["tiles-7"].cards
    assert not any(MOOR.delve_cards[card].special for card in piles["delve"].cards)


@rule("ENC-9")
def test_a_delve_has_rules_and_challenges_of_building_blocks() -> None:
    one = MOOR.encounters["moor-delve"]
    assert one.rules == ("Each enemy (bog mother) begins with Stealth.",)
    assert one.challenges[4].text == "Each enemy has +1 movement."


def test_adding_a_pack_leaves_the_games_own_catalogue_as_it_is() -> None:
    again = added(MOOR, TABLES)
    assert again.items.keys() == MOOR.items.keys()
    assert "moor-pony" in MOOR.items
