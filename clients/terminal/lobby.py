"""The table outside of a battle: who sits where, and what one can do about it."""

from collections.abc import Awaitable, Callable
from typing import NamedTuple

from clients.core import Session, title
from clients.sdk import Client
from protocol.ids import SeatId
from protocol.tables import Chair, TableState

BOT = "sensible"
LAST = 3  # the part of a campaign that is its endgame


class LobbyStep(NamedTuple):
    """Something that can be done; `pressing` if the table waits for it."""

    text: str
    do: Callable[[], Awaitable[object]]
    pressing: bool = False


def lines(table: TableState, session: Session) -> list[str]:
    """Return the table in words."""
    what = ", ".join(filter(None, [title(table.settings.encounter), table.settings.difficulty]))
    shown = [f"Table {table.name!r}: {what}; {table.phase}."]
    shown += _campaign(table)
    shown += [_chair(chair, table, session) for chair in table.chairs]
    seated = {chair.player for chair in table.chairs}
    others = [m.name for m in table.members if m.player not in seated and m.player in table.here]
    if others:
        shown.append(f"  also here: {', '.join(others)}")
    if table.spectators:
        shown.append(f"  spectators: {table.spectators}")
    if table.guests:
        shown.append(
            f"  came by the link for spectators: {', '.join(g.name for g in table.guests)}"
        )
    return shown


def _campaign(table: TableState) -> list[str]:
    """Return what the table's campaign has come to, outside of its sessions."""
    campaign = table.campaign
    match campaign.phase if campaign is not None else "on":
        case "between":
            assert campaign is not None
            what = "the endgame" if campaign.part == LAST else f"session {campaign.part}"
            where = title(campaign.encounter)
            return [f"  campaign: {what} in {where} comes next, with the same party"]
        case "won" | "lost" as ended:
            return [f"  campaign: {ended}; a start begins another one"]
        case _:
            return []


def _chair(chair: Chair, table: TableState, session: Session) -> str:
    if not chair.player:
        return f"  seat {chair.seat}: {f'bot {chair.bot}' if chair.bot else 'free'}"
    marks = ["you"] if chair.player == session.player else []
    marks += ["leader"] if chair.player == table.leader else []
    marks += [f"plays {chair.adventurer}"] if chair.adventurer else []
    marks += ["ready"] if chair.ready else []
    marks += [] if chair.player in table.here else ["away"]
    marks += [f"bot {chair.bot} plays"] if chair.bot else []
    who = session.name_of(chair.player)
    return f"  seat {chair.seat}: {who}" + (f" ({', '.join(marks)})" if marks else "")


def steps(client: Client, invites: Callable[[], Awaitable[object]]) -> list[LobbyStep]:
    """Return what this player can do at its table now, the most pressing first."""
    session, table = client.session, client.table
    if table is None or table.phase == "playing":
        return []
    mine = [chair for chair in table.chairs if chair.player == session.player]
    found: list[LobbyStep] = []
    if not session.seats:
        found += [_claim(client, c.seat) for c in table.chairs if not c.player and not c.bot]
    if mine and not all(chair.ready or chair.bot for chair in mine):
        found.append(LobbyStep("Get ready", client.ready, pressing=True))
    if session.leads:
        waiting = [c for c in table.chairs if not c.bot and not (c.player and c.ready)]
        if not waiting:
            found.append(LobbyStep("Start the battle", client.start, pressing=True))
        found += [_seat_bot(client, c.seat) for c in waiting if not c.player]
        found.append(LobbyStep("Show the invite links", invites))
    if any(chair.ready for chair in mine):
        found.append(LobbyStep("Wait, I am not ready", lambda: client.ready(False)))
    return found


def _claim(client: Client, seat: SeatId) -> LobbyStep:
    return LobbyStep(f"Take seat {seat}", lambda: client.claim(seat), pressing=True)


def _seat_bot(client: Client, seat: SeatId) -> LobbyStep:
    return LobbyStep(f"Let a bot play seat {seat}", lambda: client.put_bot(seat, BOT))
