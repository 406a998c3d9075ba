"""Events of a battle's course: set-up, rounds, turns, engages, achievements, the end."""

from typing import Any, Literal

from msgspec import field

from protocol.battle.words import Action, BattleResult, Form, Phase, Scope, Step
from protocol.events import Event
from protocol.hexes import Hex
from protocol.ids import NoteName, SeatId, Text, UnitId, Why
from protocol.questions import Option


class AdventurerCreated(Event, frozen=True, array_like=True, tag="created"):
    """An adventurer stands ready: chip, mat and dice as plain data (`Unit`, `Adventurer`,
    `Die`s).
    """

    unit: UnitId
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

    phase: Text[Phase]


class OrderSet(Event, frozen=True, array_like=True, tag="order"):
    """The adventurers' turn order, fixed for the battle."""

    order: tuple[UnitId, ...]


class EnemiesOrdered(Event, frozen=True, array_like=True, tag="enemies"):
    """The order in which enemies of one rank act this round, as the party wants it."""

    units: tuple[UnitId, ...]


class RoundBegan(Event, frozen=True, array_like=True, tag="round"):
    """A round began; the counter shows `round` (6: fatigue)."""

    round: int


class TurnBegan(Event, frozen=True, array_like=True, tag="turn"):
    """A unit's turn began; `extra` if an effect granted it."""

    unit: UnitId
    extra: bool = False


class TurnStepped(Event, frozen=True, array_like=True, tag="step"):
    """The turn went on to its next step: act or end."""

    step: Text[Step]


class TurnEnded(Event, frozen=True, array_like=True, tag="ended"):
    """The turn is over."""

    unit: UnitId


class TurnGranted(Event, frozen=True, array_like=True, tag="again"):
    """A unit that has acted this round will take another turn next."""

    unit: UnitId


class ActionTaken(Event, frozen=True, array_like=True, tag="act"):
    """An action was begun: move or engage (counted), ability, drop or explore."""

    unit: UnitId
    action: Text[Action]
    what: str = ""


class Noted(Event, frozen=True, array_like=True, tag="note"):
    """A use that counts against a limit: once a turn, a round or a battle.

    `count` is how many at once: points that an effect adds up. What is once an engage counts as
    once a round where no engage is on.
    """

    key: NoteName
    scope: Text[Scope | Literal["engage"]]
    count: int = 1


class Achieved(Event, frozen=True, array_like=True, tag="achieve"):
    """An achievement of the encounter was reached."""

    what: str
    unit: UnitId


class ClassesOffered(Event, frozen=True, array_like=True, tag="classes"):
    """The classes an adventurer may choose from after the Jailbreak."""

    unit: UnitId
    classes: tuple[str, ...]


class ClassChosen(Event, frozen=True, array_like=True, tag="class"):
    """An adventurer took a class sheet."""

    unit: UnitId
    cls: str


class Promoted(Event, frozen=True, array_like=True, tag="promoted"):
    """An adventurer's class sheet turned to its master side."""

    unit: UnitId


class EngageBegan(Event, frozen=True, array_like=True, tag="engage"):
    """A unit engages these targets."""

    unit: UnitId
    targets: tuple[UnitId, ...]
    form: Text[Form | Literal[""]] = ""
    weapon: str = ""


class EngageEnded(Event, frozen=True, array_like=True, tag="engaged"):
    """The engage is over, reactions included."""

    unit: UnitId


class Spared(Event, frozen=True, array_like=True, tag="spared"):
    """A question that nobody was asked, as nothing hangs on it: its code, the seats that it would
    have gone to, the options that are taken for its answer, and why, in words after "as".

    Tells only, changes nothing. A table that plays with `asks=all` is asked instead.
    """

    why: Why
    to: tuple[SeatId, ...]
    taken: tuple[Option, ...]
    because: str


class Told(Event, frozen=True, array_like=True, tag="told"):
    """A skill or ability acts: for the story, changes nothing by itself."""

    unit: UnitId
    what: str
    on: str = ""


class RaceReadied(Event, frozen=True, array_like=True, tag="readied"):
    """An adventurer's race ability may be used again in this battle."""

    unit: UnitId


class BattleEnded(Event, frozen=True, array_like=True, tag="end"):
    """The battle is over: victory, defeat or retreat."""

    outcome: Text[BattleResult]
