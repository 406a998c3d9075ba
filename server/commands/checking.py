"""Checks a replay file: the seed, every die, every commit, every keyframe."""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple, assert_never

import msgspec

from protocol.events import (
    Answered,
    BattleStopped,
    BeatBegan,
    BeatRestarted,
    Called,
    Drawn,
    EngineEvent,
    Returned,
    Rolled,
    Undone,
)
from protocol.replay_file import ReplayFile
from protocol.replies import Opening
from server.battles import (
    Built,
    JournalEntry,
    Setup,
    Unreadable,
    chance_of,
    closing_of,
    entries_of,
    opening_of,
    packs_of,
    recorded,
    start_of,
)
from server.rules.engine.dice import MOST_SIDES, Chance, card_at, commitment
from server.rules.engine.patch import fold
from server.rules.engine.replay import Mismatch, Recorded, rerun
from server.rules.engine.ruleset import Record, Ruleset


class Wrong(Exception):
    """A check failed; the text says which and where."""


class Verdict(NamedTuple):
    """The result of a check: how many commits and dice were checked, and whether the rules were run
    again, which takes the release and packs of the battle.
    """

    opening: Opening
    commits: int
    dice: int
    rules: bool
    replay: ReplayFile


def check(replay: ReplayFile, setups: Iterable[Setup], seed: bytes = b"") -> Verdict:
    """Check a finished battle, or one that goes on if its secret `seed` is given, and return the
    verdict. Raises `Wrong` at the first mistake.
    """
    try:
        return _check(replay, {setup.name: setup for setup in setups}, seed)
    except Unreadable as fault:
        raise Wrong(str(fault)) from fault


def _check(replay: ReplayFile, setups: dict[str, Setup], known: bytes) -> Verdict:
    entries = entries_of(replay.commits)
    opening, seed = opening_of(entries), _revealed(entries) or known
    if not seed:
        raise Wrong(
            f"the record ends at commit {len(entries)}, before the battle's end: "
            "it goes on, or its end was cut off, and its seed has not been revealed"
        )
    if commitment(seed) != opening.commitment:
        raise Wrong("the revealed seed is not the one committed to before the first roll")
    built = _built(opening, setups)
    commits = recorded(built.ruleset, entries)
    start = start_of(built.ruleset, opening)
    chance = chance_of(seed, opening)
    content = setups[opening.encounter].content
    same = (built.ruleset.fingerprint, content) == (opening.fingerprint, opening.content)
    faults = [*_unfair(commits, chance), *_out_of_order(commits, opening.counts_on)]
    if same:
        stands_alone = not opening.session and not opening.follows
        if stands_alone and start != built.start:
            raise Wrong("commit 1: the state that the battle began with is not the encounter's")
        faults += _told_otherwise(built.ruleset, start, chance, commits, opening.counts_on)
    # Folding changes the opening's state in place, so it comes last.
    faults += _unfolded(replay, entries, opening)
    if faults:
        raise Wrong(min(faults, key=lambda fault: fault.version).text)
    return Verdict(opening, len(entries), sum(map(_dice, commits)), same, replay)


class _Fault(NamedTuple):
    version: int
    text: str


def _revealed(entries: list[JournalEntry]) -> bytes:
    """Return the seed that the last commit reveals, or none where the battle is not over."""
    closing = closing_of(entries)
    try:
        return bytes.fromhex(closing.seed) if closing is not None else b""
    except ValueError:
        raise Wrong("the revealed seed is not written in hex") from None


def _built(opening: Opening, setups: dict[str, Setup]) -> Built:
    setup = setups.get(opening.encounter)
    if setup is None:
        packs = ", ".join(map(str, packs_of(opening.content)))
        hint = f"; it needs --content with {packs}" if packs else ""
        raise Wrong(f"this release does not know the encounter {opening.encounter!r}{hint}")
    try:
        seats = tuple(chair.seat for chair in opening.seats)
        return setup.build(seats, opening.difficulty, opening.options)
    except ValueError as fault:
        raise Wrong(f"commit 1: {fault}") from None


def _dice(commit: Recorded) -> int:
    return sum(
        len(event.faces) if isinstance(event, Rolled) else isinstance(event, Drawn)
        for event in commit.events
    )


def _unfair(commits: list[Recorded], chance: Chance) -> Iterator[_Fault]:
    """Yield a complaint for each die or draw that the seed does not give. Which cards a deck held
    is known only to the rules: whether a drawn card is the right one shows when they are run again.
    """
    for commit in commits:
        for event in commit.events:
            if isinstance(event, Rolled):
                wrong = [i for i in range(len(event.faces)) if not _is_fair(event, i, chance)]
                texts = [f"die {i} of roll {event.ordinal}" for i in wrong]
            elif isinstance(event, Drawn) and not _is_drawn(event, chance):
                texts = [f"draw {event.ordinal} of {event.deck}"]
            else:
                continue
            for text in texts:
                told = f"commit {commit.version}: {text} is not what the seed gives"
                yield _Fault(commit.version, told)


def _is_fair(roll: Rolled, index: int, chance: Chance) -> bool:
    return (
        0 < roll.sides <= MOST_SIDES
        and chance.number(roll.ordinal, index, roll.sides) == roll.faces[index]
    )


def _is_drawn(draw: Drawn, chance: Chance) -> bool:
    """Return whether the card is the one that the seed draws. Journals of older releases do not say
    what it was drawn from; then it cannot be told, and counts as right.
    """
    if not draw.cards:
        return True
    if not 0 < draw.total == sum(draw.cards.values()) <= MOST_SIDES or min(draw.cards.values()) < 1:
        return False
    return card_at(draw.cards, chance.number(draw.ordinal, 0, draw.total)) == draw.card


def _out_of_order(commits: list[Recorded], counts_on: bool) -> Iterator[_Fault]:
    """Yield a complaint for each draw that was left out or made again: whoever chooses the ordinals
    chooses the dice. Running the rules again shows it too, but this check needs no rules, and works
    for every release's journals.
    """
    coming, began, after = 0, 0, {0: (0, 0)}
    for commit in commits:
        for event in commit.events:
            if not isinstance(event, EngineEvent):
                continue
            match event:
                case BeatBegan():
                    began = coming
                case Undone(version) | BeatRestarted(version) if not counts_on:
                    coming, began = after.get(version, (coming, began))
                    coming = began if isinstance(event, BeatRestarted) else coming
                case Rolled(ordinal=ordinal) | Drawn(ordinal=ordinal):
                    if ordinal != coming:
                        text = f"commit {commit.version}: draw {coming} is missing"
                        yield _Fault(commit.version, text)
                        return
                    coming += 1
                case Undone() | BeatRestarted() | Answered() | BattleStopped():
                    pass
                case Called() | Returned():
                    pass
                case _:
                    assert_never(event)
        after[commit.version] = coming, began


def _told_otherwise(
    ruleset: Ruleset[Any],
    start: Record,
    chance: Chance,
    commits: list[Recorded],
    counts_on: bool,
) -> Iterator[_Fault]:
    try:
        rerun(ruleset, start, chance, commits, counts_on)
    except Mismatch as fault:
        yield _Fault(fault.version, str(fault))


def _unfolded(
    replay: ReplayFile, entries: list[JournalEntry], opening: Opening
) -> Iterator[_Fault]:
    state = opening.state
    shown = {frame.version: frame for frame in replay.keyframes}
    for entry in entries:
        version = entry.commit.version
        try:
            fold(state, entry.commit.gone, entry.commit.put)
        except (KeyError, TypeError, AttributeError) as fault:
            yield _Fault(version, f"commit {version}: its changes lead nowhere ({fault})")
            return
        frame = shown.get(version)
        if frame is None:
            continue
        here = (msgspec.msgpack.encode(state), entry.questions)
        if here != (msgspec.msgpack.encode(frame.state), frame.questions):
            yield _Fault(version, f"commit {version}: its keyframe differs from the fold")
            return
