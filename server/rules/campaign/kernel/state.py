"""The state of a session: the party on the overland map, its quest, and everything between battles.

A session has everything on its table that a battle has of the party: chips, mats, dice, decks, bags
and the box. So it is a battle's state without a map, with the fields of the days added: whatever a
battle's rules do to an adventurer, they do to it here as well.
"""

from msgspec import Struct, field

from protocol.campaign import DayPhase as DayPhase
from protocol.campaign import RewardSource as RewardSource
from protocol.campaign import Term as Term
from protocol.hexes import Hex
from protocol.ids import ItemId, LineId, UnitId
from server.rules.battle.kernel.state import BattleState
from server.rules.campaign.components.words import Encounter

GATE = "gate"
"""The kind of the overland tokens that are gates for the party: "gate:1"."""

LOST = "lost"
"""What stands in the journal before the encounter and the choice whose battle was lost."""

DAY_LIMIT = 12  # days of a session (DAY-3)


class SessionPlan(Struct, frozen=True, gc=False):
    """What a session was opened with: its province, the guild whose card the party holds, and the
    guild whose quest it follows ("" where it draws both). `endgame` marks the third session.
    """

    province: str
    guild: str = ""
    quest: str = ""
    endgame: bool = False


class Due(Struct, frozen=True, gc=False):
    """Something that the next Reward Phase rewards: a step or a side quest by name."""

    source: RewardSource
    name: str = ""


class DayEncounter(Struct, frozen=True, gc=False):
    """The encounter of the day: its sort, its name, which of its choices was taken, how it ended.

    `unstable` if it came from an unstable landmark; `checks` are the social checks tried in it and
    how each ended. `battle` is how its battle ended ("" if none was fought), `facts` are figures
    that the battle gave back, `all_fell` says that it defeated the whole party.
    """

    kind: Encounter
    name: str
    unstable: bool = False
    choice: str = ""
    checks: dict[str, bool] = field(default_factory=dict)
    battle: str = ""
    all_fell: bool = False
    facts: dict[str, int] = field(default_factory=dict)
    over: bool = False
    success: bool = False


class TownVisit(Struct, frozen=True, gc=False):
    """A town encounter under way: which town, the actions that each adventurer has left, who has
    been at the town square, and the skill line tokens that lie out. What the shop shows lies face
    up beside the item decks; the items `aside` among it are somebody's, and not for sale.
    """

    town: str
    actions: dict[UnitId, int]
    square: tuple[UnitId, ...] = ()
    trainer: tuple[LineId, ...] = ()
    aside: tuple[ItemId, ...] = ()


class SessionState(BattleState, frozen=True):
    """The root of a session's state.

    `day` is 0 before the first one. `party_at` is the party token's hex (None: not on the map),
    `tokens` are those of the other overland tokens, `travelled` counts the hexes of the day's move.
    `dial` is the party's XP dial, `saved` each adventurer's saved XP. `guild` is whose card the
    party holds, `quest` whose quest it follows, `step` what is to be done in it, `done` what is.
    `kept` is the peaceful card that tells today's icons. `owed` is the XP that the next Reward
    Phase gives to the dial and everybody, `bonus` to adventurers alone; `due` is what it rewards
    besides. `finished` are side quests that are done and kept, `twists` wait for the next battle,
    `effects` last for the term beside them. `journal` counts what happened in this session
    and has no other place: a town's effect that was used, a choice that was made. `visit` is the
    town encounter under way. `next_quests` are those an epilogue named, of which the party took the
    `chosen` one.
    """

    plan: SessionPlan = field(default_factory=lambda: SessionPlan(""))
    day: int = 0
    day_phase: DayPhase = "prepare"
    party_at: Hex | None = None
    tokens: dict[str, Hex] = field(default_factory=dict)
    closed: tuple[str, ...] = ()
    dial: int = 2
    saved: dict[UnitId, int] = field(default_factory=dict)
    guild: str = ""
    quest: str = ""
    step: str = ""
    done: tuple[str, ...] = ()
    trackers: dict[str, int] = field(default_factory=dict)
    keywords: tuple[str, ...] = ()
    major: str = ""
    finished: tuple[str, ...] = ()
    twists: tuple[str, ...] = ()
    effects: dict[str, Term] = field(default_factory=dict)
    encounter: DayEncounter | None = None
    kept: str = ""
    owed: int = 0
    bonus: int = 0
    due: tuple[Due, ...] = ()
    travelled: int = 0
    journal: dict[str, int] = field(default_factory=dict)
    next_quests: tuple[str, ...] = ()
    chosen: str = ""
    ended_why: str = ""
    visit: TownVisit | None = None
