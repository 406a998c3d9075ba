"""Journals of real battles for the clients' tests, played by a random bot on the server's rules."""

import hashlib
from collections.abc import Iterator
from functools import lru_cache
from random import Random
from typing import Any, NamedTuple

import msgspec

from clients.bots.random_bot import RandomBot
from protocol.ids import BattleId, SeatId, TableId
from protocol.questions import Question
from protocol.replay_file import Keyframe, ReplayFile
from protocol.replies import Opening, SeatOf
from server.battles.records.record import BattleRecord
from server.battles.records.recovery import new_record
from server.rules.battle.kernel.state import Settings
from server.rules.battle.rules import BattleRules, start
from server.rules.content.catalogue import catalogue

SEED = bytes(range(32))
NAMES = ("Ann", "Bob", "Cid", "Dee")


class Entry(NamedTuple):
    """A journal's entry, and the state and questions that the server has after it."""

    frame: bytes
    state: bytes
    questions: tuple[Question, ...]


def new_battle(players: int = 2) -> BattleRecord:
    """A Jailbreak before its first commit."""
    seats = tuple(str(number) for number in range(1, players + 1))
    opening = Opening(
        battle=BattleId("b1"),
        table=TableId("t1"),
        game="battle",
        encounter="jailbreak",
        difficulty="adept",
        options={},
        seats=tuple(SeatOf(SeatId(seat), NAMES[at]) for at, seat in enumerate(seats)),
        fingerprint="rules",
        content="content",
        commitment=hashlib.sha256(SEED).hexdigest(),
        contributions=tuple(f"luck of {seat}" for seat in seats),
        time=1_700_000_000_000,
    )
    rules: Any = BattleRules(catalogue())
    party = tuple(map(SeatId, seats))
    begun = start(Settings("jailbreak", difficulty="adept", party=party, asks_all=True))
    return new_record(rules, begun, opening, SEED)


def played(record: BattleRecord, seed: int, *, undo_every: int = 0) -> Iterator[Entry]:
    """Play a battle to its end by random answers, and undo now and then."""
    bot, random = RandomBot(seed), Random(seed)
    draft = record.begin()
    while True:
        record.keep(draft)
        state = msgspec.msgpack.encode(record.shown.state)
        yield Entry(draft.frame, state, record.shown.questions)
        if record.shown.over:
            return
        question = random.choice(record.shown.questions)
        seat = random.choice(question.to)
        number = record.numbers.get(SeatId(seat), 0) + 1
        version = record.shown.version
        if undo_every and version > 3 and random.randrange(undo_every) == 0:
            back = max(1, version - random.randint(1, 5))
            draft = record.undo(back, tuple(map(SeatId, (seat,))), number, version)
        else:
            picks = bot.picks(question)
            draft = record.answer(SeatId(seat), question.id, picks, "player", number, version)


@lru_cache(maxsize=8)
def journal(seed: int = 1, players: int = 2, undo_every: int = 0) -> tuple[Entry, ...]:
    """A whole battle."""
    return tuple(played(new_battle(players), seed, undo_every=undo_every))


def replay_of(entries: tuple[Entry, ...], *, finished: bool = True) -> ReplayFile:
    """The replay file of a journal."""
    last = entries[-1]
    key = Keyframe(len(entries), msgspec.msgpack.decode(last.state), last.questions)
    return ReplayFile("b1", finished, tuple(entry.frame for entry in entries), (key,))
