"""Players' identities: guests, each with a token that only the client keeps, and signed-in players.

A token is `PLAYER.SECRET`. The store holds the SHA-256 of the secret; it has 256 random bits, so a
plain hash is enough. Tokens are never logged.

A player may ask for another token. Both are valid until the new one is first used: then the old one
ends, with every connection that it has opened. So a reply that is lost locks nobody out.
"""

import hashlib
import hmac
import secrets
from collections.abc import Callable
from typing import NamedTuple

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from protocol.fields import LONGEST_NAME
from protocol.ids import NO_TABLE, PlayerId, TableId
from protocol.plain_text import plain
from server.players.ladder import Ladder
from server.players.limits import DAY
from server.players.reserved_names import is_reserved
from server.runtime import Refusal
from server.store import Conflict, Store, keys

KIND = "player"
TRIES = 8  # against other connections of the player, which write in the same moment
NOBODY = "0" * 64
NO_TOKEN = ""
TABLES_KEPT = 24  # the latest ones: half a KB of ids, in a document that every hello reads
UNKNOWN_TOKEN = (
    "The token belongs to nobody here; whoever has not come for very long is forgotten. Say hello "
    "without it to come in as somebody new."
)


def _no_time() -> int:
    return 0


class PlayerDoc(Struct, frozen=True):
    """A player as stored: the token's hash in hex ("" for one who signs in), the name, the last
    table.

    `coming` is the hash of a new token that was not used yet, "" for none; `generation` counts the
    tokens. `opened` is when the player opened tables within the last day (Unix seconds), `tables`
    where they have been, the latest first. `renamed`: these tables may show an earlier name. `seen`
    is when the player last said hello or came to a table (Unix seconds), exact to `Players.step`; 0
    if only an early release has written it.
    """

    hash: str
    name: str
    table: TableId = NO_TABLE
    coming: str = ""
    generation: int = 0
    opened: tuple[int, ...] = ()
    tables: tuple[TableId, ...] = ()
    renamed: bool = False
    seen: int = 0


class Identity(NamedTuple):
    """A player who has said hello; `token` is set only for a new player.

    `anew`: this hello was the first with a new token, which ended the one before. `renamed`: the
    `tables` where they have been may show an earlier name.
    """

    player: PlayerId
    name: str
    table: TableId
    token: str = ""
    generation: int = 0
    anew: bool = False
    renamed: bool = False
    tables: tuple[TableId, ...] = ()


class Players:
    """The identities in a store.

    `now` returns Unix seconds. When a player was seen is written at most every `step` seconds.
    """

    def __init__(self, store: Store, now: Callable[[], int] = _no_time, step: float = DAY) -> None:
        self._store, self._now, self._step = store, now, step
        self.ladder = Ladder(store)

    async def hello(self, token: str | None, name: str) -> Identity:
        """Return the player of a token, or a new player for None. "" keeps the present name. Raises
        `Refusal`, StoreError.
        """
        name = _taken(name)
        if token is None:
            return await self._new(name)
        claimed, _, secret = token.partition(".")
        player = PlayerId(claimed)
        given, generation = _hash(secret), 0

        def recognised(doc: PlayerDoc | None) -> PlayerDoc:
            nonlocal generation
            # Hashes are compared for unknown players, too, so that the time taken tells nothing.
            now = _same(doc.hash if doc is not None else NOBODY, given)
            next_one = _same(doc.coming if doc is not None and doc.coming else NOBODY, given)
            if doc is None or not (now or next_one):
                raise Refusal("bad_token", UNKNOWN_TOKEN)
            generation = doc.generation
            if next_one:
                doc = replace(doc, hash=given, coming="", generation=doc.generation + 1)
            return self._seen(_named(doc, name))

        doc = await self._change(player, recognised)
        return _recognised(player, doc, doc.generation > generation)

    async def signed_in(self, player: PlayerId, signed_name: str, name: str) -> Identity:
        """Return the player for whom an identity provider vouches, created if new. They have no
        token.

        The name is `name`, or for a new player without one `signed_name`. Raises `Refusal`,
        StoreError.
        """
        name, signed_name = _taken(name), plain(signed_name, LONGEST_NAME)
        if is_reserved(signed_name):
            signed_name = ""

        def recognised(doc: PlayerDoc | None) -> PlayerDoc:
            known = doc or PlayerDoc(NO_TOKEN, name or signed_name or f"Player {player[1:5]}")
            return self._seen(_named(known, name))

        return _recognised(player, await self._change(player, recognised))

    async def note_shown(self, player: PlayerId, name: str) -> None:
        """Record that all tables show `name`, unless the player has another name by now.

        Raises `Refusal`, StoreError.
        """

        def shown(doc: PlayerDoc | None) -> PlayerDoc:
            known = _known(doc)
            return replace(known, renamed=False) if known.name == name else known

        await self._change(player, shown)

    async def name_of(self, player: PlayerId) -> str | None:
        """Return a player's name, None if there is no such player. Raises StoreError."""
        _, doc = await self._load(player)
        return doc.name if doc is not None else None

    async def new_token(self, player: PlayerId) -> str:
        """Return a new token, which replaces the present one when it is first used.

        Raises `Refusal`, StoreError.
        """
        secret = secrets.token_urlsafe(32)
        await self._change(player, lambda doc: replace(_guest(doc), coming=_hash(secret)))
        return f"{player}.{secret}"

    async def remember_table(self, player: PlayerId, table: TableId) -> str:
        """Record the table where a player was last, and return the player's name.

        Raises `Refusal`, StoreError.
        """

        def been(doc: PlayerDoc | None) -> PlayerDoc:
            known = _known(doc)
            before = tuple(one for one in _been(known) if one != table)
            return self._seen(replace(known, table=table, tables=(table, *before)[:TABLES_KEPT]))

        return (await self._change(player, been)).name

    async def forget_table(self, player: PlayerId, table: TableId) -> None:
        """Remove a table from those where a player has been. Raises `Refusal`, StoreError."""

        if (await self._load(player))[1] is None:
            return

        def gone(doc: PlayerDoc | None) -> PlayerDoc:
            known = _known(doc)
            left = tuple(one for one in _been(known) if one != table)
            return replace(known, table="" if known.table == table else known.table, tables=left)

        await self._change(player, gone)

    async def tables_of(self, player: PlayerId) -> tuple[TableId, ...]:
        """Return the tables where a player has been, the latest first. Raises StoreError."""
        _, doc = await self._load(player)
        return _been(doc) if doc is not None else ()

    async def note_opened(self, player: PlayerId, now: int, most: int) -> bool:
        """Record that a player opens a table at `now` (Unix seconds), and return True. Return
        False, and record nothing, if they have opened `most` within a day. Raises `Refusal`,
        StoreError.
        """
        may = False

        def opened(doc: PlayerDoc | None) -> PlayerDoc:
            nonlocal may
            known = _known(doc)
            late = tuple(time for time in known.opened if time > now - DAY)
            may = len(late) < most
            return replace(known, opened=(*late, now)) if may else known

        await self._change(player, opened)
        return may

    async def name_at(self, player: PlayerId, table: TableId) -> str | None:
        """Return the name of a player who was last at `table`, None for any other. Raises
        StoreError.
        """
        _, doc = await self._load(player)
        return doc.name if doc is not None and doc.table == table else None

    async def _new(self, name: str) -> Identity:
        player, secret = PlayerId(f"p{secrets.token_hex(8)}"), secrets.token_urlsafe(32)
        name = name or f"Guest {player[1:5]}"
        doc = self._seen(PlayerDoc(_hash(secret), name))
        await self._store.put(KIND, player, msgspec.msgpack.encode(doc), 0)
        return Identity(player, name, NO_TABLE, f"{player}.{secret}")

    def _seen(self, doc: PlayerDoc) -> PlayerDoc:
        now = self._now()
        return replace(doc, seen=now) if now - doc.seen >= self._step else doc

    async def _change(
        self, player: PlayerId, how: Callable[[PlayerDoc | None], PlayerDoc]
    ) -> PlayerDoc:
        """Write what `how` makes of the document, and return it. If others write meanwhile, `how`
        is applied again.

        Raises `Refusal`, StoreError.
        """
        for _ in range(TRIES):
            revision, doc = await self._load(player)
            changed = how(doc)
            if changed == doc:
                return changed
            try:
                data = msgspec.msgpack.encode(changed)
                await self._store.put(KIND, player, data, revision)
            except Conflict:
                continue
            return changed
        raise Refusal("busy", "Too much at once from this player. Try again in a moment.")

    async def _load(self, player: PlayerId) -> tuple[int, PlayerDoc | None]:
        try:
            keys.checked(player)
        except ValueError:
            return 0, None
        found = await self._store.get(KIND, player)
        if found is None:
            return 0, None
        return found[0], msgspec.msgpack.decode(found[1], type=PlayerDoc)


def _taken(name: str) -> str:
    """Return a name as it is shown to others. Raises `Refusal` for a reserved one."""
    name = plain(name, LONGEST_NAME)
    if is_reserved(name):
        raise Refusal("not_allowed", "That name is kept for those who run the server.")
    return name


def _named(doc: PlayerDoc, name: str) -> PlayerDoc:
    """Return the document with a new name; "" keeps the present one."""
    return replace(doc, name=name, renamed=True) if name not in ("", doc.name) else doc


def _recognised(player: PlayerId, doc: PlayerDoc, anew: bool = False) -> Identity:
    return Identity(player, doc.name, doc.table, "", doc.generation, anew, doc.renamed, _been(doc))


def _known(doc: PlayerDoc | None) -> PlayerDoc:
    if doc is None:
        raise Refusal("bad_token", "This player is no more.")
    return doc


def _guest(doc: PlayerDoc | None) -> PlayerDoc:
    known = _known(doc)
    if known.hash == NO_TOKEN:
        raise Refusal("not_allowed", "You are signed in; there is no token to be renewed.")
    return known


def _been(doc: PlayerDoc) -> tuple[TableId, ...]:
    return doc.tables or ((doc.table,) if doc.table else ())


def _same(known: str, given: str) -> bool:
    return hmac.compare_digest(known, given)


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
