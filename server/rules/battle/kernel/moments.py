"""The moments at which effects act, and the facts that each one carries.

A rule announces a moment with `battle.at(Happening(Moment.X, ...))`. Forced effects act, then
optional ones are offered (`server.rules.engine.windows`). Each value below says when the moment
comes, and which fields of the `Happening` are filled besides `moment`.
"""

from collections.abc import Callable, Sequence
from enum import Enum

from msgspec import Struct, field

from protocol.hexes import Hex
from protocol.ids import NO_CARD, NO_DIE, NO_ITEM, NOBODY, CardId, DieId, ItemId, UnitId
from server.rules.battle.kernel.damage_instance import DamageInstance
from server.rules.battle.kernel.engagement import Engage
from server.rules.battle.kernel.lock import Attempt, Lock
from server.rules.battle.kernel.state import Turn


class Moment(Enum):
    """When effects can act; the value says it in words, and behind a ";" which facts it carries."""

    BEFORE_TURN = "before any unit's turn; unit: whose"
    TURN_STARTS = "start of a unit's turn, before recovery; unit: whose"
    AFTER_RECOVERY = "right after an adventurer's Recovery step; unit: whose"
    MOVE_ENDS = "movement is over; unit: who moved; hexes: entered; passed: whose hexes those were"
    STRIDE = "a move action goes on beyond what is free; unit; amount: hexes that are paid for"
    MOVE_STEP_OVER = "a chip's Move step is over; unit; stopped: no Engage step; units: targets"
    FORM_CHANGED = "an adventurer changed battle form; unit: who"
    TARGETING = "an enemy is about to target; by: who; unit: its would-be target; stopped: anew"
    ENGAGE_BEGINS = "targets are settled, and nothing has answered that yet; by: who; engage"
    TARGET_CHOSEN = "a unit has settled a target, before dice; once a target; by, unit, engage"
    BEFORE_ROLL = "dice are gathered and about to be rolled; by: who rolls; engage"
    AFTER_ROLL = "dice have been rolled: rerolls and changed faces; by: who rolled; engage"
    THROWN = "dice have been rolled outside an engage's roll; by: who rolled; kind: for what; faces"
    RESOLVING = "between the dice of one's own engage; by: who; engage"
    DIE_IN_SLOT = "an active slot was filled; unit: whose; die, engage; kind instead: LF or OF"
    POOL_LANDS = "an engage's gathered damage is about to land; unit: on whom; by; engage"
    BEFORE_DAMAGE = "an enemy's rolled damage is about to be dealt; unit, by, instance, engage"
    DAMAGE_COMING = "damage is dealt and not yet taken: prevention; unit, by, instance, engage"
    ARMORED = "an armor answered an enemy's engage; unit: whose; by, card; instance, engage"
    HP_LOSS = "HP are about to go: limits; unit, by; if by damage: instance, engage; else: amount"
    DAMAGE_DEALT = "after damage was dealt; unit: to whom; by; instance: what came of it; engage"
    ENGAGED = "units react: an engage is over; by: who engaged; unit: each target; engage"
    ENGAGE_OVER = "an engage is over, once, after all targets; by: who engaged; engage"
    SELECTING = "a target 1 hex beyond range is being selected: what answers allows it; unit: who"
    DEPLOYED = "an enemy or companion was deployed; unit: who"
    ENEMIES_DEPLOYED = "enemies have been deployed, all that come at once; units: who"
    DEFEATED = "right after a unit was defeated; unit: who fell; by: whose doing; hex: where"
    FATIGUE_COMING = "an adventurer is about to gain fatigue; unit; kind: LF or OF; amount: dice"
    STATUS_COMING = "a unit is about to gain a status; unit; kind: which"
    STATUS_LOST = "a status has left a unit; unit: whose; kind: which"
    HEALED = "a unit was healed; unit: who; by: the healer; amount: HP really gained"
    LOCKPICK = "a lockpick check begins; unit: who picks; amount: attempts it gains"
    LOCKPICK_ROLLED = "lockpick dice show the wrong digits; unit: who picks; attempt, lock"
    LOCK_PICKED = "a lockpick check has succeeded; unit: whose"
    CACHE_YIELDS = "a picked cache is about to give an item; unit: to whom; kind: its deck; stopped"
    ITEM_GAINED = "an item came into an inventory; unit: whose; item: which one"
    ITEM_DISCARDED = "an item is about to be discarded; unit: whose; card; stopped: it stays"
    ITEM_REFRESHED = "an expended item is about to be refreshed; unit: whose; card; stopped"
    ITEM_RESOLVED = "what an item is used for has been done; unit: whose; kind: its subtype"
    OVERTAXED = "a weapon or armor was overtaxed; unit: whose; card: the item"
    SIDE_QUEST_GAINED = "the party has gained a side quest; kind: which"
    ANYTIME = "any moment while nothing resolves (and between dice of one's own engage)"
    TURN_ENDS = "end of a unit's turn; unit: whose"
    TURN_OVER = "after the end of a unit's turn; unit: whose"
    ROUND_STARTS = "start of a round"
    ROUND_ENDS = "end of a round"
    BEFORE_BATTLE = "the map lies ready, nobody is on it yet"
    BATTLE_STARTS = "the first round is about to begin"
    BATTLE_ENDS = "End of Battle Cleanup"

    # Moments are looked up all the time, and Enum's own hash is a Python function.
    __hash__ = object.__hash__

    @property
    def words(self) -> str:
        """Return when the moment comes, without the list of its facts."""
        return self.value.partition(";")[0]


REACTIONS = (Moment.ENGAGED, Moment.DEPLOYED)
"""Moments at which optional effects are offered before the forced ones: the players order effects
of one timing (TIM-3), and an enemy that is defeated first uses no skill after its engage (ENG-25),
nor on entering if it is removed first.
"""

EITHER_WAY = (Moment.TURN_STARTS, Moment.TURN_ENDS)
"""Moments at which optional effects are offered both before the forced ones and after them: a
player may heal before Bane, or strike before what an enemy does at the end of its turn (TIM-3).
"""

BEFOREHAND = (
    Moment.BEFORE_BATTLE,
    Moment.DEPLOYED,
    Moment.ENEMIES_DEPLOYED,
    Moment.SIDE_QUEST_GAINED,
    Moment.LOCKPICK,
    Moment.LOCKPICK_ROLLED,
    Moment.LOCK_PICKED,
)
"""Moments at which effects of adventurers work although they are on no map: before they are
deployed, and between battles.
"""

QUIET = (Moment.TURN_ENDS, Moment.MOVE_STEP_OVER)
"""Moments at which effects that may be used at any time are offered, too: as any turn ends, and
between an enemy's move and its engage (if `quiet` says so).
"""


class Happening(Struct):
    """A moment and its facts. It lives within one run of a beat, never in the state.

    An effect sets `stopped` to prevent what is about to happen (fatigue, a status, an Engage step
    and so on); if it also sets `amount` to 0, all remaining fatigue of one gain is stopped. `after`
    are functions that effects want to run once the result of a lockpick check is settled.
    """

    moment: Moment
    unit: UnitId = NOBODY
    by: UnitId = NOBODY
    engage: Engage | None = None
    instance: DamageInstance | None = None
    attempt: Attempt | None = None
    lock: Lock | None = None
    hex: Hex | None = None
    die: DieId = NO_DIE
    kind: str = ""
    card: CardId = NO_CARD
    item: ItemId = NO_ITEM
    amount: int = 0
    hexes: Sequence[Hex] = ()
    passed: Sequence[UnitId] = ()
    units: Sequence[UnitId] = ()
    faces: list[int] = field(default_factory=list)
    stopped: bool = False
    after: list[Callable[[], None]] = field(default_factory=list)


def quiet(now: Happening, turn: Turn | None) -> bool:
    """Return whether effects that may be used at any time are offered at this moment, too.

    Between an enemy's move and engage only if it has moved and has targets; otherwise the end of
    its turn is early enough.
    """
    if now.moment is not Moment.MOVE_STEP_OVER:
        return now.moment in QUIET
    moved = turn is not None and turn.moved > 0
    return moved and bool(now.units) and not now.stopped
