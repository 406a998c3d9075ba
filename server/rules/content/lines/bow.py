"""Bow, in ranged-weapon form: damages a target at a distance, and gets away from adjacent enemies
(docs: skill-lines/warrior/bow).
"""

from protocol.ids import DieId, DieKind, LineId, NamedCode, UnitId
from server.rules.battle.adventurer import cooldown, statuses, track
from server.rules.battle.components.active_effects import has_skill
from server.rules.battle.components.effects import face, hook
from server.rules.battle.components.printed import SkillDie, SkillLine, skill_die
from server.rules.battle.engage import dealing, on_target, resolving
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.engagement import Engage, Pool
from server.rules.battle.kernel.me import Me
from server.rules.battle.kernel.moments import Happening, Moment
from server.rules.battle.kernel.state import Unit
from server.rules.battle.map import choosing, targeting
from server.rules.battle.movement import move
from server.rules.content import asking
from server.rules.content.reading import value_of
from server.rules.content.units import open_neighbours

LINE_ID = LineId("bow")
SNIPE = "snipe"


@face(
    SNIPE,
    "I",
    "Deals its value to the target and ignores 1 of its defense.",
    can=on_target,
    traits=("plain",),
)
def snipe(battle: Battle, engage: Engage, die: DieId) -> None:
    """Deal X damage to the target. Each Snipe ignores 1 defense, so several add up."""
    dealing.hit(battle, engage, engage.target, value_of(battle, die), die)
    engage.ignored[engage.target] = engage.ignored.get(engage.target, 0) + 1


def _next_to_an_enemy(battle: Battle, engage: Engage, die: DieId) -> bool:
    return bool(open_neighbours(battle, engage))


@face("volley", "I", "4 damage among adjacent enemies; then be placed away.", can=_next_to_an_enemy)
def volley(battle: Battle, engage: Engage, die: DieId) -> None:
    """Share out 4 damage over the enemies next to the roller, then place the roller 2 to 4 hexes
    away.

    The damage is the cost: without an adjacent enemy there is no placement. It counts as dealt from
    next to them, so Riposte answers it wherever the roller stands by then. Where that matters the
    player chooses what comes first, the placement or the damage of this engage with its answer.
    """
    unit = engage.by
    near = open_neighbours(battle, engage)
    for name, points in asking.split(
        battle,
        unit,
        near,
        4,
        NamedCode("volley"),
        "Share out 4 damage over the enemies next to you.",
    ).items():
        dealing.hit(battle, engage, name, points, die)

    def be_placed() -> None:
        _break_away(battle, unit)

    if any(one.id in engage.pools and has_skill(battle, one.id, "riposte") for one in near):
        first = asking.one_of(
            battle,
            unit,
            {"now": "Be placed now", "later": "After the damage and what answers it"},
            NamedCode("volley.order"),
            "Volley: when are you placed?",
        )
        if first == "later":
            engage.landed.append(be_placed)
            return
    be_placed()


def _break_away(battle: Battle, unit: UnitId) -> None:
    at = battle.unit(unit).at
    if at is None:
        return
    ring = tuple(there for there, far in battle.ground.distances(at).items() if 2 <= far <= 4)
    free = battle.free_hexes(ring)
    if free:
        text = "Volley: where are you placed?"
        there = choosing.choose_hex(
            battle, battle.deciders(unit), free, NamedCode("volley.place"), text
        )
        move.place(battle, unit, there)


def _targetable(battle: Battle, engage: Engage) -> list[Unit]:
    found = targeting.targets(battle, engage.by, engage.form)
    return [unit for unit in found if unit.side == "enemy"]


def _somebody_targetable(battle: Battle, engage: Engage, die: DieId) -> bool:
    return bool(_targetable(battle, engage))


@face(
    "acid-spray", "I", "Bane on up to 3 targetable enemies: 7+ on 2 D6.", can=_somebody_targetable
)
def acid_spray(battle: Battle, engage: Engage, die: DieId) -> None:
    """Choose one to three targetable enemies and roll 2 D6 for each: a sum of 7 or more gives it
    Bane.
    """
    text = "Acid Spray: which enemies?"
    for name in asking.some_units(
        battle, engage.by, _targetable(battle, engage), 1, 3, NamedCode("acid-spray"), text
    ):
        if sum(number + 1 for number in battle.throw(2, "d6", engage.by)) >= 7:
            statuses.gain(battle, name, "bane")


@hook(Moment.TURN_STARTS, "Vinedusk Training: exhaust it to recover Bow dice")
def prepare(battle: Battle, me: Me, now: Happening) -> None:
    """Exhaust the die to recover up to 2 Bow dice, or up to 3 that are all Snipe.

    The sheet does not say whether the die itself may be among them. It is exhausted first and then
    lies in the track as a Bow die like any other, so it may.
    """
    track.exhaust(battle, me.die, resolved=True)
    dice = cooldown.dice_in(battle, me.unit, "track", line=LINE_ID)
    snipes = cooldown.dice_in(battle, me.unit, "track", SNIPE)
    ways = {"snipe": "Up to 3 Snipe dice", "any": "Up to 2 Bow dice of any kind"}
    text = "Vinedusk Training: what do you recover?"
    most = 2
    if (
        len(snipes) > 2
        and asking.one_of(battle, me.unit, ways, NamedCode("vinedusk"), text) == "snipe"
    ):
        dice, most = snipes, 3
    for die in asking.some_dice(battle, me.unit, dice, 0, most, NamedCode("vinedusk-training")):
        cooldown.recover(battle, die)


@face(
    "vinedusk-training",
    "A",
    "At the start of your turn, exhaust it: recover 2 Bow dice, or 3 Snipe.",
    hooks=(prepare,),
)
def vinedusk_training(battle: Battle, engage: Engage, die: DieId) -> None:
    """Do nothing now: the die waits in its active slot for its hooks."""


def _stocked(battle: Battle, engage: Engage) -> list[DieId]:
    """Return the Snipe dice that lay in the track as the engage began, and still do."""
    track = cooldown.dice_in(battle, engage.by, "track", SNIPE)
    return [die for die in track if die in engage.track]


@face("rapid-fire-1", "I", "2 damage for each Snipe already in your track.", can=on_target)
def rapid_fire_1(battle: Battle, engage: Engage, die: DieId) -> None:
    """Deal 2 damage to the target for each Snipe die that has been in the track since before the
    engage.
    """
    dealing.hit(battle, engage, engage.target, 2 * len(_stocked(battle, engage)), die)


@face(
    "rapid-fire-2",
    "I",
    "2 damage for each Snipe already in your track; then recover those for light fatigue.",
    can=on_target,
)
def rapid_fire_2(battle: Battle, engage: Engage, die: DieId) -> None:
    """Deal 2 damage to the target for each Snipe die that has been in the track since before the
    engage; then recover each of them, a light fatigue die taking its place.
    """
    stock = _stocked(battle, engage)
    dealing.hit(battle, engage, engage.target, 2 * len(stock), die)
    for one in stock:
        cooldown.recover_for_fatigue(battle, one)


@face(
    "arrow-barrage-1", "I", "2 damage to the target; then roll it again if you like.", can=on_target
)
def arrow_barrage_1(battle: Battle, engage: Engage, die: DieId) -> None:
    """Deal 2 damage to the target; then roll the die again and resolve its new face, or
    exhaust it.
    """
    dealing.hit(battle, engage, engage.target, 2, die)
    ways = {"stop": "Exhaust it", "again": "Roll it again"}
    text = "Arrow Barrage: roll it again?"
    if asking.one_of(battle, engage.by, ways, NamedCode("arrow-barrage.again"), text) == "again":
        resolving.roll_again(battle, engage, die)


@face("arrow-barrage-2", "I", "Forced: drain all dice of this roll, or 2 true damage.", must=True)
def arrow_barrage_2(battle: Battle, engage: Engage, die: DieId) -> None:
    """Drain every skill die of this roll, or deal 2 true damage to the roller, whose player
    chooses.

    The sheet does not say what becomes of dice that were resolved before it. They were rolled in
    this engage, so they are drained too, wherever they lie by now.
    """
    unit = engage.by
    ways = {"damage": "Take 2 true damage", "drain": "Drain all skill dice of this roll"}
    if battle.unit(unit).hp <= 2:
        ways = dict(reversed(ways.items()))
    text = "Arrow Barrage: which do you suffer?"
    if asking.one_of(battle, unit, ways, NamedCode("arrow-barrage"), text) == "damage":
        dealing.hit_true(battle, engage, unit, 2, die)
        return
    for one in engage.dice:
        if one not in battle.mat(unit).drained:
            track.drain(battle, one)


@face("scatter-shot", "I", "Another targetable enemy is dealt what your target is.", can=on_target)
def scatter_shot(battle: Battle, engage: Engage, die: DieId) -> None:
    """Deal another targetable enemy all damage that the target is dealt in this engage.

    That includes dice resolved later; what Snipe ignores of the target's defense is ignored there
    as well. The die counts as one that deals damage if any comes of it. A player who does not want
    it leaves the die unresolved.
    """
    others = [unit for unit in _targetable(battle, engage) if unit.id != engage.target]
    text = "Scatter Shot: who is hit, too?"
    other = asking.one_unit(battle, engage.by, others, NamedCode("scatter-shot"), text)
    if not other:
        return
    adjacent = battle.adjacent(engage.by, other)

    def scatter() -> None:
        pool = engage.pools.get(engage.target)
        if pool is None or battle.unit(other).fate or other in engage.settled:
            return
        engage.damaging.append(die)
        copy = Pool(pool.combat, pool.other, pool.true, adjacent, not adjacent)
        engage.pools.setdefault(other, Pool()).add(copy)
        ignored = engage.ignored.get(engage.target, 0)
        engage.ignored[other] = engage.ignored.get(other, 0) + ignored

    engage.closing.append(scatter)


T = "tenacity"


def _four(kind: str, name: str, level: int, supply: int) -> SkillDie:
    return SkillDie(DieKind(kind), name, level, supply, (T, T, *(kind,) * 4))


LINE = SkillLine(
    id=LINE_ID,
    name="Bow",
    constellation="warrior",
    stat="stamina",
    forms=("ranged-weapon",),
    dice=(
        skill_die(SNIPE, "Snipe", 1, 4, T, *("snipe:1",) * 4, "snipe:2"),
        _four("volley", "Volley", 2, 1),
        _four("acid-spray", "Acid Spray", 2, 1),
        _four("vinedusk-training", "Vinedusk Training", 3, 2),
        skill_die("rapid-fire", "Rapid Fire", 3, 2, T, T, *("rapid-fire-1",) * 3, "rapid-fire-2"),
        skill_die(
            "arrow-barrage",
            "Arrow Barrage",
            3,
            1,
            T,
            *("arrow-barrage-1",) * 4,
            "arrow-barrage-2",
        ),
        _four("scatter-shot", "Scatter Shot", 4, 1),
    ),
    faces=(
        snipe,
        volley,
        acid_spray,
        vinedusk_training,
        rapid_fire_1,
        rapid_fire_2,
        arrow_barrage_1,
        arrow_barrage_2,
        scatter_shot,
    ),
)
