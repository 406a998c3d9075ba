"""The state of a battle with types, for the questions that most programs have.

`Look` holds a part of what a `BattleView` holds as plain data: who stands where, how they are,
whose turn it is. All else is in `client.view.state`, as PROTOCOL.md says.
"""

from typing import Literal

import msgspec
from msgspec import Struct

from clients.core import BattleView
from protocol.battle import BattleResult, Fate, Form, Phase, Side, UnitKind
from protocol.hexes import Hex
from protocol.ids import NO_SEAT, DieId, SeatId, Text, UnitId


class Unit(Struct, frozen=True):
    """Somebody or something of a battle. `at` is None off the map, `fate` says why it has left.

    `side` is "party" or "enemy", `kind` "adventurer", "enemy", "companion" and so on, `controller`
    the seat that decides for it ("" for none), `health` what `hp` was at first.
    """

    id: UnitId
    kind: Text[UnitKind | Literal[""]] = ""
    side: Text[Side | Literal[""]] = ""
    name: str = ""
    chip: str = ""
    hp: int = 0
    health: int = 0
    bonus: int = 0
    level: int = 0
    at: Hex | None = None
    fate: Text[Fate] = ""
    controller: SeatId = NO_SEAT


class Mat(Struct, frozen=True):
    """What lies on an adventurer's mat: stats, battle form, and the ids of its dice by place."""

    seat: SeatId
    race: str = ""
    cls: str = ""
    form: Text[Form | Literal[""]] = ""
    stamina: int = 0
    magicka: int = 0
    cooldown: int = 0
    tenacity: int = 0
    row: tuple[DieId, ...] = ()
    rolled: tuple[DieId, ...] = ()
    active: tuple[DieId, ...] = ()
    track: tuple[DieId, ...] = ()
    drained: tuple[DieId, ...] = ()


class Turn(Struct, frozen=True):
    """Whose turn it is, and how many engages and moves it has had."""

    unit: UnitId
    engages: int = 0
    moves: int = 0


class Look(Struct, frozen=True):
    """A battle at a glance. `outcome` is "" while it is on; units and mats have the same ids."""

    phase: Text[Phase | Literal[""]] = ""
    round: int = 0
    outcome: Text[BattleResult | Literal[""]] = ""
    turn: Turn | None = None
    units: dict[UnitId, Unit] = {}
    adventurers: dict[UnitId, Mat] = {}

    def unit_of(self, seat: SeatId) -> Unit | None:
        """Return the adventurer of a seat; None before it is created."""
        for name, mat in self.adventurers.items():
            if mat.seat == seat:
                return self.units[name]
        return None

    def on_map(self, side: Side) -> tuple[Unit, ...]:
        """Return the units of a side ("party" or "enemy") that stand on the map."""
        return tuple(u for u in self.units.values() if u.side == side and u.at and not u.fate)


def look_at(view: BattleView) -> Look:
    """Read a battle's state. Fields that a newer server adds are skipped.

    Raises msgspec.ValidationError for the state of a game of another kind.
    """
    return msgspec.convert(view.state, Look)
