"""A terminal resolves all of an engage's results by one letter."""

from typing import Any

from clients.sdk import connect
from protocol.events import BeatBegan, EngineEvent, Event
from protocol.ids import SeatId, UnitId
from protocol.questions import Option, Question, Some
from protocol.tables import Settings
from server.battles.games import Built, Options, Seats, Setup
from server.process.app import running
from server.rules.engine.foresight import Slices
from server.rules.engine.game import Game
from server.rules.engine.patch import Op, put
from server.rules.engine.ruleset import Record
from server.settings import Settings as ServerSettings
from server.store.memory import MemoryStore
from tests.clients.conftest import site_of
from tests.clients.terminal.person import Person

DICE = (Option("d1", "Heavy blow"), Option("d2", "Blow"), Option("d3", "Block"))


class Results(Record, frozen=True):
    """How many results have been resolved."""

    resolved: int = 0


class Resolved(Event, frozen=True, array_like=True, tag="moved"):
    """One result more."""

    seat: str


class ResultRules:
    """Asks for three results, one after the other, and begins again with all three."""

    name = "results"
    fingerprint = "results-1"
    events: Any = EngineEvent | Resolved
    state_type = Results

    def apply(self, state: Results, event: Event) -> tuple[Op, ...]:
        return (put("resolved", state.resolved + 1),) if isinstance(event, Resolved) else ()

    def next_beat(self, state: Results) -> BeatBegan | None:
        return BeatBegan("turn", UnitId("1"))

    def play(self, game: Game[Results], beat: BeatBegan) -> None:
        left = DICE[game.state.resolved % len(DICE) :]
        text, first = f"Resolve which of {len(left)}?", (left[0].key,)
        shape = Some(left, 1, len(left))
        game.ask(Question((SeatId("1"),), "engage.resolve", text, shape, "", True, first))
        game.emit(Resolved(beat.who))

    def preview(self, state: Results, what: str, unit: str, picks: tuple[str, ...]) -> None:
        return None

    def foresee(self, state: Results, what: str, unit: str, picks: tuple[str, ...]) -> Slices[None]:
        yield from ()


def _build(seats: Seats, difficulty: str, options: Options) -> Built:
    return Built(ResultRules(), Results())


async def test_one_letter_takes_what_is_suggested_and_stops_at_a_decision() -> None:
    """Given three results, when "a" is typed, then each is resolved as suggested; the next blow,
    with all three again, is a decision.
    """
    setup = Setup("results", _build, content="results")
    wish = ServerSettings(port=0, close_timeout=1.0)
    async with (
        running(wish, MemoryStore(), setups=(setup,), bots={}) as server,
        connect(site_of(server), "Lead") as lead,
    ):
        await lead.create(Settings("results", party=1), "Den")
        ann = Person().sit(await lead.invite("1"), "Ann")
        await ann.sees("ready")
        ann.type("/ready")
        await lead.until(lambda: lead.table is not None and lead.table.chairs[0].ready)
        await lead.start()
        await ann.sees("a resolves all as suggested")
        ann.type("a")
        await ann.sees("Resolve which of 3?")
        await lead.until(lambda: lead.view is not None and lead.view.state["resolved"] >= len(DICE))
        assert lead.view is not None
        assert lead.view.state["resolved"] == len(DICE)
        ann.type("/quit")
        assert await ann.leaves() == 0
