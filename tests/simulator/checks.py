"""What must be true after every run, whatever went wrong in it."""

import math
from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec.structs import replace

from clients.core.fold import State, folded
from protocol.ids import BattleId, QuestionId
from protocol.questions import Question
from protocol.replies import author_of
from protocol.tables import Settings
from server.battles.records.recovery import (
    JournalEntry,
    Unreadable,
    chance_of,
    entries_of,
    opening_of,
    recorded,
    start_of,
)
from server.rules.engine.patch import plain
from server.rules.engine.replay import Mismatch, rerun
from server.tables.documents import KIND, decode
from tests.simulator.history import Move, No

if TYPE_CHECKING:
    from tests.simulator.world import World


CLOCKS_MS = 10
"""By how much the milliseconds in which clocks are kept may be off."""
BY_OWNER = ("stale", "illegal", "not_yours")
"""What only the process that plays a battle can say of a move in it."""


class Battle(NamedTuple):
    """A journal at the end of a run, folded: states and questions by version."""

    name: str
    frames: list[bytes]
    entries: list[JournalEntry]
    states: list[State]
    moves: dict[tuple[str, int], list[tuple[int, Move]]]


def wrongs(world: "World") -> list[str]:
    """Everything that is wrong, in words."""
    found = [*world.history.failures, *world.loop.broken, *world.history.twice]
    found += world.truth.wrong
    found += [*_owners(world), *_starts(world), *_put_aside(world)]
    battles: dict[str, Battle] = {}
    for name in world.truth.everything():
        try:
            battles[name] = _battle(world, name)
        except (Unreadable, KeyError) as fault:
            found.append(f"{name}: the journal does not fold: {fault!r}")
            continue
        found += _rerun(world, battles[name])
        found += _numbers(world, battles[name])
        found += _clocks(world, battles[name])
    found += _sessions(battles)
    found += _shown(world, battles)
    found += _moves(world, battles)
    found += _clients(world, battles)
    return found


def _battle(world: "World", name: str) -> Battle:
    frames = world.truth.journal(BattleId(name))
    entries = entries_of(frames)
    state: State = opening_of(entries).state
    states = [state]
    moves: dict[tuple[str, int], list[tuple[int, Move]]] = {}
    for entry in entries:
        commit = entry.commit
        states.append(folded(states[-1], commit.gone, commit.put))
        if commit.number:
            author = author_of(commit)
            picks, question = author.picks, author.question
            if author.how == "undo":
                picks, question = ("undo", str(commit.events[0][1])), QuestionId(-1)
            move = Move(BattleId(name), author.seat, commit.number, question, tuple(picks))
            moves.setdefault((author.seat, commit.number), []).append((commit.version, move))
    return Battle(name, frames, entries, states, moves)


def _owners(world: "World") -> Iterator[str]:
    """No two processes have ever appended in one epoch, and epochs never go back."""
    by: dict[tuple[str, int], str] = {}
    last: dict[str, int] = {}
    for one in world.truth.written:
        owner = by.setdefault((one.battle, one.epoch), one.owner)
        if owner != one.owner:
            yield (
                f"{one.battle}: {owner} and {one.owner} both appended in epoch {one.epoch} "
                f"(version {one.version})"
            )
        if one.epoch < last.get(one.battle, 0):
            yield f"{one.battle}: version {one.version} came in an epoch that was over"
        last[one.battle] = one.epoch


def _rerun(world: "World", battle: Battle) -> Iterator[str]:
    """The rules, run again over the recorded answers, tell every commit as it was folded."""
    opening = opening_of(battle.entries)
    setup = next(each for each in world.setups if each.name == opening.encounter)
    seats = tuple(seat.seat for seat in opening.seats)
    ruleset = setup.build(seats, opening.difficulty, opening.options).ruleset
    start = start_of(ruleset, opening)
    chance = chance_of(world.truth.seed(BattleId(battle.name)), opening)
    try:
        play = rerun(ruleset, start, chance, recorded(ruleset, battle.entries))
    except Mismatch as fault:
        yield f"{battle.name}: run again, it is another battle: {fault}"
        return
    if plain(play.state) != battle.states[-1]:
        yield f"{battle.name}: folded and run again it ends differently"


def _numbers(world: "World", battle: Battle) -> Iterator[str]:
    for (seat, number), made in battle.moves.items():
        if len(made) > 1:
            world.tally.doubled += 1
            yield f"{battle.name}: number {number} of seat {seat} was applied {len(made)} times"


def _clocks(world: "World", battle: Battle) -> Iterator[str]:
    """Whoever had a default taken for them by the turn clock has had all of its time.

    Clocks of battles put aside run on by the time of day, so that must be known everywhere.
    """
    if world.plan.skew or "set a server's clock" in world.plan.every:
        return
    opening = opening_of(battle.entries)
    turn = _settings(world, opening.table).turn
    at = {one.version: one.at for one in world.truth.written if one.battle == battle.name}
    since: dict[str, int] = {}
    for version, entry in enumerate(battle.entries, 1):
        asked = {seat for question in entry.questions for seat in question.to}
        author = author_of(entry.commit) if version > 1 else None
        if author is not None and author.how == "default":
            begun = since.get(author.seat, version)
            if (had := at[version] - at[begun]) < turn - CLOCKS_MS / 1000:
                yield (
                    f"{battle.name}: the default of seat {author.seat} was taken in version "
                    f"{version} after {had:.3f} s, not {turn}"
                )
        by = author.seat if author is not None else ""
        since = {seat: since.get(seat, version) if seat != by else version for seat in asked}


def _sessions(battles: dict[str, Battle]) -> Iterator[str]:
    """Each battle of a session answers a call of it, no two the same one; each call has one outcome
    at most, and that is what its battle's last state comes to.
    """
    answers: dict[tuple[str, int], list[Battle]] = {}
    for battle in battles.values():
        opening = opening_of(battle.entries)
        if not opening.session:
            continue
        answers.setdefault((opening.session, opening.call), []).append(battle)
        called = _events(battles[opening.session], "call") if opening.session in battles else []
        if opening.call not in [event[1] for event in called]:
            yield f"{battle.name} answers no call of {opening.session}"
    for call, found in answers.items():
        if len(found) > 1:
            yield f"call {call} has {len(found)} battles"
    for battle in battles.values():
        returned = _events(battle, "return")
        if len({event[1] for event in returned}) != len(returned):
            yield f"{battle.name}: a call has two outcomes"
        for _, number, outcome in returned:
            ends = [_score(one) for one in answers.get((battle.name, number), ())]
            if outcome not in ends:
                yield f"{battle.name}: call {number} has another outcome than its battle"


def _score(battle: Battle) -> dict[str, Any]:
    state: Any = battle.states[-1]
    winner = state["winner"]
    return {"winner": winner, "steps": state["pegs"][winner]["at"] if winner else 0}


def _events(battle: Battle, tag: str) -> list[Any]:
    return [event for entry in battle.entries for event in entry.commit.events if event[0] == tag]


def _settings(world: "World", table: str) -> Settings:
    found = world.truth.document(KIND, table)
    assert found is not None
    return decode(found[1]).state.settings


def _put_aside(world: "World") -> Iterator[str]:
    """A battle that is played is not said to be put aside."""
    for name in world.truth.documents(KIND):
        found = world.truth.document(KIND, name)
        assert found is not None
        doc = decode(found[1])
        if doc.aside and any(
            person.client is not None
            and person.client.table is not None
            and person.client.table.table == name
            for person in world.people
        ):
            yield f"{name} says that its battle is put aside, and people are there"


def _shown(world: "World", battles: dict[str, Battle]) -> Iterator[str]:
    """Nobody was ever shown anything but the one history that the journal holds."""
    for (name, version), frames in world.history.commits.items():
        battle = battles.get(name)
        if battle is None or version > len(battle.frames):
            yield f"{name}: version {version} was shown to {set(frames.values())}, and is not there"
            continue
        for frame, who in frames.items():
            if frame != battle.frames[version - 1]:
                yield f"{name}: {who} was shown another version {version}"
    for shown in world.history.snapshots:
        battle = battles.get(shown.battle)
        if battle is None or shown.version > len(battle.frames):
            yield f"{shown.battle}: {shown.who} was shown version {shown.version}: not there"
        elif not _same(battle, shown.version, shown.state, shown.questions):
            yield f"{shown.battle}: the snapshot of {shown.version} for {shown.who} is wrong"
        elif shown.numbers != (used := _used(battle, shown.version)):
            yield (
                f"{shown.battle}: the snapshot of {shown.version} for {shown.who} has the numbers "
                f"{shown.numbers}, not {used}"
            )


def _same(battle: Battle, version: int, state: Any, questions: tuple[Question, ...]) -> bool:
    return bool(
        state == battle.states[version] and questions == battle.entries[version - 1].questions
    )


def _used(battle: Battle, version: int) -> dict[str, int]:
    """Each seat's highest running number up to a version."""
    used: dict[str, int] = {}
    for (seat, number), made in battle.moves.items():
        if made[0][0] <= version:
            used[seat] = max(number, used.get(seat, 0))
    return used


def _moves(world: "World", battles: dict[str, Battle]) -> Iterator[str]:
    """Every acknowledged move stands in the history once, and none that was refused."""
    for move, version, exact in world.history.acks:
        made = _made(battles, move)
        world.tally.lost += not made
        if len(made) != 1:
            yield f"{move} was acknowledged in version {version} and stands there {len(made)} times"
        elif made[0] > version or (exact and made[0] != version):
            yield f"{move} was acknowledged as version {version} and is version {made[0]}"
    for no in world.history.refused:
        if made := _made(battles, no.move):
            yield f"{no.move} was refused ({no.code}: {no.text}) and is version {made}"
        if no.code == "stale" and _stood_open(world, battles, no):
            yield f"{no.move} was refused ({no.code}: {no.text}) while its question stood open"
        if no.code in BY_OWNER and not _was_held(world, no):
            yield f"{no.move} was refused ({no.code}: {no.text}) while nobody held the battle"


def _was_held(world: "World", no: No) -> bool:
    """Whether anybody held a lease of the battle at some moment from when the move was sent until
    its refusal was heard: nobody else can know that no other process has made the move.
    """
    spans = world.truth.held.get(no.move.battle, ())
    return any(begun <= no.heard and no.sent <= end for begun, end in spans)


def _stood_open(world: "World", battles: dict[str, Battle], no: No) -> bool:
    """Whether a move's question was open from when it was sent until its refusal was heard, and
    its number unused: so that no process that had the battle could call it stale.
    """
    battle, (_, seat, number, question, _) = battles.get(no.move.battle), no.move
    if battle is None or question < 0:
        return False
    begun = {one.version: one.at for one in world.truth.written if one.battle == battle.name}
    used = _used(battle, sum(at <= no.heard for at in begun.values())).get(seat, 0)
    for version, entry in enumerate(battle.entries, 1):
        if number > used and any(asked.id == question for asked in entry.questions):
            end = begun.get(version + 1, math.inf)
            if begun[version] <= no.sent and no.heard < end:
                return True
    return False


def _made(battles: dict[str, Battle], move: Move) -> list[int]:
    """The versions that a move made."""
    battle = battles.get(move.battle)
    if battle is None:
        return []
    found = battle.moves.get((move.seat, move.number), [])
    return [
        version for version, one in found if one == move or _is_twin(battle, version, one, move)
    ]


def _is_twin(battle: Battle, version: int, made: Move, meant: Move) -> bool:
    """Whether an answer named an id that its question had before, while it stood open.

    Told from the journal alone: backwards, as long as the commits are answers to questions beside
    it that did nothing else.
    """
    if made._replace(question=meant.question) != meant:
        return False
    now = made.question
    for at in range(version - 1, 1, -1):
        after = {asked.id: asked for asked in battle.entries[at - 1].questions}.get(QuestionId(now))
        events = battle.entries[at - 1].commit.events
        if after is None or len(events) != 1 or events[0][0] != "ans":
            return False
        for before in battle.entries[at - 2].questions:
            if before.id != events[0][1] and replace(after, id=before.id) == before:
                now = before.id
                break
        else:
            return False
        if now == meant.question:
            return True
    return False


def _clients(world: "World", battles: dict[str, Battle]) -> Iterator[str]:
    """Every client that is up holds the state of the log."""
    for person in world.people:
        view = person.client.view if person.client is not None else None
        if view is None or view.battle not in battles:
            continue
        battle = battles[view.battle]
        if view.version != len(battle.frames):
            yield f"{person.name} ends at version {view.version} of {len(battle.frames)}"
        elif not _same(battle, view.version, view.state, view.questions):
            yield f"{person.name} ends with another state than the log's"
        elif view.numbers != (used := _used(battle, view.version)):
            yield f"{person.name} ends with the numbers {view.numbers}, not {used}"


def _starts(world: "World") -> Iterator[str]:
    """Every start that was acknowledged has begun a battle, and none has begun two."""
    listed: Counter[str] = Counter()
    upcoming: list[str] = []
    for name in world.truth.documents(KIND):
        found = world.truth.document(KIND, name)
        assert found is not None
        doc = decode(found[1])
        listed.update(line.battle for line in doc.state.battles)
        upcoming.append(doc.upcoming)
    for battle in world.history.started:
        if listed[battle] != 1:
            yield f"battle {battle} was told to have begun, and is listed {listed[battle]} times"
    for battle in world.truth.everything():
        # One that is upcoming was begun by a start that was told to try again.
        if listed[battle] + upcoming.count(battle) != 1:
            yield f"battle {battle} has a journal, and is listed {listed[battle]} times"
