"""The running battle as rules and content see it: its state, its log, and the questions that most
rules ask of them.
"""

from collections.abc import Callable, Iterator
from typing import Any, Protocol, TypeVar, TypeVarTuple

from protocol.battle import Reason, Spared
from protocol.events import Event
from protocol.hexes import Hex
from protocol.ids import NOBODY, SeatId, UnitId
from protocol.questions import Option, Picks, Question, refuse
from server.rules.battle.kernel import notes
from server.rules.battle.kernel.caching import CacheOfBeat, CacheOfParts, Found
from server.rules.battle.kernel.engagement import Engage
from server.rules.battle.kernel.equivalent_options import distinct
from server.rules.battle.kernel.ground import Ground, ground_of
from server.rules.battle.kernel.me import Me
from server.rules.battle.kernel.moments import Happening, Moment
from server.rules.battle.kernel.state import DECOY, Adventurer, BattleState, Unit
from server.rules.battle.kernel.values import Explained, Stat
from server.rules.battle.kernel.words import Scope, Status
from server.rules.engine.game import Choice, Game

T = TypeVar("T")
Ts = TypeVarTuple("Ts")
SIDES = ("party", "enemy")
"""Both sides."""
GROUND = "ground"
"""Cache key of the map. No unit has this id."""


class Procedures(Protocol):
    """The rules that a battle calls without importing them: the ruleset passes them in.

    They import the battle, so the battle can know only this protocol.
    """

    def value(self, battle: "Battle", name: UnitId, stat: Stat, printed: int) -> Explained:
        """Return a value of a unit after all its modifiers, with its explanation."""

    def announce(self, battle: "Battle", now: Happening) -> None:
        """Run the forced effects of a moment and offer the optional ones."""

    def suffer(self, battle: "Battle", unit: UnitId, points: int, how: Reason) -> None:
        """Deal true damage that no unit deals."""


class Battle:
    """The first argument of every rule and every content function.

    It lives for one run of a beat. Its only state of its own is which engages are under way.
    `components` is the catalogue, for `components.catalogue.catalogue_of` alone. The cache
    `of_parts` may outlive the beat: its results hold wherever the parts are the same objects.
    `of_beat` caches results for the states of the beat's log, which come again when it is rerun.
    """

    def __init__(
        self,
        game: Game[BattleState],
        components: Any,
        procedures: Procedures,
        of_parts: CacheOfParts | None = None,
        of_beat: CacheOfBeat | None = None,
    ) -> None:
        self.game, self.components, self._procedures = game, components, procedures
        self.emit: Callable[[Event], None] = game.emit
        """Log an event and apply it (see `Game.emit`)."""
        self._laid_ground: tuple[object, object, Ground] | None = None
        self.of_parts, self._of_beat = of_parts or CacheOfParts(), of_beat or CacheOfBeat()
        self._engages: list[Engage] = []
        self.silent: tuple[UnitId, ...] = ()
        """The enemies whose skills an engage under way has switched off; mostly ()."""
        self._state: BattleState | None = None
        self.effects: tuple[BattleState, Any] | None = None
        """The effects of all units, and the state that they are of; for `unit_effects` alone."""
        self._found: Found = {}

    def as_if(self, state: BattleState) -> "Battle":
        """Return the battle as it would be in another state. Only for predicates: nothing that is
        emitted in it enters the log.
        """
        game = Game(self.game.ruleset, state, [], self.game.chance, 0)
        return Battle(game, self.components, self._procedures, self.of_parts)

    def beside(self, game: Game[BattleState]) -> "Battle":
        """Return a battle with the same rules on another game, such as a scene of a preview."""
        return Battle(game, self.components, self._procedures, self.of_parts)

    def enter(self, engage: Engage) -> None:
        """Count an engage as under way until `leave`: skills that it silences do not work until
        then.
        """
        self._engages.append(engage)
        self._hush()

    def leave(self) -> None:
        """Count the engage that was entered last as over. Every `enter` needs its `leave`."""
        self._engages.pop()
        self._hush()

    def silence(self, engage: Engage, unit: UnitId) -> None:
        """Switch off all skills of an enemy until an engage is over."""
        engage.silenced.append(unit)
        self._hush()

    def silence_for_good(self, unit: UnitId) -> None:
        """Switch off the skills of a defeated enemy until every engage under way is over."""
        for engage in self._engages:
            self.silence(engage, unit)

    def silenced(self, unit: UnitId) -> bool:
        """Return whether an engage under way has switched off an enemy's skills."""
        return unit in self.silent

    def _hush(self) -> None:
        """Take note of which skills are switched off. If they are others than before, what was
        found in this state may not hold any more.
        """
        silent: tuple[UnitId, ...] = ()
        for engage in self._engages:
            silent = (*silent, *engage.silenced)
        if silent != self.silent:
            self.silent = silent
            self._state = self.effects = None

    @property
    def state(self) -> BattleState:
        """Return the present state. Do not keep it across an event or a question."""
        return self.game.state

    @property
    def ground(self) -> Ground:
        """Return the map, looked up again only when its tiles or impassable hexes change."""
        state, laid = self.game.state, self._laid_ground
        if laid is None or laid[0] is not state.tiles or laid[1] is not state.blocked:
            # Cached: finding a map by its hexes costs about as much as a short beat.
            parts = (state.tiles, state.blocked)
            found = self.of_parts.get(parts, GROUND, lambda: ground_of(state))
            laid = self._laid_ground = (*parts, found)
        return laid[2]

    def known(self, question: tuple[str, ...], find: Callable[[*Ts], T], *args: *Ts) -> T:
        """Return what `find` returns for these arguments, calling it once for each state.
        `question` is the cache key.

        `find` must depend only on the question, on the state and on which skills are silenced.
        """
        state = self.game.state
        if state is not self._state:
            # While skills are silenced, results depend on more than the state.
            self._found = {} if self.silent else self._of_beat.of(self.game.at, state)
            self._state = state
        found = self._found
        if question not in found:
            found[question] = find(*args)
        result: T = found[question]
        return result

    @property
    def party(self) -> tuple[SeatId, ...]:
        """Return all seats, which decide together for the party."""
        return self.game.state.settings.party

    def roll(self, count: int, what: str, who: UnitId = NOBODY) -> tuple[int, ...]:
        """Roll six-sided dice. Returns their faces, counted from 0."""
        return self.game.roll(count, what=what, who=who)

    def throw(self, count: int, what: str, who: UnitId) -> tuple[int, ...]:
        """Roll six-sided dice outside an engage's own roll. Returns their faces, counted from 0,
        after effects that reroll some of them.
        """
        faces = list(self.roll(count, what, who))
        return tuple(self.at(Happening(Moment.THROWN, by=who, kind=what, faces=faces)).faces)

    def ask(self, *questions: Question) -> Choice:
        """Ask questions side by side. Returns the first valid answer, which closes all of them.

        Of equivalent options only the first is offered (`equivalent_options`).
        """
        return self.game.ask(*self.distinct(*questions))

    def distinct(self, *questions: Question) -> tuple[Question, ...]:
        """Return the questions as they are asked, with the first of equivalent options alone."""
        state = self.game.state
        return tuple([distinct(state, question) for question in questions])

    def pick(self, question: Question) -> str:
        """Ask for at most one option. Returns its key, "" for a pass."""
        return self.game.pick(distinct(self.game.state, question))

    def picks(self, question: Question) -> Picks:
        """Ask for several options. Returns their keys, as the question's shape says."""
        return self.game.ask(distinct(self.game.state, question)).picks

    @property
    def asks_all(self) -> bool:
        """Return whether the table wants every question asked, even if the answer makes no
        difference.
        """
        return self.game.state.settings.asks_all

    def spare(self, question: Question, taken: tuple[Option, ...], because: str) -> Picks:
        """Take an answer without asking and log that; but ask if the table wants every question.
        Returns the picks.

        For questions whose answer makes no difference: `because` says why, in words that follow
        "as". `taken` are the options of the answer, which must be valid.
        """
        if self.asks_all:
            return self.picks(question)
        picks = tuple(option.key for option in taken)
        assert refuse(question, picks) is None, f"{picks} are no answer to {question.why}"
        self.emit(Spared(question.why, question.to, taken, because))
        return picks

    def unit(self, name: UnitId) -> Unit:
        """Return a unit by id."""
        return self.game.state.units[name]

    def mat(self, name: UnitId) -> Adventurer:
        """Return an adventurer's mat by unit id."""
        return self.game.state.adventurers[name]

    def seat(self, name: UnitId) -> SeatId:
        """Return the seat that decides for a unit of the party; "" for an enemy."""
        state = self.game.state
        if name in state.adventurers:
            return state.adventurers[name].seat
        return state.units[name].controller

    def deciders(self, name: UnitId) -> tuple[SeatId, ...]:
        """Return the seats that decide for a unit: its own, or the whole party for enemies."""
        seat = self.seat(name)
        return (seat,) if seat else self.party

    def in_play(self, side: str | None = None, *, decoys: bool = False) -> list[Unit]:
        """Return the undefeated units on the map, of a side or of both, in the order of their
        arrival. Ask for `decoys` where enemies look: to the party they are occupied hexes only.
        """
        state = self.game.state
        everywhere = not state.settings.encounter  # between battles there is no map
        sides = SIDES if side is None else (side,)
        return [
            unit
            for unit in state.units.values()
            if unit.side in sides
            and not unit.fate
            and (unit.at is not None or everywhere)
            and (decoys or unit.kind != DECOY)
        ]

    def adventurers(self) -> Iterator[Unit]:
        """Yield the undefeated adventurers on the map, in turn order."""
        state = self.game.state
        for name in state.order or tuple(state.adventurers):
            unit = state.units[name]
            if (unit.at is not None or self.between_battles) and not unit.fate:
                yield unit

    @property
    def between_battles(self) -> bool:
        """Return whether this is the party between two battles, without a map."""
        return not self.game.state.settings.encounter

    def party_size(self) -> int:
        """Return P, the number of adventurers: defeated ones count, companions do not (GEN-12)."""
        return len(self.game.state.adventurers)

    def distance(self, a: UnitId, b: UnitId) -> int:
        """Return the distance of two units on the map, in hexes; between battles it is 1."""
        if self.between_battles:
            return int(a != b)
        first, second = self.unit(a).at, self.unit(b).at
        assert first is not None
        assert second is not None
        return self.ground.distance(first, second)

    def adjacent(self, a: UnitId, b: UnitId) -> bool:
        """Return whether two units are adjacent; between battles all are."""
        if self.between_battles:
            return a != b
        first, second = self.unit(a).at, self.unit(b).at
        return first is not None and second is not None and self.ground.distance(first, second) == 1

    def neighbours(
        self, name: UnitId, side: str | None = None, *, decoys: bool = False
    ) -> list[Unit]:
        """Return the units adjacent to a unit, of a side or of both."""
        there = self.in_play(side, decoys=decoys)
        return [u for u in there if u.id != name and self.adjacent(name, u.id)]

    def was_adjacent(self, a: UnitId, b: UnitId) -> bool:
        """Return whether two units were adjacent when the current turn began (STS-10)."""
        turn = self.game.state.turn
        if turn is None:
            return False
        first, second = turn.start.get(a), turn.start.get(b)
        return first is not None and second is not None and self.ground.distance(first, second) == 1

    def opposing(self, a: UnitId, b: UnitId) -> bool:
        """Return whether two units are on different sides (REL-2)."""
        return self.unit(a).side != self.unit(b).side

    def free_hexes(self, hexes: tuple[Hex, ...]) -> list[Hex]:
        """Return those of the hexes that are on the map, passable and unoccupied."""
        taken = {u.at for u in self.game.state.units.values()}
        return [at for at in hexes if at in self.ground.tile_of and at not in taken]

    def has(self, name: UnitId, status: Status) -> bool:
        """Return whether a unit has a status."""
        state = self.game.state
        if name in state.adventurers:
            return status in state.adventurers[name].track
        return status in state.units[name].statuses

    def value(self, name: UnitId, stat: Stat, printed: int) -> Explained:
        """Return a value of a unit after all its modifiers, with its explanation."""
        return self._procedures.value(self, name, stat, printed)

    def at(self, now: Happening) -> Happening:
        """Announce a moment: run its forced effects, then offer the optional ones. Returns `now`,
        which effects may have changed (`stopped`, `amount`).

        At `REACTIONS` optional effects are offered first, at `EITHER_WAY` both first and again
        afterwards.
        """
        self._procedures.announce(self, now)
        return now

    def answer_status_loss(self, unit: UnitId, status: Status) -> None:
        """Let effects answer that a status has left a unit, unless the battle is decided."""
        if not self.game.state.outcome:
            self.at(Happening(Moment.STATUS_LOST, unit=unit, kind=status))

    def suffer(self, unit: UnitId, points: int, how: Reason) -> None:
        """Deal true damage that no unit deals."""
        self._procedures.suffer(self, unit, points, how)

    def used(self, me: Me, key: str, scope: Scope) -> bool:
        """Return whether a limited effect has been used in this turn, round or battle (`scope`)."""
        return notes.count(self.game.state, me.key(key), scope) > 0
