"""Sessions in the middle, drawn by a test: a tiny province, a party, forced dice.

The province is a strip of eleven hexes from west (0) to east (10): Westing is a town at 0, Easting
at 10; 3 is a peaceful landmark, 5 a conflict one, 7 an unstable one, and 8 is the Barrow. The one
hex beside it, at (5, 1), is a detour.
"""

from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec.structs import replace

from protocol.battle import BattleResult
from protocol.events import Called, Event
from protocol.hexes import Hex, key
from protocol.ids import LineId, SeatId
from protocol.questions import Question, options_of
from server.rules.battle.kernel.state import BattleState, Deck, Row
from server.rules.battle.party import Call, Outcome, party_of, supply_of
from server.rules.campaign.components.choices import Card, Choice
from server.rules.campaign.components.places import OverlandMap, Place
from server.rules.campaign.components.province import (
    Atlas,
    Gauge,
    IconEffect,
    Level,
    Province,
    ProvinceEffect,
)
from server.rules.campaign.components.quests import (
    Ending,
    Epilogue,
    Guild,
    Kiosk,
    Offer,
    Quest,
    SideQuest,
    Step,
)
from server.rules.campaign.components.towns import Town
from server.rules.campaign.components.words import (
    EncounterId,
    GuildId,
    Keyword,
    ProvinceId,
    StepId,
    TownId,
    TrackerId,
)
from server.rules.campaign.kernel.session import Session
from server.rules.campaign.kernel.state import SessionPlan, SessionState
from server.rules.campaign.rules import CampaignRules
from server.rules.content.catalogue import catalogue
from server.rules.engine.advance import CommitContents, Play
from tests.rules.campaign.asks import At, Count, Turned
from tests.scene import Scene, hero
from tests.scene.scene import Script

WEST, PEACEFUL, CONFLICT, UNSTABLE, BARROW, EAST = 0, 3, 5, 7, 8, 10
WEATHER = TrackerId("weather")
STRIP, CLASH = ProvinceId("strip"), EncounterId("plain-clash")
UNDAUNTED = GuildId("undaunted")


def at(column: int) -> Hex:
    """A hex of the strip, counted from the west."""
    return (column, 0)


def _place(column: int) -> Place:
    named: dict[int, Any] = {
        WEST: {"id": "westing", "name": "Westing", "is_town": True},
        EAST: {"id": "easting", "name": "Easting", "is_town": True},
        PEACEFUL: {"landmark": "peaceful"},
        CONFLICT: {"landmark": "conflict"},
        UNSTABLE: {"landmark": "unstable"},
        BARROW: {"id": "barrow", "name": "The Barrow"},
    }
    return Place(at(column), "field", **named.get(column, {}))


STRIP_MAP = OverlandMap(
    (*(_place(column) for column in range(EAST + 1)), Place((5, 1), "wood")),
    {"field": "Field", "wood": "Wood"},
)
EFFECT = ProvinceEffect(
    title="Weather",
    text="The sun clears the sky, rain makes it worse.",
    gauge=Gauge(
        WEATHER, "Weather", (Level("Sunny", ""), Level("Rainy", "", 2), Level("Flood", "", 1))
    ),
    icons=(
        IconEffect("sun", "It clears.", (Turned(WEATHER, 0),)),
        IconEffect("rain", "It rains.", (Count(WEATHER, 1),)),
    ),
)
REST = Choice("rest", "Rest", "You rest.", xp=1)
PEACE = Card("meadow", "A Meadow", "peaceful", "Grass.", (REST,), ("sun",))
RAIN = Card("shower", "A Shower", "peaceful", "Wet.", (REST,), ("rain",))
WAR = Card(
    "bandits",
    "Bandits",
    "conflict",
    "They want it all.",
    (Choice("fight", "Fight", "", "clash", xp=2, encounter=CLASH),),
)
FIRST = Step(
    StepId("A01"),
    "To the Barrow",
    "Go.",
    "Go to the Barrow.",
    trigger=(At("barrow"),),
    choices=(Choice("dig", "Dig", "You dig."),),
    xp=2,
)
LAST = Step(
    StepId("B02"),
    "The Sleeper",
    "It wakes.",
    "Fight it in Easting.",
    trigger=(At("easting"),),
    choices=(Choice("fight", "Fight it", "", "clash", encounter=CLASH),),
    xp=3,
)
QUEST = Quest(
    "strip-undaunted",
    UNDAUNTED,
    "A Short Walk",
    1,
    TownId("westing"),
    (FIRST, LAST),
    Epilogue(
        StepId("C03"),
        "Home",
        (Ending("You are home."),),
        Keyword("Walked"),
        (Offer(STRIP, UNDAUNTED, "Again."),),
    ),
)


ROWS = (Row("health"), Row("stamina"), Row("magicka"), Row(LineId("combat"), LineId("bow")))
"""A mat on which nothing has grown yet."""


def strip(**changes: Any) -> Province:
    """The tiny province, with some of it changed."""
    whole = Province(
        STRIP,
        "BM",
        "The Strip",
        "Flat.",
        STRIP_MAP,
        EFFECT,
        {
            "westing": Town(TownId("westing"), "Westing", ""),
            "easting": Town(TownId("easting"), "Easting", ""),
        },
        Town(TownId("caravan"), "Caravan", ""),
        (PEACE, RAIN, WAR),
        {"undaunted": QUEST},
    )
    return msgspec.structs.replace(whole, **changes)


def with_steps(*steps: Step, **changes: Any) -> Province:
    """The tiny province with a quest of these steps."""
    return strip(quests={"undaunted": replace(QUEST, steps=steps)}, **changes)


ASIDE: dict[str, tuple[str, ...]] = {"together.advance": ("done",)}
"""Questions that belong to other rules, and the answer of who wants nothing."""


class Days:
    """A session in play, as `tests.scene.Scene` is a battle in play."""

    def __init__(
        self,
        *heroes: Any,
        province: Province | None = None,
        side_quests: Iterable[SideQuest] = (),
        **changes: Any,
    ) -> None:
        """The party (one hero unless some are named) stands in Westing as day 2 begins.

        `changes` are fields of the session's state; `day_phase="prepare"` sets it up anew.
        """
        drawn = heroes or (hero(at=None),)
        table: BattleState = Scene(*drawn, encounter=CLASH).play.start
        guild = Guild(UNDAUNTED, "Undaunted", "", Kiosk("Pledged", "", ()))
        self.atlas = Atlas(
            {"strip": province or strip()},
            changes.pop("cards", None) or {},
            {one.id: one for one in side_quests},
            {"undaunted": guild, **changes.pop("guilds", {})},
        )
        self.script = Script()
        self.told: list[Event] = []
        plan = SessionPlan("strip", UNDAUNTED, UNDAUNTED)
        side_quests = tuple(side_quests)
        changes["side_quests"] = changes.pop("side_quests_held", ())
        settings = replace(table.settings, encounter="", **changes.pop("settings", {}))
        decks = {
            "common": Deck(),
            "legendary": Deck(),
            "peaceful": Deck(cards={PEACE.id: 1, RAIN.id: 1}),
            "conflict": Deck(cards={WAR.id: 1}),
            "side-quests": Deck(cards={one.id: 1 for one in side_quests}),
        }
        fields: dict[str, Any] = {
            "plan": plan,
            "supply": table.supply,
            "day": 1,
            "day_phase": "new-day",
            "party_at": at(WEST),
            "guild": UNDAUNTED,
            "quest": UNDAUNTED,
            "step": "A01",
            "trackers": {WEATHER: 0},
            "saved": dict.fromkeys(table.adventurers, 0),
            "decks": {**decks, **changes.pop("decks", {})},
            **changes,
        }
        mats = {
            name: replace(mat, mat=ROWS, lines=("combat", "bow"))
            for name, mat in table.adventurers.items()
        }
        kept: dict[str, Any] = {"units": table.units, "adventurers": mats, "dice": table.dice}
        rules = CampaignRules(self.atlas, catalogue())
        state = SessionState(settings=settings, serial=100, **kept, **fields)
        self.play = Play(rules, state, self.script)
        self._begun = False

    @property
    def state(self) -> SessionState:
        """The state now."""
        if not self._begun:
            self._begun = True
            self._take(self.play.begin())
        return self.play.state

    def _take(self, told: CommitContents) -> None:
        self.told += told.events

    @property
    def questions(self) -> tuple[Question, ...]:
        """The open questions."""
        assert self.state is not None
        return self.play.questions

    def asked(self, why: str) -> Question:
        """The open question of that code."""
        found = [question for question in self.questions if question.why == why]
        assert found, f"{why} is not asked; open are {[q.why for q in self.questions]}"
        return found[0]

    def offered(self, why: str) -> list[str]:
        """The keys that an open question offers; a route's are the hexes in reach."""
        shape = self.asked(why).shape
        spots = getattr(shape, "spots", ())
        return [spot.key for spot in spots[1:]] or [option.key for option in options_of(shape)]

    def rolls(self, *numbers: int) -> "Days":
        """Script the next dice and draws: faces from 0, and places among the cards by name."""
        self.script.numbers += numbers
        return self

    def answer(self, why: str, *picks: str, by: str = "") -> "Days":
        """Answer an open question."""
        question = self.asked(why)
        self._take(self.play.answer(question.id, SeatId(by or question.to[0]), picks))
        return self

    def travel(self, *columns: int) -> "Days":
        """Move the party along these columns of the strip; none: it stays."""
        return self.answer("overland.move", *(key(at(column)) for column in columns)).rests()

    def rests(self) -> "Days":
        """Let everybody be done with growing and resting, wherever that is asked."""
        while self.questions and self.questions[0].why in ASIDE:
            question = self.questions[0]
            self._take(self.play.answer(question.id, question.to[0], ASIDE[question.why]))
        return self

    def called(self) -> Call:
        """The battle that the session waits for."""
        assert self.state is not None
        open_ = self.play.call
        assert isinstance(open_, Called), f"no battle is called for; open are {self.questions}"
        return msgspec.convert(open_.spec, Call)

    def returns(self, result: BattleResult = "victory", **changes: Any) -> "Days":
        """Let the battle end, with the party as it went in unless something else is said."""
        self.called()
        open_ = self.play.call
        assert open_ is not None
        party = changes.pop("party", party_of(self.state))
        outcome = Outcome(result, party, supply_of(self.state), **changes)
        self._take(self.play.returned(open_.call, outcome))
        return self.rests()

    def events(self, kind: type[Event]) -> list[Any]:
        """The events of a kind so far, in order."""
        assert self.state is not None
        return [event for event in self.told if isinstance(event, kind)]

    def done(self) -> "Days":
        """Say that every scripted die was rolled."""
        assert not self.script.numbers, f"{len(self.script.numbers)} numbers were not used"
        return self


def running(days: Days) -> Session:
    """The session as rules see it, for a question or a single event."""
    from server.rules.battle.rules import BattleProcedures
    from server.rules.engine.game import Game

    game = Game(days.play.ruleset, days.state, [], days.script, 0)
    return Session(game, days.atlas, catalogue(), BattleProcedures())
