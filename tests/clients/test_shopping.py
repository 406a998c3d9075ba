"""What a bot does in a town."""

from typing import Any

import pytest

from clients.bots.days.shopping import ENOUGH, Shopping
from protocol.ids import SeatId
from protocol.questions import One, Option, Picks, Question
from server.rules.campaign.towns import visiting

ITEMS = {
    "coat": {"subtype": "clothing", "trait": "", "forms": (), "text": "Gain 1 tenacity."},
    "plate": {"subtype": "armor", "trait": "chest", "forms": (), "text": "Prevent 2."},
    "salve": {"subtype": "potion", "trait": "", "forms": (), "text": "Heal 3."},
}
DONE, INN = Option("done", "Done here"), Option("inn", "Rest at the inn")
COAT = Option("shop:common:coat:ready", "Coat, ready")
PLATE, SALVE = (
    Option("shop:common:plate:ready", "Plate"),
    Option("shop:common:salve:ready", "Salve"),
)
SHADOW, HEAVY = Option("trainer:shadow:4R", "Shadow"), Option("trainer:heavy-armor:4R", "Heavy")
BREW = Option("alchemy:c1", "Refresh Salve")


def chosen(
    *options: Option,
    hp: int = 6,
    track: int = 0,
    cards: int = 3,
    bed: float = 0.6,
    text: str = "",
) -> Picks | None:
    mat = {
        "track": ["LF"] * track,
        "tenacity": 0,
        "lines": ["combat", "bow"],
        "ready": [{"item": "coat"}] * cards,
        "pack": [],
    }
    view: dict[str, Any] = {
        "units": {"a1": {"hp": hp, "health": 6}},
        "adventurers": {"a1": mat},
    }
    question = Question(
        (SeatId("1"),),
        "together.town",
        text,
        One((DONE, *options)),
        default=("done",),
        about="a1",
    )
    return Shopping({"items": ITEMS}).choose(view, question, bed)


@pytest.mark.parametrize(
    ("options", "picked"),
    [
        ((SALVE, SHADOW, HEAVY), HEAVY),
        ((SHADOW, SALVE, PLATE, BREW), PLATE),
        ((BREW, COAT), BREW),
    ],
)
def test_lines_that_keep_it_alive_come_first_then_the_best_card(
    options: tuple[Option, ...], picked: Option
) -> None:
    assert chosen(*options) == (picked.key,)


def test_what_promises_little_is_left_to_the_default() -> None:
    assert chosen(COAT, SHADOW) is None


def test_who_is_hurt_or_tired_sleeps_first_and_who_is_scratched_last() -> None:
    assert chosen(INN, HEAVY, hp=3) == ("inn",)
    assert chosen(INN, HEAVY, track=3) == ("inn",)
    assert chosen(INN, HEAVY, hp=5) == (HEAVY.key,)
    assert chosen(INN, HEAVY, hp=5, bed=0.9) == ("inn",)
    assert chosen(INN, COAT, hp=5) == ("inn",)
    assert chosen(INN, COAT) is None


def test_a_place_stays_free_for_what_is_found() -> None:
    assert chosen(PLATE, cards=ENOUGH - 1) == (PLATE.key,)
    assert chosen(PLATE, cards=ENOUGH) is None


def test_it_keeps_its_last_action_for_what_the_party_has_agreed_on() -> None:
    said = "You are in Lilmoth, with 1 town action left."
    assert chosen(HEAVY, text=said) == (HEAVY.key,)
    assert chosen(HEAVY, text=f"{said} {visiting.KEPT}: Mud.") == ("done",)
