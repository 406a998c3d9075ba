"""The Ranged Phase: shots and their targets, protectors, cover, windows, and the tags of ranged
weapons (SK-21, SK-104 to SK-107).
"""

from typing import NamedTuple

from protocol.ids import UnitId
from protocol.option_keys import option_key, read_key
from protocol.questions import One, Option, Question
from protocol.skirmish import GearLost, Mil, Point, ShotDeclared, TargetProtected
from server.rules.skirmish.components import RangedTag, RangedWeapon
from server.rules.skirmish.fight import attacks, melee
from server.rules.skirmish.fight.attacks import Strike
from server.rules.skirmish.injuries import mishap
from server.rules.skirmish.kernel import morale, space
from server.rules.skirmish.kernel.checks import Edge
from server.rules.skirmish.kernel.match import Match
from server.rules.skirmish.kernel.state import Unit
from server.rules.skirmish.kernel.stats import INCH

COVERED, MOVED = -3, -3
"""Added to the Pierce of a shot for cover, and for having moved (SK-107)."""
BELOW: Mil = 2 * INCH
"""How much lower a target has to be to be shot at with advantage (SK-107)."""
PROTECTS: Mil = 2 * INCH
"""The greatest distance of a protector to the target (SK-106)."""
SPREAD: Mil = 1_500
"""The distance from the point aimed at within which buckshot hits (section 7.5)."""
MISFIRE = 1
"""The value of a die that breaks a blackpowder weapon (section 7.5)."""
OWN_TURN = 2
"""The number of turns since a side's last turn, as the two sides alternate (SK-1)."""


WINDOW = "window"
"""The kind in the keys of options that shoot out of a window (SK-21)."""


class Shot(NamedTuple):
    """A possible shot: the target, and the window that it is taken from, if any."""

    foe: Unit
    window: Point | None = None

    @property
    def option(self) -> Option:
        """Return the option for the shot."""
        if self.window is None:
            return Option(self.foe.id, self.foe.name)
        return Option(option_key(WINDOW, self.foe.id), f"{self.foe.name}, out of the window")


def shoot_one(match: Match) -> bool:
    """Let one unit of the active side shoot, or end the phase. Returns whether it goes on."""
    picked = match.pick_dear(lambda: _which(match))
    if not picked:
        return False
    unit = match.unit(UnitId(picked))
    shot = _aimed(match, unit)
    # If the player takes no shot, nothing is marked, and the same unit may be picked again.
    if shot:
        shoot(match, unit.id, shot.foe.id, shot.window)
    return True


def _which(match: Match) -> Question | None:
    """Return the question which unit shoots; None if none can."""
    able = [unit for unit in match.on_board(match.active) if may_shoot(match, unit)]
    # Sight last, as it is expensive to compute.
    able = [unit for unit in able if shots(match, unit)]
    if not able:
        return None
    return Question(
        (match.active,),
        "match.shoot",
        "Which unit shoots?",
        One(tuple(Option(unit.id, unit.name) for unit in able)),
        rule="SK-4",
        may_pass=True,
    )


def may_shoot(match: Match, unit: Unit) -> bool:
    """Return whether a unit may make a ranged attack, whatever its targets (SK-26, SK-104)."""
    if unit.type.ranged is None or not unit.ranged or unit.is_downed:
        return False
    if unit.did("tried", "ran", "cast", "shot", "barred", "cowed") or match.is_engaged(unit.id):
        return False
    is_reloading = RangedTag.LONG_RELOAD in unit.ranged[0].tags
    if is_reloading and unit.fired == match.state.turn - OWN_TURN:
        return False
    return not space.in_water(match, unit, "deep")


def shots(match: Match, unit: Unit) -> list[Shot]:
    """Return the shots that a unit may take: at enemies in sight that are not engaged (SK-105).

    Out of a window it may shoot at enemies that it sees better from there, as looking out exposes
    it to shots (SK-21).
    """
    windows, found = space.outlook(match, unit), []
    for foe in match.foes(unit):
        if match.is_engaged(foe.id):
            continue
        here = space.shot_view(match, unit, foe)
        if here.seen:
            found.append(Shot(foe))
        if here.seen and not here.covered:
            continue
        there = [(at, space.shot_view(match, unit, foe, at)) for at in windows]
        # A window from which the target has no cover, else the first from which it is seen.
        best = min(
            (one for one in there if one[1].seen), key=lambda one: one[1].covered, default=None
        )
        if best is not None and not (here.seen and best[1].covered):
            found.append(Shot(foe, best[0]))
    return found


def _aimed(match: Match, unit: Unit) -> Shot | None:
    """Ask which shot a unit takes. Returns it; None if it takes none after all."""

    def find() -> Question:
        return Question(
            (unit.side,),
            "match.shoot.target",
            f"At whom does {unit.name} shoot?",
            One(tuple(shot.option for shot in shots(match, unit))),
            rule="SK-105",
            may_pass=True,
            about=unit.id,
        )

    picked = match.pick_dear(find)
    if not picked:
        return None
    kind, name = read_key(picked)
    if kind != WINDOW:
        return Shot(match.unit(UnitId(picked)))
    return next(one for one in shots(match, unit) if one.window and one.foe.id == name)


def shoot(match: Match, name: UnitId, aim: UnitId, window: Point | None = None) -> None:
    """Make a ranged attack at `aim`, from a window if one is named. Beyond the weapon's range it
    misses (SK-105).
    """
    unit = match.unit(name)
    weapon = unit.ranged[0]
    match.emit(ShotDeclared(name, weapon.id, aim, window))
    match.mark(name, "shot")
    # Before the range is measured: a protector may be in range although the first target is not.
    target = _protected(match, aim)
    if space.gap(match, unit, match.unit(target)) > weapon.range:
        return
    shot_at = _scattered(match, unit, target) if RangedTag.BUCKSHOT in weapon.tags else [target]
    dice: list[int] = []
    for struck in shot_at:
        dice += _fire(match, name, weapon, struck, is_open=target != aim)
    if RangedTag.BLACKPOWDER in weapon.tags and MISFIRE in dice:
        # Once for the whole shot, however many of its dice misfire.
        match.emit(GearLost(name, weapon.id))
        mishap(match, name, weapon.injury)


def _protected(match: Match, target: UnitId) -> UnitId:
    """Let one ally of the target try to take its place (DP-11, SK-106). Returns the final
    target.
    """
    unit = match.unit(target)
    able = [friend for friend in match.friends(unit) if _may_protect(match, friend, unit)]
    if not able:
        return target
    picked = match.pick(
        Question(
            (unit.side,),
            "match.shoot.protect",
            f"{unit.name} is shot at. Who steps in?",
            One(tuple(Option(friend.id, friend.name) for friend in able)),
            rule="SK-106",
            may_pass=True,
            about=target,
        )
    )
    if not picked:
        return target
    protector = UnitId(picked)
    passed = morale.check_morale(match, protector, "protect")
    match.emit(TargetProtected(target, protector, passed))
    return protector if passed else target


def _may_protect(match: Match, friend: Unit, target: Unit) -> bool:
    """Return whether an ally can protect: not downed or engaged, near the target and seeing it."""
    is_free = not friend.is_downed and not match.is_engaged(friend.id)
    # Sight last, as it is expensive to compute.
    is_near = is_free and space.gap(match, friend, target) <= PROTECTS
    return is_near and space.sees(match, friend, target)


def _scattered(match: Match, unit: Unit, target: UnitId) -> list[UnitId]:
    """Return the units that buckshot hits: all in sight near the target's place, and all units of
    any melee that one of these is in (section 7.5).
    """
    point = match.at(target)
    near = [
        other
        for other in match.on_board()
        if other.id != unit.id
        and space.gap_to(match, other, point) <= SPREAD
        and space.sees(match, unit, other)
    ]
    # The result is in the order of the state, as a set has none.
    struck = {other.id for other in near}
    for other in near:
        if match.is_engaged(other.id):
            struck.update(melee.connected(match.state, other.id))
    return [other.id for other in match.on_board() if other.id in struck]


def _fire(
    match: Match, name: UnitId, weapon: RangedWeapon, target: UnitId, is_open: bool
) -> list[int]:
    """Roll the attack on one target and apply its hits. Returns the values of its dice."""
    strike = strike_of(match, name, weapon, target, is_open)
    attack = attacks.roll(match, name, target, strike, "ranged")
    attacks.land(match, target, attack.hits, name, is_melee=False)
    return attack.dice


def strike_of(
    match: Match, name: UnitId, weapon: RangedWeapon, target: UnitId, is_open: bool = False
) -> Strike:
    """Return the strike of a shot at a target; with `is_open` cover does not count (SK-107)."""
    unit, foe = match.unit(name), match.unit(target)
    pierce = weapon.pierce
    # A unit that has stepped in as a protector has no cover (SK-106).
    ignores_cover = is_open or RangedTag.BUCKSHOT in weapon.tags
    # If the unit looks out of a window for this shot, `ShotDeclared` has put that into the state.
    view = space.shot_view(match, unit, foe, unit.window and space.point(unit.window))
    if not ignores_cover and (view.covered or space.in_water(match, foe)):
        pierce += COVERED
    if unit.did("moved") and RangedTag.CLOSE_QUARTERS not in weapon.tags:
        pierce += MOVED
    is_high = match.at(name)[2] - match.at(target)[2] >= BELOW
    # Doubling the distance instead of halving the range avoids rounding (SK-6).
    is_near = 2 * space.gap(match, unit, foe) <= weapon.range
    has_two = RangedTag.DUAL_WIELD in weapon.tags and len(unit.ranged) > 1
    assert unit.type.ranged is not None, "who has no ranged attacks never shoots"
    edge = Edge(better=(is_high and is_near) or has_two)
    return Strike(weapon.id, unit.type.ranged, weapon.injury, pierce, edge)
