"""What the sensible bot makes of its choices: creation, advancement, guard, retreat."""

from typing import Any

import pytest

from clients.bots.sensible_bot import SensibleBot
from protocol.questions import Question
from server.commands.headless import Simulation
from server.rules.engine.patch import plain


def created(players: int, xp: int, **options: str) -> dict[str, Any]:
    """The state right after creation by bots."""
    game = Simulation(
        "plain-clash", players, "adept", "sensible", 1, options={"xp": str(xp), **options}
    )
    game._keep(game.record.begin())
    while game.record.shown.questions[0].why.startswith("create."):
        game.step()
    state: dict[str, Any] = plain(game.record.shown.state)
    return state


def test_a_party_of_bots_trains_four_different_lines() -> None:
    mats = created(4, 2)["adventurers"].values()
    assert len({mat["lines"][1] for mat in mats}) == 4
    assert len({mat["cls"] for mat in mats}) == 4


def test_what_was_earned_is_spent() -> None:
    """12 XP at a dial of 14: a Cooldown of 4 costs 7 of them, squares the others."""
    (mat,) = created(1, 14)["adventurers"].values()
    squares = sum(row["left_squares"] + row["right_squares"] for row in mat["mat"])
    assert squares >= 13
    assert mat["cooldown"] == 4
    assert len(mat["lines"]) > 2


@pytest.mark.parametrize("xp", [2, 10])
def test_every_answer_of_the_bot_is_legal(xp: int) -> None:
    """None of its answers is refused, so that the fallback is never needed in creation."""

    class Strict(SensibleBot):
        def choose(
            self, view: dict[str, Any], seat: str, questions: tuple[Question, ...]
        ) -> tuple[int, tuple[str, ...]]:
            number, picks = super().choose(view, seat, questions)
            asked = next(q for q in questions if q.id == number)
            if asked.why in ("create.race", "create.line", "create.rows"):
                wanted = self._answer(view, seat, asked)
                assert picks == wanted
            return number, picks

    game = Simulation("plain-clash", 2, "adept", "sensible", 3, options={"xp": str(xp)})
    game.bots = {seat: Strict() for seat in game.bots}
    assert game.play()["phase"] == "over"
