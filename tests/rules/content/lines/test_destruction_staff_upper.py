"""Destruction Staff, levels 3 and 4: Pulsar, Elemental Drain, Elemental Rage, Ancient Knowledge."""

import pytest

from protocol.battle import CacheOpened, DamageDealt
from tests.rules.content.lines.test_destruction_staff import mage, roll
from tests.scene import Scene, foe, friend, hero

DRAIN = "elemental-drain"


def lay_drain(scene: Scene, *faces: str) -> Scene:
    """Engage e1 with Elemental Drain and one Force Shock, Drain first."""
    scene.rolls(DRAIN, *faces).engage("a1", "e1", [DRAIN, "force-shock"])
    return scene.resolve(DRAIN, "force-shock")


def test_pulsar_1_blinds_the_target_with_2_true_damage_and_afterwards_the_mage() -> None:
    scene = roll(Scene(mage("pulsar"), foe("e1", at=(0, 0), hp=4, defense=3)), "pulsar-1")
    assert scene.hp("e1") == 2
    assert scene.unit("e1").statuses == ("blind",)
    assert scene.track("a1") == ["pulsar", "blind"]


def test_pulsar_1_still_blinds_a_target_that_prevents_its_damage() -> None:
    """The cost is dealing the damage, not that it is taken."""
    scene = Scene(mage("pulsar"), foe("e1", at=(0, 0), hp=4, skills=("elusive",)))
    roll(scene, "pulsar-1")
    assert scene.hp("e1") == 4
    assert scene.unit("e1").statuses == ("blind",)


@pytest.mark.rule("STS-6")
def test_pulsar_blinds_only_after_the_answer_to_its_damage() -> None:
    """An enemy loses Blind by dealing damage; the riposte to this very damage comes before it."""
    scene = Scene(
        hero(form="magic", at=(1, -1), row=["pulsar"]),
        foe("e1", at=(0, 0), hp=4, skills=("riposte 1",)),
    )
    roll(scene, "pulsar-1")
    assert scene.hp("a1") == 4
    assert scene.unit("e1").statuses == ("blind",)


def test_pulsar_2_hurts_and_blinds_everybody_next_to_the_target() -> None:
    scene = Scene(
        hero(form="magic", at=(1, -1), row=["pulsar"], hp=4),
        hero("a2", at=(1, 0)),
        hero("a3", at=(3, 0)),
        friend("c1", "atronach", at=(0, 1), hp=3),
        foe("e1", at=(0, 0), hp=5),
        foe("e2", at=(-1, 0), hp=2),
        foe("e3", at=(-2, 0), hp=2),
    )
    roll(scene, "pulsar-2")
    hps = [scene.hp(name) for name in ("a1", "a2", "a3", "c1", "e1", "e2", "e3")]
    assert hps == [3, 4, 5, 2, 3, 1, 2]
    blind = [scene.unit(name).statuses for name in ("c1", "e1", "e2", "e3")]
    assert blind == [("blind",), ("blind",), ("blind",), ()]
    assert scene.track("a1") == ["pulsar", "blind"]
    assert (scene.track("a2"), scene.track("a3")) == (["blind"], [])


@pytest.mark.rule("DMG-2")
def test_pulsar_2_blinds_nobody_who_prevents_its_damage() -> None:
    scene = Scene(
        mage("pulsar"),
        foe("e1", at=(0, 0), hp=4),
        foe("e2", at=(0, 1), hp=4, skills=("elusive",)),
    )
    roll(scene, "pulsar-2")
    assert (scene.unit("e1").statuses, scene.unit("e2").statuses) == (("blind",), ())


@pytest.mark.rule("ENG-26")
def test_pulsar_damage_pools_with_the_other_dice_of_the_engage() -> None:
    scene = Scene(mage("pulsar", "force-shock"), foe("e1", at=(0, 0), hp=6, defense=1))
    scene.rolls("pulsar-1", "force-shock-1").engage("a1", "e1", ["pulsar", "force-shock"])
    scene.resolve("pulsar", "force-shock")
    (damage,) = scene.events(DamageDealt)
    assert (damage.dealt, damage.true, damage.taken) == (4, 2, 3)


@pytest.mark.rule("SKR-6")
def test_elemental_drain_jumps_from_a_defeated_target_and_deals_2_true_damage() -> None:
    scene = Scene(
        mage(DRAIN, "force-shock"),
        foe("e1", at=(0, 0), hp=2),
        foe("e2", at=(0, 1), hp=4, defense=2),
        foe("e3", at=(-1, 0), hp=4),
        foe("e4", at=(-2, 0), hp=4),
    )
    lay_drain(scene, "force-shock-1")
    assert scene.offered(DRAIN) == ["e2", "e3"]
    scene.answer(DRAIN, "e2")
    assert scene.unit("e1").fate == "defeated"
    assert scene.hp("e2") == 2
    assert [scene.state.dice[die].kind for die in scene.unit("e2").dice] == [DRAIN]
    assert scene.track("a1") == ["force-shock"]


def test_elemental_drain_goes_on_jumping_until_nobody_is_next_to_the_fallen() -> None:
    scene = Scene(
        mage(DRAIN, "force-shock"),
        foe("e1", at=(0, 0), hp=2),
        foe("e2", at=(-1, 0), hp=2),
        foe("e3", at=(-2, 0), hp=1),
    )
    lay_drain(scene, "force-shock-1")
    assert [scene.unit(f"e{n}").fate for n in (1, 2, 3)] == ["defeated"] * 3
    assert scene.row("a1") == [DRAIN]
    assert all(damage.by == "a1" for damage in scene.events(DamageDealt))


def test_elemental_drain_is_recovered_when_its_bearer_falls_alone() -> None:
    scene = Scene(
        mage(DRAIN, "force-shock"),
        foe("e1", at=(0, 0), hp=2),
        foe("e2", at=(-2, 0), hp=1),
    )
    lay_drain(scene, "force-shock-1")
    assert scene.row("a1") == [DRAIN]
    assert scene.hp("e2") == 1


def test_elemental_drain_waits_on_a_living_target() -> None:
    scene = roll(Scene(mage(DRAIN), foe("e1", at=(0, 0), hp=2)), DRAIN)
    assert [scene.state.dice[die].kind for die in scene.unit("e1").dice] == [DRAIN]
    assert scene.hp("e1") == 2
    assert (scene.row("a1"), scene.track("a1")) == ([], [])


@pytest.mark.rule("SKR-7")
def test_elemental_drain_cannot_be_laid_on_a_quest_unit() -> None:
    scene = Scene(mage(DRAIN), foe("e1", at=(0, 0), kind="quest", level=0))
    scene.rolls(DRAIN).engage("a1", "e1", [DRAIN])
    assert scene.questions[-1].why == "turn.act"
    assert scene.track("a1") == [DRAIN]


@pytest.mark.rule("SKR-7")
def test_elemental_drain_does_not_jump_to_a_quest_unit() -> None:
    scene = Scene(
        mage(DRAIN, "force-shock"),
        foe("e1", at=(0, 0), hp=2),
        foe("e2", at=(0, 1), hp=4, kind="quest", level=0),
    )
    lay_drain(scene, "force-shock-1")
    assert scene.row("a1") == [DRAIN]
    assert scene.hp("e2") == 4


def test_elemental_drains_damage_is_its_owners_so_elusive_stops_it() -> None:
    scene = Scene(
        mage(DRAIN, "force-shock"),
        foe("e1", at=(0, 0), hp=2),
        foe("e2", at=(0, 1), hp=2, skills=("elusive",)),
    )
    lay_drain(scene, "force-shock-1")
    last = scene.events(DamageDealt)[-1]
    assert (last.unit, last.by, last.prevented) == ("e2", "a1", 2)
    assert [scene.state.dice[die].kind for die in scene.unit("e2").dice] == [DRAIN]


def test_elemental_drain_jumps_when_its_bearer_is_defeated_outright() -> None:
    scene = Scene(
        mage(DRAIN, "destructive-touch"),
        foe("e1", at=(0, 0), hp=4, level=1),
        foe("e2", at=(0, 1), hp=4, level=10),
    )
    scene.rolls(DRAIN, "destructive-touch-1").engage("a1", "e1", [DRAIN, "destructive-touch"])
    scene.resolve(DRAIN, "destructive-touch")
    assert scene.unit("e1").fate == "defeated"
    assert scene.hp("e2") == 2


@pytest.mark.rule("ENS-4")
def test_elemental_drain_deals_no_damage_as_it_is_laid_so_dodge_counts_it() -> None:
    scene = Scene(mage(DRAIN, "force-shock"), foe("e1", at=(0, 0), hp=4, skills=("dodge",)))
    lay_drain(scene, "force-shock-1")
    assert scene.hp("e1") == 3


@pytest.mark.parametrize(("face", "points"), [("elemental-rage:5", 5), ("elemental-rage:7", 7)])
def test_elemental_rage_shares_its_value_around_a_cache_and_discards_it(
    face: str, points: int
) -> None:
    scene = Scene(
        mage("elemental-rage"),
        foe("e1", at=(0, 0), hp=9),
        foe("e2", at=(-2, 0), hp=9),
        foe("e3", at=(-3, 0), hp=9),
        caches={(0, 0): "common"},
    )
    roll(scene, face, "")
    assert scene.offered("elemental-rage") == ["e1", "e2", "a1"]
    scene.answer("elemental-rage", *["e1"] * (points - 2), "e2", "a1")
    assert [scene.hp(name) for name in ("a1", "e1", "e2")] == [4, 9 - points + 2, 8]
    assert not scene.state.caches
    assert [event.success for event in scene.events(CacheOpened)] == [False]


def test_elemental_rage_lets_choose_among_the_caches_in_range() -> None:
    scene = Scene(
        mage("elemental-rage"),
        foe("e1", at=(1, -2), hp=9),
        caches={(1, -1): "common", (2, -2): "legendary", (-2, 2): "common"},
    )
    roll(scene, "elemental-rage:5", "")
    assert scene.offered("elemental-rage.cache") == ["1,-1", "2,-2"]
    scene.answer("elemental-rage.cache", "2,-2").answer("elemental-rage", *["e1"] * 5)
    assert list(scene.state.caches) == ["1,-1", "-2,2"]


def test_elemental_rage_cannot_be_resolved_without_a_cache_in_range() -> None:
    scene = Scene(mage("elemental-rage"), foe("e1", at=(0, 0)), caches={(-2, 2): "common"})
    scene.rolls("elemental-rage:5").engage("a1", "e1", ["elemental-rage"])
    assert scene.questions[-1].why == "turn.act"
    assert len(scene.state.caches) == 1


def test_elemental_rage_needs_somebody_near_the_cache_to_pay_its_cost() -> None:
    scene = Scene(mage("elemental-rage"), foe("e1", at=(2, -3)), caches={(-1, -2): "common"})
    scene.rolls("elemental-rage:5").engage("a1", "e1", ["elemental-rage"])
    assert scene.questions[-1].why == "turn.act"


def test_elemental_rages_damage_is_the_mages_so_elusive_stops_it() -> None:
    scene = Scene(
        mage("elemental-rage"),
        foe("e1", at=(0, 0), hp=4, skills=("elusive",)),
        caches={(-1, 0): "common"},
    )
    roll(scene, "elemental-rage:5", "")
    (damage,) = scene.events(DamageDealt)
    assert (damage.by, damage.prevented) == ("a1", 5)
    assert not scene.state.caches


def test_ancient_knowledge_counts_available_mage_dice_for_damage_and_healing() -> None:
    knowledge, shock = "ancient-knowledge", "force-shock"
    scene = Scene(
        mage(knowledge, shock, shock, "combat", track=[shock], hp=2),
        foe("e1", at=(0, 0), hp=5),
    )
    roll(scene, knowledge)
    assert (scene.hp("e1"), scene.hp("a1")) == (3, 4)
    assert scene.drained("a1") == [knowledge]


@pytest.mark.rule("TRM-1")
def test_ancient_knowledge_heals_no_further_than_health() -> None:
    row = ["ancient-knowledge", *["force-shock"] * 3]
    scene = roll(Scene(mage(*row, hp=4), foe("e1", at=(0, 0), hp=5)), "ancient-knowledge")
    assert (scene.hp("e1"), scene.hp("a1")) == (2, 5)


@pytest.mark.rule("ENG-29")
def test_ancient_knowledge_without_a_target_still_heals() -> None:
    scene = Scene(mage("ancient-knowledge", "force-shock", hp=3), foe("e1", at=(0, 0), hp=5))
    roll(scene, "ancient-knowledge", "")
    assert (scene.hp("e1"), scene.hp("a1")) == (5, 4)
