"""The odds of an engage, computed a second time by playing every way the dice can fall (p60)."""

from collections import Counter
from itertools import product
from typing import Any, NamedTuple

import pytest

from protocol.hexes import Hex
from protocol.ids import UnitId
from protocol.previews import Chances, EngageOdds
from server.rules.battle.engage.odds import enemy_combat_roll
from tests.scene import Scene, foe, hero


class Case(NamedTuple):
    """An engage to be judged: who rolls what against what, with how many dice of the weapon."""

    form: str
    row: tuple[str, ...]
    weapon: str = ""
    free: int = 0
    at: Hex = (0, 0)
    track: tuple[str, ...] = ()
    figures: tuple[tuple[str, Any], ...] = ()


LIGHT, HEAVY, RANGED, MAGIC = "light-weapon", "heavy-weapon", "ranged-weapon", "magic"
DODGE = (("skills", ("dodge",)), ("health", 6))
TOUGH = (("skills", ()), ("health", 5), ("defense", 1))
BARK = (("skills", ("iron-bark",)), ("health", 6), ("defense", 1))
HALVED = (("skills", ()), ("health", 7))

CASES = {
    "several kinds": Case(LIGHT, ("shield-discipline", "combat", "combat"), figures=TOUGH),
    "a die that only guards, for Dodge": Case(LIGHT, ("combat", "expert-evasion"), figures=DODGE),
    "a guard that strikes and one that does not": Case(
        LIGHT, ("shield-discipline", "expert-evasion"), figures=DODGE
    ),
    "two Snipes against defense": Case(RANGED, ("snipe", "snipe"), at=(1, -3), figures=BARK),
    "a club's die": Case(LIGHT, ("combat",), "dockhands-cudgel", 1, figures=TOUGH),
    "a club's die against Dodge": Case(
        LIGHT, ("combat", "shield-discipline"), "dockhands-cudgel", 1, figures=DODGE
    ),
    "a maul's die": Case(HEAVY, ("wrecking-blow", "combat"), "steel-maul", 1, figures=TOUGH),
    "a maul's die, maimed": Case(
        HEAVY, ("wrecking-blow", "combat"), "steel-maul", 1, track=("maim",), figures=HALVED
    ),
    "a bow's die and Snipe": Case(
        RANGED, ("snipe", "combat"), "notched-hunting-bow", 1, (1, -3), figures=BARK
    ),
    "the dazed roll before they move": Case(
        HEAVY, ("onslaught",), "steel-maul", 1, track=("daze",), figures=TOUGH
    ),
    "a staff that strikes": Case(MAGIC, ("combat",), "oak-lightning-staff", figures=DODGE),
}
LONG = ("a club's die against Dodge", "a maul's die", "a maul's die, maimed")
"""Left to `make test`: other cases have a weapon's dice, Dodge and heavy form as well, and
`test_odds` has Maim.
"""


def drawn(case: Case) -> Scene:
    return Scene(
        hero(
            row=list(case.row),
            form=case.form,
            track=list(case.track),
            ready=[case.weapon] if case.weapon else [],
        ),
        foe("e1", "skeever-pup", at=case.at, **{"defense": 0, **dict(case.figures)}),
    )


def rolled(case: Case) -> list[str]:
    """Combat dice are not gathered in Magic form."""
    return [die for die in case.row if case.form != MAGIC or die != "combat"]


def told(case: Case) -> EngageOdds:
    scene = drawn(case)
    dice = [die for die in scene.mat("a1").row if scene.state.dice[die].kind in rolled(case)]
    weapon = [f"weapon:a1-{case.weapon}"] if case.weapon else []
    picks = (f"form:{case.form}", "target:e1", *weapon, *(f"die:{die}" for die in dice))
    found = scene.play.ruleset.preview(scene.state, "engage", UnitId("a1"), picks)
    assert isinstance(found, EngageOdds)
    return found


def played(case: Case) -> Counter[int]:
    """The HP lost over all falls: every result that can be is resolved, offers are passed."""
    lost: Counter[int] = Counter()
    for faces in product(range(6), repeat=len(rolled(case)) + case.free):
        scene = drawn(case)
        before = scene.hp("e1")
        scene.rolls(*faces).engage("a1", "e1", rolled(case), weapon=case.weapon)
        while scene.play.questions[-1].why != "turn.act":
            question = scene.questions[0]
            if question.why == "engage.resolve":
                scene.answer(question.why, *scene.offered(question.why))
            else:
                scene.answer(question.why, *question.default)
        scene.done()
        lost[before - scene.hp("e1")] += 1
    return lost


def chance_of(found: Chances) -> dict[int, float]:
    return {point: ways / found.of for point, ways in zip(found.points, found.ways, strict=True)}


@pytest.mark.rule("ENG-13", "ENG-18", "ECH-6", "ENS-3", "ENS-4", "STS-9")
@pytest.mark.parametrize(
    "case",
    [
        pytest.param(case, id=name, marks=[pytest.mark.slow] if name in LONG else [])
        for name, case in CASES.items()
    ],
)
def test_adding_dice_up_and_playing_every_roll_agree(case: Case) -> None:
    found, lost = told(case), played(case)
    assert chance_of(found.lost) == pytest.approx(
        {points: ways / lost.total() for points, ways in lost.items()}
    )
    health = dict(case.figures)["health"]
    assert found.defeats / found.lost.of == pytest.approx(lost[health] / lost.total())


@pytest.mark.rule("LIM-3")
@pytest.mark.parametrize("count", range(1, 7))
def test_the_sum_of_enemy_combat_dice_is_that_of_every_fall(count: int) -> None:
    sums = Counter(sum(fall) for fall in product((0, 1, 1, 1, 1, 2), repeat=count))
    assert enemy_combat_roll(count) == sums


@pytest.mark.rule("SKL-7", "FRM-3")
def test_on_the_defensive_no_die_deals_damage_whatever_it_shows() -> None:
    row = ["combat", "shield-discipline", "resolve"]
    scene = Scene(hero(row=row, form="defensive"), foe("e1", at=(0, 0)))
    picks = ("form:defensive", *(f"die:{die}" for die in scene.mat("a1").row))
    found = scene.play.ruleset.preview(scene.state, "engage", UnitId("a1"), picks)
    assert isinstance(found, EngageOdds)
    assert chance_of(found.dealt) == {0: 1}
