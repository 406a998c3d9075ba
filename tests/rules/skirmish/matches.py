"""Random matches with everything that their journals would hold."""

from itertools import product
from random import Random

import msgspec
from msgspec.structs import replace

from clients.bots.random_bot import RandomBot
from protocol.ids import QuestionId, SeatId, UnitId
from protocol.option_keys import read_key, read_point
from protocol.questions import Option, Picks, Place, Plan, Question, Slot
from protocol.skirmish import SkirmishEvent
from server.rules.engine.advance import CommitContents, Illegal, Play
from server.rules.engine.dice import SealedChance
from server.rules.engine.patch import plain
from server.rules.engine.replay import Recorded
from server.rules.skirmish.content.shipped import box
from server.rules.skirmish.kernel.state import MatchState
from server.rules.skirmish.rules import SkirmishRules
from server.rules.skirmish.setup.beginning import start

SEATS = SeatId("1"), SeatId("2")
EVENTS = tuple[SkirmishEvent, ...]
TRIES = 8


def recorded(version: int, told: CommitContents) -> Recorded:
    """A commit's contents as the journal gives them back: through bytes."""
    events = msgspec.msgpack.decode(msgspec.msgpack.encode(told.events), type=EVENTS)
    return Recorded(version, events, list(told.diff.gone), plain(told.diff.put), told.questions)


class RandomMatch:
    """A match of two random rosters, of `most` units each, answered at random; the seed settles
    everything.
    """

    def __init__(self, seed: int, most: int = 99) -> None:
        self.random, self.bot = Random(seed), RandomBot(seed)
        shipped = box()
        rosters = [
            replace(roster, recruits=roster.recruits[:most])
            for roster in self.random.choices(list(shipped.rosters.values()), k=2)
        ]
        board = self.random.choice(list(shipped.boards.values()))
        self.begun = start(board, dict(zip(SEATS, rosters, strict=True)), shipped)
        self.chance = SealedChance(seed.to_bytes(8, "big"))
        self.play: Play[MatchState] = Play(SkirmishRules(), self.begun, self.chance)
        self.commits: list[Recorded] = []
        self.states: list[bytes] = []
        self.take(self.play.begin())

    def take(self, told: CommitContents) -> None:
        """Record a commit."""
        self.commits.append(recorded(len(self.commits) + 1, told))
        self.states.append(msgspec.msgpack.encode(self.play.state))

    def step(self) -> None:
        """Answer a question at random: what the rules do not take is answered anew, and at last
        passed.
        """
        asked = self.random.choice(self.play.questions)
        for _ in range(TRIES):
            try:
                self.take(self.play.answer(asked.id, asked.to[0], self.bot.picks(asked)))
            except Illegal:
                continue
            return
        self.take(self.play.answer(asked.id, asked.to[0], self.way_out(asked)))

    def way_out(self, asked: Question) -> tuple[str, ...]:
        """A pass, or the default: one of them is always there."""
        return () if asked.may_pass else asked.default

    def press(self) -> None:
        """Answer as one who seeks the fight: engage the nearest enemy, and let everybody move."""
        asked = self.random.choice(self.play.questions)
        picks: Picks
        match asked.shape:
            case Plan(slots) if asked.why == "match.engage":
                picks = (*self.nearest(slots), "path:1")
            case Plan(slots):
                picks = (self.random.choice(slots[0].options).key,)
            case Place((_, *_) as options):
                picks = (min(options, key=lambda option: self.off(asked, option)).key,)
            case _:
                return self.step()
        return self.offer(asked.id, asked.to[0], picks)

    def offer(self, number: QuestionId, seat: SeatId, picks: Picks) -> None:
        """Give an answer, or a random one in place of what the rules do not take."""
        try:
            self.take(self.play.answer(number, seat, picks))
        except Illegal:
            self.step()

    def nearest(self, slots: tuple[Slot, ...]) -> tuple[str, str]:
        """The unit and the target that are nearest to each other."""
        pairs = product(slots[0].options, slots[1].options)
        one, other = min(pairs, key=lambda pair: self.apart(pair[0].key, pair[1].key))
        return one.key, other.key

    def apart(self, one: str, other: str) -> int:
        """How far two units are apart, squared."""
        units = self.play.state.units
        a, b = units[UnitId(read_key(one).name)].at, units[UnitId(read_key(other).name)].at
        return sum((x - y) ** 2 for x, y in zip(a or (), b or (), strict=True))

    def off(self, asked: Question, option: Option) -> int:
        """How far a point is from the nearest enemy, squared."""
        at = read_point(option.key)
        foes = [unit.at for unit in self.play.state.units.values() if unit.side != asked.to[0]]
        return min(
            (sum((x - y) ** 2 for x, y in zip(at, foe, strict=True)) for foe in foes if foe),
            default=0,
        )
