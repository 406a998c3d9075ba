"""Checks whether an outside store is as durable as asked, and warns of each weaker setting."""

from protocol.ids import BattleId
from server.store.interface import Durability, KeysMoved, StoreError, keys
from server.store.redis.address import Address
from server.store.redis.client import StoreClient
from server.store.redis.mux import ErrorReply
from server.store.redis.replies import ScriptMissing, error

OLDEST = (6, 2)  # the version of Redis that has all commands of ours; Valkey began at 7.2


async def audit(
    client: StoreClient, address: Address, name: str, asked: Durability
) -> tuple[str, ...]:
    """Return a sentence for the operator on each setting of the store that is weaker than `asked`.

    Raises StoreUnavailable if the store goes away meanwhile.
    """
    found = (
        await _version(client, name),
        await _durability(client, name, asked),
        await _eviction(client, name),
        await _channel(client, address.publish, name),
        await _coverage(client, name) if address.shard else "",
    )
    return tuple(note for note in found if note)


async def _ask(client: StoreClient, *parts: str) -> object:
    """Return the answer to a command, None if this user may not run it."""
    try:
        return await client.command(*parts)
    except (ErrorReply, ScriptMissing, StoreError):
        return None


async def _setting(client: StoreClient, name: str) -> str | None:
    found = await _ask(client, "CONFIG GET", name)
    if not isinstance(found, dict):
        return None
    pairs = {_text(key): _text(value) for key, value in found.items()}
    return pairs.get(name)


def _text(value: object) -> str:
    return value.decode() if isinstance(value, bytes) else str(value)


async def _version(client: StoreClient, name: str) -> str:
    found = await _ask(client, "INFO", "server")
    text = str(found.get("redis_version", "")) if isinstance(found, dict) else ""
    numbers = tuple(int(part) for part in text.split(".")[:2] if part.isdecimal())
    if numbers and numbers < OLDEST:
        return f"the store at {name} is version {text}; 6.2 is the oldest that is tested"
    return ""


async def _durability(client: StoreClient, name: str, asked: Durability) -> str:
    on = await _setting(client, "appendonly")
    sync = await _setting(client, "appendfsync")
    if on is None or sync is None:
        return (
            f"durability {asked} was asked for; the store at {name} does not let us check it "
            "(CONFIG GET)"
        )
    if on != "yes":
        return (
            f"durability {asked} was asked for, but the store at {name} keeps no append-only file "
            "(appendonly no): battles go when it stops"
        )
    wanted = {"fsync": ("always",), "everysec": ("always", "everysec")}.get(asked.level)
    if wanted and sync not in wanted:
        loss = "about a second of play" if sync == "everysec" else "half a minute of play"
        return (
            f"durability {asked} was asked for, but the store at {name} has appendfsync {sync}: "
            f"{loss} may go at power loss"
        )
    return ""


async def _eviction(client: StoreClient, name: str) -> str:
    policy = await _setting(client, "maxmemory-policy")
    if policy is not None and policy != "noeviction":
        return (
            f"the store at {name} drops keys when its memory is full "
            f"(maxmemory-policy {policy}): battles may vanish; set noeviction"
        )
    return ""


async def _coverage(client: StoreClient, name: str) -> str:
    if await _setting(client, "cluster-require-full-coverage") == "yes":
        return (
            f"the store at {name} stops whole while one shard has no primary "
            "(cluster-require-full-coverage yes): set no, and only that shard's battles wait"
        )
    return ""


async def _channel(client: StoreClient, publish: str, name: str) -> str:
    """Return a warning if the user may not publish to our channels, else "": spectators on other
    processes hear of commits by them.
    """
    others = "other processes see commits late"
    try:
        await client.command(publish, keys.of(BattleId("probe"), "feed"), "")
    except ErrorReply as reply:
        if isinstance(error(str(reply)), KeysMoved):
            return ""  # the shard that has this channel is asked as well
        return f"the store at {name} forbids channels {keys.PREFIX}*: {others}"
    except StoreError:
        return f"the store at {name} does not let us publish: {others}"
    return ""
