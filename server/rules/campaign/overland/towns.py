"""Towns on the map: which are closed, and which is the closest (p38, p67)."""

from protocol.campaign import TownAccessChanged
from protocol.hexes import Hex, distance
from protocol.option_keys import option_key, read_key
from protocol.questions import One, Option, Question
from server.rules.campaign.kernel.session import Session


def is_open(session: Session, at: Hex) -> bool:
    """Return whether the party may enter a hex: it is on the map, and no closed town (OVL-14)."""
    place = session.province.map.by_hex.get(at)
    return place is not None and not session.is_closed(session.town(at))


def set_access(session: Session, town: str, *, closed: bool) -> None:
    """Close a town, or open it again; nothing happens where it is so already (TWN-20)."""
    if session.is_closed(town) != closed:
        session.emit(TownAccessChanged(town, closed))


def closest_town(session: Session, here: Hex) -> Hex:
    """Return the open town that is the fewest hexes away, as one counts them on the map.

    Ours where the rulebook is silent: closed towns are passed over, unless all are closed; of towns
    equally close the party chooses.
    """
    every = session.province.map.towns
    open_ = {name: at for name, at in every.items() if not session.is_closed(name)} or every
    least = min(distance(here, at) for at in open_.values())
    near = {name: at for name, at in open_.items() if distance(here, at) == least}
    options = tuple(
        Option(option_key("town", name), session.province.towns[name].name) for name in near
    )
    chosen = session.choose(
        Question(
            to=session.seats,
            why="overland.refuge",
            text="To which town are you carried?",
            shape=One(options),
            rule="DEF-6",
            default=(options[0].key,),
        )
    )
    return near[read_key(chosen).name]
