"""SK-19 of all that is foreseen: how far away an enemy is changes no byte of it."""

from typing import get_args

import msgspec
import pytest

from protocol.ids import UnitId
from protocol.requests import Preview
from server.rules.skirmish.kernel.state import Unit
from tests.rules.skirmish.table import Table, block, board, declared, unit, waiting

EVERYTHING: tuple[str, ...] = get_args(Preview.__annotations__["what"])
BOARD = board(block("crate", (30, 32), (30, 32), 3), block("box", (33, 34.5), (30, 32), 3))


def all_foreseen(far: float, *, kind: str, foe: str) -> dict[tuple[str, ...], bytes]:
    """Everything that can be asked about two units so many inches apart."""
    match = Table(*units(far, kind, foe), waiting(), on=BOARD)
    plans = (
        (),
        ("t",),
        declared("a", "t"),
        declared("a", "t", choice=2, checks=("climb:crate", "across:crate:box")),
        declared("a", "t", choice=3, checks=("down:crate",)),
    )
    return {
        (what, name, *picks): msgspec.msgpack.encode(
            match.play.ruleset.preview(match.state, what, UnitId(name), picks)
        )
        for what in EVERYTHING
        for name in ("a", "t")
        for picks in plans
    }


def units(far: float, kind: str, foe: str) -> tuple[Unit, Unit]:
    return (
        unit("a", kind, 10, 10, arms=("sword", "bow")),
        unit("t", foe, 11 + far, 10, arms=("spear", "sling")),
    )


@pytest.mark.rule("SK-19")
@pytest.mark.parametrize(
    ("kind", "foe"), [("infantry", "underrat"), ("zombie", "infantry"), ("infantry", "zombie")]
)
def test_what_is_foreseen_is_the_same_at_every_distance(kind: str, foe: str) -> None:
    """Given an enemy in the open, when it stands in reach, just out of it, or far beyond any range,
    then nothing that is foreseen differs."""
    near = all_foreseen(2.0, kind=kind, foe=foe)
    assert any(len(told) > 1 for told in near.values())
    for far in (5.999, 6.0, 8.999, 9.0, 9.001, 14.9, 15.1, 24.9):
        assert all_foreseen(far, kind=kind, foe=foe) == near, far
