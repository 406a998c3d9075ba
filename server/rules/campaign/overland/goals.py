"""Where the guild quest's step leads: which hexes bring its encounter, and the way there.

It is what a player reads off the map and the step's text; a party that answers nothing goes there.
"""

from collections.abc import Callable

from msgspec.structs import replace

from protocol.hexes import Hex
from protocol.option_keys import option_key
from server.rules.campaign.components import blocks
from server.rules.campaign.kernel import printed
from server.rules.campaign.kernel.session import Session
from server.rules.campaign.kernel.state import LOST
from server.rules.campaign.overland import towns

DETOUR = 5
"""Hexes more, some two days' march, for which another place is taken than that of a lost battle."""


def leads_on(session: Session, at: Hex) -> bool:
    """Return whether the step's encounter would be triggered, or a step without one be done, with
    the party in a hex.
    """
    step = printed.step_of(session)
    wanted = (step.trigger or step.done) if step else ()
    return bool(wanted) and blocks.all_met(wanted, _there(session, at))


def is_untried(session: Session, at: Hex) -> bool:
    """Return whether the step's encounter would come in a hex, with a choice whose battle was not
    lost before.
    """
    step = printed.step_of(session)
    if step is None or not leads_on(session, at):
        return False
    there = _there(session, at)
    return not step.choices or any(
        blocks.all_met(one.requires, there)
        and not session.state.journal.get(option_key(LOST, step.id, one.id))
        for one in step.choices
    )


def has_errand(session: Session, at: Hex) -> bool:
    """Return whether one of the step's town actions could be taken in a hex."""
    step, town = printed.step_of(session), session.town(at)
    if step is None or not town:
        return False
    there = _there(session, at)
    return any(
        (not one.towns or town in one.towns)
        and blocks.all_met(one.requires, there)
        and any(blocks.can_all(one.costs, session, (unit,)) for unit in session.party)
        for one in step.actions
    )


def _there(session: Session, at: Hex) -> Session:
    return session.as_if(replace(session.state, party_at=at))


def is_landmark(session: Session, at: Hex) -> bool:
    """Return whether a card is drawn in a hex."""
    return bool(session.landmark(at))


def way(session: Session, here: Hex) -> tuple[Hex, ...]:
    """Return a shortest way over open hexes to where the step goes on; () if that is here.

    If there is no such hex, as the step waits for something, the way goes to a town in which it has
    a town action, or else to a landmark, whose encounter gives something.
    """
    nearest = _way_to(session, here, leads_on)
    # Where its battle was lost, another place comes first that is not much farther.
    other = _way_to(session, here, is_untried) if nearest is not None else None
    if nearest is not None and other is not None and len(other) <= len(nearest) + DETOUR:
        return other
    # What leads the step on comes first; only without it is an errand or a card worth the way.
    for wanted in (leads_on, has_errand, is_landmark):
        found = _way_to(session, here, wanted)
        if found is not None:
            return found
    return ()


def _way_to(
    session: Session, here: Hex, wanted: Callable[[Session, Hex], bool]
) -> tuple[Hex, ...] | None:
    came: dict[Hex, Hex] = {here: here}
    edge = [here]
    while edge:
        for at in edge:
            if wanted(session, at):
                return _back(came, here, at)
        near = [
            (other, at)
            for at in edge
            for other in session.province.map.around(at)
            if towns.is_open(session, other) and other not in came
        ]
        # Reversed, for a later key takes an earlier one's place: of two ways to a hex the first
        # found stays.
        came |= dict(reversed(near))
        edge = list(dict(near))
    return None


def _back(came: dict[Hex, Hex], here: Hex, there: Hex) -> tuple[Hex, ...]:
    path: list[Hex] = []
    while there != here:
        path.append(there)
        there = came[there]
    return tuple(reversed(path))
