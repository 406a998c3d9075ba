"""What can go wrong for a user of the SDK. All of it is a `HexwardenError`."""

from protocol.refusals import RefusalCode


class HexwardenError(Exception):
    """Any failure that this package raises on purpose; the text is a sentence."""


class Unreachable(HexwardenError):
    """The server could not be reached, or would not let this client in."""


class Refusal(HexwardenError):
    """The server said no to a request, or this client knew beforehand that it would; `rule` is the
    id or page of the rule behind it.
    """

    def __init__(self, code: RefusalCode, text: str, rule: str = "") -> None:
        super().__init__(text)
        self.code, self.text, self.rule = code, text, rule


class ConnectionLost(HexwardenError):
    """The connection broke before the reply came. It is being made again; ask again."""


class TooSlow(HexwardenError, TimeoutError):
    """No answer came in time. What was asked for may still be granted."""


class NotAsked(HexwardenError, ValueError):
    """The question is not open, or not put to a seat of this player; or no seat is held at all."""


class Ended(HexwardenError):
    """This client is closed, by its user or because the server wants it gone; the text says why."""
