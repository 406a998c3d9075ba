"""Replay files with something changed and the checksum made anew, as a forger would."""

from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec

from protocol import codec, replay_file
from protocol.questions import One
from protocol.replies import Commit

VERSION, EVENTS, PUT = 1, 2, 4
FACES, SIDES = 5, 4
CARD, CARDS = 4, 5
ASKED, PICKS = 1, 3

Raw = list[Any]


class Forged(NamedTuple):
    """A file, and the first commit that is not as it was."""

    data: bytes
    version: int


def a_face(data: bytes) -> Forged:
    """The first die that was rolled shows its next face."""

    def change(commit: Raw) -> bool:
        for event in commit[EVENTS]:
            if event[0] == "roll" and event[FACES]:
                event[FACES][0] = (event[FACES][0] + 1) % event[SIDES]
                return True
        return False

    return _forged(data, change)


def a_draw(data: bytes) -> Forged:
    """The first draw that left a choice took another card."""

    def change(commit: Raw) -> bool:
        for event in commit[EVENTS]:
            if event[0] == "draw" and len(event[CARDS]) > 1:
                event[CARD] = next(card for card in event[CARDS] if card != event[CARD])
                return True
        return False

    return _forged(data, change)


def a_diff(data: bytes) -> Forged:
    """Some number in the middle of the battle becomes one more."""
    middle = len(replay_file.read(data).commits) // 2

    def change(commit: Raw) -> bool:
        numbers = [path for path, value in commit[PUT].items() if type(value) is int]
        if commit[VERSION] < middle or not numbers:
            return False
        commit[PUT][numbers[0]] += 1
        return True

    return _forged(data, change)


def an_answer(data: bytes) -> Forged:
    """Another adventurer takes the first player token than the one who was chosen."""
    chosen = {
        question.id: [option.key for option in question.shape.options]
        for frame in replay_file.read(data).commits
        for question in _commit(frame).asked
        if question.why == "setup.first" and isinstance(question.shape, One)
    }

    def change(commit: Raw) -> bool:
        first = commit[EVENTS][0]
        if first[0] != "ans" or first[ASKED] not in chosen:
            return False
        (first[PICKS],) = [[key] for key in chosen[first[ASKED]] if [key] != first[PICKS]][:1]
        return True

    return _forged(data, change)


def _forged(data: bytes, change: Callable[[Raw], bool]) -> Forged:
    replay = replay_file.read(data)
    commits: list[Raw] = [msgspec.msgpack.decode(frame) for frame in replay.commits]
    version = next(commit[VERSION] for commit in commits if change(commit))
    frames = tuple(msgspec.msgpack.encode(commit) for commit in commits)
    return Forged(
        replay_file.written(msgspec.structs.replace(replay, commits=frames)), int(version)
    )


def _commit(frame: bytes) -> Commit:
    commit = codec.msgpack.reply(frame)
    assert isinstance(commit, Commit)
    return commit
