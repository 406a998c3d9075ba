"""Bounded kinds of text and numbers that messages are made of.

A message whose field breaks its bound is malformed, so no handler meets an endless name.
"""

from typing import Annotated

from msgspec import Meta

Id = Annotated[str, Meta(min_length=1, max_length=64, pattern="^[A-Za-z0-9_-]+$")]
"""A table, battle or player."""

IdOrNone = Annotated[str, Meta(max_length=64, pattern="^[A-Za-z0-9_-]*$")]
"""One of these, or "" for none."""

Seat = Annotated[str, Meta(min_length=1, max_length=8, pattern="^[A-Za-z0-9_-]+$")]
"""A seat of a table: "1" to "4"."""

SeatOrNone = Annotated[str, Meta(max_length=8, pattern="^[A-Za-z0-9_-]*$")]
"""A seat, or "" for none."""

LONGEST_NAME = 40

Name = Annotated[str, Meta(max_length=LONGEST_NAME)]
"""What people call something: a player, a table. The server makes it plain (`plain_text`)."""

Word = Annotated[str, Meta(max_length=64)]
"""A short key of the server's or a client's choosing."""

Line = Annotated[str, Meta(min_length=1, max_length=500)]
"""A line of chat. The server makes it plain (`plain_text`)."""

Secret = Annotated[str, Meta(max_length=128)]
"""A token or an invite code. Never logged."""

Proof = Annotated[str, Meta(max_length=8192)]
"""A signed token of an identity provider (JWT). Never logged."""

Pick = Annotated[str, Meta(max_length=200)]
"""The key of an option."""

PickList = Annotated[tuple[Pick, ...], Meta(max_length=400)]
"""An answer: option keys, read as the question's shape says."""

Count = Annotated[int, Meta(ge=0, le=2**53 - 1)]
"""A number that never falls below zero and that every language can hold."""

NUMBER_STEP = 1_000
"""A seat's running number lies at most so far above the highest one that it has used: else a single
request with the last number there is would leave the seat none for ever."""

Lasting = Annotated[int, Meta(ge=0, le=366 * 86_400)]
"""Whole seconds for which something holds; 0 stands for the usual time."""

Seconds = Annotated[int, Meta(ge=0, le=86_400)]
"""Whole seconds of a clock; 0 means that the clock is off."""

SignsEvery = Annotated[int, Meta(ge=0, le=60_000)]
"""Milliseconds from one sign of life to the next; 0 for none."""
