"""Abilities of class sheets that are used or work between battles, and for whom they work now."""

from protocol.battle import ActionTaken, NamedReason
from protocol.ids import UnitId
from server.rules.battle.adventurer import abilities, tenacity
from server.rules.battle.components import active_effects
from server.rules.battle.components.effects import Elsewhere
from server.rules.campaign.kernel.session import Session


def printed(session: Session, unit: UnitId, name: str) -> Elsewhere | None:
    """Return an ability of an adventurer's class sheet by name; None if it can neither be used nor
    works now. An innate one always does. An enduring one needs as much tenacity as it says, one
    that is paid for needs its price (CLS-4, CLS-7, CLS-17).
    """
    side = active_effects.side_of(session.battle, unit)
    one = next((one for one in side.elsewhere if one.id == name), None)
    if one is None or session.state.adventurers[unit].tenacity < price(session, unit, one):
        return None
    return one


def price(session: Session, unit: UnitId, one: Elsewhere) -> int:
    """Return the tenacity that an ability costs an adventurer now; of an enduring one, the tenacity
    from which on it works.
    """
    if one.kind == "enduring":
        return one.cost
    return abilities.price(session.battle, unit, one.cost)


def bearers(session: Session, name: str) -> list[UnitId]:
    """Return the adventurers for whom an ability works now, or who could pay for it."""
    return [unit for unit in session.party if printed(session, unit, name) is not None]


def pay(session: Session, unit: UnitId, name: str) -> None:
    """Let an adventurer pay for an ability. The caller has asked `printed` that it can be used."""
    one = printed(session, unit, name)
    assert one is not None, f"{unit} cannot use {name}"
    session.emit(ActionTaken(unit, "ability", one.id))
    tenacity.lose(session.battle, unit, price(session, unit, one), NamedReason(one.id))
