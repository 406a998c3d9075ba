"""The peer's mistakes, as one exception that becomes the reply `no`."""

from protocol.refusals import RefusalCode


class Refusal(Exception):
    """A request that is not granted. The text is a sentence for a player."""

    def __init__(self, code: RefusalCode, text: str, rule: str = "") -> None:
        super().__init__(text)
        self.code: RefusalCode = code
        self.text, self.rule = text, rule
