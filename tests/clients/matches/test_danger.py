"""What units stand to lose where they stand."""

from clients.bots.matches import danger
from tests.clients.matches.views import named, put, view


def test_far_from_all_enemies_nothing_is_lost() -> None:
    seen = view()
    rat = named(seen, "underrat", "2")
    put(seen, a2=(2, 2), **{rat: (34, 34)})
    seen["units"][rat]["ranged"] = []
    assert danger.danger(seen, seen["units"]["a2"], (2_000, 2_000, 0)) == 0


def test_a_fighter_in_reach_is_a_danger_and_so_is_a_shooter_in_sight() -> None:
    seen = view("sellswords", "undead")
    zombie, skeleton = named(seen, "zombie", "2"), named(seen, "skeleton", "2")
    sniper = seen["units"][named(seen, "sniper")]
    put(seen, **{sniper["id"]: (5, 2), zombie: (5, 9)})
    struck = danger.danger(seen, sniper, (5_000, 2_000, 0))
    assert struck > 0
    assert danger.danger(seen, sniper, (5_000, 2_000, 0), but=zombie) == 0
    put(seen, **{zombie: (30, 34), skeleton: (5, 16)})
    assert 0 < danger.danger(seen, sniper, (5_000, 2_000, 0)) < struck


def test_who_is_busy_or_down_is_no_danger() -> None:
    seen = view("sellswords", "undead")
    zombie, knight = named(seen, "zombie", "2"), named(seen, "knight")
    sniper = seen["units"][named(seen, "sniper")]
    put(seen, **{sniper["id"]: (5, 2), zombie: (5, 9), knight: (5, 10)})
    at = (5_000, 2_000, 0)
    seen["pairs"] = {"x": (knight, zombie)}
    assert danger.danger(seen, sniper, at) == 0
    seen["pairs"] = {}
    seen["units"][zombie]["injury"] = "dazed"
    assert danger.danger(seen, sniper, at) == 0


def test_a_leader_beside_one_lends_courage() -> None:
    seen = view("sellswords", "undead")
    zombie = seen["units"][named(seen, "zombie", "2")]
    infantry = seen["units"][named(seen, "infantry")]
    put(seen, a1=(30, 30), **{infantry["id"]: (5, 5)})
    alone = danger.dares(seen, infantry, zombie)
    put(seen, a1=(6, 6))
    assert alone < danger.dares(seen, infantry, zombie) < 1
    assert danger.dares(seen, zombie, infantry) == 1
