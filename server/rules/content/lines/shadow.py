"""Shadow, in any form: gaining Stealth, and using it (p67)."""

from protocol.battle import DieSetIn, NamedReason
from protocol.hexes import DIRECTIONS, Hex
from protocol.ids import DieId, DieKind, LineId, NamedCode, UnitId
from server.rules.battle.adventurer import cooldown, statuses, track
from server.rules.battle.components.active_effects import has_skill
from server.rules.battle.components.catalogue import catalogue_of
from server.rules.battle.components.effects import face, hook, mine
from server.rules.battle.components.printed import SkillDie, SkillLine, numbered
from server.rules.battle.damage import deal, gain_bonus
from server.rules.battle.engage import resolving
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.engagement import Engage
from server.rules.battle.kernel.me import Me
from server.rules.battle.kernel.moments import Happening, Moment
from server.rules.battle.kernel.state import LF
from server.rules.battle.kernel.values import Stat
from server.rules.battle.map import choosing
from server.rules.battle.movement import displacing, move
from server.rules.content import asking, fatigue
from server.rules.content.lines import shadow_upper

LINE_ID = LineId("shadow")
CLOAK, REFRESHING, PATH = "shadow-cloak", "refreshing-shadows", "path-of-darkness"


def _defended(battle: Battle, me: Me, now: Happening) -> bool:
    """Return whether the bearer's damage is about to land on an enemy whose defense would reduce
    it.
    """
    engage = now.engage
    if engage is None or not mine(battle, me, now) or now.unit != engage.target:
        return False
    pool, target = engage.pools[now.unit], battle.unit(now.unit)
    if target.side != "enemy" or not pool.combat + pool.other:
        return False
    printed = catalogue_of(battle).chips[target.chip].defense
    defense = battle.value(target.id, Stat.DEFENSE, printed).value
    bark = pool.distant and has_skill(battle, target.id, "iron-bark")
    return defense + bark > engage.ignored.get(target.id, 0)


@hook(Moment.POOL_LANDS, "Shadow Cloak: exhaust it to ignore defense", when=_defended)
def strike_unseen(battle: Battle, me: Me, now: Happening) -> None:
    """In your engage of an enemy, exhaust the die: ignore X of the target's defense."""
    assert now.engage is not None
    track.exhaust(battle, me.die, resolved=True)
    now.engage.ignored[now.unit] = now.engage.ignored.get(now.unit, 0) + me.value


@face(
    "shadow-cloak-1",
    "A",
    "You gain Stealth; in an engage, exhaust it to ignore X of the target's defense.",
    hooks=(strike_unseen,),
    traits=(resolving.SETTLES,),
)
def shadow_cloak_1(battle: Battle, engage: Engage, die: DieId) -> None:
    """Gain Stealth as the die is placed in a slot. Damage that lands later in the engage ends it
    (STS-10).
    """
    statuses.gain(battle, engage.by, "stealth")


@face("shadow-cloak-2", "I", "1 light fatigue; then you gain Stealth.", traits=(resolving.SETTLES,))
def shadow_cloak_2(battle: Battle, engage: Engage, die: DieId) -> None:
    """Gain light fatigue as the cost, then Stealth."""
    cooldown.gain_fatigue(battle, engage.by, light=1)
    statuses.gain(battle, engage.by, "stealth")


def _hidden(battle: Battle) -> int:
    """Return how many units of both sides are in Stealth."""
    return sum(battle.has(unit.id, "stealth") for unit in battle.in_play())


@face(
    "refreshing-shadows-1",
    "I",
    "1 bonus HP for each unit in Stealth.",
    traits=(resolving.SETTLES,),
)
def refreshing_shadows_1(battle: Battle, engage: Engage, die: DieId) -> None:
    """Gain 1 bonus HP for each unit in Stealth, the roller among them."""
    gain_bonus(battle, engage.by, _hidden(battle), engage.by)


@face(
    "refreshing-shadows-2",
    "I",
    "Remove up to 2 light fatigue for each unit in Stealth.",
    traits=(resolving.SETTLES,),
)
def refreshing_shadows_2(battle: Battle, engage: Engage, die: DieId) -> None:
    """Remove up to 2 light fatigue of the roller's track for each unit in Stealth."""
    unit = engage.by
    most = min(2 * _hidden(battle), cooldown.fatigue_in_track(battle, unit, LF))
    text = "Refreshing Shadows: how much light fatigue do you remove?"
    fatigue.remove(
        battle, unit, LF, asking.how_many(battle, unit, most, NamedCode(REFRESHING), text)
    )


def _straight(battle: Battle, unit: UnitId) -> list[Hex]:
    """Return the unoccupied hexes on the six straight lines from a unit.

    Units and missing sight do not end a line; the map's edge and impassable hexes do, as no
    distance can be counted through those (MAP-3).
    """
    start = battle.unit(unit).at
    assert start is not None
    found: list[Hex] = []
    for q, r in DIRECTIONS:
        here = (start[0] + q, start[1] + r)
        while here in battle.ground.tile_of:
            found.append(here)
            here = (here[0] + q, here[1] + r)
    return battle.free_hexes(tuple(found))


def _path_ahead(battle: Battle, me: Me, now: Happening) -> bool:
    return battle.has(me.unit, "stealth") and (
        battle.state.in_hexes[me.die] != battle.unit(me.unit).at
    )


@hook(Moment.TURN_STARTS, "Path of Darkness: be there, out of Stealth", when=_path_ahead)
def step_through(battle: Battle, me: Me, now: Happening) -> None:
    """As any unit's turn starts: discard Stealth to be placed in the die's hex, and exhaust the
    die.

    A unit that stands there is moved to the closest free hex and dealt X true damage.
    """
    at = battle.state.in_hexes[me.die]
    statuses.lose(battle, me.unit, "stealth")
    aside = displacing.make_way(battle, me.unit, at)
    move.place_all(battle, {me.unit: at} | ({aside.unit: aside.to} if aside else {}))
    track.exhaust(battle, me.die, resolved=True)
    if aside:
        deal(battle, aside.unit, me.unit, true=me.value, how=NamedReason(PATH))
    move.enter(battle, me.unit, at, moved=False)


def _has_room(battle: Battle, engage: Engage, die: DieId) -> bool:
    return bool(_straight(battle, engage.by))


@face(
    "path-of-darkness",
    "S",
    "Placed in a hex on a straight line; at a turn's start, leave Stealth to be placed there.",
    can=_has_room,
    hooks=(step_through,),
)
def path_of_darkness(battle: Battle, engage: Engage, die: DieId) -> None:
    """Put the die into an unoccupied hex on a straight line from the roller, at any distance."""
    hexes = _straight(battle, engage.by)
    text = "Path of Darkness: which hex leads it to?"
    at = choosing.choose_hex(battle, battle.deciders(engage.by), hexes, NamedCode(PATH), text)
    battle.emit(DieSetIn(die, at))


T = "tenacity"
LINE = SkillLine(
    id=LINE_ID,
    name="Shadow",
    constellation="thief",
    stat="stamina",
    forms=(),
    dice=(
        SkillDie(
            DieKind(CLOAK),
            "Shadow Cloak",
            1,
            2,
            (T, T, *("shadow-cloak-1:1",) * 2, "shadow-cloak-1:2", "shadow-cloak-2"),
        ),
        SkillDie(
            DieKind(REFRESHING),
            "Refreshing Shadows",
            1,
            1,
            (*("refreshing-shadows-1",) * 3, *("refreshing-shadows-2",) * 3),
        ),
        SkillDie(
            DieKind(PATH),
            "Path of Darkness",
            2,
            2,
            (T, *(numbered(PATH, 0),) * 3, *(numbered(PATH, 1),) * 2),
        ),
        *shadow_upper.DICE,
    ),
    faces=(
        shadow_cloak_1,
        shadow_cloak_2,
        refreshing_shadows_1,
        refreshing_shadows_2,
        path_of_darkness,
        *shadow_upper.FACES,
    ),
)
