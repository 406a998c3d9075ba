"""Events of a battle's course: set-up, rounds, turns, engages, achievements, the end."""

from typing import Any

from msgspec import field

from protocol.events import Event
from protocol.hexes import Hex


class AdventurerCreated(Event, frozen=True, array_like=True, tag="created"):
    """An adventurer stands ready: chip, mat and dice as plain data (`Unit`, `Adventurer`,
    `Die`s).
    """

    unit: str
    chip: Any
    mat: Any
    dice: Any


class MapLaid(Event, frozen=True, array_like=True, tag="map"):
    """The map was laid: tiles as plain data, impassable hexes, caches by hex key.

    `marks` are hexes with a meaning of this encounter's ("exit"), `objective` what must be done.
    """

    tiles: Any
    blocked: tuple[Hex, ...]
    caches: dict[str, str]
    marks: dict[str, str] = field(default_factory=dict)
    objective: str = ""


class DecksMade(Event, frozen=True, array_like=True, tag="decks"):
    """Decks, bags and the supply were made ready."""

    decks: Any
    supply: dict[str, int]


class PhaseBegan(Event, frozen=True, array_like=True, tag="phase"):
    """The battle entered a phase of its round, or of its set-up or end."""

    phase: str


class OrderSet(Event, frozen=True, array_like=True, tag="order"):
    """The adventurers' turn order, fixed for the battle."""

    order: tuple[str, ...]


class RoundBegan(Event, frozen=True, array_like=True, tag="round"):
    """A round began; the counter shows `round` (6: fatigue)."""

    round: int


class TurnBegan(Event, frozen=True, array_like=True, tag="turn"):
    """A unit's turn began; `extra` if an effect granted it."""

    unit: str
    extra: bool = False


class TurnStepped(Event, frozen=True, array_like=True, tag="step"):
    """The turn went on to its next step: act or end."""

    step: str


class TurnEnded(Event, frozen=True, array_like=True, tag="ended"):
    """The turn is over."""

    unit: str


class TurnGranted(Event, frozen=True, array_like=True, tag="again"):
    """A unit that has acted this round will take another turn next."""

    unit: str


class ActionTaken(Event, frozen=True, array_like=True, tag="act"):
    """An action was begun: move or engage (counted), ability, item, form, drop or escape."""

    unit: str
    action: str
    what: str = ""


class Noted(Event, frozen=True, array_like=True, tag="note"):
    """A use that counts against a limit: once a turn, a round or a battle.

    `count` is how many at once: points that an effect adds up.
    """

    key: str
    scope: str
    count: int = 1


class Achieved(Event, frozen=True, array_like=True, tag="achieve"):
    """An achievement of the encounter was reached."""

    what: str
    unit: str


class ClassesOffered(Event, frozen=True, array_like=True, tag="classes"):
    """The classes an adventurer may choose from after the Jailbreak."""

    unit: str
    classes: tuple[str, ...]


class ClassChosen(Event, frozen=True, array_like=True, tag="class"):
    """An adventurer took a class sheet."""

    unit: str
    cls: str


class Promoted(Event, frozen=True, array_like=True, tag="promoted"):
    """An adventurer's class sheet turned to its master side."""

    unit: str


class EngageBegan(Event, frozen=True, array_like=True, tag="engage"):
    """A unit engages these targets."""

    unit: str
    targets: tuple[str, ...]
    form: str = ""
    weapon: str = ""


class EngageEnded(Event, frozen=True, array_like=True, tag="engaged"):
    """The engage is over, reactions included."""

    unit: str


class Told(Event, frozen=True, array_like=True, tag="told"):
    """A skill or ability acts: for the story, changes nothing by itself."""

    unit: str
    what: str
    on: str = ""


class RaceReadied(Event, frozen=True, array_like=True, tag="readied"):
    """An adventurer's race ability may be used again in this battle."""

    unit: str


class BattleEnded(Event, frozen=True, array_like=True, tag="end"):
    """The battle is over: victory, defeat or retreat."""

    outcome: str
