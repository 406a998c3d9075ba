"""Where the bot that plays matches to win begins."""

from protocol.questions import Place
from tests.clients.matches.views import answered, asked, named, options, put, view

BOUNDS = (0, 0, 0), (36_000, 2_000, 0)


def test_a_unit_begins_before_a_treasure_that_nobody_else_is_for() -> None:
    """Given treasures at (24, 12), (12, 12) and farther off, when nobody is there the first unit
    begins before one of them, and once it is covered the next one before the other."""
    seen = view()
    first, second = named(seen, "captain"), named(seen, "knight")
    places = options("2000,1000,0", "12000,1000,0", "24000,1000,0", "34000,1000,0")
    (begun,) = answered(seen, asked("match.deploy", Place(places, *BOUNDS), first))
    assert begun == "24000,1000,0"
    put(seen, **{first: (24, 1)})
    (other,) = answered(seen, asked("match.deploy", Place(places, *BOUNDS), second))
    assert other == "12000,1000,0"


def test_who_cannot_carry_begins_beside_the_others() -> None:
    seen = view("ratlings", "undead")
    rat, other = named(seen, "giant-rat"), named(seen, "guildmaster")
    put(seen, **{other: (30, 1)})
    places = options("2000,1000,0", "18000,1000,0", "31000,1000,0")
    assert answered(seen, asked("match.deploy", Place(places, *BOUNDS), rat)) == ("31000,1000,0",)


def test_where_no_place_is_offered_the_server_places() -> None:
    seen = view()
    question = asked("match.deploy", Place((), *BOUNDS), named(seen, "captain"), may_pass=True)
    assert answered(seen, question) == ()
