"""The figures of several workers as one text."""

import asyncio
from pathlib import Path

from prometheus_client.parser import text_string_to_metric_families

from server.net.telemetry import Metrics, WorkerMetrics
from server.net.telemetry.worker_metrics import together


def figures(text: bytes) -> dict[str, float]:
    """Samples by name and labels."""
    return {
        f"{sample.name}{sorted(sample.labels.items())}": sample.value
        for family in text_string_to_metric_families(text.decode())
        for sample in family.samples
    }


def worker(commits: int, up: float, seconds: float) -> Metrics:
    metrics = Metrics()
    metrics.commits.inc(commits)
    metrics.requests.inc(commits, label="intent")
    metrics.store_up.set(up)
    metrics.append_seconds.observe(seconds)
    return metrics


def test_counters_gauges_and_histograms_of_all_workers_are_added() -> None:
    """Given two workers, then counts are sums by label, buckets too, and the store is up only where
    all can reach it."""
    one, other = worker(3, 1, 0.0004), worker(4, 0, 0.03)
    other.requests.inc(2, label="chat")
    found = figures(together([one.show(), other.show()]))
    assert found["hexwarden_commits_total[]"] == 7
    assert found["hexwarden_requests_total[('kind', 'intent')]"] == 7
    assert found["hexwarden_requests_total[('kind', 'chat')]"] == 2
    assert found["hexwarden_append_seconds_count[]"] == 2
    assert found["hexwarden_append_seconds_bucket[('le', '0.0005')]"] == 1
    assert found["hexwarden_append_seconds_bucket[('le', '+Inf')]"] == 2
    assert found["hexwarden_store_up[]"] == 0
    assert found["hexwarden_workers[]"] == 2


def test_one_workers_text_comes_out_as_it_went_in() -> None:
    text = worker(5, 1, 0.2).show()
    found = figures(together([text]))
    assert {name: found[name] for name in figures(text)} == figures(text)


async def test_whichever_worker_is_asked_tells_of_all_and_leaves_out_who_is_gone(
    tmp_path: Path,
) -> None:
    """Given three workers, of which one has been killed, then the others' figures come together."""
    workers = [worker(number, 1, 0.1) for number in (1, 2, 4)]
    asked = [WorkerMetrics(tmp_path, at, each.show) for at, each in enumerate(workers)]
    for each in asked:
        await each.start()
    texts = await asyncio.gather(*(each.figures() for each in asked))
    assert {figures(text)["hexwarden_commits_total[]"] for text in texts} == {7}
    await asked[2].stop()
    (tmp_path / "2.sock").touch()
    found = figures(await asked[0].figures())
    assert found["hexwarden_commits_total[]"] == 3
    assert found["hexwarden_workers[]"] == 2
    again = WorkerMetrics(tmp_path, 2, workers[2].show)
    await again.start()
    assert figures(await asked[0].figures())["hexwarden_commits_total[]"] == 7
    for each in (*asked[:2], again):
        await each.stop()
