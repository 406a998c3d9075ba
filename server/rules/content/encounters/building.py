"""Makes the encounter of a battle from an encounter's file."""

from collections.abc import Iterable

import msgspec

from server.rules.battle.components.encounters import Encounter, Placed, SecondPool
from server.rules.battle.kernel.words import Scenario
from server.rules.content.encounters.blocks import Part, any_lost, apart, built, joined
from server.rules.content.encounters.layout import ENTRANCE, Layout, layout
from server.rules.content.encounters.printed import (
    Printed,
    PrintedPool,
    PrintedUnit,
    Rule,
)
from server.rules.content.encounters.rules_objectives import OBJECTIVES
from server.rules.content.encounters.shelf import RULES

SCENARIOS: dict[str, Scenario] = {
    "conquer": "brawl",
    "eliminate": "hunt",
    "escape": "escape",
    "survive": "hold",
    "protect": "guard",
    "reach": "crossing",
    "hold": "hold",
    "unlock": "locks",
}
"""The scenario of an encounter that names none, by its objective."""


def encounter(printed: Printed) -> Encounter:
    """Return the encounter that a file describes. Raises ValueError or msgspec.ValidationError for
    wrong figures, which `content check` finds beforehand.
    """
    plan = layout(printed)
    aim = built(printed.objective, OBJECTIVES).part(plan)
    assert aim.met is not None
    parts = (aim, *_parts(printed.rules, plan))
    return Encounter(
        id=printed.id,
        name=printed.name,
        kind=printed.kind,
        text=printed.text,
        scenario=_scenario(printed),
        goal=printed.goal,
        tiles=plan.tiles,
        entrance=ENTRANCE,
        numbered=plan.numbered,
        caches={**plan.caches, **{at: deck for p in parts for at, deck in p.caches.items()}},
        objective=aim.text,
        rules=tuple(part.text for part in parts[1:]),
        met=aim.met,
        lost=any_lost(part.lost for part in parts),
        blocked=tuple(dict.fromkeys((*plan.blocked, *(at for p in parts for at in p.blocked)))),
        marks={**_shown(printed, plan), **{at: m for p in parts for at, m in p.marks.items()}},
        bag=tuple(printed.bag),
        wanted=printed.wanted,
        placed=tuple(one for unit in printed.units for one in _placed(unit, plan)),
        least=(printed.least_level, printed.least_count),
        second=_second(printed.second, plan) if printed.second else None,
        final=printed.final,
        dial=printed.dial,
        hooks=apart(hook for part in parts for hook in part.hooks),
        modifiers=tuple(change for part in parts for change in part.modifiers),
        challenges={
            int(size): joined(_parts(rules, plan)) for size, rules in printed.challenge.items()
        },
        waves=tuple(wave for part in parts for wave in part.waves),
        twists={name: joined(_parts(rules, plan), name) for name, rules in printed.twist.items()},
        campaign=printed.campaign,
        locks={at: lock for part in parts for at, lock in part.locks.items()},
        stubborn=tuple(at for part in parts for at in part.stubborn),
        source=printed.source,
    )


def _scenario(printed: Printed) -> Scenario:
    if printed.scenario is not None:
        return printed.scenario
    return "dungeon" if printed.kind == "dungeon" else SCENARIOS[printed.objective["rule"]]


def _parts(rules: Iterable[Rule], plan: Layout) -> list[Part]:
    return [built(rule, RULES).part(plan) for rule in rules]


def _shown(printed: Printed, plan: Layout) -> dict[tuple[int, int], str]:
    return {at: mark for place, mark in printed.shown.items() for at in plan.hexes(place)}


def _hp(printed: int) -> int | None:
    return None if printed < 0 else printed


def _placed(unit: PrintedUnit, plan: Layout) -> list[Placed]:
    one = Placed(
        unit.chip, plan.hexes(unit.at), _hp(unit.hp), unit.objective, unit.side, unit.still
    )
    return [one] * unit.count


def _second(pool: PrintedPool, plan: Layout) -> SecondPool:
    return SecondPool(plan.hexes(pool.at), _hp(pool.hp), pool.rooms, pool.still)


def read(table: dict[str, object]) -> Printed:
    """Return a parsed TOML file as an encounter's file. Raises msgspec.ValidationError if it is
    none.
    """
    return msgspec.convert(table, Printed)
