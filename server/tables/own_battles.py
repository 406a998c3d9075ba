"""A player's own battles and campaigns, gathered from the tables where they have been."""

from typing import NamedTuple

from protocol.ids import PlayerId
from protocol.tables import OwnBattle, OwnCampaign, TableState
from server.players import Players
from server.store import Store
from server.tables.documents import KIND, decode
from server.tables.seats import TableDoc, is_member, name_of, seats_held, seen_by
from server.tables.sessions import Progress, progress_of

BATTLES_LISTED = 60  # the latest, in one answer


class OwnPlay(NamedTuple):
    """A player's battles, the newest first, and campaigns, those that wait for this player
    first.
    """

    battles: tuple[OwnBattle, ...]
    campaigns: tuple[OwnCampaign, ...]


async def own_play(store: Store, players: Players, player: PlayerId, now: int) -> OwnPlay:
    """Return a player's battles and campaigns as they may see them at `now` (Unix milliseconds).

    Tables that are gone, or of which the player is no member, are left out. Raises StoreError.
    """
    battles: list[OwnBattle] = []
    campaigns: list[OwnCampaign] = []
    for table in await players.tables_of(player):
        kept = await store.get(KIND, table)
        if kept is None:
            continue
        doc = decode(kept[1])
        if not is_member(doc, player):  # as it is now, whatever a delay shows
            continue
        state = seen_by(doc, player, now)
        battles.extend(_battles(state))
        if state.campaign is not None:
            is_told = state.campaign.phase == "on" and bool(seats_held(doc, player))
            progress = await progress_of(store, table) if is_told else Progress()
            campaigns.append(_campaign(doc, state, player, progress))
    newest = sorted(battles, key=lambda one: one.started, reverse=True)
    urgent = sorted(campaigns, key=lambda one: (not one.yours, -one.since, one.table))
    return OwnPlay(tuple(newest[:BATTLES_LISTED]), tuple(urgent))


def _battles(state: TableState) -> list[OwnBattle]:
    return [
        OwnBattle(
            one.battle,
            state.table,
            state.name,
            one.encounter,
            one.started,
            one.over,
            one.lost,
            one.session,
            one.part,
        )
        for one in state.battles
    ]


def _campaign(
    doc: TableDoc, state: TableState, player: PlayerId, progress: Progress
) -> OwnCampaign:
    """Return the line of a table's campaign. Only those with a seat learn what its session waits
    for; the caller gives an empty `progress` for anybody else.
    """
    campaign = state.campaign
    assert campaign is not None
    if campaign.sessions[-1:] != (progress.session,):
        progress = Progress()  # of a session before
    players = _waits(state, progress)
    return OwnCampaign(
        state.table,
        state.name,
        campaign.part,
        campaign.encounter,
        campaign.phase,
        progress.day,
        progress.battle,
        player in players,
        tuple(name_of(doc, one) for one in players if one != player),
        progress.since,
    )


def _waits(state: TableState, progress: Progress) -> tuple[PlayerId, ...]:
    """Return the players for whom a campaign waits. Within a session, those who are asked; between
    sessions, those who are not ready, or else the leader, who starts the next one.
    """
    seated = [chair for chair in state.chairs if chair.player and not chair.bot]
    if state.campaign is not None and state.campaign.phase == "between":
        idle = [chair.player for chair in seated if not chair.ready]
        return tuple(dict.fromkeys(idle or [state.leader]))
    return tuple(dict.fromkeys(one.player for one in seated if one.seat in progress.waits))
