"""Battles without a network: rules and journal only, with bots in all seats."""

import hashlib
from collections.abc import Iterator
from itertools import cycle
from typing import Any

from clients.bots import Answer, Policy, RandomBot
from protocol.ids import NO_TABLE, BattleId, QuestionId, SeatId
from protocol.questions import Picks, Question
from protocol.replies import Opening, SeatOf
from server.battles import Draft, Options, RecordedBattle, any_answer, new_record
from server.commands import matches, setups
from server.commands.bots import sensible
from server.commands.failure import USAGE, Failure
from server.commands.packs.loading import Content
from server.rules.engine.advance import Illegal
from server.rules.engine.dice import commitment
from server.rules.engine.patch import Diff, fold, plain
from server.rules.engine.waiting import WaitingBeats

MOST_ANSWERS = 20_000  # commits: a battle of bots that has more is taken for one that does not end


def bot(name: str, seed: int, played: Content | None = None) -> Policy:
    """Return a new bot by name: the random one needs a seed, the sensible one the content that is
    played.
    """
    return RandomBot(seed) if name == "random" else sensible(played)


BEATS = WaitingBeats(most=64)
"""The beats that wait for answers, of all battles: some battles are given up in the midst."""
TRIES = 8
"""How often a bot may answer what the rules refuse, before the default is taken."""


class Endless(Exception):
    """A battle went on for more answers than any real one needs, so it was given up."""


class Simulation:
    """One battle between bots. The same arguments play the same battle.

    `bots` names the bot in all seats, or one per seat, separated by commas.
    """

    def __init__(
        self,
        encounter: str,
        players: int,
        difficulty: str,
        bots: str,
        seed: int,
        played: Content | None = None,
        options: Options | None = None,
    ) -> None:
        setup = setups.setup(encounter, played) or matches.match_on(encounter, played)
        if setup is None:
            every = (*setups.setups(played), *matches.matches(played))
            known = ", ".join(one.name for one in every)
            raise Failure(f"there is no encounter {encounter!r}; there are: {known}", USAGE)
        seats = tuple(SeatId(str(n)) for n in range(1, players + 1))
        seated = dict(zip(seats, cycle(bots.split(",")), strict=False))
        try:
            built = setup.build(seats, difficulty, options or {})
        except ValueError as fault:
            raise Failure(str(fault), USAGE) from fault
        secret = hashlib.sha256(f"simulation {seed}".encode()).digest()
        opening = Opening(
            battle=BattleId(f"simulation-{seed}"),
            table=NO_TABLE,
            game=built.ruleset.name,
            encounter=encounter,
            difficulty=difficulty,
            options=dict(options or {}),
            seats=tuple(SeatOf(seat, f"Bot {seat}", name) for seat, name in seated.items()),
            fingerprint=built.ruleset.fingerprint,
            content=setup.content,
            commitment=commitment(secret),
            contributions=("",) * players,
            time=0,
        )
        self.record = new_record(built.ruleset, built.start, opening, secret)
        self.record.play.keeper = BEATS
        self.bots: dict[str, Policy] = {
            seat: bot(name, seed, played) for seat, name in seated.items()
        }
        self.frames: list[bytes] = []
        self._seen: dict[str, Any] = plain(self.record.shown.state)
        self._news: list[Diff] = []  # what has changed since a bot looked at it

    def play(self) -> dict[str, Any]:
        """Play to the end, and return the final state as plain data. Raises `Endless`."""
        self.begin()
        while not self.record.shown.over:
            self.step()
            if len(self.frames) > MOST_ANSWERS:
                raise Endless
        final: dict[str, Any] = plain(self.record.shown.state)
        return final

    def begin(self) -> Draft:
        """Begin the battle, and return its first commit, which leads up to the first question."""
        return self._keep(self.record.begin())

    def step(self) -> Draft:
        """Let the first bot that is asked give one answer, and return its commit."""
        shown = self.record.shown
        seat = SeatId(shown.questions[0].to[0])
        mine = tuple([question for question in shown.questions if seat in question.to])
        ms = len(self.frames)
        refused: set[tuple[QuestionId, Picks]] = set()
        for question, picks, note in self._choices(seat, mine):
            # A bot that knows nothing better says the same again, and a refusal may be dear.
            if (question, picks) in refused:
                continue
            refused.add((question, picks))
            try:
                draft = self.record.answer(seat, question, picks, "bot", 0, ms, note)
            except Illegal:
                continue  # rules may refuse points and ways that only they can judge
            return self._keep(draft)
        raise Endless

    def _choices(self, seat: SeatId, mine: tuple[Question, ...]) -> Iterator[Answer]:
        """Yield answers of a bot to try in turn while the rules refuse them; the last one is always
        legal.
        """
        bot = self.bots[seat]
        if not isinstance(bot, RandomBot):  # which does not look at it
            self._look()
        for _ in range(TRIES):
            yield bot.choose(self._seen, seat, mine)
        for question in mine:
            if question.may_pass:
                yield Answer(question.id, ())
            elif (picks := any_answer(question)) is not None:
                yield Answer(question.id, picks)

    def _keep(self, draft: Draft) -> Draft:
        self.record.keep(draft)
        self.frames.append(draft.frame)
        self._news.append(draft.told.diff)
        return draft

    def _look(self) -> None:
        """Bring the state that bots see up to date, as a client does: by its diffs, as the whole of
        it is large.
        """
        for diff in self._news:
            fold(self._seen, diff.gone, plain(diff.put))
        self._news.clear()

    def replay(self) -> bytes:
        """Return the battle as a replay file."""
        return RecordedBattle(self.frames).file()
