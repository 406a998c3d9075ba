"""The clocks of a battle that is put aside: they run on while it is in no memory."""

import msgspec

from server.battles import BattleRecord, Due, Room, Running, battle_meta
from server.store import Store


class KeptClocks(msgspec.Struct, frozen=True, array_like=True):
    """Running clocks as stored: of which version, and when each runs down (Unix milliseconds)."""

    version: int
    until: tuple[tuple[Due, int], ...]


async def keep_clocks(store: Store, room: Room) -> None:
    """Store the running clocks of a battle that is about to be put aside. Raises StoreError."""
    now, version = room.resources.clock.unix_ms(), room.record.shown.version
    until = tuple((due, now + ms) for due, ms in room.autopilot.clocks.items())
    data = msgspec.msgpack.encode(KeptClocks(version, until))
    await battle_meta.keep_clocks(store, room.lease, data)


async def clocks_of(store: Store, record: BattleRecord, now: int) -> Running:
    """Return the clocks of a battle that was put aside, `now` in Unix milliseconds. Raises
    StoreError.
    """
    data = (await battle_meta.meta_of(store, record.opening.battle)).clocks
    kept = msgspec.msgpack.decode(data, type=KeptClocks) if data is not None else None
    if kept is None or kept.version != record.shown.version:
        return {}
    return {due: until - now for due, until in kept.until}
