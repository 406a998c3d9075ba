"""A session among the battles that a table's document names: it waits while one of them is on. And
the campaign that a table keeps: which of its sessions is on, and which comes next.
"""

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from protocol.ids import NO_BATTLE, BattleId, SeatId, TableId
from protocol.tables import BattleLine, CampaignLine, Settings, TableState
from server.battles import Ending, NextSession
from server.runtime import Refusal
from server.store import Store

Lines = tuple[BattleLine, ...]

PROGRESS = "campaign"  # the kind of the documents that say how far tables' campaigns are


class Progress(Struct, frozen=True, array_like=True, gc=False):
    """How far a session is: its `day`, the `battle` that it waits for (an encounter, "" for none),
    the seats whose answers are waited for, and `since` when (Unix seconds).
    """

    session: BattleId = NO_BATTLE
    day: int = 0
    battle: str = ""
    waits: tuple[SeatId, ...] = ()
    since: int = 0


async def keep_progress(store: Store, table: TableId, progress: Progress) -> None:
    """Store how far a table's session is. Raises StoreError."""
    await store.put(PROGRESS, table, msgspec.msgpack.encode(progress))


async def progress_of(store: Store, table: TableId) -> Progress:
    """Return how far a table's session is, as far as anybody has noted it. Raises StoreError."""
    found = await store.get(PROGRESS, table)
    return msgspec.msgpack.decode(found[1], type=Progress) if found is not None else Progress()


ANEW = ("campaign", "anew")
"""The option by which a leader gives the table's campaign up for another one."""

PROLOGUE = ("prologue", "yes")
"""The option by which a first session begins with the party of the prologue played before."""

FIRST_ONLY = ("guild", ANEW[0], PROLOGUE[0])
"""Options that mean something for the first session of a campaign alone."""


def begun(campaign: CampaignLine | None, line: BattleLine) -> CampaignLine | None:
    """Return the table's campaign once something has begun: its next session, or the first one of
    another campaign. A battle changes nothing.
    """
    if line.session or not line.part:
        return campaign
    if campaign is None or line.part == 1:
        return CampaignLine(1, line.encounter, "", "on", (line.battle,))
    return replace(campaign, phase="on", sessions=(*campaign.sessions, line.battle))


def after(
    campaign: CampaignLine | None, battle: BattleId, ending: Ending | None
) -> CampaignLine | None:
    """Return the table's campaign after something is over. A session whose rules have not ended it
    (`ending` is None) counts no more; the one before it can be gone on from again.
    """
    if campaign is None or campaign.phase != "on" or campaign.sessions[-1] != battle:
        return campaign
    if ending is None:
        left = campaign.sessions[:-1]
        return replace(campaign, phase="between", sessions=left) if left else None
    if not isinstance(ending, NextSession):
        return replace(campaign, phase=ending)
    part, encounter, quest = ending
    return CampaignLine(part, encounter, quest, "between", campaign.sessions)


def settings_after(settings: Settings, ending: Ending | None) -> Settings:
    """Return a table's settings after a session: those of the one that comes next, if one does."""
    if not isinstance(ending, NextSession):
        return settings
    options = {key: word for key, word in settings.options.items() if key not in FIRST_ONLY}
    return replace(settings, encounter=ending.encounter, options=options)


def goes_on_from(state: TableState, *, is_session: bool, prologue: str = "") -> BattleId:
    """Return the session, or the prologue, that a start goes on from, "" where it begins something
    else.

    `is_session`: a session is what the settings say; `prologue` is the encounter that may come
    before it. Raises `Refusal` where it would take the place of the table's campaign unasked, and
    for a prologue that was not played.
    """
    campaign, settings = state.campaign, state.settings
    is_anew = settings.options.get(ANEW[0]) == ANEW[1]
    if campaign is None or campaign.phase != "between" or not is_session or is_anew:
        return _prologue(state, prologue)
    if settings.encounter != campaign.encounter:
        text = f"The campaign of this table goes on in {campaign.encounter!r}. Choose that, or the "
        raise Refusal("not_allowed", text + f"option {'='.join(ANEW)} to begin another campaign.")
    return campaign.sessions[-1]


def _prologue(state: TableState, prologue: str) -> BattleId:
    if not prologue or state.settings.options.get(PROLOGUE[0]) != PROLOGUE[1]:
        return NO_BATTLE
    for line in reversed(state.battles):
        if line.encounter == prologue and line.over and not line.lost and not line.session:
            return line.battle
    text = f"Play {prologue!r} at this table first: the campaign begins with its party."
    raise Refusal("not_now", text)


def back_to_session(lines: Lines, battle: BattleId) -> Lines | None:
    """Return the lines after a battle's end, its session last, for it is played on; None where no
    session waits for that battle.
    """
    callers = [line.session for line in lines if line.battle == battle]
    session = next((line for line in lines if line.battle in callers and not line.over), None)
    if session is None:
        return None
    return (*(line for line in lines if line is not session), session)


def is_current(state: TableState, battle: BattleId) -> bool:
    """Return whether a battle of the table is the one that is played: not over, and no session that
    waits for another one.
    """
    last = state.battles[-1] if state.battles else None
    return last is None or (last.battle == battle and not last.over)
