"""Cover: who seeks it, where, and who has something better to do."""

import pytest

from clients.bots.matches import danger, sheltering, shots, table
from protocol.option_keys import read_point
from protocol.questions import Place, Plan, Slot
from tests.clients.matches.views import View, answered, asked, named, options, put, view

CRATE = [{"x": x, "y": y} for x, y in ((8000, 7000), (12000, 7000), (12000, 8000), (8000, 8000))]


def walled(seen: View) -> View:
    """The same on an empty board with one wall that hides whoever stands before it at y = 6."""
    piece = dict(seen["board"]["pieces"][0])
    piece |= {"corners": CRATE, "low": 0, "high": 3_000, "opaque": True, "footing": "firm"}
    seen["board"] |= {"pieces": [piece], "ladders": []}
    seen["tokens"] = {}
    return seen


def menu(name: str) -> Plan:
    return Plan((Slot("unit", options(f"move:{name}", f"run:{name}"), 1, 1),))


def place(*keys: str) -> Place:
    return Place(options(*keys), (0, 0, 0), (36_000, 36_000, 3_000))


def goes(seen: View, name: str) -> tuple[float, float, float] | None:
    """Where the bot lets a unit go, None if it stays."""
    if not (picks := answered(seen, asked("match.move", menu(name), may_pass=True))):
        return None
    assert picks == (f"move:{name}",)
    (key,) = answered(seen, asked("match.go", place("10000,2000,0"), name))
    return read_point(key)


@pytest.fixture
def seen() -> View:
    """A sniper beside the wall, and a skeleton that shoots at it from beyond."""
    made = walled(view("sellswords", "undead"))
    sniper, skeleton = named(made, "sniper"), named(made, "skeleton", "2")
    put(made, **{sniper: (6.5, 6), skeleton: (6.5, 22)})
    foe = made["units"][skeleton]
    foe["ranged"][0] |= {"injury": 6, "pierce": 0, "range": 40_000}
    foe["type"]["ranged"] = 6
    return made


def test_a_shooter_that_reloads_steps_into_cover_and_keeps_its_target(seen: View) -> None:
    """Given a rifle that is not loaded, when its bearer is to move, then it stands in cover
    afterwards, and may shoot from there in its next turn."""
    name, foe = named(seen, "sniper"), seen["units"][named(seen, "skeleton", "2")]
    unit = seen["units"][name]
    seen["turn"], unit["fired"] = 5, 3
    at = goes(seen, name)
    assert at is not None
    assert shots.has_cover(seen, unit, at, table.spot(foe))
    assert shots.best(seen, unit, at, moved=False) > 0
    unit["fired"] = 1
    foe["type"]["defence"] = 18
    assert goes(seen, name) is None, "after a move its shot is worse"


def test_a_shooter_with_a_good_shot_stays_where_it_shoots_best(seen: View) -> None:
    """Given a loaded rifle and a target worth more than what may be lost, when it is to move, then
    it stays."""
    foe = seen["units"][named(seen, "skeleton", "2")]
    foe["ranged"] = []
    assert goes(seen, named(seen, "sniper")) is None


def test_a_shooter_steps_into_cover_when_its_shot_is_as_good(seen: View) -> None:
    """Given stars that fly as well after a move, and an enemy who shoots back harder, when the unit
    is to move, then it stands in cover afterwards, and still has its shot."""
    name, foe = named(seen, "sniper"), seen["units"][named(seen, "skeleton", "2")]
    unit = seen["units"][name]
    unit["ranged"][0] |= {"tags": ["close-quarters"], "range": 30_000}
    here, from_ = table.spot(unit), table.spot(foe)
    assert not shots.has_cover(seen, unit, here, from_)
    at = goes(seen, name)
    assert at is not None
    assert shots.best(seen, unit, at, moved=True) >= 0.9 * shots.best(seen, unit, here, moved=False)
    assert danger.of_shots(seen, unit, at) < danger.of_shots(seen, unit, here)
    assert shots.has_cover(seen, unit, at, from_)


def test_a_caster_that_is_far_enough_away_gets_out_of_sight(seen: View) -> None:
    """Given a caster whom a shooter sees, when it is to move, then it hides, unless it has a spell
    for the shooter; where nobody shoots, it stays."""
    made = walled(view("undead", "sellswords"))
    caster, sniper = named(made, "necromancer"), named(made, "sniper", "2")
    put(made, **{caster: (6.5, 6), sniper: (6.5, 14.9)})
    made["units"][sniper]["ranged"][0]["range"] = 40_000
    assert goes(made, caster) is None
    spells = made["units"][caster]["spells"]
    made["units"][caster]["spells"] = [one for one in spells if one["effect"] == "raises"]
    at = goes(made, caster)
    assert at is not None
    assert not table.sees(made, table.spot(made["units"][sniper]), at)
    made["units"][sniper]["ranged"] = []
    assert goes(made, caster) is None


def test_a_fighter_on_its_way_ends_in_cover_if_that_costs_no_way(seen: View) -> None:
    """Given two places as far from what is hunted, one of them out of a shooter's sight, when a
    fighter goes, then it ends there; but not where that leads away."""
    knight, sniper = named(seen, "knight"), named(seen, "sniper")
    seen["units"][sniper]["at"] = None
    rat, skeleton = named(seen, "zombie", "2"), named(seen, "skeleton", "2")
    put(seen, **{knight: (10, 1), rat: (6.5, 20), skeleton: (6.5, 30)})
    seen["units"][skeleton]["type"]["ranged"] = 16
    hidden, open_, back = "9800,5000,0", "6500,5000,0", "9800,100,0"
    both = asked("match.go", place(open_, hidden), knight)
    assert answered(seen, both) == (hidden,)
    away = asked("match.go", place(back, open_), knight)
    assert answered(seen, away) == (open_,)


def test_nobody_seeks_cover_from_nothing(seen: View) -> None:
    sniper = seen["units"][named(seen, "sniper")]
    for unit in seen["units"].values():
        if unit["side"] == "2":
            unit["at"] = None
    assert sheltering.shelter(seen, sniper) is None
