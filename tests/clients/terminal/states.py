"""A state by hand as a terminal shows it."""

from typing import Any

import msgspec

from clients.core.names import Names
from protocol.hexes import disc
from protocol.ids import BattleId, ItemId, SeatId, TableId
from protocol.replies import Opening, SeatOf
from server.rules.battle.kernel.state import Enchantment


def unit(name: str, at: list[int] | None, hp: int, **fields: Any) -> dict[str, Any]:
    side = "party" if name.startswith("a") else "enemy"
    values: dict[str, Any] = {
        "name": name.upper(),
        "kind": "adventurer" if side == "party" else "enemy",
        "health": 5,
        "bonus": 0,
        "statuses": [],
        "dice": [],
        "fatigue": [],
        "fate": "",
    }
    return {**values, "id": name, "at": at, "hp": hp, "side": side, **fields}


MAT: dict[str, Any] = {
    "seat": "1",
    "race": "orc",
    "form": "light-weapon",
    "stamina": 3,
    "magicka": 2,
    "cooldown": 2,
    "cls": "knight",
    "master": False,
    "tenacity": 2,
    "mat": [
        {"left": "health", "right": "", "left_squares": 0, "right_squares": 0},
        {"left": "stamina", "right": "combat", "left_squares": 3, "right_squares": 1},
        {"left": "magicka", "right": "", "left_squares": 2, "right_squares": 0},
        {"left": "bow", "right": "", "left_squares": 2, "right_squares": 0},
    ],
    "row": ["d1", "d2"],
    "rolled": [],
    "active": ["d3"],
    "track": ["LF", "bane", "d4"],
    "drained": [],
    "ready": [{"id": "i1", "item": "iron-sword", "expended": True, "chips": 0}],
    "pack": [],
}


DICE = {
    "d1": {"kind": "combat", "owner": "a1", "face": -1},
    "d2": {"kind": "combat", "owner": "a1", "face": -1},
    "d3": {"kind": "snipe", "owner": "a1", "face": 4},
    "d4": {"kind": "combat", "owner": "a1", "face": 1},
}


STATE: dict[str, Any] = {
    "tiles": {
        "clash": {"hexes": [list(at) for at in disc((0, 0), 1)]},
        "entrance": {"hexes": [[2, -1]]},
    },
    "blocked": [[-1, 0]],
    "caches": {"0,1": "common"},
    "units": {
        "a1": unit("a1", [1, -1], 5, bonus=2),
        "e0": unit("e0", [0, -1], 3, statuses=["bane"], dice=["d3"]),
        "e1": unit("e1", None, 0, fate="defeated"),
    },
    "adventurers": {"a1": MAT},
    "dice": DICE,
    "enchantments": {"i9": msgspec.to_builtins(Enchantment(ItemId("frost-ward"), "a1"))},
    "round": 2,
    "rounds": 2,
    "turn": {"unit": "a1"},
    "phase": "adventurers",
    "outcome": "",
}


def plain(rows: list[Any]) -> list[str]:
    return [row.plain for row in rows]


def names() -> Names:
    opening = Opening(
        BattleId("b"),
        TableId("t"),
        "battle",
        "j",
        "",
        {},
        (SeatOf(SeatId("1"), "Ann"),),
        "",
        "",
        "",
        (),
        0,
    )
    return Names(STATE, None, None, opening)
