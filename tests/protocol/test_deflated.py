"""Commits deflated with the commits before them: both ends, and what is refused."""

import subprocess
import zlib
from base64 import b64encode
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.codec import REPLY_BYTES, Malformed
from protocol.codec.deflated import PAST_BYTES, Inflating, Past
from tests.web.node import NODE

BROWSER = Path(__file__).parent / "inflating.mjs"
FRAMES = [b"heroes/%d/dice/d%d/face and much else" % (i % 4, i % 10) for i in range(300)]


def sent(past: Past, frames: list[bytes]) -> list[bytes]:
    """What goes out for commits, one after the other."""
    found = []
    for frame in frames:
        found.append(past.deflated(frame))
        past.add(frame)
    return found


@given(st.lists(st.binary(max_size=300), max_size=40))
def test_commits_come_out_as_they_went_in(frames: list[bytes]) -> None:
    inflating = Inflating()
    assert [inflating.message(frame) for frame in sent(Past(), frames)] == frames


def test_a_commit_like_those_before_it_takes_few_bytes() -> None:
    assert all(len(frame) < len(FRAMES[0]) / 2 for frame in sent(Past(), FRAMES)[40:])


def test_who_joins_late_is_told_the_past_and_reads_on() -> None:
    """Given 299 commits, when somebody comes and is told the past, then they read the next."""
    past, late = Past(), Inflating()
    sent(past, FRAMES[:299])
    assert late.message(past.told) is None
    assert late.message(past.deflated(FRAMES[299])) == FRAMES[299]
    assert len(past.told) == 2 + PAST_BYTES


def test_a_commit_is_deflated_once_for_all_who_see_it() -> None:
    past = Past(FRAMES[0])
    assert past.deflated(FRAMES[1]) is past.deflated(FRAMES[1])


def test_messages_pass_whole_and_change_no_past() -> None:
    past, inflating = Past(), Inflating()
    first, second = sent(past, FRAMES[:2])
    assert inflating.message(first) == FRAMES[0]
    for message in (b'["done",1]', b"\x92\xa4done\x01", b""):
        assert inflating.message(message) == message
    assert inflating.message(second) == FRAMES[1]


@pytest.mark.parametrize("missed", [0, 1, 5])
def test_a_commit_that_does_not_follow_is_refused_and_the_past_stays(missed: int) -> None:
    """Given a commit that never came, then none is inflated until the past is told anew."""
    past, inflating = Past(), Inflating()
    frames = sent(past, FRAMES[:8])
    for frame in frames[:missed]:
        inflating.message(frame)
    for frame in frames[missed + 1 :]:
        with pytest.raises(Malformed, match="another past"):
            inflating.message(frame)
    assert inflating.message(frames[missed]) == FRAMES[missed]


def test_what_is_not_deflated_or_not_whole_or_has_more_behind_it_is_refused() -> None:
    whole = Past().deflated(FRAMES[0])
    for broken in (whole[:1], whole[:2], whole[:-1], whole + b"x", b"\x01\x00\xff\xff", b"\x00"):
        with pytest.raises(Malformed):
            Inflating().message(broken)
    assert Inflating().message(whole) == FRAMES[0]


def test_no_commit_grows_beyond_what_a_reply_may_have() -> None:
    deflate = zlib.compressobj(9, zlib.DEFLATED, -12)
    bomb = deflate.compress(bytes(REPLY_BYTES + 1)) + deflate.flush()
    with pytest.raises(Malformed):
        Inflating().message(b"\x01\x00" + bomb)


def test_a_browser_inflates_without_a_preset_dictionary() -> None:
    """Given a past and 300 commits, when a client does as PROTOCOL.md says browsers may, then it
    reads them."""
    past = Past()
    sent(past, FRAMES[:50])
    frames = [past.told, b'["done",1]', *sent(past, FRAMES[50:])]
    lines = b"\n".join(map(b64encode, frames))
    found = subprocess.run([NODE, BROWSER], input=lines, capture_output=True, check=True)
    assert found.stdout.split(b"\n")[:-1] == [b'["done",1]', *FRAMES[50:]]


def test_a_past_longer_than_counts_is_refused() -> None:
    with pytest.raises(Malformed, match="at most"):
        Inflating().message(b"\x00\x00" + bytes(PAST_BYTES + 1))
