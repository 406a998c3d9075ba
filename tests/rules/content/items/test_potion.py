from typing import Any

import pytest
from msgspec.structs import replace

from protocol.ids import UnitId
from protocol.questions import Plan
from tests.scene import Scene, foe, hero

rule = pytest.mark.rule


def drinking(potion: str, *foes: Any, **figures: Any) -> Scene:
    scene = Scene(hero(ready=[potion], **figures), *(foes or (foe("e1", at=(-4, 0)),)))
    return scene.answer("turn.act", "drink")


@rule("ITM-11", "ITM-19")
def test_a_potion_is_expended_keeps_its_place_and_cannot_be_drunk_again() -> None:
    scene = drinking("cloudy-healing-draught", hp=1)
    (card,) = scene.mat("a1").ready
    assert (scene.hp("a1"), card.expended) == (3, True)
    assert not any("drink" in key for key in scene.offered("turn.act"))


def test_stinkhorn_tonic_takes_a_status_of_ones_choice_and_heals_one() -> None:
    scene = drinking("stinkhorn-tonic", hp=4, track=["fear", "combat", "daze"])
    scene.answer("stinkhorn-tonic.status", "daze")
    assert (scene.track("a1"), scene.hp("a1")) == (["fear", "combat"], 5)


def test_stinkhorn_tonic_heals_who_has_no_status() -> None:
    assert drinking("stinkhorn-tonic", hp=4).hp("a1") == 5


def test_wakeroot_recovers_the_two_leftmost_dice() -> None:
    scene = drinking("wakeroot-infusion", track=["OF", "combat", "LF"])
    assert (scene.track("a1"), scene.row("a1")) == (["LF", "OF"], ["combat"])


def test_ironbark_gives_two_bonus_hp() -> None:
    assert drinking("ironbark-draught").unit("a1").bonus == 2


def test_smokeglass_hides() -> None:
    assert drinking("smokeglass-phial").track("a1") == ["stealth"]


def test_a_hares_foot_elixir_carries_its_drinker_through_enemies() -> None:
    scene = drinking("hares-foot-elixir", foe("e1", at=(0, 0)))
    scene.answer("hares-foot-elixir.move", "0,0", "-1,0", "-2,0")
    assert scene.unit("a1").at == (-2, 0)
    assert "turn.move" in {question.why for question in scene.questions}


def test_meltwater_takes_three_light_fatigue() -> None:
    scene = drinking("meltwater-cordial", track=["LF", "OF", "LF", "combat", "LF", "LF"])
    assert scene.track("a1") == ["OF", "combat", "LF"]


def test_resolve_gives_two_tenacity() -> None:
    assert drinking("draught-of-resolve", tenacity=2).mat("a1").tenacity == 4


def test_vitriol_deals_two_to_an_enemy_within_two_hexes() -> None:
    scene = drinking(
        "vitriol-flask",
        foe("e1", at=(0, 0), health=5, skills=()),
        foe("e2", at=(-1, -1), health=5, skills=()),
        foe("e3", at=(-2, 0), health=5, skills=()),
    )
    assert scene.offered("vitriol-flask.who") == ["e1", "e2"]
    scene.answer("vitriol-flask.who", "e2")
    assert [scene.hp(name) for name in ("e1", "e2", "e3")] == [5, 3, 5]


def test_a_sleepers_vapor_dazes_an_enemy_within_three_hexes() -> None:
    scene = drinking("sleepers-vapor", foe("e1", at=(-2, 0)))
    assert scene.unit("e1").statuses == ("daze",)


def striking(potion: str, *dice: str, form: str = "light-weapon", defense: int = 0) -> Scene:
    """An engage with one die, right after the potion."""
    near = (0, 0) if form == "light-weapon" else (-1, -1)
    scene = drinking(
        potion,
        foe("e1", at=near, health=9, hp=9, defense=defense, skills=()),
        form=form,
        row=["combat", "combat"],
    )
    return scene.rolls(*dice).engage("a1", "e1", ["combat"])


def test_a_brawlers_brew_adds_a_die_to_every_engage_of_the_turn() -> None:
    scene = striking("brawlers-brew", "combat:1", "enemy:2").resolve("combat", "free")
    scene.rolls("combat:1", "enemy:2").engage("a1", "e1", ["combat"]).resolve("combat", "free")
    assert scene.hp("e1") == 3


@rule("FRM-5")
def test_a_brew_adds_no_die_to_an_engage_of_the_magic_form() -> None:
    scene = drinking("brawlers-brew", foe("e1", at=(0, 0), health=9, skills=()))
    scene.engage("a1", "e1", form="magic").done()
    assert scene.hp("e1") == 9


def test_a_brew_wears_off_with_the_turn() -> None:
    scene = striking("brawlers-brew", "combat:1", "enemy:2").resolve("combat", "free")
    scene.rolls(*["enemy:0"] * 2).end_turn().default()
    scene.rolls("combat:1").engage("a1", "e1", ["combat"]).resolve("combat").done()
    assert scene.hp("e1") == 5


@rule("ITM-21")
def test_a_potion_with_form_icons_is_for_those_forms() -> None:
    scene = Scene(hero(ready=["brawlers-brew"], form="magic"), foe("e1", at=(-4, 0)))
    assert not any("brew" in key for key in scene.offered("turn.act"))


def test_hawkeye_drops_show_gaps_in_a_targets_defense() -> None:
    scene = striking("hawkeye-drops", "combat:1", form="ranged-weapon", defense=2)
    scene.resolve("combat")
    assert scene.hp("e1") == 8


def test_a_stoneskin_gives_a_point_of_defense_until_the_round_ends() -> None:
    scene = drinking(
        "stoneskin-tincture", foe("e1", "high-elf-bandit", at=(0, 0), combat=1, skills=())
    )
    scene.rolls("enemy:2").end_turn()
    assert scene.hp("a1") == 4
    scene.rolls("enemy:2").end_turn()
    assert scene.hp("a1") == 2


def deploying(*ready: str) -> Scene:
    """An adventurer that carries these has just been deployed, and sorts its items."""
    start = Scene(hero(ready=list(ready)), foe("e1", at=(-4, 0))).play.start
    waiting = replace(start.units[UnitId("a1")], at=None)
    scene = Scene.at(
        replace(start, phase="deploy", turn=None, units={**start.units, "a1": waiting})
    )
    shape = scene.asked("deploy").shape
    assert isinstance(shape, Plan)
    return scene.answer("deploy", shape.slots[0].options[0].key, "form:magic")


@rule("ITM-2")
def test_what_lasts_a_turn_or_a_round_is_not_drunk_while_deploying() -> None:
    scene = deploying("stoneskin-tincture", "ironbark-draught")
    used = [key for key in scene.offered("deploy.items") if key.startswith("use:")]
    assert used == ["use:a1-ironbark-draught"]


BETWEEN = ["LF", "resolve@resolve:1", "LF"]


@rule("CD-5", "FAT-3")
@pytest.mark.parametrize(("place", "left"), [("0", ["resolve", "LF"]), ("2", ["LF", "resolve"])])
def test_which_fatigue_leaves_is_asked_where_something_between_works_in_the_track(
    place: str, left: list[str]
) -> None:
    """A Resolve that moves up is recovered sooner, and guards no longer then."""
    three = drinking("meltwater-cordial", track=["LF", "LF", "LF", *BETWEEN[1:]])
    three.answer("fatigue.place", "0").answer("fatigue.place", "0").answer("fatigue.place", place)
    assert three.track("a1") == left


@rule("CD-5")
@pytest.mark.parametrize("track", [BETWEEN, ["LF", "combat", "LF", "LF", "LF"]])
def test_it_is_not_asked_where_all_of_it_leaves_or_nothing_works_between(track: list[str]) -> None:
    scene = drinking("meltwater-cordial", track=track)
    assert scene.offered("turn.act")
    assert scene.track("a1").count("LF") == max(0, track.count("LF") - 3)
