"""What an adventurer is called: as its player says, else by a name of its race."""

from zlib import crc32

from protocol.ids import SeatId
from server.rules.battle.components.printed import Race
from server.rules.battle.kernel.battle import Battle


def name_of(battle: Battle, seat: SeatId, race: Race) -> str:
    """Return the name of a seat's new adventurer.

    In battles that began before adventurers had names it is race and seat: their journals say so.
    """
    wishes = battle.state.settings.names
    if wishes is None:
        return f"{race.name} ({seat})"
    return wishes.get(seat) or _suggested(battle, seat, race)


def _suggested(battle: Battle, seat: SeatId, race: Race) -> str:
    """Return a name of the race that nobody else bears: another one for each seat and encounter,
    and always the same for both. Nothing is drawn for it, so no die falls otherwise.
    """
    settings = battle.state.settings
    borne = [unit.name for unit in battle.state.units.values()]
    borne += (settings.names or {}).values()
    first = crc32(f"{settings.encounter}/{seat}".encode()) % (len(race.names) or 1)
    names = race.names[first:] + race.names[:first]
    return next((name for name in names if name not in borne), f"{race.name} ({seat})")
