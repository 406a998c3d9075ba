"""Previews of a battle: the odds of a plan, an enemy's coming turn, a unit's values explained."""

from functools import partial

from protocol.battle import TurnBegan
from protocol.hexes import key
from protocol.previews import Course, EnemyTurn, Foreseen, Values
from server.rules.battle import enemy_move, ground, priority, targeting
from server.rules.battle.battle import Battle
from server.rules.battle.components import Catalogue, Chip
from server.rules.battle.effects import Stat
from server.rules.battle.moments import Happening, Moment
from server.rules.battle.odds import chances, enemy_combat_roll, odds
from server.rules.battle.state import MAX_ENEMY_COMBAT_DICE, BattleState
from server.rules.engine.foresight import Foresight, Slices, every_choice
from server.rules.engine.ruleset import Ruleset

COURSE = 5
"""Steps of the budget that one way of an enemy's turn takes: it looks at the whole map."""


def preview(
    ruleset: Ruleset[BattleState],
    catalogue: Catalogue,
    state: BattleState,
    what: str,
    unit: str,
    picks: tuple[str, ...],
) -> Slices[Foreseen | None]:
    """What was asked for ("engage", "enemy", "values") about a unit in play; None: nothing.

    Raises `TooMany`.
    """
    chip = state.units.get(unit)
    if chip is None or chip.at is None or chip.fate:
        return None
    foresee = Foresight(ruleset, state, partial(Battle, catalogue=catalogue))
    match what:
        case "engage" if unit in state.adventurers:
            return (yield from odds(foresee, unit, _known(state, unit, picks)))
        case "enemy" if chip.side == "enemy" and chip.chip in catalogue.chips:
            return (yield from enemy_turn(foresee, unit))
        case "values":
            return values(foresee.now(), unit)
        case _:
            return None


def _known(state: BattleState, unit: str, picks: tuple[str, ...]) -> tuple[str, ...]:
    """Those picks of a plan that name what is there: the rest is somebody's old view."""
    mat = state.adventurers[unit]
    on_map = {u.id for u in state.units.values() if u.at is not None and not u.fate}
    known = {
        "form": set(targeting.FORMS),
        "target": on_map,
        "weapon": {card.id for card in mat.ready},
        "overtax": {card.id for card in mat.ready},
        "die": set(mat.row),
    }
    return tuple(
        pick
        for pick in dict.fromkeys(picks)
        if pick.partition(":")[2] in known.get(pick.partition(":")[0], ())
    )


def enemy_turn(foresee: Foresight[BattleState, Battle], unit: str) -> Slices[EnemyTurn]:
    """Where an enemy would go and whom it would engage, if its turn came now (ENT-3, ENT-4).

    Raises `TooMany`.
    """
    ways = yield from foresee.outcomes(partial(_course, unit=unit), every_choice, COURSE)
    found = [one.result for one in ways]
    battle = foresee.now()
    chip = _chip(battle, unit)
    count = battle.value(unit, Stat.COMBAT, chip.combat).value
    return EnemyTurn(
        unit,
        tuple(dict.fromkeys(found)),
        chances(enemy_combat_roll(max(0, min(count, MAX_ENEMY_COMBAT_DICE)))),
        _threatened(battle, unit),
    )


def _chip(battle: Battle, unit: str) -> Chip:
    return battle.catalogue.chips[battle.unit(unit).chip]


def _course(battle: Battle, unit: str) -> Course:
    battle.emit(TurnBegan(unit))
    start = battle.unit(unit).at
    at = len(battle.game.log)
    enemy_move.move_step(battle, unit)
    entered = [
        entry.state.units[unit].at
        for entry in battle.game.log[at:]
        if entry.state.units[unit].at is not None
    ]
    way = tuple(dict.fromkeys(key(there) for there in entered if there and there != start))
    if battle.unit(unit).fate:
        return Course(way, ())
    over = battle.at(Happening(Moment.MOVE_STEP_OVER, unit=unit))
    targets = () if over.stopped or battle.unit(unit).fate else tuple(_targets(battle, unit))
    return Course(way, targets)


def _targets(battle: Battle, unit: str) -> list[str]:
    found = targeting.targets(battle, unit)
    if not found:
        return []
    most = battle.value(unit, Stat.TARGETS, _chip(battle, unit).targets).value
    return priority.ranked(battle, unit, found, 1 if battle.has(unit, "blind") else most)


def _threatened(battle: Battle, unit: str) -> tuple[str, ...]:
    """The hexes that it could strike at after as long a move as it has."""
    chip = battle.unit(unit)
    assert chip.at is not None
    steps = ground.walk(battle.ground, chip.at, ground.occupied(battle.state) - {chip.at})
    most = enemy_move.movement(battle, unit)
    _, far = targeting.reach(battle, unit)
    found: dict[str, None] = {}
    for here, walked in steps.items():
        if walked <= most:
            for there, away in battle.ground.distances(here).items():
                if away <= far and battle.ground.sees(here, there) and there != chip.at:
                    found[key(there)] = None
    return tuple(found)


def values(battle: Battle, unit: str) -> Values:
    """The values of a chip, or an adventurer's, with how they came about."""
    if unit in battle.state.adventurers:
        mat = battle.mat(unit)
        shown = {
            "movement": battle.value(unit, Stat.MOVEMENT, mat.stamina),
            "defense": battle.value(unit, Stat.DEFENSE, 0),
        }
    else:
        chip = _chip(battle, unit)
        shown = {
            "combat": battle.value(unit, Stat.COMBAT, chip.combat),
            "defense": battle.value(unit, Stat.DEFENSE, chip.defense),
            "range": battle.value(unit, Stat.RANGE, chip.range),
            "targets": battle.value(unit, Stat.TARGETS, chip.targets),
            "movement": battle.value(unit, Stat.MOVEMENT, enemy_move.MOVEMENT),
        }
    return Values(unit, {name: str(value) for name, value in shown.items()})
