"""The state of a battle: everything on the table, as plain typed data.

Each skill die lies in exactly one place: an adventurer's row (available), roll, active slots,
cooldown track or race sheet (drained), on a unit or in a hex. Fatigue and status dice are
interchangeable, so a place holds their token: "LF", "OF", or the status's id.
"""

from typing import Final

from msgspec import Struct, field

from protocol.battle import Fatigue
from protocol.hexes import Hex
from protocol.ids import NO_SEAT, DieId, NoteName, SeatId, UnitId
from server.rules.battle.kernel.words import Fate, Form, Phase, Side, Status, UnitKind
from server.rules.engine.ruleset import Record

LF: Final = "LF"
OF: Final = "OF"
FATIGUE: tuple[Fatigue, ...] = (LF, OF)
OTHER_SIDE = {"bag-1": "bag-5", "bag-5": "bag-1", "bag-10": "bag-20", "bag-20": "bag-10"}
"""Each enemy chip has two sides, of the levels of one bag."""
DECOY: Final = "decoy"
OBJECTIVE: Final = "objective"
TOKEN = "token"
"""How a token of a class sheet stands in an active slot."""
WAITS: Final = "waits"
"""How a companion leaves the map that stays with the party for the next battle."""
FELL = NoteName("fell")
"""The note of a round in which an adventurer fell."""
ASSIST = NoteName("assist")
"""The note of a round in which the guild's assist is proposed, and of a battle in which it came."""
UNREST = NoteName("unrest")
"""The note of a battle in which unrest has risen, and its outcome's figure of how far."""
TRACK = 13  # places of a cooldown track (CD-8)
SLOTS = 4  # active slots of a mat (ACT-1)
READY, ITEMS = 4, 8  # ready slots, and cards of an inventory with those of the pack (INV-5)
MAX_TENACITY = 5  # pegs of the tenacity row
MAX_ENEMY_COMBAT_DICE = 6  # enemy Combat dice in the box: no roll has more
DEPLETED_ROUND = 5  # the last round of the Round Counter; the ones behind it are fatigue rounds


class Die(Struct, frozen=True, gc=False):
    """A skill die: its kind, whose it is, and the face that shows (-1: not rolled)."""

    kind: str
    owner: UnitId
    face: int = -1


class Burden(Struct, frozen=True, gc=False):
    """A fatigue die on a unit: "LF" or "OF", and whose it was, whom the unit may not target."""

    kind: str
    owner: UnitId


class MapStatus(Struct, frozen=True, gc=False):
    """A status die in a hex; with a `side` only units of that side take it up."""

    status: Status
    side: str = ""


class Unit(Struct, frozen=True, gc=False):
    """A chip with stats: adventurer, enemy, quest unit, objective unit or companion.

    A decoy is a skill die in a hex that enemies take for an adventurer; `chip` names the die.
    `fate` is "" while it is in play or waits for deployment, else defeated, escaped or removed.
    `at` is None off the map. `chip` names its printed figures; an adventurer's is its race.
    `turned` marks an enemy chip that is a companion until the round ends, `still` a unit that takes
    no turns. `origin` is the class ability that brought it, or the kind of a turned objective unit;
    A companion that `leaves` goes when the battle ends, for the text that brought it says so.
    `tokens` name the adventurers whose class tokens lie on it.
    """

    id: UnitId
    kind: UnitKind
    chip: str
    side: Side
    name: str
    hp: int
    health: int
    at: Hex | None = None
    bonus: int = 0
    level: int = 0
    statuses: tuple[Status, ...] = ()
    dice: tuple[DieId, ...] = ()
    fatigue: tuple[Burden, ...] = ()
    fate: Fate = ""
    controller: SeatId = NO_SEAT
    rests: bool = False
    turned: bool = False
    still: bool = False
    origin: str = ""
    leaves: bool = False
    tokens: tuple[UnitId, ...] = ()


class Card(Struct, frozen=True, gc=False):
    """An item card in an inventory: the copy's id, which card, spent or not, HP chips on a pet."""

    id: str
    item: str
    expended: bool = False
    chips: int = 0


class Enchantment(Struct, frozen=True, gc=False):
    """An enchantment card at work: which item it is, and the component that it has become part of.

    `on` is a unit, an item's card or a tile. `chips` are the uses it has had, if it counts them.
    """

    item: str
    on: str
    chips: int = 0


class Row(Struct, frozen=True, gc=False):
    """An attribute row of the mat: what its two circular slots hold, and how many squares each
    uses.
    """

    left: str = ""
    right: str = ""
    left_squares: int = 0
    right_squares: int = 0


class Adventurer(Struct, frozen=True, gc=False):
    """What lies on and beside a player's mat. The chip itself is the unit of the same id.

    `tokens` counts what lies on the class sheet: crux tokens, HP chips of the Necrosis Stack.
    """

    seat: SeatId
    race: str
    form: Form
    stamina: int
    magicka: int
    cooldown: int
    cls: str = ""
    master: bool = False
    tokens: int = 0
    tenacity: int = 0
    mat: tuple[Row, ...] = ()
    lines: tuple[str, ...] = ()
    row: tuple[DieId, ...] = ()
    rolled: tuple[DieId, ...] = ()
    active: tuple[str, ...] = ()
    track: tuple[str, ...] = ()
    drained: tuple[DieId, ...] = ()
    ready: tuple[Card, ...] = ()
    pack: tuple[Card, ...] = ()


class Turn(Struct, frozen=True, gc=False):
    """The turn in progress. `start` holds where units stood when it began; `used` its limits.

    `hurt` is the damage that each unit took in it, bonus HP included; `lost` are the HP that each
    lost, by damage or without it. `outer` is the turn that waits until this one, which an effect
    has put into it, is over.
    """

    unit: UnitId
    step: str = "start"
    engages: int = 0
    moves: int = 0
    explores: int = 0
    moved: int = 0
    rolled: bool = False
    extra: bool = False
    start: dict[UnitId, Hex] = field(default_factory=dict)
    used: dict[str, int] = field(default_factory=dict)
    engaged: dict[UnitId, int] = field(default_factory=dict)
    hurt: dict[UnitId, int] = field(default_factory=dict)
    lost: dict[str, int] = field(default_factory=dict)
    outer: "Turn | None" = None


class Tile(Struct, frozen=True, gc=False):
    """A map tile: its kind, its hexes, and the icons of a delve that are printed on some of them.

    Doors connect tiles, enemies come to hearts and caches to stores. `card` is the delve card that
    lies beside it; `shards` are still to be gained here, and `armed` says that its trap is.
    """

    kind: str
    hexes: tuple[Hex, ...]
    doors: tuple[Hex, ...] = ()
    hearts: tuple[Hex, ...] = ()
    stores: tuple[Hex, ...] = ()
    card: str = ""
    shards: int = 0
    armed: bool = False


class Delve(Struct, frozen=True, gc=False):
    """How far a delve is explored: skyshards `required`, `drawn` so far, and `gained`.

    Drawn are those on the cards that were laid beside tiles and the cards set aside face down;
    `facedown` are the latter, `kept` the cards whose skyshards the party has.
    """

    required: int
    drawn: int = 0
    gained: int = 0
    kept: tuple[str, ...] = ()
    facedown: tuple[str, ...] = ()


class Deck(Struct, frozen=True, gc=False):
    """A deck as a multiset. `bottom` holds the locks of cards that were cycled, first out first.

    `drawn` are cards that lie face up until somebody gains them. Of a bag, which holds one side of
    its chips, `backs` names what is on the other side of each. Of the delve deck `ahead` are the
    uppermost cards and `under` the lowest ones, where they have been seen.
    """

    cards: dict[str, int] = field(default_factory=dict)
    discard: tuple[str, ...] = ()
    bottom: tuple[str, ...] = ()
    top: str = ""
    drawn: tuple[str, ...] = ()
    backs: dict[str, str] = field(default_factory=dict)
    ahead: tuple[str, ...] = ()
    under: tuple[str, ...] = ()


class Settings(Struct, frozen=True, gc=False):
    """What the table chose before the battle; `session` is which of a campaign's three it is in.

    `assist`: the guild's assist, which comes once in a campaign, is still to be had. `world` is
    what a campaign says of the place: province, weather, unrest, dominant (faction), siege. `kit`:
    adventurers begin with what they would have found by now. `asks_all`: also questions on which
    nothing hangs are asked. `names`: what seats have called their adventurers, the others are
    called by their race's names; None in battles of before, where they bear race and seat.
    """

    encounter: str
    difficulty: str = "adept"
    xp: int = 1
    valenwood: bool = False
    overfatigue_hurts: bool = True
    party: tuple[SeatId, ...] = ()
    session: int = 1
    assist: bool = False
    world: dict[str, str] = field(default_factory=dict)
    kit: bool = False
    asks_all: bool = False
    names: dict[SeatId, str] | None = None


class BattleState(Record, frozen=True):
    """The root. `laid` are the status dice that lie in hexes; `queue` the enemies in the order that
    the party has given to those of one rank.
    """

    settings: Settings = field(default_factory=lambda: Settings(""))
    phase: Phase = "create"
    round: int = 0
    rounds: int = 0
    order: tuple[UnitId, ...] = ()
    acted: tuple[UnitId, ...] = ()
    queue: tuple[UnitId, ...] = ()
    turn: Turn | None = None
    turns: int = 0
    units: dict[UnitId, Unit] = field(default_factory=dict)
    adventurers: dict[UnitId, Adventurer] = field(default_factory=dict)
    dice: dict[DieId, Die] = field(default_factory=dict)
    in_hexes: dict[DieId, Hex] = field(default_factory=dict)
    laid: dict[str, tuple[MapStatus, ...]] = field(default_factory=dict)
    side_quests: tuple[str, ...] = ()
    tiles: dict[str, Tile] = field(default_factory=dict)
    blocked: tuple[Hex, ...] = ()
    caches: dict[str, str] = field(default_factory=dict)
    marks: dict[str, str] = field(default_factory=dict)
    objective: str = ""
    delve: Delve | None = None
    supply: dict[str, int] = field(default_factory=dict)
    decks: dict[str, Deck] = field(default_factory=dict)
    fallen: tuple[UnitId, ...] = ()
    used: dict[str, int] = field(default_factory=dict)
    tally: dict[str, int] = field(default_factory=dict)
    enchantments: dict[str, Enchantment] = field(default_factory=dict)
    achievements: dict[str, str] = field(default_factory=dict)
    classes: dict[str, tuple[str, ...]] = field(default_factory=dict)
    outcome: str = ""
    xp: int = 0
    serial: int = 0


FATIGUE_NAMES = {LF: "light fatigue", OF: "overfatigue"}
