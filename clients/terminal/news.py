"""What else happens at a table, in one line each: chat, pings, clocks, bots, votes, connections."""

from collections.abc import Mapping
from typing import assert_never

from clients.core import Played, Session
from clients.sdk import Back, Lost, News
from protocol.ids import SeatId
from protocol.replies import (
    Alive,
    Battles,
    Bye,
    Commit,
    Done,
    Driving,
    Encounters,
    Invitation,
    Invited,
    Joined,
    Ladder,
    Notice,
    Paused,
    Pinged,
    Playing,
    Presence,
    Previewed,
    Refused,
    Resumed,
    Said,
    Shared,
    SideClocks,
    Snapshot,
    StandingSet,
    Started,
    Tables,
    Taken,
    TimeLeft,
    UndoAsked,
    Welcome,
)
from protocol.tables import TableState

VERDICTS = {"granted": "The undo is granted.", "declined": "The table does not go back."}
VERDICTS["void"] = "The battle went on; the vote on the undo is void."

ShownElsewhere = (
    Welcome
    | Done
    | Refused
    | Tables
    | Encounters
    | Ladder
    | Battles
    | Joined
    | Invited
    | Invitation
    | Shared
    | Started
    | Taken
    | Previewed
    | TableState
    | Snapshot
    | Commit
    | Played
    | Presence
    | Alive
)
"""What the table, the board, the log of the battle and those who asked show themselves."""


def line_of(news: News, session: Session) -> str:
    """Return the line for an update; "" for what is shown in other ways."""
    if isinstance(news, ShownElsewhere):
        return ""
    match news:
        case Said(name=name, text=text):
            return f"{name}: {text}"
        case Pinged(player=player, key=key, to=to) if to:
            return f"{session.name_of(player)} thinks of {key} to {to}."
        case Pinged(player=player, key=key):
            return f"{session.name_of(player)} points at {key}."
        case TimeLeft(seat=seat, clock=clock, ms=ms):
            return _clock(session, seat, clock, ms)
        case SideClocks(left=left, running=running):
            return _sides(session, left, running)
        case Driving(seat=seat, bot=bot, why=why):
            return f"{'A bot' if bot else 'The player'} drives seat {seat} now. {why}"
        case StandingSet(seat=seat, on=False, abilities=abilities) if abilities:
            return _wishes(session, seat, abilities)
        case StandingSet(seat=seat, on=on) if seat in session.seats:
            until = "until your next turn" if on else "no longer"
            return f"What may be passed is passed for seat {seat} {until}."
        case UndoAsked():
            return _vote(news, session)
        case Paused(text=text):
            return f"The battle pauses: {text}"
        case Resumed():
            return "The battle goes on."
        case Playing(version=version, last=last, speed=speed):
            return f"Replay: version {version} of {last}, speed {speed:g}."
        case Notice(text=text):
            return f"From the operator: {text}" if text else "The operator's message is gone."
        case Bye(text=text):
            return f"The server says goodbye: {text}"
        case Lost(why):
            return f"The connection is lost. {why} Connecting again..."
        case Back():
            return "Connected again."
        case StandingSet():
            return ""
        case _:
            assert_never(news)


def _wishes(session: Session, seat: SeatId, abilities: Mapping[str, str]) -> str:
    if seat not in session.seats:
        return ""
    words = {"others": "only on others' turns", "never": "never"}
    told = [
        f"{session.abilities.get(name, name)} {words.get(when, when)}"
        for name, when in abilities.items()
    ]
    return f"Seat {seat} is asked about: {', '.join(told)}."


def _clock(session: Session, seat: SeatId, clock: str, ms: int) -> str:
    if ms < 0:
        return ""
    seconds = f"{round(ms / 1000)} s"
    if clock == "absence":
        return f"Seat {seat} is away; a bot takes over in {seconds}."
    return f"Seat {seat} has {seconds} to answer." if seat in session.seats else ""


def _sides(session: Session, left: Mapping[SeatId, int], running: tuple[SeatId, ...]) -> str:
    """Return what the clocks of both sides show, where one of this player's begins to run."""
    if session.seats and not set(running) & set(session.seats):
        return ""
    shown = [f"seat {seat} {clock_face(ms)}" for seat, ms in sorted(left.items())]
    return f"Time left: {', '.join(shown)}."


def clock_face(ms: int) -> str:
    """Return the milliseconds of a clock as minutes and seconds: 4:05, or 1:04:05."""
    minutes, seconds = divmod(-(-ms // 1000), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def _vote(vote: UndoAsked, session: Session) -> str:
    if vote.verdict:
        return VERDICTS[vote.verdict]
    asked = f"Seat {vote.by} wants to go back to version {vote.version}."
    if any(seat in vote.waiting for seat in session.seats):
        return f"{asked} Type /yes or /no."
    return f"{asked} Waiting for {', '.join(vote.waiting)}."
