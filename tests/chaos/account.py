"""What a chaos run comes to: every promise looked up in the journals, every pause by its cause."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from protocol import codec
from protocol.ids import BattleId
from protocol.replies import Commit, author_of
from server.store import Store
from tests.chaos.faults import Fault
from tests.chaos.players import Battle, Program, Wait
from tests.e2e.test_kills import Answer

NORMAL = 0.25  # an answer that takes longer has met with something


class Account(NamedTuple):
    """Sums over battles. `otherwise`: what was shown to somebody and is not what the journal has;
    `apart`: programs that ended with another state than their journal's.
    """

    commits: int = 0
    acknowledged: int = 0
    lost: int = 0
    doubled: int = 0
    otherwise: int = 0
    apart: int = 0

    def plus(self, other: "Account") -> "Account":
        """Both together."""
        return Account(*(one + two for one, two in zip(self, other, strict=True)))

    @property
    def is_good(self) -> bool:
        """Whether every promise was kept."""
        return not (self.lost or self.doubled or self.otherwise or self.apart)


async def account_of(store: Store, battle: Battle) -> Account:
    """Compare a battle's journal with what its players were told."""
    frames = [frame for _, frame in await store.read(BattleId(battle.id))]
    made: dict[Answer, int] = {}
    numbers: set[tuple[str, int]] = set()
    doubled = 0
    for frame in frames:
        commit = codec.msgpack.reply(frame)
        assert isinstance(commit, Commit)
        author = author_of(commit)
        if commit.number:
            answer = Answer(author.seat, author.question, author.picks)
            doubled += answer in made or (author.seat, commit.number) in numbers
            made[answer] = commit.version
            numbers.add((author.seat, commit.number))
    total = Account(commits=len(frames), doubled=doubled)
    for program in battle.programs:
        total = total.plus(_of(program, made, frames))
    return total


def _of(program: Program, made: dict[Answer, int], frames: Sequence[bytes]) -> Account:
    view = program.client.view
    lost = sum(
        # Where a snapshot took the commit's place, its version is all that the player has.
        answer not in made
        or (made[answer] != version if version in program.shown else made[answer] > version)
        for answer, version in program.acknowledged.items()
    )
    otherwise = sum(
        version > len(frames) or hash(frames[version - 1]) != seen
        for version, seen in program.shown.items()
    )
    apart = view is None or view.version != len(frames)
    return Account(0, len(program.acknowledged), lost, 0, otherwise, int(apart))


class Pause(NamedTuple):
    """The longest wait of one player that a fault has caused. `at_it`: at the server concerned.
    `since` by the monotonic clock.
    """

    kind: str
    at_it: bool
    seconds: float
    since: float
    who: str


def pauses(faults: Sequence[Fault], programs: Iterable[Program]) -> list[Pause]:
    """For each fault and player the longest answer that took more than usual: the first fault
    while it was under way is its cause, or else the last one before.
    """
    found = []
    for program in programs:
        longest: dict[Fault, Wait] = {}
        for wait in program.waits:
            before = [fault for fault in faults if fault.since < wait.until]
            if wait.seconds <= NORMAL or not before:
                continue
            cause = next((fault for fault in before if fault.since >= wait.since), before[-1])
            if cause not in longest or wait.seconds > longest[cause].seconds:
                longest[cause] = wait
        for fault, wait in longest.items():
            who = f"{program.battle} seat {program.seat}"
            found.append(Pause(fault.kind, wait.at is fault.at, wait.seconds, wait.since, who))
    return found


def share(values: Sequence[float], part: float) -> float:
    """The value below which so large a part of them lies."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))]
