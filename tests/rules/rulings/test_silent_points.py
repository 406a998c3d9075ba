"""Points on which all texts are silent: what is done here, each in one named place (U-01, ...).

U-07 is shown with the traps; U-10 is about travel.
"""

import pytest

from protocol.battle import DamageDealt, Fatigue
from protocol.ids import DieId, UnitId
from server.rules.battle.adventurer import cooldown, track
from server.rules.battle.damage import defeat
from server.rules.battle.engage import dealing
from server.rules.battle.engage.engage_action import ENEMY_COMBAT_DIE
from server.rules.battle.kernel.engagement import Engage
from server.rules.battle.kernel.lock import Attempt, Lock
from server.rules.battle.kernel.state import OF, TRACK
from server.rules.battle.setup import advancing
from server.rules.battle.setup.battle_setup import SUPPLY
from server.rules.battle.turn import guild
from tests.rules.battle.running import running
from tests.scene import Scene, foe, hero

rule = pytest.mark.rule
FULL = ["LF"] * 12 + ["combat"]


@rule("CD-8", "LIM-5")
def test_u_01_a_full_track_without_overfatigue_to_replace_a_die_costs_1_true_damage() -> None:
    """Nothing in the track is replaced."""
    drawn = Scene(hero(hp=5, bonus=2, track=FULL), foe("e1", at=(0, 0)), supply={"OF": 0})
    battle = running(drawn)
    cooldown.gain_fatigue(battle, UnitId("a1"), light=1)
    track = battle.mat(UnitId("a1")).track
    assert track[:12] == ("LF",) * 12
    assert battle.state.dice[DieId(track[12])].kind == "combat"
    assert (battle.unit(UnitId("a1")).hp, battle.unit(UnitId("a1")).bonus) == (4, 2)


@rule("CD-8", "LIM-11")
def test_u_02_a_track_cannot_be_full_of_overfatigue_alone() -> None:
    """The box has one die less than the track has places; the last other die gives way."""
    assert SUPPLY[OF] == TRACK - 1
    drawn = Scene(hero(track=["combat", *["OF"] * 12]), foe("e1", at=(0, 0)))
    battle = running(drawn)
    cooldown.gain_fatigue(battle, UnitId("a1"), light=1)
    assert battle.state.supply[OF] == 0
    assert len([token for token in battle.mat(UnitId("a1")).track if token != OF]) == 1


@rule("ADV-3", "ADV-7", "ADV-13")
def test_u_03_a_square_costs_one_more_after_every_second_and_cooldown_ends_at_6() -> None:
    assert advancing.PRICES == (1, 1, 2, 2, 3, 3)
    full = running(Scene(hero(cooldown=6), foe("e1", at=(0, 0))))
    assert not [one for one in advancing.purchases(full, UnitId("a1"), 40) if one[0] == "cooldown"]
    below = running(Scene(hero(cooldown=5), foe("e1", at=(0, 0))))
    assert ("cooldown", "", 6) in advancing.purchases(below, UnitId("a1"), 40)


def test_u_04_an_enemy_combat_die_has_a_miss_a_2_and_four_1s() -> None:
    assert sorted(ENEMY_COMBAT_DIE) == [0, 1, 1, 1, 1, 2]


@rule("ECH-6", "STA-7")
@pytest.mark.parametrize(("faces", "hp"), [(("combat:1",), 7), (("combat:2",), 6)])
def test_u_05_true_damage_does_not_use_up_defense(faces: tuple[str, ...], hp: int) -> None:
    """2 true damage and 1 or 2 of a Combat die against defense 1: 9 HP become 7, or 6."""
    scene = Scene(
        hero(at=(1, -1), form="magic", row=["pulsar"], stamina=3),
        foe("e1", at=(0, 0), health=9, defense=1, skills=()),
    )
    battle = running(scene)
    now = Engage(UnitId("a1"), "light-weapon", [UnitId("e1")])
    battle.enter(now)
    dealing.hit_true(battle, now, UnitId("e1"), 2)
    dealing.hit(battle, now, UnitId("e1"), int(faces[0][-1]), combat=True)
    dealing.land_pools(battle, now)
    assert battle.unit(UnitId("e1")).hp == hp


@rule("GA-5")
def test_u_06_the_guild_may_set_the_round_counter_to_0_up_to_6() -> None:
    assert (guild.LOWEST, guild.HIGHEST) == (0, 6)


@rule("ACT-4", "ACT-7")
@pytest.mark.parametrize("kind", ["LF", "OF"])
def test_u_08_fatigue_that_leaves_a_slot_goes_to_the_track_of_the_slots_owner(
    kind: Fatigue,
) -> None:
    """Whoever's track it came out of."""
    battle = running(Scene(hero("a1"), hero("a2", at=(2, 0)), foe("e1", at=(0, 0))))
    cooldown.fatigue_into_slot(battle, UnitId("a2"), kind)
    track.exhaust_slot(battle, UnitId("a2"), kind)
    assert (battle.mat(UnitId("a1")).track, battle.mat(UnitId("a2")).track) == ((), (kind,))
    assert battle.mat(UnitId("a2")).active == ()


@rule("CD-7", "FAT-5")
def test_u_09_active_dice_of_the_fallen_find_a_full_track_and_are_only_drained() -> None:
    shield = "shield-discipline@shield-discipline:1"
    battle = running(Scene(hero(hp=1, track=FULL, active=[shield]), foe("e1", at=(0, 0))))
    defeat.defeat(battle, UnitId("a1"), UnitId("e1"))
    assert [battle.state.dice[die].kind for die in battle.mat(UnitId("a1")).drained] == [
        "shield-discipline"
    ]
    assert OF not in battle.mat(UnitId("a1")).track


@rule("LOK-2", "LOK-4")
def test_u_11_only_a_kept_die_matches_a_digit_of_a_long_code_without_a_key() -> None:
    """Three dice cannot open four digits then; the key alone stays matched."""
    long = Lock(4, (1, 2, 3, 4))
    assert len(Attempt([1, 2, 3]).missing(long)) == 1
    assert Attempt([4, 2, 3]).missing(long) == (1,)


@rule("ENT-5", "ECH-9")
def test_u_12_the_order_of_targets_stays_although_the_first_is_hurt() -> None:
    """a2 has fewest HP as targets are determined; a1 has fewer after the first blow lands."""
    scene = Scene(
        hero("a1", at=(1, -1), hp=3),
        hero("a2", at=(0, 1), hp=2),
        foe("e1", at=(0, 0), combat=2, targets=2, priority="weakest", skills=()),
        turn=None,
    ).rolls("enemy:1", "enemy:0")
    assert [event.unit for event in scene.events(DamageDealt)] == ["a2", "a1"]
