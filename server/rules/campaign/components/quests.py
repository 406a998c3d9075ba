"""Guilds, guild quests with their steps, side quests, endgames (p46-51)."""

import msgspec

from server.rules.campaign.components.blocks import Figure, Outcome, Requirement, Rule
from server.rules.campaign.components.choices import Choice
from server.rules.campaign.components.words import (
    GuildId,
    Keyword,
    PlaceId,
    ProvinceId,
    StepId,
    Token,
    TownId,
    TrackerId,
)


class Kiosk(msgspec.Struct, frozen=True):
    """A guild's town action (TWN-15): what it costs and does to whoever takes it."""

    title: str
    text: str
    outcomes: tuple[Outcome, ...]
    costs: tuple[Outcome, ...] = ()


class Guild(msgspec.Struct, frozen=True):
    """A guild card."""

    id: GuildId
    name: str
    text: str
    kiosk: Kiosk
    source: str = "original"


class Tracker(msgspec.Struct, frozen=True):
    """A counter that players see while its step or quest is active. `goal`: where it leads to.

    `says`: what it means to players that it stands at 1, at 2, and so on, as a clause: "you spared
    the courier".
    """

    id: TrackerId
    name: str
    goal: Figure | None = None
    start: int = 0
    says: tuple[str, ...] = ()


class TownAction(msgspec.Struct, frozen=True):
    """A town action of a step, in these towns (none: in any). As a `group` action everybody gives
    one of its actions, and the outcomes happen to the party; else to whoever takes it.
    """

    title: str
    text: str
    outcomes: tuple[Outcome, ...]
    towns: tuple[TownId, ...] = ()
    requires: tuple[Requirement, ...] = ()
    costs: tuple[Outcome, ...] = ()
    group: bool = False


class TokenStart(msgspec.Struct, frozen=True):
    """Where a token lies as a step begins: a place by its id; `name` is who or what it stands for.

    Of several hexes the party picks one (NPC-5). A token that `follows` goes where the party goes.
    """

    token: Token
    at: PlaceId
    name: str = ""
    follows: bool = False


class Way(msgspec.Struct, frozen=True):
    """Which step comes next if all of `when` is met."""

    step: StepId
    when: tuple[Requirement, ...] = ()


class Step(msgspec.Struct, frozen=True):
    """A step of a guild quest (p47).

    Its encounter is triggered at the end of the party's move where all of `trigger` is met (none:
    never by moving), and offers `choices`. At the end of the Encounter Phase it is completed if
    all of `done` is met; without any it is as soon as its encounter succeeds (QST-3). It is failed
    where one of `fails` is met at the end of the Encounter Phase or of the day, and where its
    battle is lost, unless it may be tried `again` (QST-4).

    A `linked` step's encounter follows at once on the same day, before the Reward Phase (QST-7).
    `tokens` lie on the map as it begins, `rules` act while it is active (QST-8), `movement`
    changes the base overland movement as long. `rewards` happen in the Reward Phase of its
    completion, with `xp` for each. `scene` is read where its encounter begins; without it the text
    is read again. The next step is the first of `next` whose requirements are
    met, else the one that stands behind it.
    """

    id: StepId
    title: str
    text: str
    goal: str
    day: int = 0
    trigger: tuple[Requirement, ...] = ()
    choices: tuple[Choice, ...] = ()
    done: tuple[Requirement, ...] = ()
    fails: tuple[Requirement, ...] = ()
    again: bool = False
    linked: bool = False
    tokens: tuple[TokenStart, ...] = ()
    trackers: tuple[Tracker, ...] = ()
    actions: tuple[TownAction, ...] = ()
    rules: tuple[Rule, ...] = ()
    movement: int = 0
    xp: int = 0
    rewards: tuple[Outcome, ...] = ()
    next: tuple[Way, ...] = ()
    scene: str = ""
    source: str = "original"


class Offer(msgspec.Struct, frozen=True):
    """A guild quest that an epilogue offers for the next session (SES-3)."""

    province: ProvinceId
    guild: GuildId
    text: str


class Ending(msgspec.Struct, frozen=True):
    """A way for a quest to end: told where all of `when` is met; `outcomes` are minor keywords."""

    text: str
    when: tuple[Requirement, ...] = ()
    outcomes: tuple[Outcome, ...] = ()


class Epilogue(msgspec.Struct, frozen=True):
    """The last step, which has no encounter (QST-6): its first fitting ending, the major keyword,
    what it offers after a first session; after a second comes the province's endgame (SES-4).
    """

    id: StepId
    title: str
    endings: tuple[Ending, ...]
    keyword: Keyword
    offers: tuple[Offer, ...] = ()


class Quest(msgspec.Struct, frozen=True):
    """A guild quest: 3 to 5 steps and an epilogue. `start` is the town in which it begins."""

    id: str
    guild: GuildId
    title: str
    complexity: int
    start: TownId
    steps: tuple[Step, ...]
    epilogue: Epilogue
    province: ProvinceId = ProvinceId("")
    text: str = ""
    source: str = "original"


class SideQuest(msgspec.Struct, frozen=True):
    """A side quest card (p48). Triggered as a step is, completed as a step is; `in_town` in step 3
    of a town encounter instead (TWN-6). A `next_clash` quest happens in the party's next clash.
    One that is `optional` need not be triggered (SQ-5). `rewards` happen when it is completed.
    """

    id: str
    title: str
    text: str
    goal: str
    trigger: tuple[Requirement, ...] = ()
    choices: tuple[Choice, ...] = ()
    done: tuple[Requirement, ...] = ()
    in_town: bool = False
    next_clash: bool = False
    optional: bool = False
    kept: bool = False
    trackers: tuple[Tracker, ...] = ()
    rules: tuple[Rule, ...] = ()
    xp: int = 0
    rewards: tuple[Outcome, ...] = ()
    source: str = "original"


class KeywordEffect(msgspec.Struct, frozen=True):
    """What a recorded keyword does as an endgame is set up, or at the start of one of its days
    (`day` 0: setup); for each time that it is recorded, if it `adds`.
    """

    keyword: Keyword
    text: str
    outcomes: tuple[Outcome, ...] = ()
    day: int = 0
    adds: bool = False


class EndgameDay(msgspec.Struct, frozen=True):
    """A day of an endgame and its encounter (END-5), which has to be won (END-6)."""

    title: str
    text: str
    choices: tuple[Choice, ...]
    rules: tuple[Rule, ...] = ()
    icons: bool = False
    failed: str = ""


class Endgame(msgspec.Struct, frozen=True):
    """The third session, in the province of the second (p51)."""

    id: str
    province: ProvinceId
    title: str
    text: str
    days: tuple[EndgameDay, ...]
    keywords: tuple[KeywordEffect, ...]
    trackers: tuple[Tracker, ...] = ()
    start: tuple[Outcome, ...] = ()
    endings: tuple[Ending, ...] = ()
    lost: str = ""
    source: str = "original"
