"""The attack itself: nothing of the protocol is left out, and what it says is measured."""

import re
import sys
from pathlib import Path
from typing import get_args

import pytest

from protocol.requests import Request
from tests.attack.attackers import NAMES
from tests.attack.kinds import DRIVERS
from tests.e2e.commands import run

GRANTED = ("tables", "preview values", "chat", "GET /healthz")


def test_every_request_of_the_protocol_is_made() -> None:
    """Given the requests that the protocol knows, then the attack makes each of them."""
    assert {request for request, _ in DRIVERS.values()} == set(get_args(Request))


@pytest.mark.slow
async def test_an_attack_is_made_and_felt(tmp_path: Path) -> None:
    """Given a short attack by two, then each kind was granted what it asked, and honest moves were
    timed beside it. How long they took is not judged here."""
    flags = ("--minutes", "0.2", "--attackers", "2", "--quiet", "1", "--only", *GRANTED)
    program = (sys.executable, "-m", "tests.attack", *flags)
    attacked = await run(tmp_path, program=program, env={"PYTHONPATH": str(Path.cwd())})
    rows = {name: line for line in attacked.out.splitlines() for name in NAMES if name in line[:20]}
    assert set(GRANTED) <= set(rows), attacked.out + attacked.err
    for name in GRANTED:
        asked, granted, *_ = re.findall(r"[\d.]+", rows[name][20:])
        assert float(asked) > 0
        assert float(granted) > 0, rows[name]
    assert "honest moves under attack: " in attacked.out
    assert "unexpected in the log" not in attacked.out
