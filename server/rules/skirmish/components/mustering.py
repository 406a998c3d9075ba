"""Mustering: the cost of a roster, and the rules that a roster breaks."""

from collections import Counter
from collections.abc import Iterator

from msgspec.structs import replace

from server.rules.skirmish.components.catalogue import Catalogue
from server.rules.skirmish.components.rosters import Recruit, Roster
from server.rules.skirmish.components.units import Rank, Skill, UnitType
from server.rules.skirmish.components.weapons import MeleeWeapon, RangedTag, RangedWeapon

POINTS = 500
"""The gold that a roster may cost: as much as the printed lists have."""
MELEE_SLOTS = 2
"""Slots for melee weapons; a henchman may have a ranged weapon in one of them instead."""


def cost_of(roster: Roster, box: Catalogue) -> int:
    """Return the cost of a roster in gold. Raises KeyError for an id that the catalogue lacks."""
    return sum(cost_of_recruit(recruit, box) for recruit in roster.recruits)


def cost_of_recruit(recruit: Recruit, box: Catalogue) -> int:
    """Return the cost of a unit with its weapons and armour, in gold. Raises KeyError for an id
    that the catalogue lacks.
    """
    arms = sum(box.arms[name].cost for name in recruit.weapons)
    armour = box.armours[recruit.armour].cost if recruit.armour else 0
    return box.types[recruit.type].cost + arms + armour


def faults_of(
    roster: Roster, box: Catalogue, points: int = POINTS, *, is_whole: bool = True
) -> tuple[str, ...]:
    """Return what is wrong with a roster, a sentence each; nothing where it can be played. One that
    is not whole yet may still lack its leader.
    """
    if roster.warband not in box.warbands:
        return (f"There is no warband called {roster.warband!r}.",)
    unknown = tuple(_unknown(roster, box))
    if unknown:
        # Unknown units and weapons have no cost and no slots, so nothing else can be checked.
        return unknown
    return (*_count(roster, box, is_whole), *_points(roster, box, points), *_arms(roster, box))


def filled(roster: Roster, box: Catalogue, points: int = POINTS) -> Roster:
    """Return a roster with the rest suggested: units as the warband's lists arm them, the leader
    first, for as long as one more can be taken.
    """
    lists = [one for one in box.rosters.values() if one.warband == roster.warband]
    known = [recruit for one in lists for recruit in one.recruits]
    known += [Recruit(one.id) for one in box.types.values() if one.warband == roster.warband]
    # False sorts before True: leaders come first, for without one no roster is whole.
    ordered = sorted(known, key=lambda one: box.types[one.type].rank is not Rank.LEADER)
    for recruit in ordered:
        more = replace(roster, recruits=(*roster.recruits, recruit))
        if not faults_of(more, box, points, is_whole=False):
            roster = more
    return roster


def _unknown(roster: Roster, box: Catalogue) -> Iterator[str]:
    """Yield a sentence for each id that the catalogue lacks or that belongs to another warband."""
    for recruit in roster.recruits:
        kind = box.types.get(recruit.type)
        if kind is None or kind.warband != roster.warband:
            yield f"{box.warbands[roster.warband].name} have no unit {recruit.type!r}."
        for weapon in recruit.weapons:
            if weapon not in box.arms:
                yield f"There is no weapon called {weapon!r}."
        if recruit.armour and recruit.armour not in box.armours:
            yield f"There is no armour called {recruit.armour!r}."


def _count(roster: Roster, box: Catalogue, is_whole: bool) -> Iterator[str]:
    warband = box.warbands[roster.warband]
    if len(roster.recruits) > warband.most:
        yield f"{warband.name} have at most {warband.most} units, not {len(roster.recruits)}."
    count = Counter(recruit.type for recruit in roster.recruits)
    leaders = sum(n for name, n in count.items() if box.types[name].rank is Rank.LEADER)
    if leaders > 1 or (is_whole and not leaders):
        yield f"A warband has one leader, not {leaders}."
    for name, number in count.items():
        kind = box.types[name]
        if kind.most and number > kind.most:
            yield f"At most {kind.most} {kind.name} can be taken, not {number}."


def _points(roster: Roster, box: Catalogue, points: int) -> Iterator[str]:
    cost = cost_of(roster, box)
    if cost > points:
        yield f"The roster costs {cost} gold, and there are {points}."


def _arms(roster: Roster, box: Catalogue) -> Iterator[str]:
    # Units with the same weapons have the same faults, which are named once.
    for recruit in dict.fromkeys(roster.recruits):
        kind = box.types[recruit.type]
        yield from (f"{kind.name}: {fault}" for fault in _arms_of(recruit, kind, box))


def _arms_of(recruit: Recruit, kind: UnitType, box: Catalogue) -> Iterator[str]:
    """Yield a sentence for weapons or armour that a unit cannot carry, or not together."""
    melee = [box.melee[name] for name in recruit.weapons if name in box.melee]
    ranged = [box.ranged[name] for name in recruit.weapons if name in box.ranged]
    if kind.is_unarmed and (recruit.weapons or recruit.armour):
        yield "it carries nothing."
    elif Skill.ARCANE_MAGIC in kind.skills and (
        recruit.armour or ranged or len(melee) > 1 or any(one.is_shield for one in melee)
    ):
        yield "who casts carries one melee weapon and no armour."
    elif ranged and kind.ranged is None:
        yield "it cannot use ranged weapons."
    else:
        yield from _slots(kind, melee, ranged)
        yield from _shields(melee, ranged)


def _slots(kind: UnitType, melee: list[MeleeWeapon], ranged: list[RangedWeapon]) -> Iterator[str]:
    """Yield a sentence if a unit carries more than its slots hold: two for melee weapons, and a
    further one for a hero's ranged weapon.
    """
    hands = sum(one.slots for one in melee)
    shot = _ranged_slots(ranged)
    if kind.is_hero:
        if hands > MELEE_SLOTS:
            yield f"its melee weapons take {hands} slots, and it has {MELEE_SLOTS}."
        if shot > 1:
            yield "it carries one ranged weapon at most."
    elif hands + shot > MELEE_SLOTS or shot > 1:
        yield f"it has {MELEE_SLOTS} slots, one of which may hold a ranged weapon."


def _ranged_slots(ranged: list[RangedWeapon]) -> int:
    """Return the slots that ranged weapons take: a pair with Dual-Wield takes one."""
    pair = len(ranged) == 2 and ranged[0] == ranged[1] and RangedTag.DUAL_WIELD in ranged[0].tags
    return 1 if pair else len(ranged)


def _shields(melee: list[MeleeWeapon], ranged: list[RangedWeapon]) -> Iterator[str]:
    shields = [one for one in melee if one.is_shield]
    if len(shields) > 1:
        yield "it carries one shield at most."
    if shields and len(shields) == len(melee):
        yield "a shield needs a melee weapon beside it."
    if shields and any(RangedTag.LIGHT not in one.tags for one in ranged):
        yield "with a shield only light ranged weapons can be used."
