"""Shadow, levels 2 to 4 (p67): Shadow Barrier, Aspect of Terror, Dark Veil."""

from protocol.battle import NamedReason
from protocol.ids import NOBODY, DieId, DieKind, NamedCode
from server.rules.battle.adventurer import cooldown, statuses, track
from server.rules.battle.components.effects import face, hook
from server.rules.battle.components.printed import SkillDie, numbered
from server.rules.battle.damage import deal
from server.rules.battle.engage import resolving
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.damage_instance import DamageInstance
from server.rules.battle.kernel.engagement import Engage
from server.rules.battle.kernel.me import Me
from server.rules.battle.kernel.moments import Happening, Moment
from server.rules.battle.kernel.state import Unit
from server.rules.content import asking
from server.rules.content.reading import turn_to
from server.rules.content.units import adjacent_foes

BARRIER, TERROR, VEIL = "shadow-barrier", "aspect-of-terror", "dark-veil"


def _took(instance: DamageInstance) -> bool:
    """Return whether damage was taken: not all of it was prevented, and HP may be lost (DMG-1)."""
    return min(instance.left, instance.most) > 0


def _somebody_hurt(battle: Battle, me: Me, now: Happening) -> bool:
    return (
        now.unit in battle.state.adventurers
        and not battle.unit(now.unit).fate
        and now.instance is not None
        and now.instance.how != BARRIER
        and _took(now.instance)
    )


@hook(Moment.DAMAGE_DEALT, "Shadow Barrier", when=_somebody_hurt, forced=True)
def shroud(battle: Battle, me: Me, now: Happening) -> None:
    """An adventurer that took damage, of either type, may take 1 more to gain Stealth; then exhaust
    the die.

    The player of the damaged adventurer chooses. No unit deals the further point, and it can be
    prevented like any other: then the cost is not paid, and nothing else happens.
    """
    ways = {"no": "Stay in sight", "yes": "Take 1 damage, gain Stealth"}
    text = "Shadow Barrier: take 1 more damage to gain Stealth?"
    if asking.one_of(battle, now.unit, ways, NamedCode(BARRIER), text) == "no":
        return
    if not _took(deal(battle, now.unit, NOBODY, 1, how=NamedReason(BARRIER))):
        return
    statuses.gain(battle, now.unit, "stealth")
    # The further damage may have felled the die's owner, whose slots are empty then (ACT-5).
    if me.die in battle.mat(me.unit).active:
        track.exhaust(battle, me.die, resolved=True)


@face(
    "shadow-barrier",
    "A",
    "An adventurer that took damage may take 1 more to gain Stealth; exhaust it then.",
    hooks=(shroud,),
)
def shadow_barrier(battle: Battle, engage: Engage, die: DieId) -> None:
    """Do nothing now: the die waits in its active slot for its hooks."""


def _on_my_tile(battle: Battle, engage: Engage) -> list[Unit]:
    tile_of = battle.ground.tile_of
    here = battle.unit(engage.by).at
    assert here is not None
    return [
        unit
        for unit in battle.in_play("enemy")
        if unit.kind != "quest" and unit.at is not None and tile_of[unit.at] == tile_of[here]
    ]


def _frighten(battle: Battle, engage: Engage, enemies: list[Unit]) -> None:
    """Discard the roller's Stealth and ask which enemy gains Fear; without Stealth do nothing."""
    if not enemies or not statuses.lose(battle, engage.by, "stealth"):
        return
    text = "Aspect of Terror: who gains Fear?"
    chosen = asking.one_unit(battle, engage.by, enemies, NamedCode(TERROR), text)
    statuses.gain(battle, chosen, "fear")


def _somebody_near(battle: Battle, engage: Engage, die: DieId) -> bool:
    return bool(adjacent_foes(battle, engage.by))


@face(
    "aspect-of-terror-1",
    "I",
    "Discard your Stealth: an adjacent enemy gains Fear.",
    can=_somebody_near,
    traits=(resolving.SETTLES,),
)
def aspect_of_terror_1(battle: Battle, engage: Engage, die: DieId) -> None:
    """Give Fear to an adjacent enemy. Stealth gained earlier in the engage can be discarded
    for it.
    """
    _frighten(battle, engage, adjacent_foes(battle, engage.by))


def _somebody_on_my_tile(battle: Battle, engage: Engage, die: DieId) -> bool:
    return bool(_on_my_tile(battle, engage))


@face(
    "aspect-of-terror-2",
    "I",
    "Discard your Stealth: an enemy on your tile gains Fear.",
    can=_somebody_on_my_tile,
    traits=(resolving.SETTLES,),
)
def aspect_of_terror_2(battle: Battle, engage: Engage, die: DieId) -> None:
    """Give Fear to an enemy anywhere on the roller's map tile."""
    _frighten(battle, engage, _on_my_tile(battle, engage))


@hook(Moment.TURN_STARTS, "Dark Veil: gain Stealth")
def draw_veil(battle: Battle, me: Me, now: Happening) -> None:
    """At the start of your turn: turn the die down by 1, from 1 to the track, and gain Stealth.

    The step that exhausts it still gives Stealth.
    """
    if not turn_to(battle, me.die, numbered("dark-veil-1", me.value - 1), NamedReason(VEIL)):
        track.exhaust(battle, me.die, resolved=True)
    statuses.gain(battle, me.unit, "stealth")


@face(
    "dark-veil-1",
    "A",
    "At the start of your turn: turn it down by 1 to gain Stealth.",
    hooks=(draw_veil,),
)
def dark_veil_1(battle: Battle, engage: Engage, die: DieId) -> None:
    """Do nothing now: the die waits in its active slot for its hooks."""


@face(
    "dark-veil-2",
    "I",
    "You gain Stealth and recover another Shadow die.",
    traits=(resolving.SETTLES,),
)
def dark_veil_2(battle: Battle, engage: Engage, die: DieId) -> None:
    """Gain Stealth and recover one other die of the line, if one lies in the track."""
    unit = engage.by
    statuses.gain(battle, unit, "stealth")
    others = cooldown.dice_in(battle, unit, "track", line="shadow")
    text = "Dark Veil: which Shadow die do you recover?"
    for other in asking.some_dice(battle, unit, others, 1, 1, NamedCode(VEIL), text=text):
        cooldown.recover(battle, other)


T = "tenacity"
DICE = (
    SkillDie(DieKind(BARRIER), "Shadow Barrier", 2, 1, (T, T, *(BARRIER,) * 4)),
    SkillDie(
        DieKind(TERROR), "Aspect of Terror", 3, 1, (T, *(f"{TERROR}-1",) * 3, *(f"{TERROR}-2",) * 2)
    ),
    SkillDie(
        DieKind(VEIL),
        "Dark Veil",
        4,
        1,
        (
            numbered(f"{VEIL}-1", 1),
            *(numbered(f"{VEIL}-1", 2),) * 3,
            numbered(f"{VEIL}-1", 3),
            f"{VEIL}-2",
        ),
    ),
)
FACES = (
    shadow_barrier,
    aspect_of_terror_1,
    aspect_of_terror_2,
    dark_veil_1,
    dark_veil_2,
)
