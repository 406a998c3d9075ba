"""Destruction Staff, levels 3 and 4 (docs: skill-lines/mage/destruction-staff): Pulsar, Elemental
Drain, Elemental Rage, Ancient Knowledge.
"""

from protocol.battle import CacheOpened, DieSetOn, NamedReason
from protocol.hexes import Hex, parse
from protocol.ids import DieId, NamedCode, UnitId
from server.rules.battle.adventurer import cooldown, statuses
from server.rules.battle.components.catalogue import catalogue_of
from server.rules.battle.components.effects import face, hook
from server.rules.battle.damage import deal, heal
from server.rules.battle.engage import dealing, on_target
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.engagement import Engage
from server.rules.battle.kernel.me import Me
from server.rules.battle.kernel.moments import Happening, Moment
from server.rules.battle.kernel.state import Unit
from server.rules.battle.map import choosing, targeting
from server.rules.content import asking
from server.rules.content.reading import value_of


def _blinds_the_roller(battle: Battle, engage: Engage) -> None:
    engage.after.append(lambda: _blind(battle, engage.by))


def _blind(battle: Battle, unit: UnitId) -> None:
    statuses.gain(battle, unit, "blind")


@face("pulsar-1", "I", "2 true damage and Blind to the target; then Blind to you.", can=on_target)
def pulsar_1(battle: Battle, engage: Engage, die: DieId) -> None:
    """Deal 2 true damage to the target, which then gains Blind; after the engage the roller gains
    it too.

    Blind comes once the damage has landed: otherwise damage that the target deals in answer would
    remove it.
    """
    target = engage.target
    dealing.hit_true(battle, engage, target, 2, die)
    engage.landed.append(lambda: _blind(battle, target))
    _blinds_the_roller(battle, engage)


@face(
    "pulsar-2",
    "I",
    "2 true damage to the target, 1 to all next to it; Blind to all hurt, then to you.",
    can=on_target,
)
def pulsar_2(battle: Battle, engage: Engage, die: DieId) -> None:
    """Deal 2 true damage to the target and 1 to every unit next to it, friends and the roller too.

    Every one that took damage gains Blind once it has landed; after the engage the roller does.
    """
    hit = [engage.target, *(unit.id for unit in battle.neighbours(engage.target))]
    before = {name: engage.taken.get(name, 0) for name in hit}
    for name in hit:
        dealing.hit_true(battle, engage, name, 2 if name == engage.target else 1, die)

    def blind_the_hurt() -> None:
        for name in hit:
            if engage.taken.get(name, 0) > before[name]:
                _blind(battle, name)

    engage.landed.append(blind_the_hurt)
    _blinds_the_roller(battle, engage)


def _lies_on_the_fallen(battle: Battle, me: Me, now: Happening) -> bool:
    return me.die in battle.unit(now.unit).dice


@hook(
    Moment.DEFEATED,
    "Elemental Drain jumps",
    when=_lies_on_the_fallen,
    forced=True,
    defeated=True,
)
def jump(battle: Battle, me: Me, now: Happening) -> None:
    """Move the die to an enemy next to where the bearer was defeated, which the owner chooses; the
    owner deals that enemy 2 true damage.

    A quest unit cannot bear the die; if there is no other enemy, the die is recovered.
    """
    assert now.hex is not None
    near = [
        unit
        for unit in battle.in_play("enemy")
        if unit.at in battle.ground.around(now.hex) and unit.kind != "quest"
    ]
    text = "Elemental Drain: which enemy does it jump to?"
    name = asking.one_unit(battle, me.unit, near, NamedCode("elemental-drain"), text)
    if not name:
        cooldown.recover(battle, me.die)
        return
    battle.emit(DieSetOn(me.die, name))
    deal(battle, name, me.unit, true=2, how=NamedReason("elemental-drain"))


def _on_common_target(battle: Battle, engage: Engage, die: DieId) -> bool:
    return on_target(battle, engage, die) and battle.unit(engage.target).kind != "quest"


@face(
    "elemental-drain",
    "S",
    "On the target: jumps on when it is defeated, 2 true damage each time.",
    can=_on_common_target,
    hooks=(jump,),
)
def elemental_drain(battle: Battle, engage: Engage, die: DieId) -> None:
    """Put the die on the target, which is no quest unit (SKR-7)."""
    battle.emit(DieSetOn(die, engage.target))


def _around(battle: Battle, engage: Engage, cache: Hex) -> list[Unit]:
    """Return the units of both sides at most 2 hexes from a cache that can still be hit, enemies
    first.
    """
    found = [
        unit
        for unit in battle.in_play()
        if unit.at is not None
        and battle.ground.distance(cache, unit.at) <= 2
        and unit.id not in engage.settled
    ]
    return sorted(found, key=lambda unit: unit.side == "party")


def _caches(battle: Battle, engage: Engage) -> list[Hex]:
    """Return the caches within range, the roller's own hex included, that have a unit near enough
    to be hit.
    """
    at = battle.unit(engage.by).at
    assert at is not None
    low, high = targeting.reach(battle, engage.by, engage.form)
    found = []
    for spot in map(parse, battle.state.caches):
        far = battle.ground.distance(at, spot)
        if (far == 0 or low <= far <= high) and _around(battle, engage, spot):
            found.append(spot)
    return found


def _a_cache_in_range(battle: Battle, engage: Engage, die: DieId) -> bool:
    return bool(_caches(battle, engage))


@face("elemental-rage", "I", "A cache in range bursts: X damage around it.", can=_a_cache_in_range)
def elemental_rage(battle: Battle, engage: Engage, die: DieId) -> None:
    """Share out X damage by the roller over units within 2 hexes of a cache, and discard the cache.

    The damage is the cost, all of it, on either side; so there must be a unit to deal it to.
    """
    text = "Elemental Rage: which cache?"
    to = battle.deciders(engage.by)
    cache = choosing.choose_hex(
        battle, to, _caches(battle, engage), NamedCode("elemental-rage.cache"), text
    )
    points = value_of(battle, die)
    text = f"Elemental Rage: share out {points} damage around the cache."
    near = _around(battle, engage, cache)
    for name, share in asking.split(
        battle, engage.by, near, points, NamedCode("elemental-rage"), text
    ).items():
        dealing.hit(battle, engage, name, share, die)
    battle.emit(CacheOpened(cache, engage.by, success=False))


@face("ancient-knowledge", "D", "For each available mage die: 1 damage to the target, heal 1.")
def ancient_knowledge(battle: Battle, engage: Engage, die: DieId) -> None:
    """Deal 1 damage to the target, and heal the roller 1, for each die of a mage line in its row.

    Both as far as possible: without a target in reach only the healing is left.
    """
    lines = catalogue_of(battle).line_of
    row = [lines[battle.state.dice[one].kind] for one in battle.mat(engage.by).row]
    count = sum(line.constellation == "mage" for line in row)
    if dealing.reaches(battle, engage, engage.target):
        dealing.hit(battle, engage, engage.target, count, die)
    heal(battle, engage.by, count, engage.by)
