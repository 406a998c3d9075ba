"""Hexwarden for programs: `connect` to a server, sit down at a table, answer questions.

async with connect("http://localhost:8080/#join=CODE", name="Ann") as client:
    await client.join()
    await client.ready()
    async for update in client:
        ...

All that a program needs is imported from here: the client, its errors (each a `HexwardenError`),
the shapes of questions, a table's settings, and the state with types (`client.look()`).

What a client keeps is bounded: of updates that nobody has iterated over the latest 10,000 (`view`
and `table` are complete all the same), of replies 4 MiB each, of requests 16 KiB.
"""

from clients.core import BattleView, Played
from clients.sdk.client import Client
from clients.sdk.connecting import connect
from clients.sdk.errors import (
    ConnectionLost,
    Ended,
    HexwardenError,
    NotAsked,
    Refusal,
    TooSlow,
    Unreachable,
)
from clients.sdk.links import Link, is_local, parse_link
from clients.sdk.news import Back, Lost, News
from clients.sdk.resolving import resolve_all
from clients.sdk.state import Look, Mat, Turn, Unit
from clients.sdk.tasks import Tasks
from clients.sdk.tokens import Tokens
from protocol.ids import BattleId, DieId, PlayerId, SeatId, TableId, UnitId
from protocol.previews import EnemyTurn, EngageOdds, Values
from protocol.questions import (
    One,
    Option,
    Order,
    Picks,
    Place,
    Plan,
    Question,
    Route,
    Slot,
    Some,
    Split,
    Spot,
)
from protocol.tables import EncounterLine, Settings, TableState

__all__ = [
    "Back",
    "BattleId",
    "BattleView",
    "Client",
    "ConnectionLost",
    "DieId",
    "EncounterLine",
    "Ended",
    "EnemyTurn",
    "EngageOdds",
    "HexwardenError",
    "Link",
    "Look",
    "Lost",
    "Mat",
    "News",
    "NotAsked",
    "One",
    "Option",
    "Order",
    "Picks",
    "Place",
    "Plan",
    "Played",
    "PlayerId",
    "Question",
    "Refusal",
    "Route",
    "SeatId",
    "Settings",
    "Slot",
    "Some",
    "Split",
    "Spot",
    "TableId",
    "TableState",
    "Tasks",
    "Tokens",
    "TooSlow",
    "Turn",
    "Unit",
    "UnitId",
    "Unreachable",
    "Values",
    "connect",
    "is_local",
    "parse_link",
    "resolve_all",
]
