"""Hexwarden for programs: `connect` to a server, sit down at a table, answer questions.

async with connect("http://localhost:8080/#join=CODE", name="Ann") as client:
    await client.join()
    await client.ready()
    async for update in client:
        ...
"""

from clients.core.view import Played
from clients.sdk.client import Back, Client, Lost, connect
from clients.sdk.errors import ConnectionLost, Ended, Refusal, Unreachable
from clients.sdk.links import Link, parse_link
from clients.sdk.tokens import Tokens

__all__ = [
    "Back",
    "Client",
    "ConnectionLost",
    "Ended",
    "Link",
    "Lost",
    "Played",
    "Refusal",
    "Tokens",
    "Unreachable",
    "connect",
    "parse_link",
]
