"""Who plays, what all kinds of battle share, and what the next one begins with (p10, p67, p86)."""

from collections import Counter

import msgspec
import pytest
from msgspec.structs import replace

from protocol.battle import DamageDealt
from protocol.ids import UnitId
from protocol.tables import Settings
from server.rules.battle.adventurer import statuses
from server.rules.battle.kernel.state import Deck, Unit
from server.rules.content.catalogue import catalogue
from tests.rules.battle.running import running
from tests.scene import Scene, foe, hero
from tests.scene.delves import SURVEY, below

rule = pytest.mark.rule
SPENT = {
    "bag-1": Deck(cards={"skeleton": 1}, discard=("spriggan",)),
    "common": Deck(discard=("falkreath-meat-loaf",)),
    "delve": Deck(discard=("spore-chamber",)),
    "tiles-3": Deck(discard=("cramped-niche",)),
}


@rule("GEN-5")
@pytest.mark.parametrize(("party", "may"), [(0, False), (1, True), (4, True), (5, False)])
def test_one_to_four_people_play_together(party: int, may: bool) -> None:
    wish = ["jailbreak", "adept", party]
    if may:
        assert msgspec.convert(wish, Settings).party == party
    else:
        with pytest.raises(msgspec.ValidationError, match=r"`int` [<>]= [14]"):
            msgspec.convert(wish, Settings)


@rule("GEN-5", "REL-2")
def test_all_of_them_stand_on_one_side() -> None:
    party = [hero(f"a{n}", at=(n, -2)) for n in range(1, 5)]
    battle = running(Scene(*party, foe("e1", at=(0, 0))))
    assert {battle.unit(UnitId(one.name)).side for one in party} == {"party"}
    assert not battle.opposing(UnitId("a1"), UnitId("a4"))
    assert battle.opposing(UnitId("a1"), UnitId("e1"))


@rule("STS-11")
@pytest.mark.parametrize("name", ["jailbreak", SURVEY, "blackmire-gaol"])
@pytest.mark.parametrize("unit", ["a1", "e1"])
def test_a_status_can_strike_in_a_battle_of_any_kind(name: str, unit: str) -> None:
    box = catalogue()
    kinds = [box.encounters[one].kind for one in ("jailbreak", SURVEY, "blackmire-gaol")]
    assert kinds == ["clash", "delve", "dungeon"]
    there = (1, -1)
    pieces = (hero(at=(1, 0)), foe("e1", at=there))
    scene = below(*pieces) if name == SURVEY else Scene(*pieces, encounter=name)
    battle = running(scene)
    assert statuses.gain(battle, UnitId(unit), "fear")
    assert battle.has(UnitId(unit), "fear")


@rule("STS-11")
@pytest.mark.parametrize("name", ["plain-clash", SURVEY, "drowned-archive"])
def test_a_status_that_an_enemy_gives_strikes_on_the_next_turn_in_a_battle_of_any_kind(
    name: str,
) -> None:
    """The enemy's skill gives the adventurer Bane; the enemy itself suffers from its own."""
    pieces = (
        hero(at=(1, 0), hp=4),
        foe("e1", at=(1, -1), hp=3, health=5, combat=0, statuses=("bane",), skills=("bane",)),
    )
    scene = (
        below(*pieces, turn=None) if name == SURVEY else Scene(*pieces, encounter=name, turn=None)
    )
    scene.default()
    struck = [(e.unit, e.how) for e in scene.events(DamageDealt)]
    assert struck == [("e1", "bane"), ("a1", "bane")]
    assert (scene.hp("e1"), scene.hp("a1")) == (2, 3)


def after(encounter: str, *, track: tuple[str, ...] = ()) -> Scene:
    """The next battle is set up on a table where the last one has spent bags, decks and caches."""
    drawn = Scene(hero(at=None, track=list(track)), encounter=encounter, decks=SPENT)
    left = {"LF": 3, "OF": 1, "status": 2, "cache": 0}
    state = replace(
        drawn.play.start, phase="setup", turn=None, order=(), rounds=0, tiles={}, supply=left
    )
    return Scene.at(state, drawn.catalogue).rolls(*[0] * 20)


def enemies(scene: Scene) -> list[Unit]:
    return [unit for unit in scene.state.units.values() if unit.side == "enemy"]


@rule("EOB-4", "GEN-10", "JB-8")
def test_the_next_battle_finds_all_chips_in_their_bags_and_all_caches_in_the_box() -> None:
    """After a Jailbreak as well; enemies and caches that it brings itself have been taken out."""
    scene = after("plain-clash")
    out = Counter(unit.chip for unit in enemies(scene))
    fresh = after("plain-clash").catalogue.chips
    bag = scene.state.decks["bag-1"].cards
    for chip in ("skeleton", "spriggan"):
        assert bag[chip] + out[chip] == fresh[chip].copies
    assert scene.state.supply["cache"] + len(scene.state.caches) == 6


@rule("EOB-4", "SET-7", "DEL-2")
def test_the_next_delve_shuffles_all_tiles_and_cards_but_the_special_ones() -> None:
    decks = after(SURVEY).state.decks
    box = catalogue()
    assert all(decks[f"tiles-{shape}"].discard == () for shape in ("3", "6", "7", "19"))
    stacked = [tile for shape in ("3", "6", "7", "19") for tile in decks[f"tiles-{shape}"].cards]
    assert sorted(stacked) == sorted(box.tiles)
    assert not {"clash", "entrance"} & set(stacked)
    assert decks["delve"].discard == ()
    assert decks["delve"].cards["spore-chamber"] == 1
    assert "submerged-chamber" not in decks["delve"].cards


@rule("EOB-3", "STS-12", "LIM-11")
def test_dice_that_stayed_in_a_track_are_not_in_the_supply_of_the_next_battle() -> None:
    scene = after("plain-clash", track=("LF", "LF", "OF", "bane"))
    supply = scene.state.supply
    assert (supply["LF"], supply["OF"], supply["status"]) == (18, 11, 11)
