"""A random battle with everything that its journal would hold, and what must always hold of it."""

from random import Random

import msgspec

from clients.bots.random_bot import RandomBot
from protocol.battle import BattleEvent
from protocol.ids import QuestionId, SeatId
from server.commands.bots import sensible
from server.commands.setups import DIFFICULTIES, setups
from server.rules.engine.advance import CommitContents, Play
from server.rules.engine.dice import SealedChance
from server.rules.engine.patch import fold, plain
from server.rules.engine.replay import Recorded, rerun
from server.rules.engine.ruleset import Record
from tests.scene.invariants import check

EVENTS = tuple[BattleEvent, ...]
ENCOUNTERS = tuple(setup.name for setup in setups() if setup.name != "micro")
MOST_ANSWERS = 6_000
FOOLISH = 0.1
XP = (2, 2, 3, 5, 9, 14, 20, 30)


def recorded(version: int, told: CommitContents) -> Recorded:
    """A commit's contents as the journal gives them back: through bytes."""
    events = msgspec.msgpack.decode(msgspec.msgpack.encode(told.events), type=EVENTS)
    put = plain(told.diff.put)
    return Recorded(version, events, list(told.diff.gone), put, told.questions)


class Recording:
    """A battle played by a random bot, or by one that mostly plays to win and so gets further.

    The seed settles everything: party, difficulty, answers.
    """

    def __init__(self, seed: int, encounter: str = "jailbreak") -> None:
        self.random = Random(seed)
        self.bot, self.sensible = RandomBot(seed), sensible() if seed // 2 % 2 else None
        self.encounter = encounter
        seats = tuple(str(n) for n in range(1, 2 + seed % 4))
        setup = next(setup for setup in setups() if setup.name == encounter)
        options = {"valenwood": "yes"} if seed % 2 else {}
        if encounter != "jailbreak":
            options["xp"] = str(XP[seed // 4 % len(XP)])
        self.built = setup.build(tuple(map(SeatId, seats)), DIFFICULTIES[seed % 3], options)
        self.chance = SealedChance(seed.to_bytes(8, "big"))
        self.play: Play[Record] = Play(self.built.ruleset, self.built.start, self.chance)
        self.commits: list[Recorded] = []
        self.states: list[bytes] = []
        self.take(self.play.begin())

    def take(self, told: CommitContents) -> None:
        """Record a commit."""
        self.commits.append(recorded(len(self.commits) + 1, told))
        self.states.append(msgspec.msgpack.encode(self.play.state))

    def step(self) -> None:
        """One answer: random to a random open question, or now and then only."""
        question = self.random.choice(self.play.questions)
        seat = self.random.choice(question.to)
        if self.sensible is None or self.random.random() < FOOLISH:
            self.take(self.play.answer(question.id, seat, self.bot.picks(question)))
            return
        mine = tuple(asked for asked in self.play.questions if seat in asked.to)
        number, picks, _ = self.sensible.choose(plain(self.play.state), seat, mine)
        self.take(self.play.answer(QuestionId(number), seat, picks))


def play_out(battle: Recording, *, again: bool = False) -> None:
    """Play to the end. After every commit the invariants hold, somebody is asked, and the folded
    diffs are the state; with `again` the rules, run once more, tell the same commits.
    """
    shown, folded = plain(battle.built.start), 0
    while True:
        for commit, state in zip(battle.commits[folded:], battle.states[folded:], strict=True):
            fold(shown, commit.gone, msgspec.msgpack.decode(msgspec.msgpack.encode(commit.put)))
            assert msgspec.msgpack.encode(shown) == state, "the folded diffs are not the state"
        folded = len(battle.commits)
        check(battle.play.state)  # type: ignore[arg-type]
        if battle.play.over:
            break
        assert battle.play.questions, "nobody is asked, and the battle is not over"
        assert folded < MOST_ANSWERS, "the battle does not come to an end"
        battle.step()
    if again:
        rules, start = battle.built.ruleset, battle.built.start
        told = rerun(rules, start, battle.chance, battle.commits)
        assert msgspec.msgpack.encode(told.state) == battle.states[-1]
