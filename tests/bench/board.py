"""The second form of the micro-game: a table as co-op games have it, on equal work with its peers.

Four heroes with ten dice each, twelve foes, 37 tiles; a state of 3.9 KB. A move is a plan of one
die and one target that is checked, rolled, and changes seven fields.
"""

from typing import Any

from msgspec import Struct, field

from protocol.events import BeatBegan, EngineEvent, Event
from protocol.ids import NamedCode, SeatId
from protocol.questions import Option, Plan, Question, Slot
from server.battles import Built, Options, Seats, Setup
from server.rules.engine.foresight import Slices
from server.rules.engine.game import Game
from server.rules.engine.patch import Op, put
from server.rules.engine.ruleset import Record

DICE, FOES, TILES, HP = 10, 12, 37, 12
_DICE = tuple(Option(f"d{i}", f"Die {i}") for i in range(DICE))
_FOES = tuple(Option(f"f{i}", f"Foe {i}") for i in range(FOES))
PLAN = Plan((Slot("die", _DICE, 1, 1), Slot("target", _FOES, 1, 1)))


class Die(Struct, frozen=True, gc=False):
    """A die: its kind, its last face, and what became of it."""

    kind: str = "sword"
    face: int = 0
    thrown: int = 0
    cooldown: int = 0


class Hero(Struct, frozen=True):
    """A hero: where it stands, its hits, and its dice."""

    at: str
    hits: int = 0
    dice: dict[str, Die] = field(default_factory=dict)


class Foe(Struct, frozen=True, gc=False):
    """A foe: where it stands, what it can take, and how it fights."""

    at: str
    name: str = "skirmisher"
    hp: int = HP
    lives: int = 1
    armour: int = 1
    reach: int = 2


class Tile(Struct, frozen=True, gc=False):
    """A tile: what grows there, and how often it was fought over."""

    ground: str = "grass"
    fights: int = 0
    height: int = 0
    token: str = ""


class BoardState(Record, frozen=True):
    """Heroes by seat, foes and tiles by key, whose turn it is, and two counts of the whole."""

    heroes: dict[str, Hero] = field(default_factory=dict)
    foes: dict[str, Foe] = field(default_factory=dict)
    tiles: dict[str, Tile] = field(default_factory=dict)
    turn: int = 0
    dealt: int = 0


class Struck(Event, frozen=True, array_like=True, tag="struck"):
    """A hero hit a foe with a die for `damage`."""

    hero: str
    die: str
    foe: str
    damage: int


EventUnion = EngineEvent | Struck


def start(seats: tuple[str, ...]) -> BoardState:
    """A table about to begin."""
    dice = {f"d{i}": Die() for i in range(DICE)}
    heroes = {seat: Hero(f"t{i}", 0, dice) for i, seat in enumerate(seats)}
    foes = {f"f{i}": Foe(f"t{TILES - 1 - i}") for i in range(FOES)}
    return BoardState(heroes=heroes, foes=foes, tiles={f"t{i}": Tile() for i in range(TILES)})


class BoardRules:
    """The ruleset."""

    name = "board"
    fingerprint = "board-1"
    events: Any = EventUnion
    state_type = BoardState

    def apply(self, state: BoardState, event: Event) -> tuple[Op, ...]:
        """Six fields; the seventh is the count of rolls."""
        if not isinstance(event, Struck):
            return ()
        hero, foe = state.heroes[event.hero], state.foes[event.foe]
        left = foe.hp - event.damage
        return (
            put(f"heroes/{event.hero}/hits", hero.hits + 1),
            put(f"heroes/{event.hero}/dice/{event.die}/face", event.damage),
            put(f"foes/{event.foe}/hp", left if left > 0 else HP),
            put(f"tiles/{foe.at}/fights", state.tiles[foe.at].fights + 1),
            put("dealt", state.dealt + event.damage),
            put("turn", (state.turn + 1) % len(state.heroes)),
        )

    def next_beat(self, state: BoardState) -> BeatBegan | None:
        """The next hero's turn: there is always one."""
        return BeatBegan("turn", SeatId(list(state.heroes)[state.turn]))

    def play(self, game: Game[BoardState], beat: BeatBegan) -> None:
        """One turn: plan a die and a target, roll, strike."""
        seat = SeatId(beat.who)
        picks = game.ask(
            Question((seat,), NamedCode("turn.strike"), "Whom do you strike?", PLAN)
        ).picks
        die = next(one for one in picks if one[0] == "d")
        foe = next(one for one in picks if one[0] == "f")
        (face,) = game.roll(1, what="strike", who=beat.who)
        game.emit(Struck(beat.who, die, foe, face + 1))

    def preview(self, state: BoardState, what: str, unit: str, picks: tuple[str, ...]) -> None:
        """Nothing is worth foreseeing."""

    def foresee(
        self, state: BoardState, what: str, unit: str, picks: tuple[str, ...]
    ) -> Slices[None]:
        """Nothing, at once."""
        yield from ()


def _build(seats: Seats, difficulty: str, options: Options) -> Built:
    return Built(BoardRules(), start(seats))


BOARD = Setup("board", _build, content="board")
