"""The habits of the bot that plays to win: it focuses, engages where the odds are good, and guards
treasure. That it takes cover is in `test_sheltering`.
"""

from protocol.questions import One, Place, Plan, Slot, Split
from tests.clients.matches.test_match_bot import engage
from tests.clients.matches.test_sheltering import walled
from tests.clients.matches.views import View, answered, asked, named, options, put, view


def place(*keys: str) -> Place:
    return Place(options(*keys), (0, 0, 0), (36_000, 36_000, 3_000))


def ids(seen: View, kind: str, seat: str) -> list[str]:
    units = seen["units"].values()
    return [u["id"] for u in units if u["type"]["id"] == kind and u["side"] == seat]


def test_all_hunt_the_same_enemy_though_another_is_nearer_to_some() -> None:
    """Given two fighters and two enemies, one near to both on the whole, when each goes, then both
    come nearer to that one."""
    seen = walled(view())
    seen["board"]["pieces"] = []
    one, other = ids(seen, "defender", "1")
    prey, far = ids(seen, "underrat", "2")[:2]
    for rat in (prey, far):
        seen["units"][rat]["ranged"] = []
    put(seen, **{one: (8, 8), other: (20, 8), prey: (14, 20), far: (30, 20)})
    for unit, x in ((one, 8), (other, 20)):
        towards = 11_000 if x == 8 else 17_000
        places = place(f"{towards},13000,0", f"{2 * x * 1000 - towards},13000,0")
        assert answered(seen, asked("match.go", places, unit)) == (f"{towards},13000,0",)


def test_all_blows_and_the_shot_go_where_most_is_won() -> None:
    """Given two enemies in contact, one of them dazed by a friend's shot, when a unit strikes, then
    it strikes that one alone; and a shooter shoots at the one that is worth more."""
    seen = view("ratlings", "sellswords")
    own, (weak, hurt) = named(seen, "assassin"), ids(seen, "infantry", "2")
    put(seen, **{own: (10, 10), weak: (11, 10), hurt: (9, 10)})
    seen["units"][hurt]["injury"] = "dazed"
    arm = seen["units"][own]["melee"][0]["id"]
    shape = Split(options(f"strike:{weak}:{arm}", f"strike:{hurt}:{arm}"), 2, 2)
    assert set(answered(seen, asked("match.melee.split", shape, own))) == {f"strike:{hurt}:{arm}"}
    captain = named(seen, "captain", "2")
    seen["units"][hurt]["injury"] = ""
    put(seen, **{own: (10, 2), captain: (10, 8), weak: (11, 8)})
    aim = asked("match.shoot.target", One(options(weak, captain)), own, may_pass=True)
    assert answered(seen, aim) == (captain,)


def test_it_engages_where_the_odds_are_good_and_waits_where_they_are_not() -> None:
    """Given a unit in reach of an enemy, when its first strike is worth it, then it engages; when
    what comes back outweighs it, then nobody does."""
    seen = view("sellswords", "undead")
    captain, knight, zombie = (
        named(seen, "captain"),
        named(seen, "knight"),
        named(seen, "zombie", "2"),
    )
    put(seen, **{captain: (10, 2), zombie: (10, 6)})
    assert answered(seen, engage(captain, targets=(zombie,)))[:1] == (f"unit:{captain}",)
    giant = named(seen, "death-knight", "2")
    seen["units"][zombie]["at"] = None
    seen["units"][giant]["wounds"] = 3
    seen["units"][giant]["type"] |= {"attacks": 4, "melee": 5, "defence": 5, "move": 1_000}
    put(seen, **{knight: (10, 2), giant: (10, 6)})
    seen["units"][captain]["at"] = None
    assert answered(seen, engage(knight, targets=(giant,))) == ()


def test_treasure_is_guarded() -> None:
    """Given a unit with treasure, when an enemy comes near, then it goes out of reach and sight,
    it does not engage for a trifle, and an enemy that carries some is what all hunt."""
    seen = walled(view())
    carrier, rat = named(seen, "infantry"), named(seen, "underrat", "2")
    seen["units"][carrier]["token"] = "token-1"
    # As long as some lies about; later the best fighters come along, with treasure or not.
    seen["tokens"] = {"token-2": {"at": [35_000, 500, 0], "kept": ""}}
    put(seen, **{carrier: (6.5, 6), rat: (6.5, 16)})
    hidden, open_ = "10000,6000,0", "6500,12000,0"
    assert answered(seen, asked("match.go", place(open_, hidden), carrier)) == (hidden,)
    menu = Plan((Slot("unit", options(f"move:{carrier}"), 1, 1),))
    assert answered(seen, asked("match.move", menu, may_pass=True)) == (f"move:{carrier}",)

    knight, thief, other = named(seen, "knight"), *ids(seen, "giant-rat", "2")[:2]
    seen["units"][carrier] |= {"at": None, "token": ""}
    for one in (rat, thief, other):
        seen["units"][one]["ranged"] = []
    put(seen, **{rat: (35, 35), knight: (18, 10), thief: (12, 24), other: (24, 23)})
    seen["tokens"] = {}
    ways = place("15000,16000,0", "21000,16000,0")
    assert answered(seen, asked("match.go", ways, knight)) == ("21000,16000,0",)
    seen["units"][thief]["token"] = "token-1"
    assert answered(seen, asked("match.go", ways, knight)) == ("15000,16000,0",)
