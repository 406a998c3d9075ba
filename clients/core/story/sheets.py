"""Sentences about class sheets: their tokens, status dice that lie in hexes, side quests."""

from collections.abc import Callable
from typing import Any

from clients.core.names import plural, title
from clients.core.story.telling import Telling
from protocol import battle as ev
from protocol.hexes import key

SIDES = {"enemy": " for the next enemy", "party": " for the next party member"}


def tokens_changed(t: Telling, event: ev.TokensChanged) -> str:
    """Return the sentence for the tokens on a class sheet."""
    why = f" ({title(event.why).lower()})" if event.why else ""
    return f"{t.names.unit(event.unit)} has {plural(event.now, 'token')} on its class sheet{why}."


def token_placed(t: Telling, event: ev.TokenPlaced) -> str:
    """Return the sentence for a token of a class sheet that is placed."""
    where = "in an active slot" if event.on == event.unit else f"on {t.names.unit(event.on)}"
    return f"{t.names.unit(event.unit)} puts a token of its class sheet {where}."


def status_laid(t: Telling, event: ev.StatusLaid) -> str:
    """Return the sentence for a status die in a hex."""
    return f"{title(event.status)} lies at {key(event.at)}{SIDES.get(event.side, '')}."


def status_lifted(t: Telling, event: ev.StatusLifted) -> str:
    """Return the sentence for a status die out of its hex."""
    return f"{title(event.status)} lies at {key(event.at)} no longer."


def quest_gained(t: Telling, event: ev.SideQuestGained) -> str:
    """Return the sentence for a side quest."""
    return f"The party gains the side quest {title(event.quest)}."


def quest_discarded(t: Telling, event: ev.SideQuestDiscarded) -> str:
    """Return the sentence for a side quest."""
    return f"The party gives up the side quest {title(event.quest)}."


SAY: dict[Any, Callable[[Telling, Any], str]] = {
    ev.TokensChanged: tokens_changed,
    ev.TokenPlaced: token_placed,
    ev.StatusLaid: status_laid,
    ev.StatusLifted: status_lifted,
    ev.SideQuestGained: quest_gained,
    ev.SideQuestDiscarded: quest_discarded,
}
