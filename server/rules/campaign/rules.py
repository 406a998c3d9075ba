"""The session as a ruleset of the engine: its beats, and which comes when.

create      the adventurers that are not there yet, all at once
prepare     decks, the guild and its quest, the party's start
new-day     the dial, start of day
overland    the party's move, what it triggers
encounter   the day's encounter, in as many beats as it takes; its battles are calls
reward      what is owed
growth      untrain and advance
end-of-day  the province acts
rest        the rest step, and the day's end
ending      the epilogue
"""

from typing import Any, assert_never

from protocol.campaign import SessionEvent
from protocol.events import BeatBegan, Event
from protocol.ids import UnitId
from protocol.previews import Consequences
from server.rules.battle.components.catalogue import Catalogue
from server.rules.battle.kernel.state import Settings
from server.rules.battle.party import Party
from server.rules.battle.rules import BattleProcedures
from server.rules.campaign import ending, preview, setup
from server.rules.campaign.components.province import Atlas
from server.rules.campaign.days import evening, morning, noon
from server.rules.campaign.kernel import facts
from server.rules.campaign.kernel.session import Session
from server.rules.campaign.kernel.state import DayPhase, SessionPlan, SessionState
from server.rules.engine.foresight import ShutChance, Slices, whole
from server.rules.engine.game import Game
from server.rules.engine.patch import Op


def start(plan: SessionPlan, settings: Settings) -> SessionState:
    """Return the state of a first session before its set-up; `settings.party` names the seats
    clockwise.
    """
    return SessionState(settings=settings, plan=plan, day_phase="create", dial=settings.xp)


def start_after(plan: SessionPlan, settings: Settings, party: Party) -> SessionState:
    """Return the state of a first session whose party has played the Jailbreak: it keeps class,
    tenacity and items of it, the dial stands at `settings.xp`, and nobody has saved XP (JB-13).
    """
    return SessionState(
        settings=settings,
        plan=plan,
        day_phase="prepare",
        dial=settings.xp,
        units=party.units,
        adventurers=party.adventurers,
        dice=party.dice,
        serial=party.serial,
    )


class CampaignRules:
    """The ruleset, with all that is printed for campaigns and for their battles."""

    name = "campaign"
    events: Any = SessionEvent
    state_type = SessionState

    def __init__(self, atlas: Atlas, catalogue: Catalogue, fingerprint: str = "") -> None:
        self.atlas, self.catalogue, self.fingerprint = atlas, catalogue, fingerprint

    def apply(self, state: SessionState, event: Event) -> tuple[Op, ...]:
        """Return the operations that an event makes on the state."""
        return facts.apply(state, event)

    def next_beat(self, state: SessionState) -> BeatBegan | None:
        """Return which beat comes now, from the state alone."""
        if state.day_phase == "over":
            return None
        return BeatBegan(state.day_phase)

    def play(self, game: Game[SessionState], beat: BeatBegan) -> None:
        """Run a beat."""
        session = self._session(game)
        phase: DayPhase = game.state.day_phase
        match phase:
            case "create":
                setup.create(session)
            case "prepare":
                setup.prepare(session)
            case "new-day":
                morning.new_day(session)
            case "overland":
                morning.overland(session)
            case "encounter":
                noon.encounter(session)
            case "reward":
                evening.reward(session)
            case "growth":
                evening.growth(session)
            case "end-of-day":
                evening.province_effect(session)
            case "rest":
                evening.night(session)
            case "ending":
                ending.close(session)
            case "over":
                raise AssertionError("a session that is over has no beats")
            case _:
                assert_never(phase)

    def preview(
        self, state: SessionState, what: str, unit: UnitId, picks: tuple[str, ...]
    ) -> Consequences | None:
        """Return what an answer would cost and bring, as far as it is certain."""
        return whole(self.foresee(state, what, unit, picks))

    def foresee(
        self, state: SessionState, what: str, unit: UnitId, picks: tuple[str, ...]
    ) -> Slices[Consequences | None]:
        """Yield once, then return the preview: it takes one slice of a few milliseconds at most."""
        # What makes this a generator, as foresight wants it.
        yield
        if what != "answer":
            return None
        game = Game(self, state, [], ShutChance(), 0)
        return preview.consequences(self._session, game, UnitId(unit), picks)

    def _session(self, game: Game[SessionState]) -> Session:
        return Session(game, self.atlas, self.catalogue, BattleProcedures())
