"""Whom a side hunts, and who of it does."""

from clients.bots.matches import hunting
from protocol.ids import SeatId
from tests.clients.matches.views import named, put, view


def test_the_prey_is_near_and_alone() -> None:
    seen = view()
    rat, host = named(seen, "underrat", "2"), named(seen, "blight-host", "2")
    mates = [unit["id"] for unit in seen["units"].values() if unit["type"]["id"] == "giant-rat"]
    put(seen, a1=(10, 10), **{rat: (10, 18), host: (14, 18)})
    assert _prey(seen) == rat
    put(seen, **{mate: (9 + n, 19) for n, mate in enumerate(mates)}, **{host: (20, 14)})
    assert _prey(seen) == host


def test_nobody_is_hunted_where_nobody_is() -> None:
    assert hunting.prey(put(view(), a1=(10, 10)), SeatId("1")) is None


def test_who_carries_treasure_hunts_only_when_none_lies_about_and_few_are_left() -> None:
    seen = view()
    rat, knight, sniper = named(seen, "underrat", "2"), named(seen, "knight"), named(seen, "sniper")
    put(seen, a1=(5, 10), **{rat: (5, 16), knight: (30, 4), sniper: (20, 4)})
    for name, token in (("a1", "token-1"), (knight, "token-2")):
        seen["units"][name]["token"] = token
    target = seen["units"][rat]
    assert hunting.hunters(seen, SeatId("1"), target) == {sniper}
    for token in seen["tokens"].values():
        token["kept"] = token["kept"] or "2"
    assert hunting.hunters(seen, SeatId("1"), target) == {sniper, knight}  # the leader stays behind


def _prey(seen: dict[str, object]) -> str:
    found = hunting.prey(seen, SeatId("1"))
    assert found is not None
    return str(found["id"])
