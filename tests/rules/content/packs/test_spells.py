"""Enchantments of a pack, upon every component that one can lie on."""

import pytest

from protocol.battle import DamageDealt, HpChanged
from protocol.ids import UnitId
from server.rules.battle.kernel.values import Stat
from tests.rules.battle.running import running
from tests.rules.content.items.arming import armed, attacked, enemy_dice, engages, in_turn, resolves
from tests.rules.content.items.test_enchantment import laid, put
from tests.rules.content.packs.moor import MOOR
from tests.rules.content.packs.test_gear import reach
from tests.scene import Scene, foe, hero

rule = pytest.mark.rule
SPADE, HEAVY = "turf-spade", "heavy-weapon"


@rule("ITM-8")
def test_an_enchanted_adventurer_moves_farther() -> None:
    scene = in_turn("glyph-of-reeds", cards=MOOR, stamina=3)
    assert reach(scene) == 3
    assert reach(put(scene)) == 4


@rule("ITM-8")
def test_it_heals_as_its_turn_starts() -> None:
    friend = hero("a2", at=(1, 0), hp=2)
    scene = put(in_turn("glyph-of-reeds", friend, cards=MOOR), "a2").end_turn()
    assert scene.hp("a2") == 3


@rule("ITM-8")
def test_it_prevents_damage_once_a_round() -> None:
    scene = laid(attacked("oiled-hood", cards=MOOR), "glyph-of-reeds", "a1")
    scene.answer("damage_coming", "reeds")
    assert not any("reeds" in key for key in scene.offered("damage_coming"))
    scene.passes("damage_coming")
    assert [event.prevented for event in scene.events(DamageDealt)] == [1]


@rule("ITM-8")
def test_an_enchanted_enemy_has_less_of_a_stat_but_never_less_than_none() -> None:
    enemies = foe("e1", at=(1, 0), skills=()), foe("e2", at=(2, 0), skills=())
    battle = running(put(in_turn("hex-of-mud", *enemies, cards=MOOR), "e1"))
    assert [battle.value(UnitId("e1"), Stat.DEFENSE, printed).value for printed in (3, 1)] == [1, 0]
    assert battle.value(UnitId("e2"), Stat.DEFENSE, 3).value == 3


def gnats(**figures: object) -> Scene:
    scene = armed(SPADE, HEAVY, cards=MOOR, **figures)  # type: ignore[arg-type]
    return laid(scene, "glyph-of-gnats", f"a1-{SPADE}")


@rule("ITM-8")
def test_an_enchanted_weapon_adds_a_die() -> None:
    assert enemy_dice(engages(gnats(), "tenacity", "enemy:0", "enemy:0")) == 2


@rule("ITM-8")
def test_an_enchanted_weapon_lets_one_die_be_rerolled_and_afflicts_the_target() -> None:
    scene = engages(gnats(), "tenacity", "enemy:0", "enemy:0", "combat:2")
    scene.answer("after_roll", "gnats").answer("glyph-of-gnats.reroll", "a1.combat.1")
    resolves(scene).answer("engage_over", "gnats")
    assert scene.unit("e1").statuses == ("maim",)
    assert scene.hp("e1") == 7


@rule("ITM-8")
def test_enchanted_armor_prevents_more_and_gives_something_afterwards() -> None:
    scene = laid(attacked("oiled-hood", cards=MOOR), "glyph-of-wax", "a1-oiled-hood")
    scene.answer("damage_coming", "wear")
    assert scene.hp("a1") == 4
    assert [event.bonus for event in scene.events(HpChanged) if event.why == "bonus"] == [1]


@rule("ITM-8")
@pytest.mark.parametrize(("at", "track"), [((0, 0), []), ((1, 0), ["LF"])])
def test_an_enchanted_tile_works_for_whoever_starts_a_turn_there(
    at: tuple[int, int], track: list[str]
) -> None:
    caster = hero("a1", at=(-1, 0), ready=["sigil-of-the-spring"])
    scene = Scene(
        caster,
        hero("a2", at=at, track=["LF"], cooldown=0),
        foe("e9", at=(3, 0), skills=()),
        tiles={"cellar": ((-1, 0), (0, 0)), "yard": ((1, 0), (2, 0), (3, 0))},
        cards=MOOR,
    )
    put(scene).end_turn()
    assert scene.track("a2") == track
