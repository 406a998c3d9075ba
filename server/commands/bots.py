"""The bots that can sit at a table, by name; the first one steps in for absent players."""

from clients.bots.random_bot import RandomBot
from clients.bots.sensible_bot import SensibleBot
from server.rooms.seating import Bots


def bots() -> Bots:
    """All bots."""
    return {"sensible": SensibleBot().choose, "random": RandomBot(1).choose}
