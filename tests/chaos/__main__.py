"""Chaos with real processes: `python -m tests.chaos --minutes 10`.

Three `hexwarden serve` on a store of one primary, two replicas and three sentinels, with
`replicas=1`; programs play the micro-game, the Jailbreak and sessions of Black Marsh without a
pause, over connections that any server may take. Meanwhile servers are killed, stopped and told to
end, and primaries are killed. At the end every journal is compared with what the programs were
promised and shown, and every session with its battles. The exit code is 1 if anything was lost,
doubled or told otherwise, or a stop did not end with 0.
"""

import argparse
import asyncio
import contextlib
import logging
import random
import sys
import tempfile
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import structlog

from server.store import Durability, open_store
from tests.chaos.account import NORMAL, Account, Pause, account_of, pauses, share
from tests.chaos.faults import KINDS, Chaos
from tests.chaos.players import Battle, Table
from tests.chaos.stage import DOWN_AFTER_MS, REPLICAS, SERVERS, Stage

ENDING_PATIENCE = 120.0
SLOWEST = 5
SERVER_FAULTS = ("a server killed", "a server stopped, then woken", "a server told to end")


async def run(
    minutes: float, games: list[str], seed: int, folder: Path, kinds: Sequence[str]
) -> int:
    """Play, break, put right, and print the account."""
    rng = random.Random(seed)
    stage = Stage(folder, rng)
    try:
        await stage.start()
        tables = [Table(stage, game, random.Random(rng.random())) for game in games]
        chaos = Chaos(stage, rng, minutes * 60, kinds)
        seconds = await _play(tables, chaos)
        total = await _account(stage, [battle for table in tables for battle in table.battles])
        errors = stage.errors()
    finally:
        await stage.end()
    print(
        f"\n{seconds / 60:.1f} minutes: {SERVERS} servers; a primary, {REPLICAS} replicas, "
        f"sentinels that wait {DOWN_AFTER_MS / 1000:g} s; replicas=1; "
        f"{4 * len(games)} players at {len(games)} tables"
    )
    is_good = _print_account(chaos, tables, total)
    _print_pauses(chaos, tables)
    for line in errors[:20]:
        print("unexpected in a log:", line[:600])
    return 0 if is_good and not errors else 1


async def _play(tables: list[Table], chaos: Chaos) -> float:
    begun, stop = time.monotonic(), asyncio.Event()
    playing = [asyncio.create_task(table.run(stop)) for table in tables]
    await chaos.run()
    stop.set()
    async with asyncio.timeout(ENDING_PATIENCE):
        await asyncio.gather(*playing)
    return time.monotonic() - begun


async def _account(stage: Stage, battles: list[Battle]) -> Account:
    durability = Durability.parse("replicas=1")
    store = await open_store(stage.store.url, data_dir=Path("unused"), durability=durability)
    total = Account()
    try:
        for battle in battles:
            found = await account_of(store, battle)
            if not found.is_good:
                print("WRONG:", battle.game, battle.id, found)
            total = total.plus(found)
    finally:
        await store.close()
    return total


def _print_account(chaos: Chaos, tables: list[Table], total: Account) -> bool:
    battles = [battle for table in tables for battle in table.battles]
    over = sum(battle.is_over for battle in battles)
    refused = [text for b in battles for program in b.programs for text in program.refused]
    bad_stops = sum(n for code, n in chaos.exit_codes.items() if code)
    rows = {
        "battles finished": over,
        "battles cut off by the end of the run": len(battles) - over,
        "commits": total.commits,
        "acknowledged": total.acknowledged,
        "lost": total.lost,
        "doubled": total.doubled,
        "shown and not so in the journal": total.otherwise,
        "players who ended apart from the journal": total.apart,
        "battles that came back to their session": total.battles,
        "sessions that do not fit their battles": total.wrong_links,
        "refused for good": len(refused),
        "meetings that a fault cut short": sum(table.interrupted for table in tables),
        "stops that did not end with 0": bad_stops,
        "primaries replaced": chaos.replaced,
        "elections of sentinels without a result": chaos.elections - chaos.replaced,
    }
    for name, number in rows.items():
        print(f"  {name:<42}{number:>10,}")
    for text in sorted(set(refused))[:10]:
        print("  refused:", text)
    apart = [text for table in tables for text in table.apart]
    for text in apart:
        print("  did not come to the same place:", text)
    return total.is_good and total.acknowledged > 0 and not bad_stops and not apart


def _print_pauses(chaos: Chaos, tables: list[Table]) -> None:
    programs = [p for table in tables for battle in table.battles for p in battle.programs]
    found = pauses(chaos.faults, programs)
    print(f"\n  {'pause after':<44}{'times':>6}{'players':>9}{'half':>8}{'99 %':>8}{'longest':>9}")
    for kind in KINDS:
        times = sum(fault.kind == kind for fault in chaos.faults)
        mine = [pause for pause in found if pause.kind == kind]
        if kind in SERVER_FAULTS:
            _print_row(f"{kind}: its players", times, [p for p in mine if p.at_it])
            _print_row(f"{kind}: all others", times, [p for p in mine if not p.at_it])
        else:
            _print_row(kind, times, mine)
    _print_row("any fault", len(chaos.faults), found)
    for pause in sorted(found, key=lambda one: -one.seconds)[:SLOWEST]:
        at = datetime.fromtimestamp(time.time() - time.monotonic() + pause.since, UTC)
        print(f"  {pause.seconds:6.2f} s from {at:%H:%M:%S.%f}, {pause.who}: {pause.kind}")
    normal = [w.seconds for program in programs for w in program.waits if w.seconds <= NORMAL]
    print(f"  any other answer: half within {share(normal, 0.5) * 1000:.0f} ms, ", end="")
    print(f"99 % within {share(normal, 0.99) * 1000:.0f} ms")


def _print_row(name: str, times: int, found: list[Pause]) -> None:
    seconds = [pause.seconds for pause in found]
    figures = [share(seconds, 0.5), share(seconds, 0.99), max(seconds)] if seconds else []
    shown = "".join(
        f"{value:>{width}.2f}" for value, width in zip(figures, (8, 8, 9), strict=False)
    )
    print(f"  {name:<44}{times:>6}{len(seconds):>9}{shown}")


def main() -> int:
    """Read the arguments and run."""
    parser = argparse.ArgumentParser(prog="python -m tests.chaos")
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--tables", type=int, default=6, help="tables of the micro-game")
    parser.add_argument("--jailbreaks", type=int, default=1, help="tables of the Jailbreak")
    parser.add_argument("--campaigns", type=int, default=1, help="tables of Black Marsh")
    parser.add_argument("--seed", type=int, default=11, help="which faults come when")
    parser.add_argument(
        "--only", choices=tuple(KINDS), nargs="*", default=tuple(KINDS), help="kinds of faults"
    )
    parser.add_argument("--keep", default="", help="a new directory, for the servers' logs")
    args = parser.parse_args()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))
    games = ["micro"] * args.tables + ["jailbreak"] * args.jailbreaks
    games += ["black-marsh"] * args.campaigns
    with contextlib.ExitStack() as stack:
        folder = args.keep or stack.enter_context(tempfile.TemporaryDirectory(prefix="hw-chaos-"))
        Path(folder).mkdir(parents=True, exist_ok=True)
        return asyncio.run(run(args.minutes, games, args.seed, Path(folder), args.only))


if __name__ == "__main__":
    sys.exit(main())
