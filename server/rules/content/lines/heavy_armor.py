"""Heavy Armor, in defensive form: dice that work while they lie in the cooldown track (p63)."""

from protocol.battle import NamedReason
from protocol.ids import DieId, DieKind, LineId, UnitId
from server.rules.battle.adventurer import cooldown, tenacity
from server.rules.battle.components.effects import face, hook, modifier
from server.rules.battle.components.printed import SkillDie, SkillLine, numbered
from server.rules.battle.damage import deal, hurt_by_enemy, hurt_from_beside
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.engagement import Engage
from server.rules.battle.kernel.me import Me
from server.rules.battle.kernel.moments import Happening, Moment
from server.rules.battle.kernel.values import Stat
from server.rules.battle.movement import displacing

LINE_ID = LineId("heavy-armor")


def _prevent(battle: Battle, me: Me, now: Happening) -> None:
    """Prevent as much as the die shows, and what Ironclad adds; the die stays where it is."""
    assert now.instance is not None
    now.instance.prevent(battle.value(me.unit, Stat.PREVENTION, me.value).value)


@hook(Moment.DAMAGE_COMING, "Resolve", when=hurt_from_beside, rule="DMG-4", prevents=_prevent)
def stand_up_to(battle: Battle, me: Me, now: Happening) -> None:
    """Each time an adjacent enemy deals you damage: prevent X of it."""
    _prevent(battle, me, now)


@face("resolve", "C", "Prevents X of each adjacent enemy's damage.", hooks=(stand_up_to,))
def resolve(battle: Battle, engage: Engage, die: DieId) -> None:
    """Do nothing now: the die works while it lies in the cooldown track."""


def _from_afar(battle: Battle, me: Me, now: Happening) -> bool:
    return hurt_by_enemy(battle, me, now) and now.instance is not None and not now.instance.adjacent


@hook(Moment.DAMAGE_COMING, "Constitution", when=_from_afar, rule="DMG-4", prevents=_prevent)
def shrug_off(battle: Battle, me: Me, now: Happening) -> None:
    """Each time an enemy that is not adjacent deals you damage: prevent X of it."""
    _prevent(battle, me, now)


@face("constitution", "C", "Prevents X of each distant enemy's damage.", hooks=(shrug_off,))
def constitution(battle: Battle, engage: Engage, die: DieId) -> None:
    """Do nothing now: the die works while it lies in the cooldown track."""


def _available_combat_dice(battle: Battle, unit: UnitId) -> int:
    return len(cooldown.dice_in(battle, unit, "row", "combat"))


def _engaged_by_neighbour(battle: Battle, me: Me, now: Happening) -> bool:
    return (
        now.unit == me.unit
        and battle.unit(now.by).side == "enemy"
        and battle.adjacent(me.unit, now.by)
        and _available_combat_dice(battle, me.unit) > 0
    )


@hook(Moment.ENGAGED, "Immovable: strike back", when=_engaged_by_neighbour, rule="ENG-23")
def stand_fast(battle: Battle, me: Me, now: Happening) -> None:
    """When an adjacent enemy has finished its engage on you: 1 damage to it for each available
    Combat die.

    The sheet does not say whether it is optional; it is, as Defensive Posture is.
    """
    deal(
        battle,
        now.by,
        me.unit,
        _available_combat_dice(battle, me.unit),
        how=NamedReason("immovable"),
    )


@face(
    "immovable",
    "C",
    "After an adjacent enemy engaged you: 1 damage to it for each available Combat die.",
    hooks=(stand_fast,),
)
def immovable(battle: Battle, engage: Engage, die: DieId) -> None:
    """Do nothing now: the die works while it lies in the cooldown track."""


@modifier(Stat.PREVENTION, "Ironclad")
def harder(battle: Battle, me: Me, value: int) -> int:
    """Each of your dice that prevents damage prevents 1 more; tenacity faces prevent none."""
    return value + 1


@face("ironclad", "C", "Your Resolve and Constitution prevent 1 more each.", modifiers=(harder,))
def ironclad(battle: Battle, engage: Engage, die: DieId) -> None:
    """Do nothing now: the die works while it lies in the cooldown track."""


@modifier(Stat.MOVEMENT, "Unstoppable")
def faster(battle: Battle, me: Me, value: int) -> int:
    """Move 1 hex farther for each Heavy Armor die in the track, whatever it shows.

    The sheet leaves open which movement it means: here the move action, as movement that an effect
    grants has a number of its own (FRE-4).
    """
    return value + len(cooldown.dice_in(battle, me.unit, "track", line=LINE_ID))


@face(
    "unstoppable",
    "C",
    "Move 1 hex more for each Heavy Armor die in your track, and push units aside.",
    modifiers=(faster,),
    traits=(displacing.PUSHES,),
)
def unstoppable(battle: Battle, engage: Engage, die: DieId) -> None:
    """Do nothing now: the die works in the cooldown track. Quest units cannot be pushed."""


@hook(Moment.FORM_CHANGED, "Juggernaut: 1 light fatigue for 2 tenacity")
def roll_on(battle: Battle, me: Me, now: Happening) -> None:
    """Each time you change form: gain 1 light fatigue for 2 tenacity."""
    cooldown.gain_fatigue(battle, me.unit, light=1)
    # Fatigue that the box lacks is damage (C-12): the price may fell who pays it.
    if not battle.unit(me.unit).fate:
        tenacity.gain(battle, me.unit, 2, NamedReason("juggernaut"))


@face(
    "juggernaut",
    "C",
    "When you change battle form: 1 light fatigue for 2 tenacity.",
    hooks=(roll_on,),
)
def juggernaut(battle: Battle, engage: Engage, die: DieId) -> None:
    """Do nothing now: the die works while it lies in the cooldown track."""


T = "tenacity"


def _numbered(kind: str, name: str) -> SkillDie:
    return SkillDie(
        DieKind(kind), name, 1, 2, (T, *(numbered(kind, 1),) * 3, *(numbered(kind, 2),) * 2)
    )


LINE = SkillLine(
    id=LINE_ID,
    name="Heavy Armor",
    constellation="warrior",
    stat="stamina",
    forms=("defensive",),
    dice=(
        _numbered("resolve", "Resolve"),
        _numbered("constitution", "Constitution"),
        SkillDie(DieKind("immovable"), "Immovable", 2, 1, (T, *("immovable",) * 5)),
        SkillDie(DieKind("ironclad"), "Ironclad", 2, 1, (T, T, *("ironclad",) * 4)),
        SkillDie(DieKind("unstoppable"), "Unstoppable", 3, 1, (T, T, *("unstoppable",) * 4)),
        SkillDie(DieKind("juggernaut"), "Juggernaut", 4, 1, (T, *("juggernaut",) * 5)),
    ),
    faces=(resolve, constitution, immovable, ironclad, unstoppable, juggernaut),
)
