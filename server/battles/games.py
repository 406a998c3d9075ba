"""Which encounters can be played. The composition root says so; rooms know no game."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, Protocol, assert_never

from protocol.events import BeatBegan
from protocol.ids import SeatId
from protocol.questions import Question
from protocol.tables import EncounterLine, OptionForm
from server.rules.engine.ruleset import Record, Ruleset
from server.rules.options import Choice, Declared, Flag, Number
from server.runtime import Refusal

Seats = tuple[SeatId, ...]
Options = Mapping[str, str]


class Built(NamedTuple):
    """A battle about to begin: its rules, and its state before version 1."""

    ruleset: Ruleset[Any]
    start: Record


class CalledFor(NamedTuple):
    """The battle that a session's call means: an encounter, by its name here, and its start."""

    encounter: str
    difficulty: str
    built: Built


class NextSession(NamedTuple):
    """The session that comes after one that is won: its part of the campaign, its encounter by its
    name here, and the guild whose quest it follows ("" where the party draws it).
    """

    part: int
    encounter: str
    quest: str


AfterPrologue = Callable[[Any, Seats, str, Options], Built]
"""Begins a session with a prologue's last state, for seats, difficulty and options. Raises
ValueError with a sentence for the leader."""

Ending = NextSession | Literal["won", "lost"]
"""What the end of a session by its own rules means for its campaign."""


class Calls(Protocol):
    """What a session's ruleset calls for, what it expects back, and what comes after it. All of it
    is pure.
    """

    def battle(self, spec: Any, seats: Seats) -> CalledFor:
        """Return the battle that a spec means. Raises ValueError for one that it does not know."""
        ...

    def outcome(self, spec: Any, state: Any) -> object:
        """Return what the last state of that battle, which its rules have ended, comes to."""
        ...

    def comes_next(self, state: Any) -> Ending:
        """Return what a session's end by its own rules, its last state, means for its campaign."""
        ...

    def go_on(self, state: Any, seats: Seats, difficulty: str, options: Options) -> Built:
        """Return the session after one that is over, with what is carried on. Raises ValueError
        with a sentence for the leader.
        """
        ...


def who_begins(_state: Record, beat: BeatBegan) -> str:
    """Return the seat whose own turn a beat is, where beats are named after seats."""
    return beat.who


def nameless(state: Record, _names: Mapping[SeatId, str]) -> Record:
    """Return the start as it is: of a game in which players name nobody."""
    return state


def keeps_nothing_back(state: object, of_bot: Question, of_person: Question) -> bool:
    """Return False: of a game in which bots leave nothing for people."""
    return False


def no_day(state: object) -> int:
    """Return 0, the day of a game without days."""
    return 0


def nobody(state: object) -> str:
    """Return "": nobody in particular has the turn."""
    return ""


@dataclass(frozen=True)
class Setup:
    """An encounter: how to set it up.

    `build(seats, difficulty, options)` is pure and raises ValueError with a sentence for the leader
    for a difficulty, option or number of seats that it does not know. `acting(state, beat)` names
    the seat whose own turn begins with a beat, or "" ; standing answers end there, and
    `whose_turn(state)` the seat whose turn it is, or "". `words` gives the components
    that are played with in words, as plain data for clients. `options` are those
    that `build` knows and reads; they set the start, and the rules are the same whatever they are.
    `difficulties` are those that can be named, `usual` the one that "" stands for.
    What is not offered can be played on and looked at, but no new table or battle of it begins.
    `content` is the hash over all components it is played with; battles pin it, and processes tell
    it to each other. `calls` is there for a session: an encounter whose rules call for battles;
    `day(state)` says which day it has come to. `prologue` is the encounter that a table may play
    before a first session, `after_prologue` begins that with its last state; a table asks for it
    by the option `prologue=yes`.
    `named(start, names)` is a start in which seats have called their adventurers so.
    `rivals`: two seats play against each other. A seat may give up then, and takes nothing back
    alone. `winner(state)` is the seat that has won at the end, or "".
    `keeps_back(state, of_bot, of_person)` says whether a bot leaves a question open as long as a
    person who is here has that other one to answer: it could use up what they may need together.
    """

    name: str
    build: Callable[[Seats, str, Options], Built]
    acting: Callable[[Any, BeatBegan], str] = who_begins
    whose_turn: Callable[[Any], str] = nobody
    words: Callable[[], Any] | None = None
    options: tuple[Declared, ...] = ()
    difficulties: tuple[str, ...] = ()
    usual: str = ""
    is_offered: bool = True
    content: str = ""
    calls: Calls | None = None
    day: Callable[[Any], int] = no_day
    prologue: str = ""
    after_prologue: AfterPrologue | None = None
    rivals: bool = False
    named: Callable[[Any, Mapping[SeatId, str]], Record] = nameless
    winner: Callable[[Any], str] = nobody
    keeps_back: Callable[[Any, Question, Question], bool] = keeps_nothing_back


class Games:
    """The encounters by name."""

    def __init__(self, setups: Iterable[Setup]) -> None:
        self._setups = {setup.name: setup for setup in setups}

    def names(self) -> tuple[str, ...]:
        """Return all encounters."""
        return tuple(self._setups)

    def listed(self) -> tuple[EncounterLine, ...]:
        """Return what new tables can play, as players are told it."""
        return tuple(
            EncounterLine(
                one.name,
                one.difficulties,
                one.usual,
                tuple(map(_form, one.options)),
                one.calls is not None,
                one.rivals,
            )
            for one in self._setups.values()
            if one.is_offered
        )

    def contents(self) -> frozenset[str]:
        """Return the hashes of all content that is played with here."""
        return frozenset(setup.content for setup in self._setups.values() if setup.content)

    def find(self, name: str) -> Setup:
        """Return an encounter. Raises `Refusal`."""
        if name not in self._setups:
            raise Refusal("unknown", f"There is no encounter called {name!r} here.")
        return self._setups[name]

    def offer(self, name: str) -> None:
        """Refuse an encounter of which no battle may begin. Raises `Refusal`."""
        if not self.find(name).is_offered:
            raise Refusal("not_allowed", f"This server does not offer {name!r}.")

    def build(self, name: str, seats: Seats, difficulty: str, options: Options) -> Built:
        """Set an encounter up. Raises `Refusal`."""
        try:
            return self.find(name).build(seats, difficulty, options)
        except ValueError as fault:
            raise Refusal("not_allowed", str(fault)) from None

    def named(self, name: str, built: Built, names: Mapping[SeatId, str]) -> Built:
        """Return a battle about to begin in which seats have called their adventurers so. Raises
        `Refusal`.
        """
        return built._replace(start=self.find(name).named(built.start, names))

    def called_for(self, session: str, spec: object, seats: Seats) -> CalledFor:
        """Return the battle that a session's spec means. Raises `Refusal`."""
        try:
            return self._calls(session).battle(spec, seats)
        except ValueError as fault:
            raise Refusal("not_allowed", str(fault)) from None

    def outcome(self, session: str, spec: object, state: Record) -> object:
        """Return what the last state of a session's battle comes to. Raises `Refusal`."""
        return self._calls(session).outcome(spec, state)

    def is_session(self, name: str) -> bool:
        """Return whether an encounter calls for battles; False for one that is not here."""
        return name in self._setups and self._setups[name].calls is not None

    def comes_next(self, session: str, state: Record) -> Ending:
        """Return what a session's end means for its campaign. Raises `Refusal`."""
        return self._calls(session).comes_next(state)

    def go_on(
        self, session: str, state: Record, seats: Seats, difficulty: str, options: Options
    ) -> Built:
        """Return the session that comes after one that is over. Raises `Refusal`."""
        try:
            return self._calls(session).go_on(state, seats, difficulty, options)
        except ValueError as fault:
            raise Refusal("not_allowed", str(fault)) from None

    def after_prologue(
        self, session: str, state: Record, seats: Seats, difficulty: str, options: Options
    ) -> Built:
        """Return a first session that begins with its prologue's end. Raises `Refusal`."""
        begin = self.find(session).after_prologue
        if begin is None:
            raise Refusal("not_allowed", f"{session!r} has no prologue.")
        try:
            return begin(state, seats, difficulty, options)
        except ValueError as fault:
            raise Refusal("not_allowed", str(fault)) from None

    def _calls(self, session: str) -> Calls:
        calls = self.find(session).calls
        if calls is None:
            raise Refusal("unknown", f"{session!r} calls for no battle here.")
        return calls

    def rules(self, name: str, seats: Seats, difficulty: str) -> Ruleset[Any]:
        """Return an encounter's rules, for a battle that has its start already. Raises `Refusal`.

        Its options are not read again: what this release refuses, another may have taken.
        """
        return self.build(name, seats, difficulty, {}).ruleset


def _form(option: Declared) -> OptionForm:
    match option:
        case Number(name, least, most, usual):
            return OptionForm(name, (), least, most, str(usual))
        case Choice(name, words, usual):
            return OptionForm(name, words, 0, 0, usual)
        case Flag(name, usual):
            return OptionForm(name, ("yes", "no"), 0, 0, "yes" if usual else "no")
        case _:
            assert_never(option)
