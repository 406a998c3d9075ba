"""The running battle as rules and content see it: the state, the log, and what everybody asks of
it.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple, TypeVar

from protocol.events import Event
from protocol.hexes import Hex
from protocol.questions import Option, Picks, Question
from server.rules.battle import bearers, prompts
from server.rules.battle.alike import merged
from server.rules.battle.borne import Borne
from server.rules.battle.components import Catalogue
from server.rules.battle.effects import Me, Stat
from server.rules.battle.ground import Ground, ground_of
from server.rules.battle.moments import EITHER_WAY, REACTIONS, Happening, Moment
from server.rules.battle.roll import Engage
from server.rules.battle.state import DECOY, Adventurer, BattleState, Unit
from server.rules.engine.game import Choice, Game
from server.rules.engine.windows import Act, may, must

T = TypeVar("T")


class Explained(NamedTuple):
    """A value and how it came about: "3 = 2 printed + 1 Vindictive"."""

    value: int
    parts: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.value} = {' '.join(self.parts)}"


class Battle:
    """Handed to every rule and every content function.

    Holds no state of its own but which engages are under way, within the beat that it lives for.
    """

    def __init__(self, game: Game[BattleState], catalogue: Catalogue) -> None:
        self.game, self.catalogue = game, catalogue
        self._laid: tuple[object, object, Ground] | None = None
        self._known_of: BattleState | None = None
        self._known: dict[tuple[str, ...], Any] = {}
        self._engages: list[Engage] = []
        self.borne = Borne()

    def enter(self, engage: "Engage") -> None:
        """An engage is under way from here on."""
        self._engages.append(engage)
        self._known_of = None

    def leave(self) -> None:
        """The engage entered last is over."""
        self._engages.pop()
        self._known_of = None

    def silence(self, engage: "Engage", unit: str) -> None:
        """All skills of an enemy sleep until an engage is over."""
        engage.silenced.append(unit)
        self._known_of = None

    def silenced(self, unit: str) -> bool:
        """Whether an enemy's skills sleep in an engage under way."""
        return any(unit in engage.silenced for engage in self._engages)

    @property
    def state(self) -> BattleState:
        """The state now; never keep it across an event or a question."""
        return self.game.state

    @property
    def ground(self) -> Ground:
        """The map; looked up again only when it is laid anew."""
        state, laid = self.game.state, self._laid
        if laid is None or laid[0] is not state.tiles or laid[1] is not state.blocked:
            laid = self._laid = (state.tiles, state.blocked, ground_of(state))
        return laid[2]

    def known(self, question: tuple[str, ...], find: Callable[[], T]) -> T:
        """What `find` gives, found once for each state: for what rules ask over and over."""
        if self._known_of is not self.game.state:
            self._known_of, self._known = self.game.state, {}
        if question not in self._known:
            self._known[question] = find()
        found: T = self._known[question]
        return found

    @property
    def party(self) -> tuple[str, ...]:
        """All seats: who decides for the party."""
        return self.game.state.settings.party

    def emit(self, event: Event) -> None:
        """State a fact."""
        self.game.emit(event)

    def roll(self, count: int, what: str, who: str = "") -> tuple[int, ...]:
        """Roll six-sided dice; faces count from 0."""
        return self.game.roll(count, what=what, who=who)

    def throw(self, count: int, what: str, who: str) -> tuple[int, ...]:
        """Roll dice outside an engage's own roll; effects may have some of them rolled again."""
        faces = list(self.roll(count, what, who))
        return tuple(self.at(Happening(Moment.THROWN, by=who, kind=what, faces=faces)).faces)

    def ask(self, *questions: Question) -> Choice:
        """Ask; the first valid answer closes all questions."""
        return self.game.ask(*(merged(self, question) for question in questions))

    def pick(self, question: Question) -> str:
        """Ask for at most one option; "" for a pass."""
        return self.game.pick(merged(self, question))

    def picks(self, question: Question) -> Picks:
        """Ask for several options."""
        return self.game.ask(merged(self, question)).picks

    def unit(self, name: str) -> Unit:
        """A unit by id."""
        return self.game.state.units[name]

    def mat(self, name: str) -> Adventurer:
        """An adventurer's mat by unit id."""
        return self.game.state.adventurers[name]

    def seat(self, name: str) -> str:
        """Who decides for a unit of the party."""
        mat = self.game.state.adventurers.get(name)
        return mat.seat if mat else self.game.state.units[name].controller

    def deciders(self, name: str) -> tuple[str, ...]:
        """The seats that decide for a unit: its own, or the whole party for enemies."""
        seat = self.seat(name)
        return (seat,) if seat else self.party

    def in_play(self, side: str | None = None, *, decoys: bool = False) -> Iterator[Unit]:
        """Units on the map, of a side or of both, in the order of their arrival.

        Decoys are among them to enemies; to the party they are occupied hexes, no units.
        """
        for unit in self.game.state.units.values():
            if unit.at is None or unit.fate or (side is not None and unit.side != side):
                continue
            if decoys or unit.kind != DECOY:
                yield unit

    def adventurers(self) -> Iterator[Unit]:
        """Undefeated adventurers on the map, in turn order."""
        state = self.game.state
        for name in state.order or tuple(state.adventurers):
            unit = state.units[name]
            if unit.at is not None and not unit.fate:
                yield unit

    def named(self, dice: Iterable[str]) -> tuple[Option, ...]:
        """Dice as options, each by the name of its kind."""
        kinds, known = self.catalogue.dice, self.game.state.dice
        return tuple(Option(die, kinds[known[die].kind].name) for die in dice)

    def party_size(self) -> int:
        """P: adventurers, defeated ones included, companions not (GEN-12)."""
        return len(self.game.state.adventurers)

    def distance(self, a: str, b: str) -> int:
        """Hexes between two units on the map."""
        first, second = self.unit(a).at, self.unit(b).at
        assert first is not None
        assert second is not None
        return self.ground.distance(first, second)

    def adjacent(self, a: str, b: str) -> bool:
        """Whether two units stand next to each other."""
        first, second = self.unit(a).at, self.unit(b).at
        return first is not None and second is not None and self.ground.distance(first, second) == 1

    def neighbours(self, name: str, side: str | None = None, *, decoys: bool = False) -> list[Unit]:
        """Units next to a unit, of a side or of both."""
        there = self.in_play(side, decoys=decoys)
        return [u for u in there if u.id != name and self.adjacent(name, u.id)]

    def was_adjacent(self, a: str, b: str) -> bool:
        """Whether two units stood next to each other when the current turn began (STS-10)."""
        turn = self.game.state.turn
        if turn is None:
            return False
        first, second = turn.start.get(a), turn.start.get(b)
        return first is not None and second is not None and self.ground.distance(first, second) == 1

    def opposing(self, a: str, b: str) -> bool:
        """Whether two units are on different sides (REL-2)."""
        return self.unit(a).side != self.unit(b).side

    def free_hexes(self, hexes: tuple[Hex, ...]) -> list[Hex]:
        """Those of the hexes that exist, are passable and unoccupied."""
        taken = {u.at for u in self.game.state.units.values()}
        return [at for at in hexes if at in self.ground.tile_of and at not in taken]

    def has(self, name: str, status: str) -> bool:
        """Whether a unit has a status."""
        mat = self.game.state.adventurers.get(name)
        return status in (mat.track if mat else self.game.state.units[name].statuses)

    def value(self, name: str, stat: Stat, printed: int) -> Explained:
        """A value after all modifiers of its bearer, explained."""
        value, parts = printed, [f"{printed} printed"]
        for me, change in bearers.modifiers(self, name):
            if change.of is stat:
                new = change.change(self, me, value)
                if new != value:
                    parts.append(f"{new - value:+d} {change.text}")
                value = new
        return Explained(value, tuple(parts))

    def at(self, now: Happening) -> Happening:
        """Announce a moment: what must happen happens, then what may is offered.

        Where units react to an engage, what may happen is offered first; as a turn starts or ends,
        first and again afterwards.
        """
        moment = now.moment
        if not bearers.anybody(self, moment):
            return now
        why = moment.name.lower()

        def forced() -> list[Act]:
            return list(bearers.acts(self, now, forced=True))

        def offered() -> list[Act]:
            return list(bearers.acts(self, now, forced=False))

        def text() -> str:
            return prompts.text(self, now)

        over: frozenset[str] = frozenset()
        if moment in REACTIONS and forced():
            over = may(self.game, offered, why, text).seen
        elif moment in EITHER_WAY and (ahead := [act.text for act in forced() if act.text]):
            later = ", ".join(dict.fromkeys(ahead))
            over = may(self.game, offered, why, lambda: f"{text()} Still to come: {later}").done

        def still_offered() -> list[Act]:
            return [act for act in offered() if act.key not in over]

        must(self.game, forced, self.party, why)
        may(self.game, still_offered, why, text)
        return now

    def used(self, me: Me, key: str, scope: str) -> bool:
        """Whether a limited effect has been used in its scope."""
        name = f"{bearers.name_of(me)}.{key}"
        turn = self.game.state.turn
        if scope == "turn":
            if turn is not None:
                return name in turn.used
            scope = "round"
        return f"{scope}:{name}" in self.game.state.used
