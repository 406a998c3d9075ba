"""Enemy skills right after their bearer's defeat: Incite, Penumbra, Reward."""

from typing import Any

import pytest
from msgspec.structs import replace

from protocol.battle import Advanced, UnitDeployed
from protocol.ids import LineId, UnitId
from server.rules.battle.kernel.state import Deck, Row
from tests.rules.content.enemies.weapons import armoury
from tests.scene import Scene, foe, hero

AT = (0, 0)


def _slain(*others: Any, heroes: tuple[Any, ...] = (), **settings: Any) -> Scene:
    figures = settings.pop("figures", {})
    scene = Scene(
        hero("a1", row=["combat", "combat"]),
        *heroes,
        foe("e1", at=AT, hp=1, **figures),
        *others,
        **settings,
    )
    return scene.rolls("combat:1").engage("a1", "e1", ["combat"]).resolve("combat")


@pytest.mark.parametrize(("world", "hp"), [({}, 1), ({"unrest": "2"}, 3)])
def test_incite_heals_its_allies_by_the_unrest_that_the_campaign_tells(
    world: dict[str, str], hp: int
) -> None:
    other = foe("e2", at=(0, -4), hp=1, health=5)
    scene = _slain(other, figures={"skills": ("incite",)}, world=world)
    assert scene.hp("e2") == hp


def test_penumbra_takes_the_place_the_hp_and_the_statuses_of_its_weakest_ally() -> None:
    scene = _slain(
        foe("e2", at=(0, -4), hp=2, statuses=("maim",)),
        foe("e3", at=(0, -3), hp=3),
        figures={"skills": ("penumbra",), "level": 0, "health": 9},
        decks={"bag-1": Deck(cards={"skeever-pup": 0})},
    )
    assert (scene.unit("e1").at, scene.hp("e1"), scene.unit("e1").fate) == ((0, -4), 2, "")
    assert scene.unit("e1").statuses == ("maim",)
    assert scene.unit("e2").fate == "removed"
    assert scene.state.decks["bag-1"].cards == {"skeever-pup": 1}


def test_penumbra_passes_over_quest_units_and_dies_without_another_ally() -> None:
    other = foe("e2", at=(0, -4), kind="quest", hp=1)
    scene = _slain(other, figures={"skills": ("penumbra",), "level": 0})
    assert scene.unit("e1").fate == "defeated"
    assert not scene.events(UnitDeployed)


@pytest.mark.rule("OBJ-2")
def test_penumbra_may_take_the_place_of_an_objective_unit_which_is_removed_by_that() -> None:
    scene = _slain(
        foe("e2", at=(0, -4), kind="objective", hp=2),
        figures={"skills": ("penumbra",), "level": 0},
        decks={"bag-1": Deck(cards={"skeever-pup": 0})},
    )
    assert (scene.unit("e1").at, scene.unit("e2").fate) == ((0, -4), "removed")


def test_penumbra_asks_whose_place_it_takes_among_equals() -> None:
    scene = _slain(
        foe("e2", at=(0, -4), hp=2),
        foe("e3", at=(0, -3), hp=2),
        figures={"skills": ("penumbra",), "level": 0},
    )
    scene.answer("penumbra", "e3")
    assert scene.unit("e1").at == (0, -3)


def _rewarded(**decks: Deck) -> Scene:
    return _slain(
        foe("e2", at=(0, -4), combat=0),
        heroes=(hero("a2", at=(0, 4)), hero("a3", fate="defeated")),
        figures={"skills": ("reward",)},
        cards=armoury(),
        decks=decks,
    )


def test_reward_gives_every_undefeated_adventurer_5_tenacity_for_the_asking() -> None:
    scene = _rewarded()
    assert [scene.mat(name).tenacity for name in ("a1", "a2", "a3")] == [5, 5, 0]


def test_reward_can_be_a_legendary_item() -> None:
    scene = _rewarded(legendary=Deck(cards={"ring": 1}))
    assert scene.offered("reward") == ["item", "tenacity"]
    scene.rolls(0, 0).answer("reward", "item").answer("item.gained", "ready")
    assert [card.item for card in scene.mat("a1").ready] == ["ring"]
    assert (scene.mat("a1").tenacity, scene.mat("a2").tenacity) == (0, 5)


@pytest.mark.rule("STA-3", "STA-1", "ADV-14")
def test_reward_can_be_1_health_for_good_where_the_row_has_room() -> None:
    drawn = Scene(
        hero("a1", row=["combat"]),
        foe("e1", at=AT, hp=1, skills=("reward",)),
        foe("e2", at=(0, -4), combat=0),
    )
    start = drawn.play.start
    mat = replace(start.adventurers[UnitId("a1")], mat=(Row("health", LineId("combat"), 0, 1),))
    scene = Scene.at(replace(start, adventurers={"a1": mat}), drawn.catalogue)
    scene.rolls("combat:1").engage("a1", "e1", ["combat"]).resolve("combat")
    scene.answer("reward", "health")
    assert (scene.unit("a1").health, scene.hp("a1")) == (6, 6)
    assert scene.mat("a1").mat[0].left_squares == 1
    assert [event.attribute for event in scene.events(Advanced)] == ["health"]


def test_penumbra_leaves_its_own_statuses_behind() -> None:
    """Given a bearer that had a status itself, then it has that of its ally alone, and the other
    one goes back to the supply."""
    figures = {"skills": ("penumbra",), "level": 0, "health": 9, "statuses": ("maim",)}
    other = foe("e2", at=(0, -4), hp=2)
    scene = _slain(other, figures=figures, decks={"bag-1": Deck(cards={"skeever-pup": 0})})
    assert (scene.unit("e1").at, scene.unit("e1").statuses) == ((0, -4), ())
