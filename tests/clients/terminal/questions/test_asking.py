"""Every question can be answered at a terminal, and a wrong line is told what is wrong with it."""

import pytest

from clients.bots.random_bot import RandomBot
from clients.terminal.questions import decide
from clients.terminal.questions.asking import labels
from clients.terminal.questions.deciding import ask
from clients.terminal.questions.reforming import has_forms, ways
from protocol.questions import (
    One,
    Option,
    Order,
    Picks,
    Place,
    Plan,
    Question,
    Route,
    Shape,
    Slot,
    Some,
    Split,
    options_of,
    refuse,
)
from tests.clients.journals import journal
from tests.clients.terminal.questions.talk import (
    COUNTS,
    END,
    ENGAGE,
    FRUIT,
    KEEP,
    TRAIL,
    UNITS,
    Talk,
    answer,
    question,
)

SPOTS = (Option("1,1,0", "by the wall"), Option("5,5,0", "in the middle"))


@pytest.mark.parametrize(
    ("shape", "lines", "picks"),
    [
        (One(FRUIT), ["2"], ("b",)),
        (One(FRUIT), ["c"], ("c",)),
        (One(FRUIT), ["app"], ("a",)),
        (One(UNITS), ["ske", "9", "0", "spr"], ("e1",)),
        (Some(FRUIT, 1, 2), ["3 1"], ("c", "a")),
        (Some(FRUIT, 1, 2), ["1,3"], ("a", "c")),
        (Some(FRUIT, 0, 2), ["none"], ()),
        (Some(FRUIT, 0, 3), ["all"], ("a", "b", "c")),
        (Some(FRUIT, 2, 2), ["1", "1 1", "1 4", "1 2"], ("a", "b")),
        (Order(FRUIT), ["3 1 2"], ("c", "a", "b")),
        (Order(FRUIT), ["3 1", "3 1 1", "cherry banana apple"], ("c", "b", "a")),
        (Split(FRUIT, 3, 3), ["1 1 3"], ("a", "a", "c")),
        (Split(FRUIT, 3, 3), ["1x2 2x1"], ("a", "a", "b")),
        (Split(FRUIT, 3, 1, (1, 1, 3)), ["1 1", "1x3", "3x4", "3x2"], ("c", "c")),
        (Split(FRUIT, 3, 0), ["0"], ()),
        (One(COUNTS), ["3", "0"], ("0",)),
        (Some(KEEP, 1, 3), ["1 3"], ("roll", "1")),
        (Place(SPOTS, (0, 0, 0), (9, 9, 9)), ["2"], ("5,5,0",)),
        (Place(SPOTS, (0, 0, 0), (9, 9, 9)), ["north", "10,1", "7, 8"], ("7,8",)),
        (TRAIL, ["1,-2"], ("0,-1", "1,-2")),
        (TRAIL, ["1"], ("0,-1",)),
        (TRAIL, ["9,9", "s", "n", "ok"], ("0,-1",)),
        (TRAIL, ["s", "2", "ok", "<", "1", "1,-2", "ok"], ("0,-1", "1,-2")),
        (TRAIL, ["s", "ne", "ok", "n", "ok"], ("1,-1", "1,-2")),
        (ENGAGE, ["1", "1", "1 2", "ok"], ("form:blade", "target:e0", "die:0", "die:1")),
        (ENGAGE, ["bow", "0", "4", "ok"], ("form:bow", "die:3")),
        (ENGAGE, ["1", "<", "2", "<", "1", "2", "none"], ("form:blade", "target:e1")),
        (ENGAGE, ["1", "0", "1 2 3", "1", "3", "ok"], ("form:blade", "die:1", "die:2")),
    ],
)
def test_typed_lines_become_picks(shape: Shape, lines: list[str], picks: Picks) -> None:
    assert answer(shape, *lines) == picks


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("light-weapon", "light weapon"),
        ("heavy-weapon weapon: Prevent 1.", "heavy weapon: Prevent 1."),
        ("Shield Discipline: shield-discipline:1", "Shield Discipline: 1"),
        ("Put Hero's Vigor (heros-vigor:2) away unused", "Put Hero's Vigor (2) away unused"),
        ("tenacity, combat:2", "tenacity, Combat 2"),
    ],
)
def test_forms_and_faces_are_told_in_words(text: str, shown: str) -> None:
    assert f"1. {shown}  (" in Talk(ask(question(One((Option("a", text, text), *FRUIT))))).first
    assert f"1. {shown}  (" in Talk(decide((question(One((Option("a", text, text),))), END))).first
    form = Slot("form", (Option("a", text, text), FRUIT[1]), 1, 1)
    assert f"1. {shown}  (" in Talk(ask(question(Plan((form,))))).first


def test_options_that_are_hexes_stand_on_the_map_by_number() -> None:
    hexes = (Option("x", "3,-2"), Option("y", "3,-1"))
    assert Talk(ask(question(One(hexes)))).said[0].marks == {"3,-2": "[1]", "3,-1": "[2]"}
    assert Talk(ask(question(One(FRUIT)))).said[0].marks is None


def typed(asked: Question, picks: Picks) -> list[str]:
    """The lines that a patient player types to give just these picks."""
    keys = [option.key for option in options_of(asked.shape)]
    if not picks and asked.may_pass:
        return ["p"]
    shown = dict(zip(keys, labels(options_of(asked.shape)), strict=True))
    if has_forms(asked.shape):
        shown = ways(options_of(asked.shape))
    match asked.shape:
        case One() | Order() | Split() | Some():
            return [" ".join(shown[pick] for pick in picks) or "none"]
        case Place():
            return list(picks)
        case Route():
            return ["s", *picks, "ok"]
        case Plan(slots):
            return _typed_plan(asked, slots, picks)


def _typed_plan(asked: Question, slots: tuple[Slot, ...], picks: Picks) -> list[str]:
    lines = []
    talk = Talk(ask(asked))
    for slot in slots:
        if not talk.said[-1].prompt.startswith(slot.name):
            continue
        keys = [option.key for option in slot.options]
        mine = [str(keys.index(pick) + 1) for pick in picks if pick in keys]
        now = [" ".join(mine) or "0"] + (["ok"] if slot.high > 1 and mine else [])
        lines += now
        talk = Talk(ask(asked), *lines)
    return lines


@pytest.mark.parametrize("seed", [1, 5])
def test_any_answer_to_any_question_of_a_battle_can_be_typed(seed: int) -> None:
    bot, tried = RandomBot(seed), set()
    for entry in journal(seed)[::3]:
        for asked in entry.questions:
            picks = bot.picks(asked)
            assert refuse(asked, picks) is None
            talk = Talk(ask(asked), *typed(asked, picks))
            assert talk.is_over, talk.last
            if isinstance(asked.shape, Plan):
                assert set(talk.result) == set(picks)  # type: ignore[call-overload]
            else:
                assert talk.result == picks
            tried.add(type(asked.shape))
    assert {One, Plan, Route} <= tried
