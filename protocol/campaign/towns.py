"""Events of a town encounter."""

from protocol.campaign.words import TownActSource
from protocol.events import Event
from protocol.ids import ItemId, LineId, Text, UnitId


class TownEntered(Event, frozen=True, array_like=True, tag="town"):
    """The party is in a town or at a caravan; each adventurer has so many `actions`."""

    town: str
    actions: int


class TrainerShown(Event, frozen=True, array_like=True, tag="trainer"):
    """These skill line tokens lie out at the trainer's."""

    lines: tuple[LineId, ...]


class TownActionTaken(Event, frozen=True, array_like=True, tag="town-action"):
    """An adventurer took a town action; in a group action everybody did.

    `feature` is where, `about` what it was about: an item, a line, a town action's title. A `free`
    one took no action of its two.
    """

    unit: UnitId
    feature: Text[TownActSource]
    about: str = ""
    free: bool = False


class TownActionGained(Event, frozen=True, array_like=True, tag="town-more"):
    """An adventurer has one town action more."""

    unit: UnitId


class CardsCleared(Event, frozen=True, array_like=True, tag="cleared"):
    """These cards that lay face up beside a deck went onto its discard pile."""

    deck: str
    cards: tuple[str, ...]


class CardSetAside(Event, frozen=True, array_like=True, tag="aside"):
    """A card that lies face up beside its deck is for one adventurer alone, and not for sale, until
    it is said where it goes. Without `lies` that is over.
    """

    unit: UnitId
    item: ItemId
    lies: bool = True


class TownLeft(Event, frozen=True, array_like=True, tag="town-left"):
    """The town encounter is over; what lay out at the trainer's is in the bag again."""


class DeckSearched(Event, frozen=True, array_like=True, tag="searched"):
    """A deck was looked through and shuffled; cards that lie out beside it stay there."""

    deck: str
