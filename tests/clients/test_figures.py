"""What the sensible bot expects of dice comes from the catalogue in words of the server."""

import pytest

from clients.bots.figures import GUARDS, JUDGED, SUPPORT, Dice, Words
from protocol.ids import DieKind
from server.rules.content.catalogue import catalogue
from server.rules.content.glossary import glossary

WORDS = glossary(catalogue())
DICE = Dice(WORDS)


@pytest.mark.parametrize(
    ("kind", "sixths"),
    [
        ("combat", 1 + 1 + 1 + 1 + 2),
        ("shield-discipline", 1 + 1 + 1 + 1 + 2),
        ("force-shock", 2 + 2 + 2 + 4),
        ("wrecking-blow", 2 + 2 + 3 + 3 + 3),
        ("onslaught", 4 + 4 + 5 + 5),
        ("pulsar", 2 + 2 + 2 + 2),
        ("arrow-barrage", 2 + 2 + 2 + 2),
    ],
)
def test_what_a_die_promises_is_the_mean_of_its_faces(kind: str, sixths: int) -> None:
    """What a face does to adventurers or at a price of its own counts nothing."""
    assert DICE.power(DieKind(kind)) == pytest.approx(sixths / 6)
    assert DICE.damages(DieKind(kind))


def test_another_servers_dice_promise_something_else() -> None:
    """A catalogue with heavier Combat dice, enemy dice and a stronger Force Shock."""
    heavy = {**WORDS["dice"]["combat"], "faces": ["combat:3"] * 6}
    shock = {"code": "I", "text": "8 damage to the target.", "forms": [], "must": False}
    words: Words = {
        **WORDS,
        "dice": {**WORDS["dice"], "combat": heavy},
        "icons": {**WORDS["icons"], "force-shock-1": [shock]},
        "rolls": {**WORDS["rolls"], "enemy-combat": ["2"] * 6},
    }
    dice = Dice(words)
    assert (dice.power(DieKind("combat")), dice.enemy_combat) == (3, 2)
    assert dice.power(DieKind("force-shock")) == pytest.approx((8 * 3 + 4) / 6)


def test_an_enemy_combat_die_deals_1_on_average() -> None:
    assert DICE.enemy_combat == 1


def test_dice_for_anything_else_are_worth_little_in_an_engage() -> None:
    assert DICE.power(DieKind("fleet-phantom")) == SUPPORT
    assert not DICE.damages(DieKind("fleet-phantom"))
    assert (
        DICE.guard(DieKind("resolve"))
        > DICE.guard(DieKind("constitution"))
        > DICE.guard(DieKind("combat"))
        == 0
    )


def test_judgements_are_of_dice_that_there_are() -> None:
    assert {*JUDGED, *GUARDS} <= set(WORDS["dice"])
