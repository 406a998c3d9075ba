"""The skirmish as a ruleset of the engine. The beats of its phases are:

muster     both sides build their warbands, where the table has chosen so
first      which side deploys and begins
deploy     one for each unit
vanguard   one for each unit with Vanguard
begin      the beginning of a side's turn
upkeep     its Upkeep Phase
engage     one for each attempt; then move, cast, ranged and melee likewise
end        the end of the turn; "begin" is next
"""

from collections.abc import Callable
from typing import Any

from protocol.events import BeatBegan, Event
from protocol.ids import NOBODY, UnitId
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
"""The phases in which one unit after the other acts (SK-4). Each function returns whether the phase
goes on.
"""


class SkirmishRules:
    """The skirmish's ruleset. The state contains all components, so it needs no catalogue."""

    name = "skirmish"
    events: Any = SkirmishEvent
    state_type = MatchState

    def __init__(self, fingerprint: str = "") -> None:
        self.fingerprint = fingerprint

    def apply(self, state: MatchState, event: Event) -> tuple[Op, ...]:
        """Return the operations of an event on the state (see `facts.apply`)."""
        return facts.apply(state, event)

    def next_beat(self, state: MatchState) -> BeatBegan | None:
        """Return the next beat, which depends on the state alone; None once the match is over."""
        match state.phase:
            case "over":
                return None
            case "deploy":
                return BeatBegan("deploy", deploying.undeployed(state) or NOBODY)
            case "vanguard":
                return BeatBegan("vanguard", vanguard.undecided(state) or NOBODY)
            case "muster" | "first" | "begin":
                return BeatBegan(state.phase)
            case _:
                return BeatBegan(state.phase, state.active)

    def play(self, game: Game[MatchState], beat: BeatBegan) -> None:
        """Run a beat from its start. Raises `Defect` in a phase without one."""
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
        self, state: MatchState, what: str, unit: UnitId, picks: tuple[str, ...]
    ) -> Foreseen | None:
        """Return what `foresee` does."""
        return whole(self.foresee(state, what, unit, picks))

    def foresee(
        self, state: MatchState, what: str, unit: UnitId, picks: tuple[str, ...]
    ) -> Slices[Foreseen | None]:
        """Foresee a unit's values ("values"), what it sees ("sight") or its melee ("combat");
        None for anything else.
        """
        game = Game(self, state, [], ShutChance(), 0)
        match what:
            case "combat":
                return (yield from preview.combat.combat(game, unit, picks))
            case "sight":
                return (yield from preview.outlook.outlook(game, unit, picks))
            case "values":
                # This takes a millisecond: one slice.
                yield
                return preview.figures.values(game, unit, picks)
            case _:
                return None


def _settle(match: Match, who: str, settle: Callable[[Match, UnitId], None], after: Phase) -> None:
    """Let a unit (`who`) deploy or decide before the first turn; if none is left (""), begin the
    next phase.
    """
    if who:
        settle(match, UnitId(who))
    else:
        match.emit(PhaseEntered(after))
