"""Seed corpora made of real data: a battle between bots, a conversation, the game's own packs."""

import asyncio
import typing
import zlib
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from protocol import replay_file
from protocol.codec import Codec, Past, json, msgpack
from protocol.ids import UnitId
from protocol.previews import CombatOdds, Fate, Outlook, Sighting
from protocol.replies import Previewed, Reply
from protocol.requests import Intent, Preview, Request
from server.battles.records.recovery import closing_of, entries_of
from server.cluster.processes import messages as post
from server.commands.headless import Simulation
from server.rules.engine.ruleset import Ruleset
from tests.commands.packs import CHIP, CLASH
from tests.protocol.conversation import recorded

CONTENT = Path(__file__).parents[2] / "server" / "rules" / "content"
LONG = 90


class Battle(typing.NamedTuple):
    """A whole battle: its journal, its secret seed, its rules, and its latest snapshot."""

    frames: list[bytes]
    secret: bytes
    ruleset: Ruleset[Any]
    snapshot: bytes
    replay: bytes


@cache
def _played() -> Battle:
    """A Jailbreak of four in which everything is asked, long enough for a snapshot."""
    for seed in range(1, 30):
        played = Simulation("jailbreak", 4, "adept", "random", seed, options={"asks": "all"})
        kept = b""
        played.begin()
        while not played.record.shown.over:
            played.step()
            if due := played.record.snapshot():
                kept = due[1]
        if kept and len(played.frames) >= LONG:
            ruleset = played.record.play.ruleset
            secret = bytes.fromhex(_closing(played.frames))
            return Battle(played.frames, secret, ruleset, kept, played.replay())
    raise AssertionError("no battle of these is long enough")


def _closing(frames: list[bytes]) -> str:
    closing = closing_of(entries_of(frames))
    assert closing is not None
    return closing.seed


def battle() -> tuple[list[bytes], bytes, Ruleset[Any]]:
    """Journal, secret and rules of a whole battle."""
    found = _played()
    return list(found.frames), found.secret, found.ruleset


@cache
def _said() -> tuple[list[Request], list[Reply]]:
    """What was said in the conversation of PROTOCOL.md."""
    lines = asyncio.run(recorded()).splitlines()
    asked = [json.request(line[2:]) for line in lines if line.startswith("> ")]
    told = [json.reply(line[2:]) for line in lines if line.startswith("< ")]
    return asked, told


def _asked(codec: Codec) -> list[bytes]:
    kinds = typing.get_args(Request)
    one_each = [codec.encode(kind(7, *_fields(kind))) for kind in kinds]
    # The one answer of a match that names no option: a point of the board.
    intent: Any = Intent
    point = msgspec.structs.replace(intent(7, *_fields(Intent)), picks=("18000,6500,0",))
    # What is foreseen of a match, whole and in its parts.
    looks = [Preview(7, "sight", UnitId("a1"), ("18000,6500,0",))]
    looks.append(Preview(7, "combat", UnitId("a1"), ("target:b1", "path:3", "down:house-a")))
    own = [codec.encode(each) for each in (point, *looks)]
    return [codec.encode(each) for each in _said()[0]] + one_each + own


def _fields(kind: Any) -> list[Any]:
    """Something for each field after the first."""
    hints = typing.get_type_hints(kind)
    return [_value(hints[field.name]) for field in msgspec.structs.fields(kind)[1:]]


def _value(hint: Any) -> Any:
    plain = {str: "1", int: 1, bool: True, float: 1.0, bytes: b"1", Any: None}
    hint = getattr(hint, "__supertype__", hint)  # an id has a type of its own, see `protocol.ids`
    if hint in plain:
        return plain[hint]
    origin, inner = typing.get_origin(hint), typing.get_args(hint)
    if origin is typing.Literal:
        return inner[0]
    if origin in (tuple, list):
        return (_value(inner[0]),)
    if origin is dict:
        return {"1": _value(inner[1])}
    if inner:
        return _value(inner[0])
    return hint(*(_value(each) for each in typing.get_type_hints(hint).values()))


def requests() -> list[bytes]:
    return _asked(msgpack)


def text_requests() -> list[bytes]:
    return _asked(json)


def deflated() -> list[bytes]:
    """A short past, and a commit deflated with it."""
    past = Past(b"hero".ljust(62), 3)
    return [past.told + past.deflated(frame) for frame in battle()[0][:40]]


def _told(codec: Codec) -> list[bytes]:
    frames = _played().frames
    commits = [msgpack.reply(frame) for frame in (frames[0], frames[1], frames[40], frames[-1])]
    return [codec.encode(each) for each in (*_said()[1], *commits, *_of_a_match())]


@cache
def _of_a_match() -> tuple[Reply, ...]:
    """Commits of a match of the skirmish that ask for places and for plans."""
    match = Simulation("alley", 2, "", "random", 1)
    match.begin()
    wanted = ["match.deploy", "match.move", "match.go"]
    found = [msgpack.reply(match.frames[0])]
    while wanted:
        match.step()
        asked = {question.why for question in match.record.shown.questions}
        if asked & set(wanted):
            wanted = [why for why in wanted if why not in asked]
            found.append(msgpack.reply(match.frames[-1]))
    fate = Fate(UnitId("b1"), 6_000, 500, 500, 1_000, 2_000)
    found.append(Previewed(7, 3, CombatOdds(UnitId("a1"), (fate,), joins=True)))
    seen = Sighting(UnitId("b1"), "cover", 3_500, fate, window=True)
    found.append(Previewed(7, 3, Outlook(UnitId("a1"), (seen, Sighting(UnitId("b2"), "hidden")))))
    return tuple(found)


def replies() -> list[bytes]:
    return _told(msgpack)


def text_replies() -> list[bytes]:
    return _told(json)


def replay_files() -> list[bytes]:
    return [_played().replay, replay_file.written(_short())]


def _short() -> replay_file.ReplayFile:
    whole = replay_file.read(_played().replay)
    return replay_file.ReplayFile(whole.battle, False, whole.commits[:3], ())


def replay_bodies() -> list[bytes]:
    """What a replay file holds behind its checksum, inflated."""
    files = replay_files()
    return [zlib.decompress(file[len(replay_file.MAGIC) + 34 :]) for file in files]


def journal() -> list[bytes]:
    frames = _played().frames
    return [frames[0], *frames[1:20], frames[len(frames) // 2], frames[-1]]


def snapshots() -> list[bytes]:
    return [_played().snapshot]


def messages() -> list[bytes]:
    """A batch with one of each message."""
    kinds = typing.get_args(post.AnyMessage)
    batches = [post.Batch("p1", 1, (kind(*_all(kind)),)) for kind in kinds]
    return [post.encode(each) for each in batches]


def _all(kind: Any) -> list[Any]:
    hints = typing.get_type_hints(kind)
    return [_value(hints[field.name]) for field in msgspec.structs.fields(kind)]


def words() -> list[bytes]:
    """Names in several scripts, and some that would deceive."""
    names = [
        "Ann",
        "Zoë",
        "محمد",
        "ไทย",
        "👩‍👩‍👧",
        "A\u202enn\x1b[2J",
        "a\u0301\u0301\u200d\u200d b",
    ]
    return [name.encode() for name in names]


def addresses() -> list[bytes]:
    """What proxies put before a client's address and scheme."""
    return [b"192.0.2.7, 198.51.100.9", b"::1", b"https"]


def packs() -> list[bytes]:
    """The game's own content, and the packs of the tests."""
    files = [*CONTENT.glob("encounters/*.toml"), *CONTENT.glob("delve/*.toml")]
    files.append(CONTENT / "chips" / "level_1.toml")
    own = [file.read_bytes() for file in sorted(files)]
    return [CLASH.encode(), CHIP.encode(), *own]
