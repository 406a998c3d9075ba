"""The battle as a ruleset of the engine: its beats, and which comes when.

create     one beat for each adventurer without a mat
setup      map, caches, enemies, turn order
deploy     one beat for each adventurer off the map, then for each companion that waits
round      start of round
adventurers  begin of a turn; one beat for each action; end of the turn
companions   one beat for each companion
enemies      one beat for each enemy
end        end of round, back to round or on to cleanup
"""

from typing import Any

from protocol.battle import BattleEvent, PhaseBegan
from protocol.events import BeatBegan, Event
from protocol.previews import Foreseen
from server.rules.battle import (
    companion_turn,
    creation,
    enemy_turn,
    facts,
    preview,
    rounds,
    setup,
    turn,
)
from server.rules.battle.battle import Battle
from server.rules.battle.components import Catalogue
from server.rules.battle.state import BattleState, Settings
from server.rules.engine.foresight import Slices, whole
from server.rules.engine.game import Game
from server.rules.engine.patch import Op


def start(settings: Settings) -> BattleState:
    """A battle about to be set up; `settings.party` names the seats in clockwise order."""
    return BattleState(settings=settings, round=1)


class BattleRules:
    """The ruleset, with the components that may be used."""

    name = "battle"
    events: Any = BattleEvent
    state_type = BattleState

    def __init__(self, catalogue: Catalogue, fingerprint: str = "") -> None:
        self.catalogue, self.fingerprint = catalogue, fingerprint

    def apply(self, state: BattleState, event: Event) -> tuple[Op, ...]:
        """What an event changes."""
        return facts.apply(state, event)

    def next_beat(self, state: BattleState) -> BeatBegan | None:
        """Which beat comes now, from the state alone."""
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
            case phase:
                return BeatBegan(phase)

    def play(self, game: Game[BattleState], beat: BeatBegan) -> None:
        """Run a beat."""
        battle = Battle(game, self.catalogue)
        match beat.name:
            case "create":
                creation.create(battle, beat.who)
            case "setup":
                setup.set_up(battle)
            case "deploy" if beat.who in battle.state.adventurers:
                setup.deploy(battle, beat.who)
            case "deploy":
                setup.deploy_waiting(battle, beat.who)
            case "round":
                rounds.start_of_round(battle)
            case "turn":
                turn.begin(battle, beat.who)
            case "action":
                turn.action(battle, beat.who)
            case "turn-end":
                turn.end(battle, beat.who)
            case "companions":
                _companions(battle)
            case "enemies":
                _enemies(battle)
            case "end":
                rounds.end_of_round(battle)
            case _:
                rounds.cleanup(battle)

    def preview(
        self, state: BattleState, what: str, unit: str, picks: tuple[str, ...]
    ) -> Foreseen | None:
        """The odds of a plan, an enemy's coming turn, a unit's values explained."""
        return whole(self.foresee(state, what, unit, picks))

    def foresee(
        self, state: BattleState, what: str, unit: str, picks: tuple[str, ...]
    ) -> Slices[Foreseen | None]:
        """The same in slices."""
        return preview.preview(self, self.catalogue, state, what, unit, picks)


def _creation_beat(state: BattleState) -> BeatBegan:
    done = [mat.seat for mat in state.adventurers.values()]
    return BeatBegan("create", next(seat for seat in state.settings.party if seat not in done))


def _undeployed(state: BattleState) -> str:
    companions = [unit.id for unit in setup.undeployed_companions(state)]
    return next(name for name in (*state.order, *companions) if state.units[name].at is None)


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
    if enemy_turn.waiting(battle):
        enemy_turn.enemy_turn(battle, enemy_turn.next_enemy(battle))
    else:
        battle.emit(PhaseBegan("end"))
