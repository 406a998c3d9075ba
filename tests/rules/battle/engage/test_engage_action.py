"""The engage action, step by step (p59 to p61)."""

from dataclasses import replace

import pytest

from protocol.battle import ActionTaken, DamageDealt, EngageBegan, EngageEnded
from protocol.ids import DieId
from server.rules.battle.components.effects import Face
from server.rules.battle.engage import engage_action as engaging
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.engagement import Engage
from server.rules.content.catalogue import catalogue
from tests.scene import Refused, Scene, foe, hero

NEAR = foe("e1", "spriggan", at=(0, 0), hp=9, skills=(), defense=0)


def striking(*dice: str, **more: object) -> Scene:
    """A hero next to an enemy without skills."""
    return Scene(hero(row=list(dice), **more), NEAR)  # type: ignore[arg-type]


@pytest.mark.rule("ENG-1", "ENG-2", "DIF-4", "ENG-3")
@pytest.mark.parametrize(("difficulty", "cost"), [("adept", 1), ("expert", 2), ("apprentice", 1)])
def test_each_engage_action_after_the_first_costs_light_fatigue(difficulty: str, cost: int) -> None:
    scene = Scene(hero(row=["combat"] * 3), NEAR, difficulty=difficulty)
    for _ in range(3):
        scene.rolls("combat:1").engage("a1", "e1", ["combat"]).resolve("combat")
    assert scene.track("a1").count("LF") == 2 * cost
    assert len(scene.events(EngageBegan)) == 3


@pytest.mark.rule("ENG-4", "FRM-7")
def test_the_form_may_be_changed_freely_in_the_form_step() -> None:
    scene = striking("combat").rolls("combat:1")
    scene.engage("a1", "e1", ["combat"], form="heavy-weapon")
    assert scene.mat("a1").form == "heavy-weapon"
    assert scene.track("a1") == []


@pytest.mark.rule("ENG-5", "ENG-6", "ENG-27")
def test_without_a_target_what_names_the_target_does_not_resolve() -> None:
    scene = striking("combat", "combat").rolls("combat:2", "tenacity")
    scene.engage("a1", "", ["combat", "combat"])
    assert len(scene.offered("engage.resolve")) == 1
    scene.resolve("combat")
    assert scene.hp("e1") == 9
    assert scene.mat("a1").tenacity == 1


@pytest.mark.rule("ENG-8", "ENG-11", "SKL-1", "STA-11", "STA-12")
def test_we_041_dice_of_both_stats_are_limited_each_by_its_own() -> None:
    shocks, phantoms = ["force-shock"] * 3, ["fleet-phantom"] * 3
    scene = Scene(hero(form="magic", magicka=3, stamina=2, row=[*shocks, *phantoms]), NEAR)
    with pytest.raises(Refused, match="Stamina allows 2"):
        scene.engage("a1", "e1", [*shocks, *phantoms])
    scene.rolls(*["tenacity"] * 5).engage("a1", "e1", [*shocks, *phantoms[:2]])
    assert len(scene.mat("a1").rolled) == 5


@pytest.mark.rule("ENG-8")
@pytest.mark.parametrize(
    ("row", "offered"), [(["combat"], []), (["force-shock"], ["force-shock.2"])]
)
def test_dice_of_which_the_stat_allows_none_are_not_offered(
    row: list[str], offered: list[str]
) -> None:
    """Given a hero without stamina, when they may engage, then with no die of stamina: one that had
    to be gathered and may not be would leave the question without an answer."""
    scene = Scene(hero(stamina=0, magicka=1, row=["combat", *row]), NEAR)
    dice = [key for key in scene.offered("turn.engage") if key.startswith("die:")]
    assert dice == [f"die:a1.{die}" for die in offered]


@pytest.mark.rule("ENG-9", "ENG-10", "SKL-6", "SKL-7", "FRM-5", "SKL-2")
@pytest.mark.parametrize(
    ("die", "form", "allowed"),
    [
        ("combat", "light-weapon", True),
        ("combat", "heavy-weapon", True),
        ("combat", "ranged-weapon", True),
        ("combat", "defensive", True),
        ("combat", "magic", False),
        ("force-shock", "magic", True),
        ("force-shock", "light-weapon", False),
        ("snipe", "ranged-weapon", True),
        ("snipe", "light-weapon", False),
        ("wrecking-blow", "heavy-weapon", True),
        ("wrecking-blow", "light-weapon", False),
        ("shield-discipline", "light-weapon", True),
        ("shield-discipline", "heavy-weapon", False),
        ("fleet-phantom", "magic", True),
        ("fleet-phantom", "defensive", True),
    ],
)
def test_a_line_with_a_form_is_gathered_in_that_form_only(
    die: str, form: str, allowed: bool
) -> None:
    scene = striking(die).rolls("tenacity")
    if allowed:
        scene.engage("a1", "", [die], form=form)
        assert len(scene.mat("a1").rolled) == 1
    else:
        with pytest.raises(Refused, match="another form"):
            scene.engage("a1", "", [die], form=form)


@pytest.mark.rule("ENG-14")
def test_with_no_dice_gathered_the_later_steps_still_happen() -> None:
    scene = striking("combat").engage("a1", "e1", [])
    assert scene.events(EngageBegan)[0].targets == ("e1",)
    assert len(scene.events(EngageEnded)) == 1


@pytest.mark.rule("ENG-14", "ENG-13", "ENG-4")
def test_without_a_single_available_die_an_engage_is_possible_all_the_same() -> None:
    """The weapon brings its own die, and the form changes for nothing."""
    scene = Scene(hero(form="magic", ready=["steel-maul"]), NEAR).rolls("enemy:2")
    scene.engage("a1", "e1", form="heavy-weapon", weapon="steel-maul").resolve("free")
    assert scene.hp("e1") == 7
    assert (scene.mat("a1").form, scene.track("a1")) == ("heavy-weapon", [])


@pytest.mark.rule("ENG-17", "TIM-1", "ENG-26", "DMG-8", "DMG-9", "ENG-18", "ECH-6")
def test_the_damage_of_one_engage_is_one_instance_against_defense() -> None:
    scene = Scene(
        hero(row=["combat"] * 3), foe("e1", "spriggan", at=(0, 0), hp=9, defense=2, skills=())
    )
    scene.rolls("combat:1", "combat:1", "combat:2").engage("a1", "e1", ["combat"] * 3)
    scene.resolve("combat", "combat", "combat")
    (damage,) = scene.events(DamageDealt)
    assert (damage.dealt, damage.prevented, damage.taken) == (4, 2, 2)


@pytest.mark.rule("ENG-19")
def test_defense_counts_anew_in_the_next_engage() -> None:
    scene = Scene(
        hero(row=["combat"] * 2), foe("e1", "spriggan", at=(0, 0), hp=9, defense=1, skills=())
    )
    for _ in range(2):
        scene.rolls("combat:2").engage("a1", "e1", ["combat"]).resolve("combat")
    assert [d.taken for d in scene.events(DamageDealt)] == [1, 1]


@pytest.mark.rule("ENG-20", "CLS-10", "CLS-13")
def test_a_tenacity_result_gives_one_tenacity_and_exhausts_its_die() -> None:
    scene = striking("combat").rolls("tenacity").engage("a1", "", ["combat"]).resolve("combat")
    assert scene.mat("a1").tenacity == 1
    assert scene.track("a1") == ["combat"]


@pytest.mark.rule("CLS-11", "CLS-12")
def test_tenacity_stops_at_five() -> None:
    scene = striking("combat", tenacity=5).rolls("tenacity")
    scene.engage("a1", "", ["combat"]).resolve("combat")
    assert scene.mat("a1").tenacity == 5


@pytest.mark.rule("CLS-14", "SKR-3")
def test_a_die_that_is_not_resolved_gives_no_tenacity() -> None:
    scene = striking("combat").rolls("tenacity").engage("a1", "", ["combat"])
    scene.passes("engage.resolve")
    assert scene.mat("a1").tenacity == 0


@pytest.mark.rule("SKR-2", "SKR-3")
def test_a_cooldown_result_works_from_the_track_or_shows_tenacity_there() -> None:
    scene = striking("fleet-phantom", "fleet-phantom").rolls("fleet-phantom:3", "fleet-phantom:4")
    scene.engage("a1", "", ["fleet-phantom", "fleet-phantom"]).resolve("fleet-phantom")
    scene.passes("engage.resolve")
    faces = [scene.state.dice[DieId(die)].face for die in scene.mat("a1").track]
    assert faces == [1, 0]


@pytest.mark.rule("SKR-5", "SKR-4")
def test_instant_results_are_exhausted_and_draining_ones_drained() -> None:
    scene = striking("wrecking-blow", "onslaught", form="heavy-weapon")
    scene.rolls("wrecking-blow-1", "onslaught-2").engage("a1", "e1", ["wrecking-blow", "onslaught"])
    scene.resolve("wrecking-blow", "onslaught")
    assert scene.hp("e1") == 2
    assert scene.track("a1") == ["wrecking-blow"]
    assert scene.drained("a1") == ["onslaught"]


@pytest.mark.rule("ENG-16", "ENG-22", "CD-20")
def test_we_043_declining_damage_because_of_riposte() -> None:
    scene = Scene(
        hero(hp=4, form="heavy-weapon", row=["wrecking-blow"]),
        foe("e1", "spriggan", at=(0, 0), hp=5, skills=("riposte 2",)),
    )
    scene.rolls("wrecking-blow-1").engage("a1", "e1", ["wrecking-blow"]).passes("engage.resolve")
    assert (scene.hp("e1"), scene.hp("a1")) == (5, 4)
    assert scene.track("a1") == ["wrecking-blow"]
    assert scene.mat("a1").tenacity == 0


@pytest.mark.rule("CD-20", "SKR-4")
def test_we_045_an_unresolved_draining_die_is_only_exhausted() -> None:
    scene = striking("onslaught", form="heavy-weapon", track=["LF"]).rolls("onslaught-2")
    scene.engage("a1", "e1", ["onslaught"]).passes("engage.resolve")
    assert scene.track("a1") == ["LF", "onslaught"]
    assert scene.drained("a1") == []


@pytest.mark.rule("FRM-4", "ENG-5", "MAP-10")
def test_we_042_ranged_form_with_stamina_3() -> None:
    foes = [foe(f"e{n}", at=(n, 0)) for n in (1, 2, 3, 4)]
    scene = Scene(hero(at=(0, 0), form="ranged-weapon", stamina=3, row=["snipe"]), *foes)
    for name, fits in {"e1": False, "e2": True, "e3": True, "e4": False}.items():
        if not fits:
            with pytest.raises(Refused):
                scene.engage("a1", name, ["snipe"])
    scene.rolls("snipe:1").engage("a1", "e2", ["snipe"])
    assert scene.events(EngageBegan)[0].targets == ("e2",)


@pytest.mark.rule("FRM-2", "FRM-3", "FRM-5")
@pytest.mark.parametrize(
    ("form", "reach"),
    [("heavy-weapon", [1]), ("light-weapon", [1]), ("defensive", []), ("magic", [1, 2])],
)
def test_what_each_form_reaches(form: str, reach: list[int]) -> None:
    foes = [foe(f"e{n}", at=(n, 0)) for n in (1, 2, 3)]
    scene = Scene(hero(at=(0, 0), form=form, magicka=2, stamina=3, row=["combat"]), *foes)
    reached = []
    for n in (1, 2, 3):
        plan = scene.asked("turn.engage").shape
        needs = {need.key: need.others for need in plan.needs}  # type: ignore[union-attr]
        if f"form:{form}" in needs.get(f"target:e{n}", ()):
            reached.append(n)
    assert reached == reach


@pytest.mark.rule("ENG-28")
def test_a_target_that_left_the_reach_before_a_die_resolves_is_not_hit() -> None:
    """Volley places its roller two hexes away; a light weapon's reach is lost by then."""
    scene = Scene(
        hero(at=(1, 0), form="ranged-weapon", row=["volley", "snipe"], stamina=2),
        foe("e1", "spriggan", at=(0, 0), hp=9, skills=()),
        foe("e2", "spriggan", at=(3, 0), hp=9, skills=()),
    )
    scene.rolls("volley", "snipe:2").engage("a1", "e2", ["volley", "snipe"]).resolve("volley")
    scene.answer(scene.questions[0].why, "-3,0")
    assert scene.hp("e2") == 9
    assert scene.track("a1") == ["volley", "snipe"]


def answered_by(skill: str, *, hp: int) -> Scene:
    """2 damage fall on an enemy that answers an engage; another one keeps the battle going."""
    scene = Scene(
        hero(row=["combat"]),
        foe("e1", "spriggan", at=(0, 0), health=9, hp=hp, skills=(skill,)),
        foe("e2", "spriggan", at=(-4, 4)),
    )
    return scene.rolls("combat:2").engage("a1", "e1", ["combat"]).resolve("combat")


ANSWERS = [
    ("riposte 2", 3, ["combat"]),
    ("chilblain", 5, ["combat", "LF"]),
    ("fumes", 5, ["combat", "blind"]),
]


@pytest.mark.rule("ENG-25")
@pytest.mark.parametrize(("skill", "hp", "track"), ANSWERS)
def test_a_skill_answers_an_engage_that_its_owner_survives(
    skill: str, hp: int, track: list[str]
) -> None:
    scene = answered_by(skill, hp=3)
    assert scene.hp("e1") == 1
    assert (scene.hp("a1"), scene.track("a1")) == (hp, track)


@pytest.mark.rule("ENG-25")
@pytest.mark.parametrize("skill", [skill for skill, _, _ in ANSWERS])
def test_the_same_skill_is_silent_where_the_engage_has_defeated_its_owner(skill: str) -> None:
    scene = answered_by(skill, hp=2)
    assert scene.unit("e1").fate == "defeated"
    assert (scene.hp("a1"), scene.track("a1")) == (5, ["combat"])


@pytest.mark.rule("ENG-25")
@pytest.mark.parametrize("hp", [1, 9])
def test_a_skill_whose_text_says_so_speaks_for_the_defeated_too(hp: int) -> None:
    """Shatter breaks a weapon "even if defeated"."""
    scene = Scene(
        hero(row=["combat"], ready=["poachers-knife"]),
        foe("e1", "spriggan", at=(0, 0), health=9, hp=hp, skills=("shatter",)),
        foe("e2", "spriggan", at=(-4, 4)),
    )
    scene.rolls("combat:2").engage("a1", "e1", ["combat"]).resolve("combat")
    assert bool(scene.unit("e1").fate) == (hp == 1)
    assert scene.mat("a1").ready == ()


@pytest.mark.rule("ENG-7", "TRM-6", "TRM-8")
def test_units_hit_besides_the_target_are_not_engaged() -> None:
    scene = Scene(
        hero(hp=4, row=["cleave"], form="heavy-weapon"),
        foe("e1", "spriggan", at=(0, 0), hp=9, skills=()),
        foe("e2", "spriggan", at=(1, 0), hp=9, skills=("dodge",)),
    )
    scene.rolls("cleave-1").engage("a1", "e1", ["cleave"]).resolve("cleave")
    assert scene.events(EngageBegan)[0].targets == ("e1",)
    assert scene.hp("e2") == 7


def test_the_actions_of_a_turn_are_on_the_record() -> None:
    scene = striking("combat").rolls("combat:1").engage("a1", "e1", ["combat"])
    assert [act.action for act in scene.events(ActionTaken)] == ["engage"]


def _with_maul(**more: object) -> Scene:
    figures: dict[str, object] = {"row": ["combat"], "ready": ["steel-maul"], **more}
    scene = Scene(hero(form="heavy-weapon", stamina=1, **figures), NEAR)  # type: ignore[arg-type]
    return scene.rolls("combat:1", "enemy:2").engage("a1", "e1", ["combat"], weapon="steel-maul")


@pytest.mark.rule("ENG-12")
def test_a_ready_weapon_of_the_form_is_named_before_the_roll() -> None:
    ready, pack = ["steel-maul", "notched-hunting-bow"], ["scampcrusher"]
    scene = Scene(hero(form="heavy-weapon", row=["combat"], ready=ready, pack=pack), NEAR)
    weapons = [key for key in scene.offered("turn.engage") if key.startswith("weapon:")]
    assert weapons == ["weapon:a1-steel-maul", "weapon:a1-notched-hunting-bow"]
    with pytest.raises(Refused, match="another form: ranged weapon"):
        scene.engage("a1", "e1", ["combat"], weapon="notched-hunting-bow")
    scene.rolls("combat:1").engage("a1", "e1", ["combat"])
    assert scene.offered("engage.resolve") == ["a1.combat.1"], "it is too late for the maul"


@pytest.mark.rule("ENG-13")
def test_free_combat_dice_come_on_top_of_what_the_stat_allows() -> None:
    scene = _with_maul().resolve("combat", "free")
    assert scene.hp("e1") == 6


@pytest.mark.rule("ENG-13", "STS-14")
def test_free_combat_dice_count_as_combat_dice() -> None:
    """Maim halves what Combat dice deal, of both kinds together: 1 and 2 make 1."""
    scene = _with_maul(track=["maim"]).resolve("combat", "free")
    assert scene.hp("e1") == 8


@pytest.mark.rule("ENG-21")
def test_a_free_combat_die_is_gone_after_the_engage_and_gives_no_tenacity() -> None:
    scene = _with_maul(row=["combat", "combat"]).resolve("free", "combat")
    assert (scene.track("a1"), scene.active("a1"), scene.mat("a1").tenacity) == (["combat"], [], 0)
    scene.rolls("combat:1").engage("a1", "e1", ["combat"]).resolve("combat").done()
    assert scene.hp("e1") == 5


@pytest.mark.rule("ENG-15")
def test_rerolls_come_before_the_first_result_is_resolved() -> None:
    scene = Scene(hero(row=["combat"] * 3, track=["defiance@defiance"]), NEAR)
    scene.rolls("tenacity", "combat:1", "combat:1").engage("a1", "e1", ["combat"] * 3)
    assert [question.why for question in scene.questions] == ["after_roll"]
    scene.passes("after_roll").answer("engage.resolve", scene.mat("a1").rolled[1])
    assert [question.why for question in scene.questions] == ["engage.resolve"]


@pytest.mark.rule("ENG-30")
def test_a_class_ability_inside_an_engage_is_done_with_before_the_engage_goes_on() -> None:
    """Cleave fells the first; Lightning Splash hits the second before Cleave's damage does."""
    scene = Scene(
        hero(form="heavy-weapon", cls="sorcerer", master=True, tenacity=2, row=["cleave"]),
        foe("e1", "spriggan", at=(0, 0), hp=1, range=1, defense=0, skills=()),
        foe("e2", "spriggan", at=(1, 0), hp=9, defense=0, skills=()),
    )
    scene.rolls("cleave-1").engage("a1", "e1", ["cleave"]).resolve("cleave")
    scene.answer("defeated", "lightning-splash")
    assert [(d.unit, d.how) for d in scene.events(DamageDealt)] == [
        ("e1", "engage"),
        ("e2", "lightning-splash"),
        ("e2", "engage"),
    ]


def _engage_in_between(battle: Battle, engage: Engage, die: str) -> None:
    engaging.granted(battle, Engage(engage.by, engage.form, [engage.target], extra=1))


@pytest.mark.rule("ENG-30", "ENG-24", "FRE-1")
def test_an_engage_inside_an_engage_is_over_with_its_damage_before_the_outer_one_goes_on() -> None:
    cards = catalogue()
    again = Face("volley", "I", "Engage in between.", _engage_in_between)
    scene = Scene(
        hero(at=(0, 2), form="ranged-weapon", row=["snipe", "volley"]),
        NEAR,
        cards=replace(cards, faces={**cards.faces, "volley": (again,)}),
    )
    scene.rolls("snipe:2", "volley", "enemy:1").engage("a1", "e1", ["snipe", "volley"])
    scene.resolve("snipe", "volley")
    assert scene.hp("e1") == 9, "the outer damage still waits"
    scene.resolve("free")
    assert [d.dealt for d in scene.events(DamageDealt)] == [1, 2]
    assert scene.events(EngageEnded)[-1].unit == "a1"


@pytest.mark.rule("FRM-6")
@pytest.mark.parametrize(
    ("form", "reached"), [("ranged-weapon", True), ("light-weapon", False), ("magic", True)]
)
def test_a_die_without_a_form_goes_by_the_range_of_the_form_held(form: str, reached: bool) -> None:
    """Acrobatics has no form: the target of its dice is chosen by the form's own range."""
    scene = Scene(hero(at=(0, 2), form=form, row=["fleet-phantom"]), NEAR).rolls("tenacity")
    if reached:
        assert scene.engage("a1", "e1", ["fleet-phantom"]).events(EngageBegan)
    else:
        with pytest.raises(Refused, match="out of reach"):
            scene.engage("a1", "e1", ["fleet-phantom"])


@pytest.mark.rule("FRM-6")
def test_a_die_whose_text_names_a_range_goes_by_that_in_any_form() -> None:
    """Duelist's Rebuff strikes who is adjacent, out of range of the bow that is held."""
    scene = Scene(
        hero(form="ranged-weapon", track=["duelists-rebuff@duelists-rebuff-2"]),
        foe("e1", "spriggan", at=(0, 0), hp=9, combat=1, defense=0, skills=()),
        turn=None,
    )
    scene.rolls("enemy:2").answer("engaged", "pay_back")
    assert scene.hp("e1") == 7


def test_one_weapon_is_overtaxed_at_most() -> None:
    """Given two weapons that may be overtaxed, then a plan takes one of each slot."""
    ready = ["steel-maul", "scampcrusher"]
    scene = Scene(hero(form="heavy-weapon", row=["combat"], ready=ready), NEAR)
    slots = {slot.name: slot for slot in scene.asked("turn.engage").shape.slots}  # type: ignore[union-attr]
    assert [len(slots[kind].options) for kind in ("weapon", "overtax")] == [2, 2]
    assert [(slots[kind].low, slots[kind].high) for kind in ("weapon", "overtax")] == [(0, 1)] * 2


def test_an_enemy_combat_die_has_one_miss_four_single_hits_and_one_double() -> None:
    assert sorted(engaging.ENEMY_COMBAT_DIE) == [0, 1, 1, 1, 1, 2]
