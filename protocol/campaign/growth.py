"""Events of the party's growth in a session: XP, what is untrained, who stands up again."""

from protocol.battle import Attribute, Stat
from protocol.campaign.words import GivenTo, XpHow
from protocol.events import Event
from protocol.ids import CardId, DieId, Text, UnitId


class DialTurned(Event, frozen=True, array_like=True, tag="dial"):
    """The party's XP dial was turned to `xp`."""

    xp: int


class SavedXpChanged(Event, frozen=True, array_like=True, tag="saved-xp"):
    """An adventurer has `xp` saved now; `how` says whence or for what."""

    unit: UnitId
    xp: int
    how: Text[XpHow]


class AdventurerRevived(Event, frozen=True, array_like=True, tag="revived"):
    """A defeated adventurer stands again, with `hp` HP."""

    unit: UnitId
    hp: int


class Untrained(Event, frozen=True, array_like=True, tag="untrain"):
    """An adventurer gave up a part of an attribute: these dice of a line, or a stat's square.

    With `whole` the attribute's circular token left the mat too, and all its dice or squares.
    """

    unit: UnitId
    attribute: Text[Attribute]
    dice: tuple[DieId, ...] = ()
    whole: bool = False


class StatTrained(Event, frozen=True, array_like=True, tag="regain"):
    """A stat that was untrained went into an open circular slot again, "3R": row 3, right end."""

    unit: UnitId
    stat: Text[Stat]
    slot: str


class ItemGiven(Event, frozen=True, array_like=True, tag="given"):
    """An adventurer gave an item card to another one, `where` is ready or pack."""

    unit: UnitId
    card: CardId
    to: UnitId
    where: Text[GivenTo]
