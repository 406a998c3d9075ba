"""What adventurers are called: as their players say, else by a name of their race."""

import msgspec
import pytest

from protocol.given_names import tidied
from protocol.ids import NamedCode, SeatId, UnitId
from protocol.questions import One, Option, Question, refuse
from protocol.requests import Intent
from server.rules.battle.kernel.state import Settings
from server.rules.content.catalogue import catalogue
from server.rules.engine.advance import Illegal
from tests.scene import Scene

WISHED = SeatId("1")


def made(encounter: str = "plain-clash", names: dict[SeatId, str] | None = None) -> Scene:
    """Two Nords, each made ready by its seat."""
    scene = Scene.fresh("1", "2", encounter=encounter, names=names, asks_all=False)
    scene.rolls(*[0] * 200)
    for seat in "12":
        scene.answer("create.ready", "own", by=seat)
        scene.answer("create.race", "nord", by=seat)
        scene.answer("create.line", "suggest", by=seat)
    return scene


def names_of(scene: Scene) -> list[str]:
    return [scene.state.units[UnitId(unit)].name for unit in ("a1", "a2")]


def test_who_is_not_named_gets_a_name_of_the_race_and_two_never_the_same() -> None:
    first, second = names_of(made(names={}))
    assert {first, second} <= set(catalogue().races["nord"].names)
    assert first != second
    assert names_of(made(names={})) == [first, second]


def test_another_encounter_suggests_other_names() -> None:
    assert names_of(made(names={})) != names_of(made("three-seals", names={}))


def test_a_players_wish_goes_before_the_suggestion_and_is_nobody_elses_name() -> None:
    """Given a first seat that wants the very name that the second would have got."""
    _, second = names_of(made(names={}))
    wished = made(names={WISHED: second})
    assert names_of(wished)[0] == second
    assert names_of(wished)[1] != second
    assert names_of(wished)[1] in catalogue().races["nord"].names


def test_adventurers_of_older_battles_bear_race_and_seat() -> None:
    """Given the settings of a journal that was written before adventurers had names."""
    before = msgspec.convert({"encounter": "plain-clash"}, Settings)
    assert before.names is None
    assert names_of(made(names=before.names)) == ["Nord (1)", "Nord (2)"]


NAMED = ("create.ready", "create.race", "create.line")


@pytest.mark.parametrize("step", NAMED)
def test_a_name_comes_along_with_any_answer_of_the_making(step: str) -> None:
    """Given a wish from the table, when an answer carries another name, then that one counts, and
    the answer counts as it would without."""
    scene = Scene.fresh("1", encounter="plain-clash", names={WISHED: "Tull"}, asks_all=False)
    scene.rolls(*[0] * 200)
    for why, pick in zip(NAMED, ("own", "nord", "suggest"), strict=True):
        scene.answer(why, pick, *(["name:Brannic the Tall"] if why == step else []))
    made = scene.state.units[UnitId("a1")]
    assert (made.name, made.chip) == ("Brannic the Tall", "nord")


def test_the_last_name_counts_and_an_empty_one_takes_it_back() -> None:
    scene = Scene.fresh("1", encounter="plain-clash", names={WISHED: "Tull"}, asks_all=False)
    scene.rolls(*[0] * 200)
    scene.answer("create.ready", "own", "name:Brannic")
    scene.answer("create.race", "nord", "name:")
    scene.answer("create.line", "suggest")
    assert scene.state.units[UnitId("a1")].name == "Tull"


def test_somebody_ready_made_is_named_in_the_same_answer() -> None:
    scene = Scene.fresh("1", encounter="plain-clash", names={}, asks_all=False)
    scene.rolls(*[0] * 200)
    scene.answer("create.ready", scene.offered("create.ready")[0], "name:Brannic")
    assert scene.state.units[UnitId("a1")].name == "Brannic"


@pytest.mark.parametrize("name", ["x" * 41, "a\nb", "\x1b[2J"])
def test_a_name_that_no_line_could_hold_is_refused(name: str) -> None:
    """The server makes names plain before rules read them; a journal from elsewhere may not be."""
    scene = Scene.fresh("1", encounter="plain-clash", names={}, asks_all=False)
    with pytest.raises(Illegal, match="at most 40 characters"):
        scene.answer("create.ready", "own", f"name:{name}")


def test_no_other_question_takes_a_name() -> None:
    question = Question((SeatId("1"),), NamedCode("x"), "?", One((Option("own", "Own"),)))
    assert refuse(question, ("own", "name:Brannic")) == "Pick one option."


def test_what_people_write_is_made_plain_before_rules_read_it() -> None:
    """Given marks that would turn the line, then they are gone; what is plain stays as it is."""

    def sent(*picks: str) -> tuple[str, ...]:
        return tidied(Intent(1, 1, 1, picks)).picks

    assert sent("own", "name:  Bran\u202enic\n") == ("own", "name:Brannic")
    assert sent("own", f"name:{'x' * 80}") == ("own", f"name:{'x' * 40}")
    assert sent("own", "name:Brannic") == ("own", "name:Brannic")
    assert sent() == ()
