"""The running session as rules and content see it: the state, the log, questions and dice."""

from typing import Any

import msgspec

from protocol.events import Event
from protocol.hexes import Hex
from protocol.ids import SeatId, UnitId
from protocol.questions import Picks, Question
from server.rules.battle.components.catalogue import Catalogue
from server.rules.battle.kernel.battle import Battle, Procedures
from server.rules.campaign.components.choices import Card
from server.rules.campaign.components.province import Atlas, Province
from server.rules.campaign.components.words import (
    Difficulty,
    Encounter,
    Icon,
    ItemDeck,
    Landmark,
    Subtype,
    Token,
)
from server.rules.campaign.kernel.state import SessionState
from server.rules.engine.game import Choice, Game


class Session:
    """Handed to every rule of a session; printed blocks see it as `components.session.Seen`.

    `battle` is the same table for the functions that a session shares with a battle: what they do
    to an adventurer, they do to it here, on the same state and log.
    """

    def __init__(
        self, game: Game[SessionState], atlas: Atlas, catalogue: Catalogue, procedures: Procedures
    ) -> None:
        self.game, self.atlas, self.catalogue = game, atlas, catalogue
        self.procedures = procedures
        # A session's state is a battle's with more in it; `Game`, being mutable, cannot say so.
        table: Any = game
        self.battle = Battle(table, catalogue, procedures)

    def as_if(self, state: SessionState) -> "Session":
        """Return the session in another state, to look at requirements; nothing that it does
        reaches this one.
        """
        # A log of its own that is thrown away: nothing asked of this session may reach the real
        # one.
        game = Game(self.game.ruleset, state, [], self.game.chance, 0)
        return Session(game, self.atlas, self.catalogue, self.procedures)

    @property
    def state(self) -> SessionState:
        """Return the state now; never keep it across an event or a question."""
        return self.game.state

    @property
    def seats(self) -> tuple[SeatId, ...]:
        """Return all seats: who decides for the party."""
        return self.game.state.settings.party

    @property
    def province(self) -> Province:
        """Return the province of the session."""
        return self.atlas.provinces[self.game.state.plan.province]

    def emit(self, event: Event) -> None:
        """Append an event to the log and apply it to the state."""
        self.game.emit(event)

    def throw(self, what: str, sides: int = 6) -> int:
        """Roll one die that everybody sees; faces count from 0."""
        return self.game.roll(1, what=what, sides=sides)[0]

    def ask(self, *questions: Question) -> Choice:
        """Ask several questions at the same time. Returns the first valid answer, which closes all
        of them.
        """
        return self.game.ask(*questions)

    def choose(self, question: Question) -> str:
        """Ask for at most one option. Returns its key, "" for a pass."""
        return self.game.pick(question)

    def picks(self, question: Question) -> Picks:
        """Ask for several options. Returns their keys, as the question's shape says."""
        return self.game.ask(question).picks

    def is_endgame(self) -> bool:
        """Return whether this is a campaign's third session, played without an overland map
        (END-1).
        """
        return self.game.state.plan.endgame

    def party_size(self) -> int:
        """Return P, the number of adventurers, defeated ones included (GEN-12)."""
        return len(self.game.state.adventurers)

    # what printed requirements look at (`Seen`)

    @property
    def day(self) -> int:
        """Return the day dial; 0 during setup."""
        return self.game.state.day

    @property
    def session(self) -> int:
        """Return which session of the campaign this is: 1, 2 or 3."""
        return self.game.state.settings.session

    @property
    def difficulty(self) -> Difficulty:
        """Return the difficulty that the party chose."""
        found: Difficulty = msgspec.convert(self.game.state.settings.difficulty, Difficulty)
        return found

    @property
    def guild(self) -> str:
        """Return the id of the guild whose quest is played; "" in an endgame."""
        return self.game.state.quest

    @property
    def party(self) -> tuple[UnitId, ...]:
        """Return all adventurers, in seat order."""
        mats = self.game.state.adventurers
        return tuple(sorted(mats, key=lambda unit: self.seats.index(mats[unit].seat)))

    @property
    def here(self) -> Hex | None:
        """Return where the party token lies; None in an endgame."""
        return self.game.state.party_at

    @property
    def encounter(self) -> Encounter:
        """Return what the party triggered today."""
        now = self.game.state.encounter
        return now.kind if now else ""

    @property
    def won(self) -> bool | None:
        """Return whether the last battle of today was won; None: there was none."""
        now = self.game.state.encounter
        return now.battle == "victory" if now and now.battle else None

    def token(self, name: Token) -> Hex | None:
        """Return where an overland token lies; None: not on the map."""
        return self.here if name == "party" else self.game.state.tokens.get(name)

    def mark(self, place: str) -> tuple[Hex, ...]:
        """Return the hexes of a place, town or label of the province's map; () if it has none."""
        return self.province.map.named(place)

    def landmark(self, at: Hex) -> Landmark:
        """Return the landmark printed in a hex."""
        place = self.province.map.by_hex.get(at)
        return place.landmark if place else ""

    def terrain(self, at: Hex) -> str:
        """Return the terrain of a hex; "" beyond the map."""
        place = self.province.map.by_hex.get(at)
        return place.terrain if place else ""

    def town(self, at: Hex) -> str:
        """Return the id of the town in a hex; "": none."""
        place = self.province.map.by_hex.get(at)
        return place.id if place and place.is_town else ""

    def icons(self) -> tuple[Icon, ...]:
        """Return the icons of the peaceful card drawn today, left to right; () before one is
        drawn.
        """
        kept = self.game.state.kept
        return self.overland_card(kept).icons if kept else ()

    def overland_card(self, name: str) -> Card:
        """Return a printed overland card: the province's own, or a general one."""
        own = next((card for card in self.province.cards if card.id == name), None)
        return own or self.atlas.cards[name]

    def count(self, name: str) -> int:
        """Return a tracker by name: a gauge, a quest's counter; 0 if nobody counted yet."""
        return self.game.state.trackers.get(name, 0)

    def keywords(self, keyword: str) -> int:
        """Return how often a keyword is recorded in this campaign, majors included (KEY-3)."""
        return self.game.state.keywords.count(keyword)

    def is_closed(self, town: str) -> bool:
        """Return whether a town is closed (TWN-20)."""
        return town in self.game.state.closed

    def battle_fact(self, name: str) -> int:
        """Return a figure that the last battle of today gave back for quests; 0 if it gave none."""
        now = self.game.state.encounter
        return now.facts.get(name, 0) if now else 0

    def has_item(self, who: UnitId, subtype: Subtype | None, deck: ItemDeck | None) -> bool:
        """Return whether an adventurer holds an item of this subtype and deck (None: of any)."""
        mat = self.game.state.adventurers[who]
        items = [self.catalogue.items[card.item] for card in (*mat.ready, *mat.pack)]
        return any(subtype in (None, item.subtype) and deck in (None, item.deck) for item in items)

    def tenacity_of(self, who: UnitId) -> int:
        """Return an adventurer's tenacity."""
        return self.game.state.adventurers[who].tenacity

    def hp_of(self, who: UnitId) -> int:
        """Return an adventurer's HP without bonus HP; 0: defeated."""
        return self.game.state.units[who].hp

    def xp_of(self, who: UnitId) -> int:
        """Return an adventurer's saved XP."""
        return self.game.state.saved.get(who, 0)
