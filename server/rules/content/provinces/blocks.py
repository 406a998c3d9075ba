"""Building blocks of provinces: what their files name under `need` and `do`, with figures.

A block is a frozen struct (see `named.py`); its docstring explains it to authors, its `text` to
players. Requirements stand in `needs.py` and `needs_map.py`, outcomes in `does_people.py`
(adventurers), `does_map.py` (tokens, towns, trackers) and `does_flow.py` (what asks and rolls).
"""

import re
from collections.abc import Mapping, Sequence
from typing import Literal

from protocol.ids import UnitId
from server.rules.campaign.components.session import Running, Seen
from server.rules.campaign.components.words import Token
from server.rules.content.named import Named, named, shelf

__all__ = [
    "ForWhom",
    "OutcomeBlock",
    "RequirementBlock",
    "Who",
    "as_clause",
    "as_subject",
    "block",
    "in_words",
    "shelf",
    "token_in_words",
]

block = named

Who = Literal["each", "one"]
"""Each of those who are meant, or one of them whom the party picks."""


class RequirementBlock(Named, frozen=True):
    """The base of all requirements."""

    @property
    def text(self) -> str:
        """Return the requirement in words to players, as a part of a sentence."""
        return ""

    def met(self, session: Seen) -> bool:
        """Return whether the requirement is met now."""
        return True


class OutcomeBlock(Named, frozen=True):
    """The base of all outcomes."""

    @property
    def text(self) -> str:
        """Return the outcome in words to players, a sentence; "" for one that is not announced."""
        return ""

    def can(self, session: Seen, who: Sequence[UnitId]) -> bool:
        """Return whether the outcome can happen in full. Most can; a cost cannot if it cannot be
        paid.
        """
        return True

    def do(self, session: Running, who: Sequence[UnitId]) -> None:
        """Carry the outcome out, for the adventurers `who`."""


class ForWhom(OutcomeBlock, frozen=True, kw_only=True):
    """The base of outcomes for adventurers: `who` "each" of those meant, or "one" of them."""

    who: Who = "each"

    @property
    def whom(self) -> str:
        """Return the subject of the sentence: "Each adventurer" or "One adventurer"."""
        return "Each adventurer" if self.who == "each" else "One adventurer"

    def meant(self, session: Running, who: Sequence[UnitId]) -> Sequence[UnitId]:
        """Return the adventurers to whom it happens, having asked the party for the one."""
        if self.who == "each" or len(who) < 2:
            return who
        return (session.pick_adventurer(self.text, who),)


def as_clause(text: str) -> str:
    """Return a sentence as a part of another one: without its capital and its full stop."""
    return text[:1].lower() + text[1:].rstrip(".")


def as_subject(name: str) -> str:
    """Return a printed name within a sentence: "The courier" is "the courier"."""
    return re.sub("^The ", "the ", name)


def in_words(name: str) -> str:
    """Return an id in words: "drowned-stair" is "Drowned Stair"."""
    return name.replace("-", " ").title()


TOKENS: Mapping[str, str] = {
    "party": "the party",
    "objective": "the objective",
    "npc": "the person on the map",
    "counter-1": "the first counter",
    "counter-2": "the second counter",
}


def token_in_words(token: Token) -> str:
    """Return what players call an overland token that nothing printed names."""
    return TOKENS[token]
