"""The state of a battle: everything on the table, as plain typed data.

Each skill die lies in exactly one place: an adventurer's row (available), roll, active slots,
cooldown track or race sheet (drained), on a unit or in a hex. Fatigue and status dice are
interchangeable, so a place holds their token: "LF", "OF", or the status's id.
"""

from typing import Final, Literal

from msgspec import Struct, field

from protocol.battle import BattleResult, Fatigue
from protocol.hexes import Hex
from protocol.ids import (
    NO_SEAT,
    CardId,
    DieId,
    DieKind,
    ItemId,
    LineId,
    NoteName,
    SeatId,
    Text,
    UnitId,
)
from server.rules.battle.kernel.words import (
    AttributeOrNone,
    Fate,
    Form,
    Phase,
    Side,
    SideOrAll,
    Status,
    UnitKind,
)
from server.rules.engine.ruleset import Record

LF: Final = "LF"
OF: Final = "OF"
FATIGUE: tuple[Fatigue, ...] = (LF, OF)
OTHER_SIDE = {"bag-1": "bag-5", "bag-5": "bag-1", "bag-10": "bag-20", "bag-20": "bag-10"}
"""The deck with the other sides of an enemy bag's chips (SET-2)."""
DECOY: Final = "decoy"
OBJECTIVE: Final = "objective"
TOKEN = "token"
"""A class sheet's token among the contents of active slots."""
WAITS: Final = "waits"
"""The fate of a companion that leaves the map and stays with the party for the next battle."""
FELL = NoteName("fell")
"""The note of a round in which an adventurer was defeated."""
ASSIST = NoteName("assist")
"""The note of a round in which the guild's assist was proposed, and of a battle in which it was
used.
"""
UNREST = NoteName("unrest")
"""The note of how far a battle has raised unrest, and the key of that number in its outcome."""
TRACK = 13  # places of a cooldown track (CD-8)
SLOTS = 4  # active slots of a mat (ACT-1)
READY, ITEMS = 4, 8  # ready slots, and cards of an inventory with those of the pack (INV-5)
MAX_TENACITY = 5  # the highest place of the tenacity peg (CLS-12)
MAX_ENEMY_COMBAT_DICE = 6  # enemy Combat dice in the box: no roll has more
DEPLETED_ROUND = 5  # the last ordinary round of the Round Counter; fatigue rounds follow (BAT-11)


class Die(Struct, frozen=True, gc=False):
    """A skill die: its kind, whose it is, and the face that shows (-1: not rolled)."""

    kind: DieKind
    owner: UnitId
    face: int = -1


class Burden(Struct, frozen=True, gc=False):
    """A fatigue die on a unit: "LF" or "OF", and the adventurer whose it was, which the unit may
    not target.
    """

    kind: Fatigue
    owner: UnitId


class MapStatus(Struct, frozen=True, gc=False):
    """A status die in a hex. If it has a `side`, only units of that side pick it up."""

    status: Status
    side: SideOrAll = ""


class Unit(Struct, frozen=True, gc=False):
    """A chip with stats: adventurer, enemy, quest unit, objective unit or companion. A decoy is a
    skill die in a hex that enemies take for an adventurer.

    `chip` is the id of its printed side, of an adventurer its race, of a decoy the kind of die.
    `at` is its hex, None off the map; `fate` is "" while it is in play or waits for deployment.
    `hp` and `bonus` are HP and bonus HP, `health` the stat. `controller` is the seat of a companion
    or decoy. One that `rests` does not act this round, one that is `still` takes no turns. `turned`
    marks an enemy chip that is a companion until the round ends. `origin` is the class ability that
    brought it, or "objective" for a turned objective unit. A companion that `leaves` is removed
    when the battle ends. `tokens` are the adventurers whose class tokens lie on it.
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
    """An item card in an inventory: the id of this copy, its item, whether it is expended, and the
    HP chips on a pet.
    """

    id: CardId
    item: ItemId
    expended: bool = False
    chips: int = 0


class Enchantment(Struct, frozen=True, gc=False):
    """An enchantment card in effect: its item, and the component (`on`) that it is part of: the id
    of a unit, an item's card or a tile. `chips` counts its uses, if they are limited.
    """

    item: ItemId
    on: str
    chips: int = 0


class Row(Struct, frozen=True, gc=False):
    """An attribute row of the mat: the attributes in its two circular slots ("": none), and how
    many of the six squares each uses.
    """

    left: AttributeOrNone = ""
    right: AttributeOrNone = ""
    left_squares: int = 0
    right_squares: int = 0


class Adventurer(Struct, frozen=True, gc=False):
    """What lies on and beside a player's mat. The chip itself is the unit of the same id.

    `row` are the available dice, `rolled` those of an engage under way, `drained` those on the race
    sheet. `active` and `track` also hold fatigue, statuses and class tokens. `lines` are the
    trained skill lines. `master` says that the class sheet is on its master side. `tokens` counts
    those on the class sheet: crux tokens, HP chips of the Necrosis Stack.
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
    lines: tuple[LineId, ...] = ()
    row: tuple[DieId, ...] = ()
    rolled: tuple[DieId, ...] = ()
    active: tuple[str, ...] = ()
    track: tuple[str, ...] = ()
    drained: tuple[DieId, ...] = ()
    ready: tuple[Card, ...] = ()
    pack: tuple[Card, ...] = ()


class Turn(Struct, frozen=True, gc=False):
    """The turn in progress. `step` is "start", "act" or "end".

    `engages`, `moves` and `explores` count its actions, `moved` the hexes entered; `rolled` says
    whether its unit has rolled dice. `start` is where units were when it began. `used` are its
    notes. `engaged` counts how often each unit was engaged, `hurt` is the damage that each took,
    bonus HP included, `lost` the HP that each lost by any means. An `extra` turn is one that an
    effect has granted; `outer` is the turn that it interrupts.
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

    Doors connect tiles, enemies are deployed on hearts and caches placed on stores. `card` is the
    delve card beside it ("": none), `shards` are the skyshards still to be gained here, and `armed`
    says whether its trap is.
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
    """How far a delve is explored: the skyshards `required`, `drawn` so far, and `gained`.

    Those on revealed cards are drawn, and one for each card set aside face down (`facedown`).
    `kept` are the cards whose skyshards the party has.
    """

    required: int
    drawn: int = 0
    gained: int = 0
    kept: tuple[str, ...] = ()
    facedown: tuple[str, ...] = ()


class Deck(Struct, frozen=True, gc=False):
    """A deck as a multiset: the number of each card in it, those at known places included.

    Of an item deck, `top` is the lock of the top card, if it is known, `bottom` are the locks of
    cards that were put under it, in order, and `drawn` are cards that are face up until somebody
    gains them. Of the delve deck, `ahead` are the known cards on top and `under` those that were
    put under it. Of a stack of tiles, `bottom` are those that were put back, which `cards` does not
    count. Of a bag, `backs` is the other side of each chip.
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
    """What the table, or the campaign, chose before the battle.

    `xp` is the XP dial, `party` the seats in clockwise order, `session` the session of the campaign
    (1 to 3). `valenwood` adds that expansion, `overfatigue_hurts` plays by U-01. `assist` says that
    the guild's assist, once in a campaign, can still be used. `world` are facts of the campaign:
    province, weather, unrest, dominant (faction), siege, and twists. With `kit` adventurers begin
    with items and tenacity. With `asks_all` questions are asked even if the answer makes no
    difference. `names` are the names that seats gave their adventurers, the others get one of their
    race; None in battles of early releases, where the name is race and seat.
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
    """The root of a battle's state.

    `round` is the Round Counter, `rounds` the number of rounds begun, `turns` that of turns.
    `order` is the turn order, `acted` are the units that have acted this round, `queue` enemies of
    one rank in the party's order. `laid` are status dice in hexes. `blocked` are impassable hexes,
    `caches` the decks of cache chips, `marks` what else the map shows, all by hex. `supply` counts
    dice and chips in the box, `fallen` is the defeated stack, its top last. `used` are notes,
    `tally` an encounter's own counts. `achievements` are the adventurers that earned them,
    `classes` those that each may choose from. `outcome` is "" until the battle is decided, `xp`
    what it earned. `serial` numbers new units, cards and dice, so that no id comes twice.
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
    enchantments: dict[CardId, Enchantment] = field(default_factory=dict)
    achievements: dict[str, str] = field(default_factory=dict)
    classes: dict[str, tuple[str, ...]] = field(default_factory=dict)
    outcome: Text[BattleResult | Literal[""]] = ""
    xp: int = 0
    serial: int = 0


FATIGUE_NAMES = {LF: "light fatigue", OF: "overfatigue"}
"""The fatigue dice in words, for players."""
