"""Who bears an effect."""

from dataclasses import dataclass

from protocol.ids import NO_DIE, DieId, NoteName, UnitId
from server.rules.battle.kernel import notes


@dataclass(frozen=True)
class Me:
    """Who bears an effect: the unit, and the die, card or status that it comes from.

    `value` is the number on the die's face, or a numbered enemy skill's number; `tile` is where an
    environment works.
    """

    unit: UnitId
    source: str
    die: DieId = NO_DIE
    card: str = ""
    value: int = 0
    tile: str = ""

    @property
    def name(self) -> NoteName:
        """Return how limits of use name it: the unit, and its die, card or sheet."""
        return notes.named(self.unit, self.die or self.card or self.source)

    def key(self, what: str) -> NoteName:
        """Return how limits of use, and offers, name something that it can do."""
        return notes.named(self.name, what)
