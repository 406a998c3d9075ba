"""Outcomes for the session: trackers, keywords, tokens, towns, cards, the coming battle."""

import re
from collections.abc import Sequence

from protocol.hexes import Hex, distance
from protocol.ids import UnitId
from server.rules.campaign.components.blocks import Figure
from server.rules.campaign.components.session import Running
from server.rules.campaign.components.words import (
    Deck,
    Keyword,
    PlaceId,
    Token,
    TownId,
    TrackerId,
    TwistId,
)
from server.rules.content.provinces.blocks import (
    OutcomeBlock,
    block,
    in_words,
    shelf,
    token_in_words,
)


@block("xp")
class Xp(OutcomeBlock, frozen=True):
    """The reward of today's encounter grows, for the dial and for everybody."""

    xp: int

    @property
    def text(self) -> str:
        """Return how much XP comes."""
        return f"The party gains {self.xp} XP."

    def do(self, session: Running, who: Sequence[UnitId]) -> None:
        """Raise what the Reward Phase gives."""
        session.xp(self.xp)


@block("count")
class Count(OutcomeBlock, frozen=True):
    """A tracker or the province's gauge moves `by` a figure of P, or is set `to` one, within
    `least` and `most`. What players call it stands with the tracker or the gauge.
    """

    tracker: TrackerId
    by: Figure = Figure("0")
    to: Figure | None = None
    least: int = 0
    most: int = 99
    called: str = ""
    says: tuple[str, ...] = ()
    levels: tuple[str, ...] = ()
    noted: bool = False

    @property
    def text(self) -> str:
        """Return the effect in players' words: how the tracker changes, or what it records."""
        name = self.called or in_words(self.tracker)
        if self.to is not None:
            return self._set(name, self.to.at(1))
        is_less = self.by.at(1) < 0
        if self.levels:
            towards = self.levels[0 if is_less else -1]
            steps = abs(self.by.at(1))
            return f"{name}: {steps} {'step' if steps == 1 else 'steps'} towards {towards}."
        return f"{'' if is_less else '+'}{self.by} {name}."

    def _set(self, name: str, to: int) -> str:
        if 0 <= to < len(self.levels):
            return f"{name}: {self.levels[to]}."
        if 0 < to <= len(self.says):
            return f"Remembered: {self.says[to - 1]}."
        return "This is remembered." if self.noted and to else f"{name}: {self.to}."

    def do(self, session: Running, who: Sequence[UnitId]) -> None:
        """Set the tracker within its bounds."""
        players, count = len(session.party), session.count(self.tracker)
        new = count + self.by.at(players) if self.to is None else self.to.at(players)
        session.counted(self.tracker, max(self.least, min(self.most, new)))


@block("record")
class Record(OutcomeBlock, frozen=True):
    """A minor keyword is written into the campaign's journal."""

    keyword: Keyword

    @property
    def text(self) -> str:
        """Return which keyword it is."""
        return f'Written into the journal: "{self.keyword}".'

    def do(self, session: Running, who: Sequence[UnitId]) -> None:
        """Write it down, each time anew (KEY-3)."""
        session.record(self.keyword)


class OfToken(OutcomeBlock, frozen=True, kw_only=True):
    """The base of outcomes for an overland token. Who or what it is stands where it is put on the
    map as a step begins.
    """

    token: Token
    called: str = ""

    @property
    def subject(self) -> str:
        """Return who or what the token is, to begin a sentence with."""
        return re.sub(",.*", "", self.called) or token_in_words(self.token).capitalize()


def _hexes(count: object) -> str:
    """Return a number of hexes in words."""
    return "1 hex" if str(count) == "1" else f"{count} hexes"


@block("place")
class PlaceToken(OfToken, frozen=True, kw_only=True):
    """An overland token is put on a place; of several hexes the party picks one. "party" moves the
    party itself.
    """

    at: PlaceId

    @property
    def text(self) -> str:
        """Return which token is put where."""
        return f"{self.subject} is now at {in_words(self.at)}."

    def do(self, session: Running, who: Sequence[UnitId]) -> None:
        """Put it there: placed, not moved."""
        hexes = session.mark(self.at)
        at = hexes[0] if len(hexes) == 1 else session.pick_hex(self.text, hexes)
        session.place(self.token, at)


@block("remove")
class RemoveToken(OfToken, frozen=True, kw_only=True):
    """An overland token leaves the map."""

    @property
    def text(self) -> str:
        """Return which token leaves."""
        return f"{self.subject} leaves the map."

    def do(self, session: Running, who: Sequence[UnitId]) -> None:
        """Take it off the map."""
        session.place(self.token, None)


def _nearest(at: Hex, hexes: Sequence[Hex]) -> Hex:
    return min(hexes, key=lambda one: (distance(at, one), one))


@block("advance")
class Advance(OfToken, frozen=True, kw_only=True):
    """A token moves so many hexes on a shortest way to a place; of several hexes to the closest
    one.
    """

    to: PlaceId
    hexes: Figure

    @property
    def text(self) -> str:
        """Return which token moves where."""
        return f"{self.subject} moves {_hexes(self.hexes)} towards {in_words(self.to)}."

    def do(self, session: Running, who: Sequence[UnitId]) -> None:
        """Move it; a token off the map stays off."""
        at = session.token(self.token)
        if at is not None:
            to = _nearest(at, session.mark(self.to))
            session.advance(self.token, to, self.hexes.at(len(session.party)))


@block("chase")
class Chase(OfToken, frozen=True, kw_only=True):
    """A token moves so many hexes on a shortest way towards the party."""

    hexes: Figure

    @property
    def text(self) -> str:
        """Return which token moves how far."""
        return f"{self.subject} moves {_hexes(self.hexes)} towards the party."

    def do(self, session: Running, who: Sequence[UnitId]) -> None:
        """Move it; a token off the map stays off."""
        if session.token(self.token) is not None and session.here is not None:
            session.advance(self.token, session.here, self.hexes.at(len(session.party)))


@block("drift")
class Drift(OfToken, frozen=True, kw_only=True):
    """A die is rolled for a direction, and a token moves so many hexes that way."""

    hexes: int = 1

    @property
    def text(self) -> str:
        """Return which token moves how far."""
        return f"{self.subject} moves {_hexes(self.hexes)} where a die points."

    def do(self, session: Running, who: Sequence[UnitId]) -> None:
        """Roll and move it; it stops at the map's edge (NPC-4)."""
        if session.token(self.token) is not None:
            session.drift(self.token, self.hexes)


@block("faster")
class Faster(OutcomeBlock, frozen=True):
    """The party's base overland movement changes for some coming days."""

    hexes: int
    days: int = 1

    @property
    def text(self) -> str:
        """Return by how much, and for how long."""
        when = "Tomorrow" if self.days == 1 else f"On the next {self.days} days"
        more = "more" if self.hexes > 0 else "fewer"
        much = f"{abs(self.hexes)} {more} {'hex' if abs(self.hexes) == 1 else 'hexes'}"
        return f"{when} the party travels {much} without fatigue."

    def do(self, session: Running, who: Sequence[UnitId]) -> None:
        """Change the movement from tomorrow on."""
        session.faster(self.hexes, self.days)


@block("close")
class Close(OutcomeBlock, frozen=True):
    """A town is closed: the party cannot enter it."""

    town: TownId

    @property
    def text(self) -> str:
        """Return which town it is."""
        return f"{in_words(self.town)} is closed."

    def do(self, session: Running, who: Sequence[UnitId]) -> None:
        """Close it until it is opened again."""
        session.close(self.town)


@block("reopen")
class Reopen(OutcomeBlock, frozen=True):
    """A closed town is open again."""

    town: TownId

    @property
    def text(self) -> str:
        """Return which town it is."""
        return f"{in_words(self.town)} is open again."

    def do(self, session: Running, who: Sequence[UnitId]) -> None:
        """Open it at once."""
        if session.is_closed(self.town):
            session.reopen(self.town)


@block("skip-rest")
class SkipRest(OutcomeBlock, frozen=True):
    """The party skips today's rest."""

    @property
    def text(self) -> str:
        """Return that today's rest is skipped."""
        return "Skip today's rest."

    def do(self, session: Running, who: Sequence[UnitId]) -> None:
        """Skip the rest; the province effect still happens."""
        session.skip_rest()


@block("side-quest")
class DrawSideQuest(OutcomeBlock, frozen=True):
    """The party draws side quests and may keep one."""

    draw: int = 2

    @property
    def text(self) -> str:
        """Return how many are drawn."""
        if self.draw == 1:
            return "Draw a side quest, and keep it if you like."
        return f"Draw {self.draw} side quests and keep at most 1."

    def do(self, session: Running, who: Sequence[UnitId]) -> None:
        """Draw them as at a quest board."""
        session.gain_side_quest(self.draw)


@block("look")
class Look(OutcomeBlock, frozen=True):
    """The party looks at the top cards of a deck and puts each on top or at the bottom."""

    deck: Deck
    cards: int = 2

    @property
    def text(self) -> str:
        """Return how many cards are looked at."""
        if self.cards == 1:
            return f"Look at the top {self.deck} card; put it on top or at the bottom."
        return f"Look at the top {self.cards} {self.deck} cards; put each on top or at the bottom."

    def do(self, session: Running, who: Sequence[UnitId]) -> None:
        """Show them; they go back in any order."""
        session.look(self.deck, self.cards)


@block("twist")
class TwistNext(OutcomeBlock, frozen=True):
    """The next battle is fought with this twist, if its encounter prints it."""

    twist: TwistId
    says: str

    @property
    def text(self) -> str:
        """Return what the twist means to players."""
        return self.says

    def do(self, session: Running, who: Sequence[UnitId]) -> None:
        """Note the twist for the next battle."""
        session.twist(self.twist)


@block("tell")
class Tell(OutcomeBlock, frozen=True):
    """A line of story."""

    story: str

    @property
    def text(self) -> str:
        """Return "": a line is told when it happens, not before."""
        return ""

    def do(self, session: Running, who: Sequence[UnitId]) -> None:
        """Tell everybody."""
        session.tell(self.story)


@block("fail")
class Fail(OutcomeBlock, frozen=True):
    """The guild quest is failed."""

    why: str

    @property
    def text(self) -> str:
        """Return that all is lost."""
        return "The quest is failed."

    def do(self, session: Running, who: Sequence[UnitId]) -> None:
        """Fail the quest, and with it the campaign (QST-5)."""
        session.fail(self.why)


MAP = shelf(
    Xp,
    Count,
    Record,
    PlaceToken,
    RemoveToken,
    Advance,
    Chase,
    Drift,
    Faster,
    Close,
    Reopen,
    SkipRest,
    DrawSideQuest,
    Look,
    TwistNext,
    Tell,
    Fail,
)
