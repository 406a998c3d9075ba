"""Undos over dice, as the journal has them: whoever takes the battle up draws on alike."""

import copy
import random
from typing import Any, NamedTuple

import msgspec
import pytest

from clients.bots.random_bot import RandomBot
from protocol import codec, replay_file
from protocol.ids import SeatId
from protocol.replies import Commit
from server.battles.records.record import BattleRecord, Draft
from server.battles.records.recorded_battle import RecordedBattle
from server.battles.records.recovery import chance_of, entries_of, go_on, new_record, recover
from server.battles.records.snapshots import Point, decode_snapshot, encode_snapshot
from server.commands.checking import Wrong, check
from server.commands.setups import setups
from server.rules.engine.advance import Play
from tests.clients import journals
from tests.clients.journals import SEED
from tests.clients.test_verify_dice import run
from tests.seeds import seeds

BEHIND = 8


class Kept(NamedTuple):
    """A battle's frames, and at each version what its record was."""

    record: BattleRecord
    frames: list[bytes]
    snapshots: dict[int, bytes]


def of_old(record: BattleRecord) -> BattleRecord:
    """The same battle, as a release began it whose undo took the ordinals back."""
    opening = msgspec.structs.replace(record.opening, counts_on=False)
    play = Play(record.play.ruleset, record.play.start, chance_of(SEED, opening), counts_on=False)
    return BattleRecord(play, opening, SEED)


def keep(kept: Kept, draft: Draft) -> None:
    record = kept.record
    record.keep(draft)
    kept.frames.append(draft.frame)
    version = record.shown.version
    point = Point(version, record._marks[version])
    kept.snapshots[version] = encode_snapshot(record.opening_shown, point, {}, record.numbers)


def play_on(kept: Kept, bot: RandomBot, chance: random.Random) -> None:
    """A move, an undo over whatever there was, or a beat asked anew."""
    record = kept.record
    version, question = record.shown.version, chance.choice(record.shown.questions)
    number = record.numbers.get(SeatId(question.to[0]), 0) + 1
    what = chance.random()
    if what < 0.2 and version > 3:
        back = max(1, version - chance.choice((1, 1, 2, 3, 12)))
        keep(kept, record.undo(back, tuple(map(SeatId, question.to)), number, version))
    elif what < 0.23 and version > 3:
        keep(kept, record.restart(version))
    else:
        picks = bot.picks(question)
        keep(
            kept,
            record.answer(SeatId(question.to[0]), question.id, picks, "player", number, version),
        )


def battle(seed: int, *, old: bool, most: int = 10_000) -> Kept:
    """A battle by random moves, with many undos over dice, to its end or so many versions."""
    fresh = journals.new_battle()
    kept = Kept(of_old(fresh) if old else fresh, [], {})
    bot, chance = RandomBot(seed), random.Random(seed)
    keep(kept, kept.record.begin())
    while not kept.record.shown.over and kept.record.shown.version < most:
        play_on(kept, bot, chance)
    return kept


def standing(record: BattleRecord) -> tuple[Any, ...]:
    """All that the battle goes on from."""
    play = record.play
    log = [(entry.event, msgspec.msgpack.encode(entry.state)) for entry in play.log]
    start = msgspec.msgpack.encode(play.start)
    return (play.state.rolls, play.questions, play.base, log, start, play.counts_on)


def ordinals(frames: list[bytes]) -> list[int]:
    commits = [msgspec.msgpack.decode(frame) for frame in frames]
    return [e[1] for commit in commits for e in commit[2] if e[0] in ("roll", "draw")]


@pytest.mark.parametrize("old", [False, True])
@pytest.mark.parametrize("seed", seeds(1, 3))
def test_the_journal_and_every_snapshot_give_back_the_same_draws_to_come(
    seed: int, old: bool
) -> None:
    """Given a battle with undos over dice, and over undos, and beats asked anew, when it is
    taken up at any version, from the journal or from a snapshot before it, then it stands as it
    stood, and the same move brings the same commit, byte for byte."""
    kept = battle(seed, old=old, most=120)
    rules = kept.record.play.ruleset
    taken_up = 0
    for version in range(BEHIND + 1, len(kept.frames) - 1, 2):
        whole = recover(rules, SEED, entries_of(kept.frames[:version]))
        assert goes_on_as(whole, kept.frames[version])
        saved = decode_snapshot(kept.snapshots[version - BEHIND])
        assert saved is not None
        if gone_behind(kept.frames[version - BEHIND : version + 1], version - BEHIND):
            continue  # `BattleRecord.snapshot` gives none there
        tail = go_on(rules, SEED, saved, kept.frames[version - BEHIND : version])
        taken_up += 1
        whole = recover(rules, SEED, entries_of(kept.frames[:version]))
        assert standing(tail) == standing(whole)
        assert goes_on_as(tail, kept.frames[version])
    assert taken_up > 5


def gone_behind(frames: list[bytes], version: int) -> bool:
    """Whether one of the commits goes back to before a version."""
    events = [msgspec.msgpack.decode(frame)[2][0] for frame in frames]
    return any(event[0] == "undo" and event[1] < version for event in events)


def goes_on_as(record: BattleRecord, frame: bytes) -> bool:
    """Whether a record makes the commit that was made, of the same request."""
    commit = codec.msgpack.reply(frame)
    assert isinstance(commit, Commit)
    tag, *fields = commit.events[0]
    match tag:
        case "undo":
            draft = record.undo(fields[0], tuple(fields[1]), commit.number, commit.ms)
        case "restart":
            draft = record.restart(commit.ms)
        case _:
            question, by, picks, how = fields
            draft = record.answer(by, question, tuple(picks), how, commit.number, commit.ms)
    return draft.frame == frame


def test_no_ordinal_comes_twice_and_none_is_missing() -> None:
    found = ordinals(battle(4, old=False).frames)
    assert found == list(range(len(found)))


def finished(seed: int, *, old: bool) -> bytes:
    """The replay file of a whole battle with undos over dice, as `hexwarden` would begin it."""
    setup = next(one for one in setups() if one.name == "jailbreak")
    shown = journals.new_battle().opening
    seats = tuple(chair.seat for chair in shown.seats)
    built = setup.build(seats, shown.difficulty, {})
    opening = msgspec.structs.replace(
        shown, fingerprint=built.ruleset.fingerprint, content=setup.content
    )
    fresh = new_record(built.ruleset, built.start, opening, SEED)
    kept = Kept(of_old(fresh) if old else fresh, [], {})
    bot, chance = RandomBot(seed), random.Random(seed)
    keep(kept, kept.record.begin())
    while not kept.record.shown.over:
        play_on(kept, bot, chance)
    return RecordedBattle(kept.frames).file()


@pytest.mark.parametrize("old", [False, True])
def test_battles_of_both_kinds_are_verified_by_the_server_and_by_the_script(
    old: bool, tmp_path: Any
) -> None:
    file = finished(5, old=old)
    replay = replay_file.read(file)
    assert [event[0] for frame in replay.commits for event in msgspec.msgpack.decode(frame)[2]]
    assert check(replay, setups()).rules
    path = tmp_path / "battle.hwreplay"
    path.write_bytes(file)
    code, said = run(path)
    assert code == 0, said


def tampered(replay: replay_file.ReplayFile, change: Any) -> replay_file.ReplayFile:
    commits = [msgspec.msgpack.decode(frame) for frame in replay.commits]
    change(commits)
    frames = tuple(msgspec.msgpack.encode(commit) for commit in commits)
    return msgspec.structs.replace(replay, commits=frames)


def test_a_battle_that_passes_for_one_of_the_other_kind_is_found() -> None:
    """Given the mark of the first commit turned, by whoever would have undone dice again, then
    the draws have other ordinals than they must, whether or not the rules can be run again."""

    def turn(commits: list[Any]) -> None:
        commits[0][9][18] = not commits[0][9][18]
        commits[0][9][8] = "rules of another release"

    for old in (False, True):
        replay = tampered(replay_file.read(finished(5, old=old)), turn)
        with pytest.raises(Wrong, match="is missing"):
            check(replay, setups())


def test_a_journal_of_an_older_release_has_no_mark_and_is_read_so() -> None:
    """Given a first commit that ends where it ended before there was a mark, then the battle is
    one whose undo takes the ordinals back."""
    kept = battle(1, old=True, most=30)
    first = msgspec.msgpack.decode(kept.frames[0])
    del first[9][18:]
    frames = [msgspec.msgpack.encode(first), *kept.frames[1:]]
    record = recover(kept.record.play.ruleset, SEED, entries_of(copy.copy(frames)))
    assert standing(record) == standing(kept.record)
