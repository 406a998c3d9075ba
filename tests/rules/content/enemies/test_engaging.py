"""Enemy skills after their bearer's own engage: Enfeeble, the statuses, Intimidate, Vinesnare."""

import pytest

from tests.scene import Scene, foe, friend, hero

AT = (0, 0)


@pytest.mark.rule("ENS-5")
def test_enfeeble_gives_its_target_light_fatigue() -> None:
    scene = Scene(hero(), foe("e1", at=AT, combat=0, skills=("enfeeble 2",)), turn=None)
    assert scene.track("a1") == ["LF", "LF"]


@pytest.mark.rule("ENS-5", "ENT-10")
def test_enfeeble_reaches_every_target_also_one_that_lost_no_hp() -> None:
    scene = Scene(
        hero("a1", active=["shield-discipline@shield-discipline:2"]),
        hero("a2", at=(0, 1), hp=4),
        foe("e1", at=AT, combat=1, targets=2, skills=("enfeeble 1",)),
        turn=None,
    )
    scene.rolls("enemy:2").answer("damage_coming", "block")
    assert (scene.hp("a1"), scene.hp("a2")) == (5, 2)
    assert scene.track("a1") == ["shield-discipline", "LF"]
    assert scene.track("a2") == ["LF"]


@pytest.mark.rule("ENS-2")
def test_two_enfeebles_are_one_with_the_higher_number() -> None:
    skills = ("enfeeble 2", "enfeeble 1")
    scene = Scene(hero(), foe("e1", at=AT, combat=0, skills=skills), turn=None)
    assert scene.track("a1") == ["LF", "LF"]


@pytest.mark.rule("FAT-5")
def test_enfeeble_gives_a_target_that_fell_nothing() -> None:
    scene = Scene(
        hero("a1", hp=1),
        hero("a2", at=(0, 4)),
        foe("e1", at=AT, combat=1, skills=("enfeeble 1",)),
        turn=None,
    )
    scene.rolls("enemy:2")
    assert scene.track("a1") == []


def test_nothing_more_comes_of_an_engage_whose_bearer_was_struck_down_in_it() -> None:
    scene = Scene(
        hero(at=(0, -1), hp=1, row=["combat"]),
        friend("c1", "atronach", at=(0, 1), skills=("riposte 3",), range=0),
        foe(
            "e1",
            at=AT,
            hp=1,
            combat=1,
            targets=2,
            priority="strongest",
            skills=("enfeeble 1", "vinesnare"),
        ),
        foe("e2", at=(0, -4), level=5, combat=0, range=9),
        turn=None,
    )
    scene.rolls("enemy:1")
    assert scene.unit("e1").fate == "defeated"
    assert (scene.hp("a1"), scene.track("a1"), scene.drained("a1")) == (1, [], [])


@pytest.mark.rule("STS-8")
def test_enfeeble_sleeps_under_fear() -> None:
    scene = Scene(
        hero(), foe("e1", at=AT, combat=0, statuses=("fear",), skills=("enfeeble 1",)), turn=None
    )
    assert scene.track("a1") == []


@pytest.mark.parametrize("status", ["bane", "blind", "daze", "maim"])
@pytest.mark.rule("STS-1")
def test_a_status_skill_puts_its_die_on_each_target(status: str) -> None:
    scene = Scene(
        hero(at=(0, 1), track=["LF"]),
        friend("c1", "atronach", at=(0, -1), hp=2),
        foe("e1", at=AT, combat=0, targets=2, skills=(status,)),
        turn=None,
    )
    assert scene.unit("c1").statuses == (status,)
    assert scene.track("a1") == ["LF", status]


def test_intimidate_brings_fear() -> None:
    scene = Scene(hero(), foe("e1", at=AT, combat=0, skills=("intimidate",)), turn=None)
    assert scene.track("a1") == ["fear"]


def test_intimidate_takes_fear_from_who_has_it() -> None:
    scene = Scene(
        hero(track=["fear"]), foe("e1", at=AT, combat=0, skills=("intimidate",)), turn=None
    )
    assert scene.track("a1") == []


def test_vinesnare_drains_an_available_combat_die() -> None:
    scene = Scene(
        hero(row=["shield-discipline", "combat", "combat"]),
        foe("e1", at=AT, combat=0, skills=("vinesnare",)),
        turn=None,
    )
    assert scene.drained("a1") == ["combat"]
    assert scene.row("a1") == ["shield-discipline", "combat"]


def test_vinesnare_leaves_companions_alone() -> None:
    scene = Scene(
        hero(at=(0, 4), row=["combat"]),
        friend("c1", "atronach", at=(0, 1)),
        foe("e1", at=AT, combat=0, skills=("vinesnare",)),
        turn=None,
    )
    assert scene.drained("a1") == []
