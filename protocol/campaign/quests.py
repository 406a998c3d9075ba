"""Events of quests: steps, trackers, keywords, effects with a term."""

from protocol.campaign.words import Term
from protocol.events import Event
from protocol.ids import Text


class GuildsOffered(Event, frozen=True, array_like=True, tag="guilds"):
    """Guild cards were drawn, of which the party keeps one."""

    guilds: tuple[str, ...]


class QuestAccepted(Event, frozen=True, array_like=True, tag="guild-quest"):
    """The party follows a guild's quest of this province in this session."""

    guild: str
    quest: str


class StepReached(Event, frozen=True, array_like=True, tag="quest-step"):
    """A step of the guild quest was read: it is the one to be done now."""

    step: str


class StepEnded(Event, frozen=True, array_like=True, tag="step-over"):
    """A step of the guild quest was completed, or failed."""

    step: str
    success: bool


class SideQuestEnded(Event, frozen=True, array_like=True, tag="side-quest-over"):
    """A side quest was completed; its card goes unless it is `kept`."""

    quest: str
    kept: bool = False


class QuestsOffered(Event, frozen=True, array_like=True, tag="quests-offered"):
    """An epilogue named the quests that may be next: each a province and a guild, as an option's
    key. `chosen` is the party's, "" if it was told that the endgame comes.
    """

    quests: tuple[str, ...]
    chosen: str


class KeywordRecorded(Event, frozen=True, array_like=True, tag="keyword"):
    """A keyword was written into the journal; the same one may be written several times."""

    keyword: str
    major: bool = False


class TrackerSet(Event, frozen=True, array_like=True, tag="tracker"):
    """A counter of the province or of a quest shows `value` now."""

    tracker: str
    value: int


class TwistLaid(Event, frozen=True, array_like=True, tag="twist"):
    """The next battle is fought with a twist that its encounter prints."""

    twist: str


class EffectBegan(Event, frozen=True, array_like=True, tag="effect"):
    """An effect lasts from now on: until day (the day's end), step (the quest step's) or session.

    `what` names it and its figures.
    """

    what: str
    until: Text[Term]


class EffectEnded(Event, frozen=True, array_like=True, tag="effect-over"):
    """An effect ended."""

    what: str


class Recorded(Event, frozen=True, array_like=True, tag="recorded"):
    """Something happened in this session that may matter later: it is counted under its name."""

    what: str
