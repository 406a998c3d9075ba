"""Requirements of choices, triggers, steps, rules and endings."""

from typing import Literal

from server.rules.campaign.components.blocks import Figure, Requirement
from server.rules.campaign.components.session import Seen
from server.rules.campaign.components.words import (
    Difficulty,
    Encounter,
    GuildId,
    Icon,
    ItemDeck,
    Keyword,
    Subtype,
    TrackerId,
)
from server.rules.content.provinces.blocks import RequirementBlock, block, in_words, shelf

FOREVER = 99  # days, far more than a session has


@block("day")
class Day(RequirementBlock, frozen=True):
    """The day dial stands between these days, both included."""

    least: int = 0
    most: int = FOREVER

    @property
    def text(self) -> str:
        """Return the days."""
        if self.least == self.most:
            return f"on day {self.least}"
        until = f"until the end of day {self.most}"
        since = f"on day {self.least} or later"
        return until if not self.least else since if self.most == FOREVER else f"{since}, {until}"

    def met(self, session: Seen) -> bool:
        """Return whether the day dial stands there."""
        return self.least <= session.day <= self.most


@block("difficulty")
class OnDifficulty(RequirementBlock, frozen=True):
    """The session is played at one of these difficulties."""

    of: tuple[Difficulty, ...]

    @property
    def text(self) -> str:
        """Return which difficulties these are."""
        return "at " + " or ".join(map(str.capitalize, self.of))

    def met(self, session: Seen) -> bool:
        """Return whether the session's setting is one of them."""
        return session.difficulty in self.of


@block("players")
class Players(RequirementBlock, frozen=True):
    """The party has so many adventurers."""

    least: int = 1
    most: int = 4

    @property
    def text(self) -> str:
        """Return how many adventurers it takes."""
        return f"with {self.least} to {self.most} adventurers"

    def met(self, session: Seen) -> bool:
        """Return whether the party has so many, defeated ones included (p36)."""
        return self.least <= len(session.party) <= self.most


@block("counted")
class Counted(RequirementBlock, frozen=True):
    """A tracker, or the province's gauge, stands between `least` and `most`, figures of P. What
    players call it stands with the tracker or the gauge.
    """

    tracker: TrackerId
    least: Figure = Figure("-999")
    most: Figure = Figure("999")
    called: str = ""
    says: tuple[str, ...] = ()
    levels: tuple[str, ...] = ()
    noted: bool = False

    @property
    def text(self) -> str:
        """Return the condition in players' words: what the party did, if the tracker has words for
        that, else its name and bounds.
        """
        name = self.called or in_words(self.tracker)
        if reached := [one for at, one in enumerate(self.levels) if self._holds(at)]:
            return f"with {name} at {' or '.join(reached)}"
        if meant := [one for at, one in enumerate(self.says, 1) if self._holds(at)]:
            return " or ".join(meant)
        if self.says:
            return f"not if {' or '.join(self.says)}"
        if self.most == Figure("0"):
            return f"not yet: {name}"
        return name if self.noted else f"{name}: {self._bounds}"

    @property
    def _bounds(self) -> str:
        if self.most == Figure("999"):
            return f"{self.least} or more"
        if self.least == Figure("-999"):
            return f"{self.most} or fewer"
        between = f"{self.least} to {self.most}"
        return f"exactly {self.least}" if self.least == self.most else between

    def _holds(self, count: int) -> bool:
        return self.least.at(1) <= count <= self.most.at(1)

    def met(self, session: Seen) -> bool:
        """Return whether the tracker stands between them."""
        players, count = len(session.party), session.count(self.tracker)
        return self.least.at(players) <= count <= self.most.at(players)


@block("keyword")
class HasKeyword(RequirementBlock, frozen=True):
    """A keyword stands in the campaign's journal, so often at least."""

    keyword: Keyword
    times: int = 1

    @property
    def text(self) -> str:
        """Return which keyword it is."""
        return f'"{self.keyword}" is in the journal'

    def met(self, session: Seen) -> bool:
        """Return whether all sessions together recorded it so often."""
        return session.keywords(self.keyword) >= self.times


@block("battle")
class Fought(RequirementBlock, frozen=True):
    """Today's last battle was won, or lost; without a battle neither is met."""

    won: bool = True

    @property
    def text(self) -> str:
        """Return which of both it is."""
        return "after a battle that was won" if self.won else "after a battle that was lost"

    def met(self, session: Seen) -> bool:
        """Return whether the last battle of today ended so."""
        return session.won is self.won


@block("fact")
class Fact(RequirementBlock, frozen=True):
    """Today's last battle gave back a figure of this name, at least so high."""

    tally: str
    least: int = 1

    @property
    def text(self) -> str:
        """Return the figure in words."""
        return f"with {self.least} or more {in_words(self.tally)} in the battle"

    def met(self, session: Seen) -> bool:
        """Return whether the last battle of today gave it back."""
        return session.battle_fact(self.tally) >= self.least


@block("icon")
class Shows(RequirementBlock, frozen=True):
    """Today's peaceful card shows this icon."""

    icon: Icon

    @property
    def text(self) -> str:
        """Return which icon it is."""
        return f"when the card shows {self.icon}"

    def met(self, session: Seen) -> bool:
        """Return whether the card shows it; before one is drawn, none does."""
        return self.icon in session.icons()


@block("encounter")
class Had(RequirementBlock, frozen=True):
    """Today's encounter is of one of these kinds; "" is a day without."""

    of: tuple[Encounter, ...]

    @property
    def text(self) -> str:
        """Return which kinds these are."""
        return "on a day with " + " or ".join(
            f"a {one} encounter" if one else "none" for one in self.of
        )

    def met(self, session: Seen) -> bool:
        """Return whether what was triggered is one of them."""
        return session.encounter in self.of


@block("guild")
class OfGuild(RequirementBlock, frozen=True):
    """The party plays this guild's quest."""

    guild: GuildId

    @property
    def text(self) -> str:
        """Return which guild it is."""
        return f"in the service of {in_words(self.guild)}"

    def met(self, session: Seen) -> bool:
        """Return whether this session plays its quest."""
        return session.guild == self.guild


@block("session")
class InSession(RequirementBlock, frozen=True):
    """It is this session of the campaign."""

    number: Literal[1, 2, 3]

    @property
    def text(self) -> str:
        """Return which session it is."""
        return f"in session {self.number}"

    def met(self, session: Seen) -> bool:
        """Return whether the campaign is in that session."""
        return session.session == self.number


@block("holds")
class Holds(RequirementBlock, frozen=True):
    """Somebody in the party has an item of this subtype, and of this deck if one is given."""

    subtype: Subtype | None = None
    deck: ItemDeck | None = None

    @property
    def text(self) -> str:
        """Return which item it is."""
        words = [one for one in (self.deck, self.subtype or "item") if one]
        return f"with a {' '.join(words)}"

    def met(self, session: Seen) -> bool:
        """Return whether somebody has it, ready or in a pack."""
        return any(session.has_item(one, self.subtype, self.deck) for one in session.party)


@block("not")
class Not(RequirementBlock, frozen=True):
    """A requirement is not met."""

    what: Requirement

    @property
    def text(self) -> str:
        """Return "not" before the requirement's text."""
        return f"not {self.what.text}"

    def met(self, session: Seen) -> bool:
        """Return whether the requirement is not met."""
        return not self.what.met(session)


@block("any")
class AnyOf(RequirementBlock, frozen=True):
    """At least one of these requirements is met."""

    of: tuple[Requirement, ...]

    @property
    def text(self) -> str:
        """Return all of them in words."""
        return " or ".join(one.text for one in self.of)

    def met(self, session: Seen) -> bool:
        """Return whether one of them is met."""
        return any(one.met(session) for one in self.of)


@block("all")
class AllOf(RequirementBlock, frozen=True):
    """All of these requirements are met; to be named within `any` or `not`."""

    of: tuple[Requirement, ...]

    @property
    def text(self) -> str:
        """Return all of them in words."""
        return " and ".join(one.text for one in self.of)

    def met(self, session: Seen) -> bool:
        """Return whether every one is met."""
        return all(one.met(session) for one in self.of)


NEEDS = shelf(
    AllOf,
    Day,
    OnDifficulty,
    Players,
    Counted,
    HasKeyword,
    Fought,
    Fact,
    Shows,
    Had,
    OfGuild,
    InSession,
    Holds,
    Not,
    AnyOf,
)
