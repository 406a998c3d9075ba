"""The battle as a ruleset of the engine. The beats of its phases are:

create       one for each seat without an adventurer
setup        map, caches, enemies, turn order
deploy       one for each adventurer off the map, then for each companion that waits
round        start of the round
adventurers  for each turn its beginning, one for each action, and its end
companions   one for each companion
enemies      one for each enemy
end          end of the round; "round" or "cleanup" is next
cleanup      End of Battle Cleanup
"""

from typing import Any, assert_never

from protocol.battle import BattleEvent, PhaseBegan, Reason
from protocol.events import BeatBegan
from protocol.ids import NOBODY, SeatId, UnitId
from protocol.previews import Foreseen
from server.rules.battle import preview
from server.rules.battle.components import unit_effects
from server.rules.battle.components.catalogue import Catalogue
from server.rules.battle.damage import hit_points
from server.rules.battle.enemy import companion_turn, enemy_turn
from server.rules.battle.kernel import facts
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.caching import CacheOfBeat, CacheOfParts
from server.rules.battle.kernel.state import BattleState, Settings
from server.rules.battle.setup import battle_setup, creation
from server.rules.battle.turn import adventurer_turn, rounds
from server.rules.battle.windows import offers
from server.rules.engine.foresight import Slices, whole
from server.rules.engine.game import Defect, Game


def start(settings: Settings) -> BattleState:
    """Return the first state of a battle outside a campaign, in which adventurers are created
    first. `settings.party` are the seats in clockwise order.
    """
    return BattleState(settings=settings, round=1)


class BattleProcedures:
    """The rules that a battle calls without importing them (`kernel.battle.Procedures`)."""

    # Asked all the time, so without a function of their own in between.
    value = staticmethod(unit_effects.value)
    announce = staticmethod(offers.announce)

    def suffer(self, battle: Battle, unit: UnitId, points: int, how: Reason) -> None:
        """Deal true damage that no unit deals."""
        hit_points.deal(battle, unit, NOBODY, true=points, how=how)


class BattleRules:
    """The battle's ruleset, with the catalogue of components that its battles use."""

    name = "battle"
    events: Any = BattleEvent
    state_type = BattleState
    apply = staticmethod(facts.apply)

    def __init__(self, catalogue: Catalogue, fingerprint: str = "") -> None:
        self.catalogue, self.fingerprint = catalogue, fingerprint
        self._procedures = BattleProcedures()
        self._of_parts, self._of_beat = CacheOfParts(), CacheOfBeat()

    def next_beat(self, state: BattleState) -> BeatBegan | None:
        """Return the next beat, which depends on the state alone; None once the battle is over."""
        match state.phase:
            case "create":
                return _creation_beat(state)
            case "setup":
                return BeatBegan("setup")
            case "deploy":
                return BeatBegan("deploy", _undeployed(state))
            case "adventurers":
                return _adventurer_beat(state)
            case "over":
                return None
            case "round" | "companions" | "enemies" | "end" | "cleanup":
                return BeatBegan(state.phase)
            case _:
                assert_never(state.phase)

    def play(self, game: Game[BattleState], beat: BeatBegan) -> None:
        """Run a beat from its start. Raises `Defect` for a name that is none."""
        self._of_beat.begin(game.state)
        battle = Battle(game, self.catalogue, self._procedures, self._of_parts, self._of_beat)
        match beat.name:  # nearly all are of these four
            case "action":
                adventurer_turn.action(battle, UnitId(beat.who))
            case "enemies":
                _enemies(battle)
            case "turn":
                adventurer_turn.begin(battle, UnitId(beat.who))
            case "turn-end":
                adventurer_turn.end(battle, UnitId(beat.who))
            case "create":
                creation.create(battle, SeatId(beat.who))
            case "setup":
                battle_setup.set_up(battle)
            case "deploy" if beat.who in battle.state.adventurers:
                battle_setup.deploy(battle, UnitId(beat.who))
            case "deploy":
                battle_setup.deploy_waiting(battle, UnitId(beat.who))
            case "round":
                rounds.start_of_round(battle)
            case "companions":
                _companions(battle)
            case "end":
                rounds.end_of_round(battle)
            case "cleanup":
                rounds.cleanup(battle)
            case _:
                raise Defect(f"no beat is called {beat.name!r}")

    def battle(self, game: Game[BattleState]) -> Battle:
        """Return the running battle of a game, for previews and tests."""
        return Battle(game, self.catalogue, self._procedures, self._of_parts)

    def preview(
        self, state: BattleState, what: str, unit: UnitId, picks: tuple[str, ...]
    ) -> Foreseen | None:
        """Return a preview, without pauses (see `preview.preview`). Raises `TooMany`."""
        return whole(self.foresee(state, what, UnitId(unit), picks))

    def foresee(
        self, state: BattleState, what: str, unit: UnitId, picks: tuple[str, ...]
    ) -> Slices[Foreseen | None]:
        """Return a generator that works `preview` out in slices."""
        return preview.preview(self, self.battle, self.catalogue, state, what, UnitId(unit), picks)


def _creation_beat(state: BattleState) -> BeatBegan:
    done = [mat.seat for mat in state.adventurers.values()]
    return BeatBegan("create", next(seat for seat in state.settings.party if seat not in done))


def _undeployed(state: BattleState) -> UnitId:
    companions = [unit.id for unit in battle_setup.undeployed_companions(state)]
    waiting = (state.units[name] for name in (*state.order, *companions))
    return next(unit.id for unit in waiting if unit.at is None and not unit.fate)


def _adventurer_beat(state: BattleState) -> BeatBegan:
    if state.turn is not None:
        name = "action" if state.turn.step == "act" else "turn-end"
        return BeatBegan(name, state.turn.unit)
    for name in state.order:
        unit = state.units[name]
        if name not in state.acted and unit.at is not None and not unit.fate:
            return BeatBegan("turn", name)
    return BeatBegan("companions")


def _companions(battle: Battle) -> None:
    if battle.state.phase != "companions":
        battle.emit(PhaseBegan("companions"))
    if companion_turn.waiting(battle):
        companion_turn.companion_turn(battle, companion_turn.next_companion(battle))
    else:
        battle.emit(PhaseBegan("enemies"))


def _enemies(battle: Battle) -> None:
    if tied := enemy_turn.waiting(battle):
        enemy_turn.enemy_turn(battle, enemy_turn.next_enemy(battle, tied))
    else:
        battle.emit(PhaseBegan("end"))
