"""Every request of the protocol stands in the table of requests, once, with its own handler."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, get_args

import pytest

from protocol.requests import Ask, Chat, Move, Request
from server.cluster import HostRequest
from server.service.call import WhenDelayed
from server.service.request_table import ROWS, Row, RunsAt
from tests.contracts.type_checker import complaints


def faults(rows: Iterable[Row[Any]], kinds: Iterable[type]) -> Iterator[str]:
    """Requests without a row or with several, and rows that the relay would not agree with."""
    rows = tuple(rows)
    found = [row.kind for row in rows]
    for kind in kinds:
        if found.count(kind) != 1:
            yield f"{kind.__name__}: {found.count(kind)} rows"
    passed_on = ((RunsAt.HOST, get_args(HostRequest)), (RunsAt.ROOM, get_args(Move)))
    for runs, theirs in passed_on:
        for row in rows:
            if (row.runs is runs) is not (row.kind in theirs):
                yield f"{row.kind.__name__}: {row.runs.name}, and relayed otherwise"
    for row in rows:
        if row.cost < 1:
            yield f"{row.kind.__name__}: is for free"


def test_every_request_has_one_row() -> None:
    assert list(faults(ROWS, get_args(Request))) == []


class Wave(Ask, frozen=True, array_like=True, tag="wave"):
    """A request that is new to the protocol."""


def moved_to(runs: RunsAt) -> list[Row[Any]]:
    """The table with chat handled elsewhere than the relay passes it."""
    return [row._replace(runs=runs) if row.kind is Chat else row for row in ROWS]


@pytest.mark.parametrize(
    ("rows", "kinds", "fault"),
    [
        (ROWS, (*get_args(Request), Wave), "Wave: 0 rows"),
        ([row for row in ROWS if row.kind is not Chat], get_args(Request), "Chat: 0 rows"),
        ((*ROWS, ROWS[0]), get_args(Request), "Hello: 2 rows"),
        (moved_to(RunsAt.HERE), get_args(Request), "Chat: HERE, and relayed otherwise"),
        ([ROWS[0]._replace(cost=0)], [ROWS[0].kind], "Hello: is for free"),
    ],
)
def test_a_planted_fault_of_the_table_is_found(
    rows: Iterable[Row[Any]], kinds: Iterable[type], fault: str
) -> None:
    assert fault in list(faults(rows, kinds))


def test_moves_alone_are_refused_for_the_sake_of_a_delay() -> None:
    refused = {row.kind for row in ROWS if row.delay is WhenDelayed.REFUSED}

    assert refused == set(get_args(Move))


TYPED = """\
from protocol.requests import Chat, Claim, Intent, Release
from server.service.call import WhenDelayed
from server.service.handlers import chat, moves, seats
from server.service.request_table import _at_host, _here, _in_room

_here(Claim, seats.claim, 1, WhenDelayed.JUDGED)
_at_host(Chat, chat.chat, 1, WhenDelayed.LATER)
_in_room(Intent, 2)
_here(Claim, seats.release, 1, WhenDelayed.JUDGED)  # wrong
_at_host(Release, seats.release, 1, WhenDelayed.JUDGED)  # wrong
_in_room(Chat, 2)  # wrong
_here(Intent, moves.take, 2, "refused")  # wrong
"""


def test_a_row_with_the_handler_of_another_request_does_not_pass_the_type_checker(
    tmp_path: Path,
) -> None:
    lines = TYPED.splitlines()
    wrong = {number for number, line in enumerate(lines, 1) if line.endswith("# wrong")}

    assert complaints(tmp_path, TYPED) == wrong
