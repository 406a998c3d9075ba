"""A replay file is stepped through in the terminal."""

import io

import msgspec
import pytest

from clients.terminal import Screen, step_through
from clients.terminal.replaying import FoldedReplay, commits_of
from protocol.replay_file import ReplayFile
from tests.clients.journals import Entry, journal, replay_of


def long_battle() -> tuple[Entry, ...]:
    """The first of the random battles that lasts into a third round, none of which was undone."""
    for seed in range(1, 50):
        entries = journal(seed, 2, 6)
        rounds = [msgspec.msgpack.decode(entry.state)["rounds"] for entry in entries]
        if rounds[-1] > 2 and rounds == sorted(rounds):
            return entries
    raise AssertionError("no battle lasts three rounds")


ENTRIES = long_battle()
LAST = len(ENTRIES)


def shown(*lines: str) -> str:
    out = io.StringIO()
    assert step_through(replay_of(ENTRIES), [line + "\n" for line in lines], Screen(out)) == 0
    return out.getvalue()


def prompts(text: str) -> list[int]:
    return [int(line.partition("/")[0]) for line in text.splitlines() if f"/{LAST}>" in line[:12]]


def test_it_steps_forwards_backwards_and_jumps_and_stops_at_the_ends() -> None:
    text = shown("", "n 3", "b", f"j {LAST - 1}", "e", "n", "j 1", "b", "q", "n")
    assert prompts(text) == [1, 2, 5, 4, LAST - 1, LAST, LAST, 1, 1]


def test_rounds_are_stepped_over_in_both_directions() -> None:
    film = FoldedReplay(commits_of(replay_of(ENTRIES)))
    at = prompts(shown("r", "r", "R"))
    assert at[1] < at[2]
    assert at[3] == at[1]
    rounds = [film.frames[version - 1].after["rounds"] for version in at[1:]]
    assert rounds == [1, 2, 1]


def test_stepping_forward_tells_the_story_and_shows_the_map() -> None:
    text = shown("e", "m", "a", "a a9", "?", "what")
    assert "Round" in text
    assert "cooldown" in text
    assert "There is no adventurer 'a9'" in text
    assert text.count("n [COUNT] next") == 3


def test_every_version_of_the_film_is_the_servers_state_in_any_order() -> None:
    film = FoldedReplay(commits_of(replay_of(ENTRIES)))
    for version in (LAST, 1, LAST // 2, 2):
        frame = film.stand_after(version)
        assert msgspec.msgpack.encode(frame.after) == ENTRIES[version - 1].state
        assert film.session.view is not None
        assert film.session.view.questions == ENTRIES[version - 1].questions


@pytest.mark.parametrize(
    ("frames", "why"),
    [
        ((), "nothing in this replay"),
        ((b"\xc1",), "entry 1 cannot be read"),
        ((msgspec.msgpack.encode(["done", 1]),), "entry 1 is no commit"),
        ((ENTRIES[1].frame,), "does not open a battle"),
        ((ENTRIES[0].frame, ENTRIES[0].frame), "comes twice"),
    ],
)
def test_a_broken_replay_is_refused_in_a_sentence(frames: tuple[bytes, ...], why: str) -> None:
    out = io.StringIO()
    assert step_through(ReplayFile("b1", True, frames, ()), [], Screen(out)) == 1
    assert why in out.getvalue()


def test_a_replay_with_a_hole_is_refused() -> None:
    out = io.StringIO()
    frames = (ENTRIES[0].frame, ENTRIES[2].frame)
    assert step_through(ReplayFile("b1", True, frames, ()), [], Screen(out)) == 1
    assert "version 3 came after version 1" in out.getvalue()
