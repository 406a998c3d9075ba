"""Resolving all of an engage with one call, as a person does with one press."""

from typing import Protocol

from clients.core import Chain, is_chained
from protocol.questions import Picks, Question


class Answering(Protocol):
    """A `Client`, as far as it is needed here."""

    def questions(self) -> tuple[Question, ...]:
        """Return the open questions that this player may answer now."""

    async def answer(self, question: Question, picks: Picks) -> int:
        """Answer an open question; gives the version that it made."""


async def resolve_all(client: Answering, question: Question) -> int:
    """Answer a question about an engage's results as suggested, and what follows from it until
    there is something to decide; gives the last version that this made.

    Raises what `Client.answer` raises, and ValueError for a question that is not about results or
    suggests nothing.
    """
    if not is_chained(question):
        raise ValueError("This question is not about an engage's results, or suggests nothing.")
    chain = Chain(question, client.questions())
    version = await client.answer(question, question.default)
    while (following := chain.next(client.questions())) is not None:
        version = await client.answer(following, following.default or ())
    return version
