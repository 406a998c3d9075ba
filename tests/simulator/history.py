"""What clients sent and were told, as it went over their connections: what the checker goes by."""

from collections import Counter
from collections.abc import Callable
from typing import Any, NamedTuple

from protocol.codec import msgpack as codec
from protocol.ids import BattleId, SeatId
from protocol.questions import Question
from protocol.replies import (
    Commit,
    Joined,
    Refused,
    Reply,
    Said,
    Snapshot,
    Started,
    Taken,
    author_of,
)
from protocol.requests import Hello, Intent, Start, Undo

LATER = ("busy", "too_fast", "paused")


class Move(NamedTuple):
    """An intent or undo: `picks` of an undo are "undo" and the version."""

    battle: BattleId
    seat: SeatId
    number: int
    question: int
    picks: tuple[str, ...]


class Ack(NamedTuple):
    """A move that was acknowledged: as made in `version`, or (`by`) not after it."""

    move: Move
    version: int
    exact: bool


class No(NamedTuple):
    """A move that was refused for good, to one life of a client: sent and refused at these times,
    in seconds.
    """

    who: str
    move: Move
    code: str
    text: str
    sent: float
    heard: float


class Shown(NamedTuple):
    """A snapshot that a client was shown."""

    who: str
    battle: BattleId
    version: int
    state: Any
    questions: tuple[Question, ...]
    numbers: dict[SeatId, int]


class Tally:
    """What went wrong on purpose, by kind, and what came of the acknowledged moves."""

    def __init__(self) -> None:
        self.faults = Counter[str]()
        self.lost = self.doubled = 0


def move_of(battle: str, request: Intent | Undo) -> Move:
    """What a request means."""
    if isinstance(request, Undo):
        return Move(
            BattleId(battle), request.seat, request.number, -1, ("undo", str(request.version))
        )
    return Move(BattleId(battle), request.seat, request.number, request.question, request.picks)


class History:
    """Everything that was said and heard in one run."""

    def __init__(self) -> None:
        self.sent: dict[Move, int] = {}
        self.acks: list[Ack] = []
        self.refused: list[No] = []
        self.commits: dict[tuple[str, int], dict[bytes, str]] = {}
        self.snapshots: list[Shown] = []
        self.twice: list[str] = []
        self.started: list[str] = []
        self.starts = 0
        self.failures: list[str] = []

    def sent_anew(self, who: str, move: Move) -> None:
        """What one life was refused another one, which knows nothing of it, may ask again under
        the same number: then that is what counts.
        """
        asked = move._replace(question=0)
        self.refused = [
            no for no in self.refused if no.who == who or no.move._replace(question=0) != asked
        ]


class Ledger:
    """The entries of one client's life: its requests by their refs."""

    def __init__(self, history: History, who: str, time: Callable[[], float]) -> None:
        self._history, self._who, self._time = history, who, time
        self._moves: dict[int, Move] = {}
        self._last: dict[Move, int] = {}
        self._sent: dict[int, float] = {}
        self._shown: int | None = None
        self._known: set[tuple[str, str, int]] = set()
        self._heard: set[str] = set()

    def wrote(self, frame: bytes, battle: str) -> None:
        """The client sends a request while it watches a battle."""
        request = codec.request(frame)
        match request:
            case Intent() | Undo():
                move = self._moves[request.ref] = move_of(request.battle or battle, request)
                self._last[move] = request.ref
                self._sent[request.ref] = self._time()
                self._history.sent[move] = self._history.sent.get(move, 0) + 1
                self._history.sent_anew(self._who, move)
            case Hello():
                self._heard.clear()
                self._shown = None
            case Start():
                self._history.starts += 1
            case _:
                pass

    def read(self, reply: Reply, frame: bytes, battle: str) -> None:
        """The client has taken a reply in, and watches this battle now."""
        history = self._history
        match reply:
            case Commit(version) if battle:
                history.commits.setdefault((battle, version), {}).setdefault(frame, self._who)
                self._known.add((battle, author_of(reply).seat, reply.number))
                if self._shown is not None and version > self._shown + 1:
                    history.failures.append(
                        f"{self._who} was shown version {version} after {self._shown}"
                    )
                self._shown = version
            case Snapshot():
                self._shown = reply.version
                shown = Shown(
                    self._who,
                    reply.battle,
                    reply.version,
                    reply.state,
                    reply.questions,
                    dict(reply.numbers),
                )
                history.snapshots.append(shown)
                self._known.update((reply.battle, *made) for made in reply.numbers.items())
            case Taken(ref, _, version) if ref in self._moves:
                history.acks.append(Ack(self._moves[ref], version, True))
            case Refused(ref, code, text):
                if code == "defect":
                    history.failures.append(f"{self._who} was told of a defect: {text}")
                elif ref in self._moves and self._is_final(ref, code):
                    times = self._sent[ref], self._time()
                    history.refused.append(No(self._who, self._moves[ref], code, text, *times))
            case Said(_, _, _, text, _):
                if text in self._heard:
                    history.twice.append(f"{self._who} heard {text!r} twice")
                self._heard.add(text)
            case Joined():
                self._heard.clear()  # what was said is told anew
            case Started(_, started):
                history.started.append(started)
            case _:
                pass

    def _is_final(self, ref: int, code: str) -> bool:
        """Whether a refusal ends a move. It does not where the move may be sent again, or has been
        (then what comes of that counts), or was made in a battle that is over, as is known.
        """
        move = self._moves[ref]
        known = (move.battle, move.seat, move.number) in self._known
        again = code in LATER or self._last[move] != ref
        return not (again or (code == "not_now" and known))

    def settled(self, battle: str, request: Intent | Undo, version: int) -> None:
        """The SDK has told its user that a move was made."""
        self._history.acks.append(Ack(move_of(battle, request), version, False))
