"""The Arcanist's Apocryphal Gate: a crux token in a hex, which for the party is a neighbor of every
hex (p25; CLS-17). Entering the hex uses the token up.
"""

from collections.abc import Iterable, Sequence

from protocol.battle import NamedReason
from protocol.campaign import OverlandTokenPlaced
from protocol.hexes import Hex, key, parse
from protocol.ids import UnitId
from protocol.option_keys import option_key, read_key
from protocol.questions import One, Option, Question
from server.rules.battle.adventurer import class_sheet
from server.rules.campaign.adventurers import elsewhere
from server.rules.campaign.adventurers.road import Offer
from server.rules.campaign.kernel.session import Session
from server.rules.campaign.kernel.state import GATE
from server.rules.campaign.overland import towns

APOCRYPHAL = "apocryphal-gate"
"""What is printed on an Arcanist's sheet for the overland map."""


def gates(session: Session) -> dict[Hex, str]:
    """Return the hexes with an open gate, each with its token."""
    tokens = session.state.tokens.items()
    return {at: token for token, at in tokens if read_key(token).kind == GATE}


def offers(session: Session, unit: UnitId) -> Sequence[Offer]:
    """Return the gate that an adventurer can open now, as an offer. There is none for one that is
    defeated, has no crux token left on its sheet, or lacks the tenacity.
    """
    able = session.hp_of(unit) > 0 and session.state.adventurers[unit].tokens > 0
    one = elsewhere.printed(session, unit, APOCRYPHAL) if able else None
    if one is None or not _free(session):
        return ()
    note = f"{elsewhere.price(session, unit, one)} tenacity, 1 crux token: {one.text}"
    option = Option(option_key("use", APOCRYPHAL), f"Open an {one.name}", note)
    return (Offer(option, lambda: _open(session, unit)),)


def _free(session: Session) -> tuple[Hex, ...]:
    known = gates(session)
    return tuple(
        place.at
        for place in session.province.map.places
        if place.at != session.here and place.at not in known and towns.is_open(session, place.at)
    )


def _open(session: Session, unit: UnitId) -> None:
    elsewhere.pay(session, unit, APOCRYPHAL)
    names = session.province.map.by_hex
    free = _free(session)
    question = Question(
        to=session.battle.deciders(unit),
        why="overland.gate",
        text="Where does the gate open? For the party it is a neighbor of every hex, once.",
        shape=One(tuple(Option(key(at), names[at].name or key(at)) for at in free)),
        rule="CLS-17",
        default=(key(free[0]),),
        about=unit,
    )
    at = parse(session.choose(question))
    class_sheet.spend_tokens(session.battle, unit, 1, NamedReason(APOCRYPHAL))
    taken = set(gates(session).values())
    number = next(n for n in range(1, len(taken) + 2) if option_key(GATE, str(n)) not in taken)
    session.emit(OverlandTokenPlaced(option_key(GATE, str(number)), at))


def use_up(session: Session, path: Iterable[Hex]) -> None:
    """Take the gates that the party has entered off the map."""
    for at in path:
        if token := gates(session).get(at):
            session.emit(OverlandTokenPlaced(token, None))


def jumps_twice(session: Session, path: Sequence[Hex]) -> bool:
    """Return whether a path enters a gate a second time from a hex that is not beside it; by then
    it is used up, so such a path is not possible.
    """
    assert session.here is not None
    known, used = gates(session), set[Hex]()
    around = session.province.map.around
    for before, at in zip((session.here, *path), path, strict=False):
        if at in used and at not in around(before):
            return True
        used |= {at} & known.keys()
    return False
