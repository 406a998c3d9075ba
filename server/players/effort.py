"""What a request costs beyond its own tokens, by the work that answering it took.

A request's price is known before it is read (`service.request_table`). How long a journal is, or in
how many ways a plan can turn out, is known only after the work, so this is charged afterwards:
whoever asked has fewer tokens for the next request. All rates count work instead of time, so they
are the same on every machine; a token stands for a millisecond or less (`python -m tests.bench
requests` measures it).
"""

from collections.abc import Callable

Pay = Callable[[float], None]
"""Called with the number of tokens that some work cost."""


def free(_: float) -> None:
    """Charge nobody, for work that no visitor asked for."""


STEPS_A_TOKEN = 3
"""Scenes of a preview."""

COMMITS_A_TOKEN = 32
"""Commits of a journal that are decoded and folded."""

DATED = 64
"""For looking through a battle that is seen with a delay, for what is due: so much however long it
is, or what was charged would tell how far it has gone. It pays for the longest.
"""

DATED_FILED = 512
"""The same for who fetches its file by plain HTTP."""

COMMITS_FILED_A_TOKEN = 2
"""Commits that are made a replay file, or read from one, for who fetches it by plain HTTP: an
address has eight times as many tokens as a player.
"""

SHOWN_FACTOR = 16
"""What looking at a battle costs by plain HTTP, as a multiple of what it costs a player; see above.
"""

COMMITS_READ_A_TOKEN = 16
"""Commits of a stored replay, which are counted before they are decoded."""

EVENTS_A_TOKEN = 4
"""Events of the commit that a move makes."""

PEOPLE_A_TOKEN = 128
"""Connections to which a line, a commit, or what a request changes, is shown."""


PROOF_TOKENS = 2
"""For checking one signature, with the longest key that is taken (see
`net.credentials.sign_in`).
"""

PROOF_CHARS_A_TOKEN = 1024
"""Of a signed proof, whose JSON is read twice before anything is known of who sent it."""


def of_proof(proof: str) -> float:
    """Return the tokens of a sign-in, whether its proof is valid or not.

    They are taken from the connection and its address, as the player is not known yet.
    """
    return PROOF_TOKENS + len(proof) / PROOF_CHARS_A_TOKEN


NOTE_TOKENS = 1
"""For a sentence that goes with a move: as much as a line of chat."""


def of_commit(events: int, people: int, note: str = "") -> float:
    """Return the tokens of a move: for its commit's events and note, and for showing it to `people`
    connections.
    """
    return events / EVENTS_A_TOKEN + people / PEOPLE_A_TOKEN + (NOTE_TOKENS if note else 0)
