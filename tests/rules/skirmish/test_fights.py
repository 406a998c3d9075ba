"""Checks, injuries, spells, shots and melees."""

from typing import Any

import pytest

from protocol import skirmish as ev
from protocol.ids import UnitId
from server.rules.skirmish.kernel import stats
from server.rules.skirmish.kernel.checks import Edge, passes
from server.rules.skirmish.kernel.state import Unit, Variant
from tests.rules.skirmish.table import ONE, TWO, Table, block, board, unit, waiting

SWORD, TWO_SWORDS, HAMMER = ("sword",), ("sword", "sword"), ("great-hammer",)


def melee(
    *units: Unit,
    dice: tuple[int, ...] = (),
    pairs: tuple[tuple[str, str], ...] = (("a", "t"),),
    **more: Any,
) -> Table:
    """A Melee Phase; who waits far away keeps the next turn from going on by itself."""
    far = unit("w9", "underrat", 1, 35)
    return Table(*units, waiting(), far, phase="melee", dice=dice, pairs=pairs, **more)


def shots(*units: Unit, dice: tuple[int, ...] = (), **more: Any) -> Table:
    """A Ranged Phase."""
    far = unit("w9", "underrat", 1, 35, injury="dazed")
    return Table(*units, far, phase="ranged", dice=dice, **more)


@pytest.mark.rule("SK-76")
@pytest.mark.parametrize(
    ("die", "needs", "is_attack", "passed"),
    [
        (10, 10, False, True),
        (9, 10, False, False),
        (4, 2, False, False),
        (5, 2, False, True),
        (20, 25, False, True),
        (20, 25, True, False),
        (20, 20, True, True),
    ],
)
def test_a_check_passes_on_its_number_or_more(
    die: int, needs: int, is_attack: bool, passed: bool
) -> None:
    assert passes(die, needs, is_attack) is passed


@pytest.mark.rule("SK-78")
@pytest.mark.parametrize(
    ("better", "worse", "dice"),
    [(False, False, 1), (True, False, 2), (False, True, 2), (True, True, 1)],
)
def test_advantage_and_disadvantage_cancel_each_other(better: bool, worse: bool, dice: int) -> None:
    assert Edge(better, worse).dice == dice


@pytest.mark.rule("SK-78", "SK-96", "SK-77", "SK-110")
def test_states_weapons_and_bare_hands_decide_how_an_attack_is_rolled() -> None:
    match = melee(
        unit("a", "infantry", 10, 10, arms=("spear",), injury="staggered"),
        unit("t", "underrat", 11, 10),
        dice=(2, 3, 4, 2),
    )
    own, foe = match.told(ev.AttackRolled)[1], match.told(ev.AttackRolled)[0]
    assert (own.needs, own.counts, len(own.dice)) == (12, 2, 2), "14, less 2 of the spear"
    assert (foe.needs, foe.counts, len(foe.dice)) == (15, 2, 2), "who has no weapon"


@pytest.mark.rule("SK-110")
@pytest.mark.parametrize(
    ("kind", "arms", "attacks"),
    [
        ("infantry", SWORD, 1),
        ("infantry", TWO_SWORDS, 2),
        ("infantry", ("sword", "shield"), 1),
        ("assassin", ("fighting-claws",), 2),
        ("reaper", ("scythe",), 2),
    ],
)
def test_how_often_a_unit_attacks(kind: str, arms: tuple[str, ...], attacks: int) -> None:
    dice = (1,) * (attacks + 1)
    match = melee(
        unit("a", kind, 10, 10, arms=arms, marks=("charged",)),
        unit("t", "giant-rat", 11, 10),
        dice=dice,
    )
    assert len([each for each in match.told(ev.AttackRolled) if each.unit == "a"]) == attacks


@pytest.mark.rule("SK-110")
def test_animals_and_those_without_equipment_need_no_weapon() -> None:
    match = melee(unit("a", "zombie", 10, 10), unit("t", "giant-rat", 11, 10), dice=(1, 1))
    assert [len(each.dice) for each in match.told(ev.AttackRolled)] == [1, 1]


@pytest.mark.rule("SK-110", "SK-111")
def test_each_of_two_weapons_strikes_at_least_once_and_attacks_are_split_before_dice() -> None:
    match = melee(
        unit("a", "infantry", 10, 10, arms=("sword", "hammer"), marks=("charged",)),
        unit("t", "giant-rat", 11, 10),
        unit("u", "giant-rat", 9, 10),
        pairs=(("a", "t"), ("a", "u")),
        dice=(9, 5),
    )
    match.answer("t", "u")  # the two rats' order
    assert match.asked.why == "match.melee.split"
    assert "hammer" in match.refused("strike:t:sword", "strike:u:sword").lower()
    match.dice.left += [1, 1, 3, 2, 1, 1]
    match.answer("strike:t:sword", "strike:u:hammer")
    assert [(each.target, each.weapon) for each in match.told(ev.AttackRolled)[:2]] == [
        ("t", "sword"),
        ("u", "hammer"),
    ]


@pytest.mark.rule("SK-111", "SK-94")
def test_no_downed_target_while_an_active_one_is_in_contact() -> None:
    match = melee(
        unit("a", "infantry", 10, 10, arms=SWORD, marks=("charged",)),
        unit("t", "giant-rat", 11, 10, injury="dazed"),
        unit("u", "giant-rat", 9, 10),
        pairs=(("a", "t"), ("a", "u")),
        dice=(1, 1),
    )
    assert match.told(ev.AttackRolled)[0].target == "u"


@pytest.mark.rule("SK-79", "SK-112", "SK-92")
def test_a_crit_grants_one_attack_more_that_cannot_crit() -> None:
    match = melee(
        unit("a", "infantry", 10, 10, arms=HAMMER, marks=("charged",)),
        unit("t", "underrat", 11, 10),
        dice=(13, 13, 1, 1),
    )
    first, second = match.told(ev.AttackRolled)[:2]
    assert (first.crits, second.crits) == (True, False), "13 and 7 of the hammer are 20"
    assert match.unit("t").is_lost


@pytest.mark.rule("SK-92", "SK-76")
@pytest.mark.parametrize(
    ("die", "becomes"), [(14, "dazed"), (15, "stunned"), (17, "stunned"), (18, "lost")]
)
def test_what_an_attack_does(die: int, becomes: str) -> None:
    dice = (die, 1, 1, 1) if becomes == "dazed" else (die, 1)
    match = melee(
        unit("a", "infantry", 10, 10, arms=SWORD, marks=("charged",)),
        unit("t", "underrat", 11, 10),
        dice=(die, 1),
    )
    now = match.unit("t")
    seen = [each.injury for each in match.told(ev.InjurySet) if each.unit == "t"]
    assert now.is_lost if becomes == "lost" else seen[:1] == [becomes], dice


@pytest.mark.rule("SK-112", "SK-77")
def test_pierce_makes_defence_harder_and_shields_and_armour_easier() -> None:
    shielded = unit("t", "underrat", 11, 10, arms=("spear", "shield"), armour="light")
    match = melee(
        unit("a", "infantry", 10, 10, arms=SWORD, marks=("charged",)), shielded, dice=(14, 16, 1)
    )
    check = match.told(ev.CheckMade)[0]
    assert (check.needs, check.passed) == (18 - 4 - 1 + 3, True)
    assert stats.defence_of(unit("t", "giant-rat", 1, 1, arms=("shield",))) == 17
    assert stats.defence_of(unit("t", "giant-rat", 1, 1)) is None


@pytest.mark.rule("SK-93", "SK-112")
def test_who_has_more_wounds_loses_them_first() -> None:
    giant = unit("t", "bone-giant", 11.5, 10, printed={"defence": None})
    match = melee(
        unit("a", "infantry", 10, 10, arms=SWORD, marks=("charged",)), giant, dice=(19, 1, 1)
    )
    assert match.unit("t").wounds == 2
    assert match.unit("t").injury == ""
    last = melee(
        unit("a", "infantry", 10, 10, arms=TWO_SWORDS, marks=("charged",)),
        unit("t", "death-knight", 11, 10, printed={"defence": None}),
        dice=(15, 18, 1),
    )
    assert last.unit("t").is_lost, "of two hits one is dropped at random, here the first one"


@pytest.mark.rule("SK-94", "SK-95")
def test_the_downed_in_melee() -> None:
    stunned = melee(
        unit("a", "infantry", 10, 10, arms=SWORD), unit("t", "underrat", 11, 10, injury="stunned")
    )
    assert stunned.unit("t").is_lost
    dazed = melee(
        unit("a", "infantry", 10, 10, arms=SWORD),
        unit("t", "underrat", 11, 10, injury="dazed"),
        dice=(2, 14, 1),
    )
    assert dazed.told(ev.AttackRolled)[0].dice == (2, 14), "with advantage"
    assert dazed.unit("t").is_lost


@pytest.mark.rule("SK-94", "SK-114")
def test_undead_are_dazed_where_others_are_stunned() -> None:
    match = melee(
        unit("a", "infantry", 10, 10, arms=SWORD, marks=("charged",)),
        unit("t", "zombie", 11, 10),
        dice=(15,),
    )
    assert [each.injury for each in match.told(ev.InjurySet) if each.unit == "t"][:1] == ["dazed"]


@pytest.mark.rule("SK-98")
def test_who_is_lost_leaves_its_treasure_to_who_did_it_in_melee() -> None:
    match = melee(
        unit("a", "infantry", 10, 10, arms=SWORD, marks=("charged",)),
        unit("t", "underrat", 11, 10, token="gold"),
        dice=(18, 1),
        tokens={"gold": (0, 0, 0)},
    )
    assert match.unit("a").token == "gold"
    assert match.unit("t").is_lost


@pytest.mark.rule("SK-91", "SK-87")
@pytest.mark.parametrize(("die", "falls"), [(8, False), (7, True)])
def test_who_goes_down_next_to_a_ledge_may_fall(die: int, falls: bool) -> None:
    roof = board(block("roof", (0, 12), (0, 36), 3))
    dice = (14, 1, die, 1) if falls else (14, 1, die)
    match = melee(
        unit("a", "infantry", 10.5, 10, 3, arms=SWORD, marks=("charged",)),
        unit("t", "underrat", 11.5, 10, 3),
        dice=dice,
        on=roof,
    )
    assert bool(match.told(ev.UnitFell)) is falls
    assert (match.unit("t").at or (0, 0, 1))[2] == (0 if falls else 3_000)
    assert match.engaged() == (set() if falls else {"a-t"})


@pytest.mark.rule("SK-108")
def test_combats_are_connected_groups_that_the_active_player_orders() -> None:
    units = [
        unit("a", "infantry", 10, 10, arms=SWORD),
        unit("b", "infantry", 12, 10, arms=SWORD),
        unit("t", "underrat", 11, 10, arms=SWORD),
        unit("c", "infantry", 20, 10, arms=SWORD),
        unit("u", "underrat", 21, 10, arms=SWORD),
    ]
    match = melee(*units, pairs=(("a", "t"), ("b", "t"), ("c", "u")))
    assert (match.asked.why, match.asked.to, match.offered()) == (
        "match.melee.next",
        (ONE,),
        ["a", "c"],
    )
    match.dice.left += [1, 1, 9, 5]  # a blow each, and who of a and b comes first
    match.answer("c")
    assert match.told(ev.CombatEnded)[0].units == ("c", "u")


@pytest.mark.rule("SK-109", "SK-27")
def test_who_engaged_strikes_first_then_the_more_agile_and_dice_break_ties() -> None:
    units = [
        unit("a", "infantry", 10, 10, arms=SWORD, marks=("charged",)),
        unit("b", "infantry", 12, 10, arms=SWORD),
        unit("t", "underrat", 11, 10, arms=SWORD),
        unit("u", "champion", 11, 9, arms=SWORD),
    ]
    match = melee(*units, pairs=(("a", "t"), ("b", "t"), ("b", "u")), dice=(3, 3, 5, 7))
    assert match.asked.why == "match.melee.order", "t and u, the side's two, follow on one another"
    match.dice.left += [1] * 4
    match.answer("t", "u")
    assert match.told(ev.CombatBegan)[0].order == ("a", "t", "u", "b")


@pytest.mark.rule("SK-109")
def test_neighbours_of_one_player_may_be_swapped() -> None:
    units = [
        unit("a", "infantry", 10, 10, arms=SWORD),
        unit("b", "infantry", 12, 10, arms=SWORD),
        unit("t", "underrat", 11, 10, arms=SWORD, injury="dazed"),
    ]
    match = melee(*units, pairs=(("a", "t"), ("b", "t")), dice=(9, 5))
    assert (match.asked.why, match.offered()) == ("match.melee.order", ["a", "b"])
    match.dice.left += [1, 1, 1, 1]
    match.answer("b", "a")
    assert match.told(ev.CombatBegan)[0].order == ("b", "a")


@pytest.mark.rule("SK-71", "SK-63")
def test_who_is_daunted_attacks_with_disadvantage() -> None:
    match = melee(
        unit("a", "infantry", 10, 10, arms=SWORD, marks=("daunted",)),
        unit("t", "giant-rat", 11, 10),
        dice=(1, 20, 3),
    )
    assert match.told(ev.AttackRolled)[1].dice == (20, 3)


@pytest.mark.rule("SK-104")
@pytest.mark.parametrize("mark", ["", "tried", "ran", "cast", "shot", "barred"])
def test_who_may_shoot(mark: str) -> None:
    archer = unit("a", "marksman", 10, 10, arms=("bow",), marks=(mark,) if mark else ())
    match = shots(archer, unit("t", "underrat", 20, 10))
    assert (match.asked.why == "match.shoot") is (not mark)


@pytest.mark.rule("SK-105")
def test_targets_are_in_sight_and_free_and_beyond_the_range_is_a_miss() -> None:
    wall = board(block("wall", (14, 15), (20, 30), 3, opaque=True))
    match = shots(
        unit("a", "marksman", 10, 10, arms=("sling",)),
        unit("b", "infantry", 12, 5),
        unit("t", "underrat", 35, 10),
        unit("u", "underrat", 12, 6),
        unit("v", "underrat", 18, 32),
        on=wall,
        pairs=(("b", "u"),),
        dice=(1, 1, 1, 1),
    )
    match.answer("a")
    assert match.offered() == ["t", "w9"]
    match.answer("t")
    assert match.told(ev.ShotDeclared)
    assert not [each for each in match.told(ev.AttackRolled) if each.unit == "a"]


@pytest.mark.rule("SK-107", "SK-90")
@pytest.mark.parametrize(
    ("marks", "arms", "cover", "needs"),
    [
        ((), ("bow",), False, 18),
        (("moved",), ("bow",), False, 15),
        ((), ("bow",), True, 15),
        (("moved",), ("bow",), True, 12),
        (("moved",), ("throwing-stars",), False, 18),
    ],
)
def test_cover_and_moving_take_off_the_pierce_of_a_shot(
    marks: tuple[str, ...], arms: tuple[str, ...], cover: bool, needs: int
) -> None:
    pieces = [block("pond", (14, 20), (9, 11), 0, footing="shallow")] if cover else []
    match = shots(
        unit("a", "marksman", 10, 10, arms=arms, marks=marks),
        unit("t", "underrat", 16, 10),
        on=board(*pieces),
        dice=(14, 20),
    )
    match.answer("a")
    match.answer("t")
    assert match.told(ev.CheckMade)[0].needs == needs


@pytest.mark.rule("SK-107", "SK-20")
def test_from_above_and_near_a_shot_has_advantage() -> None:
    roof = board(block("roof", (0, 11), (0, 36), 3))
    match = shots(
        unit("a", "marksman", 10.4, 10, 3, arms=("bow",)),
        unit("t", "underrat", 20, 10),
        on=roof,
        dice=(1, 2),
    )
    match.answer("a")
    match.answer("t")
    assert match.told(ev.AttackRolled)[0].dice == (1, 2)


@pytest.mark.rule("SK-106")
@pytest.mark.parametrize(("die", "struck"), [(16, "u"), (15, "t")])
def test_an_ally_near_the_target_may_become_it(die: int, struck: str) -> None:
    match = shots(
        unit("a", "marksman", 10, 10, arms=("bow",)),
        unit("t", "underrat", 16, 10),
        unit("u", "underrat", 16, 12),
        unit("v", "underrat", 16, 14),
        dice=(die, 1),
    )
    match.answer("a")
    match.answer("t")
    assert (match.asked.why, match.asked.to, match.offered()) == (
        "match.shoot.protect",
        (TWO,),
        ["u"],
    )
    match.answer("u")
    assert match.told(ev.AttackRolled)[0].target == struck


@pytest.mark.rule("SK-99", "SK-107")
def test_a_milder_injury_changes_nothing() -> None:
    match = shots(
        unit("a", "marksman", 10, 10, arms=("bow",)),
        unit("t", "underrat", 16, 10, injury="stunned"),
        dice=(14, 1),
    )
    match.answer("a")
    match.answer("t")
    assert "dazed" not in [each.injury for each in match.told(ev.InjurySet) if each.why == "hurt"]


@pytest.mark.rule("SK-104", "SK-107")
def test_blackpowder_misfires_on_a_one_and_long_weapons_are_reloaded() -> None:
    match = shots(
        unit("a", "marksman", 10, 10, arms=("rifle",)), unit("t", "underrat", 16, 10), dice=(1, 12)
    )
    match.answer("a")
    match.answer("t")
    assert match.told(ev.GearLost)[0].weapon == "rifle"
    assert match.told(ev.InjurySet)[0].injury == "dazed", "12 and 2 of the rifle"
    fired = shots(
        unit("a", "marksman", 10, 10, arms=("rifle",), fired=1),
        unit("t", "underrat", 16, 10),
        turn=3,
    )
    assert fired.asked.why != "match.shoot"


@pytest.mark.rule("SK-107")
def test_buckshot_strikes_everybody_near_the_target_and_ignores_cover() -> None:
    match = shots(
        unit("a", "marksman", 10, 10, arms=("blunderbuss",)),
        unit("t", "underrat", 14, 10),
        unit("u", "underrat", 14, 12),
        unit("v", "underrat", 14, 15),
        dice=(2, 2),
    )
    match.answer("a")
    match.answer("t")
    match.answer()
    assert [each.target for each in match.told(ev.AttackRolled)] == ["t", "u"]


def casting(*units: Unit, dice: tuple[int, ...] = (), **more: Any) -> Table:
    """A Cast Phase."""
    return Table(*units, phase="cast", dice=dice, **more)


@pytest.mark.rule("SK-100")
def test_a_spell_in_each_turn_and_no_shot_after_it() -> None:
    match = casting(unit("a", "ratlock", 10, 10), unit("t", "infantry", 15, 10), dice=(12,))
    match.answer("cast:a:sewer-filth:t")
    assert match.told(ev.SpellTried)[0].succeeded
    assert match.told(ev.InjurySet)[0].injury == "dazed"
    assert [each.mark for each in match.told(ev.UnitMarked)] == ["cast"]
    assert match.asked.why != "match.cast"
    downed = casting(unit("a", "ratlock", 10, 10, injury="dazed"), unit("t", "infantry", 15, 10))
    assert downed.asked.why != "match.cast"


@pytest.mark.rule("SK-101")
@pytest.mark.parametrize(
    ("marks", "penalty", "needs"),
    [
        ((), True, 12),
        (("ran",), True, 14),
        (("tried",), True, 14),
        (("tried",), False, 12),
        (("ran", "tried"), True, 14),
    ],
)
def test_a_hindered_caster_needs_two_more(
    marks: tuple[str, ...], penalty: bool, needs: int
) -> None:
    match = casting(
        unit("a", "ratlock", 10, 10, marks=marks),
        unit("t", "infantry", 15, 10),
        dice=(1,),
        variant=Variant(penalty_after_attempt=penalty),
    )
    match.answer("cast:a:sewer-filth:t")
    assert match.told(ev.CheckMade)[0].needs == needs


@pytest.mark.rule("SK-102")
def test_a_cast_attack_harms_by_its_own_die_and_hits_no_melee_of_others() -> None:
    units = [
        unit("a", "ratlock", 10, 10),
        unit("t", "infantry", 15, 10),
        unit("u", "infantry", 15, 14),
        unit("b", "underrat", 16, 14),
    ]
    match = casting(*units, pairs=(("b", "u"),), dice=(18, 1))
    assert "cast:a:blight-bolt:u" not in match.offered()
    match.dice.left += [1] * 8  # the melee of the others, twice
    match.answer("cast:a:blight-bolt:t")
    assert match.unit("t").is_lost


@pytest.mark.rule("SK-103", "SK-80")
def test_a_hex_goes_on_until_its_caster_fails_or_falls() -> None:
    match = casting(
        unit("a", "necromancer", 10, 10), unit("t", "infantry", 15, 10), waiting(), dice=(13,)
    )
    match.answer("cast:a:hex:t")
    assert match.state.spells[UnitId("a")].target == "t"
    failed = Table(
        unit("a", "necromancer", 10, 10),
        unit("t", "infantry", 15, 10),
        phase="upkeep",
        spells=dict(match.state.spells),
        dice=(7,),
    )
    assert failed.state.spells == {}
    hexed = melee(
        unit("a", "infantry", 10, 10, arms=SWORD),
        unit("t", "giant-rat", 11, 10),
        spells=dict(match.state.spells),
        dice=(5, 4, 1),
    )
    assert hexed.told(ev.AttackRolled)[0].dice == (5, 4)


@pytest.mark.rule("SK-100", "SK-113")
def test_who_was_lost_since_the_last_turn_is_raised_near_the_caster() -> None:
    match = casting(
        unit("a", "necromancer", 10, 10),
        unit("b", "zombie", fell=2),
        unit("c", "zombie", fell=0),
        unit("t", "infantry", 15, 10),
        dice=(7,),
    )
    assert match.offered() == ["cast:a:raise-dead:b", "cast:a:hex:t"]
    match.answer("cast:a:raise-dead:b")
    match.refused("15000,11000,0")
    match.answer(match.offered()[0])
    assert match.unit("b").at is not None
    assert not match.unit("b").is_lost


@pytest.mark.rule("SK-24", "SK-81")
@pytest.mark.parametrize(("x", "able"), [(16, True), (17.5, False)])
def test_the_cowardly_do_nothing_without_a_hero_near(x: float, able: bool) -> None:
    monster = unit("t", "rat-monstrosity", 10, 10)
    match = Table(monster, unit("u", "enforcer", x, 10), unit("a", "infantry", 35, 1), phase="end")
    assert match.asked.to == (TWO,)
    assert ("unit:t" in match.offered()) is able
