"""Dungeons: several tiles from a diagram, named units first, a second pool (p80-82)."""

from dataclasses import replace as figure
from typing import Any

import pytest
from msgspec.structs import replace

from server.rules.battle.components.catalogue import Catalogue
from server.rules.battle.kernel.ground import ground_of
from server.rules.battle.kernel.state import OBJECTIVE
from server.rules.content.encounters.building import encounter, read
from tests.rules.battle.printed import with_chips
from tests.rules.battle.setup.test_enemy_pool import about_to_set_up
from tests.scene import Scene

rule = pytest.mark.rule

MAP = """
                  *
               *
A     1     .     .     e
   2     .     c     .     e
.     #     .     .     e
   B     l     .     *     e
.     .     .     .     e
               *
"""
TILES = """
                  n
               n
w     w     h     h     e
   w     w     h     h     e
w     w     h     h     e
   w     h     h     s     e
w     w     h     s     e
               s
"""
CHIPS = with_chips(
    ("king", 0, "humanoid"),
    ("captain", 5, "humanoid"),
    ("brute", 5, "beast"),
    ("ant", 1, "beast"),
    ("bat", 1, "beast"),
    ("crab", 1, "beast"),
    ("dog", 1, "beast"),
)


def dungeon(**more: Any) -> Catalogue:
    """A hall, a west wing, and two cells with star hexes."""
    table = {
        "id": "pit",
        "name": "The Pit",
        "text": "",
        "kind": "dungeon",
        "objective": {"rule": "conquer"},
        "map": MAP,
        "tiles": TILES,
        "names": {"h": "hall", "w": "wing", "n": "north cell", "s": "south cell"},
        **more,
    }
    return figure(CHIPS, encounters={"pit": encounter(read(table))})


def set_up(*, draws: int = 2, xp: int = 2, party: int = 1, **more: Any) -> Scene:
    return about_to_set_up(party, dungeon(**more), draws=draws, encounter="pit", xp=xp)


def standing(scene: Scene) -> list[tuple[str, Any]]:
    return [(u.chip, u.at) for u in scene.state.units.values() if u.side == "enemy"]


@rule("DUN-1", "DUN-8", "BAT-2")
def test_the_map_is_several_tiles_as_the_diagram_has_them() -> None:
    state = set_up().state
    sizes = {name: len(tile.hexes) for name, tile in state.tiles.items()}
    assert sizes == {"hall": 9, "wing": 9, "north cell": 2, "south cell": 3, "entrance": 5}
    assert len(state.blocked) == 1


@rule("DUN-8", "MAP-1", "MAP-9")
def test_the_entrance_adjoins_the_tile_it_is_drawn_at_and_far_tiles_are_out_of_sight() -> None:
    state = set_up().state
    ground = ground_of(state)
    door, wing, hall = (state.tiles[name].hexes[0] for name in ("entrance", "wing", "hall"))
    assert ground.sees(door, hall)
    assert ground.sees(hall, wing)
    assert not ground.sees(door, wing)


@rule("DUN-8", "CAC-1", "CLA-3")
def test_caches_lie_where_the_diagram_has_them() -> None:
    assert sorted(set_up().state.caches.values()) == ["common", "legendary"]


@rule("CLA-2", "DUN-2")
def test_numbered_hexes_are_filled_from_hex_one() -> None:
    scene = set_up()
    one, two = scene.catalogue.encounters["pit"].numbered
    assert standing(scene) == [("ant", one), ("bat", two)]
    scene.done()


@rule("DUN-2", "DUN-5", "EP-6")
def test_named_units_come_first_and_cost_no_points() -> None:
    units = [{"chip": "captain", "at": "A"}, {"chip": "king", "at": "B", "objective": True}]
    scene = set_up(draws=3, units=units)
    assert [chip for chip, _ in standing(scene)] == ["captain", "king", "ant", "bat"]
    kinds = [u.kind for u in scene.state.units.values() if u.side == "enemy"]
    assert kinds == ["enemy", "quest", "enemy", "enemy"]
    scene.done()


@rule("DEF-2", "ECH-10")
def test_an_objective_unit_of_a_level_is_no_ordinary_enemy() -> None:
    scene = set_up(draws=3, units=[{"chip": "captain", "at": "A", "objective": True}])
    assert next(u.kind for u in scene.state.units.values() if u.chip == "captain") == OBJECTIVE


@rule("LIM-13")
def test_an_objective_unit_that_is_not_to_be_had_is_replaced_by_one_of_its_level() -> None:
    units = [{"chip": "captain", "at": "A"}, {"chip": "captain", "at": "B", "objective": True}]
    scene = set_up(draws=4, units=units)
    assert [chip for chip, _ in standing(scene)][:2] == ["captain", "brute"]
    kinds = [u.kind for u in scene.state.units.values() if u.chip == "brute"]
    assert kinds == [OBJECTIVE]


@rule("DUN-3")
def test_of_several_hexes_with_the_same_letter_the_party_chooses() -> None:
    scene = set_up(draws=1, units=[{"chip": "captain", "at": "A B"}], xp=0)
    assert len(scene.offered("setup.hex")) == 2
    second = scene.offered("setup.hex")[1]
    scene.answer("setup.hex", second)
    assert [f"{at[0]},{at[1]}" for _, at in standing(scene)] == [second]


@rule("ECH-11", "STA-1")
def test_a_unit_may_be_deployed_without_hp_chips() -> None:
    """C-56: it is in play all the same."""
    scene = set_up(draws=3, units=[{"chip": "captain", "at": "A", "hp": 0, "still": True}])
    captain = next(u for u in scene.state.units.values() if u.chip == "captain")
    printed = scene.catalogue.chips["captain"].health
    assert (captain.hp, captain.health, captain.fate, captain.still) == (0, printed, "", True)


@rule("DUN-2")
def test_enemies_of_a_level_fill_numbered_hexes_up_for_no_points() -> None:
    scene = set_up(xp=1, least_level=1, least_count=2)
    assert [chip for chip, _ in standing(scene)] == ["ant", "bat"]
    scene.done()


SECOND = {"at": "*", "hp": 0, "rooms": True, "still": True}


@rule("DUN-4", "EP-2")
def test_a_second_pool_is_reckoned_like_the_first_and_goes_to_the_special_hexes() -> None:
    scene = set_up(draws=4, second={"at": "*"})
    assert len(scene.offered("setup.hex")) == 4
    for _ in range(2):
        scene.answer("setup.hex", scene.offered("setup.hex")[0])
    assert [chip for chip, _ in standing(scene)] == ["ant", "bat", "crab", "dog"]
    scene.done()


@rule("DUN-4", "DUN-7")
def test_every_room_gets_one_before_any_gets_another() -> None:
    scene = set_up(draws=4, second=SECOND)
    tiles = {f"{q},{r}": name for (q, r), name in ground_of(scene.state).tile_of.items()}
    first = scene.offered("setup.hex")[0]
    scene.answer("setup.hex", first)
    left = {tiles[at] for at in scene.offered("setup.hex")}
    assert left == {"north cell", "south cell"} - {tiles[first]}
    scene.answer("setup.hex", scene.offered("setup.hex")[0])
    assert [u.hp for u in scene.state.units.values() if u.still] == [0, 0]


@rule("DUN-4", "EP-3")
def test_points_that_are_left_when_the_special_hexes_are_full_are_lost() -> None:
    scene = set_up(draws=4, second={"at": "B"})
    assert [chip for chip, _ in standing(scene)] == ["ant", "bat", "crab"]


@rule("DUN-6")
def test_the_encounter_sets_the_objective_not_the_map() -> None:
    units = [{"chip": "captain", "at": "A", "objective": True}]
    hunt = set_up(draws=3, units=units, objective={"rule": "eliminate", "chips": ["captain"]})
    assert hunt.state.objective == "Defeat the Captain."
    assert set_up().state.objective == "Defeat all enemies."


@rule("DUN-7")
def test_a_letter_without_a_rule_is_an_ordinary_hex() -> None:
    scene = set_up()
    at = next(at for at in ground_of(scene.state).tile_of if at not in scene.state.blocked)
    assert scene.state.marks == {}
    assert at in ground_of(scene.state).tile_of


@rule("CLA-5", "DUN-7")
def test_marks_of_special_rules_are_on_the_map() -> None:
    scene = set_up(rules=[{"rule": "hazard", "at": "A B", "damage": 1}], shown={"A": "altar"})
    assert sorted(scene.state.marks.values()) == ["hazard", "hazard"]
    plain = set_up(shown={"A": "altar"})
    assert list(plain.state.marks.values()) == ["altar"]


def test_the_challenge_of_the_party_is_told_with_the_objective() -> None:
    harder = {"2": [{"rule": "tougher", "hp": 1}]}
    scene = set_up(challenge=harder, party=2, xp=1)
    assert scene.state.objective.endswith("Each enemy enters with 1 HP more.")
    assert replace(scene.state).objective != set_up(challenge=harder).state.objective
