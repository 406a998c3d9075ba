"""What iterating over a client gives: the session's updates, and how the connection fares."""

from typing import NamedTuple

from clients.core import Update


class Lost(NamedTuple):
    """The connection is gone; it is being made again."""

    why: str


class Back(NamedTuple):
    """The connection stands again, and what was missed has been asked for."""


News = Update | Lost | Back
