"""Two Handed, in heavy-weapon form: much damage, paid for with fatigue (p24)."""

from protocol.battle import FatigueSetOn, NamedReason
from protocol.ids import DieId, LineId, NamedCode, UnitId
from protocol.option_keys import option_key, read_key
from protocol.questions import Limit, Option, Plan, Question, Slot
from server.rules.battle.adventurer import cooldown, statuses, track
from server.rules.battle.components.effects import face, hook
from server.rules.battle.components.printed import SkillLine, skill_die
from server.rules.battle.damage import deal, defeat
from server.rules.battle.engage import dealing, on_target, resolving
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.engagement import Engage
from server.rules.battle.kernel.me import Me
from server.rules.battle.kernel.moments import Happening, Moment
from server.rules.battle.kernel.state import FATIGUE_NAMES, LF, OF, SLOTS, Unit
from server.rules.battle.kernel.words import is_fatigue
from server.rules.content import asking, fatigue
from server.rules.content.units import adjacent_foes

LINE_ID = LineId("two-handed")


@face("wrecking-blow-1", "I", "2 damage to the target.", can=on_target, traits=("plain",))
def wrecking_blow_1(battle: Battle, engage: Engage, die: DieId) -> None:
    """Deal 2 damage to the target."""
    dealing.hit(battle, engage, engage.target, 2, die)


@face("wrecking-blow-2", "I", "3 damage to the target; 2 light or 1 overfatigue.", can=on_target)
def wrecking_blow_2(battle: Battle, engage: Engage, die: DieId) -> None:
    """Deal 3 damage to the target, then ask which fatigue the roller gains."""
    dealing.hit(battle, engage, engage.target, 3, die)
    cooldown.choose_fatigue(battle, engage.by, 2, 1, NamedCode("wrecking-blow"))


@face("onslaught-1", "I", "4 damage to the target; Bane after the engage.", can=on_target)
def onslaught_1(battle: Battle, engage: Engage, die: DieId) -> None:
    """Deal 4 damage to the target; once the engage is over the roller gains Bane."""
    dealing.hit(battle, engage, engage.target, 4, die)

    def suffer() -> None:
        statuses.gain(battle, engage.by, "bane")

    engage.after.append(suffer)


@face("onslaught-2", "D", "5 damage to the target; the die is drained.", can=on_target)
def onslaught_2(battle: Battle, engage: Engage, die: DieId) -> None:
    """Deal 5 damage to the target."""
    dealing.hit(battle, engage, engage.target, 5, die)


@face("momentum-1", "I", "2 damage for each fatigue die in your track.", can=on_target)
def momentum_1(battle: Battle, engage: Engage, die: DieId) -> None:
    """Deal 2 damage to the target for each fatigue die of either kind in the track."""
    count = cooldown.fatigue_in_track(battle, engage.by)
    dealing.hit(battle, engage, engage.target, 2 * count, die)


@face("momentum-2", "D", "Put fatigue of yours on adjacent enemies: they cannot target you.")
def momentum_2(battle: Battle, engage: Engage, die: DieId) -> None:
    """Move up to one fatigue die of the track, of either kind, onto each adjacent enemy."""
    unit = engage.by
    near = battle.neighbours(unit, "enemy")
    if not near or not cooldown.fatigue_in_track(battle, unit):
        return
    for pick in battle.picks(_burdens(battle, unit, near)):
        enemy, kind = read_key(pick)
        assert is_fatigue(kind)
        fatigue.remove(battle, unit, kind)
        battle.emit(FatigueSetOn(UnitId(enemy), kind, unit))


def _burdens(battle: Battle, unit: UnitId, near: list[Unit]) -> Question:
    counts = {kind: cooldown.fatigue_in_track(battle, unit, kind) for kind in (OF, LF)}
    slots = [
        Slot(
            enemy.id,
            tuple(
                Option(option_key(enemy.id, k), f"{enemy.name}: {FATIGUE_NAMES[k]}") for k in counts
            ),
            0,
            1,
        )
        for enemy in near
    ]
    limits = [
        Limit(
            tuple(option_key(enemy.id, kind) for enemy in near), count, f"You have {count} of it."
        )
        for kind, count in counts.items()
    ]
    kinds = [kind for kind, count in counts.items() for _ in range(count)]
    return Question(
        to=battle.deciders(unit),
        why=NamedCode("momentum"),
        text="Which fatigue dice do you put on which adjacent enemies? They cannot target you.",
        shape=Plan(tuple(slots), tuple(limits)),
        may_pass=True,
        default=tuple(option_key(e.id, kind) for e, kind in zip(near, kinds, strict=False)),
        about=unit,
    )


def _doomed(battle: Battle, engage: Engage) -> list[Unit]:
    """Return the adjacent enemies with fewer HP than the roller, quest units aside; bonus HP do not
    count.
    """
    most = battle.unit(engage.by).hp
    return [unit for unit in adjacent_foes(battle, engage.by) if unit.hp < most]


def _may_be_doomed(battle: Battle, engage: Engage, die: DieId) -> bool:
    """Return whether there is such an enemy, or could be once the gathered damage has landed."""
    hurt = [unit for unit in adjacent_foes(battle, engage.by) if unit.id in engage.pools]
    return bool(hurt or _doomed(battle, engage))


@face(
    "executioner",
    "I",
    "2 light or 1 overfatigue: defeat an adjacent enemy with fewer HP than you.",
    can=_may_be_doomed,
    traits=(resolving.SETTLES,),
)
def executioner(battle: Battle, engage: Engage, die: DieId) -> None:
    """Gain fatigue as the price, then defeat one such enemy, which is not dealing damage
    (STS-10).
    """
    if not _doomed(battle, engage):
        return
    cooldown.choose_fatigue(battle, engage.by, 2, 1, NamedCode("executioner"))
    # Fatigue that the box lacks is damage (C-12): the price may fell who pays it.
    if battle.unit(engage.by).fate:
        return
    text = "Executioner: whom do you defeat?"
    chosen = asking.one_unit(
        battle, engage.by, _doomed(battle, engage), NamedCode("executioner"), text
    )
    if chosen:
        defeat.defeat(battle, chosen, engage.by)


def _overfatigue_coming(battle: Battle, me: Me, now: Happening) -> bool:
    return (
        now.unit == me.unit
        and now.kind == OF
        and not now.stopped
        and battle.state.supply[OF] > 0
        and len(battle.mat(me.unit).active) < SLOTS
    )


@hook(
    Moment.FATIGUE_COMING,
    "Balanced Blade: the overfatigue goes into a slot",
    when=_overfatigue_coming,
)
def bear(battle: Battle, me: Me, now: Happening) -> None:
    """Put the overfatigue into a free slot in place of the track."""
    now.stopped = True
    cooldown.fatigue_into_slot(battle, me.unit, OF)


def _unburden(battle: Battle, unit: UnitId) -> None:
    """Return all overfatigue of the slots to the supply."""
    while OF in battle.mat(unit).active:
        cooldown.remove_token(battle, unit, battle.mat(unit).active.index(OF), "active")


def _open_to_it(battle: Battle, me: Me, now: Happening) -> list[Unit]:
    """Return the adjacent enemies whose damage of an own engage under way has not landed yet."""
    settled = now.engage.settled if now.engage is not None and now.engage.by == me.unit else []
    return [unit for unit in battle.neighbours(me.unit, "enemy") if unit.id not in settled]


def _weighed(battle: Battle, me: Me, now: Happening) -> bool:
    turn, slots = battle.state.turn, battle.mat(me.unit).active
    mine = turn is not None and turn.unit == me.unit
    full = len(slots) == SLOTS and OF in slots
    return mine and full and bool(_open_to_it(battle, me, now))


@hook(
    Moment.ANYTIME,
    "Balanced Blade: drain it, 2 damage to an adjacent enemy for each overfatigue in your slots",
    when=_weighed,
)
def swing(battle: Battle, me: Me, now: Happening) -> None:
    """Drain the die: deal 2 damage to one adjacent enemy for each overfatigue in the slots, and
    return those to the supply.

    In an own engage the damage is gathered with the rest (C-06).
    """
    track.drain(battle, me.die)
    points = 2 * battle.mat(me.unit).active.count(OF)
    near = _open_to_it(battle, me, now)
    text = f"Balanced Blade: who is dealt {points} damage?"
    enemy = asking.one_unit(battle, me.unit, near, NamedCode("balanced-blade"), text)
    if now.engage is not None and now.engage.by == me.unit:
        dealing.hit(battle, now.engage, enemy, points, me.die)
    else:
        deal(battle, enemy, me.unit, points, how=NamedReason("balanced-blade"))
    _unburden(battle, me.unit)


@face(
    "balanced-blade-1",
    "A",
    "Overfatigue may go to your slots; once they are full, drain it: 2 damage for each.",
    hooks=(bear, swing),
)
def balanced_blade_1(battle: Battle, engage: Engage, die: DieId) -> None:
    """Do nothing now: the die waits in its active slot for its hooks."""


def _full(battle: Battle, me: Me, now: Happening) -> bool:
    return now.unit == me.unit and len(battle.mat(me.unit).active) == SLOTS


@hook(Moment.DIE_IN_SLOT, "Balanced Blade", when=_full, forced=True)
def let_go(battle: Battle, me: Me, now: Happening) -> None:
    """When the last slot is filled: exhaust the die, and return the overfatigue of the slots to the
    supply.
    """
    track.exhaust(battle, me.die, resolved=True)
    _unburden(battle, me.unit)


@face(
    "balanced-blade-2",
    "A",
    "Overfatigue may go to your slots; when they fill up all of it is gone and so is this.",
    hooks=(bear, let_go),
)
def balanced_blade_2(battle: Battle, engage: Engage, die: DieId) -> None:
    """Do nothing now: the die waits in its active slot for its hooks."""


def _cleave(battle: Battle, engage: Engage, die: DieId, points: int) -> None:
    """Deal damage to the target, and half of it, rounded up, to every other adjacent enemy."""
    if dealing.reaches(battle, engage, engage.target):
        dealing.hit(battle, engage, engage.target, points, die)
    for enemy in battle.neighbours(engage.by, "enemy"):
        if enemy.id != engage.target:
            dealing.hit(battle, engage, enemy.id, (points + 1) // 2, die)


@face("cleave-1", "I", "Your HP in damage to the target, half to the other adjacent enemies.")
def cleave_1(battle: Battle, engage: Engage, die: DieId) -> None:
    """Deal as much as the roller's HP now, bonus HP aside. The half is dealt without a target in
    reach too.
    """
    _cleave(battle, engage, die, battle.unit(engage.by).hp)


@face("cleave-2", "I", "Your Stamina in damage to the target, half to the other adjacent enemies.")
def cleave_2(battle: Battle, engage: Engage, die: DieId) -> None:
    """Deal as much as the roller's Stamina now. The half is dealt without a target in reach too."""
    _cleave(battle, engage, die, battle.mat(engage.by).stamina)


def _pair(kind: str) -> tuple[str, ...]:
    return (*(f"{kind}-1",) * 2, *(f"{kind}-2",) * 2)


T = "tenacity"
LINE = SkillLine(
    id=LINE_ID,
    name="Two Handed",
    constellation="warrior",
    stat="stamina",
    forms=("heavy-weapon",),
    dice=(
        skill_die(
            "wrecking-blow",
            "Wrecking Blow",
            1,
            6,
            T,
            *("wrecking-blow-1",) * 2,
            *("wrecking-blow-2",) * 3,
        ),
        skill_die("onslaught", "Onslaught", 2, 2, T, T, *_pair("onslaught")),
        skill_die("momentum", "Momentum", 3, 1, T, T, *("momentum-1",) * 3, "momentum-2"),
        skill_die("executioner", "Executioner", 3, 1, T, T, T, *("executioner",) * 3),
        skill_die("balanced-blade", "Balanced Blade", 4, 1, T, T, *_pair("balanced-blade")),
        skill_die("cleave", "Cleave", 4, 1, T, T, *_pair("cleave")),
    ),
    faces=(
        wrecking_blow_1,
        wrecking_blow_2,
        onslaught_1,
        onslaught_2,
        momentum_1,
        momentum_2,
        executioner,
        balanced_blade_1,
        balanced_blade_2,
        cleave_1,
        cleave_2,
    ),
)
