"""Refused requests, as one exception, which becomes the reply `no`."""

from protocol.refusals import RefusalCode

STORE_FULL = "The store of this server is full. Try again later."


class Refusal(Exception):
    """A request is not granted. `text` is a sentence for the player."""

    def __init__(self, code: RefusalCode, text: str, rule: str = "") -> None:
        super().__init__(text)
        self.code: RefusalCode = code
        self.text, self.rule = text, rule
