from typing import Any

import pytest

from protocol.battle import DamageDealt, EngageBegan
from server.rules.battle.kernel.state import Deck
from server.rules.battle.setup import deploying, enemy_pool
from server.rules.engine.game import Asked, Suspended
from tests.rules.battle.running import running
from tests.scene import Refused, Scene, foe, hero
from tests.scene.builders import Foe, Hero

rule = pytest.mark.rule


def archer(**figures: Any) -> Hero:
    drawn: dict[str, Any] = {
        "race": "khajiit",
        "cls": "archer",
        "form": "ranged-weapon",
        "tenacity": 5,
        "at": (0, 0),
        **figures,
    }
    return hero(**drawn)


def enemy(name: str = "e1", **figures: Any) -> Foe:
    drawn: dict[str, Any] = {"at": (3, 0), "health": 9, "hp": 9, "skills": (), **figures}
    return foe(name, **drawn)


def turn_of(*foes: Foe, supply: dict[str, int] | None = None, **figures: Any) -> Scene:
    return Scene(archer(**figures), *foes, supply=supply)


def next_turn(*foes: Foe, **figures: Any) -> Scene:
    """The turn before an Archer's has just ended."""
    scene = Scene(hero("a1", race="imperial", at=(-4, 0)), archer(name="a2", **figures), *foes)
    return scene.end_turn()


@rule("CLS-2")
def test_a_turn_begun_in_ranged_weapon_form_deals_two_damage_to_an_enemy_in_reach() -> None:
    scene = next_turn(enemy(), tenacity=0).answer("turn_starts", "open_fire")
    assert scene.hp("e1") == 7


@rule("CLS-17")
def test_the_first_arrow_may_be_kept() -> None:
    assert next_turn(enemy(), tenacity=0).passes("turn_starts").hp("e1") == 9


@pytest.mark.parametrize("figures", [{"form": "light-weapon"}, {"stamina": 2}])
def test_the_first_arrow_needs_the_form_and_the_reach(figures: dict[str, Any]) -> None:
    """Accuracy does not stretch it: it is no selecting of a target."""
    scene = next_turn(enemy(), **figures)
    assert all(question.why != "turn_starts" for question in scene.questions)


@pytest.mark.parametrize("at", [(1, 0), (4, 0)])
def test_a_masters_first_arrow_reaches_whoever_is_in_sight(at: tuple[int, int]) -> None:
    scene = next_turn(enemy(at=at), master=True, stamina=2).answer("turn_starts", "shoot_at_sight")
    assert scene.hp("e1") == 7


@rule("CLS-5", "CLS-7")
def test_accuracy_selects_a_target_one_hex_beyond_range_for_one_tenacity() -> None:
    scene = turn_of(enemy(), stamina=2, row=["combat"]).rolls("combat:2")
    scene.engage("a1", "e1", ["combat"]).resolve("combat")
    assert (scene.hp("e1"), scene.mat("a1").tenacity) == (7, 4)


def test_a_target_within_range_costs_nothing() -> None:
    scene = turn_of(enemy(), stamina=3, row=["combat"]).rolls("combat:2")
    scene.engage("a1", "e1", ["combat"]).resolve("combat")
    assert (scene.hp("e1"), scene.mat("a1").tenacity) == (7, 5)


def far_target(**figures: Any) -> None:
    scene = turn_of(enemy(), **{"row": ["combat"], "stamina": 2, **figures})
    with pytest.raises(Refused):
        scene.engage("a1", "e1", ["combat"])


@rule("CLS-10")
def test_without_tenacity_there_is_no_accuracy() -> None:
    far_target(tenacity=0)


@rule("CLS-8")
@pytest.mark.parametrize("master", [False, True])
@pytest.mark.parametrize(("form", "away"), [("light-weapon", 2), ("heavy-weapon", 2), ("magic", 3)])
def test_accuracy_belongs_to_ranged_weapon_form(form: str, away: int, master: bool) -> None:
    """The target stands 1 hex beyond the range of the form, where a bow would reach it."""
    figures: dict[str, Any] = {
        "row": [],
        "stamina": 2,
        "magicka": 2,
        "master": master,
        "form": form,
    }
    scene = turn_of(enemy(at=(away, 0)), **figures)
    with pytest.raises(Refused):
        scene.engage("a1", "e1", [])
    assert not scene.events(EngageBegan)


@rule("CLS-3")
def test_accuracy_helps_once_a_turn() -> None:
    scene = turn_of(enemy(), stamina=2, row=["combat", "combat"]).rolls("combat:1")
    scene.engage("a1", "e1", ["combat"]).resolve("combat")
    with pytest.raises(Refused):
        scene.engage("a1", "e1", ["combat"])


def test_two_hexes_beyond_range_are_too_many() -> None:
    far_target(stamina=1)


@rule("CLS-4")
def test_a_masters_accuracy_lasts_and_costs_nothing() -> None:
    scene = turn_of(enemy(), stamina=2, row=["combat", "combat"], master=True, tenacity=1)
    for _ in range(2):
        scene.rolls("combat:1").engage("a1", "e1", ["combat"]).resolve("combat")
    assert (scene.hp("e1"), scene.mat("a1").tenacity) == (7, 1)


@pytest.mark.parametrize("master", [False, True])
def test_hawk_eye_heals_for_each_enemy_in_range(master: bool) -> None:
    """Who is adjacent is not in range in Ranged Weapon form; Accuracy adds nobody."""
    scene = turn_of(
        enemy("e1", at=(1, 0)),
        enemy("e2", at=(2, 0)),
        enemy("e3", at=(0, 2)),
        enemy("e4", at=(4, 0)),
        hp=1,
        stamina=3,
        master=master,
    )
    scene.answer("turn.act", "hawk-eye")
    assert (scene.hp("a1"), scene.mat("a1").tenacity) == (3, 3)


@pytest.mark.parametrize(("master", "left"), [(False, 2), (True, 3)])
def test_lethal_arrow_deals_what_two_enemy_combat_dice_show_as_true_damage(
    master: bool, left: int
) -> None:
    scene = turn_of(enemy(defense=3), master=master).rolls("enemy:2", "enemy:1")
    scene.answer("turn.act", "lethal-arrow")
    assert (scene.hp("e1"), scene.mat("a1").tenacity) == (6, left)
    assert scene.events(DamageDealt)[0].true == 3


@rule("STS-9")
def test_maim_does_not_halve_the_true_damage_of_a_lethal_arrow() -> None:
    scene = turn_of(enemy(), track=["maim"]).rolls("enemy:2", "enemy:2")
    assert scene.answer("turn.act", "lethal-arrow").hp("e1") == 5


@rule("STS-7")
def test_who_is_dazed_and_has_moved_shoots_no_lethal_arrow() -> None:
    scene = turn_of(enemy(), track=["daze"]).move((0, 1))
    assert not any("lethal" in key for key in scene.offered("turn.act"))


def instigated(*, master: bool = False, tenacity: int = 3) -> Scene:
    """An enemy falls and calls another one out of its bag."""
    scene = Scene(
        archer(form="light-weapon", row=["combat"], hp=2, master=master, tenacity=tenacity),
        foe("e1", at=(1, 0), hp=1, skills=("instigate",)),
        foe("e9", at=(-4, 0), skills=()),
        decks={"bag-1": Deck(cards={"skeleton": 1, "spriggan": 1})},
    )
    scene.rolls("combat:1", 0).engage("a1", "e1", ["combat"]).resolve("combat")
    return scene.answer("instigate", "0,1")


@rule("CLS-5", "DEF-11")
def test_hunters_discipline_sends_a_new_enemy_back_for_another_of_its_level() -> None:
    scene = instigated().rolls(1).answer("deployed", "hunters-discipline")
    (came,) = [unit for unit in scene.state.units.values() if unit.at == (0, 1)]
    assert (came.chip, scene.hp("a1")) == ("spriggan", 5)
    assert scene.state.decks["bag-1"].cards == {"skeleton": 1, "spriggan": 0}


def test_a_masters_hunters_discipline_gives_bonus_hp() -> None:
    scene = instigated(master=True).rolls(0).answer("deployed", "hunters-discipline")
    assert (scene.hp("a1"), scene.unit("a1").bonus) == (2, 3)


def test_hunters_discipline_comes_before_what_an_enemy_does_on_entering() -> None:
    scene = Scene(
        archer(form="light-weapon", row=["combat"], hp=2),
        foe("e1", at=(1, 0), hp=1, skills=("instigate",)),
        foe("e9", "skeleton", at=(-4, 0), skills=()),
        decks={"bag-1": Deck(cards={"skeleton": 1})},
    )
    scene.rolls("combat:1", 0).engage("a1", "e1", ["combat"]).resolve("combat")
    scene.answer("instigate", "0,1")
    assert scene.questions[0].why == "deployed"


def test_hunters_discipline_may_be_used_while_the_battle_is_set_up() -> None:
    """Nobody is on the map yet."""
    scene = Scene(
        archer(tenacity=3, hp=2, at=None), decks={"bag-1": Deck(cards={"skeleton": 1})}, turn=None
    )
    battle = running(scene.rolls(0))
    with pytest.raises(Suspended):
        deploying.deploy_enemy(battle, enemy_pool.draw_enemy(battle, 1), (1, 0))
    asked = battle.game.log[-1].event
    assert isinstance(asked, Asked)
    assert (asked.question.why, asked.question.to) == ("deployed", ("a1",))


@pytest.mark.parametrize(("master", "left"), [(False, 0), (True, 1)])
def test_venom_arrow_puts_three_rolled_statuses_onto_enemies_in_reach(
    master: bool, left: int
) -> None:
    """One enemy may get several, but equal sides do not stack."""
    scene = turn_of(enemy("e1"), enemy("e2", at=(0, 3)), master=master)
    scene.rolls("d6:1", "d6:1", "d6:5").answer("turn.act", "venom-arrow")
    scene.answer("venom-arrow", "e1").answer("venom-arrow", "e1")
    assert (scene.unit("e1").statuses, scene.unit("e2").statuses) == (("bane", "maim"), ("bane",))
    assert scene.mat("a1").tenacity == left


def test_a_status_that_nobody_can_take_is_left_out() -> None:
    scene = turn_of(enemy("e1", statuses=("bane",)))
    scene.rolls("d6:1", "d6:2", "d6:2").answer("turn.act", "venom-arrow")
    assert scene.unit("e1").statuses == ("bane", "blind")


@rule("LIM-6")
def test_venom_arrow_rolls_no_more_dice_than_there_are() -> None:
    scene = turn_of(enemy("e1"), supply={"status": 1}).rolls("d6:3")
    scene.answer("turn.act", "venom-arrow").done()
    assert scene.unit("e1").statuses == ("daze",)


def kill_from(far: int) -> Scene:
    corridor = tuple((q, 0) for q in range(-1, 8))
    scene = Scene(
        archer(row=["combat"], stamina=7, tenacity=0),
        enemy(at=(far, 0), hp=1),
        foe("e9", at=(-1, 0), skills=()),
        tiles={"clash": corridor},
    )
    return scene.rolls("combat:1").engage("a1", "e1", ["combat"]).resolve("combat")


@rule("CLS-1", "CLS-20")
def test_a_kill_from_six_hexes_away_makes_a_master() -> None:
    scene = kill_from(6).answer("defeated", "promotion")
    assert scene.mat("a1").master


@rule("CLS-20")
def test_a_kill_from_five_hexes_away_does_not() -> None:
    scene = kill_from(5)
    assert scene.unit("e1").fate == "defeated"
    assert all(question.why not in ("defeated", "anytime") for question in scene.questions)
