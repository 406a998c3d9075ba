"""Who of the enemy may step into the way of an engage."""

import pytest

from clients.bots.matches import danger, engaging, interceptors
from tests.clients.matches.views import named, put, view


@pytest.mark.parametrize(
    ("at", "steps_in"),
    [((6, 7.9), True), ((6, 8.1), False), ((10, 6), True), ((6, 7, 3), False)],
    ids=["three inches aside", "farther", "beside the target", "on a roof"],
)
def test_who_is_near_the_way_may_step_in(at: tuple[float, ...], steps_in: bool) -> None:
    seen = put(view(), a1=(2, 5), b1=(9, 5), b2=at)
    found = interceptors.interceptors(seen, seen["units"]["a1"], seen["units"]["b1"])
    assert [foe["id"] for foe in found] == ["b2"] * steps_in


def test_who_is_down_or_engaged_does_not_step_in() -> None:
    seen = put(view(), a1=(2, 5), b1=(9, 5), b2=(6, 6), a2=(6, 7))
    one, other = seen["units"]["a1"], seen["units"]["b1"]
    seen["pairs"] = {"x": ("a2", "b2")}
    assert not interceptors.interceptors(seen, one, other)
    seen["pairs"] = {}
    seen["units"]["b2"]["injury"] = "stunned"
    assert not interceptors.interceptors(seen, one, other)


def test_an_engage_is_worth_less_where_a_strong_enemy_may_step_in() -> None:
    seen = view("sellswords", "undead")
    caster, giant = named(seen, "necromancer", "2"), named(seen, "death-knight", "2")
    put(seen, a2=(2, 5), **{caster: (9, 5), giant: (30, 30)})
    unit, target = seen["units"]["a2"], seen["units"][caster]
    alone = engaging.gain(danger.Threats(seen, unit), target)
    put(seen, **{giant: (7, 7)})
    assert engaging.gain(danger.Threats(seen, unit), target) < alone
