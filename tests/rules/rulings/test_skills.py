"""Rulings on skill dice, each under its page of the official answers; more in `content/lines`."""

from typing import Any

import pytest

from protocol.battle import CardRevealed
from protocol.ids import DieId, UnitId
from server.rules.battle.components.catalogue import catalogue_of
from server.rules.battle.damage import hit_points
from server.rules.battle.kernel.me import Me
from server.rules.battle.kernel.moments import Happening, Moment
from tests.rules.battle.running import running
from tests.scene import Scene, foe, hero
from tests.scene.builders import Foe
from tests.scene.delves import below

rule = pytest.mark.rule
PURGE, RITUAL = "purge@purge", "master-ritualist@master-ritualist"
POSTURE = "defensive-posture@defensive-posture"


def _foe(name: str = "e1", **figures: Any) -> Foe:
    drawn: dict[str, Any] = {"at": (0, 0), "health": 9, "combat": 2, "skills": ()}
    return foe(name, "spriggan", **{**drawn, **figures})


@rule("ACT-8")
@pytest.mark.parametrize("face", ["grace:2", "spell-warding:3", "annulment:4", "prodigy:3"])
def test_a_light_armor_die_never_goes_into_somebody_elses_slot(face: str) -> None:
    """Light Armor page: with the own slots full it cannot be resolved, whoever has room."""
    kind = face.partition(":")[0]
    shields = ["shield-discipline@shield-discipline:1"] * 4
    full = hero("a1", form="magic", row=[kind], active=shields)
    scene = Scene(full, hero("a2", at=(2, -1)), _foe(at=(-4, 0)))
    scene.rolls(face).engage("a1", "", [kind]).passes("engage.drop")
    assert scene.track("a1") == [kind]
    assert scene.active("a2") == []


@rule("TIM-1")
def test_evocation_waits_until_somebody_elses_engage_is_over() -> None:
    """Light Armor page: at any time, but not while something else is being resolved."""
    clad = hero("a1", at=(1, 0), active=["evocation@evocation:1", "grace@grace:1"])
    scene = Scene(hero("a2", at=(0, 1), row=["combat"]), clad, _foe(), turn="a2")
    assert "evoke" in " ".join(scene.offered("anytime"))
    scene.rolls("combat:1").engage("a2", "e1", ["combat"])
    assert [question.why for question in scene.questions] == ["engage.resolve"]
    scene.resolve("combat")
    assert "evoke" in " ".join(scene.offered("anytime"))


@rule("SKR-1")
def test_a_master_ritualist_that_comes_into_its_slot_later_raises_nobody_who_fell_before() -> None:
    """Restoring Light page: it has to lie there before the defeat happens."""
    roller = hero("a1", form="magic", row=["force-shock", "master-ritualist"])
    scene = Scene(roller, hero("a2", at=(3, -1), hp=1), _foe(at=(-4, 0)))
    scene.rolls("force-shock-3", "master-ritualist")
    scene.engage("a1", "", ["force-shock", "master-ritualist"])
    scene.resolve("force-shock", "master-ritualist").answer("backlash", "a2")
    assert scene.unit("a2").fate == "defeated"
    assert scene.active("a1") == ["master-ritualist"]
    assert "defeated" not in [question.why for question in scene.questions]


@rule("DEF-4")
def test_master_ritualist_raises_nobody_where_the_hex_is_taken() -> None:
    """Restoring Light page: who fell stands up in its own hex or not at all."""
    healer = hero("a1", at=(3, -1), active=[RITUAL])
    drawn = Scene(healer, hero("a2", at=(0, 1), hp=1), _foe(), turn=None)
    raised = drawn.rolls("enemy:2", "enemy:1")
    assert "raise_fallen" in " ".join(raised.offered("defeated"))
    battle = running(Scene(healer, hero("a2", at=(0, 1), hp=1), _foe("e2", at=(2, 2)), _foe()))
    (ritual,) = [h for face in catalogue_of(battle).faces["master-ritualist"] for h in face.hooks]
    assert ritual.when is not None
    me = Me(UnitId("a1"), "die", DieId(battle.mat(UnitId("a1")).active[0]))
    now = Happening(Moment.DEFEATED, unit=UnitId("a2"), by=UnitId("e1"), hex=(2, 2))
    assert not ritual.when(battle, me, now)


@rule("GEN-4")
def test_defensive_posture_may_be_kept() -> None:
    """One Hand and Shield page: striking back is optional."""
    scene = Scene(hero(active=[POSTURE]), _foe(combat=1), turn=None).rolls("enemy:1")
    scene.passes("engaged")
    assert scene.active("a1") == ["defensive-posture"]
    assert scene.hp("e1") == 9


@rule("ENG-25")
@pytest.mark.parametrize(("hp", "track"), [(2, []), (3, ["LF"])])
def test_who_falls_to_defensive_posture_uses_no_skill_after_its_engage(
    hp: int, track: list[str]
) -> None:
    """One Hand and Shield page: the strike back comes before the enemy's Enfeeble."""
    enemy = _foe(hp=hp, combat=1, level=20, skills=("enfeeble 1",))
    other = _foe("e2", at=(-4, 4), combat=0, range=1)
    scene = Scene(hero(active=[POSTURE]), enemy, other, turn=None).rolls("enemy:2")
    scene.rolls("enemy:1", "enemy:1").answer("engaged", "strike_back")
    assert scene.track("a1") == ["defensive-posture", *track]


@rule("DLX-4", "DLX-1", "MAP-7")
def test_a_door_with_an_enemy_in_it_is_explored_on_the_way_through() -> None:
    """Acrobatics page: every hex that is entered is the mover's for that moment."""
    passing = ["rapid-maneuver@rapid-maneuver-1"]
    scene = below(
        hero(at=(2, -1), stamina=3, track=passing),
        foe("e1", at=(2, -2), health=9, skills=()),
        card="hidden-cache",
        tile="triple-arch",
    )
    assert "2,-2" in scene.offered("turn.move")
    before = set(scene.state.tiles)
    way = next(at for at in ((3, -2), (1, -1)) if f"{at[0]},{at[1]}" in scene.offered("turn.move"))
    scene.move((2, -2), way).rolls(0, 0).answer("explore.here", "explore")
    assert scene.events(CardRevealed)
    assert scene.unit("a1").at == (2, -2)
    assert set(scene.state.tiles) == before


@rule("TRM-7", "STA-6")
def test_bonus_hp_are_no_healing() -> None:
    """Bonus HP page: what counts healing sees nothing, and HP stay what they are."""
    scene = Scene(hero("a1", hp=2), _foe())
    battle = running(scene)
    assert hit_points.gain_bonus(battle, UnitId("a1"), 3, UnitId("a1")) == 3
    assert (battle.unit(UnitId("a1")).hp, battle.unit(UnitId("a1")).bonus) == (2, 3)
    assert hit_points.heal(battle, UnitId("a1"), 9, UnitId("a1")) == 3
