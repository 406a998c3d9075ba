"""Selecting the target of an engage: within range, or a hex beyond where an effect allows it.

Only this is selecting: what is "targetable" for other effects is not stretched (p60, p89).
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from server.rules.battle import paying, targeting
from server.rules.battle.effects import Interrupt, Stat
from server.rules.battle.moments import Happening, Moment
from server.rules.battle.roll import Engage
from server.rules.battle.state import Unit

if TYPE_CHECKING:
    from server.rules.battle.battle import Battle


def selectable(battle: "Battle", unit: str, form: str = "") -> dict[str, str]:
    """The units that can be selected as a target in a form, and what makes the far ones so."""
    found = {one.id: "" for one in targeting.targets(battle, unit, form)}
    for more, why in _beyond(battle, unit, form or battle.mat(unit).form):
        for one in targeting.targets(battle, unit, form, more):
            found.setdefault(one.id, why)
    return found


def units(battle: "Battle", unit: str) -> list[Unit]:
    """The units that can be selected as a target in the form held now."""
    return [battle.unit(name) for name in selectable(battle, unit)]


def settle(battle: "Battle", engage: Engage) -> None:
    """A target beyond range has been selected: what lasts stretches it, or an interrupt is paid."""
    unit = engage.by
    engage.farther = _lasting(battle, unit)
    if not engage.target or engage.reaches(battle, engage.target):
        return
    for act in paying.interrupts(battle, battle.unit(unit), _moment(unit)):
        act.do()
        engage.farther += 1
        break


def _moment(unit: str) -> Happening:
    return Happening(Moment.SELECTING, unit=unit)


def _lasting(battle: "Battle", unit: str) -> int:
    if battle.has(unit, "blind"):
        return 0
    return battle.value(unit, Stat.AIM, 0).value


def _beyond(battle: "Battle", unit: str, form: str) -> Iterator[tuple[int, str]]:
    """How many hexes farther, and why: first what lasts, then what has to be paid for."""
    side = paying.side_of(battle, unit)
    lasting = [one for one in side.enduring if any(m.of is Stat.AIM for m in one.modifiers)]
    paid = [one for one in side.interrupts if one.hook.at is Moment.SELECTING]
    if not (lasting or paid) or battle.has(unit, "blind"):
        return
    seen = paying.seen_in(battle, unit, form)
    more = _lasting(seen, unit)
    if more:
        yield more, lasting[0].name
    for one in paid:
        if _payable(seen, unit, one):
            price = paying.price(battle, unit, one.cost)
            yield more + 1, f"{one.name} for {price} tenacity"


def _payable(seen: "Battle", unit: str, one: Interrupt) -> bool:
    fits = not one.forms or seen.mat(unit).form in one.forms
    wanted = f".{one.id}"
    acts = paying.interrupts(seen, seen.unit(unit), _moment(unit))
    return fits and any(act.key.endswith(wanted) for act in acts)
