from typing import Any

import pytest

from protocol.battle import TenacityChanged
from server.rules.battle.kernel.state import Deck
from tests.scene import Refused, Scene, foe, hero

CACHE = (1, 0)
LOCKSMITH, FINDERS = "locksmith", "finders-keepers"


def _picking(*row: str, dice: tuple[int, ...], card: int | None = None, **more: Any) -> Scene:
    """A hero with these dice has rolled the lockpick dice against the lock 5-2-2."""
    scene = Scene(
        hero(race="nord", row=list(row), **more),
        foe("e1", at=(-4, 0)),
        caches={CACHE: "common"},
        decks={"common": Deck(cards={"falkreath-meat-loaf": 1}, top="3:5-2-2")},
        valenwood=True,
    )
    scene.rolls(*(f"d6:{value}" for value in dice)).move(CACHE)
    scene.rolls(*(() if card is None else (card,)))
    return scene.answer("cache.pick", "pick")


def _opened(scene: Scene) -> bool:
    return any(question.why == "item.gained" for question in scene.done().questions)


def test_locksmith_turns_a_lockpick_die_by_one_and_comes_home() -> None:
    scene = _picking(LOCKSMITH, dice=(5, 2, 3)).rolls(LOCKSMITH, 0)
    scene.answer("lockpick_rolled", "lend_a_hand")
    assert scene.offered("legerdemain.turn") == ["2>1", "2>3", "3>2", "3>4", "5>4", "5>6"]
    scene.answer("legerdemain.turn", "3>2")
    assert _opened(scene)
    assert scene.row("a1") == [LOCKSMITH]
    assert scene.track("a1") == []


def test_rolling_it_is_optional_and_so_is_its_result() -> None:
    scene = _picking(LOCKSMITH, dice=(5, 2, 3)).passes("lockpick_rolled")
    assert scene.asked("lockpick.adjust").to == ("a1",)
    scene = _picking(LOCKSMITH, dice=(5, 2, 3)).rolls(LOCKSMITH)
    scene.answer("lockpick_rolled", "lend_a_hand").passes("legerdemain.turn")
    assert scene.asked("lockpick.adjust").to == ("a1",)
    assert scene.row("a1") == [LOCKSMITH]


def test_a_die_helps_once_an_attempt_and_again_in_the_next() -> None:
    scene = _picking(LOCKSMITH, dice=(1, 1, 1)).rolls("tenacity", "d6:1", "d6:1", "d6:1")
    scene.answer("lockpick_rolled", "lend_a_hand")
    scene.passes("lockpick.adjust").answer("lockpick.keep", "roll")
    assert scene.asked("lockpick_rolled").to == ("a1",)


@pytest.mark.rule("CLS-13")
def test_a_tenacity_result_outside_an_engage_gives_none_and_brings_the_die_home() -> None:
    scene = _picking(LOCKSMITH, dice=(1, 1, 1)).rolls("tenacity")
    scene.answer("lockpick_rolled", "lend_a_hand")
    assert scene.row("a1") == [LOCKSMITH]
    assert not scene.events(TenacityChanged)


def test_a_die_is_not_offered_where_the_lock_is_open() -> None:
    assert _opened(_picking(LOCKSMITH, dice=(5, 2, 2), card=0))


@pytest.mark.rule("STS-8")
def test_fear_silences_the_line() -> None:
    assert _picking(LOCKSMITH, dice=(5, 2, 3), track=["fear"]).asked("lockpick.adjust").to == (
        "a1",
    )


def test_finders_keepers_1_turns_a_die_to_its_opposite_side() -> None:
    scene = _picking(FINDERS, dice=(5, 5, 2)).rolls("finders-keepers-1", 0)
    scene.answer("lockpick_rolled", "lend_a_hand")
    assert scene.offered("legerdemain.turn") == ["2>5", "5>2"]
    assert _opened(scene.answer("legerdemain.turn", "5>2"))
    assert scene.row("a1") == [FINDERS]


def test_finders_keepers_2_turns_a_die_by_one_or_two() -> None:
    scene = _picking(FINDERS, dice=(5, 2, 4)).rolls("finders-keepers-2", 0)
    scene.answer("lockpick_rolled", "lend_a_hand")
    assert {"4>2", "4>3", "4>5", "4>6", "5>3", "2>1"} <= set(scene.offered("legerdemain.turn"))
    assert "5>7" not in scene.offered("legerdemain.turn")
    assert _opened(scene.answer("legerdemain.turn", "4>2"))


def test_finders_keepers_3_gives_one_more_attempt() -> None:
    scene = _picking(FINDERS, dice=(1, 1, 1))
    for _ in range(2):
        scene.passes("lockpick_rolled").passes("lockpick.adjust")
        scene.rolls("d6:1", "d6:1", "d6:1").answer("lockpick.keep", "roll")
    scene.rolls("finders-keepers-3").answer("lockpick_rolled", "lend_a_hand")
    scene.passes("lockpick.adjust").rolls("d6:5", "d6:2", "d6:2", 0)
    assert _opened(scene.answer("lockpick.keep", "roll"))


def test_finders_keepers_4_turns_all_dice_as_wanted() -> None:
    scene = _picking(FINDERS, dice=(1, 2, 6)).rolls("finders-keepers-4", 0)
    scene.answer("lockpick_rolled", "lend_a_hand")
    assert scene.asked("legerdemain.set").default == ("0:2", "1:2", "2:5")
    assert _opened(scene.answer("legerdemain.set", "0:5", "1:2", "2:2"))


@pytest.mark.rule("LOK-8")
def test_finders_keepers_4_spares_a_die_whose_key_was_matched_before() -> None:
    scene = Scene(
        hero(race="nord", row=[FINDERS]),
        foe("e1", at=(-4, 0)),
        caches={CACHE: "legendary"},
        decks={"legendary": Deck(cards={"scampcrusher": 1}, top="4:6k-5-2-3")},
        valenwood=True,
    )
    scene.rolls("d6:6", "d6:1", "d6:1").move(CACHE).answer("cache.pick", "pick")
    scene.passes("lockpick_rolled").passes("lockpick.adjust").rolls("d6:1", "d6:1", "d6:1")
    scene.answer("lockpick.keep", "roll").rolls("finders-keepers-4", 0)
    scene.answer("lockpick_rolled", "lend_a_hand")
    assert sorted(pick[2:] for pick in scene.asked("legerdemain.set").default) == ["2", "3", "5"]
    assert _opened(scene.answer("legerdemain.set", "0:5", "1:2", "2:3"))


def test_finders_keepers_5_is_forced_exhausts_the_die_and_costs_a_light_fatigue() -> None:
    scene = _picking(FINDERS, dice=(1, 1, 1)).rolls("finders-keepers-5")
    scene.answer("lockpick_rolled", "lend_a_hand")
    assert scene.row("a1") == []
    assert scene.track("a1") == [FINDERS, "LF"]
    assert scene.asked("lockpick.adjust").to == ("a1",)


@pytest.mark.parametrize("kind", ["light-fingers", "friends-in-low-places"])
def test_the_dice_for_towns_do_not_help_with_locks(kind: str) -> None:
    assert _picking(kind, dice=(1, 1, 1)).asked("lockpick.adjust").to == ("a1",)


@pytest.mark.parametrize("kind", [LOCKSMITH, FINDERS, "light-fingers", "friends-in-low-places"])
def test_no_die_of_the_line_is_rolled_in_an_engage(kind: str) -> None:
    scene = Scene(hero(row=[kind, "combat"]), foe("e1", at=(0, 0)))
    assert not any(kind in key for key in scene.offered("turn.engage"))
    with pytest.raises(Refused):
        scene.engage("a1", "e1", [kind])


@pytest.mark.parametrize("with_set", [True, False])
def test_the_line_is_offered_only_to_tables_with_its_set(with_set: bool) -> None:
    scene = Scene.fresh("1", valenwood=with_set).answer("create.race", "khajiit")
    assert ("legerdemain" in scene.offered("create.line")) is with_set
