from typing import Any

import pytest

from protocol.battle import SkyshardGained
from server.rules.battle.kernel.state import Deck
from tests.scene import Scene, foe, friend, hero
from tests.scene.delves import below

BANDIT = "high-elf-bandit"


def taking(item: str, *others: Any, **figures: Any) -> Scene:
    """An item is used in its owner's turn; with nobody else drawn, an enemy stands far away."""
    pieces = others or (foe("e1", at=(-4, 0)),)
    scene = Scene(hero(ready=[item], **figures), *pieces)
    return scene.answer("turn.act", ":take")


def test_a_collar_calls_a_clannfear_to_ones_side() -> None:
    scene = taking("collar-of-the-clannfear").answer("collar-of-the-clannfear.hex", "2,-1")
    (called,) = [unit for unit in scene.state.units.values() if unit.kind == "companion"]
    assert (called.chip, called.at, called.side) == ("clannfear", (2, -1), "party")
    assert scene.mat("a1").ready == ()


def test_a_collar_calls_nothing_while_the_clannfear_is_in_play() -> None:
    scene = Scene(
        hero(ready=["collar-of-the-clannfear"]),
        friend("c1", "clannfear", at=(3, 0)),
        foe("e1", at=(-4, 0)),
    )
    assert not any("collar" in key for key in scene.offered("turn.act"))


def test_a_lantern_lets_a_defeated_enemy_fight_for_its_owner() -> None:
    scene = Scene(
        hero(ready=["soul-lantern"], row=["combat"]),
        foe("e1", "skeleton", at=(0, 0), hp=1),
        foe("e2", at=(-4, 0)),
    )
    assert not any("lantern" in key for key in scene.offered("turn.act"))
    scene.rolls("combat:1").engage("a1", "e1", ["combat"]).resolve("combat")
    scene.answer("turn.act", ":take").answer("soul-lantern.hex", "0,0")
    (soul,) = [unit for unit in scene.state.units.values() if unit.kind == "companion"]
    printed = scene.catalogue.chips["skeleton"].health
    assert (soul.chip, soul.hp, soul.at) == ("skeleton", printed, (0, 0))
    assert scene.state.fallen == ()


def test_a_key_of_no_door_opens_a_lock_without_a_roll_once_a_battle() -> None:
    scene = Scene(
        hero(race="orc", ready=["key-of-no-door"]),
        foe("e1", at=(-4, 0)),
        caches={(1, 0): "common", (1, 1): "common"},
        decks={"common": Deck(cards={"steel-maul": 2}, top="2:6-4-2")},
    )
    scene.rolls(0, 0).move((1, 0)).answer("cache.pick", "pick")
    scene.answer("lockpick", "key_of_no_door").answer("item.gained", "ready").passes(
        "move.continue"
    )
    assert [card.item for card in scene.mat("a1").ready] == ["key-of-no-door", "steel-maul"]
    scene.rolls("d6:1", "d6:1", "d6:1").move((1, 1)).answer("cache.pick", "pick")
    assert {question.why for question in scene.questions} == {"lockpick.adjust"}


def test_a_banner_prevents_two_for_a_neighbour_once_a_round() -> None:
    scene = Scene(
        hero("a1", at=(2, -1), ready=["banner-of-the-broken-legion"]),
        hero("a2", at=(1, -1)),
        foe("e1", BANDIT, at=(0, 0), combat=2, skills=()),
        foe("e2", BANDIT, at=(0, -1), combat=1, skills=()),
        turn=None,
    )
    scene.rolls("enemy:2", "enemy:1", "enemy:1").answer("enemy.order", "e1")
    scene.answer("damage_coming", "banner", by="a1")
    assert scene.hp("a2") == 3


def test_a_banner_shelters_its_bearer_too() -> None:
    scene = Scene(
        hero(ready=["banner-of-the-broken-legion"]),
        foe("e1", BANDIT, at=(0, 0), combat=2, skills=()),
        turn=None,
    )
    scene.rolls("enemy:2", "enemy:1").answer("damage_coming", "banner")
    assert scene.hp("a1") == 4


def test_an_hourglass_gives_a_recovery_step_once_a_battle() -> None:
    scene = taking("hourglass-of-ash", track=["LF", "combat", "OF", "LF"], cooldown=3)
    assert (scene.track("a1"), scene.row("a1")) == (["LF", "OF"], ["combat"])
    assert not any("hourglass" in key for key in scene.offered("turn.act"))


def test_a_mirror_swaps_two_of_the_party_for_light_fatigue() -> None:
    scene = taking("mirror-of-seeming", hero("a2", at=(3, 0)), foe("e1", at=(-4, 0)))
    assert (scene.unit("a1").at, scene.unit("a2").at) == ((3, 0), (1, -1))
    assert scene.track("a1") == ["LF"]


def test_who_is_mirrored_onto_a_cache_may_try_its_lock() -> None:
    scene = Scene(
        hero(ready=["mirror-of-seeming"]),
        friend("c1", "clannfear", at=(3, 0)),
        foe("e1", at=(-4, 0)),
        caches={(3, 0): "common"},
        decks={"common": Deck(cards={"steel-maul": 1}, top="2:6-4-2")},
    )
    scene.answer("turn.act", ":take")
    assert scene.asked("cache.pick").about == "3,0"


def test_a_heartstone_breaks_in_place_of_its_owner() -> None:
    scene = Scene(
        hero(ready=["heartstone-amulet"], hp=2),
        foe("e1", BANDIT, at=(0, 0), combat=2, skills=()),
        turn=None,
    )
    scene.rolls("enemy:2", "enemy:2").answer("hp_loss", "heartstone")
    assert (scene.hp("a1"), scene.mat("a1").ready) == (1, ())
    assert scene.state.decks["legendary"].discard == ("heartstone-amulet",)


def test_a_censer_frightens_up_to_two_enemies_and_needs_magic_form() -> None:
    scene = Scene(hero(ready=["censer-of-dread"]), foe("e1", at=(0, 0)), foe("e2", at=(-2, 0)))
    assert not any("censer" in key for key in scene.offered("turn.act"))
    scene = taking("censer-of-dread", foe("e1", at=(0, 0)), foe("e2", at=(-2, 0)), form="magic")
    scene.answer("censer-of-dread.who", "e1", "e2")
    assert [scene.unit(name).statuses for name in ("e1", "e2")] == [("fear",), ("fear",)]
    assert scene.mat("a1").ready


@pytest.mark.rule("SKY-7", "TRM-2")
def test_who_is_mirrored_onto_a_skyshards_tile_was_placed_and_gains_nothing() -> None:
    scene = below(
        hero(at=(0, 0), ready=["mirror-of-seeming"]),
        friend("c1", "clannfear", at=(1, 0)),
        hall={"card": "candlelit-shrine", "shards": 1},
        drawn=1,
    )
    scene.answer("turn.act", ":take")
    assert scene.unit("a1").at == (1, 0)
    assert not scene.events(SkyshardGained)
