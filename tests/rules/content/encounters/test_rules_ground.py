"""Ground that gives way, gates, hazards, refuges, passages (original rules; MAP-4 of p58)."""

import pytest
from msgspec.structs import replace

from protocol.battle import CacheMoved, DamageDealt, GroundChanged, UnitPlaced
from tests.rules.content.encounters.drawing import drawn, fought
from tests.scene import Scene, foe, friend, hero

rule = pytest.mark.rule
FAR = foe("e9", at=(-3, 3), combat=0, range=9, skills=())
FIRE = {"rule": "hazard", "at": "A", "damage": 1}
PIT = {"rule": "crumbling", "at": "A", "round": 2}


@rule("MAP-4", "OBS-1", "MAP-3")
def test_crumbling_ground_moves_a_unit_to_the_closest_hex_and_shuts_its_own() -> None:
    """With a single free hex next to it nobody is asked."""
    words = {(1, 0): "A", (2, -1): "#", (1, 1): "#", (0, 1): "#", (1, -1): "#", (2, 0): "#"}
    scene = fought(drawn(words, PIT), hero(at=(1, 0)), FAR)
    scene.end_turn()
    assert scene.unit("a1").at == (0, 0)
    assert scene.state.blocked[-1] == (1, 0)
    assert scene.events(GroundChanged)[0].shut == ((1, 0),)


@rule("MAP-4", "MAP-7")
def test_among_equally_close_hexes_the_party_chooses() -> None:
    scene = fought(drawn({(1, 0): "A"}, PIT), hero(at=(1, 0)), FAR)
    scene.end_turn()
    assert len(scene.offered("ground.unit")) == 6
    scene.answer("ground.unit", "2,-1")
    assert scene.unit("a1").at == (2, -1)


@rule("MAP-4")
def test_two_neighbours_that_both_have_to_go_find_hexes_outside_the_pit() -> None:
    words = {(1, 0): "A", (1, 1): "A"}
    scene = fought(drawn(words, PIT), hero(at=(1, 0)), foe("e1", at=(1, 1), combat=0, range=9))
    scene.end_turn()
    while scene.questions[0].why == "ground.unit":
        scene.answer("ground.unit", scene.offered("ground.unit")[0])
    stand = [scene.unit(name).at for name in ("a1", "e1")]
    assert (1, 0) not in stand
    assert (1, 1) not in stand
    assert len(scene.events(UnitPlaced)) == 2


@rule("MAP-4", "MAP-5")
def test_a_cache_on_crumbling_ground_goes_to_the_closest_free_hex() -> None:
    scene = fought(
        drawn({(1, 0): "A"}, PIT),
        hero(at=(3, -1)),
        foe("e1", at=(2, 0), combat=0, range=9),
        caches={(1, 0): "common"},
    )
    scene.end_turn()
    offered = scene.offered("ground.cache")
    assert "2,0" not in offered, "an enemy stands there"
    scene.answer("ground.cache", "2,-1")
    assert scene.state.caches == {"2,-1": "common"}
    assert [event.to for event in scene.events(CacheMoved)] == [(2, -1)]


def test_the_ground_holds_until_its_round() -> None:
    scene = fought(drawn({(1, 0): "A"}, {**PIT, "round": 3}), hero(at=(3, -1)), FAR)
    scene.end_turn()
    assert not scene.events(GroundChanged)
    scene.end_turn()
    assert scene.events(GroundChanged)


@rule("MAP-3")
def test_a_way_opens_in_its_round() -> None:
    cards = drawn({(1, 0): "A"}, {"rule": "clearing", "at": "A", "round": 2})
    scene = fought(cards, hero(at=(2, 0)), FAR)
    assert list(scene.state.blocked) == [(1, 0)]
    assert "1,0" not in scene.offered("turn.move")
    scene.end_turn()
    assert list(scene.state.blocked) == []
    assert "1,0" in scene.offered("turn.move")


@rule("OBS-2")
def test_a_gate_opens_once_its_keeper_is_defeated() -> None:
    words = {(1, 0): "A"}
    keeper = foe("e1", "iron-grate", at=(2, -2), hp=1, kind="quest")
    cards = drawn(words, {"rule": "gate", "at": "A", "chip": "iron-grate"})
    scene = fought(cards, hero(at=(3, -2), row=["combat"]), keeper, FAR)
    assert list(scene.state.blocked) == [(1, 0)]
    scene.rolls("combat:2").engage("a1", "e1", ["combat"]).resolve("combat")
    assert scene.unit("e1").fate == "defeated"
    assert list(scene.state.blocked) == []


@rule("OBS-2", "DUN-7")
@pytest.mark.parametrize(("side", "hurt"), [("all", 2), ("party", 1), ("enemy", 1)])
def test_a_hazard_hurts_who_ends_a_turn_on_it(side: str, hurt: int) -> None:
    cards = drawn({(1, 0): "A", (-1, 0): "A"}, {**FIRE, "side": side})
    burning = foe("e1", at=(-1, 0), hp=3, combat=0, range=9, defense=0, skills=())
    scene = fought(cards, hero(at=(1, 0)), burning)
    scene.end_turn()
    dealt = [event for event in scene.events(DamageDealt) if event.how == "hazard"]
    assert len(dealt) == hurt
    assert all(event.by == "" for event in dealt)


@rule("DEF-10")
def test_a_true_hazard_goes_past_defense() -> None:
    cards = drawn({(-1, 0): "A"}, {**FIRE, "true": True})
    burning = foe("e1", at=(-1, 0), hp=3, combat=0, range=9, defense=5, skills=())
    assert fought(cards, hero(), burning).end_turn().hp("e1") == 2


def test_a_refuge_heals_who_starts_a_turn_there_and_nobody_else() -> None:
    cards = drawn({(1, 0): "A"}, {"rule": "refuge", "at": "A", "heal": 2})
    scene = fought(cards, hero(at=(1, 0), hp=2), hero("a2", at=(3, -1), hp=3), FAR)
    scene.end_turn().end_turn()
    assert (scene.hp("a1"), scene.hp("a2")) == (4, 3)


PASSAGE = {"rule": "passage", "at": "A", "to": "B"}


@rule("DUN-7", "TRM-2")
def test_a_passage_leads_to_its_other_end_and_back() -> None:
    cards = drawn({(2, 0): "A", (-2, 0): "B"}, PASSAGE)
    scene = fought(cards, hero(at=(3, -1)), FAR)
    scene.move((2, 0)).answer("move_ends", "pass_through")
    assert scene.unit("a1").at == (-2, 0)
    scene.move((-1, 0), (-2, 0)).answer("move_ends", "pass_through")
    assert scene.unit("a1").at == (2, 0)


@rule("GEN-4")
def test_a_passage_may_be_left_alone_and_serves_no_enemy() -> None:
    cards = drawn({(2, 0): "A", (-2, 0): "B"}, PASSAGE)
    scene = fought(cards, hero(at=(3, -1)), foe("e1", at=(-2, 1), combat=0, range=1, skills=()))
    scene.move((2, 0)).passes("move_ends")
    assert scene.unit("a1").at == (2, 0)


@rule("MAP-6")
def test_a_passage_whose_end_is_taken_is_not_offered() -> None:
    cards = drawn({(2, 0): "A", (-2, 0): "B"}, PASSAGE)
    scene = fought(cards, hero(at=(3, -1)), foe("e1", at=(-2, 0), combat=0, range=9), FAR)
    scene.move((2, 0))
    asked = [question.why for question in scene.questions]
    assert asked == ["turn.move", "turn.engage", "turn.act"]


def test_a_companion_is_hurt_by_a_hazard_for_the_party() -> None:
    cards = drawn({(1, 0): "A"}, {**FIRE, "side": "party"})
    scene = fought(
        cards, hero(at=(3, -1)), friend("c1", "atronach", at=(1, 0), hp=2, range=1, defense=0), FAR
    )
    scene.end_turn().passes("companion.move")
    assert scene.hp("c1") == 1


def test_a_die_that_lies_alone_in_a_hex_goes_home_when_the_ground_closes() -> None:
    scene = fought(drawn({(1, 0): "A"}, PIT), hero(at=(3, -1), row=["combat"]), FAR)
    die = scene.mat("a1").row[0]
    mat = replace(scene.mat("a1"), row=())
    lying = replace(scene.state, adventurers={"a1": mat}, in_hexes={die: (1, 0)})
    later = Scene.at(lying, scene.catalogue).end_turn()
    assert later.state.in_hexes == {}
    assert later.state.dice[die].owner == "a1"
