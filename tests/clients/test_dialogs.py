"""Every question can be answered at a terminal, and a wrong line is told what is wrong with it."""

import pytest

from clients.bots.random_bot import RandomBot
from clients.terminal.asking import Ask, labels
from clients.terminal.deciding import Answer, Decision, ask, decide, fallback, is_pressing
from clients.terminal.reforming import has_forms, ways
from clients.terminal.walking import ends
from protocol.questions import (
    Limit,
    Need,
    One,
    Option,
    Order,
    Picks,
    Plan,
    Question,
    Route,
    Shape,
    Slot,
    Some,
    Split,
    Spot,
    options_of,
    refuse,
)
from tests.clients.journals import journal

FRUIT = (Option("a", "Apple", "red"), Option("b", "Banana"), Option("c", "Cherry"))
COUNTS = (Option("0", "0"), Option("1", "1"), Option("2", "2"))
KEEP = (Option("roll", "Roll again"), Option("0", "4"), Option("1", "6"), Option("2", "6"))
UNITS = (Option("e0", "Skeleton"), Option("e1", "Spriggan"), Option("e2", "Skeever"))
TRAIL = Route(
    (
        Spot("0,0", (1, 2)),
        Spot("0,-1", (0, 3), note="cache"),
        Spot("1,-1", (0, 3), cost=2, stop=False),
        Spot("1,-2", (1, 2)),
    ),
    budget=3,
)
ENGAGE = Plan(
    (
        Slot("form", (Option("form:blade", "blade"), Option("form:bow", "bow")), 1, 1),
        Slot("target", (Option("target:e0", "Skeleton"), Option("target:e1", "Spriggan")), 0, 1),
        Slot("dice", tuple(Option(f"die:{n}", f"Die {n}") for n in range(4)), 0, 4),
    ),
    limits=(Limit(("die:0", "die:1", "die:2"), 2, "Stamina allows 2."),),
    needs=(
        Need("target:e0", ("form:blade",), "Out of reach in this form."),
        Need("die:3", ("form:bow",), "This die needs another form."),
    ),
)


def question(shape: Shape, **fields: object) -> Question:
    values = {"may_pass": False, "default": (), **fields}
    return Question(("1",), "why", "What now?", shape, "ENG-3", **values)  # type: ignore[arg-type]


MOVE = question(TRAIL)


class Talk:
    """A dialog under way: what it said, and what it came to."""

    def __init__(self, dialog: object, *lines: str) -> None:
        self.said: list[Ask] = []
        self.result: object = None
        self.is_over = False
        self._dialog: Decision = dialog  # type: ignore[assignment]
        self.said.append(next(self._dialog))
        for line in lines:
            assert not self.is_over, f"{line!r} comes after the end"
            try:
                self.said.append(self._dialog.send(line))
            except StopIteration as done:
                self.result, self.is_over = done.value, True

    @property
    def last(self) -> str:
        return "\n".join(self.said[-1].lines)

    @property
    def first(self) -> str:
        return "\n".join(self.said[0].lines)


def answer(shape: Shape, *lines: str, **fields: object) -> object:
    talk = Talk(ask(question(shape, **fields)), *lines)
    assert talk.is_over, talk.last
    return talk.result


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


def test_a_forbidden_number_of_dice_is_refused_with_the_rules_reason() -> None:
    talk = Talk(ask(question(ENGAGE)), "1", "1", "1 2 3")
    assert not talk.is_over
    assert "Die 2: Stamina allows 2." in talk.last
    assert "* 1. Die 0" in talk.last
    assert "3. Die 2  - not now: Stamina allows 2." in talk.last


def test_a_target_out_of_reach_says_so_before_and_after_it_is_tried() -> None:
    talk = Talk(ask(question(ENGAGE)), "2")
    assert "1. Skeleton  - not now: Out of reach in this form." in talk.last
    talk = Talk(ask(question(ENGAGE)), "2", "1")
    assert talk.last.startswith("Skeleton: Out of reach in this form.")
    assert not talk.is_over


def test_a_refused_answer_is_asked_again_with_the_reason() -> None:
    talk = Talk(ask(question(Split(FRUIT, 3, 3, (1, 3, 3)))), "1 1 2")
    assert talk.last.startswith("At most 1 for one of the receivers.")
    talk = Talk(ask(question(Order(FRUIT))), "1 2")
    assert talk.last.startswith("Put every option into the order once.")


def test_a_question_shows_its_options_notes_rule_and_ways_out() -> None:
    talk = Talk(ask(question(One(FRUIT), may_pass=True)))
    assert "What now?  [ENG-3]  (p passes, ? helps)" in talk.first
    assert "1. Apple  (red)" in talk.first


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


def test_an_example_of_several_picks_has_as_many_as_are_wanted() -> None:
    assert "Pick 1, such as: 1\n" in Talk(ask(question(Some(FRUIT, 1, 1)))).first + "\n"
    assert "Pick 1 to 3, such as: 1 2\n" in Talk(ask(question(Some(FRUIT, 1, 3)))).first + "\n"
    assert Talk(ask(question(One(FRUIT[:1]))), "7").last == "Type 1."


def test_passing_is_possible_where_it_is_allowed_and_only_there() -> None:
    assert answer(One(FRUIT), "p", may_pass=True) == ()
    talk = Talk(ask(question(One(FRUIT))), "p")
    assert talk.last == "This cannot be passed."


def test_the_default_is_taken_by_its_letter() -> None:
    assert answer(Order(FRUIT), "d", default=("b", "a", "c")) == ("b", "a", "c")


def test_where_there_is_no_default_the_way_to_choose_is_told() -> None:
    said = Talk(ask(MOVE), "d").last
    assert said.startswith("This is yours to choose. Type the number or the hex")


def test_help_explains_the_shape_and_an_empty_line_asks_again() -> None:
    talk = Talk(ask(question(TRAIL)), "?", "")
    assert "hex by hex" in "\n".join(talk.said[1].lines)
    assert not talk.is_over


def test_a_route_lists_costs_ways_and_what_lies_on_them() -> None:
    talk = Talk(ask(question(TRAIL)))
    assert "1. 0,-1  cost 1  (cache)" in talk.first
    assert "2. 1,-2  cost 2 by 0,-1  (cache)" in talk.first
    assert talk.said[0].marks == {"0,-1": "[1]", "1,-2": "[2]"}


def test_a_route_offers_no_end_that_costs_too_much_or_where_nobody_may_stop() -> None:
    keys = [TRAIL.spots[at].key for at, _ in ends(TRAIL)]
    assert keys == ["0,-1", "1,-2"]
    short = Route(TRAIL.spots, budget=1)
    assert [short.spots[at].key for at, _ in ends(short)] == ["0,-1"]


def test_options_that_are_hexes_stand_on_the_map_by_number() -> None:
    hexes = (Option("x", "3,-2"), Option("y", "3,-1"))
    assert Talk(ask(question(One(hexes)))).said[0].marks == {"3,-2": "[1]", "3,-1": "[2]"}
    assert Talk(ask(question(One(FRUIT)))).said[0].marks is None


END = Question(("1",), "turn.act", "Or end your turn.", One((Option("end", "End"),)), "", False,
               ("end",), "", 9)  # fmt: skip


def test_a_way_to_lay_a_tile_can_be_seen_on_the_map_before_it_is_chosen() -> None:
    ways = One(
        (
            Option("turn-0:1,0", "South by 1,0", "hexes 1,0 1,1 2,0; doors 1,0; hearts 1,1"),
            Option("turn-1:1,0", "South by 1,0, turned", "hexes 1,0 1,1 2,0; doors 2,0"),
        )
    )
    talk = Talk(ask(question(ways)), "v2", "v 1", "2")
    assert "hexes" not in talk.first
    assert talk.said[1].marks == {"1,0": "new", "1,1": "new", "2,0": "door"}
    assert talk.said[2].marks == {"1,0": "door", "1,1": "heart", "2,0": "new"}
    assert talk.result == ("turn-1:1,0",)


def test_several_questions_make_a_menu_in_which_short_lists_stand_open() -> None:
    talk = Talk(decide((MOVE, END)))
    assert talk.first.splitlines() == ["   1. What now?", "Or end your turn.", "   2. End"]
    assert Talk(decide((MOVE, END)), "2").result == Answer(END, ("end",))
    assert Talk(decide((MOVE, END)), "1", "1").result == Answer(MOVE, ("0,-1",))


def test_one_can_go_back_to_the_menu_and_take_its_default() -> None:
    assert Talk(decide((MOVE, END)), "1", "b", "7", "?", "d").result == Answer(END, ("end",))
    passable = question(One(FRUIT), may_pass=True)
    assert Talk(decide((MOVE, passable)), "5").result == Answer(passable, ())


def test_a_lone_question_needs_no_menu_and_going_back_asks_it_again() -> None:
    assert Talk(decide((MOVE,)), "b", "1").result == Answer(MOVE, ("0,-1",))


def test_what_only_stands_open_beside_does_not_press() -> None:
    beside = question(One(FRUIT))
    assert not is_pressing((beside,), (beside, END))
    assert is_pressing((beside,), (beside,))
    assert is_pressing((MOVE, END), (MOVE, END))
    assert not is_pressing((), (END,))


def test_without_pass_and_default_the_first_of_a_list_is_taken() -> None:
    assert fallback((MOVE,)) is None
    for shape, picks in ((One(FRUIT), ("a",)), (Some(FRUIT, 2, 3), ("a", "b"))):
        assert fallback((MOVE, question(shape))) == Answer(question(shape), picks)
    assert fallback((MOVE, question(Order(FRUIT)), END)) == Answer(END, ("end",))
    assert answer(Order(FRUIT), "d") == ("a", "b", "c")


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
