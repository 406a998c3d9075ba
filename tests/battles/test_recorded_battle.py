"""A battle from its journal alone: any version of it, what numbers made, and what is damaged."""

import msgspec
import pytest

from protocol import codec, replay_file
from protocol.replies import Commit
from server.battles.records.recorded_battle import RecordedBattle, commit_in, readable
from server.battles.records.recovery import Unreadable
from tests.clients.journals import journal

ENTRIES = journal(3, 4)[:80]
FRAMES = [entry.frame for entry in ENTRIES]


@pytest.mark.parametrize("version", [1, 63, 64, 65, 80])
def test_at_any_version_it_shows_what_the_server_had(version: int) -> None:
    """Given a journal of 80 entries, of which keyframes stand at 0 and 64."""
    state, questions = RecordedBattle(FRAMES).at(version)
    assert state == msgspec.msgpack.decode(ENTRIES[version - 1].state)
    assert questions == ENTRIES[version - 1].questions
    battle = RecordedBattle(FRAMES)
    assert battle.snapshot(version).ms == battle.ms(version) == commit_in(FRAMES[version - 1]).ms


def test_a_journal_can_grow() -> None:
    battle = RecordedBattle(FRAMES[:70])
    size = battle.size
    battle.add(FRAMES[70:])
    assert battle.last == 80
    assert battle.size > size
    assert battle.snapshot(80) == RecordedBattle(FRAMES).snapshot(80)


def test_what_running_numbers_made_is_known_by_seat_and_number() -> None:
    battle = RecordedBattle(FRAMES)
    made = [(commit.number, commit.version) for commit in map(commit_in, FRAMES) if commit.number]
    assert sorted((number, one.version) for (_, number), one in battle.moves.items()) == sorted(
        made
    )
    assert sum(battle.snapshot(80).numbers.values()) == len(made)
    assert battle.snapshot(79).numbers == {}


def test_only_the_last_version_of_a_finished_battle_is_over() -> None:
    whole = [entry.frame for entry in journal(3, 4)]
    battle = RecordedBattle(whole)
    assert battle.snapshot(battle.last).over
    assert battle.snapshot(battle.last).closing == battle.closing
    assert not battle.snapshot(battle.last - 1).over
    assert not RecordedBattle(FRAMES).snapshot(80).over


def test_its_replay_file_has_every_entry_and_keyframes() -> None:
    file = replay_file.read(RecordedBattle(FRAMES).file())
    assert file.commits == tuple(FRAMES)
    assert [key.version for key in file.keyframes] == [64, 80]
    assert not file.finished


def test_an_empty_journal_and_one_without_a_beginning_cannot_be_read() -> None:
    for frames in ([], FRAMES[1:]):
        with pytest.raises(Unreadable):
            RecordedBattle(frames)


def test_of_a_damaged_journal_the_entries_before_the_damage_are_left() -> None:
    commit = commit_in(FRAMES[5])
    missing = [*FRAMES[:5], *FRAMES[6:]]
    foreign = msgspec.structs.replace(commit, gone=[], put={"no/such/way": 1})
    for broken in (
        [*FRAMES[:5], FRAMES[5][:-3], *FRAMES[6:]],
        [*FRAMES[:5], codec.msgpack.encode(foreign), *FRAMES[6:]],
        missing,
    ):
        assert readable(broken) == FRAMES[:5]
    assert readable(FRAMES) == FRAMES
    assert readable(FRAMES[1:]) == []


def test_an_entry_that_is_no_commit_is_not_read() -> None:
    assert isinstance(commit_in(FRAMES[0]), Commit)
    with pytest.raises(Unreadable):
        commit_in(b"nonsense")
