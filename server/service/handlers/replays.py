"""Handlers of requests about battles that are played back."""

from protocol.requests import Pace, Replay, Seek, Share, Step
from server.replays import Playback
from server.runtime import Refusal
from server.service import watching
from server.service.call import Call
from server.service.replay_sharing import share as tell_key


async def replay(call: Call[Replay]) -> None:
    """Play a battle of the table back to the visitor.

    Raises `Refusal`, `Unreadable`, StoreError.
    """
    sources = call.context.battles.sources
    await watching.replay(sources, call.table, call.visitor, call.request)


async def share(call: Call[Share]) -> None:
    """Tell the key of a battle's replay file. Raises `Refusal`, `Unreadable`, StoreError."""
    await tell_key(call.context, call.place, call.visitor, call.request)


def _playback(call: Call[Pace] | Call[Step] | Call[Seek]) -> Playback:
    """Return the replay that the visitor watches. Raises `Refusal` if there is none."""
    playback = call.visitor.show
    if not isinstance(playback, Playback):
        raise Refusal("not_now", "You are not watching a replay.")
    return playback


async def pace(call: Call[Pace]) -> None:
    """Set the replay's speed. Raises `Refusal`, `Unreadable`, StoreError."""
    await _playback(call).pace(call.request.speed)
    call.done()


async def step(call: Call[Step]) -> None:
    """Go some versions on, or back. Raises `Refusal`, `Unreadable`, StoreError."""
    await _playback(call).step(call.request.by)
    call.done()


async def seek(call: Call[Seek]) -> None:
    """Go on at another version. Raises `Refusal`, `Unreadable`, StoreError."""
    await _playback(call).seek(call.request.version)
    call.done()
