"""What can go wrong for a user of the SDK."""

from protocol.refusals import RefusalCode


class Unreachable(Exception):
    """The server could not be reached, or would not let this client in."""


class Refusal(Exception):
    """The server said no to a request; `rule` is the id or page of the rule behind it."""

    def __init__(self, code: RefusalCode, text: str, rule: str = "") -> None:
        super().__init__(text)
        self.code, self.text, self.rule = code, text, rule


class ConnectionLost(Exception):
    """The connection broke before the reply came. It is being made again; ask again."""


class Ended(Exception):
    """This client is closed, by its user or because the server wants it gone; the text says why."""
