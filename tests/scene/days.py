"""A scene between battles: a session's table, on which a test lets one rule run as a beat.

    day = Day(hero("a1", hp=2), do=lambda session: rest.rest(session), saved={"a1": 3})
    day.answer("rest.dice", "at:0").default()
    assert day.hp("a1") == 3

Everything else is as in `Scene`: forced dice, questions by their codes, invariants.
"""

from collections.abc import Callable
from typing import Any

import msgspec

from protocol.campaign import DayPhaseBegan, SessionEvent
from protocol.events import BeatBegan, Event
from server.rules.battle.kernel.state import BattleState, Deck, Row, Settings
from server.rules.battle.rules import BattleProcedures
from server.rules.campaign.components.province import Atlas
from server.rules.campaign.kernel import facts
from server.rules.campaign.kernel.session import Session
from server.rules.campaign.kernel.state import SessionPlan, SessionState
from server.rules.content.catalogue import catalogue
from server.rules.engine.advance import Play
from server.rules.engine.game import Game
from server.rules.engine.patch import Op
from tests.scene.builders import Hero
from tests.scene.scene import Scene, Script

NOTHING = Atlas(provinces={}, cards={}, side_quests={}, guilds={})
Rule = Callable[[Session], None]


class OneBeat:
    """A ruleset that plays one rule of a session as its only beat."""

    name, fingerprint = "campaign", ""
    events: Any = SessionEvent
    state_type = SessionState

    def __init__(self, do: Rule, atlas: Atlas) -> None:
        self._do, self._atlas = do, atlas

    def apply(self, state: SessionState, event: Event) -> tuple[Op, ...]:
        """What an event changes."""
        return facts.apply(state, event)

    def next_beat(self, state: SessionState) -> BeatBegan | None:
        """The beat, until it has been played."""
        return BeatBegan("rule") if state.day_phase != "over" else None

    def play(self, game: Game[SessionState], beat: BeatBegan) -> None:
        """Let the rule run."""
        self._do(Session(game, self._atlas, catalogue(), BattleProcedures()))
        game.emit(DayPhaseBegan("over"))

    def preview(self, *_: object) -> None:
        """Nothing is previewed."""

    foresee: Any = preview


class Day(Scene):
    """A session's table drawn by a test. Keyword figures are fields of its state."""

    def __init__(
        self,
        *heroes: Hero,
        do: Rule,
        difficulty: str = "adept",
        decks: dict[str, Deck] | None = None,
        atlas: Atlas = NOTHING,
        session: int = 1,
        settings: dict[str, Any] | None = None,
        rows: tuple[Row, ...] = (),
        lines: tuple[str, ...] = (),
        **state: Any,
    ) -> None:
        """`rows` and `lines` are the attribute rows and trained lines of every hero's mat."""
        for one in heroes:
            one.at = None
        drawn = Scene(
            *heroes, difficulty=difficulty, decks=decks, session=session, **settings or {}
        )
        table = _between_battles(drawn.play.start)
        fields = {name: getattr(table, name) for name in BattleState.__struct_fields__}
        if rows:
            mats = fields["adventurers"].items()
            fields["adventurers"] = {
                name: msgspec.structs.replace(mat, mat=rows, lines=lines) for name, mat in mats
            }
        start = SessionState(**{**fields, "plan": SessionPlan(""), "day": 2, **state})
        self.heroes, self.script, self.told, self._begun = list(heroes), Script(), [], False
        self.catalogue = catalogue()
        rules: Any = OneBeat(do, atlas)
        self.play = Play(rules, start, self.script)

    def begin(self) -> None:
        """Let the rule run as far as it comes without an answer."""
        self._begin()

    @property
    def session(self) -> SessionState:
        """The state, as a session's."""
        state: Any = self.state
        assert isinstance(state, SessionState)
        return state


def _between_battles(state: BattleState) -> BattleState:
    settings: Settings = msgspec.structs.replace(state.settings, encounter="", asks_all=False)
    return msgspec.structs.replace(
        state, settings=settings, turn=None, tiles={}, phase="over", round=0, rounds=0, order=()
    )
