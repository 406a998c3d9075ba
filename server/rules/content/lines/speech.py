"""Speech, in any form: removing enemies, turning them, giving tenacity (docs:
skill-lines/thief/speech).

The numbers of all dice of one skill rolled together add up into one effect: the player who resolves
one of them says which of the others join it; those are drained with it, and no second effect of
that skill comes of the same roll. Social checks roll these dice, too
(`battle/encounter/social.py`).
"""

from protocol.battle import NamedReason, UnitTurned
from protocol.ids import DieId, DieKind, LineId, NamedCode, UnitId
from server.rules.battle.adventurer import tenacity, track
from server.rules.battle.components.effects import face
from server.rules.battle.components.printed import SkillDie, SkillLine, numbered
from server.rules.battle.damage import defeat
from server.rules.battle.engage import resolving
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.engagement import Engage
from server.rules.battle.kernel.state import MAX_TENACITY, Unit
from server.rules.content import asking
from server.rules.content.reading import value_of
from server.rules.content.units import adjacent_foes

PRESENCE, WILL, AUTHORITY = "intimidating-presence", "persuasive-will", "authority"


def _others(battle: Battle, engage: Engage, die: DieId) -> list[DieId]:
    """Return the dice of the same skill in this roll that have not been resolved."""
    kind = battle.state.dice[die].kind
    return [
        other
        for other in battle.mat(engage.by).rolled
        if other in engage.dice and other != die and battle.state.dice[other].kind == kind
    ]


def _sum(battle: Battle, engage: Engage, die: DieId) -> int:
    """Return the sum of a die and of those that may join it."""
    return sum(value_of(battle, one) for one in (die, *_others(battle, engage, die)))


def _unspoken(battle: Battle, engage: Engage, die: DieId) -> bool:
    return battle.state.dice[die].kind not in engage.used


def _speak(battle: Battle, engage: Engage, die: DieId) -> int:
    """Ask which dice join a die and drain them. Returns the sum of it and of them."""
    kind = battle.state.dice[die].kind
    engage.used.append(kind)
    others = _others(battle, engage, die)
    notes = {other: f"+{value_of(battle, other)}" for other in others}
    text = f"Which other dice join it ({value_of(battle, die)})? They are drained with it."
    unit = engage.by
    joined = asking.some_dice(battle, unit, others, 0, len(others), NamedCode(kind), notes, text)
    points = sum(value_of(battle, one) for one in (die, *joined))
    for other in joined:
        engage.resolved.append(other)
        track.drain(battle, other)
    return points


def _left(engage: Engage, unit: Unit) -> int:
    """Return the HP that a unit would have left after the gathered damage, before any defense."""
    pool = engage.pools.get(unit.id)
    return unit.hp - (pool.points if pool else 0)


def _somebody_weak(battle: Battle, engage: Engage, die: DieId) -> bool:
    points = _sum(battle, engage, die)
    weak = any(_left(engage, unit) <= points for unit in adjacent_foes(battle, engage.by))
    return weak and _unspoken(battle, engage, die)


@face(
    "intimidating-presence",
    "D",
    "All such dice together: an adjacent enemy with no more HP leaves the map.",
    can=_somebody_weak,
    traits=(resolving.SETTLES,),
)
def intimidating_presence(battle: Battle, engage: Engage, die: DieId) -> None:
    """Return an adjacent enemy with HP up to the sum, quest units aside, to its bag."""
    points = _speak(battle, engage, die)
    weak = [unit for unit in adjacent_foes(battle, engage.by) if unit.hp <= points]
    text = "Intimidating Presence: who leaves the map?"
    chosen = asking.one_unit(battle, engage.by, weak, NamedCode(PRESENCE), text)
    if chosen:
        defeat.remove(battle, chosen)


def _somebody_simple(battle: Battle, engage: Engage, die: DieId) -> bool:
    points = _sum(battle, engage, die)
    simple = any(unit.level <= points for unit in adjacent_foes(battle, engage.by))
    return simple and _unspoken(battle, engage, die)


@face(
    "persuasive-will",
    "D",
    "All such dice together: an adjacent enemy of no higher level joins you for the round.",
    can=_somebody_simple,
    traits=(resolving.SETTLES,),
)
def persuasive_will(battle: Battle, engage: Engage, die: DieId) -> None:
    """Make an adjacent enemy of a level up to the sum the roller's companion until the round ends.

    Quest units have no level to compare: they cannot be chosen.
    """
    points = _speak(battle, engage, die)
    simple = [unit for unit in adjacent_foes(battle, engage.by) if unit.level <= points]
    text = "Persuasive Will: who becomes your companion?"
    chosen = asking.one_unit(battle, engage.by, simple, NamedCode(WILL), text)
    if chosen:
        battle.emit(UnitTurned(chosen, battle.seat(engage.by)))


@face(
    "authority",
    "D",
    "All such dice together, less the distance: tenacity for an adventurer.",
    can=_unspoken,
)
def authority(battle: Battle, engage: Engage, die: DieId) -> None:
    """Let an adventurer gain tenacity up to the sum less its distance from the roller (0 for
    itself).

    The player of that adventurer chooses how much it gains.
    """
    points = _speak(battle, engage, die)

    def most(unit: UnitId) -> int:
        far = 0 if unit == engage.by else battle.distance(engage.by, unit)
        return min(points - far, MAX_TENACITY - battle.mat(unit).tenacity)

    eager = [unit for unit in battle.adventurers() if most(unit.id) > 0]
    text = "Authority: who gains tenacity?"
    chosen = asking.one_unit(battle, engage.by, eager, NamedCode(AUTHORITY), text)
    if chosen:
        text = "Authority: how much tenacity do you gain?"
        gained = asking.how_many(battle, chosen, most(chosen), NamedCode("authority.gain"), text)
        tenacity.gain(battle, chosen, gained, NamedReason(AUTHORITY))


LINE = SkillLine(
    id=LineId("speech"),
    name="Speech",
    constellation="thief",
    stat="stamina",
    forms=(),
    dice=(
        SkillDie(
            DieKind(PRESENCE),
            "Intimidating Presence",
            1,
            3,
            (*(numbered(PRESENCE, 1),) * 4, *(numbered(PRESENCE, 2),) * 2),
        ),
        SkillDie(
            DieKind(WILL),
            "Persuasive Will",
            1,
            2,
            (*(numbered(WILL, 1),) * 4, numbered(WILL, 4), numbered(WILL, 5)),
        ),
        SkillDie(
            DieKind(AUTHORITY),
            "Authority",
            1,
            3,
            (*(numbered(AUTHORITY, 2),) * 3, *(numbered(AUTHORITY, n) for n in (3, 4, 5))),
        ),
    ),
    faces=(intimidating_presence, persuasive_will, authority),
)
