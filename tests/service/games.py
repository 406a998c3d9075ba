"""Small games for tests of rooms: the micro-game, and one with everything that rooms care about."""

from collections.abc import Generator, Mapping
from typing import Any

import msgspec
from msgspec import field

from protocol.events import BattleStopped, BeatBegan, EngineEvent, Event
from protocol.ids import NamedCode, SeatId
from protocol.questions import One, Option, Question
from server.battles.games import Built, CalledFor, Ending, Games, NextSession, Setup
from server.rules.engine.game import Game
from server.rules.engine.patch import Op, put
from server.rules.engine.ruleset import Record
from server.rules.micro.calling import CallingRules, Duel, Score, score_of
from server.rules.micro.calling import start_of as duel_start
from server.rules.micro.ruleset import MicroRules, Moved, start
from server.rules.options import Number


class Camp(Record, frozen=True):
    """Supplies of each seat, whose turn it is, how many turns are left; rounds that are over."""

    food: dict[str, int] = field(default_factory=dict)
    turn: int = 0
    left: int = 12
    pot: int = 0
    rounds: int = 0


class Shared(Event, frozen=True, array_like=True, tag="shared"):
    seat: str
    amount: int


class Passed(Event, frozen=True, array_like=True, tag="passed"):
    seat: str


class Ended(Event, frozen=True, array_like=True, tag="ended"):
    seat: str


CampEvents = EngineEvent | Shared | Passed | Ended
SHARE = One((Option("keep", "Keep it"), Option("share", "Share 1"), Option("hunt", "Hunt")))
TRADE = One((Option("take", "Take 1"),))
VOTE = One((Option("feast", "Feast"), Option("fast", "Fast"), Option("burst", "Break the rules")))


class CampRules:
    """A turn: the seat decides (sharing rolls nothing, hunting rolls); then the others may take
    from the pot; then the whole party votes."""

    name = "camp"
    fingerprint = "camp-1"
    events: Any = CampEvents
    state_type = Camp

    def apply(self, state: Camp, event: Event) -> tuple[Op, ...]:
        match event:
            case Shared(seat, amount):
                return (
                    put(f"food/{seat}", state.food[seat] - amount),
                    put("pot", max(0, state.pot + amount)),
                )
            case Ended():
                return (
                    *(
                        [put("rounds", state.rounds + 1)]
                        if state.turn + 1 == len(state.food)
                        else []
                    ),
                    put("turn", (state.turn + 1) % len(state.food)),
                    put("left", state.left - 1),
                    put("pot", 0),
                )
            case _:
                return ()

    def next_beat(self, state: Camp) -> BeatBegan | None:
        return BeatBegan("turn", SeatId(list(state.food)[state.turn])) if state.left else None

    def preview(self, state: Any, what: str, unit: str, picks: tuple[str, ...]) -> None:
        """Nothing to tell."""

    def foresee(
        self, state: Any, what: str, unit: str, picks: tuple[str, ...]
    ) -> Generator[None, None, Any]:
        """The same, in one slice."""
        yield
        return self.preview(state, what, unit, picks)

    def play(self, game: Game[Camp], beat: BeatBegan) -> None:
        seat = beat.who
        choice = game.pick(
            Question((SeatId(seat),), NamedCode("camp.share"), "Share?", SHARE, default=("keep",))
        )
        if choice == "share":
            game.emit(Shared(seat, 1))
        elif choice == "hunt":
            (face,) = game.roll(1, what="hunt", who=seat)
            game.emit(Shared(seat, -face))
        others = tuple(other for other in game.state.food if other != seat)
        while others and game.state.pot:
            choice_ = game.ask(
                *(
                    Question((SeatId(o),), NamedCode("camp.take"), "Take?", TRADE, may_pass=True)
                    for o in others
                )
            )
            other = others[choice_.index]
            if choice_.picks:
                game.emit(Shared(other, -1))
            others = tuple(o for o in others if o != other)
        party = tuple(game.state.food)
        vote = game.pick(
            Question(
                tuple(map(SeatId, party)), NamedCode("camp.vote"), "Feast?", VOTE, default=("fast",)
            )
        )
        assert vote != "burst", "the rules break here"
        game.emit(Passed(seat))
        game.emit(Ended(seat))


class Council(Record, frozen=True):
    """What the whole party decides, asked in the same words every time."""

    seats: tuple[str, ...] = ()
    left: int = 12
    rests: int = 0


class Rested(Event, frozen=True, array_like=True, tag="rested"):
    seat: str


class Went(Event, frozen=True, array_like=True, tag="went"):
    way: str


CouncilEvents = EngineEvent | Rested | Went
WAY = One((Option("left", "Left"), Option("right", "Right")))
REST = One((Option("rest", "Rest"),))


class CouncilRules:
    """A beat: the party decides twice. Then each seat may rest, all of them asked at once."""

    name = "council"
    fingerprint = "council-1"
    events: Any = CouncilEvents
    state_type = Council

    def apply(self, state: Council, event: Event) -> tuple[Op, ...]:
        match event:
            case Rested():
                return (put("rests", state.rests + 1),)
            case Went():
                return (put("left", state.left - 1),)
            case _:
                return ()

    def next_beat(self, state: Council) -> BeatBegan | None:
        return BeatBegan("council") if state.left > 0 else None

    def preview(self, state: Any, what: str, unit: str, picks: tuple[str, ...]) -> None:
        """Nothing to tell."""

    def foresee(
        self, state: Any, what: str, unit: str, picks: tuple[str, ...]
    ) -> Generator[None, None, None]:
        """Nothing, at once."""
        yield from ()

    def play(self, game: Game[Council], beat: BeatBegan) -> None:
        party = game.state.seats
        for _ in range(2):
            game.emit(
                Went(
                    game.pick(
                        Question(
                            tuple(map(SeatId, party)), NamedCode("council.way"), "Which way?", WAY
                        )
                    )
                )
            )
        waiting = party
        while waiting:
            choice = game.ask(
                *(
                    Question((SeatId(s),), NamedCode("council.rest"), "Rest?", REST, may_pass=True)
                    for s in waiting
                )
            )
            if choice.picks:
                game.emit(Rested(waiting[choice.index]))
            waiting = tuple(s for s in waiting if s != waiting[choice.index])


def council(seats: tuple[str, ...], difficulty: str, options: Mapping[str, str]) -> Built:
    left = int(options.get("left", "12"))
    return Built(CouncilRules(), Council(seats=seats, left=left))


def micro(seats: tuple[str, ...], difficulty: str, options: Mapping[str, str]) -> Built:
    if difficulty not in ("", "easy"):
        raise ValueError(f"The micro-game has no difficulty {difficulty!r}.")
    goal, cargo = int(options.get("goal", "60")), int(options.get("cargo", "3"))
    return Built(MicroRules(), start(seats, goal, cargo))


def camp(seats: tuple[str, ...], difficulty: str, options: Mapping[str, str]) -> Built:
    left = int(options.get("left", "12"))
    return Built(CampRules(), Camp(food=dict.fromkeys(seats, 5), left=left))


class RivalRules(CampRules):
    """The camp, with seats that play against each other: who gives up has no food left."""

    def apply(self, state: Camp, event: Event) -> tuple[Op, ...]:
        if isinstance(event, BattleStopped):
            return (put(f"food/{event.by}", 0),)
        return super().apply(state, event)


def rivals(seats: tuple[str, ...], difficulty: str, options: Mapping[str, str]) -> Built:
    if len(seats) != 2:
        raise ValueError("Two play against each other here.")
    return Built(RivalRules(), Camp(food=dict.fromkeys(seats, 5), left=12))


OTHER = {"1": "2", "2": "1"}


class DuelCalls:
    """A duel of the calling micro-game is a battle of its own."""

    def battle(self, spec: Any, seats: tuple[str, ...]) -> CalledFor:
        duel = msgspec.convert(spec, Duel)
        return CalledFor("duel", "", Built(CallingRules(), duel_start(duel)))

    def outcome(self, spec: Any, state: Any) -> object:
        return score_of(state)

    def comes_next(self, state: Any) -> Ending:
        """Another session as long as it may go deeper; lost where nobody has won."""
        if not state.winner:
            return "lost"
        return NextSession(2, "calling", "north") if state.depth else "won"

    def go_on(
        self, state: Any, seats: tuple[str, ...], difficulty: str, options: Mapping[str, str]
    ) -> Built:
        """A session a step longer, for the same seats."""
        if tuple(state.pegs) != tuple(seats):
            raise ValueError(f"This campaign has a party of {len(state.pegs)}.")
        return Built(CallingRules(), duel_start(Duel(seats, state.goal + 1, state.depth - 1)))


def calling(seats: tuple[str, ...], difficulty: str, options: Mapping[str, str]) -> Built:
    goal, depth = int(options.get("goal", "60")), int(options.get("depth", "1"))
    return Built(CallingRules(), duel_start(Duel(seats, goal, depth)))


class BriefRules(CallingRules):
    """A session of one duel, over as that is: nothing is asked before or after."""

    fingerprint = "micro-brief-1"

    def play(self, game: Game[Any], beat: BeatBegan) -> None:
        score = game.call(Duel(tuple(game.state.pegs), game.state.prize), Score)
        game.emit(Moved(score.winner, score.steps))


def brief(seats: tuple[str, ...], difficulty: str, options: Mapping[str, str]) -> Built:
    return Built(BriefRules(), duel_start(Duel(seats, 1)))


def after_race(
    state: Any, seats: tuple[str, ...], difficulty: str, options: Mapping[str, str]
) -> Built:
    """A session as long as the race that was its prologue."""
    return Built(CallingRules(), duel_start(Duel(seats, state.goal, 0)))


MICRO_OPTIONS = (Number("goal", 1, 1_000_000, 60), Number("cargo", 0, 64, 3))
CALLING_OPTIONS = (Number("goal", 1, 1_000_000, 60), Number("depth", 0, 9, 1))
SETUPS = (
    Setup("micro", micro, options=MICRO_OPTIONS, content="micro-content"),
    Setup("camp", camp, content="camp-content"),
    Setup(
        "rivals",
        rivals,
        whose_turn=lambda state: list(state.food)[state.turn],
        content="camp-content",
        rivals=True,
        winner=lambda state: next((s for s in state.food if not state.food[OTHER[s]]), ""),
    ),
    Setup("council", council, content="council-content"),
    Setup(
        "calling",
        calling,
        options=CALLING_OPTIONS,
        content="micro-content",
        calls=DuelCalls(),
        prologue="micro",
        after_prologue=after_race,
    ),
    Setup("brief", brief, content="micro-content", calls=DuelCalls()),
    Setup("duel", calling, is_offered=False, content="micro-content", calls=DuelCalls()),
)
GAMES = Games(SETUPS)


def first_option(
    _view: dict[str, Any], _seat: str, questions: tuple[Question, ...]
) -> tuple[int, tuple[str, ...]]:
    """A bot that takes whatever comes first."""
    question = questions[0]
    assert isinstance(question.shape, One)
    return question.id, (question.shape.options[0].key,)
