"""Class abilities between battles: each works there, or needs what only a battle has (CLS-17)."""

from typing import Any

import pytest

from protocol.ids import UnitId
from server.rules.battle.components.effects import Ability
from server.rules.campaign.adventurers import anytime
from server.rules.campaign.kernel.session import Session
from server.rules.content.catalogue import catalogue
from tests.scene import hero
from tests.scene.builders import Hero
from tests.scene.days import Day

rule = pytest.mark.rule
A1 = UnitId("a1")
LOAF, DRAUGHT = "falkreath-meat-loaf", "cloudy-healing-draught"
OF_BATTLES = {
    "rousing-speed": "moves on a map",
    "arcane-alacrity": "moves on a map",
    "fighting-finesse": "needs an enemy",
    "the-imperfect-ring": "needs an enemy",
    "gibbering-shield": "lies in an active slot, which a battle's end empties",
    "fatecarver": "needs an enemy",
    "hawk-eye": "needs enemies",
    "lethal-arrow": "needs an enemy",
    "venom-arrow": "needs enemies",
    "dragon-leap": "moves on a map",
    "dragonknight-standard": "needs an enemy",
    "liquid-efficiency": "fills active slots, which a battle's end empties",
    "honor-duel": "needs an enemy",
    "solemn-vow": "needs an enemy",
    "oathbearers-charge": "needs an enemy",
    "blastbones": "fights",
    "spiritual-guardian": "fights",
    "soul-shred": "needs enemies",
    "manifestation-of-terror": "lies on a map",
    "strife": "needs enemies",
    "solar-flare": "needs an enemy",
    "luminous-shards": "needs enemies",
    "dive": "fights",
    "advanced-species": "moves and engages",
    "feral-guardian": "fights",
    "savage-beast": "takes a turn",
    "hear-the-hist-speak": "needs enemies",
    "battle-of-glenumbra-moors": "takes a turn",
    "recipe-card": "needs an enemy",
    "precision": "needs an enemy",
    "wrathful-strikes": "needs an enemy",
    "thrill-of-the-hunt": "needs an enemy",
    "caltrops": "needs enemies",
    "shadow-strike": "needs an enemy",
    "anglers-instinct": "looks at a delve's cards",
    "savage-defense": "needs enemies",
    "barbed-trap": "lies on a map",
    "spellsword": "engages",
    "reaving-blows": "needs an enemy",
    "strategic-reserve": "readies what comes once a battle, and each battle readies it",
}
"""The abilities that are not offered between battles, and why not."""
EVERY = [
    (sheet.id, master, one)
    for sheet in catalogue().classes.values()
    for master in (False, True)
    for one in (sheet.master if master else sheet.novice).abilities
]
AWAY = [
    pytest.param(*case, id=f"{case[0]}-{case[1]}-{case[2].id}") for case in EVERY if case[2].away
]


@rule("CLS-17")
def test_every_class_ability_works_between_battles_or_needs_what_only_a_battle_has() -> None:
    assert {one.id for _, _, one in EVERY if not one.away} == set(OF_BATTLES)


def worn(cls: str, *, master: bool, form: str) -> Hero:
    """One to whom all of them are of use: hurt, tired, ailing, with dice everywhere."""
    dice: dict[str, Any] = {
        "row": ["snipe", "force-shock"],
        "track": ["LF", "OF", "bane", "combat"],
        "drained": ["shield-discipline"],
    }
    figures: dict[str, Any] = {"hp": 2, "tenacity": 5, "tokens": 3, "cooldown": 1}
    items = [LOAF, DRAUGHT]
    return hero(cls=cls, master=master, form=form, ready=items, **figures, **dice)


@rule("CLS-17", "CLS-7")
@pytest.mark.parametrize(("cls", "master", "one"), AWAY)
def test_an_ability_is_used_between_battles_by_its_own_function(
    cls: str, master: bool, one: Ability
) -> None:
    form = one.forms[0] if one.forms else "light-weapon"
    friends = (hero("a2", hp=2, track=["LF", "LF"]), hero("a3", hp=3))
    day = Day(
        worn(cls, master=master, form=form), *friends, do=lambda s: anytime.use(s, A1, one.id)
    )
    day.rolls(*[0] * 6)
    day.begin()
    while day.questions:
        question = day.questions[0]
        day.play.answer(question.id, question.to[0], question.default)
    assert day.mat("a1").tenacity < 5
    assert day.session.day_phase == "over"


@rule("CLS-9")
def test_a_light_fatigue_changes_the_form_for_an_ability_between_battles() -> None:
    found: list[str] = []

    def ground(session: Session) -> None:
        found.extend(option.note for option in anytime.options(session, A1))
        anytime.use(session, A1, "sacred-ground")

    templar = hero(cls="templar", form="magic", tenacity=3, track=["bane"])
    day = Day(templar, do=ground)
    day.begin()
    assert any(note.startswith("2 tenacity, 1 light fatigue") for note in found)
    assert (day.track("a1"), day.mat("a1").form) == (["LF"], "defensive")


@rule("STA-2")
def test_chips_that_change_hands_between_battles_fill_up_to_health() -> None:
    necromancer = hero(cls="necromancer", hp=4, tenacity=2, tokens=3)
    day = Day(necromancer, do=lambda session: anytime.use(session, A1, "bone-armor"))
    day.begin()
    assert (day.hp("a1"), day.mat("a1").tokens) == (5, 1)


@rule("INV-4")
def test_a_chef_serves_between_battles_what_works_there() -> None:
    """Garlic lasts for a round, and there is none."""

    def keys(food: str) -> list[str]:
        found: list[str] = []
        chef = hero(cls="chef", hp=1, tenacity=4, ready=[food])
        day = Day(chef, do=lambda s: found.extend(o.key for o in anytime.options(s, A1)))
        day.begin()
        return found

    assert "use:master-provisioner" in keys(LOAF)
    assert "use:master-provisioner" not in keys("garlic-loaf")
