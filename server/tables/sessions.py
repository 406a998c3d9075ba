"""Sessions among the battles of a table's document: a session waits while a battle that it called
for is on. Also the campaign of a table: which of its sessions is on, and which comes next.
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
    """The progress of a session: its `day`, the encounter of the `battle` that it waits for ("" for
    none), the seats whose answers it waits for, and `since` when (Unix seconds).
    """

    session: BattleId = NO_BATTLE
    day: int = 0
    battle: str = ""
    waits: tuple[SeatId, ...] = ()
    since: int = 0


async def keep_progress(store: Store, table: TableId, progress: Progress) -> None:
    """Store the progress of a table's session. Raises StoreError."""
    await store.put(PROGRESS, table, msgspec.msgpack.encode(progress))


async def progress_of(store: Store, table: TableId) -> Progress:
    """Return the progress of a table's session as last stored, an empty one if it never was. Raises
    StoreError.
    """
    found = await store.get(PROGRESS, table)
    return msgspec.msgpack.decode(found[1], type=Progress) if found is not None else Progress()


ANEW = ("campaign", "anew")
"""The option by which a leader gives the table's campaign up for another one."""

PROLOGUE = ("prologue", "yes")
"""The option by which a first session begins with the party of the prologue played before."""

FIRST_ONLY = ("guild", ANEW[0], PROLOGUE[0])
"""Options that mean something for the first session of a campaign alone."""


def begun(campaign: CampaignLine | None, line: BattleLine) -> CampaignLine | None:
    """Return the table's campaign after something has begun: with its next session, or as another
    campaign with its first. An ordinary battle changes nothing.
    """
    if line.session or not line.part:
        return campaign
    if campaign is None or line.part == 1:
        return CampaignLine(1, line.encounter, "", "on", (line.battle,))
    return replace(campaign, phase="on", sessions=(*campaign.sessions, line.battle))


def after(
    campaign: CampaignLine | None, battle: BattleId, ending: Ending | None
) -> CampaignLine | None:
    """Return the table's campaign after something is over. A session that its own rules have not
    ended (`ending` is None) is dropped, so that the one before it can be continued again.
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
    """Return a table's settings after a session: those for the next session, if there is one."""
    if not isinstance(ending, NextSession):
        return settings
    options = {key: word for key, word in settings.options.items() if key not in FIRST_ONLY}
    return replace(settings, encounter=ending.encounter, options=options)


def goes_on_from(state: TableState, *, is_session: bool, prologue: str = "") -> BattleId:
    """Return the session or prologue from which the next start continues, "" if it begins something
    new.

    `is_session`: the settings name a session; `prologue` is the encounter that may precede it.
    Raises `Refusal` if the start would replace the table's campaign without the option for it, and
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
    """Return the lines after a battle's end with its session last, as that is played on; None if no
    session waits for the battle.
    """
    callers = [line.session for line in lines if line.battle == battle]
    session = next((line for line in lines if line.battle in callers and not line.over), None)
    if session is None:
        return None
    return (*(line for line in lines if line is not session), session)


def is_current(state: TableState, battle: BattleId) -> bool:
    """Return whether a battle is the one that is being played: not over, and no session that waits
    for another.
    """
    last = state.battles[-1] if state.battles else None
    return last is None or (last.battle == battle and not last.over)


def belongs_to_session(state: TableState, battle: BattleId) -> bool:
    """Return whether a session of the table called for a battle, or it is such a session itself."""
    return any(
        battle == line.session or (battle == line.battle and line.session) for line in state.battles
    )


def leads_to(state: TableState) -> BattleId:
    """Return the battle that everybody at the table is led to: the one that a session has called
    for, or the session again after it, also where it ended with that. "" where a session has
    nothing to do with the last one.
    """
    last = state.battles[-1] if state.battles else None
    is_led = last is not None and belongs_to_session(state, last.battle)
    return last.battle if last is not None and is_led else NO_BATTLE
