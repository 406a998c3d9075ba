"""Common armor, one test for each ability; what only prevents stands in one table."""

import pytest

from protocol.ids import CardId, ItemId
from server.rules.battle.kernel.state import Card
from tests.rules.content.items.arming import attacked, attacked_from
from tests.scene import Scene, foe, hero
from tests.scene.reading import noted

rule = pytest.mark.rule
JERKIN = "padded-prison-jerkin"
PREVENTED: list[tuple[str, int, bool, int]] = [
    (JERKIN, 1, False, 1),
    (JERKIN, 1, True, 3),
    ("dented-iron-helm", 1, False, 1),
    ("hide-boots", 1, False, 1),
    ("hide-boots", 2, False, 2),
    ("tarred-work-gloves", 1, False, 1),
    ("boiled-leather-spaulders", 1, False, 2),
    ("boiled-leather-spaulders", 2, False, 1),
    ("boiled-leather-spaulders", 2, True, 3),
    ("quilted-arming-cap", 1, False, 1),
    ("bone-laced-vest", 1, True, 3),
    ("fleetfoot-greaves", 1, True, 3),
    ("studded-girdle", 1, False, 2),
    ("studded-girdle", 1, True, 3),
    ("cuirass-of-the-hollow-oak", 1, False, 2),
    ("cuirass-of-the-hollow-oak", 1, True, 3),
    ("briarheart-gauntlets", 1, False, 1),
    ("helm-of-the-unbent", 1, False, 2),
    ("helm-of-the-unbent", 1, True, 3),
    ("boots-of-the-second-shadow", 1, False, 1),
    ("boots-of-the-second-shadow", 2, False, 3),
    ("mantle-of-the-storm-warden", 1, False, 1),
    ("girdle-of-long-breath", 1, False, 1),
    ("aegis-of-the-still-pool", 1, False, 3),
]


@rule("ITM-4", "ITM-20")
@pytest.mark.parametrize(("armor", "far", "overtax", "prevented"), PREVENTED)
def test_armor_prevents_damage_of_an_enemys_engage(
    armor: str, far: int, overtax: bool, prevented: int
) -> None:
    """3 damage are rolled."""
    scene = attacked_from(far, armor)
    scene.answer("damage_coming", "overtax" if overtax else "wear")
    assert scene.hp("a1") == 2 + prevented


@rule("ITM-4", "ITM-20")
@pytest.mark.parametrize(("armor", "far", "overtax", "prevented"), PREVENTED)
def test_armor_tells_beforehand_how_much_it_would_prevent(
    armor: str, far: int, overtax: bool, prevented: int
) -> None:
    """3 damage are rolled."""
    told = noted(attacked_from(far, armor), "damage_coming")
    note = told["overtax" if overtax else "wear"]
    assert note.endswith(f" Prevents {prevented} of 3.")


@rule("ITM-3")
def test_armor_stays_after_its_standard_ability() -> None:
    assert attacked(JERKIN).answer("damage_coming", "wear").mat("a1").ready


@rule("ITM-20", "ITM-24")
def test_overtaxing_is_decided_with_the_roll_on_the_table_and_costs_the_card() -> None:
    """C-47."""
    scene = attacked(JERKIN)
    assert scene.offered("damage_coming") == [
        f"a1.a1-{JERKIN}.wear",
        f"a1.a1-{JERKIN}.overtax",
    ]
    scene.answer("damage_coming", "overtax")
    assert scene.mat("a1").ready == ()
    assert scene.state.decks["common"].discard == (JERKIN,)


@rule("ITM-24")
def test_a_card_answers_an_engage_once() -> None:
    scene = attacked(JERKIN, "dented-iron-helm").answer("damage_coming", "jerkin.wear")
    assert scene.offered("damage_coming") == [
        "a1.a1-dented-iron-helm.wear",
        "a1.a1-dented-iron-helm.overtax",
    ]


@rule("ITM-24")
def test_armor_answers_each_enemys_engage() -> None:
    scene = Scene(
        hero(ready=[JERKIN]),
        foe("e1", "high-elf-bandit", at=(0, 0), combat=1, skills=()),
        foe("e2", "high-elf-bandit", at=(1, 0), combat=1, skills=()),
        turn=None,
    )
    scene.rolls("enemy:2", "enemy:2").answer("enemy.order", "e1")
    scene.answer("damage_coming", "wear").answer("damage_coming", "wear")
    assert scene.hp("a1") == 3


@rule("ITM-4")
def test_armor_is_no_help_against_damage_outside_an_engage() -> None:
    scene = Scene(
        hero(ready=[JERKIN], row=["combat"]),
        foe("e1", at=(0, 0), health=9, hp=9, skills=("riposte 2",)),
    )
    scene.rolls("combat:1").engage("a1", "e1", ["combat"]).resolve("combat")
    assert scene.hp("a1") == 3


@rule("ITM-4", "DMG-7")
def test_armor_that_prevents_is_not_offered_against_true_damage() -> None:
    scene = attacked(JERKIN, skills=("arcane",))
    assert scene.hp("a1") == 2


@rule("ITM-4", "ITM-24")
def test_a_roll_that_deals_nothing_is_answered_by_what_does_not_prevent() -> None:
    """C-47: the choice comes with the roll, whatever it shows."""
    misses = ("enemy:0", "enemy:0")
    assert all(q.why != "before_damage" for q in attacked(JERKIN, dice=misses).questions)
    scene = attacked("dented-iron-helm", dice=misses)
    assert scene.offered("before_damage") == ["a1.a1-dented-iron-helm.overtax"]
    scene.answer("before_damage", "overtax")
    assert (scene.mat("a1").tenacity, scene.mat("a1").ready) == (2, ())


@rule("ITM-24")
def test_armor_used_against_a_miss_has_answered_that_engage() -> None:
    scene = attacked("fleetfoot-greaves", dice=("enemy:0",)).answer("before_damage", "wear")
    scene.answer("fleetfoot-greaves.move", "1,0")
    assert scene.unit("a1").at == (1, 0)
    assert all(question.why != "damage_coming" for question in scene.questions)


@rule("ITM-21")
def test_cuisses_brace_their_wearer_in_defensive_form_alone() -> None:
    assert attacked("bracing-cuisses", form="light-weapon").hp("a1") == 2
    scene = attacked("bracing-cuisses", form="defensive").answer("damage_coming", "wear")
    assert scene.hp("a1") == 4


@rule("INV-9")
def test_a_wearer_that_falls_keeps_the_armor_it_used() -> None:
    scene = attacked(JERKIN, hp=1, others=(hero("a2", at=(4, 0)),))
    scene.answer("damage_coming", "wear")
    assert scene.unit("a1").fate == "defeated"
    assert scene.mat("a1").ready == (Card(CardId(f"a1-{JERKIN}"), ItemId(JERKIN)),)


def test_an_overtaxed_helm_gives_two_tenacity() -> None:
    scene = attacked("dented-iron-helm").answer("damage_coming", "overtax")
    assert (scene.hp("a1"), scene.mat("a1").tenacity) == (3, 2)


def test_overtaxed_boots_carry_their_wearer_away_after_the_engage() -> None:
    scene = attacked("hide-boots").answer("damage_coming", "overtax")
    scene.answer("hide-boots.move", "1,0", "2,0")
    assert (scene.hp("a1"), scene.unit("a1").at) == (3, (2, 0))


def test_overtaxed_gloves_maim_who_engaged() -> None:
    scene = attacked("tarred-work-gloves").answer("damage_coming", "overtax")
    assert scene.unit("e1").statuses == ("maim",)


@pytest.mark.parametrize(("face", "left"), [("enemy:0", 4), ("enemy:1", 3), ("enemy:2", 2)])
def test_a_mail_skirt_has_the_enemys_best_die_rolled_anew(face: str, left: int) -> None:
    scene = attacked("rattling-mail-skirt", dice=("enemy:2", "enemy:1")).rolls(face)
    assert scene.answer("damage_coming", "wear").done().hp("a1") == left


def test_an_overtaxed_mail_skirt_rerolls_nothing_against_an_enemy_that_rolls_nothing() -> None:
    """Bladed alone deals 2: its other ability prevents them, and there is no best die."""
    scene = attacked("rattling-mail-skirt", dice=(), skills=("bladed",))
    assert scene.answer("damage_coming", "overtax").done().hp("a1") == 5


@rule("DMG-7")
def test_an_arming_cap_prevents_true_damage_and_overtaxed_heals_two() -> None:
    scene = attacked("quilted-arming-cap", skills=("arcane",)).answer("damage_coming", "overtax")
    assert scene.hp("a1") == 5


def test_a_bone_laced_vest_gives_tenacity_against_two_or_more_damage() -> None:
    scene = attacked("bone-laced-vest").answer("damage_coming", "wear")
    assert (scene.hp("a1"), scene.mat("a1").tenacity) == (2, 1)
    light = attacked("bone-laced-vest", dice=("enemy:1",)).answer("damage_coming", "overtax")
    assert (light.hp("a1"), light.mat("a1").tenacity) == (5, 0)


def test_bracers_take_a_light_fatigue_and_overtaxed_recover_three_places() -> None:
    scene = attacked("ringed-bracers", track=["combat", "LF", "OF", "combat", "LF"])
    scene.answer("damage_coming", "overtax")
    assert scene.track("a1") == ["LF", "OF"]


def test_a_pauldron_prevents_by_company_and_overtaxed_gives_bonus_hp() -> None:
    alone = attacked("shieldmates-pauldron")
    assert alone.offered("damage_coming") == ["a1.a1-shieldmates-pauldron.overtax"]
    scene = attacked("shieldmates-pauldron", others=(hero("a2", at=(1, 0), hp=9, health=9),))
    scene.answer("damage_coming", "overtax")
    assert scene.hp("a1") == 3
    assert (scene.unit("a1").bonus, scene.unit("a2").bonus) == (2, 2)


def test_a_girdle_costs_light_fatigue() -> None:
    assert attacked("studded-girdle").answer("damage_coming", "wear").track("a1") == ["LF"]


@pytest.mark.parametrize(("armor", "form"), [("bracing-cuisses", "defensive")])
def test_overtaxed_armor_hurts_an_adjacent_enemy(armor: str, form: str) -> None:
    assert attacked(armor, form=form).answer("damage_coming", "overtax").hp("e1") == 6
    afar = attacked_from(2, armor, form=form).answer("damage_coming", "overtax")
    assert afar.hp("e1") == 9
