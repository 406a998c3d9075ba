"""Rosters that cannot be played are refused, each with a sentence that says why."""

import pytest

from server.rules.skirmish.components import Recruit, Roster, faults_of
from server.rules.skirmish.content.shipped import box

BOX = box()
CAPTAIN = Recruit("captain", ("sword",))


def of(*recruits: Recruit, warband: str = "sellswords") -> Roster:
    return Roster("mine", "Mine", warband, recruits)


def test_a_leader_alone_can_be_played() -> None:
    assert faults_of(of(CAPTAIN), BOX) == ()


@pytest.mark.parametrize(
    ("roster", "fault"),
    [
        (of(warband="elves"), "There is no warband called 'elves'."),
        (of(CAPTAIN, Recruit("zombie")), "Sellswords have no unit 'zombie'."),
        (of(CAPTAIN, Recruit("knight", ("lance",))), "There is no weapon called 'lance'."),
        (of(CAPTAIN, Recruit("knight", armour="gold")), "There is no armour called 'gold'."),
        (of(), "A warband has one leader, not 0."),
        (of(CAPTAIN, CAPTAIN), "A warband has one leader, not 2."),
        (of(CAPTAIN, CAPTAIN), "At most 1 Captain can be taken, not 2."),
        (of(CAPTAIN, *[Recruit("infantry")] * 15), "Sellswords have at most 15 units, not 16."),
        (of(CAPTAIN, *[Recruit("infantry")] * 14), "The roster costs 500 gold, and there are 499."),
    ],
)
def test_a_roster_is_refused_in_a_sentence(roster: Roster, fault: str) -> None:
    assert fault in faults_of(roster, BOX, points=499)


@pytest.mark.parametrize(
    ("recruit", "fault"),
    [
        (Recruit("captain", ("pike", "sword")), "its melee weapons take 3 slots, and it has 2."),
        (Recruit("captain", ("pistol", "bow")), "it carries one ranged weapon at most."),
        (Recruit("captain", ("pistol", "pistol")), ""),
        (Recruit("captain", ("sword", "shield", "pistol")), ""),
        (Recruit("captain", ("sword", "shield", "bow")), "only light ranged weapons"),
        (Recruit("captain", ("shield",)), "a shield needs a melee weapon beside it."),
        (Recruit("captain", ("shield", "shield", "sword")), "it carries one shield at most."),
    ],
)
def test_a_hero_has_two_hands_and_a_ranged_weapon(recruit: Recruit, fault: str) -> None:
    found = faults_of(of(recruit), BOX)

    assert any(fault in one for one in found) if fault else found == ()


@pytest.mark.parametrize(
    ("recruit", "fault"),
    [
        (Recruit("infantry", ("sword", "bow")), ""),
        (Recruit("infantry", ("sword", "sword", "bow")), "it has 2 slots"),
        (Recruit("infantry", ("bow", "sling")), "it has 2 slots"),
        (Recruit("defender", ("sword", "bow")), "it cannot use ranged weapons."),
    ],
)
def test_a_henchman_has_two_slots(recruit: Recruit, fault: str) -> None:
    found = faults_of(of(CAPTAIN, recruit), BOX)

    assert any(fault in one for one in found) if fault else found == ()


@pytest.mark.parametrize(
    ("warband", "recruit", "fault"),
    [
        ("undead", Recruit("zombie", ("sword",)), "Zombie: it carries nothing."),
        ("ratlings", Recruit("giant-rat", armour="light"), "Giant Rat: it carries nothing."),
        ("undead", Recruit("necromancer", ("staff", "sword")), "one melee weapon and no armour."),
        ("undead", Recruit("necromancer", ("staff",), "light"), "one melee weapon and no armour."),
    ],
)
def test_some_carry_little_or_nothing(warband: str, recruit: Recruit, fault: str) -> None:
    found = faults_of(of(recruit, warband=warband), BOX)

    assert any(fault in one for one in found)
