"""Selecting the target of an engage: within range, or a hex beyond where an effect allows it.

Only this is selecting: what is "targetable" for other effects is not stretched (p60, p89).
"""

from collections.abc import Iterator

from protocol.ids import UnitId
from server.rules.battle.adventurer import abilities
from server.rules.battle.components import active_effects, bearings
from server.rules.battle.components.effects import Interrupt
from server.rules.battle.engage import dealing
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.engagement import Engage
from server.rules.battle.kernel.moments import Happening, Moment
from server.rules.battle.kernel.state import Unit
from server.rules.battle.kernel.values import Stat
from server.rules.battle.kernel.words import FormOrHeld
from server.rules.battle.map import targeting
from server.rules.battle.windows import interrupts


def selectable(battle: Battle, unit: UnitId, form: FormOrHeld = "") -> dict[UnitId, str]:
    """Return the units that can be selected as a target in a form, and what makes the far ones
    so.
    """
    found = {one.id: "" for one in targeting.targets(battle, unit, form)}
    for more, why in _beyond(battle, unit, form or battle.mat(unit).form):
        for one in targeting.targets(battle, unit, form, more):
            found.setdefault(one.id, why)
    return found


def units(battle: Battle, unit: UnitId) -> list[Unit]:
    """Return the units that can be selected as a target in the form held now."""
    return [battle.unit(name) for name in selectable(battle, unit)]


ANSWERED = (
    Moment.ENGAGE_BEGINS,
    Moment.TARGET_CHOSEN,
    Moment.BEFORE_ROLL,
    Moment.AFTER_ROLL,
    Moment.RESOLVING,
    Moment.ENGAGED,
    Moment.ENGAGE_OVER,
)
"""The moments of an engage at which something of its own may make it worthwhile without dice."""


def answers(battle: Battle, unit: UnitId) -> bool:
    """Return whether something of an adventurer answers its own engage, whatever dice it rolls."""
    chip = battle.unit(unit)
    side = active_effects.side_of(battle, unit)
    if any(one.hook.at in ANSWERED for one in side.interrupts):
        return True
    return not bearings.borne_by(battle, chip).hooked.isdisjoint(ANSWERED)


def settle(battle: Battle, engage: Engage) -> None:
    """Settle a target beyond range: what lasts stretches the range, or an interrupt is paid."""
    unit = engage.by
    engage.farther = _lasting(battle, unit)
    if not engage.target or dealing.reaches(battle, engage, engage.target):
        return
    for act in interrupts.payable(battle, battle.unit(unit), _moment(unit)):
        # Only one is paid for: a target is offered at one hex beyond what lasts, and no farther.
        act.do()
        engage.farther += 1
        break


def _moment(unit: UnitId) -> Happening:
    return Happening(Moment.SELECTING, unit=unit)


def _lasting(battle: Battle, unit: UnitId) -> int:
    # A blind unit has range 1, whatever else it bears (STS-6).
    if battle.has(unit, "blind"):
        return 0
    return battle.value(unit, Stat.AIM, 0).value


def _beyond(battle: Battle, unit: UnitId, form: FormOrHeld) -> Iterator[tuple[int, str]]:
    """Yield how many hexes farther, and why: first what lasts, then what has to be paid for."""
    side = active_effects.side_of(battle, unit)
    lasting = [one for one in side.enduring if any(m.of is Stat.AIM for m in one.modifiers)]
    paid = [one for one in side.interrupts if one.hook.at is Moment.SELECTING]
    if not (lasting or paid) or battle.has(unit, "blind"):
        return
    # As in the form that is asked about: what stretches the range may work in one form alone.
    seen = abilities.seen_in(battle, unit, form)
    more = _lasting(seen, unit)
    if more:
        yield more, lasting[0].name
    for one in paid:
        if _payable(seen, unit, one):
            price = abilities.price(battle, unit, one.cost)
            yield more + 1, f"{one.name} for {price} tenacity"


def _payable(seen: Battle, unit: UnitId, one: Interrupt) -> bool:
    fits = not one.forms or seen.mat(unit).form in one.forms
    found = interrupts.affordable(seen, seen.unit(unit), _moment(unit))
    return fits and any(other.id == one.id for _, other in found)
