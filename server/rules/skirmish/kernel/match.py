"""The running match as its rules see it: its state, its log, and what most rules ask of them."""

from collections.abc import Callable, Iterator

from protocol.events import Event
from protocol.ids import NOBODY, SeatId, UnitId
from protocol.questions import Picks, Question
from protocol.skirmish import Mark, Point, UnitMarked
from server.rules.engine.game import Choice, Game
from server.rules.skirmish.components import Skill
from server.rules.skirmish.kernel.state import MatchState, Unit, pair_key

SIDES = 20
"""Sides of the die that all rolls use."""


class Match:
    """The first argument of every rule. It has no state of its own."""

    def __init__(self, game: Game[MatchState]) -> None:
        self.game = game

    @property
    def state(self) -> MatchState:
        """Return the present state. Do not keep it across an event or a question."""
        return self.game.state

    @property
    def active(self) -> SeatId:
        """Return the seat whose turn it is."""
        return self.game.state.active

    @property
    def passive(self) -> SeatId:
        """Return the other seat."""
        return self.other(self.game.state.active)

    def other(self, seat: SeatId) -> SeatId:
        """Return the opponent of a seat."""
        return next(other for other in self.game.state.sides if other != seat)

    def emit(self, event: Event) -> None:
        """Log an event and apply it (see `Game.emit`)."""
        self.game.emit(event)

    def mark(self, unit: UnitId, mark: Mark) -> None:
        """Set a mark on a unit until the turn ends, if it is not set already."""
        if not self.unit(unit).did(mark):
            self.emit(UnitMarked(unit, mark))

    def roll(self, what: str, who: UnitId = NOBODY, count: int = 1) -> tuple[int, ...]:
        """Roll `count` d20. Returns their values, 1 to 20."""
        faces = self.game.roll(count, what=what, who=who, sides=SIDES)
        return tuple(face + 1 for face in faces)

    def ask(self, *questions: Question) -> Choice:
        """Ask questions side by side. Returns the first valid answer, which closes all of them."""
        return self.game.ask(*questions)

    def pick(self, question: Question) -> str:
        """Ask for at most one pick. Returns its key, "" for a pass."""
        return self.game.pick(question)

    def pick_dear(self, find: Callable[[], Question | None]) -> str:
        """Ask for at most one pick, with a question that is expensive to build: `find` builds it
        when the beat comes here first, afterwards it is read from the log. Returns the pick, "" for
        a pass or if `find` returns None.
        """
        asked = self.game.logged_questions()
        question = asked[0] if asked else find()
        return self.game.pick(question) if question else ""

    def picks(self, question: Question) -> Picks:
        """Ask a question. Returns the picks, as its shape says."""
        return self.game.ask(question).picks

    def unit(self, name: UnitId) -> Unit:
        """Return a unit by its id."""
        return self.game.state.units[name]

    def at(self, name: UnitId) -> Point:
        """Return the place of a unit, which must be on the board."""
        at = self.game.state.units[name].at
        assert at is not None, f"{name} is off the board"
        return at

    def on_board(self, side: SeatId | None = None) -> Iterator[Unit]:
        """Yield the units on the board, of a side or of both, in the order of their ids."""
        for unit in self.game.state.units.values():
            if unit.at is not None and (side is None or unit.side == side):
                yield unit

    def foes(self, unit: Unit) -> list[Unit]:
        """Return the enemies of a unit on the board."""
        return [other for other in self.on_board() if other.side != unit.side]

    def friends(self, unit: Unit) -> list[Unit]:
        """Return the allies of a unit on the board, without itself."""
        return [other for other in self.on_board(unit.side) if other.id != unit.id]

    def engaged_with(self, name: UnitId) -> list[Unit]:
        """Return the enemies that a unit is engaged with, in the order of their ids (SK-11)."""
        pairs = self.game.state.pairs
        unit = self.unit(name)
        return [foe for foe in self.foes(unit) if pair_key(name, foe.id) in pairs]

    def is_engaged(self, name: UnitId) -> bool:
        """Return whether a unit is engaged with any enemy."""
        return any(name in pair for pair in self.game.state.pairs.values())

    def leader_of(self, side: SeatId) -> Unit | None:
        """Return the leader of a side; None if it is not on the board."""
        return next((unit for unit in self.on_board(side) if unit.has(Skill.LEADER)), None)
