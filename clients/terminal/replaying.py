"""A replay file in the terminal: forwards, backwards, by rounds, to any version."""

import sys
from collections.abc import Iterable, Iterator

from clients.core import BattleView, Gap, Played, Session, beginning
from clients.terminal.board import Board
from clients.terminal.screen import Screen
from protocol import codec
from protocol.ids import UnitId
from protocol.replay_file import ReplayFile
from protocol.replies import Commit, Opening

HELP = (
    "n [COUNT] next, b [COUNT] back, r next round, R back a round, j VERSION jump, e end,",
    "m map, a [WHO] mats, ? help, q quit. Enter is n.",
)


class FoldedReplay:
    """Every version of a battle, folded once; old states share what did not change."""

    def __init__(self, commits: Iterable[Commit]) -> None:
        self.session = Session()
        self.frames: list[Played] = []
        lexicon = self.session.lexicon
        view: BattleView | None = None
        for commit in commits:
            if view is None:
                if not isinstance(commit.pinned, Opening):
                    raise ValueError("the first commit does not open a battle")
                view = BattleView(beginning(commit.pinned))
            played = view.take(commit)
            if played is None:
                raise ValueError(f"commit {commit.version} comes twice")
            self.frames.append(played)
            for question in commit.asked:
                lexicon.learn(question, played.after)
        if view is None:
            raise ValueError("there is nothing in this replay")
        self.session.view = view

    def stand_after(self, version: int) -> Played:
        """Look at the battle as it was after a version."""
        frame = self.frames[version - 1]
        view = self.session.view
        assert view is not None, "a film has a view"
        view.state, view.questions, view.version = frame.after, frame.questions, frame.version
        return frame

    def round_after(self, version: int, by: int) -> int:
        """Return the version at which the next round, or the one before, begins."""
        at = version
        while 1 <= at + by <= len(self.frames):
            at += by
            frame = self.frames[at - 1]
            if frame.before.get("rounds") != frame.after.get("rounds"):
                break
        return at


def commits_of(replay: ReplayFile) -> Iterator[Commit]:
    """Return the commits of a replay file. Raises ValueError."""
    for number, frame in enumerate(replay.commits, 1):
        try:
            commit = codec.msgpack.reply(frame)
        except codec.Malformed as fault:
            raise ValueError(f"entry {number} cannot be read: {fault}") from None
        if not isinstance(commit, Commit):
            raise ValueError(f"entry {number} is no commit")
        yield commit


def step_through(
    replay: ReplayFile, lines: Iterable[str] | None = None, screen: Screen | None = None
) -> int:
    """Show a replay step by step, as the lines of standard input say; gives an exit code."""
    screen = screen or Screen()
    try:
        film = FoldedReplay(commits_of(replay))
    except (ValueError, Gap) as fault:
        screen.show(f"This replay cannot be shown: {fault}")
        return 1
    return Stepper(film, screen).run(sys.stdin if lines is None else lines)


class Stepper:
    """The hand at the film."""

    def __init__(self, film: FoldedReplay, screen: Screen) -> None:
        self._film, self._screen = film, screen
        self._board = Board(screen, film.session)
        self._at = 0

    def run(self, lines: Iterable[str]) -> int:
        """Obey lines until "q" or the last one."""
        opening = self._film.frames[0].commit.pinned
        assert isinstance(opening, Opening), "a film begins with an opening"
        self._screen.show(f"{opening.encounter}, {len(self._film.frames)} versions.", *HELP)
        self._forward(1)
        self._prompt()
        for line in lines:
            self._screen.entered(line.strip())
            word, _, rest = line.strip().partition(" ")
            if word in ("q", "quit"):
                break
            self._obey(word or "n", rest.strip())
            self._prompt()
        self._screen.show("")
        return 0

    def _obey(self, word: str, rest: str) -> None:
        count = int(rest) if rest.isdecimal() else 1
        match word:
            case "n":
                self._forward(self._at + count)
            case "b":
                self._jump(self._at - count)
            case "r":
                self._forward(self._film.round_after(self._at, 1))
            case "R":
                self._jump(self._film.round_after(self._at, -1))
            case "j" if rest.isdecimal():
                self._jump(count)
            case "e":
                self._jump(len(self._film.frames))
            case "m":
                self._board.show()
            case "a":
                self._board.show_mat(UnitId(rest))
            case _:
                self._screen.show_all(HELP)

    def _forward(self, version: int) -> None:
        """Go on to a version, telling everything on the way."""
        last = min(version, len(self._film.frames))
        while self._at < last:
            self._at += 1
            self._board.tell(self._film.stand_after(self._at))
        self._board.show_if_changed()

    def _jump(self, version: int) -> None:
        """Go to a version, telling only what its commit did."""
        self._at = max(1, min(version, len(self._film.frames)))
        self._board.tell(self._film.stand_after(self._at))
        self._board.show_if_changed()

    def _prompt(self) -> None:
        self._screen.prompt(f"{self._at}/{len(self._film.frames)}>")
