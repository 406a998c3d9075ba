"""Checks a session's replay against those of its battles, and against the session before it.

Each call of the session must be answered by a battle that begins as the call says, with the dice
that it binds, and each recorded outcome must be what that battle's end gives. The session must
begin with what the one before it in its campaign carried on.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from protocol.ids import CallId
from protocol.replay_file import ReplayFile
from protocol.replies import Opening
from server.battles import (
    Setup,
    Unreadable,
    called_id,
    closing_of,
    entries_of,
    is_ended,
    last_state,
    opening_of,
)
from server.commands.checking import Wrong
from server.rules.engine.dice import called_seed, commitment
from server.rules.engine.foresight import whole
from server.rules.engine.patch import plain


class CheckedLinks(NamedTuple):
    """How many battles of a session have an outcome, and how many of those were there to be
    checked.
    """

    battles: int
    here: int


class Fought(NamedTuple):
    """A call of a session with its outcome, both as plain data."""

    call: CallId
    spec: Any
    outcome: Any


def is_session(replay: ReplayFile) -> bool:
    """Return whether a replay is that of a session, which calls for battles. Raises
    `Unreadable`.
    """
    return any(True for _ in _fought(replay))


def check_links(
    session: ReplayFile, battles: Mapping[str, ReplayFile], setups: Iterable[Setup]
) -> CheckedLinks:
    """Check a session's replay against those `battles`, by id, that are its own, and return the
    counts.

    The caller has checked each file by itself. Raises `Wrong`.
    """
    known = {setup.name: setup for setup in setups}
    opening, fought = opening_of(entries_of(session.commits)), list(_fought(session))
    here = 0
    for each in fought:
        battle = called_id(opening.battle, each.call)
        if battle in battles:
            try:
                _check(session, opening, each, battles[battle], known)
            except (Unreadable, ValueError) as fault:
                raise Wrong(f"call {each.call}, battle {battle}: {fault}") from fault
            here += 1
    return CheckedLinks(len(fought), here)


def check_before(
    session: ReplayFile, others: Mapping[str, ReplayFile], setups: Iterable[Setup]
) -> bool:
    """Check that a session begins with what its campaign's session before it carried on.

    Return False where it is the first, or the one before is not among the `others` (by id). Raises
    `Wrong`.
    """
    known, opening = {each.name: each for each in setups}, opening_of(entries_of(session.commits))
    before = others.get(opening.follows)
    if before is None:
        return False
    try:
        _check_carried(opening, before, known)
    except (Unreadable, ValueError) as fault:
        raise Wrong(f"session {opening.follows}, which it goes on from: {fault}") from fault
    return True


def _check_carried(opening: Opening, before: ReplayFile, known: Mapping[str, Setup]) -> None:
    """Check what a session begins with. Raises ValueError with the difference, and `Unreadable`."""
    last = opening_of(entries_of(before.commits))
    if last.part + 1 != opening.part:
        raise ValueError(f"it is session {last.part}, and session {opening.part} comes after it")
    if not is_ended(list(before.commits)):
        raise ValueError("it has no end of its own")
    setup, here = known.get(last.encounter), known.get(opening.encounter)
    if setup is None or here is None:
        return
    seats = tuple(seat.seat for seat in opening.seats)
    goes_on = setup.calls.go_on if setup.calls is not None and last.part else here.after_prologue
    if goes_on is None:
        raise ValueError("nothing goes on from it")
    rules = setup.build(seats, last.difficulty, {}).ruleset
    if rules.fingerprint != last.fingerprint:
        return
    state = whole(last_state(list(before.commits), rules))
    begun = goes_on(state, seats, opening.difficulty, opening.options)
    if plain(begun.start) != opening.state:
        raise ValueError("the session begins otherwise than with what was carried on")


def _fought(session: ReplayFile) -> Iterator[Fought]:
    specs: dict[int, Any] = {}
    for entry in entries_of(session.commits):
        for event in entry.commit.events:
            if event[0] == "call":
                specs[event[1]] = event[2]
            elif event[0] == "return":
                yield Fought(CallId(event[1]), specs.get(event[1]), event[2])


def _check(
    session: ReplayFile,
    opening: Opening,
    fought: Fought,
    battle: ReplayFile,
    known: Mapping[str, Setup],
) -> None:
    """Check one battle against its call and outcome. Raises ValueError with the difference, and
    `Unreadable`.
    """
    inner = opening_of(entries_of(battle.commits))
    if (inner.session, inner.call) != (opening.battle, fought.call):
        raise ValueError("the battle's opening answers another call")
    closing = closing_of(entries_of(session.commits))
    if closing is not None and inner.commitment != _bound(closing.seed, fought.call):
        raise ValueError("the battle's seed is not the one that the session's binds")
    if inner.contributions != opening.contributions:
        raise ValueError("the battle's dice are not mixed with the session's contributions")
    if not is_ended(list(battle.commits)):
        raise ValueError("the battle has no end of its own, and the session an outcome")
    _check_meaning(opening, fought, battle, inner, known)


def _bound(seed: str, call: CallId) -> str:
    return commitment(called_seed(bytes.fromhex(seed), call))


def _check_meaning(
    opening: Opening,
    fought: Fought,
    battle: ReplayFile,
    inner: Opening,
    known: Mapping[str, Setup],
) -> None:
    """Check a call and its outcome by the rules of this release. Raises ValueError."""
    calls = known[opening.encounter].calls if opening.encounter in known else None
    if calls is None:
        return
    seats = tuple(seat.seat for seat in opening.seats)
    meant = calls.battle(fought.spec, seats)
    if meant.built.ruleset.fingerprint != inner.fingerprint:
        return
    if (meant.encounter, plain(meant.built.start)) != (inner.encounter, inner.state):
        raise ValueError("the battle begins otherwise than it was called for")
    state = whole(last_state(list(battle.commits), meant.built.ruleset))
    if plain(calls.outcome(fought.spec, state)) != fought.outcome:
        raise ValueError("the session's outcome is not what the battle's end comes to")
