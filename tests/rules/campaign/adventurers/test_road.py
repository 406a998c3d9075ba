"""What adventurers use on the road, beside the party's questions (p28)."""

from typing import Any

import pytest

from protocol.ids import UnitId
from server.rules.battle.kernel.state import TRACK, Deck
from server.rules.engine.advance import Illegal
from tests.rules.campaign.sessions import CONFLICT, PEACEFUL, Days, at
from tests.scene import hero

rule = pytest.mark.rule
DRAUGHT, CORDIAL = "cloudy-healing-draught", "meltwater-cordial"


def party(*others: Any, **figures: Any) -> Days:
    return Days(hero("a1", at=None, **figures), *others)


@rule("INV-4")
def test_a_potion_is_drunk_on_the_road_and_the_move_is_asked_after_it() -> None:
    days = party(hp=2, pack=[DRAUGHT]).rolls(0)
    assert [one.why for one in days.questions] == ["overland.move", "together.road"]
    days.answer("together.road", f"use:a1-{DRAUGHT}")
    assert days.state.units[UnitId("a1")].hp == 4
    assert [one.why for one in days.questions] == ["overland.move"]


@rule("INV-4")
def test_who_wants_nothing_now_is_asked_again_before_the_choice_of_a_card() -> None:
    days = party(hp=2, pack=[DRAUGHT]).rolls(0)
    days.answer("together.road", "done")
    assert [one.why for one in days.questions] == ["overland.move"]
    days.answer("overland.move", *("1,0", "2,0", "3,0"))
    assert days.state.party_at == at(PEACEFUL)
    assert [one.why for one in days.questions] == ["encounter.choice", "together.road"]


@rule("INV-4")
def test_the_partys_answer_closes_the_offers() -> None:
    days = party(hp=2, pack=[DRAUGHT]).rolls(0).answer("overland.move")
    assert days.state.units[UnitId("a1")].hp == 2


@rule("INV-4")
def test_even_before_a_battle_that_cannot_be_avoided_something_may_be_used() -> None:
    days = party(hp=2, pack=[DRAUGHT], health=5).rolls(0)
    days.answer("overland.move", *(f"{column},0" for column in range(1, CONFLICT + 1)))
    days.answer("together.road", f"use:a1-{DRAUGHT}")
    # Nothing is left to choose: the battle is called for.
    assert days.called().party.units[UnitId("a1")].hp == 4


@rule("INV-4", "OVL-5")
def test_what_is_used_changes_how_far_the_party_goes() -> None:
    track = ["LF"] * (TRACK - 1)
    days = party(pack=[CORDIAL], track=track).rolls(0)
    before = days.asked("overland.move").shape.budget  # type: ignore[union-attr]
    days.answer("together.road", f"use:a1-{CORDIAL}")
    after = days.asked("overland.move").shape.budget  # type: ignore[union-attr]
    assert (before, after) == (4, 6)


def arcanist(**figures: Any) -> Days:
    mage = {"cls": "arcanist", "tenacity": 2, "tokens": 1, **figures}
    return party(**mage).rolls(0)


@rule("CLS-17")
def test_an_apocryphal_gate_is_a_neighbor_of_every_hex_once() -> None:
    days = arcanist().answer("together.road", "use:apocryphal-gate").answer("overland.gate", "9,0")
    mat = days.state.adventurers[UnitId("a1")]
    assert (mat.tenacity, mat.tokens, days.state.tokens) == (0, 0, {"gate:1": at(9)})
    assert "9,0" in days.offered("overland.move")
    assert "8,0" in days.offered("overland.move"), "from the gate it goes on"
    days.answer("overland.move", "1,0", "9,0").rests()
    assert (days.state.party_at, days.state.tokens) == (at(9), {})


@rule("CLS-17")
def test_a_gate_that_was_gone_through_is_no_neighbor_of_other_hexes_any_more() -> None:
    days = arcanist().answer("together.road", "use:apocryphal-gate").answer("overland.gate", "4,0")
    with pytest.raises(Illegal, match="once"):
        days.answer("overland.move", "4,0", "3,0", "2,0", "4,0")
    days.answer("overland.move", "4,0", "3,0", "4,0")
    assert days.state.party_at == at(4)


@rule("CLS-7")
@pytest.mark.parametrize("lacking", [{"tenacity": 1}, {"tokens": 0}])
def test_a_gate_takes_tenacity_and_a_crux_token(lacking: dict[str, int]) -> None:
    assert [one.why for one in arcanist(**lacking).questions] == ["overland.move"]
    assert [one.why for one in arcanist(tenacity=1, master=True).questions] != ["overland.move"]


@rule("CLS-17", "INV-4")
def test_what_has_begun_is_gone_through_with_before_the_party_goes_on() -> None:
    """Given one who has drawn a class sheet on the road, then the others may use what they have
    until it is said what comes of it, and the party is asked again afterwards."""
    days = Days(
        hero("a1", at=None, cls="pilgrim", tenacity=3, hp=2),
        hero("a2", at=None, hp=2, pack=[DRAUGHT]),
    ).rolls(0)
    days.rolls(0).answer("together.road", "use:wayfarer", by="a1")
    whys = [one.why for one in days.questions]
    assert whys == ["together.road", "wayfarer"]
    days.answer("together.road", f"use:a2-{DRAUGHT}", by="a2")
    assert days.state.units[UnitId("a2")].hp == 4
    assert [one.why for one in days.questions] == ["wayfarer"]
    days.answer("wayfarer", days.offered("wayfarer")[-1])
    assert days.state.units[UnitId("a1")].hp == 3
    assert days.questions[0].why == "overland.move"


@rule("CLS-17", "LIM-14")
def test_a_card_that_a_pilgrim_draws_is_drawn_by_nobody_else_before_it_has_its_place() -> None:
    """Given a card that still lies in its deck while its owner is asked, then the others wait."""
    pilgrim = hero("a1", at=None, cls="pilgrim", tenacity=1, pack=[DRAUGHT, CORDIAL])
    decks = {"common": Deck(cards={"homespun-shawl": 1})}
    days = Days(pilgrim, hero("a2", at=None, hp=2, pack=[DRAUGHT]), decks=decks).rolls(0)
    days.answer("together.road", "use:gilded-fingers", by="a1")
    assert [one.why for one in days.questions] == [
        "overland.move",
        "together.road",
        "gilded-fingers",
    ]
    days.rolls(0, 0).answer("gilded-fingers", days.offered("gilded-fingers")[0])
    assert [one.why for one in days.questions] == ["item.gained"]
