"""Composes the packages below into one service: makes each part once and hands it what it needs,
lets visitors in by hello, and dispatches each request to its handler, its battle or its table's
host. It also owns what needs several packages at once: who is shown which battle, quotas of
battles, sharing of replays, and the rounds that clean the store up.
"""

from server.service.game_service import GameService
from server.service.replay_sharing import shared_file
from server.service.request_table import REQUESTS, cost_of
from server.service.shown import SharedView, shown_battle, shown_table

__all__ = [
    "REQUESTS",
    "GameService",
    "SharedView",
    "cost_of",
    "shared_file",
    "shown_battle",
    "shown_table",
]
