"""Lockpicking (p68-70), played on cache chips."""

from typing import Any

import pytest

from server.rules.battle.kernel.lock import Attempt, Lock
from server.rules.battle.kernel.state import Deck
from tests.scene import Refused, Scene, foe, hero

rule = pytest.mark.rule
CACHE = (1, 0)


def picking(lock: str, item: str, deck: str = "common", **figures: Any) -> Scene:
    """An adventurer has entered a cache whose deck holds one card, and tries its lock."""
    scene = Scene(
        hero(race="nord", **figures),
        foe("e1", at=(-4, 0)),
        caches={CACHE: deck},
        decks={deck: Deck(cards={item: 1}, top=lock)},
    )
    return scene.move(CACHE)


def loaf(**figures: Any) -> Scene:
    return picking("3:5-2-2", "falkreath-meat-loaf", **figures)


def crusher(**figures: Any) -> Scene:
    return picking("4:6k-5-2-3", "scampcrusher", "legendary", **figures)


def d6(*values: int) -> list[str]:
    return [f"d6:{value}" for value in values]


def ready(scene: Scene) -> list[str]:
    return [card.item for card in scene.mat("a1").ready]


@rule("CAC-2", "CAC-3", "CAC-4", "LOK-1", "LOK-3", "LOK-4", "LOK-7", "LOK-8", "LOK-11", "MOV-4")
def test_we_020_a_common_cache_is_opened_in_two_attempts_for_three_light_fatigue() -> None:
    """WE-020 (p69)."""
    scene = Scene(
        hero(race="nord", at=(1, -3), stamina=3),
        foe("e1", at=(-4, 0)),
        caches={CACHE: "common"},
        decks={"common": Deck(cards={"falkreath-meat-loaf": 1})},
    )
    scene.rolls(0, *d6(1, 2, 3), *d6(3), 0).move((1, -2), (1, -1), CACHE)
    scene.answer("cache.pick", "pick").answer("lockpick.adjust", "3>2").passes("lockpick.adjust")
    scene.answer("lockpick.keep", "roll", "1", "2")
    scene.answer("lockpick.adjust", "3>4").answer("lockpick.adjust", "4>5")
    scene.answer("item.gained", "ready").done()
    assert scene.track("a1") == ["LF", "LF", "LF"]
    assert ready(scene) == ["falkreath-meat-loaf"]
    assert not scene.state.caches
    assert all(question.why != "move.continue" for question in scene.questions)
    assert scene.state.turn is not None
    assert (scene.state.turn.moves, scene.state.turn.moved) == (1, 3)


@rule("LOK-3", "LOK-4", "LOK-5", "LOK-6", "LOK-7", "LOK-8", "LOK-11")
def test_we_050_a_key_digit_stays_matched_although_its_die_is_rolled_again() -> None:
    """WE-050 (p70)."""
    scene = Scene(
        hero(race="nord", at=(1, -2), stamina=3),
        foe("e1", at=(-4, 0)),
        caches={CACHE: "legendary"},
        decks={"legendary": Deck(cards={"scampcrusher": 1})},
    )
    scene.rolls(0, *d6(4, 2, 2), *d6(5, 4), 0).move((1, -1), CACHE).answer("cache.pick", "pick")
    scene.answer("lockpick.adjust", "4>5").answer("lockpick.adjust", "5>6")
    scene.passes("lockpick.adjust").answer("lockpick.keep", "roll", "1")
    scene.answer("lockpick.adjust", "4>3").answer("item.gained", "ready").done()
    assert scene.track("a1") == ["LF", "LF", "LF"]
    assert ready(scene) == ["scampcrusher"]
    assert scene.asked("move.continue").shape.budget == 1  # type: ignore[union-attr]
    with pytest.raises(Refused, match="1,2 cannot be entered"):
        scene.answer("move.continue", "1,1", "1,2")
    scene.answer("move.continue", "1,1")
    assert scene.state.turn is not None
    assert (scene.state.turn.moves, scene.state.turn.moved) == (1, 3)


COMMON = Lock(3, (5, 2, 2))
LEGENDARY = Lock(4, (5, 5, 1, 2), (5,))
FLOODGATES = Lock(2, (4, 5, 2))


@rule("LOK-1", "LOK-2")
@pytest.mark.parametrize(
    ("lock", "dice", "open_digits"),
    [
        (COMMON, [2, 5, 2], ()),
        (COMMON, [2, 2, 5], ()),
        (COMMON, [5, 5, 2], (2,)),
        (FLOODGATES, [2, 4, 5], ()),
        (FLOODGATES, [2, 4, 4], (5,)),
    ],
)
def test_we_051_digits_match_in_any_order_each_with_a_die_of_its_own(
    lock: Lock, dice: list[int], open_digits: tuple[int, ...]
) -> None:
    assert Attempt(dice).missing(lock) == open_digits


@rule("LOK-2", "LOK-5")
def test_we_051_without_the_key_no_other_digit_counts() -> None:
    assert Attempt([1, 2, 2]).missing(LEGENDARY) == (5, 5, 1, 2)
    assert Attempt([5, 1, 2]).missing(LEGENDARY) == (5,)
    assert Attempt([5, 1, 2], keys=(5,)).missing(LEGENDARY) == ()


@rule("LOK-6")
def test_a_key_die_that_is_kept_stays_the_keys_and_matches_no_other_digit() -> None:
    assert Attempt([5, 1, 2], keys=(5,), holders=(0,)).missing(LEGENDARY) == (5,)


@rule("LOK-5")
def test_nothing_may_be_kept_before_the_key_digit_is_matched() -> None:
    scene = crusher().rolls(*d6(5, 2, 3), *d6(6, 5, 2))
    scene.answer("cache.pick", "pick").passes("lockpick.adjust")
    assert scene.offered("lockpick.keep") == ["roll"]
    scene.answer("lockpick.keep", "roll").passes("lockpick.adjust").done()
    assert scene.offered("lockpick.keep") == ["roll", "0", "1", "2"]


@rule("LOK-5")
def test_other_dice_of_the_attempt_that_matched_the_key_may_be_kept_with_it() -> None:
    scene = crusher().rolls(*d6(6, 5, 2), *d6(3), 0)
    scene.answer("cache.pick", "pick").passes("lockpick.adjust")
    scene.answer("lockpick.keep", "roll", "1", "2").answer("item.gained", "pack")
    assert [card.item for card in scene.mat("a1").pack] == ["scampcrusher"]


@rule("LOK-6")
def test_within_one_attempt_the_die_that_shows_the_key_is_nothing_else() -> None:
    """Turned away again before the attempt is resolved, it matches no key at all."""
    scene = crusher().rolls(*d6(6, 2, 3)).answer("cache.pick", "pick")
    scene.answer("lockpick.adjust", "6>5").passes("lockpick.adjust")
    assert scene.offered("lockpick.keep") == ["roll"]


@rule("LOK-7")
def test_dice_turn_by_one_and_never_between_six_and_one() -> None:
    scene = loaf().rolls(*d6(1, 6, 6)).answer("cache.pick", "pick")
    assert scene.offered("lockpick.adjust") == ["1>2", "6>5"]


@rule("LOK-7")
def test_each_turn_of_a_die_costs_one_light_fatigue() -> None:
    scene = loaf().rolls(*d6(2, 2, 3), 0).answer("cache.pick", "pick")
    scene.answer("lockpick.adjust", "3>4").answer("lockpick.adjust", "4>5")
    assert scene.track("a1") == ["LF", "LF"]
    assert scene.offered("item.gained")


@rule("LOK-9", "LOK-10")
def test_the_check_fails_with_the_last_attempt() -> None:
    scene = loaf().rolls(*d6(1, 1, 1), *d6(1, 1, 1), *d6(1, 1, 1)).answer("cache.pick", "pick")
    for _ in range(2):
        scene.passes("lockpick.adjust").answer("lockpick.keep", "roll")
    scene.passes("lockpick.adjust").done()
    assert not scene.state.caches
    assert not ready(scene)


@rule("LOK-10")
def test_giving_up_fails_the_check() -> None:
    scene = loaf().rolls(*d6(5, 2, 1)).answer("cache.pick", "pick")
    scene.passes("lockpick.adjust").passes("lockpick.keep").done()
    assert not scene.state.caches


@rule("LOK-4")
def test_kept_dice_may_be_rolled_again_in_a_later_attempt() -> None:
    scene = loaf().rolls(*d6(5, 2, 1), *d6(1), *d6(2, 2), 0).answer("cache.pick", "pick")
    scene.passes("lockpick.adjust").answer("lockpick.keep", "roll", "0", "1")
    scene.passes("lockpick.adjust").answer("lockpick.keep", "roll", "0")
    scene.answer("item.gained", "ready").done()
    assert ready(scene) == ["falkreath-meat-loaf"]


@rule("LOK-4")
def test_a_roll_has_at_least_one_die() -> None:
    scene = loaf().rolls(*d6(5, 2, 1)).answer("cache.pick", "pick").passes("lockpick.adjust")
    assert scene.asked("lockpick.keep").shape.slots[1].high == 2  # type: ignore[union-attr]


@rule("LOK-4")
def test_unless_told_otherwise_the_dice_that_match_the_code_are_kept() -> None:
    scene = loaf().rolls(*d6(5, 1, 2)).answer("cache.pick", "pick").passes("lockpick.adjust")
    assert scene.asked("lockpick.keep").default == ("roll", "0", "2")


@rule("LOK-4")
def test_unless_told_otherwise_a_second_die_of_one_digit_is_rolled_again() -> None:
    scene = loaf().rolls(*d6(5, 5, 1)).answer("cache.pick", "pick").passes("lockpick.adjust")
    assert scene.asked("lockpick.keep").default == ("roll", "0")


@rule("LOK-4", "LOK-5")
def test_unless_told_otherwise_a_die_that_has_opened_the_key_is_rolled_again() -> None:
    scene = crusher().rolls(*d6(6, 5, 4)).answer("cache.pick", "pick").passes("lockpick.adjust")
    assert scene.asked("lockpick.keep").default == ("roll", "1")
    scene = crusher().rolls(*d6(1, 5, 2)).answer("cache.pick", "pick").passes("lockpick.adjust")
    assert scene.asked("lockpick.keep").default == ("roll",)


@rule("LOK-11", "LOK-13", "CAC-2", "MOV-4")
def test_we_102_an_interrupted_move_goes_on() -> None:
    """WE-102 (p59): the check comes in the middle of the move action."""
    scene = Scene(
        hero(race="nord", at=(1, -2), stamina=3),
        foe("e1", at=(-4, 0)),
        caches={CACHE: "common"},
        decks={"common": Deck(cards={"falkreath-meat-loaf": 1}, top="3:5-2-2")},
    )
    scene.rolls(*d6(1, 1, 1)).move((1, -1), CACHE, (1, 1)).answer("cache.pick", "pick")
    scene.passes("lockpick.adjust").passes("lockpick.keep")
    assert scene.unit("a1").at == (1, 1)
    assert scene.state.decks["common"].bottom == ("3:5-2-2",)
    assert scene.state.turn is not None
    assert (scene.state.turn.moves, scene.state.turn.moved) == (1, 3)


@rule("STS-15")
def test_a_dazed_adventurer_who_has_moved_picks_no_lock() -> None:
    scene = loaf(track=["daze"])
    assert all(question.why != "cache.pick" for question in scene.questions)
