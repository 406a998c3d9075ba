"""The bot that plays matches of the skirmish to win.

`table` reads a match's state, `ways` finds how far it is to somewhere, `odds` says what attacks
come to, `shots` where targets have cover, `interceptors` who may step before an engage, and
`risking` which ways with a check are worth it; `deploying`, `engaging`, `moving` and `fighting`
answer the questions of their phases, `match_bot` all.
"""

from clients.bots.matches.match_bot import answer, is_match

__all__ = ["answer", "is_match"]
