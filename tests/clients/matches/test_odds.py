"""What attacks come to, as a bot reckons it."""

import pytest

from clients.bots.matches import odds
from tests.clients.matches.views import named, view


@pytest.mark.parametrize(
    ("needs", "chance"), [(1, 0.8), (5, 0.8), (6, 0.75), (20, 0.05), (21, 0.0)]
)
def test_a_die_of_twenty(needs: int, chance: float) -> None:
    assert odds.passes(needs) == pytest.approx(chance)


def test_advantage_and_disadvantage() -> None:
    assert odds.edged(0.5, 2) == 0.75
    assert odds.edged(0.5, -1) == 0.25
    assert odds.edged(0.5, 0) == 0.5


def test_shields_and_armour_stop_hits_and_pierce_goes_through() -> None:
    seen = view()
    knight = seen["units"][named(seen, "knight")]
    host = seen["units"][named(seen, "blight-host", "2")]
    assert odds.defence(knight, 0) == pytest.approx(0.5)  # 17 with a tower shield's 6
    assert odds.defence(knight, 3) == pytest.approx(0.35)
    assert odds.defence(host, 0) == 0.0


def test_who_is_stunned_is_lost_and_who_is_dazed_nearly_so() -> None:
    seen = view()
    captain = seen["units"]["a1"]
    rat = seen["units"][named(seen, "underrat", "2")]
    whole = odds.melee(captain, rat)
    rat["injury"] = "dazed"
    dazed = odds.melee(captain, rat)
    rat["injury"] = "stunned"
    assert whole < dazed < odds.melee(captain, rat) == 1.0
    captain["injury"] = "dazed"
    assert odds.melee(captain, rat) == 0.0


def test_shots_are_worth_nothing_out_of_range_and_less_after_a_move() -> None:
    seen = view()
    sniper = seen["units"][named(seen, "sniper")]
    rat = seen["units"][named(seen, "underrat", "2")]
    still = odds.shot(sniper, rat, 20_000, moved=False)
    assert 0 < odds.shot(sniper, rat, 20_000, moved=True) < still
    assert odds.shot(sniper, rat, 30_001, moved=False) == 0.0
    assert odds.shot(seen["units"][named(seen, "knight")], rat, 1000, moved=False) == 0.0


def test_a_shot_comes_to_less_at_who_has_cover_or_is_hurt_already() -> None:
    seen = view()
    sniper, rat = (seen["units"][named(seen, *one)] for one in (("sniper",), ("underrat", "2")))
    whole = odds.shot(sniper, rat, 20_000, moved=False)
    assert 0 < odds.shot(sniper, rat, 20_000, moved=False, covered=True) < whole
    rat["injury"] = "dazed"
    dazed = odds.shot(sniper, rat, 20_000, moved=False)
    rat["injury"] = "stunned"
    assert 0 < odds.shot(sniper, rat, 20_000, moved=False) < dazed < whole
