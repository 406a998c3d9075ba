"""What would happen, as a terminal shows it: odds before a plan is sent, an enemy's coming turn."""

import pytest

from clients.core.names import Names
from clients.sdk import connect
from clients.terminal.foresight import confirm, is_engage, is_foreseen, lines_of
from clients.terminal.questions import Answer
from protocol.ids import NOBODY, DieId, NamedCode, SeatId, UnitId
from protocol.previews import (
    Chances,
    CombatOdds,
    Consequences,
    Course,
    DieOdds,
    EnemyTurn,
    EngageOdds,
    FaceOdds,
    Fate,
    Outlook,
    Sighting,
    Values,
)
from protocol.questions import One, Option, Plan, Question, Slot
from protocol.tables import Settings
from server.commands.bots import bots
from server.commands.matches import matches
from server.process.app import running
from server.settings import Settings as ServerSettings
from server.store.memory import MemoryStore
from tests.clients.conftest import site_of
from tests.clients.terminal.person import Person

NAMES = Names({"units": {"e1": {"name": "Spriggan", "kind": "enemy"}}})
PLAN = Question(
    (SeatId("1"),),
    "turn.engage",
    "Engage",
    Plan((Slot("target", (Option("target:e1", "Spriggan"),), 0, 1),)),
    about="a1",
)
ODDS = EngageOdds(
    UnitId("e1"),
    (
        DieOdds(
            DieId("d1"), "Combat", (FaceOdds(1, "+1 tenacity"), FaceOdds(5, "Deals its value.", 1))
        ),
    ),
    Chances((0, 1), (1, 5), 6),
    Chances((0, 1), (3, 3), 6),
    3,
    "1 = 1 printed",
    ("Dodge: Prevents 1.",),
)


def test_the_odds_are_told_in_whole_lines() -> None:
    assert lines_of(ODDS, NAMES) == [
        "  Combat: 1/6 +1 tenacity; 5/6 Deals its value (1)",
        "  Spriggan prevents 1 = 1 printed",
        "  Spriggan has Dodge: Prevents 1.",
        "  Damage: 0: 16.7%  1: 83.3%",
        "  HP lost: 0: 50.0%  1: 50.0%; falls: 50.0%",
    ]


def test_an_enemys_courses_are_told() -> None:
    turn = EnemyTurn(
        UnitId("e1"),
        (Course(("1,0", "2,0"), ()), Course((), (UnitId("e1"),))),
        Chances((2,), (1,), 1),
        (),
    )
    told = lines_of(turn, NAMES)
    assert told[1:3] == ["    move 2 hexes to 2,0, engage nobody", "    stay, engage Spriggan"]
    assert told[-1] == "    its roll: 2: 100% before prevention"


def test_values_and_nothing() -> None:
    assert lines_of(Values(UnitId("e1"), {"combat": "2 = 2 printed"}), NAMES) == [
        "  combat: 2 = 2 printed"
    ]
    assert lines_of(None, NAMES) == ["Nothing can be foreseen there."]


@pytest.mark.parametrize("typed", ["", "ok", "y"])
def test_enter_sends_the_plan(typed: str) -> None:
    answer = Answer(PLAN, ("target:e1",))
    dialog = confirm(answer, (PLAN,))
    next(dialog)
    with pytest.raises(StopIteration) as done:
        dialog.send(typed)
    assert done.value.value == answer


def test_a_player_who_thinks_again_is_asked_everything_anew() -> None:
    dialog = confirm(Answer(PLAN, ("target:e1",)), (PLAN,))
    next(dialog)
    assert "Engage" in dialog.send("<").lines[0]


def test_only_plans_with_dice_or_a_target_are_weighed_and_each_once() -> None:
    assert is_engage(Answer(PLAN, ("target:e1",)))
    assert not is_engage(Answer(PLAN, ("target:e1",)), ("target:e1",))
    assert not is_engage(Answer(PLAN, ("form:magic",)))
    assert not is_engage(Answer(Question((SeatId("1"),), NamedCode("w"), "t", One(())), ("die:x",)))


def test_an_engage_without_dice_is_warned_of_and_can_be_planned_anew() -> None:
    dialog = confirm(Answer(PLAN, ("target:e1",)), (PLAN,))
    assert "no dice" in next(dialog).lines[0]
    with_dice = confirm(Answer(PLAN, ("target:e1", "die:a1.combat.1")), (PLAN,))
    shown = next(with_dice).lines
    assert not any("no dice" in line for line in shown)
    assert "b goes back" in with_dice.send("?").lines[0]


CARD = Question(
    (SeatId("1"),),
    "encounter.choice",
    "A Meadow. What does the party do?",
    One((Option("dig", "Dig"), Option("rest", "Rest"))),
)


def test_what_an_answer_of_the_days_does_is_told_for_each_whom_it_befalls() -> None:
    told = Consequences(
        UnitId("e1"), {NOBODY: ("+2 XP",), UnitId("e1"): ("HP 2 to 4", "-1 Maim")}, "Dice decide."
    )
    assert lines_of(told, NAMES) == [
        "  The party: +2 XP",
        "  Spriggan: HP 2 to 4, -1 Maim",
        "  Dice decide.",
    ]


def test_a_choice_is_foreseen_once_and_a_pass_never() -> None:
    answer = Answer(CARD, ("dig",))
    assert is_foreseen(answer)
    assert not is_foreseen(answer, ("dig",))
    assert not is_foreseen(Answer(CARD, ()))
    assert not is_foreseen(Answer(PLAN, ("target:e1",)))


def test_a_choice_that_was_foreseen_is_taken_with_enter_or_made_anew() -> None:
    step = confirm(Answer(CARD, ("dig",)), (CARD,))
    assert next(step).lines == ("Press Enter to do so, or < to choose anew.",)
    with pytest.raises(StopIteration) as done:
        step.send("")
    assert done.value.value == Answer(CARD, ("dig",))


FIGHT = Names({"units": {"a1": {"name": "Captain"}, "b2": {"name": "Underrat"}}})


def test_the_odds_of_a_matchs_melee_are_told_unit_by_unit() -> None:
    fates = Fate(UnitId("a1"), 9_000, 0, 500, 0, 500), Fate(UnitId("b2"), 0, 2_500, 0, 0, 7_500)
    assert lines_of(CombatOdds(UnitId("a1"), fates), FIGHT) == [
        "  The melee does this:",
        "    Captain: out 5.0%, dazed 5.0%, unhurt 90.0%",
        "    Underrat: out 75.0%, wounded 25.0%",
    ]
    assert "If it engages" in lines_of(CombatOdds(UnitId("a1"), fates, True), FIGHT)[0]


def test_what_a_unit_sees_is_told_enemy_by_enemy() -> None:
    seen = (
        Sighting(UnitId("b2"), "hidden", 3_500, Fate(UnitId("b2"), 8_000, lost=2_000), True),
        Sighting(UnitId("b2"), "cover"),
        Sighting(UnitId("b2"), "open"),
    )
    assert lines_of(Outlook(UnitId("a1"), seen), FIGHT) == [
        "  Captain sees:",
        "    Underrat: not seen; a shot, out of the window hits 35.0%: out 20.0%, unhurt 80.0%",
        "    Underrat: in cover",
        "    Underrat: in the open",
    ]


async def test_a_match_is_foreseen_by_a_line() -> None:
    """Given a match of two bots, when somebody asks about a unit, then they read its values, what
    it sees, and its melee if it engaged an enemy."""
    wish = ServerSettings(port=0, close_timeout=1.0)
    async with (
        running(wish, MemoryStore(), setups=matches(), bots=bots()) as server,
        connect(site_of(server), "Lead") as lead,
    ):
        await lead.create(Settings("alley", party=2), "Alley")
        link = await lead.invite(SeatId(""))
        for seat in "12":
            await lead.put_bot(SeatId(seat), "sensible")
        eve = Person().look(link)
        await eve.sees("Table 'Alley'")
        await lead.start()
        await lead.until(lambda: lead.view is not None and lead.view.state["turn"] > 0)
        eve.type("/foresee a1 b1")
        await eve.sees("agility: ")
        await eve.sees("Captain sees:")
        await eve.sees("If it engages so, the melee does this:")
        eve.type("/quit")
        await eve.leaves()
