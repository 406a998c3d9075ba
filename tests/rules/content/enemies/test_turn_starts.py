"""Enemy skills at the start of their bearer's turn: Recover, Motivate."""

from tests.scene import Scene, foe, hero

AT = (0, 0)


def test_recover_heals_1_hp_per_adventurer_up_to_health() -> None:
    scene = Scene(
        hero("a1", at=(0, 1)),
        hero("a2", fate="defeated"),
        foe("e1", at=AT, hp=1, health=5, combat=0, skills=("recover",)),
        turn=None,
    )
    assert scene.hp("e1") == 3


def test_motivate_takes_1_tenacity_from_adjacent_opponents() -> None:
    scene = Scene(
        hero("a1", at=(0, 1), tenacity=3),
        hero("a2", at=(0, 2), tenacity=3, hp=4),
        foe("e1", at=AT, combat=0, skills=("motivate",)),
        turn=None,
    )
    assert (scene.mat("a1").tenacity, scene.mat("a2").tenacity) == (2, 3)
