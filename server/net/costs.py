"""What each request and each page costs its asker, in tokens of the buckets (see `admission`).

A request's tokens are taken before it is handled, and pay for what it takes at its worst; work that
depends on what is found (see `rooms.effort`), and every `BYTES_A_TOKEN` of an answer, are charged
afterwards. The prices are measured: a token stands for so little work that one player at
full rate, 60 tokens a second by default, takes less than a tenth of a core
(`python -m tests.bench requests`, and `tests/net/test_costs.py`, which fails where a price is too
low, or missing).
"""

from protocol.requests import (
    Ask,
    Change,
    Chat,
    Claim,
    Consent,
    Create,
    HandOver,
    Hello,
    Intent,
    Invite,
    Join,
    Leave,
    ListBattles,
    ListTables,
    NewToken,
    Pace,
    Ping,
    Preview,
    Pulse,
    PutBot,
    Ready,
    Release,
    Remove,
    Replay,
    Revoke,
    Seek,
    Share,
    Standing,
    Start,
    Step,
    Undo,
    Watch,
)

BYTES_A_TOKEN = 16 * 1024
"""Of an answer: 60 tokens a second are a megabyte a second."""

COSTS: dict[type[Ask], int] = {
    Hello: 1,
    NewToken: 10,
    Pulse: 1,
    ListTables: 1,
    ListBattles: 1,
    Create: 10,
    Change: 1,
    Invite: 1,
    Revoke: 1,
    Join: 1,
    Remove: 1,
    Leave: 1,
    Claim: 1,
    Release: 1,
    HandOver: 1,
    PutBot: 1,
    Ready: 1,
    Start: 5,
    Watch: 3,
    Intent: 2,
    Undo: 1,
    Consent: 1,
    Standing: 1,
    Preview: 1,
    Chat: 1,
    Ping: 1,
    Replay: 10,
    Share: 3,
    Pace: 1,
    Step: 3,
    Seek: 3,
}
"""Every request that there is."""

PAGES: dict[str, int] = {
    "": 6,
    "join": 6,
    "static": 6,
    "operator": 6,
    "catalogue.json": 6,
    "metrics": 6,
    "ws": 6,
    "replay": 10,
}
"""What plain HTTP costs an address, by the first part of the path; what is not here is free: the
probes `healthz` and `readyz`, and the answer that there is nothing."""

REPLAY_BYTES_A_TOKEN = 4096
"""Of a replay file, which is sent to whoever asks; what making it took is paid by its commits (see
`rooms.effort`).
"""


def bytes_a_token(page: str) -> int:
    """How much of an answer by plain HTTP costs a token."""
    return REPLAY_BYTES_A_TOKEN if page == "replay" else BYTES_A_TOKEN
