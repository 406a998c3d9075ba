from typing import Any

import pytest
from msgspec.structs import replace

from protocol.ids import CardId, ItemId, UnitId
from server.rules.battle.adventurer import inventory
from server.rules.battle.components.catalogue import catalogue_of
from server.rules.battle.kernel.me import Me
from server.rules.battle.kernel.moments import Happening, Moment
from server.rules.battle.kernel.state import Card, Deck
from server.rules.content.items import ITEMS
from tests.rules.battle.encounters import encounter
from tests.rules.battle.running import running
from tests.scene import Scene, foe, hero

rule = pytest.mark.rule
BANDIT = "high-elf-bandit"
A1 = UnitId("a1")


def chips(scene: Scene, name: str = "a1") -> list[int]:
    """The HP chips on the cards that are ready."""
    return [card.chips for card in scene.mat(name).ready]


def engaging_twice(pet: str = "palefrost-elk", difficulty: str = "adept", used: int = 0) -> Scene:
    """With a pet at hand, the second engage of a turn is about to cost light fatigue."""
    drawn = hero(ready=[pet], row=["combat", "combat"])
    drawn.ready[0] = replace(drawn.ready[0], chips=used)
    scene = Scene(drawn, foe("e1", at=(0, 0), health=9, hp=9, skills=()), difficulty=difficulty)
    scene.rolls("tenacity", "tenacity").engage("a1", "e1", ["combat"]).resolve("combat")
    return scene.engage("a1", "e1", ["combat"])


@rule("ITM-15", "ITM-16")
def test_an_elk_swallows_any_amount_of_fatigue_for_one_chip() -> None:
    scene = engaging_twice(difficulty="expert").answer("fatigue_coming", "elk")
    assert scene.track("a1") == ["combat"]
    assert chips(scene) == [1]


@rule("ITM-15")
def test_at_its_limit_a_pet_is_discarded() -> None:
    scene = engaging_twice(used=2).answer("fatigue_coming", "elk")
    assert scene.mat("a1").ready == ()
    assert scene.state.decks["common"].discard == ("palefrost-elk",)


LIMITS = {
    "palefrost-elk": 3, "cellar-mudcrab": 4, "shepherds-dog": 3, "alley-cat": 3, "bog-toad": 3,
    "pack-goat": 4, "kennel-hound": 4, "meadow-hare": 4, "root-badger": 4, "dusk-bat": 2,
    "choir-thrush": 4, "tinkers-magpie": 3, "moonstone-lynx": 4, "stonehide-cub": 4,
    "star-antlered-stag": 4, "cinderscale-hatchling": 3, "gravewarden-hound": 2,
    "clockwork-spider": 3, "aurora-moth": 5, "temple-unicorn-foal": 3,
}  # fmt: skip


@rule("ITM-15")
def test_every_pet_serves_as_often_as_its_card_says() -> None:
    assert {item.id: item.limit for item in ITEMS if item.subtype == "pet"} == LIMITS


@rule("ITM-15")
@pytest.mark.parametrize("pet", LIMITS)
def test_a_pet_is_discarded_with_the_last_use_and_not_before(pet: str) -> None:
    for used in (LIMITS[pet] - 2, LIMITS[pet] - 1):
        scene = Scene(hero(ready=[pet]), foe("e1", at=(-4, 0)))
        mat = scene.play.start.adventurers[A1]
        card = replace(mat.ready[0], chips=used)
        mats = {A1: replace(mat, ready=(card,))}
        battle = running(scene, replace(scene.play.start, adventurers=mats))
        inventory.spend(battle, A1, card.id)
        assert bool(battle.mat(A1).ready) == (used + 1 < LIMITS[pet])


@rule("ITM-16")
def test_chips_stay_on_a_pet_from_turn_to_turn() -> None:
    scene = engaging_twice().answer("fatigue_coming", "elk").resolve("combat")
    scene.rolls("enemy:0", "enemy:0").end_turn().default()
    assert chips(scene) == [1]


def test_an_elk_may_be_spared() -> None:
    scene = engaging_twice(difficulty="expert").passes("fatigue_coming").passes("fatigue_coming")
    assert scene.track("a1") == ["combat", "LF", "LF"]


@rule("INV-3")
def test_a_pet_in_the_pack_keeps_nothing_away() -> None:
    drawn = hero(pack=["palefrost-elk"], row=["combat", "combat"])
    scene = Scene(drawn, foe("e1", at=(0, 0), health=9, hp=9, skills=()))
    scene.rolls("tenacity", "tenacity").engage("a1", "e1", ["combat"]).resolve("combat")
    assert scene.engage("a1", "e1", ["combat"]).track("a1") == ["combat", "LF"]


def engaged(pet: str, *dice: str, at: tuple[int, int] = (0, 0), **figures: Any) -> Scene:
    """An enemy of 9 HP has rolled against the pet's owner."""
    scene = Scene(
        hero(ready=[pet], **figures),
        foe("e1", BANDIT, at=at, range=3, combat=len(dice), health=9, skills=()),
        turn=None,
    )
    return scene.rolls(*dice)


def test_a_mudcrab_prevents_one_damage() -> None:
    scene = engaged("cellar-mudcrab", "enemy:2").answer("damage_coming", "mudcrab")
    assert (scene.hp("a1"), chips(scene)) == (4, [1])


def test_a_shepherds_dog_prevents_two_damage_to_a_neighbour() -> None:
    scene = Scene(
        hero("a1", at=(2, -1), ready=["shepherds-dog"]),
        hero("a2", at=(1, -1), hp=4),
        foe("e1", BANDIT, at=(0, 0), range=1, combat=2, skills=()),
        turn=None,
    )
    scene.rolls("enemy:2", "enemy:1").answer("damage_coming", "dog", by="a1")
    assert (scene.hp("a2"), chips(scene)) == (3, [1])


def test_a_shepherds_dog_does_not_mind_its_owner() -> None:
    scene = engaged("shepherds-dog", "enemy:2")
    assert scene.hp("a1") == 3


def fumed(pet: str) -> Scene:
    """Who engaged is about to gain Blind."""
    scene = Scene(
        hero(ready=[pet], row=["combat"]),
        foe("e1", at=(0, 0), health=9, hp=9, skills=("fumes",)),
    )
    return scene.rolls("tenacity").engage("a1", "e1", ["combat"]).resolve("combat")


def test_an_alley_cat_ignores_daze_fear_or_blind() -> None:
    scene = fumed("alley-cat").answer("status_coming", "cat")
    assert (scene.track("a1"), chips(scene)) == (["combat"], [1])


def test_a_bog_toad_does_not_mind_blind() -> None:
    assert fumed("bog-toad").track("a1") == ["combat", "blind"]


@pytest.mark.parametrize(
    ("pet", "ignored"),
    [
        ("alley-cat", ["blind", "daze", "fear"]),
        ("bog-toad", ["bane", "maim"]),
        ("moonstone-lynx", ["bane", "blind", "daze", "fear", "maim", "stealth"]),
    ],
)
def test_each_pet_knows_its_statuses(pet: str, ignored: list[str]) -> None:
    battle = running(Scene(hero(ready=[pet]), foe("e1", at=(-4, 0))))
    (hook,) = catalogue_of(battle).items[ItemId(pet)].hooks
    met = []
    for status in ("bane", "blind", "daze", "fear", "maim", "stealth"):
        now = Happening(Moment.STATUS_COMING, unit=UnitId("a1"), kind=status)
        if hook.when(battle, Me(UnitId("a1"), pet), now):
            met.append(status)
    assert met == ignored


def next_turn(pet: str, *, round: int = 1, **figures: Any) -> Scene:
    """The owner's turn is over, and the enemy can do nothing."""
    still = foe("e1", at=(-4, 0), combat=0, range=0)
    drawn = hero(ready=[pet], **figures)
    return Scene(drawn, still, round=round, cards=encounter()).end_turn()


def until(scene: Scene, why: str) -> Scene:
    """Give every question its default until that one is asked."""
    while scene.questions[0].why != why:
        question = scene.questions[0]
        scene.answer(question.why, *question.default)
    return scene


def test_a_pack_goat_makes_light_fatigue_of_overfatigue() -> None:
    """A round of fatigue begins with 1 overfatigue, and deals damage for all of it."""
    scene = next_turn("pack-goat", round=5)
    until(scene, "fatigue_coming").answer("fatigue_coming", "goat")
    assert (scene.track("a1"), scene.hp("a1"), chips(scene)) == (["LF"], 5, [1])


def test_a_kennel_hound_bites_an_adjacent_enemy_that_hurt_its_owner() -> None:
    scene = engaged("kennel-hound", "enemy:1").answer("engaged", "hound")
    assert (scene.hp("a1"), scene.hp("e1"), chips(scene)) == (4, 8, [1])


def test_a_kennel_hound_waits_for_a_bite_that_counts() -> None:
    assert engaged("kennel-hound", "enemy:0").hp("e1") == 9


def test_a_kennel_hound_does_not_reach_an_archer() -> None:
    scene = engaged("kennel-hound", "enemy:1", at=(-1, 0))
    assert (scene.hp("a1"), scene.hp("e1"), chips(scene)) == (4, 9, [0])


def test_a_hare_leads_its_owner_away_from_who_hurt_it() -> None:
    scene = engaged("meadow-hare", "enemy:1").answer("engaged", "hare")
    scene.answer("meadow-hare", "2,-1", "3,-1")
    assert (scene.unit("a1").at, chips(scene)) == ((3, -1), [1])


def test_a_root_badger_digs_out_one_die_more_after_the_recovery_step() -> None:
    scene = next_turn("root-badger", track=["LF", "combat", "OF"], cooldown=1)
    until(scene, "after_recovery").answer("after_recovery", "badger")
    assert (scene.track("a1"), scene.row("a1"), chips(scene)) == (["OF"], ["combat"], [1])


def test_a_dusk_bat_hides_its_owner_at_the_end_of_the_turn() -> None:
    scene = next_turn("dusk-bat").answer("turn_ends", "bat")
    assert (scene.track("a1"), chips(scene)) == (["stealth"], [1])


def test_a_choir_thrush_heartens_who_loses_two_hp_at_once() -> None:
    scene = engaged("choir-thrush", "enemy:2").answer("damage_dealt", "thrush")
    assert (scene.mat("a1").tenacity, chips(scene)) == (1, [1])


def test_a_choir_thrush_is_silent_over_a_single_hp() -> None:
    scene = engaged("choir-thrush", "enemy:1")
    assert (scene.hp("a1"), chips(scene)) == (4, [0])
    assert "damage_dealt" not in [question.why for question in scene.questions]


def test_a_magpie_has_one_attempt_more() -> None:
    scene = Scene(
        hero(race="orc", ready=["tinkers-magpie"]),
        foe("e1", at=(-4, 0)),
        caches={(1, 0): "common"},
        decks={"common": Deck(cards={"steel-maul": 1}, top="2:6-4-2")},
    )
    scene.rolls(*["d6:1"] * 9).move((1, 0)).answer("cache.pick", "pick")
    scene.answer("lockpick_rolled", "magpie")
    for _ in range(2):
        scene.passes("lockpick.adjust").answer("lockpick.keep", "roll")
        scene.passes("lockpick_rolled")
    scene.passes("lockpick.adjust").done()
    assert chips(scene) == [1]


@rule("ITM-17", "INV-7")
def test_a_pet_that_is_gained_may_go_to_the_pack_and_be_readied_later() -> None:
    drawn = hero(race="nord")
    drawn.pack.append(Card(CardId("i1"), ItemId("kennel-hound"), chips=0))
    battle = running(Scene(drawn, foe("e1", at=(-4, 0))))
    inventory.make_ready(battle, UnitId("a1"), CardId("i1"))
    assert [card.item for card in battle.mat(UnitId("a1")).ready] == ["kennel-hound"]
    inventory.stow(battle, UnitId("a1"), CardId("i1"))
    assert inventory.carried(battle, UnitId("a1")) == ()
