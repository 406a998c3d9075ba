"""Matches of the skirmish without a network: how many a second, and what an answer takes."""

import time
from statistics import median, quantiles

from server.commands.headless import Simulation
from tests.bench.report import Report

BOARD = "alley"
ROSTERS = {"roster_1": "sellswords", "roster_2": "undead"}
BOTS = ("random", "sensible")


def run(report: Report, rounds: int) -> None:
    """Two rows for each bot: whole matches with the bots' own thinking, and the answers alone."""
    for bot in BOTS:
        _matches(report, bot, rounds)


def _matches(report: Report, bot: str, rounds: int) -> None:
    whole, spent = [], []
    for seed in range(rounds):
        began = time.process_time()
        match = Simulation(BOARD, 2, "", bot, seed, options=ROSTERS)
        match.begin()
        while not match.record.shown.over:
            at = time.process_time()
            match.step()
            spent.append(1e3 * (time.process_time() - at))
        whole.append(time.process_time() - began)
    report.add(
        f"skirmish: matches of two {bot} bots, headless",
        matches_per_s=len(whole) / sum(whole),
        best_matches_per_s=1 / min(whole),
        answers_per_match=len(spent) / len(whole),
        note=f"CPU time, {BOARD}, {' against '.join(ROSTERS.values())}; record included",
    )
    report.add(
        f"skirmish: an answer of a {bot} bot",
        answers_per_s=1e3 * len(spent) / sum(spent),
        p50_ms=median(spent),
        p99_ms=quantiles(spent, n=100)[98],
        samples=len(spent),
        note="CPU time, the bot's own thinking included",
    )
