"""Every decoder of the project, as a function of bytes that raises nothing but what it declares.

A target that returns has either refused its input in the decoder's own words, or read it, and then
read the same again from what was written of it.
"""

import contextlib
import tempfile
import zlib
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from ipaddress import ip_address
from pathlib import Path
from typing import NamedTuple

import msgspec
from websockets.datastructures import Headers
from websockets.exceptions import InvalidHeaderValue

from protocol import replay_file
from protocol.codec import Codec, Inflating, Malformed, json, msgpack
from protocol.fields import LONGEST_NAME
from protocol.plain_text import plain, shown
from protocol.replay_file import ReplayFile
from server.battles.games import Setup
from server.battles.records import snapshots
from server.battles.records.recorded_battle import RecordedBattle
from server.battles.records.recovery import Unreadable, entries_of, go_on, opening_of, recover
from server.cluster.processes import messages
from server.commands.checking import Wrong, check
from server.commands.packs.judging import judge
from server.commands.packs.loading import content
from server.commands.setups import setups
from server.net.admission import Proxies
from server.rules.content.packs.contents import added
from tests.fuzz import configuring, operating, seeds, sign_ins, visiting


class Target(NamedTuple):
    """A decoder: `run` raises only for a defect; `seeds` are real inputs.

    `inputs` is what takes it some seconds, for runs that shall not hang on the machine.
    """

    name: str
    run: Callable[[bytes], None]
    seeds: Callable[[], list[bytes]]
    inputs: int


def _requests(codec: Codec) -> Callable[[bytes], None]:
    def run(data: bytes) -> None:
        try:
            message = codec.request(data)
        except Malformed:
            return
        assert codec.request(codec.encode(message)) == message

    return run


def _replies(codec: Codec) -> Callable[[bytes], None]:
    def run(data: bytes) -> None:
        try:
            message = codec.reply(data)
        except Malformed:
            return
        codec.encode(message)

    return run


def _inflated(data: bytes) -> None:
    """What comes on a connection with deflated commits: a past, then whatever it is."""
    inflating = Inflating()
    try:
        inflating.message(data[:64])
        whole = inflating.message(data[64:])
        if whole is not None:
            msgpack.reply(whole)
    except Malformed:
        return


def _text_requests(data: bytes) -> None:
    """JSON arrives as text, which may be any characters."""
    _requests(json)(data)
    try:
        json.request(data.decode("utf-8", "surrogatepass"))
    except (Malformed, UnicodeDecodeError):
        return


def _replay(data: bytes) -> None:
    try:
        replay = replay_file.read(data)
    except replay_file.BadReplay:
        return
    assert replay_file.read(replay_file.written(replay)).commits == replay.commits


@cache
def _setups() -> list[Setup]:
    return list(setups())


def _replay_inside(data: bytes) -> None:
    """The same behind a right checksum, with what then looks at the contents."""
    body = zlib.compress(data, 1)
    head = replay_file.MAGIC + replay_file.FORMAT.to_bytes(2, "big") + sha256(body).digest()
    try:
        replay = replay_file.read(head + body)
    except replay_file.BadReplay:
        return
    _looked_at(replay)


def _looked_at(replay: ReplayFile) -> None:
    """Verify it, and wind it to its end."""
    with contextlib.suppress(Wrong):
        check(replay, _setups())
    with contextlib.suppress(Unreadable):
        RecordedBattle(list(replay.commits)).file()


def _verify(data: bytes) -> None:
    """A replay file with one commit gone wrong, checksum and all else right."""
    frames = seeds.battle()[0]
    for at in (0, len(frames) // 2, len(frames) - 1):
        changed = (*frames[:at], data, *frames[at + 1 :])
        _looked_at(ReplayFile("b1", True, changed, ()))


def _journal(data: bytes) -> None:
    """One entry of a journal gone wrong, among right ones."""
    frames, secret, ruleset = seeds.battle()
    for at in (0, len(frames) // 2, len(frames) - 1):
        changed = [*frames[:at], data, *frames[at + 1 :]]
        try:
            entries = entries_of(changed)
            opening_of(entries)
            recover(ruleset, secret, entries)
        except Unreadable:
            continue


def _snapshot(data: bytes) -> None:
    saved = snapshots.decode_snapshot(data)
    if saved is None:
        return
    frames, secret, ruleset = seeds.battle()
    try:
        go_on(ruleset, secret, saved, frames[saved.version :] if saved.version >= 0 else frames)
    except Unreadable:
        return


def _pack(data: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "pack.toml"
        file.write_bytes(data)
        every = content().catalogue
        problems, pages = judge([file], every)
        if not problems:
            added(every, [page.table for page in pages])


def _messages(data: bytes) -> None:
    try:
        batch = messages.decode(data)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return
    assert messages.decode(messages.encode(batch)) == batch


def _forwarded(data: bytes) -> None:
    """What proxies and strangers say of a client's address: it is one, or it counts for nothing."""
    said = Headers()
    try:
        said["X-Forwarded-For"] = said["X-Forwarded-Proto"] = data.decode("latin-1")
    except InvalidHeaderValue:  # nor does the parser of requests let it through
        return
    proxies = Proxies(["192.0.2.0/24"])
    ip_address(proxies.client_of("192.0.2.1", said))
    assert proxies.scheme_of("192.0.2.1", said) in ("", "http", "https")


def _words(data: bytes) -> None:
    """A name or a line of chat: plain, and plain again it stays as it is."""
    text = data.decode("utf-8", "ignore")
    once = plain(text, LONGEST_NAME)
    assert len(once) <= LONGEST_NAME
    assert plain(once, LONGEST_NAME) == once
    assert shown(once) == once


TARGETS = {
    each.name: each
    for each in (
        Target("requests-msgpack", _requests(msgpack), seeds.requests, 120_000),
        Target("requests-json", _text_requests, seeds.text_requests, 100_000),
        Target("replies-msgpack", _replies(msgpack), seeds.replies, 200_000),
        Target("replies-json", _replies(json), seeds.text_replies, 160_000),
        Target("deflated", _inflated, seeds.deflated, 200_000),
        Target("replay-file", _replay, seeds.replay_files, 200_000),
        Target("replay-inside", _replay_inside, seeds.replay_bodies, 12_000),
        Target("journal", _journal, seeds.journal, 400),
        Target("verify", _verify, seeds.journal, 160),
        Target("snapshot", _snapshot, seeds.snapshots, 2_000),
        Target("messages", _messages, seeds.messages, 400_000),
        Target("pack", _pack, seeds.packs, 3_000),
        Target("forwarded", _forwarded, seeds.addresses, 120_000),
        Target("words", _words, seeds.words, 30_000),
        Target("token", sign_ins.token, sign_ins.tokens, 8_000),
        Target("token-inside", sign_ins.token_inside, sign_ins.insides, 8_000),
        Target("key-set", sign_ins.key_set, sign_ins.key_sets, 1_000),
        Target("discovery", sign_ins.discovery, sign_ins.discoveries, 2_000),
        Target("hello", visiting.hello, visiting.tokens, 3_000),
        Target("join", visiting.join, visiting.codes, 3_000),
        Target("link", visiting.link, visiting.links, 50_000),
        Target("http", operating.http, operating.https, 3_000),
        Target("admin", operating.admin, operating.requests, 1_500),
        Target("orders", operating.order, operating.every_order, 2_000),
        Target("operators", operating.operators, operating.operators_files, 20_000),
        Target("settings", configuring.settings, configuring.settings_files, 500),
        Target("store-address", configuring.store, configuring.stores, 400),
        Target("fetched", sign_ins.document, sign_ins.key_sets, 100_000),
    )
}
