"""The metrics of all workers of one parent, added up by whichever of them is asked.

Each worker serves its own metrics on a socket in a folder that the parent has made. The worker that
is asked for `/metrics` reads the others' there and adds up, sample by sample. Of what cannot be
added, like a start's time, the smallest is shown. A worker that starts or ends then is left out;
`hexwarden_workers` says how many were counted.
"""

import asyncio
import contextlib
from collections.abc import Callable, Iterable
from pathlib import Path

import structlog
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import Metric
from prometheus_client.parser import text_string_to_metric_families
from prometheus_client.registry import Collector

PATIENCE = 1.0  # seconds for a worker that hangs; who scrapes waits 10 s or so for all of them
LEAST = frozenset({"hexwarden_store_up", "process_start_time_seconds", "process_max_fds"})
LEAST |= {"hexwarden_store_memory_free_ratio", "hexwarden_data_free_ratio"}

log = structlog.get_logger(__name__)


class WorkerMetrics:
    """Serves one worker's metrics to the others, and collects theirs. `show` returns ours."""

    def __init__(self, folder: Path, number: int, show: Callable[[], bytes]) -> None:
        self._folder, self._show = folder, show
        self._path = folder / f"{number}.sock"
        self._server: asyncio.Server | None = None

    async def start(self) -> None:
        """Serve our metrics to the other workers. Raises OSError."""
        self._path.unlink(missing_ok=True)  # of a worker before us, which was killed
        self._server = await asyncio.start_unix_server(self._tell, self._path)

    async def stop(self) -> None:
        """Stop serving."""
        if self._server is not None:
            self._server.close()
            self._path.unlink(missing_ok=True)

    async def figures(self) -> bytes:
        """Return the metrics of all workers in one exposition text; waits up to PATIENCE s for
        others.
        """
        others = [path for path in sorted(self._folder.glob("*.sock")) if path != self._path]
        found = await asyncio.gather(*map(_asked, others))
        return together([self._show(), *filter(None, found)])

    async def _tell(self, _: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(ConnectionError):
            writer.write(self._show())
            await writer.drain()
        writer.close()


def together(texts: Iterable[bytes]) -> bytes:
    """Return several texts of figures as one: sums, and the smallest of what cannot be added."""
    sums: dict[str, Metric] = {}
    at: dict[tuple[str, str], int] = {}
    for text in texts:
        for family in text_string_to_metric_families(text.decode()):
            kept = sums.setdefault(
                family.name, Metric(family.name, family.documentation, family.type)
            )
            for sample in family.samples:
                key = sample.name, repr(sorted(sample.labels.items()))
                if key not in at:
                    at[key] = len(kept.samples)
                    kept.samples.append(sample)
                    continue
                before = kept.samples[at[key]]
                least = sample.name in LEAST
                value = min(before.value, sample.value) if least else before.value + sample.value
                kept.samples[at[key]] = before._replace(value=value)
    return generate_latest(_Kept(list(sums.values())))


class _Kept(CollectorRegistry):
    """Metrics that were read from text, as a collector writes them again."""

    def __init__(self, families: list[Metric]) -> None:
        super().__init__()
        self.register(_Families(families))


class _Families(Collector):
    def __init__(self, families: list[Metric]) -> None:
        self._families = families

    def collect(self) -> Iterable[Metric]:
        """Return the metrics that were read."""
        return self._families


async def _asked(path: Path) -> bytes:
    try:
        async with asyncio.timeout(PATIENCE):
            reader, writer = await asyncio.open_unix_connection(path)
            with contextlib.closing(writer):
                return await reader.read()
    except (OSError, TimeoutError) as fault:
        log.info("worker.not_counted", socket=path.name, reason=str(fault))
        return b""
