"""How the sensible bot makes its adventurer: race, line, mat, class, and what it buys for XP."""

from typing import Any

import pytest

from clients.bots import creating
from clients.bots.figures import Dice
from protocol.ids import NamedCode, SeatId, UnitId
from protocol.questions import Limit, One, Option, Picks, Plan, Question, Shape, Slot
from server.commands.headless import Simulation
from server.rules.content.catalogue import catalogue
from server.rules.content.glossary import glossary
from server.rules.engine.patch import plain

DICE = Dice(glossary(catalogue()))
MAGE = {"lines": ["combat", "destruction-staff"], "stamina": 1, "magicka": 1}
VIEW: dict[str, Any] = {"adventurers": {"a1": MAGE}, "dice": {}, "settings": {"xp": 2}}


def answer(why: str, shape: Shape, seat: str = "1", **view: Any) -> Picks | None:
    question = Question((SeatId(seat),), NamedCode(why), "", shape)
    return creating.choose({**VIEW, **view}, UnitId("a1"), SeatId(seat), question, DICE)


def one(*keys: str, note: str = "") -> One:
    return One(tuple(Option(key, key, note) for key in keys))


def created(players: int, xp: int, **options: str) -> dict[str, Any]:
    """The state right after creation by bots."""
    game = Simulation(
        "plain-clash", players, "adept", "sensible", 1, options={"xp": str(xp), **options}
    )
    game.begin()
    while game.record.shown.questions[0].why.startswith("create."):
        game.step()
    state: dict[str, Any] = plain(game.record.shown.state)
    return state


def test_a_party_of_bots_trains_four_different_lines() -> None:
    mats = created(4, 2)["adventurers"].values()
    assert len({mat["lines"][1] for mat in mats}) == 4
    assert len({mat["cls"] for mat in mats}) == 4


def test_what_was_earned_is_spent() -> None:
    """12 XP at a dial of 14: a Cooldown of 3 costs 3 of them, squares the others."""
    (mat,) = created(1, 14)["adventurers"].values()
    squares = sum(row["left_squares"] + row["right_squares"] for row in mat["mat"])
    assert squares >= 13
    assert mat["cooldown"] == 3
    assert len(mat["lines"]) > 2


def test_a_suggested_adventurer_is_never_taken_up() -> None:
    assert answer("create.race", one("suggest", "orc", "wood-elf"), seat="1") == ("wood-elf",)


def test_each_seat_begins_at_another_line_and_takes_the_next_one_that_is_left() -> None:
    lines = [answer("create.line", one(*creating.LINES), seat=seat) for seat in "1234"]
    assert sorted(line[0] for line in lines if line) == sorted(creating.LINES)
    assert answer("create.line", one("destruction-staff", "two-handed"), "1") == ("two-handed",)


def test_the_class_goes_with_the_line() -> None:
    assert answer("create.class", one("templar", "warden", "bard")) == ("warden",)


@pytest.mark.parametrize("seat", list("1234"))
def test_where_nothing_is_told_of_an_adventurer_yet_the_class_goes_with_the_seats_line(
    seat: str,
) -> None:
    """Given a session, which tells an adventurer once it is made, then its class fits the line that
    the seat asked for, and a die is bought without its mat."""
    nobody: dict[str, Any] = {"adventurers": {}}
    (line,) = answer("create.line", one(*creating.LINES), seat=seat) or ()
    (cls,) = answer("create.class", one(*creating.CLASSES[line]), seat=seat, **nobody) or ()
    assert cls == creating.CLASSES[line][0]
    every = one(*(classes[0] for classes in creating.CLASSES.values()))
    assert answer("create.class", every, seat=seat, **nobody) == (cls,)
    buys = one("row:stamina", "row:magicka", note="1 XP")
    assert answer("create.advance", buys, seat=seat, **nobody)


ROWS = (Slot("health", (), 1, 1), Slot("combat", (), 1, 1), Slot("magicka", (), 1, 1))


@pytest.mark.parametrize(("high", "magicka"), [(2, "2R"), (1, "1R")])
def test_magicka_lies_beside_health_only_where_its_own_row_is_full(high: int, magicka: str) -> None:
    """Given a row that holds so many tokens, then the layout is legal."""
    crowded = Limit(("combat:3L", "magicka:2R"), high, "One token.")
    wanted = ("health:1L", "combat:3L", f"magicka:{magicka}")
    assert answer("create.rows", Plan(ROWS, (crowded,))) == wanted


def test_it_buys_what_is_worth_most_for_its_price() -> None:
    shape = One((Option("health", "", "1 XP"), Option("cooldown", "", "7 XP")))
    assert answer("create.advance", shape) == ("health",)
    shape = One((Option("health", "", "2 XP"), Option("cooldown", "", "7 XP")))
    assert answer("create.advance", shape) == ("cooldown",)


def test_the_stat_that_lets_it_roll_its_own_dice_comes_before_the_other_one() -> None:
    """Given as many dice of its line as its Magicka lets it use, then Magicka is wanted."""
    shape = One((Option("stamina", "", "2 XP"), Option("magicka", "", "2 XP")))
    dice = {"d1": {"owner": "a1", "kind": "force-shock"}}
    assert answer("create.advance", shape, dice=dice) == ("magicka",)


def test_what_is_no_question_of_creation_is_left_to_others() -> None:
    assert answer("turn.act", one("end")) is None


def test_in_a_campaign_it_buys_the_same_but_no_tenacity_and_untrains_nothing() -> None:
    options = (
        Option("done", "Done", "4 XP saved"),
        Option("whole:two-handed", "Untrain", "all of it"),
        Option("tenacity:", "1 Tenacity", "1 XP"),
        Option("cooldown:", "1 Cooldown", "3 XP"),
        Option("health:", "1 Health", "2 XP"),
    )
    assert answer("together.advance", One(options), dial=9) == ("cooldown:",)
    assert answer("together.advance", One(options[:3]), dial=9) == ("done",)
