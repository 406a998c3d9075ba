"""Sessions and battles that an earlier release has recorded: finished ones hold, and one that was
left in the middle is taken up and goes on.

The files in `earlier` are of the release of 23 November 2026, by sensible bots: a session of High
Rock with its two battles, and a Jailbreak of four. Since then the road has questions of its own,
and the order in which classes are drawn after a Jailbreak may be chosen.
"""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from protocol.events import BeatRestarted
from protocol.ids import SeatId
from protocol.replay_file import ReplayFile, read
from server.battles import BattleRecord, Setup, closing_of, entries_of, opening_of
from server.battles.records.recovery import recover
from server.commands.bots import sensible
from server.commands.checking import check
from server.commands.linking import CheckedLinks, check_links
from server.commands.sessions import sessions
from server.commands.setups import setups
from server.rules.engine.patch import plain
from server.rules.engine.replay import matches_log

EARLIER = Path(__file__).parent / "earlier"
BATTLES = ("battle-1", "battle-2")
EVERY = 3
"""Of so many places to leave a record at one is tried."""
ON = 4
"""Answers with which it is played on there."""


@cache
def known() -> dict[str, Setup]:
    """All that this release can play."""
    return {one.name: one for one in (*setups(), *sessions())}


def recorded(name: str) -> ReplayFile:
    """A file of the earlier release."""
    return read((EARLIER / f"{name}.hwr").read_bytes())


@pytest.mark.parametrize("name", ["session", "jailbreak", *BATTLES])
def test_what_is_finished_holds_without_its_rules(name: str) -> None:
    """Dice, states and keyframes are checked; that the rules are others is no fault of the file."""
    verdict = check(recorded(name), known().values())
    assert verdict.dice > 20
    assert not verdict.rules


def test_a_finished_session_and_its_battles_belong_together() -> None:
    battles = {one.battle: one for one in map(recorded, BATTLES)}
    assert check_links(recorded("session"), battles, known().values()) == CheckedLinks(2, 2)


class Left(NamedTuple):
    """A record that was left, taken up by these rules, and whether its beat was void by them."""

    record: BattleRecord
    void: bool


def left(name: str) -> Iterator[Left]:
    """A record as it stood at many of its versions, put right as a room does it."""
    replay = recorded(name)
    entries, ended = entries_of(replay.commits), closing_of(entries_of(replay.commits))
    assert ended is not None
    opening = opening_of(entries)
    seats = tuple(chair.seat for chair in opening.seats)
    built = known()[opening.encounter].build(seats, opening.difficulty, opening.options)
    for version in range(1, len(entries), EVERY):
        record = recover(built.ruleset, bytes.fromhex(ended.seed), entries[:version])
        void = not matches_log(record.play)
        if void:
            draft = record.restart(record.shown.ms)
            assert draft.commit.events[0] == BeatRestarted(version)
            record.keep(draft)
        yield Left(record, void)


@pytest.mark.parametrize("name", ["session", "jailbreak", *BATTLES])
def test_what_was_left_in_the_middle_is_taken_up_and_goes_on(name: str) -> None:
    bot = sensible()
    for record, _ in left(name):
        for _ in range(ON):
            if record.shown.over or record.shown.call is not None:
                break
            seat = SeatId(record.shown.questions[0].to[0])
            mine = tuple(one for one in record.shown.questions if seat in one.to)
            picked = bot.choose(plain(record.play.state), seat, mine)
            ms = record.shown.ms
            record.keep(record.answer(seat, picked.question, picked.picks, "bot", 0, ms))
        assert record.shown.over or record.shown.call or record.shown.questions


def test_days_that_are_told_differently_now_are_asked_anew_and_others_stand() -> None:
    """On the road one may use something now, which was not asked then."""
    void = [one.void for one in left("session")]
    assert any(void)
    assert not all(void)
