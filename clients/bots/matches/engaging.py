"""Whom to engage: where the first strike, and what comes back, is worth it."""

from collections.abc import Iterator
from typing import NamedTuple

from clients.bots.matches import danger, duels, interceptors, risking, shots, table, ways
from clients.bots.matches.table import Unit, View
from protocol.ids import SeatId
from protocol.option_keys import option_key, read_key
from protocol.questions import Picks, Plan, Question

SURE, ROLLED = 1.0, ((0.5, 0.25), (1.0, 0.5), (1.5, 0.25))
"""Shares of the move that an Out-of-Sight Roll gives, each with its chance."""
SPARE = 100  # mils: an estimate that is so near to the reach may be wrong
ROUND = 500  # mils: how much longer a way round corners may be than it seems
HURTS = 0.3  # the share of its worth that a unit loses whose dive fails
WORTH_IT = 2.0  # gold that an engage has to gain
EXPOSED = 0.35
"""How much of what one strikes back with counts: the fight goes on, and not for one side alone."""
FORESTALLED = 0.5
"""How much of what an enemy would win by engaging first counts for who engages it: it may not."""
JOINED = 0.5
"""How much of what the enemy's friends may do counts: some will not come."""
TIED = 12.0  # gold: what it is worth that a shooter or caster has somebody at its throat
STEPS_IN = 0.7
"""How much of what a stronger enemy that may step in costs counts: it may not step in."""
SHOOTS = 0.8  # the share of a shot that is given up by engaging


class Attempt(NamedTuple):
    """An engage that could be declared, with its path and check, and what it is worth in gold."""

    unit: Unit
    target: Unit
    gain: float
    path: tuple[str, ...] = ("path:1",)


def declares(view: View, seat: SeatId, question: Question) -> Picks:
    """Return the engage worth most; nothing where none is worth it."""
    assert isinstance(question.shape, Plan)
    units, targets = (question.shape.slots[n].options for n in (0, 1))
    found = [
        attempt
        for unit in (view["units"][read_key(option.key).name] for option in units)
        for attempt in _attempts(view, unit, [read_key(one.key).name for one in targets])
    ]
    best = max(found, key=lambda one: one.gain, default=None)
    if best is None or best.gain < WORTH_IT:
        return ()
    keys = option_key("unit", best.unit["id"]), option_key("target", best.target["id"])
    return (*keys, *best.path)


def _attempts(view: View, unit: Unit, names: list[str]) -> Iterator[Attempt]:
    """Yield what a unit could declare, each less what it would do instead."""
    here, reach = table.spot(unit), table.reach_of(unit)
    foes = (view["units"][name] for name in names)
    near = [foe for foe in foes if table.gap(here, foe) <= reach]
    other = given_up(view, unit) if near else 0.0
    threats = danger.Threats(view, unit)
    for target in near:
        for attempt in _attempts_at(threats, target):
            yield attempt._replace(gain=attempt.gain - other)


def _attempts_at(threats: danger.Threats, target: Unit) -> Iterator[Attempt]:
    view, unit = threats.view, threats.unit
    arrives = chance(view, unit, target, _far(view, unit, target))
    if arrives:
        yield Attempt(unit, target, arrives * gain(threats, target))
    risks = (
        (risking.dive(view, unit, target), "path:3"),
        (risking.climb(view, unit, table.spot(target)), "path:2"),
    )
    for risk, path in risks:
        if risk is None:
            continue
        arrives = chance(view, unit, target, risk.length) * risk.chance
        dives = path == "path:3"
        lost = HURTS * (1 - risk.chance) * table.worth(unit) * dives
        worth = arrives * gain(threats, target, edge=int(dives)) - lost
        if arrives:
            yield Attempt(unit, target, worth, (path, risk.check))


def _far(view: View, unit: Unit, target: Unit) -> float:
    """Return about how long the way to an enemy without a check is."""
    straight = table.gap(table.spot(unit), target, table.radius(unit)) + SPARE
    if table.is_straight(view, unit, target):
        return straight + table.SLOWED * table.is_slowed(view, unit, table.spot(target))
    touch = table.radius(unit) + table.radius(target)
    return ways.length(view, table.spot(unit), table.spot(target)) - touch + ROUND


def chance(view: View, unit: Unit, target: Unit, far: float) -> float:
    """Estimate the chance, 0 to 1, that a unit reaches an enemy along a way of `far` mils."""
    if table.sees(view, table.spot(unit), table.spot(target)):
        arrives = float(far <= table.reach_of(unit))
    else:
        move = table.move_of(unit)
        arrives = sum(share for part, share in ROLLED if far <= part * move)
    return arrives * danger.dares(view, unit, target)


def gain(threats: danger.Threats, target: Unit, edge: int = 0) -> float:
    """Return what it is worth to be in melee with an enemy and to strike first, in gold; `edge`
    above 0 for an advantage on one's blows.
    """
    view, unit = threats.view, threats.unit
    clash = _clash(view, unit, target, edge)
    others = () if edge else interceptors.interceptors(view, unit, target)
    worst = min((_clash(view, unit, foe) for foe in others), default=clash)
    hoped = clash - STEPS_IN * max(0.0, clash - worst) + FORESTALLED * _spared(threats, target)
    # What has no hope already is not made better by a crowd, which is dear to reckon.
    return hoped - JOINED * _crowded(threats, target) if hoped > 0 else hoped


def _clash(view: View, unit: Unit, foe: Unit, edge: int = 0) -> float:
    """Return what a fight with an enemy comes to that a unit begins, in gold."""
    scared = -1 if table.has(unit, "fear") and not table.has(foe, "fear") else 0
    ending = duels.fight(unit, foe, edge, scared)
    tied = TIED if (foe["type"]["ranged"] and foe["ranged"]) or foe["spells"] else 0.0
    share = EXPOSED if table.engaged_with(view, foe) else 1.0
    return float(
        ending.won * table.worth(foe)
        + tied * table.is_free(view, foe)
        - ending.lost * share * table.worth(unit)
    )


def _crowded(threats: danger.Threats, target: Unit) -> float:
    """Return how much more a unit may lose to the enemy's friends where the enemy stands than where
    it stands itself, in gold.
    """
    there = threats.danger(table.spot(target), but=target["id"])
    return max(0.0, there - threats.danger(table.spot(threats.unit), but=target["id"]))


def _spared(threats: danger.Threats, target: Unit) -> float:
    """Return what an enemy would win by engaging a unit in its own turn, in gold: nothing for who
    does not come so far, or is busy.
    """
    view, unit = threats.view, threats.unit
    if target["injury"] in table.DOWNED or not table.is_free(view, target):
        return 0.0
    comes, _ = danger.comes_to(view, target, unit, table.spot(unit))
    ending = threats.charged(target)
    won = ending.won * table.worth(unit) - ending.lost * table.worth(target)
    return comes * max(0.0, won)


def given_up(view: View, unit: Unit) -> float:
    """Return what a unit would do instead: its best shot."""
    return SHOOTS * shots.best(view, unit, table.spot(unit), moved=False)


def intercepts(view: View, question: Question) -> Picks:
    """Return who steps in: whoever stands the blow better than anybody stands to lose by it."""
    engager = view["units"].get(question.about)
    if engager is None:
        return ()
    assert hasattr(question.shape, "options")
    found = [(_stands(view["units"][one.key], engager), one.key) for one in question.shape.options]
    best, name = max(found)
    return (name,) if best > 0 else ()


def _stands(unit: Unit, engager: Unit) -> float:
    """Return what a unit gains by being engaged itself."""
    ending = duels.fight(engager, unit)
    return ending.lost * table.worth(engager) - ending.won * table.worth(unit)
