"""The soak of tables, short: it plays, measures and judges. An hour of it is `make soak-tables`."""

from pathlib import Path

import pytest

from tests.soak.samples import Sample, judged
from tests.soak.tables import run

MIB = 1024 * 1024


def grown(*sizes: float) -> list[Sample]:
    """Samples of a run of so many seconds, the server's size in MiB at each."""
    return [
        Sample(float(at), round(size * MIB), 10 * MIB, 0, 0, 0, 0) for at, size in enumerate(sizes)
    ]


def test_what_ends_where_the_first_quarter_ended_is_flat() -> None:
    server, store = judged(grown(*[50 + min(second, 10) for second in range(101)]))
    assert (server.growth, store.growth) == (1.0, 1.0)
    assert server.is_flat
    assert store.is_flat


def test_what_ends_a_tenth_and_more_above_the_first_quarter_grows() -> None:
    server, _ = judged(grown(*[50 + second * 0.1 for second in range(101)]))
    assert not server.is_flat


@pytest.mark.slow
async def test_a_short_soak_plays_and_measures(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Given a server, when tables come and go for some seconds, then nothing fails, and both
    sizes are told. So short a run judges no growth."""
    await run(0.1, 2, 11, tmp_path)
    told = capsys.readouterr().out
    assert "visits: " in told
    assert "server  MiB at the end of each quarter:" in told
    assert "store   MiB at the end of each quarter:" in told
    assert "defect:" not in told
