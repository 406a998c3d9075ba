"""Previews of a battle: the odds of a planned engage, an enemy's next turn, and a unit's values
with explanations.
"""

from collections.abc import Callable, Set
from functools import partial

from msgspec.structs import replace

from protocol.battle import TurnBegan
from protocol.hexes import key
from protocol.ids import UnitId
from protocol.option_keys import read_key
from protocol.previews import Course, EnemyTurn, Foreseen, Values
from server.rules.battle.components.catalogue import Catalogue, catalogue_of
from server.rules.battle.components.printed import Chip
from server.rules.battle.enemy import enemy_move
from server.rules.battle.engage import odds
from server.rules.battle.kernel import ground
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.forms import FORMS
from server.rules.battle.kernel.moments import Happening, Moment
from server.rules.battle.kernel.state import MAX_ENEMY_COMBAT_DICE, BattleState
from server.rules.battle.kernel.values import Stat
from server.rules.battle.map import priority, targeting
from server.rules.engine.foresight import Foresight, Slices, every_choice
from server.rules.engine.game import Game
from server.rules.engine.ruleset import Ruleset

COURSE = 5
"""Steps of the budget that one course of an enemy's turn costs, as it searches the whole map."""


def preview(
    ruleset: Ruleset[BattleState],
    make: Callable[[Game[BattleState]], Battle],
    catalogue: Catalogue,
    state: BattleState,
    what: str,
    unit: UnitId,
    picks: tuple[str, ...],
) -> Slices[Foreseen | None]:
    """Return the preview `what` ("engage", "enemy" or "values") of a unit; None if there is none,
    as for a unit that is not in play. Raises `TooMany`.
    """
    chip = state.units.get(unit)
    if chip is None or chip.at is None or chip.fate:
        return None
    foresee = Foresight(ruleset, state, make)
    match what:
        case "engage" if unit in state.adventurers:
            there = Foresight(ruleset, _moved(state, unit, picks), make)
            return (yield from odds.odds(there, unit, _known(state, unit, picks)))
        case "enemy" if chip.side == "enemy" and chip.chip in catalogue.chips:
            return (yield from enemy_turn(foresee, unit))
        case "values":
            return values(foresee.now(), unit)
        case _:
            return None


def _moved(state: BattleState, unit: UnitId, picks: tuple[str, ...]) -> BattleState:
    """Return the state with the unit in the hex that the picks name ("hex:1,2"), if that is free.

    It is only put there: effects of moving there are not in the odds.
    """
    wanted = {read_key(pick).name for pick in picks if read_key(pick).kind == "hex"}
    free = ground.ground_of(state).tile_of.keys() - ground.occupied(state)
    # Compared with the keys of free hexes, so that a stranger's text is never parsed as numbers.
    spot = next((at for at in free if key(at) in wanted), None) if wanted else None
    if spot is None:
        return state
    return replace(state, units={**state.units, unit: replace(state.units[unit], at=spot)})


def _known(state: BattleState, unit: UnitId, picks: tuple[str, ...]) -> tuple[str, ...]:
    """Return those picks of a plan that name what exists now. Others come from an outdated view."""
    mat = state.adventurers[unit]
    on_map = {u.id for u in state.units.values() if u.at is not None and not u.fate}
    known: dict[str, Set[str]] = {
        "form": set(FORMS),
        "target": on_map,
        "weapon": {card.id for card in mat.ready},
        "overtax": {card.id for card in mat.ready},
        "die": set(mat.row),
    }
    return tuple(
        pick
        for pick in dict.fromkeys(picks)
        if read_key(pick).name in known.get(read_key(pick).kind, ())
    )


def enemy_turn(foresee: Foresight[BattleState, Battle], unit: UnitId) -> Slices[EnemyTurn]:
    """Return where an enemy would move and whom it would engage if its turn began now, for each of
    the party's choices (ENT-3, ENT-4). Raises `TooMany`.
    """
    ways = yield from foresee.outcomes(partial(_course, unit=unit), every_choice, COURSE)
    found = [one.result for one in ways]
    battle = foresee.now()
    chip = _chip(battle, unit)
    count = battle.value(unit, Stat.COMBAT, chip.combat).value
    return EnemyTurn(
        unit,
        tuple(dict.fromkeys(found)),
        odds.chances(odds.enemy_combat_roll(max(0, min(count, MAX_ENEMY_COMBAT_DICE)))),
        _threatened(battle, unit),
    )


def _chip(battle: Battle, unit: UnitId) -> Chip:
    return catalogue_of(battle).chips[battle.unit(unit).chip]


def _course(battle: Battle, unit: UnitId) -> Course:
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


def _targets(battle: Battle, unit: UnitId) -> list[UnitId]:
    found = targeting.targets(battle, unit)
    if not found:
        return []
    most = battle.value(unit, Stat.TARGETS, _chip(battle, unit).targets).value
    return priority.ranked(battle, unit, found, 1 if battle.has(unit, "blind") else most)


def _threatened(battle: Battle, unit: UnitId) -> tuple[str, ...]:
    """Return the keys of the hexes that it could reach with an engage after its move."""
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


def values(battle: Battle, unit: UnitId) -> Values:
    """Return the values of a unit on the map, each as text with its explanation."""
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
