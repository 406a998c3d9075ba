"""Range, sight and who may be targeted (p58, p61, p67, p89)."""

from typing import TYPE_CHECKING

from protocol.hexes import Hex
from server.rules.battle import bearers
from server.rules.battle.effects import Stat
from server.rules.battle.state import Unit

if TYPE_CHECKING:
    from server.rules.battle.battle import Battle

UNSEEN = "unseen"
"""The trait of who is no target at all in Stealth."""
FORMS = ("light-weapon", "heavy-weapon", "defensive", "ranged-weapon", "magic")
WEAPON_FORMS = ("light-weapon", "heavy-weapon", "ranged-weapon")


def in_form(form: str) -> str:
    """A form in the course of a sentence: "in the light weapon form"."""
    return f"in the {form.replace('-', ' ')} form"


def reach(battle: "Battle", name: str, form: str = "") -> tuple[int, int]:
    """Nearest and farthest distance to targets; (1, 0) is none (FRM-1 to FRM-5, STS-6)."""
    return battle.known(("reach", name, form), lambda: _reach(battle, name, form))


def _reach(battle: "Battle", name: str, form: str) -> tuple[int, int]:
    mat = battle.state.adventurers.get(name)
    if mat is not None and (form or mat.form) == "defensive":
        return 1, 0
    if battle.has(name, "blind"):
        return 1, 1
    if mat is None:
        printed = battle.catalogue.chips[battle.unit(name).chip].range
        return 1, battle.value(name, Stat.RANGE, printed).value
    match form or mat.form:
        case "light-weapon" | "heavy-weapon":
            return 1, 1
        case "ranged-weapon":
            return 2, battle.value(name, Stat.RANGE, mat.stamina).value
        case "magic":
            return 1, battle.value(name, Stat.RANGE, mat.magicka).value
        case _:
            return 1, 0


def in_range(battle: "Battle", by: str, unit: str, form: str = "") -> bool:
    """Whether a unit is within another's range; always within its own (MAP-8, C-14)."""
    if by == unit:
        return True
    low, high = reach(battle, by, form)
    return low <= battle.distance(by, unit) <= high


def targetable_from(
    battle: "Battle", by: Unit, at: Hex, unit: Unit, form: str = "", more: int = 0
) -> bool:
    """Whether `by`, standing at `at`, could target a unit: range, sight, nothing against it.

    With `more` the range reaches as many hexes farther.
    """
    if unit.at is None or unit.id == by.id:
        return False
    low, high = reach(battle, by.id, form)
    if not low <= battle.ground.distance(at, unit.at) <= high + more:
        return False
    sees = battle.ground.sees(at, unit.at) or bearers.has_skill(battle, by.id, "vision")
    return sees and may_target(battle, by, unit)


def may_target(battle: "Battle", by: Unit, unit: Unit) -> bool:
    """Whether nothing forbids a unit to target another: sides, Stealth, effects (TRM-5, REL-2)."""
    return battle.known(("may-target", by.id, unit.id), lambda: _may_target(battle, by, unit))


def _may_target(battle: "Battle", by: Unit, unit: Unit) -> bool:
    if unit.fate or unit.at is None:
        return False
    if unit.side == by.side and not battle.has(by.id, "blind"):
        return False
    if any(token.endswith(f"@{unit.id}") for token in by.fatigue):
        return False
    in_stealth = battle.has(unit.id, "stealth")
    if in_stealth and unit.side != by.side and UNSEEN in bearers.traits(battle, unit.id):
        return False
    hidden = in_stealth and not bearers.has_skill(battle, by.id, "detection")
    return not hidden or battle.was_adjacent(by.id, unit.id)


def targets(battle: "Battle", by: str, form: str = "", more: int = 0) -> list[Unit]:
    """The units that a unit can target now; when blind only the strongest next to it (STS-6)."""
    chip = battle.unit(by)
    if chip.at is None:
        return []
    at = chip.at
    seen = battle.in_play(decoys=chip.side == "enemy")
    found = [u for u in seen if targetable_from(battle, chip, at, u, form, more)]
    if found and battle.has(by, "blind"):
        most = max(unit.hp for unit in found)
        return [unit for unit in found if unit.hp == most]
    return found


def targetable(battle: "Battle", by: str, unit: str, form: str = "", more: int = 0) -> bool:
    """Whether a unit can target another now."""
    return any(found.id == unit for found in targets(battle, by, form, more))


def hexes_in_range(battle: "Battle", by: str, form: str = "") -> list[Hex]:
    """The other hexes within a unit's range; sight does not matter."""
    at = battle.unit(by).at
    if at is None:
        return []
    low, high = reach(battle, by, form)
    far = battle.ground.distances(at)
    return [there for there, steps in far.items() if steps and low <= steps <= high]


def enemies_in_range(battle: "Battle", by: str) -> list[Unit]:
    """Enemies within a party unit's range, seen or not."""
    return [u for u in battle.in_play("enemy") if in_range(battle, by, u.id)]
