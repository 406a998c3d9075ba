"""The Cast Phase."""

import pytest

from protocol.skirmish import CheckMade, InjurySet, Mark, SpellId, SpellTried, UnitRaised
from server.rules.skirmish.kernel.state import OngoingSpell
from tests.rules.skirmish.table import Table, block, board, unit


@pytest.mark.rule("SK-100")
@pytest.mark.parametrize(("die", "worked"), [(12, True), (11, False)])
def test_a_caster_rolls_the_number_of_its_spell_and_does_not_shoot_after_that(
    die: int, worked: bool
) -> None:
    match = Table(
        unit("a", "ratlock", 10, 10),
        unit("t", "infantry", 25, 10),
        phase="cast",
        ends=True,
        dice=(die,),
    )
    match.answer("cast:a:sewer-filth:t")
    assert match.told(SpellTried)[0].succeeded is worked
    assert match.unit("t").injury == ("dazed" if worked else "")
    assert match.unit("a").did("cast")
    # and it casts one spell: the phase is over
    assert match.play.over


@pytest.mark.rule("SK-100")
def test_who_is_down_casts_nothing_and_the_target_is_in_sight_and_range() -> None:
    foe = unit("t", "infantry", 31, 10)
    assert Table(unit("a", "ratlock", 10, 10), foe, phase="cast", ends=True).offered() == [
        "cast:a:sewer-filth:t"
    ]
    farther = unit("t", "infantry", 31.01, 10)
    for caster, target, pieces in (
        (unit("a", "ratlock", 10, 10, injury="dazed"), foe, ()),
        (unit("a", "ratlock", 10, 10, injury="stunned"), foe, ()),
        (unit("a", "ratlock", 10, 10), farther, ()),
        (unit("a", "ratlock", 10, 10), foe, (block("w", (20, 21), (0, 36), 3, opaque=True),)),
    ):
        match = Table(caster, target, on=board(*pieces), phase="cast", ends=True)
        assert match.play.over


@pytest.mark.rule("SK-101")
@pytest.mark.parametrize("marks", [(), ("ran",), ("tried",), ("ran", "tried")])
def test_after_a_run_or_an_attempt_the_number_is_two_higher_once(marks: tuple[Mark, ...]) -> None:
    match = Table(
        unit("a", "ratlock", 10, 10, marks=marks),
        unit("t", "infantry", 25, 10),
        phase="cast",
        ends=True,
        dice=(13,),
    )
    match.answer("cast:a:sewer-filth:t")
    check = match.told(CheckMade)[0]
    assert check.needs == (14 if marks else 12)
    assert check.passed is not bool(marks)


@pytest.mark.rule("SK-101", "SK-102")
def test_an_engaged_caster_strikes_its_own_enemies_alone() -> None:
    match = Table(
        unit("a", "ratlock", 10, 10),
        unit("b", "infantry", 14, 10),
        unit("t", "infantry", 11, 10),
        unit("u", "infantry", 15, 10),
        phase="cast",
        ends=True,
        pairs=(("a", "t"), ("b", "u")),
        dice=(14, 18),
    )
    bolts = [key for key in match.offered() if "blight-bolt" in key]
    assert bolts == ["cast:a:blight-bolt:t"]
    match.answer("cast:a:blight-bolt:t")
    assert match.told(CheckMade)[0].needs == 14


@pytest.mark.rule("SK-102")
@pytest.mark.parametrize(("die", "injury"), [(14, "dazed"), (15, "stunned")])
def test_the_die_of_a_cast_attack_is_its_injury_die_and_a_defence_may_stop_it(
    die: int, injury: str
) -> None:
    def match(defence: int) -> Table:
        played = Table(
            unit("a", "ratlock", 10, 10),
            unit("t", "infantry", 15, 10),
            phase="cast",
            ends=True,
            dice=(die, defence),
        )
        played.answer("cast:a:blight-bolt:t")
        return played

    assert match(17).unit("t").injury == injury
    assert match(18).unit("t").injury == ""


@pytest.mark.rule("SK-103")
def test_a_hex_gives_disadvantage_until_its_caster_is_stunned() -> None:
    match = Table(
        unit("a", "necromancer", 10, 10),
        unit("t", "infantry", 20, 10),
        phase="cast",
        ends=True,
        dice=(13,),
    )
    match.answer("cast:a:hex:t")
    assert match.state.spells[match.unit("a").id] == OngoingSpell(
        SpellId("hex"), match.unit("t").id
    )
    # given the other side strikes the caster down
    hexed = Table(
        unit("a", "ratlock", 10, 10),
        unit("t", "necromancer", 15, 10),
        phase="cast",
        ends=True,
        spells={"t": OngoingSpell(SpellId("hex"), match.unit("a").id)},
        dice=(16, 15, 1),
    )
    hexed.answer("cast:a:blight-bolt:t")
    # then the lower of two dice counts, and with the caster stunned the spell ends
    assert hexed.told(CheckMade)[0].dice == (16, 15)
    assert hexed.unit("t").injury == "stunned"
    assert not hexed.state.spells


@pytest.mark.rule("SK-100")
def test_a_lost_zombie_comes_back_near_the_caster_and_may_not_shoot() -> None:
    fallen = unit("b", "zombie", fell=2)
    match = Table(
        unit("a", "necromancer", 10, 10),
        fallen,
        unit("t", "infantry", 25, 10),
        phase="cast",
        ends=True,
        dice=(7,),
    )
    match.answer("cast:a:raise-dead:b")
    match.answer("10000,15500,0") if match.asked.why == "match.cast.place" else None
    assert match.told(UnitRaised)
    assert not match.unit("b").is_lost
    assert match.unit("b").did("barred")
    # and who fell before the last turn stays lost
    old = Table(
        unit("a", "necromancer", 10, 10),
        unit("b", "zombie", fell=1),
        unit("t", "infantry", 25, 10),
        phase="cast",
        ends=True,
    )
    assert old.play.over or "cast:a:raise-dead:b" not in old.offered()


def test_nobody_is_dazed_twice() -> None:
    match = Table(
        unit("a", "ratlock", 10, 10),
        unit("t", "infantry", 25, 10, injury="stunned"),
        phase="cast",
        ends=True,
        dice=(12,),
    )
    match.answer("cast:a:sewer-filth:t")
    assert match.unit("t").injury == "stunned"
    assert not match.told(InjurySet)
