"""The events of a battle, each one fact in the past tense. Units are named by id ("a1", "e2").

`unit` is always whom it happened to, `by` who did it ("" where nobody in particular did).
"""

from typing import Any

from protocol.events import (
    Answered,
    BeatBegan,
    BeatRestarted,
    Drawn,
    Event,
    Rolled,
    Undone,
)
from protocol.hexes import Hex


class AdventurerCreated(Event, frozen=True, array_like=True, tag="created"):
    """An adventurer stands ready: chip, mat and dice as plain data (`Unit`, `Adventurer`, `Die`s)."""

    unit: str
    chip: Any
    mat: Any
    dice: Any


class MapLaid(Event, frozen=True, array_like=True, tag="map"):
    """The map was laid: tiles as plain data, impassable hexes, caches by hex key."""

    tiles: Any
    blocked: tuple[Hex, ...]
    caches: dict[str, str]


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


class UnitDeployed(Event, frozen=True, array_like=True, tag="deploy"):
    """A unit entered the map. `chip` is the whole unit as plain data where it is new."""

    unit: str
    at: Hex
    chip: Any = None
    hp: int = 0


class UnitMoved(Event, frozen=True, array_like=True, tag="move"):
    """A unit moved into a hex."""

    unit: str
    to: Hex


class UnitPlaced(Event, frozen=True, array_like=True, tag="place"):
    """A unit was placed in a hex, which is not moving."""

    unit: str
    to: Hex


class UnitDefeated(Event, frozen=True, array_like=True, tag="defeat"):
    """A unit was defeated and left the map."""

    unit: str
    by: str = ""


class FallenTaken(Event, frozen=True, array_like=True, tag="unearth"):
    """A chip left the defeated stack, to be deployed anew or ("bag") for its bag."""

    unit: str
    to: str = ""


class UnitRemoved(Event, frozen=True, array_like=True, tag="remove"):
    """A unit left the map undefeated: escaped, or removed by an effect."""

    unit: str
    fate: str = "removed"


class FormChanged(Event, frozen=True, array_like=True, tag="form"):
    """An adventurer took a battle form."""

    unit: str
    form: str


class DiceGathered(Event, frozen=True, array_like=True, tag="gather"):
    """Available dice were taken up for a roll."""

    unit: str
    dice: tuple[str, ...]


class DiceShown(Event, frozen=True, array_like=True, tag="show"):
    """Dice show these faces now (index into the printed faces)."""

    dice: tuple[str, ...]
    faces: tuple[int, ...]
    why: str = ""


class DieExhausted(Event, frozen=True, array_like=True, tag="exhaust"):
    """A skill die went to the leftmost open place of its owner's cooldown track."""

    die: str


class DieDrained(Event, frozen=True, array_like=True, tag="drain"):
    """A skill die went to its owner's race sheet."""

    die: str


class DieRecovered(Event, frozen=True, array_like=True, tag="recover"):
    """A skill die came home to its row."""

    die: str


class DieActivated(Event, frozen=True, array_like=True, tag="slot"):
    """A skill die was placed in an active slot of `unit`."""

    die: str
    unit: str


class DieSetOn(Event, frozen=True, array_like=True, tag="seton"):
    """A skill die was placed on a unit."""

    die: str
    unit: str


class FatigueGained(Event, frozen=True, array_like=True, tag="fatigue"):
    """A fatigue die ("LF" or "OF") joined an adventurer's track (or slots)."""

    unit: str
    kind: str
    where: str = "track"


class TrackReplaced(Event, frozen=True, array_like=True, tag="replace"):
    """The die at `place` of a full track gave way to `token` (its own kind goes home or is drained)."""

    unit: str
    place: int
    token: str
    to: str = "drained"


class TokenRemoved(Event, frozen=True, array_like=True, tag="token"):
    """The fatigue or status die at `place` left the track (or slots) for the supply."""

    unit: str
    place: int
    token: str
    where: str = "track"


class TokenMoved(Event, frozen=True, array_like=True, tag="slide"):
    """The die at `place` of the track went to its end."""

    unit: str
    place: int
    token: str


class FatigueSetOn(Event, frozen=True, array_like=True, tag="burden"):
    """A fatigue die of the supply was put on a unit; `owner` may not be targeted by it."""

    unit: str
    kind: str
    owner: str


class FatigueCleared(Event, frozen=True, array_like=True, tag="unburden"):
    """The fatigue dice on a unit went back to the supply."""

    unit: str


class StatusGained(Event, frozen=True, array_like=True, tag="status"):
    """A unit gained a status."""

    unit: str
    status: str


class StatusLost(Event, frozen=True, array_like=True, tag="cured"):
    """A status left a unit."""

    unit: str
    status: str


class TenacityChanged(Event, frozen=True, array_like=True, tag="tenacity"):
    """An adventurer's tenacity stands at `now`."""

    unit: str
    now: int
    why: str = ""


class DamageDealt(Event, frozen=True, array_like=True, tag="damage"):
    """An instance of damage: dealt, prevented, taken from bonus HP and from HP; how much was true."""

    unit: str
    by: str
    dealt: int
    prevented: int
    bonus: int
    taken: int
    true: int = 0
    how: str = ""


class HpChanged(Event, frozen=True, array_like=True, tag="hp"):
    """HP changed by other means than damage: healing, chips moved, health raised."""

    unit: str
    hp: int
    bonus: int
    why: str
    by: str = ""


class StatChanged(Event, frozen=True, array_like=True, tag="stat"):
    """An adventurer's printed value changed: health, stamina, magicka or cooldown."""

    unit: str
    stat: str
    now: int


class CacheOpened(Event, frozen=True, array_like=True, tag="cache"):
    """A cache chip left the map."""

    at: Hex
    unit: str
    success: bool


class LockShown(Event, frozen=True, array_like=True, tag="lock"):
    """The back of a deck's top card is on view: its lock."""

    deck: str
    lock: str


class CardCycled(Event, frozen=True, array_like=True, tag="cycle"):
    """The deck's top card went to its bottom, unseen."""

    deck: str


class ItemGained(Event, frozen=True, array_like=True, tag="item"):
    """A card of a deck came into an inventory, ready or pack."""

    unit: str
    deck: str
    item: str
    where: str


class DeckRebuilt(Event, frozen=True, array_like=True, tag="rebuilt"):
    """An empty deck was made anew of its shuffled discard pile."""

    deck: str


class Enchanted(Event, frozen=True, array_like=True, tag="enchant"):
    """An enchantment left an inventory and works on a unit."""

    unit: str
    card: str
    on: str


class ItemMoved(Event, frozen=True, array_like=True, tag="stow"):
    """A card changed between ready and pack."""

    unit: str
    card: str
    where: str


class ItemSpent(Event, frozen=True, array_like=True, tag="spend"):
    """A card was discarded ("discard"), expended, refreshed, or got a chip ("chip")."""

    unit: str
    card: str
    how: str
    deck: str = ""


class Noted(Event, frozen=True, array_like=True, tag="note"):
    """A use that counts against a limit: once a turn, a round or a battle."""

    key: str
    scope: str


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


class BattleEnded(Event, frozen=True, array_like=True, tag="end"):
    """The battle is over: victory, defeat or retreat."""

    outcome: str


BattleEvent = (
    BeatBegan
    | Answered
    | Rolled
    | Drawn
    | Undone
    | BeatRestarted
    | AdventurerCreated
    | MapLaid
    | DecksMade
    | PhaseBegan
    | OrderSet
    | RoundBegan
    | TurnBegan
    | TurnStepped
    | TurnEnded
    | TurnGranted
    | ActionTaken
    | UnitDeployed
    | UnitMoved
    | UnitPlaced
    | UnitDefeated
    | FallenTaken
    | UnitRemoved
    | FormChanged
    | DiceGathered
    | DiceShown
    | DieExhausted
    | DieDrained
    | DieRecovered
    | DieActivated
    | DieSetOn
    | FatigueGained
    | TrackReplaced
    | TokenRemoved
    | TokenMoved
    | FatigueSetOn
    | FatigueCleared
    | StatusGained
    | StatusLost
    | TenacityChanged
    | DamageDealt
    | HpChanged
    | StatChanged
    | CacheOpened
    | LockShown
    | CardCycled
    | ItemGained
    | DeckRebuilt
    | Enchanted
    | ItemMoved
    | ItemSpent
    | Noted
    | Achieved
    | ClassesOffered
    | ClassChosen
    | Promoted
    | EngageBegan
    | EngageEnded
    | Told
    | BattleEnded
)
