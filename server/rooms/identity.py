"""Who somebody is: a guest with a token that only the client keeps.

A token is `PLAYER.SECRET`. The store holds the SHA-256 of the secret; it has 256 random bits, so a
plain hash is enough. Tokens are never logged.
"""

import hashlib
import hmac
import secrets
from typing import NamedTuple

import msgspec
from msgspec import Struct

from server.rooms.refusal import Refusal
from server.store.base import Store
from server.store.keys import checked

KIND = "player"


class PlayerDoc(Struct, frozen=True):
    """A player as stored: the token's hash in hex, the name, the last table."""

    hash: str
    name: str
    table: str = ""


class Identity(NamedTuple):
    """A player who has said hello; `token` only if the player is new."""

    player: str
    name: str
    table: str
    token: str = ""


class Players:
    """The identities in a store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def hello(self, token: str | None, name: str) -> Identity:
        """Recognise somebody by token, or make somebody new. Raises `Refusal`, StoreError."""
        name = " ".join(name.split())
        if token is None:
            return await self._new(name)
        player, _, secret = token.partition(".")
        doc = await self._load(player)
        # A hash is compared for unknown players, too, so that time tells nothing.
        known = doc.hash if doc is not None else "0" * 64
        if not hmac.compare_digest(known, _hash(secret)) or doc is None:
            raise Refusal("bad_token", "The token belongs to nobody here.")
        if name and name != doc.name:
            doc = msgspec.structs.replace(doc, name=name)
            await self._save(player, doc)
        return Identity(player, doc.name, doc.table)

    async def remember_table(self, player: str, table: str) -> None:
        """Remember where a player was last. Raises StoreError."""
        doc = await self._load(player)
        if doc is not None and doc.table != table:
            await self._save(player, msgspec.structs.replace(doc, table=table))

    async def name_at(self, player: str, table: str) -> str | None:
        """The name of a player who was last at a table, or None. Raises StoreError."""
        doc = await self._load(player)
        return doc.name if doc is not None and doc.table == table else None

    async def _new(self, name: str) -> Identity:
        player, secret = f"p{secrets.token_hex(8)}", secrets.token_urlsafe(32)
        name = name or f"Guest {player[1:5]}"
        await self._save(player, PlayerDoc(_hash(secret), name))
        return Identity(player, name, "", f"{player}.{secret}")

    async def _load(self, player: str) -> PlayerDoc | None:
        try:
            checked(player)
        except ValueError:
            return None
        found = await self._store.get(KIND, player)
        return msgspec.msgpack.decode(found[1], type=PlayerDoc) if found is not None else None

    async def _save(self, player: str, doc: PlayerDoc) -> None:
        await self._store.put(KIND, player, msgspec.msgpack.encode(doc))


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
