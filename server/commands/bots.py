"""The bots that can sit at a table, by name; the first one steps in for absent players. Also what
else the clients of commands need to know of the components.
"""

from clients.bots import RandomBot, SensibleBot
from clients.core import Faces, faces_of
from server.battles import Bots
from server.commands.packs.loading import Content, content
from server.rules.content.glossary import glossary


def bots(played: Content | None = None) -> Bots:
    """Return all bots by name, for the game's content or, with packs, for the content `played`."""
    return {"sensible": sensible(played).choose, "random": RandomBot(1).choose}


def sensible(played: Content | None = None) -> SensibleBot:
    """Return the bot that plays to win. It reads the dice from the catalogue in words, as a client
    would.
    """
    return SensibleBot(glossary((played or content()).catalogue))


def faces(played: Content | None = None) -> Faces:
    """Return the faces of every die by the die's id, from which a terminal reckons luck when a
    battle ends.
    """
    return faces_of(glossary((played or content()).catalogue))
