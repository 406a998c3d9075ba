"""The name of an adventurer: the one that its player chose, else one of its race's names."""

from zlib import crc32

from protocol.ids import SeatId
from server.rules.battle.components.printed import Race
from server.rules.battle.kernel.battle import Battle


def name_of(battle: Battle, seat: SeatId, race: Race) -> str:
    """Return the name of a seat's new adventurer.

    In battles of early releases, without such names, it is race and seat, as in their journals.
    """
    wishes = battle.state.settings.names
    if wishes is None:
        return f"{race.name} ({seat})"
    return wishes.get(seat) or _suggested(battle, seat, race)


def _suggested(battle: Battle, seat: SeatId, race: Race) -> str:
    """Return a name of the race that no other unit has. It depends on seat and encounter alone: a
    draw for it would change the dice of old battles.
    """
    settings = battle.state.settings
    taken = [unit.name for unit in battle.state.units.values()]
    taken += (settings.names or {}).values()
    first = crc32(f"{settings.encounter}/{seat}".encode()) % (len(race.names) or 1)
    names = race.names[first:] + race.names[:first]
    return next((name for name in names if name not in taken), f"{race.name} ({seat})")
