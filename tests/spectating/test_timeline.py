"""When what a delay holds back is due (`spectating/delay.py`)."""

from msgspec.structs import replace

from protocol import codec
from protocol.replies import Commit, Opening
from server.spectating.delay import Timeline
from tests.clients.journals import journal
from tests.service.clocks import ManualClock

SECONDS = 30


class Adjusted(ManualClock):
    """A clock whose date people set; the seconds that pass go on as they do."""

    ahead = 0

    def unix_ms(self) -> int:
        return super().unix_ms() + self.ahead


async def test_a_date_that_jumps_ahead_shows_spectators_nothing_before_its_time() -> None:
    """Given a commit that came just now, when the date is set an hour ahead, then it is still held
    back for the seconds of the delay that pass here."""
    clock = Adjusted()
    timeline = Timeline(clock)
    for entry in journal(1, 2, 0)[:2]:
        commit = codec.msgpack.reply(entry.frame)
        assert isinstance(commit, Commit)
        if isinstance(commit.pinned, Opening):
            pinned = replace(commit.pinned, delay=SECONDS, time=clock.unix_ms())
            commit = replace(commit, pinned=pinned)
        timeline.add(codec.msgpack.encode(commit), live=True)
    clock.ahead = 3_600_000
    assert timeline.due() == []
    wait = timeline.wait()
    assert wait is not None
    assert SECONDS - 1 < wait <= SECONDS
    await clock.advance(SECONDS + 1)
    assert len(timeline.due()) == 2
