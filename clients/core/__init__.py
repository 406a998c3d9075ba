"""What every client needs and what does no input or output: session, view, fold, names, story.

A `Session` is fed with replies and says what is to be sent; the view is the folded state; `story`
tells events in sentences. Nothing here knows a socket or a clock.
"""

from clients.core.chain import Chain, is_chained
from clients.core.fold import State
from clients.core.heartbeat import HeartbeatInterval
from clients.core.intents import LATER
from clients.core.leftovers import Leftovers
from clients.core.names import Names, burden_kind, listed, plural, title
from clients.core.session import Session, Update
from clients.core.story import sentences
from clients.core.summary import Best, Faces, Share, Summary, faces_of
from clients.core.view import BattleView, Gap, Played, beginning

__all__ = [
    "LATER",
    "BattleView",
    "Best",
    "Chain",
    "Faces",
    "Gap",
    "HeartbeatInterval",
    "Leftovers",
    "Names",
    "Played",
    "Session",
    "Share",
    "State",
    "Summary",
    "Update",
    "beginning",
    "burden_kind",
    "faces_of",
    "is_chained",
    "listed",
    "plural",
    "sentences",
    "title",
]
