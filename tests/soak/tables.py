"""Tables come and go at a real server for an hour: `python -m tests.soak.tables --minutes 60`.

A server process with its embedded store, and clients on real sockets: see `visits`. Every few
seconds the resident memory of both is noted. Flat means that each ends within 10% of where its
first quarter ended, or below; the exit code says so.

The times after which things are forgotten are set small, so that what is forgotten and what is new
balance within the first quarter; with the defaults that would take 30 days and more.
"""

import argparse
import asyncio
import contextlib
import sys
import tempfile
import time
from pathlib import Path

import redis.asyncio

from tests.e2e.commands import HexwardenServer
from tests.soak.samples import Sample, judged, resident, told, told_of
from tests.soak.visits import Visits

SAMPLES = 720  # in a run, so that a minute's run has one every twelfth of a second
LEAST_PAUSE, MOST_PAUSE = 0.25, 5.0
TELL_EVERY = 12  # samples to a line
NO_LIMITS = (
    *("--message-rate", "10000", "--message-burst", "10000", "--player-rate", "10000"),
    *("--address-rate", "100000", "--table-rate", "10000", "--tables-per-player", "100000"),
    *("--newcomer-rate", "10000", "--newcomer-burst", "10000"),
    *("--connections-per-address", "1000", "--battles-per-address", "100000"),
)


def forgetting(seconds: float) -> tuple[str, ...]:
    """Settings by which nothing that nobody uses stays longer than about so many seconds."""
    names = ("retention", "archive-after", "unattended-after", "table-lifetime")
    flags = [part for name in names for part in (f"--{name}", f"{seconds:g}")]
    return (*flags, "--identity-lifetime", f"{2 * seconds:g}")


class Watch:
    """Samples of a server and its store."""

    def __init__(self, server: HexwardenServer) -> None:
        self._server = server
        self._began = time.monotonic()
        title = Path(f"/proc/{server.store_pid()}/cmdline").read_text()
        socket = title.partition("unixsocket:")[2].strip("\0 ")  # as the program calls itself
        self._store = redis.asyncio.Redis(unix_socket_path=socket)
        self.samples: list[Sample] = []

    async def look(self) -> Sample:
        """One more sample."""
        figures = await self._figures()
        sample = Sample(
            time.monotonic() - self._began,
            resident(self._server.pid),
            resident(self._server.store_pid()),
            round(figures.get('python_gc_collections_total{generation="2"}', 0)),
            round(figures.get("hexwarden_rooms", 0)),
            round(figures.get("hexwarden_connections", 0)),
            await self._store.dbsize(),
        )
        self.samples.append(sample)
        return sample

    async def end(self) -> None:
        """Hang up."""
        await self._store.aclose()

    async def _figures(self) -> dict[str, float]:
        reader, writer = await asyncio.open_connection("127.0.0.1", self._server.port)
        writer.write(b"GET /metrics HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        body = (await reader.read()).decode().partition("\r\n\r\n")[2]
        writer.close()
        pairs = [line.rpartition(" ") for line in body.splitlines() if line[:1].isalpha()]
        return {name: float(value) for name, _, value in pairs}


async def run(minutes: float, tables: int, seed: int, folder: Path, forget: float = 0.0) -> bool:
    """One run, told on standard output; gives whether both ended flat.

    `forget`: seconds after which what nobody uses goes, by default a sixteenth of the run.
    """
    seconds = minutes * 60
    forget = forget or seconds / 16
    flags = (*forgetting(forget), *NO_LIMITS, "--durability", "everysec")
    server = HexwardenServer(folder, *flags)
    async with contextlib.AsyncExitStack() as stack:
        stack.push_async_callback(server.end)
        await server.start()
        visits, stop = Visits(server.site, seed), asyncio.Event()
        watch = Watch(server)
        stack.push_async_callback(watch.end)
        pause = min(MOST_PAUSE, max(LEAST_PAUSE, seconds / SAMPLES))
        print(f"{minutes:g} minutes, {tables} tables at a time, forgotten after {forget:g} s")
        people = asyncio.create_task(visits.go_on(tables, stop))
        stack.callback(people.cancel)
        while (sample := await watch.look()).at < seconds and not people.done():
            if len(watch.samples) % TELL_EVERY == 1:
                print(told(sample), f" visits {visits.done.total()}", flush=True)
            await asyncio.sleep(pause)
        stop.set()
        await people
        defects = server.errors()
    return _tell(watch.samples, visits, defects)


def _tell(samples: list[Sample], visits: Visits, defects: list[str]) -> bool:
    print("visits:", ", ".join(f"{name} {count:,}" for name, count in visits.done.most_common()))
    for text, count in visits.refused.most_common(10):
        print(f"cut short {count} times: {text}")
    for line in defects[:10]:
        print("defect:", line)
    verdicts = judged(samples)
    for verdict in verdicts:
        print(told_of(verdict))
    good = all(verdict.is_flat for verdict in verdicts) and not defects and visits.done.total() > 0
    print("flat: each ends within 10% of where its first quarter ended" if good else "NOT flat")
    return good


def main() -> int:
    """Read the arguments and run."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak.tables")
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--tables", type=int, default=6, help="tables at a time")
    parser.add_argument("--seed", type=int, default=11, help="who does what")
    parser.add_argument("--forget", type=float, default=0.0, help="seconds until things are old")
    parser.add_argument("--keep", default="", help="a new directory, for the server's log and data")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="hw-soak-") as temporary:
        folder = Path(args.keep or temporary)
        folder.mkdir(parents=True, exist_ok=True)
        work = run(args.minutes, args.tables, args.seed, folder, args.forget)
        return 0 if asyncio.run(work) else 1


if __name__ == "__main__":
    sys.exit(main())
