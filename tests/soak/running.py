"""A soak: many games over all cores, with what was wrong printed as it is found."""

import argparse
import multiprocessing
import os
import time
import traceback
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Generic, NamedTuple, TypeVar

J = TypeVar("J")


class Played(NamedTuple):
    """One game: the arguments that repeat it, how many answers it took, how it ended, and what was
    wrong ("" : nothing)."""

    again: str
    answers: int
    how: str
    wrong: str


def fault_in(fault: Exception) -> str:
    """What an exception tells: the last lines of its cause."""
    return "".join(traceback.format_exception(fault.__cause__ or fault, limit=-6))


def parser(prog: str, what: str, usual: int) -> argparse.ArgumentParser:
    """The arguments of a soak of so many games, by what they are called."""
    found = argparse.ArgumentParser(prog=prog)
    found.add_argument(f"--{what}", type=int, default=usual, dest="count")
    found.add_argument("--first", type=int, default=0, help="the first seed")
    found.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes")
    return found


class Soak(NamedTuple, Generic[J]):
    """Games to be played: what they are called, how one is, and after how many is reported."""

    what: str
    one: Callable[[J], Played]
    report_every: int


def run(soak: Soak[J], work: Sequence[J], processes: int, over: str = "") -> int:
    """Play them all and print what came of it; gives the exit code."""
    began, answers, defects = time.perf_counter(), 0, 0
    ended: Counter[str] = Counter()
    with multiprocessing.Pool(processes) as pool:
        for number, played in enumerate(pool.imap_unordered(soak.one, work, chunksize=4), 1):
            answers += played.answers
            ended[played.how] += 1
            if played.wrong:
                defects += 1
                print(f"DEFECT {played.again} --{soak.what} 1\n{played.wrong}", flush=True)
            if number % soak.report_every == 0:
                print(f"{_so_far(number, soak.what, defects, began)} s", flush=True)
    how = ", ".join(f"{name} {count:,}" for name, count in ended.most_common())
    seconds = time.perf_counter() - began
    told = f"{len(work):,} {soak.what}{over}, {answers:,} answers, {seconds:.0f} s"
    print(f"{told}: {defects} defects ({how})")
    return 1 if defects else 0


def _so_far(number: int, what: str, defects: int, began: float) -> str:
    return f"{number:,} {what}, {defects} defects, {time.perf_counter() - began:.0f}"
