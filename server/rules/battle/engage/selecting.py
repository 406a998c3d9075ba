"""Selecting the target of an engage: within range, or beyond it where an effect allows that.

This concerns selecting alone: such effects do not make a unit "targetable" for others (p60, p89).
"""

from collections.abc import Iterator
from operator import attrgetter

from protocol.ids import UnitId
from server.rules.battle.adventurer import abilities
from server.rules.battle.components import active_effects, unit_effects
from server.rules.battle.components.effects import Interrupt
from server.rules.battle.engage import dealing
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.engagement import Engage
from server.rules.battle.kernel.moments import Happening, Moment
from server.rules.battle.kernel.state import Unit
from server.rules.battle.kernel.values import Stat
from server.rules.battle.kernel.words import Form, FormOrHeld
from server.rules.battle.map import targeting
from server.rules.battle.windows import interrupts

_ID = attrgetter("id")


def selectable(battle: Battle, unit: UnitId, form: FormOrHeld = "") -> dict[UnitId, str]:
    """Return the units that can be selected as a target in a form ("": the one held). The value is
    "" for a unit within range, else the effect that allows it, with its price.
    """
    found = dict.fromkeys(map(_ID, targeting.targets(battle, unit, form)), "")
    for more, why in _beyond(battle, unit, form or battle.mat(unit).form):
        for one in targeting.targets(battle, unit, form, more):
            found.setdefault(one.id, why)
    return found


def selectable_by_form(
    battle: Battle, unit: UnitId, forms: tuple[Form, ...]
) -> dict[Form, dict[UnitId, str]]:
    """Return what is `selectable` in each of some forms."""
    side = active_effects.side_of(battle, unit)
    if side.enduring or side.interrupts:
        return {form: selectable(battle, unit, form) for form in forms}
    # Nothing goes beyond range, so forms of one range have the same targets.
    found: dict[Form, dict[UnitId, str]] = {}
    shared: dict[tuple[int, int], dict[UnitId, str]] = {}
    for form in forms:
        reach = targeting.reach(battle, unit, form)
        if reach not in shared:
            shared[reach] = dict.fromkeys(map(_ID, targeting.within(battle, unit, *reach)), "")
        found[form] = shared[reach]
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
"""The moments at which an adventurer's effects may make its engage worthwhile without dice."""


def answers(battle: Battle, unit: UnitId) -> bool:
    """Return whether an adventurer has effects that answer its own engage, even without dice."""
    chip = battle.unit(unit)
    side = active_effects.side_of(battle, unit)
    if side.interrupts and any(one.hook.at in ANSWERED for one in side.interrupts):
        return True
    return not unit_effects.effects_of(battle, chip).hooked.isdisjoint(ANSWERED)


def settle(battle: Battle, engage: Engage) -> None:
    """Make a target beyond range reachable: by a lasting effect, or by paying for an interrupt."""
    unit = engage.by
    engage.farther = _lasting(battle, unit)
    if not engage.target or dealing.reaches(battle, engage, engage.target):
        return
    for act in interrupts.payable(battle, battle.unit(unit), _moment(unit)):
        # One is enough: a target is offered at most one hex beyond what lasting effects allow.
        act.do()
        engage.farther += 1
        break


def _moment(unit: UnitId) -> Happening:
    return Happening(Moment.SELECTING, unit=unit)


def _lasting(battle: Battle, unit: UnitId) -> int:
    # A blind unit has range 1 whatever its effects (STS-6).
    if battle.has(unit, "blind"):
        return 0
    return battle.value(unit, Stat.AIM, 0).value


def _beyond(battle: Battle, unit: UnitId, form: FormOrHeld) -> Iterator[tuple[int, str]]:
    """Yield by how many hexes the range can be exceeded, and the effect that allows it: lasting
    ones first, then interrupts with their price.
    """
    side = active_effects.side_of(battle, unit)
    lasting = [one for one in side.enduring if any(m.of is Stat.AIM for m in one.modifiers)]
    paid = [one for one in side.interrupts if one.hook.at is Moment.SELECTING]
    if not (lasting or paid) or battle.has(unit, "blind"):
        return
    # As if in the form that is asked about: such an effect may work in one form only.
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
