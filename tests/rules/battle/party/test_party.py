"""What passes from one battle to the next: the call that begins one, the outcome that ends it."""

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from clients.bots.random_bot import RandomBot
from protocol.ids import SeatId, UnitId
from server.commands.setups import setups
from server.rules.battle.kernel.state import BattleState, Deck, Settings
from server.rules.battle.party import (
    Call,
    Outcome,
    called,
    outcome_of,
    party_of,
    supply_of,
    taken_up,
)
from server.rules.battle.rules import BattleRules
from server.rules.content.catalogue import catalogue
from server.rules.engine.advance import Play
from server.rules.engine.dice import SealedChance
from server.rules.engine.patch import patched, plain
from tests.scene import Scene, foe, friend, hero
from tests.scene.invariants import check

rule = pytest.mark.rule


def over(state: BattleState, result: str = "victory") -> BattleState:
    return replace(state, phase="over", outcome=result)


def drawn(*pieces: Any, **settings: Any) -> BattleState:
    return Scene(*pieces, **settings).play.start


def next_battle(outcome: Outcome, encounter: str = "plain-clash", **settings: Any) -> Scene:
    """The battle after it, up to its first question."""
    seats = tuple(mat.seat for mat in outcome.party.adventurers.values())
    chosen = Settings(encounter, party=seats, asks_all=True, **settings)
    state = called(Call(chosen, outcome.party, outcome.supply))
    return Scene.at(state).rolls(*[0] * 20)


@rule("STS-12", "EOB-3", "CLS-10")
def test_an_adventurer_comes_into_the_next_battle_as_it_came_out_of_the_last_one() -> None:
    before = hero(hp=2, tenacity=3, track=["LF", "bane", "combat"], ready=["falkreath-meat-loaf"])
    outcome = outcome_of(over(drawn(before)))
    scene = next_battle(outcome)
    assert scene.hp("a1") == 2
    assert scene.mat("a1").tenacity == 3
    assert scene.track("a1") == ["LF", "bane", "combat"]
    assert [card.item for card in scene.mat("a1").ready] == ["falkreath-meat-loaf"]
    assert scene.state.supply["LF"] == 19
    assert scene.unit("a1").at is None


@rule("LIM-14", "ITM-9")
def test_the_item_decks_go_on_where_the_last_battle_left_them() -> None:
    decks = {"common": Deck(cards={"falkreath-meat-loaf": 1}, discard=("bread",), bottom=("1",))}
    outcome = outcome_of(over(drawn(hero(), decks=decks)))
    assert next_battle(outcome).state.decks["common"] == decks["common"]


@rule("DEF-3", "DEF-4")
def test_a_defeated_adventurer_stays_off_the_map_of_the_next_battle() -> None:
    outcome = outcome_of(over(drawn(hero("a1"), hero("a2", at=None, fate="defeated"))))
    assert not outcome.all_fell
    scene = next_battle(outcome)
    assert scene.asked("deploy").about == "a1"
    scene.answer("deploy", scene.offered("deploy")[0], "form:magic").default()
    assert [q.to for q in scene.questions] == [("a1",)] * len(scene.questions)
    assert scene.state.phase == "adventurers"
    assert (scene.unit("a2").fate, scene.unit("a2").at) == ("defeated", None)


def test_nobody_calls_for_a_battle_without_an_adventurer_who_stands() -> None:
    outcome = outcome_of(over(drawn(hero(at=None, fate="defeated")), "defeat"))
    assert outcome.all_fell
    with pytest.raises(ValueError, match="who stands"):
        next_battle(outcome)


@rule("STS-12", "GEN-9")
def test_status_dice_of_others_are_in_the_box_again_after_the_battle() -> None:
    """The adventurer keeps its own."""
    foes = (foe("e1", at=(0, 0), statuses=("bane", "fear")),)
    state = drawn(hero(track=["maim"]), *foes)
    assert state.supply["status"] == 9
    outcome = outcome_of(over(state, "retreat"))
    assert outcome.supply.box["status"] == 11


@rule("CPN-2", "SET-2")
def test_a_companion_waits_for_the_next_battle_and_its_chip_is_in_no_bag() -> None:
    chip = "skeever-pup"
    pieces = (hero(), friend("c1", chip, at=(2, 0)), friend("c2", chip, at=(3, 0), leaves=True))
    state = drawn(*pieces)
    waiting = replace(state.units[UnitId("c1")], at=None)
    gone = replace(state.units[UnitId("c2")], at=None, fate="gone")
    units = {**state.units, waiting.id: waiting, gone.id: gone}
    outcome = outcome_of(over(replace(state, units=units)))
    assert list(outcome.party.units) == ["a1", "c1"]
    scene = next_battle(outcome, "plain-clash")
    assert scene.unit("c1").fate == ""
    out = [u for u in scene.state.units.values() if u.chip == chip]
    printed = catalogue().chips[chip]
    assert scene.state.decks["bag-1"].cards[chip] + len(out) == printed.copies


def test_the_outcome_tells_what_the_encounter_counted() -> None:
    state = over(drawn(hero(), foe("e1", at=(0, 0))))
    state = replace(
        state, fallen=(UnitId("e1"),), tally={"seals": 2}, xp=3, used={"battle:assist": 1}
    )
    outcome = outcome_of(state)
    assert outcome.fallen == {"skeever-pup": 1}
    assert (outcome.tally, outcome.bonus, outcome.assist) == ({"seals": 2}, 3, True)


def test_the_table_that_called_takes_up_party_and_supply() -> None:
    """Whatever else lies on it stays: here an overland deck."""
    before = drawn(hero(), hero("a2"), decks={"peaceful": Deck(cards={"inn": 1})})
    outcome = outcome_of(
        over(drawn(hero(hp=1, track=["LF"]), hero("a2", at=None, fate="defeated")))
    )
    after = before
    for op in taken_up(outcome):
        after = patched(after, op)
    assert (party_of(after), supply_of(after)) == (outcome.party, outcome.supply)
    assert after.decks["peaceful"] == before.decks["peaceful"]


def played(state: BattleState, seed: int) -> BattleState:
    """The last state of a battle played by its defaults, with its invariants held."""
    play: Play[Any] = Play(BattleRules(catalogue()), state, SealedChance(bytes([seed] * 8)))
    bot = RandomBot(seed)
    play.begin()
    while not play.over:
        question = play.questions[0]
        picks = question.default or bot.picks(question)
        play.answer(question.id, question.to[0], picks)
        check(play.state)
    return play.state  # type: ignore[no-any-return]


@rule("EOB-4")
@pytest.mark.parametrize("seed", range(3))
def test_three_battles_in_a_row_are_played_with_the_same_party(seed: int) -> None:
    """Created once; whatever comes out of a battle goes into the next one, through bytes."""
    setup = next(one for one in setups() if one.name == "ambush")
    seats = (SeatId("1"), SeatId("2"))
    built = setup.build(seats, "apprentice", {"xp": "4"})
    state: Any = built.start
    for turn in range(3):
        last = played(state, seed + turn)
        outcome = outcome_of(last)
        assert msgspec.convert(plain(outcome), Outcome) == outcome
        if outcome.all_fell:
            return
        settings = replace(state.settings, kit=False, encounter="plain-clash")
        state = called(Call(settings, outcome.party, outcome.supply))
        assert party_of(replace(state, phase="over")) == outcome.party
        assert supply_of(replace(state, phase="over")) == outcome.supply
