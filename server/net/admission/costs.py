"""What each page costs its asker, and the bytes of an answer, in tokens of the buckets.

What a request costs stands in its row of the table of requests (`server.service.request_table`);
every `BYTES_A_TOKEN` of its answer are charged afterwards, as is work that depends on what is found
(`server.players.effort`). The prices are measured (`python -m tests.bench requests`, and
`tests/net/test_costs.py`, which fails where one is too low, or missing).
"""

BYTES_A_TOKEN = 16 * 1024
"""Of an answer: 60 tokens a second are a megabyte a second."""

PAGES: dict[str, int] = {
    "": 8,
    "join": 8,
    "static": 8,
    "operator": 8,
    "catalogue.json": 8,
    "metrics": 8,
    "ws": 8,
    "replay": 10,
    "t": 12,
    "b": 12,
    "picture": 700,
}
"""What plain HTTP costs an address, by the first part of the path; what is not here is free: the
probes `healthz` and `readyz`, and the answer that there is nothing. A third more than
the worst that was measured, as these differ by a fifth from run to run."""

REPLAY_BYTES_A_TOKEN = 4096
"""Of a replay file, which is sent to whoever asks; what making it took is paid by its commits
(see `players.effort`).
"""


def bytes_a_token(page: str) -> int:
    """Return how many bytes of an HTTP answer cost one token."""
    return REPLAY_BYTES_A_TOKEN if page == "replay" else BYTES_A_TOKEN
