"""What a bot reads off the board: objectives, places, who is in reach."""

import pytest

from clients.bots import board, figures, moving
from server.rules.content.catalogue import catalogue
from server.rules.engine.patch import plain
from tests.clients.views import PICK, enemy, view
from tests.scene import Scene, foe, hero


def test_locks_of_the_objective_are_seals_and_levers_that_are_still_shut() -> None:
    assert board.locks(view(PICK)) == [(2, 0), (-1, 0)]
    assert board.locks(view(PICK, caches={"2,0": "common"})) == [(2, 0)]
    assert board.locks(view("Defeat all enemies.")) == []


@pytest.mark.parametrize(("opened", "last"), [(0, False), (1, True)])
def test_it_knows_when_one_lock_more_is_enough(opened: int, last: bool) -> None:
    assert board.one_lock_left(view(PICK, tally={"locks-opened": opened})) is last


def test_an_objective_that_names_enemies_makes_them_the_quarry() -> None:
    units = {name: enemy(name, (1, 0)) for name in ("ash reaver", "imp")}
    aim = "Defeat the Ash Reaver. An Imp may come."
    assert board.quarry(view(aim, units=units)) == ["ash reaver"]
    assert board.quarry(view("Defeat all enemies.", units=units)) == []


def test_who_hides_is_not_in_reach() -> None:
    scene = Scene(hero(at=(0, 0)), foe("e1", "wolf", at=(2, 0), statuses=("stealth",)))
    seen = plain(scene.state)
    assert not board.in_reach(seen, seen["adventurers"]["a1"], "ranged-weapon", (0, 0))


def test_who_began_the_turn_beside_somebody_in_stealth_sees_it() -> None:
    scene = Scene(hero(at=(0, 0)), foe("e1", "wolf", at=(1, 0), statuses=("stealth",)))
    seen = plain(scene.state)
    assert board.in_reach(seen, seen["adventurers"]["a1"], "light-weapon", (0, 0))


def test_ways_out_of_a_hex_are_open_ground_that_nobody_stands_on() -> None:
    crowd = view("", units={"e1": enemy("imp", (1, 0))}, blocked=[[-1, 0]])
    assert board.ways_out(view(""), (0, 0)) == 2
    assert board.ways_out(crowd, (0, 0)) == 0


@pytest.mark.parametrize(
    ("skill", "known"),
    [
        ("elusive", figures.ELUSIVE),
        ("ethereal", figures.ETHEREAL),
        ("penumbra", figures.SHELTERED),
    ],
)
def test_bots_know_all_chips_whose_skill_changes_who_should_strike(
    skill: str, known: tuple[str, ...]
) -> None:
    """Bots see chips by their names; a chip that gains such a skill has to be named for them."""
    with_it = {name for name, chip in catalogue().chips.items() if skill in map(str, chip.skills)}
    assert with_it == set(known)


def test_an_elusive_quarry_is_stalked_and_others_are_left() -> None:
    """Given a quarry that only somebody beside it hurts, then its hex is where a bot goes; where
    the objective is about everybody, that waits until no other enemy is left."""
    imp, wolf = enemy("imp", (2, 0), chip="imp"), enemy("wolf", (1, 0), chip="wolf")
    both = {"imp": imp, "wolf": wolf}
    assert moving.stalked(view("Defeat the Imp.", units=both)) == [(2, 0)]
    assert moving.stalked(view("Defeat all enemies.", units=both)) == []
    assert moving.stalked(view("Defeat all enemies.", units={"imp": imp})) == [(2, 0)]
