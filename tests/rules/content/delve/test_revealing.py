"""When Revealed effects of delve cards."""

import pytest

from protocol.battle import CardRevealed, TilePlaced, TileRemoved, UnitDeployed
from server.rules.battle.kernel.state import Deck, Tile
from server.rules.content.catalogue import catalogue
from tests.scene import Scene, foe, hero
from tests.scene.builders import Foe, Hero
from tests.scene.delves import below, entrance, laid, place

rule = pytest.mark.rule
NORTH, EAST = (2, -2), (3, -1)
TILES = {"3": "root-cellar", "6": "guard-post", "7": "crossing", "19": "great-cavern"}


def revealed(card: str, *others: Hero | Foe, enemy: str = "", **figures: object) -> Scene:
    """The first adventurer stands south of the hall's doors and explores one from a distance."""
    explorer = hero("a1", **{"at": (2, 0), **figures})  # type: ignore[arg-type]
    tile = TILES[catalogue().delve_cards[card].shape]
    scene = below(explorer, *others, card=card, tile=tile, enemy=enemy)
    return scene.rolls(0, 0).answer("turn.explore", "2,-2")


@rule("DLX-7")
def test_spore_chamber_every_adventurer_drains_a_combat_die_or_gains_bane() -> None:
    """p79: from anywhere on the mat."""
    scene = revealed("spore-chamber", hero("a2", at=(0, 0), track=["LF"]), row=["combat"] * 2)
    assert scene.offered("spore-chamber") == ["row", "bane"]
    scene.answer("spore-chamber", "row")
    assert scene.drained("a1") == ["combat"]
    assert scene.row("a1") == ["combat"]
    assert scene.track("a2") == ["LF", "bane"]


def test_spore_chamber_takes_a_combat_die_out_of_slot_or_track_too() -> None:
    scene = revealed("spore-chamber", active=["combat@combat:1"], track=["combat@combat:1"])
    assert scene.offered("spore-chamber") == ["active", "track", "bane"]
    scene.answer("spore-chamber", "track")
    assert (scene.track("a1"), scene.drained("a1")) == ([], ["combat"])


def test_spore_chamber_gives_bane_to_who_likes_it_better() -> None:
    scene = revealed("spore-chamber", row=["combat"]).answer("spore-chamber", "bane")
    assert scene.track("a1") == ["bane"]


def test_whispering_alcove_takes_tenacity_or_gives_fatigue() -> None:
    scene = revealed("whispering-alcove", tenacity=2)
    assert scene.offered("whispering-alcove") == ["tenacity", "fatigue"]
    scene.answer("whispering-alcove", "tenacity")
    assert scene.mat("a1").tenacity == 1
    tired = revealed("whispering-alcove", tenacity=2).answer("whispering-alcove", "fatigue")
    assert tired.track("a1") == ["LF", "LF"]


@rule("DLX-7")
def test_whispering_alcove_without_tenacity_gives_fatigue_to_who_explored_alone() -> None:
    scene = revealed("whispering-alcove", hero("a2", at=(0, 0)))
    assert scene.track("a1") == ["LF", "LF"]
    assert scene.track("a2") == []


def test_collapsed_gallery_tires_every_adventurer() -> None:
    scene = revealed("collapsed-gallery", hero("a2", at=(0, 0)))
    assert (scene.track("a1"), scene.track("a2")) == (["LF"], ["LF"])


@rule("DLX-17")
def test_restless_ossuary_brings_one_more_enemy_after_the_tile_is_populated() -> None:
    """For no points, and beyond the row of the card, which is empty for one adventurer."""
    scene = place(revealed("restless-ossuary", enemy="mudcrab").rolls(0))
    (option, *_) = scene.offered("restless-ossuary")
    scene.answer("restless-ossuary", option)
    (deployed,) = scene.events(UnitDeployed)
    assert deployed.at in scene.state.tiles["guard-post"].hearts
    told = [type(event) for event in scene.told]
    assert told.index(TilePlaced) < told.index(UnitDeployed)


def test_restless_ossuary_with_an_empty_bag_brings_nobody() -> None:
    assert not place(revealed("restless-ossuary")).events(UnitDeployed)


@rule("DLX-5")
def test_quaking_hall_lets_an_empty_tile_fall_away() -> None:
    """Neither the explored tile nor one that others hang on is offered."""
    end = Tile("guard-post", laid("guard-post", (4, -1), 3).hexes, ((4, -1),))
    scene = below(
        hero("a1", at=(2, 0)),
        card="quaking-hall",
        tile="corner-shrine",
        tiles={
            "entrance": entrance(),
            "round-hall": laid("round-hall", (2, -1)),
            "guard-post": end,
        },
    )
    scene.rolls(0, 0).answer("turn.explore", "2,-2")
    assert scene.offered("quaking-hall") == ["none", "guard-post"]
    scene.answer("quaking-hall", "guard-post")
    assert [event.name for event in scene.events(TileRemoved)] == ["guard-post"]
    assert scene.state.decks["tiles-6"].bottom == ("guard-post",)
    place(scene)


def test_quaking_hall_may_be_borne() -> None:
    scene = revealed("quaking-hall")
    place(scene)
    assert not scene.events(TileRemoved)


@rule("DLX-17")
def test_throne_room_is_populated_first_and_strengthens_its_strongest_enemy() -> None:
    """GE-07 (C-29): 1 HP for each adventurer, above Health."""
    scene = below(
        hero("a1", at=(2, 0)),
        hero("a2", at=(0, 0)),
        card="throne-room",
        tile="crossing",
        enemy="mudcrab",
    )
    place(scene.rolls(0, 0).answer("turn.explore", "2,-2").rolls(0))
    scene.answer("delve.enemy", *scene.asked("delve.enemy").default)
    (deployed,) = scene.events(UnitDeployed)
    enemy = scene.unit(deployed.unit)
    assert enemy.hp == enemy.health + 2


def test_throne_room_asks_where_several_enemies_have_the_highest_level() -> None:
    scene = below(
        *(hero(f"a{n}", at=(2, 0) if n == 1 else (-1, n - 2)) for n in (1, 2, 3)),
        card="throne-room",
        tile="crossing",
        decks={"bag-1": Deck(cards={"mudcrab": 2})},
        xp=1,
    )
    place(scene.rolls(0, 0).answer("turn.explore", "2,-2").rolls(0, 0))
    while scene.questions[0].why == "delve.enemy":
        scene.answer("delve.enemy", *scene.questions[0].default)
    second = scene.offered("throne-room")[1]
    before = scene.hp(second)
    scene.answer("throne-room", second)
    assert scene.hp(second) == before + 3


@rule("DLX-17")
@pytest.mark.parametrize(("enemy", "track"), [("mudcrab", ["daze"]), ("", [])])
def test_spider_gallery_dazes_who_explored_if_an_enemy_is_there(
    enemy: str, track: list[str]
) -> None:
    scene = revealed("spider-gallery", enemy=enemy)
    place(scene.rolls(0) if enemy else scene)
    if enemy and scene.questions[0].why == "delve.enemy":
        scene.answer("delve.enemy", *scene.questions[0].default)
    assert scene.track("a1") == track


def test_echoing_cavern_lets_every_adventurer_move_a_hex() -> None:
    scene = revealed("echoing-cavern", hero("a2", at=(0, 0)), foe("e1", at=(-1, 2)))
    scene.answer("echoing-cavern", "2,-1").answer("echoing-cavern", "-1,0")
    assert (scene.unit("a1").at, scene.unit("a2").at) == ((2, -1), (-1, 0))
    assert scene.events(CardRevealed)
    turn = scene.state.turn
    assert turn is not None
    assert turn.moves == 0


@rule("DLX-7")
def test_spore_chamber_leaves_it_to_the_adventurer_which_of_several_dice_is_drained() -> None:
    """p79, anywhere: the die that would be back soon is kept, a later one is given."""
    scene = revealed("spore-chamber", track=["combat@combat:1", "LF", "combat@combat:2"])
    scene.answer("spore-chamber", "track")
    scene.answer("spore-chamber.die", scene.offered("spore-chamber.die")[1])
    assert (scene.track("a1"), scene.drained("a1")) == (["combat", "LF"], ["combat"])
