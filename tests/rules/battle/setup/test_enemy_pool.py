"""Enemy points and the chips they bring (p54, p56)."""

from typing import Any

import pytest
from msgspec.structs import replace

from server.rules.battle.components.catalogue import Catalogue
from server.rules.battle.setup import enemy_pool
from tests.rules.battle.printed import with_chips, with_encounter
from tests.rules.battle.running import running
from tests.scene import Scene, friend, hero
from tests.scene.builders import Foe, Hero

rule = pytest.mark.rule
HEXES = tuple((q, 0) for q in range(-3, 4)) + tuple((q, 1) for q in range(-3, 3))
MONSTERS = ("humanoid", "beast", "daedra")
ONES = tuple((f"one-{n}", 1, MONSTERS[n % 3]) for n in range(6))
ALL_LEVELS = (*ONES, ("five", 5, "beast"), ("ten", 10, "beast"), ("twenty", 20, "daedra"))


def about_to_set_up(
    party: int, cards: Catalogue, *more: Hero | Foe, draws: int = 0, **settings: Any
) -> Scene:
    """Adventurers stand ready; the first of each bag is drawn, `draws` chips in all."""
    heroes = [hero(f"a{n}", at=(n, -1)) for n in range(1, party + 1)]
    drawn = Scene(*heroes, *more, cards=cards, **settings)
    state = drawn.play.start
    units = {name: replace(unit, at=None) for name, unit in state.units.items()}
    before = replace(state, phase="setup", turn=None, units=units, tiles={}, order=(), rounds=0)
    return Scene.at(before, drawn.catalogue).rolls(*[0] * draws)


def enemies(scene: Scene) -> list[str]:
    return [unit.chip for unit in scene.state.units.values() if unit.side == "enemy"]


def levels(scene: Scene) -> list[int]:
    return [unit.level for unit in scene.state.units.values() if unit.side == "enemy"]


@rule("EP-1", "EP-2", "EP-3", "EP-4")
def test_we_055_eight_points_in_a_clash() -> None:
    """WE-055 (p54): a level 5 and three of level 1; the rest of the hexes stay empty."""
    cards = with_encounter(with_chips(*ALL_LEVELS), numbered=HEXES[:6])
    scene = about_to_set_up(2, cards, draws=4, xp=4)
    assert levels(scene) == [5, 1, 1, 1]
    assert [u.at for u in scene.state.units.values() if u.side == "enemy"] == list(HEXES[:4])
    scene.done()


@rule("EP-7", "DIF-5")
def test_we_056_a_last_step_takes_its_points_from_the_table() -> None:
    """WE-056 (p56): 58 points in the second session on Adept, whatever the dial shows."""
    chips = (*ALL_LEVELS, ("twenty-2", 20, "beast"))
    cards = with_encounter(with_chips(*chips), numbered=HEXES, final=True)
    scene = about_to_set_up(2, cards, draws=7, xp=25, session=2)
    assert levels(scene) == [20, 20, 10, 5, 1, 1, 1]
    scene.done()


TABLE = {
    ("EP-8", 1, "apprentice"): (13, 26, 42, 56),
    ("EP-8", 1, "adept"): (16, 32, 48, 64),
    ("EP-8", 1, "expert"): (18, 36, 54, 72),
    ("EP-9", 2, "apprentice"): (27, 52, 90, 120),
    ("EP-9", 2, "adept"): (29, 58, 96, 128),
    ("EP-9", 2, "expert"): (33, 64, 102, 132),
    ("EP-10", 3, "apprentice"): (32, 62, 96, 128),
    ("EP-10", 3, "adept"): (34, 68, 102, 136),
    ("EP-10", 3, "expert"): (37, 74, 111, 152),
}


@pytest.mark.parametrize(
    ("session", "difficulty", "size", "points"),
    [
        pytest.param(session, difficulty, size, points, marks=rule(id_, "EP-7", "DIF-5"))
        for (id_, session, difficulty), row in TABLE.items()
        for size, points in enumerate(row, 1)
    ],
)
def test_we_057_points_of_a_last_step(
    session: int, difficulty: str, size: int, points: int
) -> None:
    """WE-057 (p56)."""
    heroes = [hero(f"a{n}", at=(n, -1)) for n in range(1, size + 1)]
    cards = with_encounter(final=True)
    battle = running(Scene(*heroes, cards=cards, difficulty=difficulty, session=session, xp=9))
    assert enemy_pool.points(battle) == points


@rule("GEN-12", "EP-1")
def test_we_058_the_party_counts_the_fallen_and_not_its_companions() -> None:
    """WE-058 (p36, p90)."""
    scene = Scene(
        hero("a1"),
        hero("a2", at=(2, 0)),
        hero("a3", fate="defeated"),
        friend("c1", "clannfear", at=(0, 1)),
        friend("c2", "atronach", at=(0, 2)),
        xp=5,
    )
    battle = running(scene)
    assert battle.party_size() == 3
    assert enemy_pool.points(battle) == 15


@rule("EP-5")
def test_a_required_type_comes_first_and_then_chance_decides() -> None:
    """Six points bring six enemies; only two of the six chips are beasts."""
    cards = with_encounter(with_chips(*ONES), numbered=HEXES[:6], wanted="beast")
    scene = about_to_set_up(2, cards, draws=6, xp=3)
    assert enemies(scene) == ["one-1", "one-4", "one-0", "one-2", "one-3", "one-5"]


@rule("EP-5")
def test_chips_put_aside_for_a_required_name_are_in_the_bag_again() -> None:
    cards = with_encounter(with_chips(*ONES), numbered=HEXES[:6], wanted="one-3")
    scene = about_to_set_up(1, cards, draws=1, xp=1)
    assert enemies(scene) == ["one-3"]
    left = [name for name, n in scene.state.decks["bag-1"].cards.items() if n]
    assert left == ["one-0", "one-1", "one-2", "one-4", "one-5"]


@rule("EP-6")
def test_named_enemies_cost_no_points_and_may_be_above_them() -> None:
    cards = with_encounter(
        with_chips(*ALL_LEVELS), numbered=HEXES[:6], named=(("ten", (0, -3)), ("five", (0, -2)))
    )
    scene = about_to_set_up(2, cards, draws=4, xp=1)
    assert levels(scene) == [10, 5, 1, 1]
    assert scene.state.decks["bag-10"].cards["ten"] == 0


@rule("LIM-13")
def test_we_098_who_is_not_at_hand_is_replaced_by_a_random_one_of_the_level() -> None:
    """WE-098 (p54): the second time its name is called, the chip is on the map already."""
    chips = (*ALL_LEVELS, ("ten-2", 10, "beast"))
    named = (("ten", (0, -3)), ("ten", (0, -2)))
    cards = with_encounter(with_chips(*chips), numbered=(), named=named)
    assert enemies(about_to_set_up(1, cards, draws=2)) == ["ten", "ten-2"]


@rule("LIM-13")
def test_we_098_level_20_stands_in_for_a_quest_unit() -> None:
    """WE-098 (p54)."""
    named = (("warlord", (0, -3)), ("warlord", (0, -2)))
    chips = with_chips(*ALL_LEVELS, ("warlord", 0, "humanoid"))
    scene = about_to_set_up(1, with_encounter(chips, numbered=(), named=named), draws=1)
    assert enemies(scene) == ["warlord", "twenty"]


@rule("LIM-7")
def test_nobody_comes_where_no_chip_of_the_level_is_left() -> None:
    cards = with_encounter(with_chips(*ONES), numbered=(), named=())
    battle = running(about_to_set_up(1, cards))
    assert enemy_pool.draw_enemy(battle, 5) == ""
