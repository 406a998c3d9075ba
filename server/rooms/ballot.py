"""A vote on an undo that one seat may not take alone."""

from typing import Literal

from protocol.replies import UndoAsked

Verdict = Literal["", "granted", "declined", "void"]


class Ballot:
    """Who has agreed to go back to `version`. Any commit in between makes the vote void."""

    def __init__(self, version: int, by: str, number: int, voters: tuple[str, ...]) -> None:
        self.version, self.by, self.number = version, by, number
        self.waiting = [seat for seat in voters if seat != by]
        self.agreed = [by]

    def is_about(self, version: int, by: str, number: int) -> bool:
        """Whether that is the undo that is being voted on."""
        return (self.version, self.by, self.number) == (version, by, number)

    def agree(self, seats: tuple[str, ...]) -> None:
        """Take down votes in favour."""
        for seat in seats:
            if seat in self.waiting:
                self.waiting.remove(seat)
                self.agreed.append(seat)

    def news(self, battle: str, verdict: Verdict = "") -> UndoAsked:
        """How the vote stands, for everybody."""
        return UndoAsked(battle, self.version, self.by, tuple(self.waiting), verdict)
