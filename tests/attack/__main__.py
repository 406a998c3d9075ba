"""An attack on a real server, beside honest tables: `python -m tests.attack --minutes 20`.

One `hexwarden serve` with its default settings. Four honest tables play; ten identities, each from
an address of its own, make every request of the protocol, every plain HTTP request, connections and
broken frames, one kind after the other, each as fast as the server lets them. Printed for each: how
much was granted and refused, what share of a core the server needed, how long honest moves took.

The exit code is 1 if 99 of 100 honest moves did not come back within 50 ms over the whole attack,
or if the server's log tells of a failure.
"""

import argparse
import asyncio
import contextlib
import json
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, NamedTuple

from tests.attack.attackers import NAMES
from tests.attack.honest import Felt, Honest, at
from tests.e2e.commands import HexwardenServer

LIMIT_MS = 50.0
SETTLING = 2.0
QUIET = 20.0
PREPARING = 150.0
MIB = 1024 * 1024
COUNTED = ("asked", "granted", "refused", "bytes")


class Row(NamedTuple):
    """What one attack did."""

    name: str
    seconds: float
    account: dict[str, int]
    cpu: float
    felt: Felt


class Attackers:
    """The attackers' process."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    @classmethod
    async def start(cls, port: int, count: int) -> "Attackers":
        """Start it."""
        command = (sys.executable, "-m", "tests.attack.attackers", str(port), str(count))
        pipe = asyncio.subprocess.PIPE
        return cls(await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe))

    async def do(self, name: str, seconds: float) -> dict[str, int]:
        """Attack, and give the account of it."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{name} {seconds}\n".encode())
        line = await self._process.stdout.readline()
        assert line, "the attackers have failed"
        found: dict[str, int] = json.loads(line)
        return found

    async def end(self) -> None:
        """They go."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        try:
            await asyncio.wait_for(self._process.wait(), 20)
        except TimeoutError:
            self._process.kill()


async def run(folder: Path, minutes: float, count: int, names: list[str], quiet: float) -> int:
    """Attack, print the account, give the exit code."""
    server = await HexwardenServer(folder).start()
    attackers = await Attackers.start(server.port, count)
    try:
        honest = await Honest.sit_down(server.port)
        rows = [await _row("nothing", server, honest, quiet, None)]
        began = time.monotonic()
        await _both(attackers.do("prepare", min(PREPARING, 20 * minutes)), honest)
        prepared = time.monotonic() - began
        share = max(1.0, minutes * 60 / len(names) - SETTLING)
        _print_head(minutes, count, prepared, server)
        _print(rows[0])
        for name in names:
            rows.append(await _row(name, server, honest, share, attackers))
            _print(rows[-1])
    finally:
        await attackers.end()
        memory = _memory(server)
        await server.end()
    return _verdict(rows, server.errors(), memory)


async def _both(work: Any, honest: Honest) -> None:
    """Let honest tables play on while something else is done."""
    task = asyncio.ensure_future(work)
    while not task.done():
        await honest.play(5)
    await task


async def _row(
    name: str, server: HexwardenServer, honest: Honest, seconds: float, by: Attackers | None
) -> Row:
    cpu, began = _cpu(server), time.monotonic()
    attack = asyncio.ensure_future(by.do(name, seconds)) if by is not None else None
    felt = await honest.play(seconds + SETTLING)
    account = await attack if attack is not None else {}
    spent = time.monotonic() - began
    return Row(name, spent, account, (_cpu(server) - cpu) / spent, felt)


def _cpu(server: HexwardenServer) -> float:
    """Seconds of processor that the server's own process has used."""
    tasks = Path(f"/proc/{server.pid}/task").iterdir()
    return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks) / 1e9


def _memory(server: HexwardenServer) -> float:
    with contextlib.suppress(OSError):
        for line in Path(f"/proc/{server.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) * 1024 / MIB
    return 0.0


def _print_head(minutes: float, count: int, prepared: float, server: HexwardenServer) -> None:
    print(
        f"{minutes:g} minutes; {count} attackers (made ready in {prepared:.0f} s), "
        f"4 honest tables; the server has {_memory(server):.0f} MiB\n"
    )
    print(
        f"{'':<20}{'asked/s':>9}{'granted/s':>10}{'refused/s':>10}{'cut':>5}{'kB/s':>8}"
        f"{'core':>7}   {'moves':>6}{'p50 ms':>8}{'p99 ms':>8}{'longest':>9}{'list p99':>9}"
    )


def _print(row: Row) -> None:
    per = {name: n / row.seconds for name, n in row.account.items()}
    moves, lists = row.felt
    asked, granted, refused, size = (per.get(name, 0.0) for name in COUNTED)
    print(
        f"{row.name:<20}{asked:>9.0f}{granted:>10.0f}{refused:>10.0f}"
        f"{row.account.get('cut', 0):>5}{size / 1000:>8.0f}{row.cpu:>7.0%}"
        f"   {len(moves):>6}{at(moves, 0.5):>8.1f}{at(moves, 0.99):>8.1f}"
        f"{max(moves, default=0):>9.0f}{at(lists, 0.99):>9.1f}"
        f"   {_reasons(row.account)}",
        flush=True,
    )


def _reasons(account: dict[str, int]) -> str:
    found = {k.partition(": ")[2]: n for k, n in account.items() if k.startswith("refused: ")}
    return ", ".join(f"{code} {n}" for code, n in sorted(found.items(), key=lambda p: -p[1])[:3])


def _verdict(rows: list[Row], errors: list[str], memory: float) -> int:
    quiet, *attacked = rows
    felt = Felt([], [])
    for row in attacked:
        felt = felt.plus(row.felt)
    p99, lists = at(felt.moves, 0.99), at(felt.lists, 0.99)
    worst = max(attacked, key=lambda row: at(row.felt.moves, 0.99))
    before = at(quiet.felt.moves, 0.99)
    print(
        f"\nhonest moves under attack: {len(felt.moves):,}, p50 {at(felt.moves, 0.5):.1f} ms, "
        f"p99 {p99:.1f} ms (quiet {before:.1f} ms; limit {LIMIT_MS:g}); lists p99 {lists:.1f} ms"
    )
    print(f"worst for them: {worst.name}, p99 {at(worst.felt.moves, 0.99):.1f} ms")
    print(f"the server ends with {memory:.0f} MiB")
    for line in errors[:20]:
        print("unexpected in the log:", line[:600])
    return 0 if p99 < LIMIT_MS and lists < LIMIT_MS and not errors else 1


def main() -> int:
    """Read the arguments and run."""
    parser = argparse.ArgumentParser(prog="python -m tests.attack", description=__doc__)
    parser.add_argument("--minutes", type=float, default=20.0)
    parser.add_argument("--attackers", type=int, default=10, help="identities")
    parser.add_argument("--quiet", type=float, default=QUIET, help="seconds before the attack")
    parser.add_argument("--only", nargs="*", choices=NAMES, default=NAMES, metavar="NAME")
    parser.add_argument("--keep", default="", help="a new directory, for the server's log")
    args = parser.parse_args()
    with contextlib.ExitStack() as stack:
        place = args.keep or stack.enter_context(tempfile.TemporaryDirectory(prefix="hw-attack-"))
        folder = Path(place)
        folder.mkdir(parents=True, exist_ok=True)
        return asyncio.run(run(folder, args.minutes, args.attackers, list(args.only), args.quiet))


if __name__ == "__main__":
    sys.exit(main())
