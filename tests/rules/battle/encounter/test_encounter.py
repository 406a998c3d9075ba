"""What an encounter brings along: objective, challenge modifier, obstacles (p70, p72)."""

from typing import Any

import pytest

from protocol.battle import BattleEnded, DamageDealt, NamedReason
from protocol.hexes import disc
from protocol.ids import NOBODY
from server.rules.battle.components.effects import hook, modifier
from server.rules.battle.components.encounters import Challenge
from server.rules.battle.damage.hit_points import deal, heal
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.me import Me
from server.rules.battle.kernel.moments import Happening, Moment
from server.rules.battle.kernel.values import Stat
from tests.rules.battle.encounters import encounter
from tests.scene import Scene, foe, friend, hero
from tests.scene.builders import Hero

GOAL, THORNS = (2, -1), (1, 0)


@modifier(Stat.COMBAT, "Challenge")
def _stronger(battle: Battle, me: Me, value: int) -> int:
    return value + 1


def _always(battle: Battle, me: Me, now: Happening) -> bool:
    return True


@hook(Moment.ROUND_STARTS, "Second wind", when=_always, forced=True)
def _second_wind(battle: Battle, me: Me, now: Happening) -> None:
    for unit in battle.in_play("enemy"):
        heal(battle, unit.id, 1, unit.id)


HARDER = encounter(challenges={3: Challenge("More of it.", (_second_wind,), (_stronger,))})


def _party(count: int) -> list[Hero]:
    return [hero(f"a{n + 1}", at=(n, 1)) for n in range(count)]


def _fought(count: int, dice: int) -> Scene:
    """The enemy's turn in a party of that size, and the start of the next round."""
    scene = Scene(
        *_party(count),
        friend("c1", "atronach", at=(0, 4), combat=1, range=1),
        foe("e1", at=(0, 0), hp=3, health=9, combat=1, priority="strongest", skills=()),
        cards=HARDER,
        turn=None,
    )
    scene.rolls(*["enemy:1"] * dice).default()
    return scene.done()


@pytest.mark.rule("CLA-5", "ENC-9")
@pytest.mark.parametrize(("count", "dice"), [(2, 1), (3, 2), (4, 1)])
def test_a_challenge_modifier_changes_the_enemies_of_a_party_of_its_size(
    count: int, dice: int
) -> None:
    assert [event.dealt for event in _fought(count, dice).events(DamageDealt)] == [dice]


@pytest.mark.rule("CLA-5", "ENC-9")
@pytest.mark.parametrize(("count", "hp"), [(2, 3), (3, 4)])
def test_a_challenge_modifier_brings_rules_for_a_party_of_its_size(count: int, hp: int) -> None:
    assert _fought(count, 1 if count == 2 else 2).hp("e1") == hp


@pytest.mark.rule("CLA-5", "ENC-4")
def test_the_encounter_says_what_has_to_be_achieved() -> None:
    def reached(battle: Battle) -> bool:
        return any(unit.at == GOAL for unit in battle.adventurers())

    scene = Scene(hero(), foe("e1", at=(-4, 0), combat=0, range=9), cards=encounter(met=reached))
    scene.move(GOAL)
    assert not scene.events(BattleEnded)
    scene.end_turn()
    assert [event.outcome for event in scene.events(BattleEnded)] == ["victory"]
    assert scene.unit("e1").fate == ""


def _into_thorns(battle: Battle, me: Me, now: Happening) -> bool:
    return THORNS in now.hexes


@hook(Moment.MOVE_ENDS, "Thorns", when=_into_thorns, forced=True)
def _scratch(battle: Battle, me: Me, now: Happening) -> None:
    deal(battle, now.unit, NOBODY, 1, how=NamedReason("thorns"))


def _walking(**figures: Any) -> Scene:
    tiles = {"clash": disc((0, 0), 2), "blue": ((3, -1), (3, 0), (4, -1))}
    enemy = foe("e1", at=(-2, 0), combat=0)
    return Scene(hero(), enemy, tiles=tiles, cards=encounter(**figures))


@pytest.mark.rule("OBS-2")
def test_an_obstacle_does_what_its_encounter_says() -> None:
    assert _walking(hooks=(_scratch,)).move(THORNS, (1, 1)).hp("a1") == 4
    assert _walking(hooks=(_scratch,)).move((2, -1), (2, 0)).hp("a1") == 5
    assert _walking().move(THORNS, (1, 1)).hp("a1") == 5


@pytest.mark.rule("OBS-2")
def test_a_tile_that_is_only_drawn_in_another_colour_is_walked_like_any_other() -> None:
    scene = _walking().move((2, -1), (3, -1), (3, 0))
    assert (scene.unit("a1").at, scene.hp("a1")) == ((3, 0), 5)
