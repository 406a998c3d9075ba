"""What a fight of the days promises."""

from typing import Any

import pytest

from clients.bots.days import weighing
from clients.bots.days.weighing import Fights, promised
from server.rules.content.catalogue import catalogue
from server.rules.content.glossary import glossary

WORDS = glossary(catalogue())
UNDAUNTED = {"plan": {"province": "black-marsh"}, "quest": "undaunted", "step": "D23"}


def party(hp: int) -> dict[str, Any]:
    return {"units": {"a1": {"hp": hp, "health": 6}}, "adventurers": {"a1": {}}}


def test_what_nobody_has_measured_is_won_as_often_as_usual() -> None:
    assert Fights(WORDS).odds("nowhere", 2) == weighing.USUAL


def test_odds_are_what_was_measured_the_less_so_the_fewer_battles() -> None:
    def odds(battles: int) -> float:
        figures = {"players": {"2": {"won": 25, "battles": battles}}}
        return Fights({"encounters": {"hard": {"figures": figures}}}).odds("hard", 2)

    assert odds(8) == pytest.approx(0.5)
    assert odds(10_000) == pytest.approx(0.25, abs=0.01)


def test_a_hurt_party_expects_less_of_the_same_battle() -> None:
    assert promised(party(6), 1.0, 2) == 2
    assert promised(party(0), 1.0, 2) == pytest.approx(0.5 * 2 - 0.5 * weighing.LOSS)
    assert promised(party(6), 0.5, 2) > promised(party(3), 0.5, 2)


def test_a_step_that_a_lost_battle_fails_is_decisive_one_to_be_tried_again_is_not() -> None:
    fights = Fights(WORDS)
    assert fights.is_decisive(UNDAUNTED)
    assert not fights.is_decisive(UNDAUNTED | {"step": "A20"})
    assert not fights.is_decisive(UNDAUNTED | {"quest": ""})


@pytest.mark.parametrize(
    ("kind", "name", "choice"),
    [("card", "bm-c01", "fight"), ("quest", "D23", "well")],
)
def test_a_choices_battle_is_found_in_the_catalogue(kind: str, name: str, choice: str) -> None:
    view = party(6) | UNDAUNTED | {"encounter": {"kind": kind, "name": name}}
    fights = Fights(WORDS)
    meant = {"fight": "ambush", "well": "bm-well-of-lamps"}[choice]
    assert fights.of(view, choice) == fights.odds(meant, 1)


def test_each_loss_of_a_battle_makes_it_worth_less_and_another_choice_stays_as_it_is() -> None:
    view = party(6) | UNDAUNTED | {"step": "A20", "encounter": {"kind": "quest", "name": "A20"}}
    fights, lost = Fights(WORDS), {"journal": {"lost:A20:stair": 2, "lost:A2:stair": 1}}
    assert weighing.losses(view | lost, "A20") == 2
    before = {choice: fights.of(view, choice) for choice in ("stair", "quarry")}
    assert fights.of(view | lost, "stair") == pytest.approx(before["stair"] * weighing.AGAIN**2)
    assert fights.of(view | lost, "quarry") == before["quarry"]


def test_a_step_is_hard_that_fails_the_quest_and_is_won_too_seldom() -> None:
    fights = Fights(WORDS)
    assert not fights.is_hard(party(6) | UNDAUNTED)
    assert fights.is_hard(party(6) | UNDAUNTED | {"journal": {"lost:D23:well": 3}})
    assert not fights.is_hard(party(6) | UNDAUNTED | {"step": "A20"})
