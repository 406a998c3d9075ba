"""The engine alone: battles/s, cost of an answer within a beat and at its end, re-run and fold."""

import time
from statistics import median, quantiles
from typing import Any

import msgspec

from server.battles.records.recovery import entries_of, opening_of, recorded, start_of
from server.commands.headless import Simulation
from server.rules.battle.rules import BattleRules
from server.rules.content.catalogue import catalogue
from server.rules.engine.advance import Play
from server.rules.engine.patch import fold
from server.rules.engine.replay import rerun
from tests.bench.report import Report

ROUNDS = 5


def run(report: Report, rounds: int = ROUNDS) -> None:
    """All figures of the engine."""
    _battles(report, rounds)
    _answers(report, 8 * rounds)
    _rebuild(report, rounds)


def _battles(report: Report, rounds: int) -> None:
    best = 0.0
    commits = answers = 0
    for number in range(rounds):
        began = time.perf_counter()
        for seed in range(10):
            battle = Simulation("jailbreak", 4, "adept", "random", 100 * number + seed)
            battle.play()
            commits += len(battle.frames)
        best = max(best, 10 / (time.perf_counter() - began))
        answers += 10
    report.add(
        "engine: battles of four, headless",
        battles_per_s=best,
        commits_per_battle=commits / answers,
        note="random bots, record and encoding included",
    )


def _answers(report: Report, battles: int) -> None:
    """Microseconds for the n-th answer within one beat, and for one that ends its beat: what
    follows of it until somebody is asked again belongs to it, such as the turns of all enemies.
    """
    costs: dict[int, list[float]] = {}
    ending: list[float] = []
    for seed in range(battles):
        battle = Simulation("jailbreak", 4, "adept", "random", seed)
        battle.begin()
        depth = 0
        while not battle.record.shown.over:
            play: Play[Any] = battle.record.play
            base = play.base
            began = time.perf_counter()
            battle.step()
            spent = 1e6 * (time.perf_counter() - began)
            depth = depth + 1 if play.base == base else 0
            if depth:
                costs.setdefault(min(depth, 8), []).append(spent)
            else:
                ending.append(spent)
    for depth, all_spent in sorted(costs.items()):
        if len(all_spent) >= 20:
            name = f"engine: answer {depth} of a beat"
            report.add(name, us=median(all_spent), samples=len(all_spent))
    report.add(
        "engine: answer that ends a beat",
        us=median(ending),
        p90_us=quantiles(ending, n=10)[-1],
        samples=len(ending),
        note="with all that follows until the next question",
    )


def _rebuild(report: Report, rounds: int) -> None:
    battle = Simulation("jailbreak", 4, "adept", "random", 7)
    battle.play()
    entries = entries_of(battle.frames)
    opening = opening_of(entries)
    rules = BattleRules(catalogue())
    commits = recorded(rules, entries_of(battle.frames))
    start: Any = start_of(rules, opening)
    chance = battle.record.play.chance
    folds = reruns = 0.0
    for _ in range(rounds):
        entries = entries_of(battle.frames)
        state = msgspec.msgpack.decode(msgspec.msgpack.encode(start))
        began = time.perf_counter()
        for entry in entries:
            fold(state, entry.commit.gone, entry.commit.put)
        folds = max(folds, len(entries) / (time.perf_counter() - began))
        began = time.perf_counter()
        rerun(rules, start, chance, commits)
        reruns = max(reruns, len(entries) / (time.perf_counter() - began))
    size = sum(len(frame) for frame in battle.frames) / len(battle.frames)
    events = sum(len(entry.commit.events) for entry in entries) / len(entries)
    report.add("engine: fold", commits_per_s=folds)
    report.add("engine: re-run", commits_per_s=reruns)
    report.add("battle: a commit", bytes=size, events=events, replay_bytes=len(battle.replay()))
