"""The bearer of an effect, which every content function gets."""

from msgspec import Struct

from protocol.ids import NO_CARD, NO_DIE, CardId, DieId, NoteName, UnitId
from server.rules.battle.kernel import notes


class Me(Struct, frozen=True, gc=False):
    """The bearer of an effect: the unit, and the component (`source`) that the effect comes from.

    `die` or `card` is the id of that very die or card, if it is one. `value` is the number on the
    die's face, or of a numbered enemy skill; `tile` is the tile of an environment.
    """

    unit: UnitId
    source: str
    die: DieId = NO_DIE
    card: CardId = NO_CARD
    value: int = 0
    tile: str = ""

    def key(self, what: str) -> NoteName:
        """Return the name of the note about its effect `what`, which is also the key of offers: the
        unit, its die, card or component, and the effect.
        """
        return notes.named(self.unit, self.die or self.card or self.source, what)
