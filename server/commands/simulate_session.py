"""`hexwarden simulate --campaign`: sessions between bots, without a network, and their results."""

import argparse
import time
from collections import Counter

from rich.console import Console
from rich.table import Table

from server.commands.headless_session import Played, campaign, first_session
from server.commands.packs.loading import given
from server.rules.content.provinces import shipped


def run(args: argparse.Namespace) -> int:
    """Play the sessions, print tables of their results by session, quest and day, and by battle,
    and return the exit code.
    """
    content, began = given(args), time.perf_counter()
    begins = first_session(
        shipped.atlas(), args.campaign, args.guild, args.players, args.difficulty
    )
    sessions = [
        session
        for number in range(args.count)
        for session in campaign(shipped.atlas(), begins, args.bots, args.seed + number, content)
    ]
    console, seconds = Console(), time.perf_counter() - began
    title = f"{args.campaign}, {args.players} players, {args.difficulty}, {args.bots} bots"
    console.print(_outcomes(sessions, title))
    console.print(_fights(sessions))
    xp = [one.state.dial for one in sessions]
    answers = sum(one.answers for one in sessions)
    days = Counter(one.state.day for one in sessions)
    console.print(f"days used: {_spread(days)}; XP dial at the end: {sum(xp) / len(xp):.1f}")
    console.print(
        f"{len(sessions)} sessions, {answers:,} answers in {seconds:.1f} s: "
        f"{len(sessions) / seconds:.2f} sessions/s"
    )
    return 0


def _outcomes(sessions: list[Played], title: str) -> Table:
    """Return a table of how often sessions ended in which way, at which step, for which reason and
    on which days, by session and quest.
    """
    heads = ("session", "quest", "outcome", "step", "why", "days", "sessions", "share")
    table = Table(*heads, title=title)
    told = Counter(_told(one) for one in sessions)
    for (number, quest, *how), times in sorted(told.items()):
        of = sum(n for key, n in told.items() if key[:2] == (number, quest))
        ended = Counter(one.state.day for one in sessions if _told(one) == (number, quest, *how))
        share = f"{100 * times / of:.0f}%"
        table.add_row(str(number), quest, *how, _spread(ended), str(times), share)
    return table


def _spread(days: Counter[int]) -> str:
    """Return each day with its count, as "9: 3, 12: 1"."""
    return ", ".join(f"{day}: {times}" for day, times in sorted(days.items()))


def _told(one: Played) -> tuple[int, str, str, str, str]:
    state = one.state
    quest = state.quest or "endgame"
    return state.settings.session, quest, state.outcome, state.step, state.ended_why


def _fights(sessions: list[Played]) -> Table:
    """Return a table of all sessions' battles by encounter: how often fought and won, average
    rounds and day.
    """
    table = Table("battle", "fought", "won", "rounds", "day", title="battles")
    every = [fight for one in sessions for fight in one.fights]
    for name in sorted({fight.encounter for fight in every}):
        mine = [fight for fight in every if fight.encounter == name]
        won = sum(fight.result == "victory" for fight in mine)
        table.add_row(
            name,
            str(len(mine)),
            f"{100 * won / len(mine):.0f}%",
            f"{sum(fight.rounds for fight in mine) / len(mine):.1f}",
            f"{sum(fight.day for fight in mine) / len(mine):.1f}",
        )
    return table
