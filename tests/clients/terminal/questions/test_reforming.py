"""At a terminal an ability stands once in a list, with the forms that it could be used in."""

import pytest

from clients.terminal.questions import Answer, decide
from clients.terminal.questions.deciding import REFORM
from clients.terminal.questions.reforming import FORMS as known
from clients.terminal.questions.reforming import ways
from protocol.ids import NamedCode, QuestionId, SeatId
from protocol.questions import One, Option, Question, options_of
from server.rules.battle.kernel.forms import FORMS
from tests.clients.terminal.questions.talk import END, Talk
from tests.scene import Scene, foe, hero


def turn(cls: str, form: str = "light-weapon") -> tuple[Question, ...]:
    """What a hurt adventurer of a class with all tenacity is asked beside an enemy."""
    me = hero("a1", at=(1, -1), cls=cls, form=form, hp=3, tenacity=5, row=["combat"])
    return Scene(me, foe("e1", at=(0, 0), skills=())).questions


def about_forms(asked: tuple[Question, ...]) -> Question:
    """The one of these questions that offers abilities in other forms."""
    (found,) = (question for question in asked if question.why == REFORM)
    return found


@pytest.fixture(scope="module")
def acrobat() -> tuple[Question, ...]:
    """The turn of an acrobat with four abilities, each of which four other forms allow."""
    return turn("acrobat")


def test_other_forms_take_one_line_of_a_turns_menu(acrobat: tuple[Question, ...]) -> None:
    lines = Talk(decide(acrobat)).first.splitlines()
    assert lines[2:4] == [
        "   3. Change your battle form for 1 light fatigue and use an ability.  (16 ways)",
        "Use an ability, put an active die away, or end your turn.",
    ]
    assert sum("Rousing Speed" in line for line in lines) == 1


def test_few_ways_take_one_line_as_well() -> None:
    asked = turn("templar")
    lines = Talk(decide(asked)).first.splitlines()
    assert lines[2].endswith("use an ability.  (4 ways)")
    assert sum("Sun Shield" in line for line in lines) == 1


def test_behind_it_each_ability_stands_once_with_its_forms(acrobat: tuple[Question, ...]) -> None:
    lines = Talk(decide(acrobat), "3").last.splitlines()
    forms = "in the heavy weapon, defensive, ranged weapon or magic form"
    assert [line.split("  (")[0] for line in lines[1:]] == [
        f"   1. Rousing Speed, {forms}",
        f"   2. Arcane Alacrity, {forms}",
        f"   3. Fighting Finesse, {forms}",
        f"   4. Quick Recovery, {forms}",
        "Type a number and a form, such as: 1 heavy",
    ]
    assert lines[4].endswith("(Resolve a Recovery step.)")


def test_every_way_can_be_typed_and_no_two_are_typed_alike() -> None:
    for form in FORMS:
        asked = about_forms(turn("acrobat", form))
        typed = ways(options_of(asked.shape))
        assert list(typed) == [option.key for option in options_of(asked.shape)]
        assert len(set(typed.values())) == len(typed) == 16
        for key, line in typed.items():
            assert Talk(decide((asked,)), line).result == Answer(asked, (key,))


@pytest.mark.parametrize("line", ["2 magic", "2m", "2 MAG", "use:acrobat:arcane-alacrity:magic"])
def test_a_form_is_known_by_how_its_name_begins(acrobat: tuple[Question, ...], line: str) -> None:
    answer = Talk(decide(acrobat), "3", line).result
    assert answer == Answer(about_forms(acrobat), ("use:acrobat:arcane-alacrity:magic",))


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("2", "In which form? Type 2 heavy, 2 defensive, 2 ranged or 2 magic."),
        ("2 x", "There is no form 'x' for that. Type 2 heavy, 2 defensive, 2 ranged or 2 magic."),
        ("2l", "There is no form 'l' for that. Type 2 heavy, 2 defensive, 2 ranged or 2 magic."),
        ("9 magic", "There is no number 9. Type a number and a form, such as: 1 heavy"),
        ("magic", "Type a number and a form, such as: 1 heavy"),
        ("Arcane", "Type a number and a form, such as: 1 heavy"),
    ],
)
def test_a_line_that_names_no_way_is_told_what_is_missing(
    acrobat: tuple[Question, ...], line: str, told: str
) -> None:
    talk = Talk(decide(acrobat), "3", line)
    assert talk.last == told
    talk = Talk(decide(acrobat), "3", line, "1 heavy")
    assert talk.result == Answer(about_forms(acrobat), ("use:acrobat:rousing-speed:heavy-weapon",))


def test_one_can_ask_for_help_and_go_back_to_the_menu(acrobat: tuple[Question, ...]) -> None:
    talk = Talk(decide(acrobat), "3", "?", "b")
    assert talk.said[2].lines[0].startswith("Type a number and, where a line names")
    assert talk.last == talk.first


def reformed(*options: Option, why: str = REFORM) -> Question:
    return Question(
        (SeatId("1"),), NamedCode(why), "What now?", One(options), "", False, (), "", QuestionId(3)
    )


BASH = Option("use:a:bash:magic", "Bash, in the magic form", "Hurts.")
HEAL = Option("use:a:heal:defensive", "Heal, in the defensive form")


def test_an_ability_with_one_form_needs_no_more_than_its_number() -> None:
    asked = reformed(BASH, HEAL, Option("use:a:heal:magic", "Heal, in the magic form"))
    talk = Talk(decide((asked,)), "1 x", "1")
    assert talk.first.splitlines()[1:3] == [
        "   1. Bash, in the magic form  (Hurts.)",
        "   2. Heal, in the defensive or magic form",
    ]
    assert talk.said[1].lines == ("There is no form 'x' for that. Type 1.",)
    assert talk.result == Answer(asked, (BASH.key,))


def test_where_no_ability_has_several_forms_the_list_is_a_plain_one() -> None:
    asked = reformed(BASH, HEAL)
    talk = Talk(decide((asked,)), "2")
    assert talk.first.splitlines()[1:] == [
        "   1. Bash, in the magic form  (Hurts.)",
        "   2. Heal, in the defensive form",
    ]
    assert talk.result == Answer(asked, (HEAL.key,))
    assert Talk(decide((asked, END))).first.startswith("   1. What now?  (2 ways)\n")


def test_abilities_that_do_different_things_stand_apart() -> None:
    other = Option("use:a:bash:defensive", "Bash, in the defensive form", "Heals.")
    assert len(Talk(decide((reformed(BASH, other),))).first.splitlines()) == 3


DODGE = (
    Option("acrobat.dodge", "Dodge (1 tenacity)", "Move 1."),
    Option("acrobat.dodge:defensive", "Dodge (1 tenacity), in the defensive form", "Move 1."),
    Option("acrobat.dodge:magic", "Dodge (1 tenacity), in the magic form", "Move 1."),
    Option("amulet.glow", "Glow"),
)


def test_an_interrupt_as_it_is_stands_before_the_forms_that_it_may_change_to() -> None:
    asked = reformed(*DODGE, why="dealt")
    talk = Talk(decide((asked,)))
    assert talk.first.splitlines()[1:] == [
        "   1. Dodge (1 tenacity)  (Move 1.)",
        "   2. Dodge (1 tenacity), in the defensive or magic form  (Move 1.)",
        "   3. Glow",
        "Type a number and a form, such as: 2 defensive",
    ]
    lines = ("1", "2 def", "2 magic", "3")
    results = [Talk(decide((asked,)), line).result for line in lines]
    assert results == [Answer(asked, (option.key,)) for option in DODGE]
    menu = Talk(decide((END, asked)), "2", "glow")
    assert menu.first.splitlines()[-1] == "   2. What now?  (4 ways)"
    assert menu.result == Answer(asked, ("amulet.glow",))


def test_the_battle_forms_are_known_and_told_apart_by_their_first_letters() -> None:
    assert known == FORMS
    assert len({form[0] for form in FORMS}) == len(FORMS)


def test_lists_without_several_forms_look_as_before() -> None:
    """Forms themselves, and options whose keys end alike."""
    forms = tuple(Option(form, form) for form in FORMS)
    dice = tuple(Option(f"die:{number}", "Combat", "fresh") for number in range(3))
    asked, other = reformed(*forms, why="ability.form"), reformed(*dice, why="turn.drop")
    menu = Talk(decide((asked, other)), "7")
    assert menu.first.splitlines() == [
        "What now?",
        "   1. light weapon",
        "   2. heavy weapon",
        "   3. defensive",
        "   4. ranged weapon",
        "   5. magic",
        "What now?",
        "   6. Combat  (fresh)",
        "   7. Combat  (fresh)",
        "   8. Combat  (fresh)",
    ]
    assert menu.result == Answer(other, ("die:1",))
