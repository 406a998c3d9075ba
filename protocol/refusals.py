"""Why the server says no: two closed lists of codes. New codes need a new subprotocol.

A refusal answers one request, changes nothing and keeps the connection. A bye ends the connection;
its code is also the WebSocket close code.
"""

from typing import Literal

RefusalCode = Literal[
    "malformed",
    "too_large",
    "too_early",
    "too_fast",
    "busy",
    "bad_token",
    "unknown",
    "not_allowed",
    "not_now",
    "occupied",
    "not_ready",
    "not_seated",
    "not_yours",
    "stale",
    "illegal",
    "no_undo",
    "paused",
    "defect",
]

REFUSALS: dict[RefusalCode, str] = {
    "malformed": "The message is no request of this protocol; `text` says where it breaks.",
    "too_large": "The message is longer, or the preview wider, than the server reads or foresees.",
    "too_early": "The first request of a connection must be `hello`.",
    "too_fast": "More than the server takes from a connection, player, address or table; wait.",
    "busy": "The battle has too much in its queue, or the server is full; send again later.",
    "bad_token": "Nobody has this token, or its player was away too long. Say hello without it.",
    "unknown": "There is no such table, battle, version, invite, seat, player or encounter.",
    "not_allowed": "The request is somebody else's right: the leader's, the holder's, a member's.",
    "not_now": "The table or battle is not in the phase that the request belongs to.",
    "occupied": "Somebody sits there already, or no seat is left.",
    "not_ready": "The battle cannot start before every seat is taken and ready.",
    "not_seated": "Only a seat of this battle can do that; this connection holds none.",
    "not_yours": "The question is open, but to another seat.",
    "stale": "The question is decided, or another by now; or the number is used up or too high.",
    "illegal": "The picks are no answer to the question; `text` says why, `rule` which rule.",
    "no_undo": "Going back there is not possible, not allowed at this table, or was declined.",
    "paused": "The battle cannot be recorded at the moment; the intent can be sent again.",
    "defect": "A rule of the server failed. Nothing changed; `text` holds an error id to report.",
}

ByeCode = Literal[
    "going_down",
    "moved",
    "protocol",
    "too_fast",
    "replaced",
    "full",
    "removed",
]

# Closing codes as RFC 6455 has them, or our own from 4000 on, and what the player reads.
BYES: dict[ByeCode, tuple[int, str]] = {
    "going_down": (1001, "The server stops or restarts. Connect again in a moment."),
    "protocol": (4000, "Too many malformed messages, or no hello in time."),
    "too_fast": (4001, "Requests kept coming too fast."),
    "moved": (4003, "Another server process plays this battle now. Connect again."),
    "replaced": (4004, "A newer connection of the same player has taken this one's place."),
    "removed": (4006, "The connection was ended by an operator, or with its player's membership."),
    "full": (4005, "The server takes no further connections from here."),
}
