from typing import Any

import pytest
from msgspec.structs import replace

from protocol.battle import HpChanged
from tests.scene import Scene, foe, hero
from tests.scene.builders import Hero

rule = pytest.mark.rule


def healer(**figures: Any) -> Hero:
    drawn: dict[str, Any] = {
        "race": "khajiit", "cls": "healer", "form": "magic", "tenacity": 5, "at": (1, -1), **figures
    }  # fmt: skip
    return hero(**drawn)


def friend_of(**figures: Any) -> Hero:
    drawn: dict[str, Any] = {"name": "a2", "race": "khajiit", "at": (2, -1), **figures}
    return hero(**drawn)


def turn_of(friend: Hero | None = None, **figures: Any) -> Scene:
    return Scene(healer(**figures), friend or friend_of(), foe("e1", at=(-4, 0), skills=()))


def next_turn(*, master: bool = False, at: tuple[int, int] = (2, -1)) -> Scene:
    """The turn of a wounded adventurer is over, the Healer's comes."""
    scene = Scene(
        friend_of(name="a1", at=at, hp=2),
        healer(name="a2", master=master),
        foe("e1", at=(-4, 0)),
        round=2,
    )
    return scene.end_turn()


@rule("CLS-2", "CLS-17")
def test_at_the_start_of_a_turn_light_fatigue_heals_an_adjacent_ally() -> None:
    scene = next_turn().answer("turn_starts", "mend")
    assert (scene.hp("a1"), scene.track("a2")) == (3, ["LF"])


@rule("CLS-17")
def test_the_healing_at_the_start_of_a_turn_may_be_declined() -> None:
    scene = next_turn().passes("turn_starts")
    assert (scene.hp("a1"), scene.track("a2")) == (2, [])


def test_a_novice_is_not_asked_where_nobody_near_is_wounded() -> None:
    assert next_turn(at=(3, -1)).offered("turn.act")


def test_a_master_heals_two_anywhere() -> None:
    scene = next_turn(master=True, at=(3, -1)).answer("turn_starts", "mend_afar")
    assert (scene.hp("a1"), scene.track("a2")) == (4, ["LF"])


@rule("CLS-20")
def test_the_master_ritualist_die_makes_a_master() -> None:
    scene = turn_of()
    scene.play.start = replace(scene.play.start, used={"battle:a1.master-ritualist": 1})
    scene.answer("anytime", "promotion")
    assert scene.mat("a1").master


@pytest.mark.parametrize(("master", "hp"), [(False, 4), (True, 5)])
def test_medicinal_use_turns_an_item_into_healing(master: bool, hp: int) -> None:
    scene = turn_of(friend_of(hp=1), master=master, pack=["bravil-melon-salad"], tenacity=1)
    scene.answer("turn.act", "medicinal-use").default(perhaps="heal.less")
    assert (scene.hp("a2"), scene.mat("a1").pack, scene.mat("a1").tenacity) == (hp, (), 0)


def test_medicinal_use_needs_an_item() -> None:
    assert not any("medicinal" in key for key in turn_of(friend_of(hp=1)).offered("turn.act"))


@rule("FAT-3", "FAT-6")
def test_rationer_removes_as_much_overfatigue_as_is_paid_for() -> None:
    scene = turn_of(track=["OF", "combat", "OF", "OF"]).answer("turn.act", "rationer")
    scene.answer("rationer", "2")
    assert (scene.track("a1"), scene.mat("a1").tenacity) == (["combat", "OF"], 2)
    assert scene.state.supply["OF"] == 11


@pytest.mark.parametrize(("tenacity", "offered"), [(1, False), (2, True)])
def test_rationer_is_offered_where_its_price_and_one_more_can_just_be_paid(
    tenacity: int, offered: bool
) -> None:
    scene = turn_of(track=["OF"], tenacity=tenacity)
    assert any("rationer" in key for key in scene.offered("turn.act")) is offered
    if offered:
        scene.answer("turn.act", "rationer").answer("rationer", "1")
        assert (scene.track("a1"), scene.mat("a1").tenacity) == ([], 0)


def treated(at: tuple[int, int], **figures: Any) -> Scene:
    """The friend has been healed 3 of its missing 2 HP; an enemy stands somewhere."""
    scene = Scene(
        healer(pack=["bravil-melon-salad"], **figures),
        friend_of(hp=3),
        foe("e1", at=at, health=5, hp=5, skills=()),
    )
    return scene.answer("turn.act", "medicinal-use").passes("heal.less")


@rule("CLS-5", "TRM-7")
def test_snakeblood_deals_an_enemy_in_reach_as_much_as_was_really_healed() -> None:
    scene = treated((0, 0)).answer("healed", "snakeblood")
    assert (scene.hp("a2"), scene.hp("e1"), scene.mat("a1").tenacity) == (5, 3, 2)


@rule("CLS-9")
def test_snakeblood_may_change_the_form_for_an_enemy_out_of_reach() -> None:
    scene = treated((-1, 0), form="light-weapon").answer("healed", "snakeblood")
    assert scene.offered("snakeblood") == ["e1:ranged-weapon", "e1:magic"]
    scene.answer("snakeblood", "e1:magic")
    assert (scene.hp("e1"), scene.mat("a1").form, scene.track("a1")) == (3, "magic", ["LF"])


def test_snakeblood_is_not_offered_without_an_enemy_in_reach_of_any_form() -> None:
    assert treated((-4, 0), magicka=2, stamina=2).offered("turn.act")


def test_liquid_efficiency_takes_light_fatigue_of_anybody_into_active_slots() -> None:
    scene = turn_of(friend_of(track=["LF", "OF"]), hp=2, track=["combat", "LF"])
    scene.answer("turn.act", "liquid-efficiency").answer("liquid-efficiency", "a1:LF", "a2:LF")
    assert scene.active("a1") == ["LF", "LF"]
    assert (scene.track("a1"), scene.track("a2")) == (["combat"], ["OF"])
    assert scene.hp("a1") == 4


def test_a_master_takes_overfatigue_as_well() -> None:
    scene = turn_of(friend_of(track=["OF"]), hp=2, master=True)
    scene.answer("turn.act", "liquid-efficiency").answer("liquid-efficiency", "a2:OF")
    assert (scene.active("a1"), scene.track("a2")) == (["OF"], [])


@rule("ACT-3")
def test_fatigue_in_a_slot_is_put_away_into_the_healers_own_track() -> None:
    scene = turn_of(friend_of(track=["LF"]), hp=2).answer("turn.act", "liquid-efficiency")
    scene.answer("liquid-efficiency", "a2:LF").answer("turn.act", "drop:LF")
    assert (scene.active("a1"), scene.track("a1")) == ([], ["LF"])


def test_hope_infusion_gives_three_bonus_hp() -> None:
    scene = turn_of().answer("turn.act", "hope-infusion").answer("hope-infusion", "a2")
    assert scene.unit("a2").bonus == 3


@rule("DEF-4")
def test_from_the_brink_brings_a_defeated_adventurer_back_at_full_hp() -> None:
    scene = turn_of(friend_of(fate="defeated"), master=True).answer("anytime", "from-the-brink")
    scene.answer("from-the-brink.hex", "3,-1")
    assert (scene.hp("a2"), scene.unit("a2").at, scene.unit("a2").fate) == (5, (3, -1), "")
    assert not scene.events(HpChanged)


def fallen(form: str) -> Scene:
    """A defeated master Healer; a friend's turn."""
    return Scene(
        friend_of(name="a1"),
        healer(name="a2", master=True, form=form, fate="defeated"),
        foe("e1", at=(-4, 0)),
    )


def test_a_defeated_healer_may_come_back_from_the_brink() -> None:
    scene = fallen("magic").answer("anytime", "from-the-brink", by="a2")
    scene.answer("from-the-brink.hex", "3,-1")
    assert (scene.hp("a2"), scene.mat("a2").tenacity) == (5, 1)


@rule("FAT-5", "CLS-9")
def test_a_defeated_healer_cannot_pay_for_a_change_of_form() -> None:
    assert all(question.why != "anytime" for question in fallen("light-weapon").questions)


def test_from_the_brink_may_be_used_between_the_turns_of_enemies() -> None:
    scene = Scene(
        healer(master=True),
        friend_of(fate="defeated"),
        foe("e1", "skeever-pup", at=(-4, 0), skills=()),
        turn=None,
    )
    while all(question.why != "turn_ends" for question in scene.questions):
        scene.answer(scene.questions[0].why, *scene.questions[0].default)
    scene.answer("turn_ends", "from-the-brink")
    assert scene.offered("from-the-brink.hex")


@rule("ACT-7")
def test_fatigue_taken_into_the_last_slot_answers_like_any_die_that_fills_it() -> None:
    """Balanced Blade lets go of all overfatigue once the slots are full."""
    blade = "balanced-blade@balanced-blade-2"
    scene = turn_of(friend_of(track=["OF"]), hp=2, master=True, active=[blade, "OF", "OF"])
    scene.answer("turn.act", "liquid-efficiency").answer("liquid-efficiency", "a2:OF")
    assert (scene.active("a1"), scene.track("a1")) == ([], ["balanced-blade"])
