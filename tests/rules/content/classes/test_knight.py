from typing import Any

import pytest
from msgspec.structs import replace

from protocol.battle import SideQuestDiscarded
from protocol.ids import UnitId
from protocol.questions import One
from server.rules.battle.components import active_effects
from server.rules.content.classes.knight import ANY_RACE
from tests.rules.battle.running import running
from tests.rules.content.classes.cards import armoury
from tests.scene import Scene, foe, friend, hero
from tests.scene.builders import Foe, Hero

rule = pytest.mark.rule


def knight(**figures: Any) -> Hero:
    drawn: dict[str, Any] = {"race": "khajiit", "cls": "knight", "tenacity": 5, **figures}
    return hero(**drawn)


def enemy(name: str = "e1", **figures: Any) -> Foe:
    drawn: dict[str, Any] = {"at": (0, 0), "health": 12, "hp": 12, "skills": (), **figures}
    return foe(name, **drawn)


FAR = enemy("e9", at=(-4, 0), combat=0, range=9)


def turn_of(*pieces: Any, **figures: Any) -> Scene:
    return Scene(knight(**figures), *pieces, FAR)


@pytest.mark.parametrize("master", [False, True])
@pytest.mark.parametrize("at", [(0, 0), (-2, -1)])
def test_honor_duel_hits_an_enemy_that_is_alone_within_three_hexes(
    at: tuple[int, int], master: bool
) -> None:
    scene = turn_of(enemy(at=at), master=master).answer("turn.act", "honor-duel")
    assert (scene.hp("e1"), scene.mat("a1").tenacity) == (9, 4)


@pytest.mark.parametrize("foes", [
    [], [enemy(), enemy("e2", at=(2, 0))], [enemy(at=(-3, 0))],
])  # fmt: skip
def test_two_enemies_so_near_or_none_are_no_duel(foes: list[Foe]) -> None:
    assert not any("duel" in key for key in turn_of(*foes).offered("turn.act"))


@pytest.mark.parametrize("master", [False, True])
def test_solemn_vow_hands_a_status_of_the_own_track_to_an_enemy_near(master: bool) -> None:
    scene = turn_of(enemy(at=(-1, -1)), track=["bane", "combat", "fear"], master=master)
    scene.answer("turn.act", "solemn-vow").answer("solemn-vow", "fear")
    assert (scene.track("a1"), scene.unit("e1").statuses) == (["bane", "combat"], ("fear",))
    assert scene.mat("a1").tenacity == 4


@pytest.mark.parametrize("figures", [
    {"statuses": ("bane",)}, {"kind": "quest"}, {"at": (-2, -1)},
])  # fmt: skip
def test_who_has_the_status_or_is_immune_or_far_away_takes_no_vow(figures: dict[str, Any]) -> None:
    offered = turn_of(enemy(**figures), track=["bane"]).offered("turn.act")
    assert not any("vow" in key for key in offered)


def named(*, engages: int = 1) -> Scene:
    """As a friend's turn starts the Knight names an enemy, which then is engaged."""
    scene = Scene(
        hero("a1", race="imperial", at=(4, -4)),
        hero("a2", race="imperial", at=(1, -1), row=["combat"] * 2, stamina=3),
        knight(name="a3", at=(4, -3)),
        enemy(defense=1),
        FAR,
    )
    scene.end_turn().answer("turn_starts", "orders-edict", by="a3").answer("orders-edict", "e1")
    for _ in range(engages):
        scene.rolls("combat:2").engage("a2", "e1", ["combat"]).resolve("combat")
    return scene


@rule("CLS-5")
def test_orders_edict_adds_one_damage_to_each_engage_against_the_named_enemy() -> None:
    assert named(engages=2).hp("e1") == 8
    assert named().mat("a3").tenacity == 3


def test_an_engage_that_deals_nothing_gets_nothing_more() -> None:
    scene = named(engages=0).rolls("tenacity").engage("a2", "e1", ["combat"]).resolve("combat")
    assert scene.hp("e1") == 12


def test_the_edict_ends_with_its_turn() -> None:
    scene = named(engages=0).end_turn().passes("turn_starts", by="a3")
    assert scene.state.turn is not None
    assert scene.state.turn.used == {}


def test_a_companions_engage_deals_one_more_too() -> None:
    scene = Scene(knight(at=(4, -4)), friend("c1", "clannfear", at=(1, -1), combat=1), enemy(), FAR)
    scene.end_turn().answer("turn_starts", "orders-edict").answer("orders-edict", "e1")
    scene.passes("companion.move").rolls("enemy:1").answer("companion.engage", "e1")
    assert scene.hp("e1") == 10


def killing(**figures: Any) -> Scene:
    scene = turn_of(enemy(hp=1), row=["combat"], hp=1, **figures).rolls("combat:1")
    return scene.engage("a1", "e1", ["combat"]).resolve("combat")


@pytest.mark.parametrize("master", [False, True])
def test_sworn_oath_heals_four_after_an_own_kill(master: bool) -> None:
    scene = killing(master=master).answer("defeated", "sworn-oath")
    assert (scene.hp("a1"), scene.mat("a1").tenacity) == (5, 2)


def sworn(**figures: Any) -> Scene:
    """A Bard goes on the road, which gives the party a side quest; the Knight stands by."""
    bard = hero("a1", race="imperial", cls="bard", tenacity=5, at=(4, -4))
    scene = Scene(bard, knight(**{"name": "a2", "at": (3, -2), **figures}), FAR)
    return scene.answer("turn.act", "pilgrim-on-the-road")


@rule("CLS-2")
@pytest.mark.parametrize("master", [False, True])
@pytest.mark.parametrize(("way", "hp", "tenacity"), [("heal", 6, 1), ("tenacity", 2, 4)])
def test_a_side_quest_gained_in_a_battle_heals_or_heartens(
    master: bool, way: str, hp: int, tenacity: int
) -> None:
    scene = sworn(hp=2, health=6, tenacity=1, master=master)
    scene.answer("side-quest-gained", way, by="a2")
    assert (scene.hp("a2"), scene.mat("a2").tenacity) == (hp, tenacity)


@rule("CLS-2")
def test_of_a_side_quest_a_knight_takes_what_is_of_use() -> None:
    """Unhurt it gains tenacity, unasked; with nothing to gain it is not asked either."""
    assert sworn(tenacity=3).mat("a2").tenacity == 5
    assert sworn(tenacity=5).questions[-1].why == "turn.act"


def test_an_interrupt_that_is_offered_says_what_it_does() -> None:
    shape = killing().asked("defeated").shape
    assert isinstance(shape, One)
    offer, _ = shape.options
    assert (offer.text, offer.note) == ("Sworn Oath (3 tenacity)", "After an own kill you heal 4.")


def charging(*quests: str, master: bool = False, items: list[str] | None = None) -> Scene:
    scene = Scene(knight(master=master, pack=items or []), enemy(), FAR, cards=armoury())
    scene.play.start = replace(scene.play.start, side_quests=quests)
    return scene


@pytest.mark.parametrize("master", [False, True])
def test_oathbearers_charge_gives_up_a_side_quest_for_ten_damage(master: bool) -> None:
    scene = charging("lost-lute", "old-debts", master=master)
    scene.answer("turn.act", "oathbearers-charge").answer("oathbearers-charge.quest", "old-debts")
    assert (scene.hp("e1"), scene.mat("a1").tenacity) == (2, 0)
    assert scene.state.side_quests == ("lost-lute",)
    assert scene.events(SideQuestDiscarded)


def test_a_master_may_give_up_two_legendary_items_instead() -> None:
    scene = charging("lost-lute", master=True, items=["ring", "crown", "chalice"])
    scene.answer("turn.act", "oathbearers-charge").answer("oathbearers-charge.price", "items")
    scene.answer("oathbearers-charge.item", "crown")
    assert (scene.hp("e1"), [card.item for card in scene.mat("a1").pack]) == (2, ["ring"])
    assert scene.state.side_quests == ("lost-lute",)


@rule("RAC-2")
@pytest.mark.parametrize(("master", "items"), [(False, ["crown", "chalice"]), (True, ["crown"])])
def test_without_the_price_there_is_no_charge(master: bool, items: list[str]) -> None:
    offered = charging(master=master, items=items).offered("turn.act")
    assert not any("charge" in key for key in offered)


@rule("CLS-4")
@pytest.mark.parametrize(("tenacity", "master", "counts"), [
    (2, True, True), (1, True, False), (2, False, False),
])  # fmt: skip
def test_a_master_counts_as_any_race_at_two_tenacity(
    tenacity: int, master: bool, counts: bool
) -> None:
    battle = running(turn_of(tenacity=tenacity, master=master))
    assert (ANY_RACE in active_effects.traits(battle, UnitId("a1"))) is counts
