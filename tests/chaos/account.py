"""What a chaos run comes to: every promise looked up in the journals, every pause by its cause."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import NamedTuple

from protocol import codec
from protocol.ids import BattleId
from protocol.replay_file import ReplayFile
from protocol.replies import Commit, author_of
from server.battles import is_ended
from server.commands.checking import Wrong
from server.commands.linking import check_links
from server.commands.sessions import sessions
from server.commands.setups import setups
from server.store import Store
from tests.chaos.faults import Fault
from tests.chaos.players import Battle, Program, Wait
from tests.e2e.test_kills import Answer

SETUPS = (*setups(), *sessions())
NORMAL = 0.25  # an answer that takes longer has met with something


class Account(NamedTuple):
    """Sums over battles. `otherwise`: what was shown to somebody and is not what the journal has;
    `apart`: programs that ended with another state than their journal's; `battles` came back to
    their session; `wrong_links`: sessions that do not fit their battles.
    """

    commits: int = 0
    acknowledged: int = 0
    lost: int = 0
    doubled: int = 0
    otherwise: int = 0
    apart: int = 0
    battles: int = 0
    wrong_links: int = 0

    def plus(self, other: "Account") -> "Account":
        """Both together."""
        return Account(*(one + two for one, two in zip(self, other, strict=True)))

    @property
    def is_good(self) -> bool:
        """Whether every promise was kept."""
        return not (self.lost or self.doubled or self.otherwise or self.apart or self.wrong_links)


async def account_of(store: Store, battle: Battle) -> Account:
    """Compare a battle's journal with what its players were told; of a session its battles', too,
    and what both say of each other.
    """
    journals = {
        journal: [frame for _, frame in await store.read(journal)]
        for journal in {battle.id, *chain.from_iterable(p.promises for p in battle.programs)}
    }
    total = Account()
    for journal, frames in journals.items():
        total = total.plus(_journal(journal, frames, battle.programs))
    return total.plus(_links(battle.id, journals))


class Made(NamedTuple):
    """What a journal holds: each answer's version, and by which id each question was first asked.

    Somebody else's answer asks a question again under another id; an answer that named the earlier
    one counts all the same.
    """

    answers: dict[Answer, int]
    first: dict[int, int]

    def of(self, answer: Answer) -> int:
        """The version that an answer has made; 0 if it has made none."""
        return self.answers.get(self.first_asked(answer), 0)

    def first_asked(self, answer: Answer) -> Answer:
        """The same answer to the question by its first id."""
        return answer._replace(question=self.first.get(answer.question, answer.question))


def _journal(journal: BattleId, frames: Sequence[bytes], programs: Iterable[Program]) -> Account:
    made, numbers, returned = Made({}, {}), set[tuple[str, int]](), set[int]()
    doubled = 0
    for frame in frames:
        commit = codec.msgpack.reply(frame)
        assert isinstance(commit, Commit)
        author = author_of(commit)
        answer = made.first_asked(Answer(author.seat, author.question, author.picks))
        if commit.number:
            doubled += answer in made.answers or (author.seat, commit.number) in numbers
            made.answers[answer] = commit.version
            numbers.add((author.seat, commit.number))
        for again in commit.again:
            first = made.first.get(again.was, again.was)
            # What was answered and is asked in the same words is another decision.
            made.first[again.id] = first if first != answer.question else again.id
        for event in commit.events:
            if event[0] == "return":
                doubled += event[1] in returned
                returned.add(event[1])
    total = Account(commits=len(frames), doubled=doubled)
    for program in programs:
        total = total.plus(_of(program, journal, made, frames))
    return total


def _of(program: Program, journal: BattleId, made: Made, frames: Sequence[bytes]) -> Account:
    view, told = program.client.view, program.promises[journal]
    lost = sum(
        # Where a snapshot took the commit's place, its version is all that the player has.
        not (at := made.of(answer)) or (at != version if version in told.shown else at > version)
        for answer, version in told.acknowledged.items()
    )
    otherwise = sum(
        version > len(frames) or hash(frames[version - 1]) != seen
        for version, seen in told.shown.items()
    )
    # Who has gone on to another journal of the session saw this one as far as they needed to.
    apart = view is None or (view.battle == journal and view.version != len(frames))
    return Account(0, len(told.acknowledged), lost, 0, otherwise, int(apart))


def _links(session: BattleId, journals: Mapping[BattleId, Sequence[bytes]]) -> Account:
    """How many battles have come back to their session, and whether one was begun, or came back,
    otherwise than both journals say.
    """
    files: dict[str, ReplayFile] = {
        name: ReplayFile(name, is_ended(list(frames)), tuple(frames), ())
        for name, frames in journals.items()
    }
    try:
        links = check_links(files[session], files, SETUPS)
    except Wrong as fault:
        print("WRONG:", session, fault)
        return Account(wrong_links=1)
    return Account(battles=links.here)


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
