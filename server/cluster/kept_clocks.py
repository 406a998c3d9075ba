"""The clocks of a battle that is put aside: they run on while it is in no memory."""

import msgspec

from protocol.ids import SeatId
from server.battles import AllClocks, BattleRecord, Due, Room, battle_meta
from server.store import Store


class KeptClocks(msgspec.Struct, frozen=True, array_like=True):
    """Running clocks as stored: of which version, and when each runs down (Unix milliseconds);
    `sides` likewise the running clocks of sides.
    """

    version: int
    until: tuple[tuple[Due, int], ...]
    sides: dict[SeatId, int] = {}


NO_CLOCKS = AllClocks({}, {})


async def keep_clocks(store: Store, room: Room) -> None:
    """Store the running clocks of a battle that is about to be put aside. Raises StoreError."""
    now, version = room.resources.clock.unix_ms(), room.record.shown.version
    seats, sides = room.autopilot.clocks
    until = tuple((due, now + ms) for due, ms in seats.items())
    down = {seat: now + ms for seat, ms in sides.items()}
    data = msgspec.msgpack.encode(KeptClocks(version, until, down))
    await battle_meta.keep_clocks(store, room.lease, data)


async def clocks_of(store: Store, record: BattleRecord, now: int) -> AllClocks:
    """Return the clocks of a battle that was put aside, `now` in Unix milliseconds. Raises
    StoreError.
    """
    data = (await battle_meta.meta_of(store, record.opening.battle)).clocks
    kept = msgspec.msgpack.decode(data, type=KeptClocks) if data is not None else None
    if kept is None or kept.version != record.shown.version:
        return NO_CLOCKS
    return AllClocks(
        {due: until - now for due, until in kept.until},
        {seat: until - now for seat, until in kept.sides.items()},
    )
