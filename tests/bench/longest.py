"""The longest journal that there can be, made quickly: one move and its undo, again and again.

That is what somebody could play who wants a long battle; the move is the largest of some.
"""

from msgspec.structs import replace

from protocol import codec
from protocol.replies import Closing, Commit, Opening
from server.battles.services import LONGEST
from server.service.game_service import GameService
from server.store.memory import MemoryStore

ENDING = Closing("00" * 32)


def of(frames: list[bytes], *, over: bool = False, commits: int = LONGEST) -> list[bytes]:
    """A journal of so many entries, from one whose last two are a move and its undo.

    `over`: the last one ends the battle.
    """
    moved, undone = (codec.msgpack.reply(frame) for frame in frames[-2:])
    assert isinstance(moved, Commit), "a move"
    assert isinstance(undone, Commit), "its undo"
    found, number, ms = list(frames), max(moved.number, undone.number), undone.ms
    for version in range(len(frames) + 1, commits + 1):
        number, ms = number + 1, ms + 1
        each = moved if (version - len(frames)) % 2 else undone
        found.append(codec.msgpack.encode(replace(each, version=version, number=number, ms=ms)))
    if over:
        last = codec.msgpack.reply(found[-1])
        assert isinstance(last, Commit), "the last entry"
        found[-1] = codec.msgpack.encode(replace(last, pinned=ENDING))
    return found


def earlier(frames: list[bytes]) -> list[bytes]:
    """The journal, begun a minute earlier: what a short delay holds back of it is due."""
    first = codec.msgpack.reply(frames[0])
    assert isinstance(first, Commit), "the first commit"
    assert isinstance(first.pinned, Opening), "it pins the opening"
    opening = replace(first.pinned, time=first.pinned.time - 60_000)
    return [codec.msgpack.encode(replace(first, pinned=opening)), *frames[1:]]


def put(service: GameService, battle: str, journal: list[bytes]) -> None:
    """Let a battle have another journal than it was played with."""
    store = service.resources.store
    assert isinstance(store, MemoryStore), "a store that can be told anything"
    store._journals[battle].entries = list(journal)
