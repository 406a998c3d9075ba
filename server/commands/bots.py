"""The bots that can sit at a table, by name (the first one steps in for absent players), and what
else the commands' clients are told of the components.
"""

from clients.bots import RandomBot, SensibleBot
from clients.core import Faces, faces_of
from server.battles import Bots
from server.commands.packs.loading import Content, content
from server.rules.content.glossary import glossary


def bots(played: Content | None = None) -> Bots:
    """Return all bots, for the game's content or (with packs) for `played`."""
    return {"sensible": sensible(played).choose, "random": RandomBot(1).choose}


def sensible(played: Content | None = None) -> SensibleBot:
    """Return the bot that plays to win; it knows the dice from the catalogue in words, as clients
    do.
    """
    return SensibleBot(glossary((played or content()).catalogue))


def faces(played: Content | None = None) -> Faces:
    """Return what the faces of all dice show, for the luck that a terminal tells at a
    battle's end.
    """
    return faces_of(glossary((played or content()).catalogue))
