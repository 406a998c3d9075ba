"""The name of an adventurer, given along with an answer of its creation: one pick more, the last,
"name:Brannic".

Until the adventurer stands, the last name that was given counts; "name:" alone takes it back. The
server makes it plain (`plain_text`) before any rule reads it, so that what a journal holds means
the same in every release.
"""

from typing import NamedTuple

from msgspec.structs import replace

from protocol.fields import LONGEST_NAME
from protocol.ids import Why
from protocol.option_keys import option_key, read_key
from protocol.plain_text import plain
from protocol.requests import Intent

NAME = "name"
NAMING: frozenset[Why] = frozenset(
    ("create.ready", "create.race", "create.line", "create.dice", "create.rows")
)
"""The codes of the questions whose answers may carry a name: those before the adventurer stands."""

_BEGINS = option_key(NAME, "")
_PREFIX = len(_BEGINS)
_FIRST_PRINTED = " "  # what comes before it is no character that anybody sees


class Named(NamedTuple):
    """An answer's picks without the name, and the name: "" takes one back, None is none."""

    picks: tuple[str, ...]
    name: str | None


def named(why: Why, picks: tuple[str, ...]) -> Named:
    """Return an answer's picks and the name that it carries, whether that is a good one or not."""
    if why in NAMING and picks and (last := read_key(picks[-1])).kind == NAME:
        return Named(picks[:-1], last.name)
    return Named(picks, None)


def refuse_name(name: str | None) -> str | None:
    """Return why nobody may be called so, as a sentence for the player; None for a good name, and
    for none.
    """
    if not name or (len(name) <= LONGEST_NAME and min(name) >= _FIRST_PRINTED):
        return None
    return f"A name has at most {LONGEST_NAME} characters, on one line."


def tidied(intent: Intent) -> Intent:
    """Return an answer whose name is plain and not too long."""
    # Every answer comes through here, and hardly any bears a name: one look tells
    # (test_a_moves_way_costs_no_more_calls_than_it_did).
    if not intent.picks or intent.picks[-1][:_PREFIX] != _BEGINS:
        return intent
    name = read_key(intent.picks[-1]).name
    picks = (*intent.picks[:-1], option_key(NAME, plain(name, LONGEST_NAME)))
    return intent if picks == intent.picks else replace(intent, picks=picks)
