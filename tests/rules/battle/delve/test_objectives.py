"""Survey and Uncover, and the set-up of a delve (p59, p74, p86)."""

from dataclasses import replace as figure
from typing import Any

import pytest
from msgspec.structs import replace

from protocol.battle import BattleEnded, DelveBegan, XpEarned
from protocol.ids import SeatId
from server.rules.battle.components.encounters import Encounter
from server.rules.battle.kernel.state import Deck, Settings
from server.rules.battle.rules import BattleRules
from server.rules.battle.rules import start as begun
from server.rules.content.catalogue import catalogue
from server.rules.content.delve.encounters import PrintedDelve, encounter_of
from server.rules.engine.advance import Play
from tests.scene import Scene, foe, hero
from tests.scene.delves import SURVEY, UNCOVER, below
from tests.scene.scene import Script

rule = pytest.mark.rule


def ending(encounter: str, gained: int, *, propose: bool = False, **figures: Any) -> Scene:
    """The lone adventurer ends its turn, and with it the round."""
    scene = below(hero(at=(-1, 0), **figures), encounter=encounter, drawn=gained, gained=gained)
    if propose:
        scene.answer("turn.act", "retreat")
    return scene.end_turn()


def outcome(scene: Scene) -> str:
    return "".join(event.outcome for event in scene.events(BattleEnded))


@rule("OBJ-3", "EOB-1")
def test_a_survey_ends_by_itself_once_all_skyshards_are_gained() -> None:
    """C-50."""
    assert outcome(ending(SURVEY, 3)) == "victory"
    assert outcome(ending(SURVEY, 2)) == ""


@rule("OBJ-3", "RET-2")
def test_leaving_a_survey_early_fails_it() -> None:
    scene = ending(SURVEY, 2, propose=True).answer("round.retreat", "yes")
    assert outcome(scene) == "retreat"
    assert not scene.events(XpEarned)


@rule("OBJ-3", "SKY-5")
def test_a_survey_pays_no_xp_for_skyshards() -> None:
    scene = ending(SURVEY, 3)
    assert not scene.events(XpEarned)
    assert scene.state.xp == 0


@rule("OBJ-4", "RET-3", "SKY-5")
def test_an_uncover_is_won_by_retreating_with_all_skyshards() -> None:
    """C-50: it goes on until the party leaves, and asks at the end of every round."""
    scene = ending(UNCOVER, 3)
    assert outcome(scene) == ""
    question = scene.asked("round.retreat")
    assert question.default == ("yes",)
    scene.answer("round.retreat", "yes")
    assert outcome(scene) == "victory"
    assert [event.points for event in scene.events(XpEarned)] == [3]
    assert scene.state.xp == 3


@rule("OBJ-4")
def test_an_uncover_goes_on_if_the_party_stays() -> None:
    scene = ending(UNCOVER, 3).answer("round.retreat", "no")
    assert outcome(scene) == ""
    assert scene.state.rounds == 2


@rule("OBJ-4", "RET-3", "SKY-5")
def test_leaving_an_uncover_early_fails_it_and_keeps_the_xp() -> None:
    """C-44."""
    scene = ending(UNCOVER, 2, propose=True).answer("round.retreat", "yes")
    assert outcome(scene) == "retreat"
    assert scene.state.xp == 2


@rule("OBJ-5", "SKY-5")
def test_the_fall_of_the_whole_party_forfeits_the_xp() -> None:
    """An enemy with two Combat dice, of which the crypt's darkness takes one."""
    scene = below(
        hero(at=(-1, 0), hp=1),
        foe("e1", at=(-1, 1), combat=2, skills=()),
        encounter=UNCOVER,
        drawn=2,
        gained=2,
        turn=None,
    ).rolls("enemy:1")
    assert outcome(scene) == "defeat"
    assert scene.state.xp == 0


@rule("SKY-1")
def test_three_skyshards_are_wanted_unless_the_encounter_says_otherwise() -> None:
    silent = encounter_of(PrintedDelve("cellar", "Cellar", "Says no number.", "survey"))
    assert silent.objective == "Gain 3 skyshards."
    for encounter, wanted in ((silent, 3), (catalogue().encounters["glass-mine"], 2)):
        [began] = set_up(encounter.id, encounter).events(DelveBegan)
        assert began.skyshards == wanted


def set_up(encounter: str, *more: Encounter) -> Scene:
    """The set-up beat of a delve, for a party whose mats are laid already."""
    box = catalogue()
    cards = figure(box, encounters={**box.encounters, **{one.id: one for one in more}})
    scene = Scene(hero(at=None), encounter=encounter, cards=cards)
    state = begun(Settings(encounter, party=(SeatId("a1"),)))
    drawn = scene.play.start
    state = replace(
        state, phase="setup", units=drawn.units, adventurers=drawn.adventurers, dice=drawn.dice
    )
    scene.play = Play(BattleRules(scene.catalogue), state, Script())
    return scene


@rule("DEL-1", "BAT-1", "BAT-2")
def test_a_delve_starts_on_the_entrance_alone_without_caches_or_enemies() -> None:
    scene = set_up(SURVEY)
    assert list(scene.state.tiles) == ["entrance"]
    assert len(scene.state.tiles["entrance"].hexes) == 5
    assert not scene.state.caches
    assert list(scene.state.units) == ["a1"]
    assert [event.skyshards for event in scene.events(DelveBegan)] == [3]
    assert catalogue().encounters[SURVEY].kind == "delve"


@rule("DEL-2")
def test_the_tiles_wait_in_a_stack_for_each_shape() -> None:
    decks = set_up(SURVEY).state.decks
    for shape in ("3", "6", "7", "19"):
        stack = decks[f"tiles-{shape}"]
        assert len(stack.cards) == 4
        assert all(catalogue().tiles[tile].shape == shape for tile in stack.cards)
        assert set(stack.cards.values()) == {1}


def test_special_cards_are_set_aside() -> None:
    deck: Deck = set_up(SURVEY).state.decks["delve"]
    assert "submerged-chamber" not in deck.cards
    assert "throne-room" in deck.cards


def test_a_clash_has_neither_stacks_nor_a_delve_deck() -> None:
    scene = Scene(hero(), foe("e1", at=(0, 0)))
    assert "delve" not in scene.state.decks
    assert scene.state.delve is None
    assert catalogue().encounters["jailbreak"].kind == "clash"
