"""What an answer would cost and bring between battles, by the rules that will be played."""

from typing import Any

import pytest
from msgspec.structs import replace

from protocol.ids import NOBODY, UnitId
from protocol.previews import Consequences
from server.rules.campaign.components.blocks import Figure
from server.rules.campaign.components.choices import Choice, SocialCheck
from server.rules.campaign.preview import CHANCE
from tests.rules.campaign.asks import Turned
from tests.rules.campaign.sessions import CLASH, FIRST, LAST, WEATHER, Days, at, with_steps
from tests.scene import hero


def told(days: Days, *picks: str, unit: str = "a1") -> Consequences:
    found: Any = days.play.ruleset.preview(days.state, "answer", UnitId(unit), picks)
    assert isinstance(found, Consequences)
    return found


def nothing(days: Days, *picks: str, unit: str = "a1") -> bool:
    return days.play.ruleset.preview(days.state, "answer", UnitId(unit), picks) is None


def test_a_move_tells_its_fatigue_and_where_it_leads() -> None:
    days = Days(hero("a1", at=None), hero("a2", at=None)).rolls(0)
    found = told(days, "overland.move", "1,0", "2,0", "3,0", "4,0")
    tired = ("+1 light fatigue",)
    assert found.changes == {"": ("goes to field",), "a1": tired, "a2": tired}
    assert days.state.party_at == at(0), "nothing of it has happened"


def test_a_move_that_is_not_offered_tells_nothing() -> None:
    days = Days().rolls(0)
    assert nothing(days, "overland.move", "9,0")
    assert nothing(days, "overland.move")
    assert nothing(days, "overland.move", "1,0", unit="nobody")


def barrow(*choices: Choice) -> Days:
    """A party at the Barrow, with these choices."""
    steps = with_steps(replace(FIRST, choices=choices), LAST)
    return Days(province=steps, party_at=at(7)).rolls(0).answer("overland.move", "8,0")


def test_a_choice_tells_what_it_brings() -> None:
    dig = Choice("dig", "Dig", "You dig.", xp=2, outcomes=(Turned(WEATHER, 1),))
    found = told(barrow(dig, replace(dig, id="leave")), "encounter.choice", "dig")
    assert found == Consequences(UnitId("a1"), {NOBODY: ("+2 XP", "Weather: Sunny to Rainy")}, "")


def test_a_choice_says_which_battle_decides() -> None:
    fight = Choice("fight", "Fight", "", "clash", xp=2, encounter=CLASH)
    found = told(barrow(fight, replace(fight, id="ambush")), "encounter.choice", "fight")
    assert (found.changes, found.then[:16]) == ({}, "A battle decides")


def test_a_choice_whose_check_cannot_be_passed_brings_nothing() -> None:
    """Nobody has a die of Speech, or tenacity to add."""
    gate = SocialCheck(Figure("9"), gate=True)
    talk = Choice("talk", "Talk", "", check=gate, xp=5)
    found = told(barrow(talk, replace(talk, id="shout")), "encounter.choice", "talk")
    assert found == Consequences(UnitId("a1"), {}, "")


def test_an_item_tells_what_it_does() -> None:
    days = Days(hero("a1", at=None, hp=2, pack=["cloudy-healing-draught"])).rolls(0)
    found = told(days, "together.road", "use:a1-cloudy-healing-draught")
    assert found.changes == {"a1": ("HP 2 to 4",)}


@pytest.mark.parametrize("key", ["use:a1-nothing", "shop:common:x:pack", "done"])
def test_what_is_not_offered_tells_nothing(key: str) -> None:
    days = Days().rolls(0)
    for why in ("together.road", "together.town", "together.advance", "encounter.choice", "else"):
        assert nothing(days, why, key)


def test_dice_are_not_foreseen() -> None:
    rogue = hero("a1", at=None, cls="rogue", hp=2, tenacity=2, stamina=2)
    found = told(Days(rogue).rolls(0), "together.road", "use:kickback")
    assert (found.changes, found.then) == ({"a1": ("tenacity 2 to 0",)}, CHANCE)


def evening(phase: str, *heroes: Any, **state: Any) -> Days:
    """A party in the growth or the rest of a day."""
    return Days(*heroes, day_phase=phase, **state).rolls()


@pytest.mark.parametrize(
    ("key", "changes"),
    [
        ("bow:snipe", ("saved XP 3 to 2", "+1 Snipe die")),
        ("stamina:", ("Stamina 3 to 4", "saved XP 3 to 2")),
        ("health:", ("Health 5 to 6", "HP 5 to 6", "saved XP 3 to 2")),
        ("cooldown:", ("Cooldown 0 to 1", "saved XP 3 to 2")),
    ],
)
def test_an_advancement_tells_its_price_and_what_it_brings_before_it_is_bought(
    key: str, changes: tuple[str, ...]
) -> None:
    days = evening("growth", saved={"a1": 3})
    assert told(days, "together.advance", key).changes == {"a1": changes}
    assert days.state.saved == {"a1": 3}, "nothing of it has happened"


def test_a_nights_trade_tells_where_an_item_goes() -> None:
    owner = hero("a1", at=None, ready=["homespun-shawl"], pack=["falkreath-meat-loaf"])
    days = evening("rest", owner, hero("a2", at=None))
    shawl, loaf = "a1-homespun-shawl", "a1-falkreath-meat-loaf"

    def changes(key: str) -> dict[UnitId, tuple[str, ...]]:
        return told(days, "together.rest.items", key).changes

    assert changes(f"pack:{shawl}") == {"a1": ("Homespun Shawl goes to the pack",)}
    assert changes(f"ready:{loaf}") == {"a1": ("Falkreath Meat Loaf becomes ready",)}
    assert changes(f"discard:{loaf}") == {"a1": ("-1 Falkreath Meat Loaf",)}
    assert changes(f"give:a2:{loaf}") == {
        "a1": ("-1 Falkreath Meat Loaf",),
        "a2": ("+1 Falkreath Meat Loaf",),
    }
