"""The guild's assist inside a battle (p51, p67; C-26, U-06)."""

from typing import Any

import pytest
from msgspec.structs import replace

from protocol.battle import BattleEnded, CounterSet, ItemGained
from protocol.ids import DieKind, ItemId, UnitId
from server.rules.battle.kernel.state import Deck, Die
from tests.rules.battle.encounters import encounter
from tests.scene import Scene, foe, friend, hero

rule = pytest.mark.rule
DECKS = {
    "common": Deck(cards={"draught-of-resolve": 2}, top="4:2-3-5"),
    "legendary": Deck(cards={"draught-of-resolve": 2}, top="4:2-3-5"),
}
FAR = foe("e1", at=(-4, 0), combat=0, range=9, skills=())
KILLER = foe("e1", at=(0, 0), combat=2, range=1, skills=(), priority="weakest")


def battle(*pieces: Any, assist: bool = True, **settings: Any) -> Scene:
    cards = encounter()
    lock = cards.items[ItemId("draught-of-resolve")].lock.id
    decks = {name: replace(deck, top=lock) for name, deck in DECKS.items()}
    settings = {"decks": decks, "assist": assist, **settings}
    return Scene(*pieces, cards=cards, **settings)


def outcomes(scene: Scene) -> list[str]:
    return [event.outcome for event in scene.events(BattleEnded)]


def fallen(**settings: Any) -> Scene:
    """The only adventurer falls in this round."""
    one = hero(at=(1, 0), hp=1, row=["combat"], track=["LF", "bane", "OF"])
    scene = battle(one, KILLER, **settings)
    return scene.rolls("enemy:1", "enemy:1").end_turn()


@rule("GA-7", "DEF-5", "EOB-1")
def test_a_party_that_has_fallen_may_call_the_guild_once_the_round_is_over() -> None:
    scene = fallen(decks={})
    assert scene.asked("round.assist").default == ("yes",)
    assert outcomes(scene) == []
    scene.answer("round.assist", "no")
    assert outcomes(scene) == ["defeat"]


@rule("GA-3", "GA-5", "DEF-4")
def test_the_assist_brings_everybody_back_whole() -> None:
    scene = fallen(decks={}).answer("round.assist", "yes")
    assert "0,0" not in scene.offered("assist.hex"), "the enemy stands there"
    scene.answer("assist.hex", "3,-1").default()
    one = scene.unit("a1")
    assert (one.hp, one.at, one.fate) == (5, (3, -1), "")
    assert not {"LF", "OF", "bane"} & {*scene.mat("a1").track}
    assert outcomes(scene) == []


@rule("GA-3")
def test_as_many_dice_come_back_as_are_wanted() -> None:
    one = hero(at=(1, 0), hp=1, track=["combat"], drained=["combat"])
    scene = battle(one, KILLER, decks={}).rolls("enemy:1", "enemy:1").end_turn()
    scene.answer("round.assist", "yes").answer("assist.hex", "3,-1")
    dice = scene.offered("assist.dice")
    assert len(dice) == 2
    scene.answer("assist.dice", dice[1])
    assert (scene.track("a1"), scene.drained("a1"), scene.row("a1")) == (
        ["combat"],
        [],
        ["combat"],
    )


@rule("GA-3", "SKR-6")
def test_a_skill_die_that_serves_as_a_status_goes_first_and_may_be_recovered_by_its_owner() -> None:
    """Honor the Dead of the first lies in the track of the second."""
    first, second = hero(at=(1, 0), track=["combat"]), hero("a2", at=(4, -4))
    scene = battle(first, second, FAR, decks={})
    start, die = scene.play.start, "a1.honor-the-dead.9"
    mat = start.adventurers[UnitId("a2")]
    scene.play.start = replace(
        start,
        dice={**start.dice, die: Die(DieKind("honor-the-dead"), UnitId("a1"), 2)},
        adventurers={**start.adventurers, "a2": replace(mat, track=(die,))},
    )
    scene.answer("turn.act", "assist").end_turn().end_turn()
    while scene.questions[0].why != "round.assist":
        scene.answer(scene.questions[0].why, *scene.questions[0].default)
    scene.answer("round.assist", "yes")
    while scene.questions[0].why != "assist.dice":
        scene.answer(scene.questions[0].why, *scene.questions[0].default)
    assert scene.asked("assist.dice").to == ("a1",)
    assert (scene.track("a1"), scene.track("a2")) == (["combat", "honor-the-dead"], [])
    scene.answer("assist.dice", die)
    assert scene.row("a1") == ["honor-the-dead"]


@rule("GA-4", "INV-7")
def test_everybody_draws_a_legendary_and_a_common_item() -> None:
    scene = fallen().answer("round.assist", "yes").rolls(0, 0)
    scene.answer("assist.hex", "3,-1").default()
    assert [event.deck for event in scene.events(ItemGained)] == ["legendary", "common"]
    assert len(scene.mat("a1").ready) == 2


@rule("GA-5", "BAT-9")
@pytest.mark.parametrize(("chosen", "next_round"), [("0", 1), ("4", 5), ("6", 6)])
def test_the_party_sets_the_round_counter(chosen: str, next_round: int) -> None:
    scene = fallen(round=3, decks={}).answer("round.assist", "yes").answer("assist.hex", "3,-1")
    scene.answer("assist.round", chosen)
    assert [event.round for event in scene.events(CounterSet)] == [int(chosen)]
    assert scene.state.round == next_round


@rule("GA-1")
@pytest.mark.parametrize("settings", [{"assist": False}, {"session": 3}])
def test_no_assist_where_it_is_used_up_and_none_in_the_last_session(
    settings: dict[str, Any],
) -> None:
    scene = fallen(**settings)
    assert outcomes(scene) == ["defeat"]


@rule("GA-1")
def test_the_assist_comes_once() -> None:
    scene = fallen(decks={}).answer("round.assist", "yes").answer("assist.hex", "1,0")
    scene.answer("assist.round", "0")
    assert scene.state.used["battle:assist"] == 1
    assert "assist" not in scene.offered("turn.act")


@rule("GA-2")
def test_anybody_may_propose_the_assist_and_the_party_is_asked_as_the_round_ends() -> None:
    heroes = hero(hp=2), hero("a2", at=(2, -1), hp=3)
    scene = battle(*heroes, FAR, decks={})
    scene.answer("turn.act", "assist")
    assert "assist" not in scene.offered("turn.act"), "it is proposed already"
    scene.end_turn().end_turn()
    assert scene.asked("round.assist").to == ("a1", "a2")
    assert scene.asked("round.assist").default == ("no",)
    scene.answer("round.assist", "yes", by="a2").answer("assist.round", "2")
    assert (scene.hp("a1"), scene.hp("a2")) == (5, 5)


@rule("GA-2")
def test_nobody_is_asked_where_nobody_proposed_it() -> None:
    scene = battle(hero(), FAR).end_turn()
    assert scene.state.round == 2


@rule("BAT-8", "CPN-4")
def test_companions_and_enemies_finish_the_round_before_the_guild_is_asked() -> None:
    """C-26: the adventurer falls on its own turn, and everybody else still acts."""
    one = hero(at=(1, 0), hp=1, track=["bane"])
    friendly = friend("c1", "atronach", at=(-2, 0), range=1)
    scene = battle(hero("a2", at=None, fate="defeated"), one, friendly, FAR, turn=None)
    state = replace(scene.play.start, phase="round", turn=None)
    later = Scene.at(state, scene.catalogue)
    assert later.unit("a1").fate == "defeated"
    later.passes("companion.move")
    assert {"c1", "e1"} <= {*later.state.acted}
    assert later.asked("round.assist").rule == "GA-2"


@rule("GA-4", "CLS-20")
def test_items_of_the_assist_are_gained_in_the_battle() -> None:
    """With two gained before, these make four: a Burglar may become a master at once."""
    one = hero(at=(1, 0), hp=1, cls="burglar", race="nord")
    scene = battle(one, KILLER)
    scene.play.start = replace(scene.play.start, used={"battle:a1.burglar.gained": 2})
    scene.rolls("enemy:1", "enemy:1", 0, 0).end_turn().answer("round.assist", "yes")
    scene.answer("assist.hex", "3,-1").answer("item.gained", "pack").answer("item.gained", "pack")
    assert scene.answer("item_gained", "promotion").mat("a1").master
