"""Weapons, armor, pets, clothing and other cards of a pack do what their tables say."""

import pytest

from protocol.questions import Route
from tests.rules.content.items.arming import (
    armed,
    attacked,
    attacked_from,
    enemy_dice,
    engages,
    in_turn,
    resolves,
)
from tests.rules.content.packs.moor import MOOR
from tests.scene import Scene, foe, hero

rule = pytest.mark.rule
LIGHT, HEAVY, RANGED = "light-weapon", "heavy-weapon", "ranged-weapon"


def weapon(name: str, form: str, *faces: str, overtax: bool = False, **figures: object) -> Scene:
    scene = armed(name, form, cards=MOOR, **figures)  # type: ignore[arg-type]
    return resolves(engages(scene, *faces, overtax=overtax))


@rule("ITM-6")
def test_a_weapon_adds_dice() -> None:
    assert enemy_dice(weapon("turf-spade", HEAVY, "tenacity", "enemy:1")) == 1


@pytest.mark.parametrize(("away", "dice"), [(2, 0), (3, 2)])
def test_a_weapon_adds_dice_from_a_distance(away: int, dice: int) -> None:
    scene = weapon("fowling-bow", RANGED, "tenacity", *["enemy:1"] * dice, away=away, stamina=4)
    assert enemy_dice(scene) == dice


@rule("ITM-20")
def test_an_overtaxed_weapon_does_both_of_two_effects_and_is_gone() -> None:
    faces = ["tenacity", *["enemy:1"] * 5]
    enemy = {"type": "beast", "defense": 2}
    scene = weapon("fowling-bow", RANGED, *faces, overtax=True, away=3, stamina=4, enemy=enemy)
    assert (enemy_dice(scene), scene.hp("e1")) == (5, 4)
    assert scene.mat("a1").ready == ()


def test_a_sweep_hits_the_others_beside_its_user() -> None:
    other = foe("e2", at=(-1, 1), health=5, hp=5, skills=())
    scene = armed("turf-spade", HEAVY, other, cards=MOOR)
    resolves(engages(scene, "tenacity", "enemy:0", overtax=True))
    assert (scene.hp("e1"), scene.hp("e2")) == (9, 3)


@rule("ITM-19")
def test_a_weapon_that_expends_strikes_and_waits_to_be_refreshed() -> None:
    scene = weapon("witch-candle", "magic")
    assert scene.hp("e1") == 8
    assert [card.expended for card in scene.mat("a1").ready] == [True]


def test_what_reads_then_waits_for_the_end_of_the_engage() -> None:
    scene = armed("leech-knife", LIGHT, cards=MOOR, track=["combat"])
    resolves(engages(scene, "tenacity", overtax=True)).passes("after_roll")
    scene.default()
    assert (scene.hp("e1"), scene.unit("e1").statuses) == (8, ("daze",))


@rule("ITM-4")
@pytest.mark.parametrize(
    ("armor", "far", "overtax", "prevented"),
    [
        ("oiled-hood", 1, False, 1),
        ("oiled-hood", 1, True, 3),
        ("duck-coat", 1, False, 1),
        ("duck-coat", 2, False, 2),
        ("duck-coat", 1, True, 3),
    ],
)
def test_armor_prevents(armor: str, far: int, overtax: bool, prevented: int) -> None:
    """3 damage are rolled."""
    scene = attacked_from(far, armor, cards=MOOR, form="defensive")
    scene.answer("damage_coming", "overtax" if overtax else "wear")
    assert scene.hp("a1") == 2 + prevented


def test_armor_gives_something_at_once_besides() -> None:
    scene = attacked("oiled-hood", cards=MOOR).answer("damage_coming", "overtax")
    assert scene.mat("a1").tenacity == 1


@rule("ITM-21")
def test_armor_for_a_form_is_not_offered_in_another() -> None:
    scene = attacked("duck-coat", cards=MOOR, form=LIGHT)
    assert all(question.why != "damage_coming" for question in scene.questions)
    assert scene.done().hp("a1") == 2


def test_an_attacker_is_dealt_damage_afterwards() -> None:
    friend = hero("a2", at=(1, 0))
    scene = attacked("alder-shield", cards=MOOR, others=(friend,), priority="weakest")
    scene.rolls("enemy:0").answer("damage_coming", "overtax").done()
    assert scene.hp("e1") == 8


@rule("ITM-15")
def test_a_pet_prevents_damage_and_bears_a_chip_for_it() -> None:
    scene = attacked("moor-pony", cards=MOOR).answer("damage_coming", "pony")
    assert scene.hp("a1") == 3
    assert [card.chips for card in scene.mat("a1").ready] == [1]


def test_a_pet_keeps_harm_from_a_neighbour() -> None:
    friend = hero("a2", at=(1, 0), ready=["tame-otter"])
    scene = attacked(cards=MOOR, others=(friend,)).answer("damage_coming", "otter")
    assert scene.hp("a1") == 3


def test_a_pet_strikes_back() -> None:
    scene = attacked("moor-adder", cards=MOOR).answer("engaged", "adder")
    assert scene.hp("e1") == 7


@rule("ITM-14")
def test_a_keepsake_works_as_a_round_starts_once_a_battle() -> None:
    scene = in_turn("peat-lantern", cards=MOOR, tenacity=0).end_turn()
    scene.answer("round_starts", "lantern")
    assert scene.mat("a1").tenacity == 1


@rule("ITM-14")
def test_a_tool_is_used_once_a_round_on_one_enemy() -> None:
    enemies = [foe(name, at=at, skills=()) for name, at in (("e1", (3, 0)), ("e2", (-3, 0)))]
    scene = in_turn("eel-hook", *enemies, cards=MOOR).answer("turn.act", "use:a1-eel-hook:take")
    scene.answer("eel-hook.who", "e1")
    if scene.questions[0].why == "eel-hook.shove":
        scene.answer("eel-hook.shove", "2,0")
    assert scene.unit("e1").at == (2, 0)
    assert not any("eel-hook" in key for key in scene.offered("turn.act"))


def test_what_is_discarded_by_its_use_is_gone() -> None:
    enemy = foe("e1", at=(1, 0), skills=())
    scene = in_turn("sod-bomb", enemy, cards=MOOR).answer("turn.act", "use:a1-sod-bomb:take")
    scene.default()
    assert (scene.unit("e1").statuses, scene.mat("a1").ready) == (("blind",), ())


def reach(scene: Scene) -> int:
    way = scene.asked("turn.move").shape
    assert isinstance(way, Route)
    return way.budget


@rule("ITM-13", "CLS-4")
@pytest.mark.parametrize(("tenacity", "hexes"), [(2, 3), (3, 4)])
def test_clothing_changes_a_value_at_so_much_tenacity(tenacity: int, hexes: int) -> None:
    assert reach(in_turn("stilts", cards=MOOR, tenacity=tenacity, stamina=3)) == hexes


@rule("ITM-13")
def test_clothing_sells_an_action() -> None:
    scene = in_turn("waders", cards=MOOR).answer("turn.act", "use:a1-waders:waders")
    scene.answer("waders.move", "1,0", "2,0")
    assert (scene.unit("a1").at, scene.mat("a1").tenacity) == ((2, 0), 4)
    assert scene.track("a1") == ["LF"]


@rule("ITM-13", "CLS-5")
def test_clothing_sells_an_interrupt() -> None:
    scene = armed("turf-spade", HEAVY, cards=MOOR, ready=["turf-spade", "reed-hat"], tenacity=1)
    engages(scene, "tenacity", "enemy:1", "combat:2").answer("after_roll", "reed-hat")
    assert scene.mat("a1").tenacity == 0


@rule("ITM-11")
def test_a_potion_leaves_something_until_the_turn_ends() -> None:
    scene = in_turn("heron-draught", cards=MOOR, stamina=3)
    assert reach(scene) == 3
    assert reach(scene.answer("turn.act", "use:a1-heron-draught:drink")) == 4


@rule("ITM-21")
def test_a_potion_for_a_form_is_drunk_in_it() -> None:
    enemy = foe("e1", at=(2, 0), skills=(), hp=3)
    scene = in_turn("bog-water", enemy, cards=MOOR, form="magic")
    assert scene.answer("turn.act", "use:a1-bog-water:drink").hp("e1") == 2
