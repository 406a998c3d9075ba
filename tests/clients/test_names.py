"""What things are called: units, dice and faces, cards, locks, numbers."""

from typing import Any

import pytest

from clients.core.names import (
    Lexicon,
    Names,
    article,
    burden_kind,
    listed,
    lock_in_words,
    option_in_words,
    plural,
    title,
)
from protocol.battle import DiceShown, Spared
from protocol.ids import CardId, DieId, DieKind, NamedCode, SeatId, UnitId
from protocol.questions import One, Option, Question, Some
from tests.clients.story.scene import OPENING, STATE


@pytest.mark.parametrize(
    ("key", "words"),
    [
        ("one-hand-and-shield", "One Hand and Shield"),
        ("the_old-well", "The Old Well"),
        ("ice-wraith", "Ice Wraith"),
    ],
)
def test_a_key_becomes_a_title(key: str, words: str) -> None:
    assert title(key) == words


@pytest.mark.parametrize(
    ("lock", "words"),
    [
        ("2:4k-5-2", "4-5-2, 4 first, 2 attempts"),
        ("1:4-5k-2k", "4-5-2, 5-2 first, 1 attempt"),
        ("3:1-2-3", "1-2-3, 3 attempts"),
        ("5A", "5A"),
    ],
)
def test_a_lock_is_told_with_what_must_be_opened_first(lock: str, words: str) -> None:
    assert lock_in_words(lock) == words


def test_small_words() -> None:
    assert (article("acrobat"), article("Knight")) == ("an acrobat", "a Knight")
    assert (plural(1, "die", "dice"), plural(2, "die", "dice")) == ("1 die", "2 dice")
    assert plural(0, "turn") == "0 turns"
    assert (listed([]), listed(["a"]), listed(["a", "b", "c"], "or")) == ("", "a", "a, b or c")


def test_a_fatigue_die_is_known_in_old_battles_too() -> None:
    assert burden_kind({"kind": "LF", "owner": "a1"}) == "LF"
    assert burden_kind("OF@a1") == "OF"


def test_units_of_one_name_are_told_apart_by_their_ids() -> None:
    names = Names(STATE)
    assert names.unit(UnitId("e1")) == "Skeleton (e1)"
    assert names.unit(UnitId("e0")) == "Skeever Pup"
    assert names.units(("e0", "e1")) == "Skeever Pup and Skeleton (e1)"
    assert (names.unit(UnitId("")), names.unit(UnitId("x9"))) == ("nobody", "x9")


def test_who_has_left_the_state_is_known_from_the_one_before() -> None:
    gone = {**STATE, "units": {}, "dice": {}}
    assert Names(gone, STATE).unit(UnitId("e0")) == "Skeever Pup"
    assert Names(gone, STATE).die("d1") == "Shield Discipline"
    assert Names(gone).unit(UnitId("e0")) == "e0"


def test_a_seat_is_named_with_who_sits_there() -> None:
    names = Names(STATE, opening=OPENING)
    assert (names.seat(SeatId("1")), names.seat(SeatId("2"))) == ("Ann (seat 1)", "Seat 2")
    assert names.unit(UnitId("1")) == "Ann (seat 1)"


def test_dice_are_counted_and_tokens_named() -> None:
    names = Names(STATE)
    assert names.dice(("d2", "d1", "d3")) == "2 Combat and Shield Discipline"
    assert names.dice(()) == "no dice"
    assert (names.die("LF"), names.die("stun")) == ("light fatigue", "Stun")
    assert names.owner(DieId("d1")) == "Khajiit (1)"
    assert names.owner(DieId("d9")) == "Somebody"


def test_a_die_shows_a_face_by_its_number_until_its_words_are_known() -> None:
    names = Names(STATE)
    assert names.die_with_face("d1") == "Shield Discipline [face 4]"
    assert names.die_with_face("d2") == "Combat"
    shown = Question(
        (SeatId("1"),), NamedCode(""), "", One((Option("d1", "Shield Discipline: tenacity"),))
    )
    names.lexicon.learn(shown, STATE)
    assert names.die_with_face("d1") == "Shield Discipline [Tenacity]"
    assert names.face(DieId("d9"), 0) == "face 1"


def test_all_six_faces_are_learnt_where_dice_are_chosen_and_nowhere_else() -> None:
    faces = ", ".join(f"combat:{number}" for number in range(1, 7))
    shape = Some((Option("combat", "Combat", faces),), 1, 1)
    lexicon = Lexicon()
    lexicon.learn(Question((SeatId("1"),), NamedCode("other"), "", shape), {})
    assert lexicon.face(DieKind("combat"), 5) == "face 6"
    lexicon.learn(Question((SeatId("1"),), "create.dice", "", shape), {})
    assert [lexicon.face(DieKind("combat"), at) for at in (0, 5)] == ["1", "6"]


def test_a_face_is_overheard_where_a_result_is_resolved_unasked() -> None:
    lexicon = Lexicon()
    taken = (Option("d2", "Combat: combat:2"), Option("d1", "Shield Discipline: tenacity"))
    events: list[Any] = [
        DiceShown((DieId("d2"),), (5,), "roll"),
        Spared("engage.resolve", (SeatId("1"),), taken, "it is good"),
    ]
    lexicon.overhear(events, STATE)
    assert lexicon.face(DieKind("combat"), 5) == "2"
    assert lexicon.face(DieKind("shield-discipline"), 0) == "face 1"


def test_an_option_that_is_a_die_shows_its_number() -> None:
    assert option_in_words("Combat: combat:1") == "Combat [1]"
    assert option_in_words("Shield Discipline: tenacity") == "Shield Discipline [Tenacity]"
    assert option_in_words("Move: two hexes") == "Move: two hexes"


def test_cards_and_what_an_enchantment_lies_on_are_named() -> None:
    names = Names(STATE)
    assert names.card(UnitId("a1"), CardId("i7")) == "Iron Sword"
    assert names.card(UnitId("a2"), CardId("i9")) == "I9"
    assert names.component("e0") == "Skeever Pup"
    assert names.component("i7") == "Iron Sword"
    assert names.component("clash") == "the Clash tile"
