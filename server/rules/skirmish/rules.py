"""The skirmish as a ruleset of the engine: its beats, and which comes when.

muster     both sides build their warbands, where the table has chosen so
first      who deploys and begins
deploy     one beat for each unit
vanguard   one beat for each unit with Vanguard
begin      a side's turn begins
upkeep     its Upkeep Phase
engage     one beat for each attempt; then move, cast, ranged and melee likewise
end        the turn ends, back to begin
"""

from collections.abc import Callable
from typing import Any

from protocol.events import BeatBegan, Event
from protocol.ids import UnitId
from protocol.previews import Foreseen
from protocol.skirmish import Phase, PhaseEntered, SkirmishEvent
from server.rules.engine.foresight import ShutChance, Slices, whole
from server.rules.engine.game import Defect, Game
from server.rules.engine.patch import Op
from server.rules.skirmish import preview
from server.rules.skirmish.engage import attempt
from server.rules.skirmish.fight import casting, melee, shooting
from server.rules.skirmish.kernel import facts
from server.rules.skirmish.kernel.match import Match
from server.rules.skirmish.kernel.state import MatchState
from server.rules.skirmish.setup import deploying, mustering, vanguard
from server.rules.skirmish.turn import moving, rounds, upkeep

ONE_BY_ONE: dict[Phase, Callable[[Match], bool]] = {
    "engage": attempt.attempt_one,
    "move": moving.move_one,
    "cast": casting.cast_one,
    "ranged": shooting.shoot_one,
    "melee": melee.fight_one,
}
"""The phases in which one unit after the other is picked; each says whether it goes on (SK-4)."""


class SkirmishRules:
    """The ruleset. All that is printed stands in the state, so that it needs no catalogue."""

    name = "skirmish"
    events: Any = SkirmishEvent
    state_type = MatchState

    def __init__(self, fingerprint: str = "") -> None:
        self.fingerprint = fingerprint

    def apply(self, state: MatchState, event: Event) -> tuple[Op, ...]:
        """Return the operations that an event makes on the state."""
        return facts.apply(state, event)

    def next_beat(self, state: MatchState) -> BeatBegan | None:
        """Return which beat comes now, from the state alone; None once the match is over."""
        match state.phase:
            case "over":
                return None
            case "deploy":
                return BeatBegan("deploy", deploying.undeployed(state) or "")
            case "vanguard":
                return BeatBegan("vanguard", vanguard.undecided(state) or "")
            case "muster" | "first" | "begin":
                return BeatBegan(state.phase)
            case _:
                return BeatBegan(state.phase, state.active)

    def play(self, game: Game[MatchState], beat: BeatBegan) -> None:
        """Run a beat."""
        match = Match(game)
        phase = match.state.phase
        if phase in ONE_BY_ONE:
            if not ONE_BY_ONE[phase](match) and match.state.phase == phase:
                match.emit(PhaseEntered(rounds.next_phase(match.state)))
            return
        match phase:
            case "muster":
                mustering.muster(match)
            case "first":
                deploying.first_side(match)
            case "deploy":
                _settle(match, beat.who, deploying.deploy, "vanguard")
            case "vanguard":
                _settle(match, beat.who, vanguard.vanguard, "begin")
            case "begin":
                rounds.begin(match)
            case "upkeep":
                upkeep.upkeep(match)
                # A rout has ended the match; no phase follows then.
                if match.state.phase == "upkeep":
                    match.emit(PhaseEntered("engage"))
            case "end":
                rounds.end(match)
            case _:
                raise Defect(f"nothing is played in {phase!r}")

    def preview(
        self, state: MatchState, what: str, unit: str, picks: tuple[str, ...]
    ) -> Foreseen | None:
        """Return a unit's figures and its odds against an enemy (`preview`), for "values"."""
        return whole(self.foresee(state, what, unit, picks))

    def foresee(
        self, state: MatchState, what: str, unit: str, picks: tuple[str, ...]
    ) -> Slices[Foreseen | None]:
        """Do the same in one slice: it takes a millisecond."""
        # What makes this a generator, as foresight wants it.
        yield
        if what != "values":
            return None
        return preview.values(Game(self, state, [], ShutChance(), 0), UnitId(unit), picks)


def _settle(match: Match, who: str, settle: Callable[[Match, UnitId], None], after: Phase) -> None:
    """Let a unit be settled before the first turn; once none is left the next phase begins."""
    if who:
        settle(match, UnitId(who))
    else:
        match.emit(PhaseEntered(after))
