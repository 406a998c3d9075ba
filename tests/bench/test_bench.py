"""The benchmarks at tiny sizes: every part runs and its figures come out. No timing is judged."""

import json
from pathlib import Path

import pytest

from tests.bench.__main__ import PARTS
from tests.bench.report import Report
from tests.bench.scale import QUICK

FLEET = {
    *("moves_per_s", "us_per_move", "times_one", "times_one_by_cpu", "relayed_us_per_move"),
    *("owner_us_per_move", "owner_times_without", "watchers_per_core", "ms_to_last"),
    *("take_over_p99_s", "here_ms", "elsewhere_ms", "first_there_ms", "longest_s"),
}
EXPECTED = {
    "micro": {"moves_per_s", "share_of_bare", "p99_ms", "p99_times_bare", "bytes_per_update"},
    "board": {"moves_per_s", "share_of_bare", "cpu_times_bare", "bytes_per_update"},
    "everysec": {"moves_per_s", "bare_moves_per_s", "store_bytes_per_commit"},
    "jailbreak": {"moves_per_s", "p50_ms", "bytes_per_update", "store_bytes_per_commit"},
    "fanout": {"ms_to_last", "messages_per_cpu_s", "times_broadcast"},
    "idle": {"kib", "kib_per_table_with_4_clients", "kib_per_table_without"},
    "startup": {"s", "imports_and_store_s"},
    "fleet": FLEET,
    "requests": {"ms", "tokens", "share_of_core"},
    "engine": {"battles_per_s", "us", "commits_per_s", "replay_bytes"},
    "sessions": {"answers_per_s", "sessions_per_s", "bytes", "taken_up_ms"},
    "matches": {"matches_per_s", "answers_per_match", "answers_per_s", "p50_ms", "p99_ms"},
    "ways": {"ms", "p50_ms", "p99_ms"},
}


@pytest.mark.slow
@pytest.mark.parametrize("part", [name for name in PARTS if name != "cluster"])  # it is "fleet"
async def test_a_part_measures_what_it_promises(part: str, tmp_path: Path) -> None:
    """Given tiny sizes, when a part runs, then its figures stand in the JSON lines."""
    report = Report(tmp_path / "bench.json")

    await PARTS[part](report, QUICK)

    report.write()
    lines = [json.loads(line) for line in (tmp_path / "bench.json").read_text().splitlines()]
    found = {name for line in lines[1:] for name, value in line.items() if value is not None}
    assert found >= EXPECTED[part]
    assert lines[0]["bench"] == "machine"
    counted = ("moves_per_s", "ms_to_last", "battles_per_s", "p50_ms")
    assert all(line[name] > 0 for line in lines for name in counted if name in line)
