"""Matches of the skirmish that seek the crowd: all run at the enemy, and all who are near engage.

Such matches ask for the dearest ways: past many bases, and to places that no way leads to.
"""

from collections.abc import Iterable, Iterator
from itertools import product

from protocol.ids import SeatId, UnitId
from protocol.option_keys import read_key, read_point
from protocol.questions import One, Option, Picks, Place, Plan, Question
from server.battles.default_answers import any_answer
from server.rules.engine.advance import Illegal, Play
from server.rules.engine.dice import SealedChance
from server.rules.skirmish.content.shipped import box
from server.rules.skirmish.geometry.lengths import INCH, Mil, Point, along, plan_length
from server.rules.skirmish.geometry.pieces import Body, Ground, Ladder, Mover, Terrain
from server.rules.skirmish.geometry.plane.circles import directions
from server.rules.skirmish.geometry.routes import to_contact
from server.rules.skirmish.geometry.ways import Route
from server.rules.skirmish.kernel.state import MatchState
from server.rules.skirmish.rules import SkirmishRules
from server.rules.skirmish.setup.beginning import start
from tests.bench.counting import calls

SEATS = SeatId("1"), SeatId("2")
BOARD, ROSTERS = "alley", ("free-company", "ratlings")
MOST = 600  # answers: twice what such a match takes
NEAR: Mil = 7500
"""Who is nearer to an enemy engages."""
CLOSE: Mil = 2500
"""Who is nearer does not move on."""


class Crowded:
    """A match in the alley whose players seek the crowd; the seed settles everything."""

    def __init__(self, seed: int) -> None:
        shipped = box()
        rosters = [shipped.rosters[name] for name in ROSTERS]
        begun = start(shipped.boards[BOARD], dict(zip(SEATS, rosters, strict=True)), shipped)
        chance = SealedChance(seed.to_bytes(8, "big"))
        self.play: Play[MatchState] = Play(SkirmishRules(), begun, chance)
        self.play.begin()
        self.moved: Picks = ()
        self.refused = 0

    def answers(self) -> Iterator[int]:
        """Play to the end, and yield how many calls each answer makes, refused ones included."""
        for _ in range(MOST):
            if self.play.over:
                return
            yield calls(self.step)

    def step(self) -> None:
        """Answer a question: towards the crowd, else with a pass, else with any answer."""
        asked = self.play.questions[0]
        for picks in (self.picks(asked), (), any_answer(asked) or ()):
            try:
                self.play.answer(asked.id, asked.to[0], picks)
            except Illegal:
                self.refused += asked.why == "match.engage"
                continue
            return

    def picks(self, asked: Question) -> Picks:
        """Return what leads into the crowd."""
        match asked.shape:
            case Plan((units, targets, *_)) if asked.why == "match.engage":
                pairs = [(one.key, two.key) for one, two in product(units.options, targets.options)]
                pair = min(pairs, key=lambda keys: plan_length(*map(self.at, keys)))
                return (*pair, "path:1") if plan_length(*map(self.at, pair)) < NEAR else ()
            case Plan((units, *_)) if asked.why == "match.move":
                return self.move(asked, units.options)
            case Place((_, *_) as options):
                return (min(options, key=lambda each: self.off(asked, read_point(each.key))).key,)
            case One((first, *_)):
                return (first.key,)
            case _:
                return any_answer(asked) or ()

    def move(self, asked: Question, options: Iterable[Option]) -> Picks:
        """Return the unit that is nearest to an enemy but not close, running if it can; nothing if
        it was the last to move.
        """
        keys = [each.key for each in options if self.off(asked, self.at(each.key)) > CLOSE]
        if not keys:
            return ()
        best = min(keys, key=lambda key: (self.off(asked, self.at(key)), not key.startswith("run")))
        if self.moved == (best,):
            return ()
        self.moved = (best,)
        return self.moved

    def at(self, key: str) -> Point:
        """Return where the unit that an option names stands."""
        return Point(*(self.play.state.units[UnitId(read_key(key).name)].at or (0, 0, 0)))

    def off(self, asked: Question, at: Iterable[Mil]) -> Mil:
        """Return how far a place is from the nearest enemy of the side that is asked."""
        here = Point(*at)
        units = self.play.state.units.values()
        foes = [Point(*unit.at) for unit in units if unit.at and unit.side != asked.to[0]]
        return min((plan_length(here, foe) for foe in foes), default=0)


def into_a_ring(many: int) -> Route | None:
    """Return the way to a unit whose `many` friends stand around it, each as close to the next as
    bases can be; ten of them close the ring. Houses with ladders stand aside.
    """
    houses = [
        Terrain(f"h{n}", _box(1 + 7 * n, 1, 5, 4), 0, 3 * INCH, climbable=True) for n in range(5)
    ]
    ladders = [Ladder(f"l{n}", Point((3 + 7 * n) * INCH, 5500), 3 * INCH) for n in range(5)]
    ground = Ground((36 * INCH, 36 * INCH), tuple(houses), tuple(ladders))
    target = Body("T", Point(18 * INCH, 18 * INCH), 500, 1250, "2")
    around = [
        Body(f"r{n}", Point(*along(target.at.plan, _towards(target, n), 1600)), 500, 1250, "2")
        for n in range(0, 13 * many, 13)
    ]
    others = [
        Body(f"o{n}", Point((4 + 3 * n) * INCH, 10 * INCH), 500, 1250, "2") for n in range(10)
    ]
    mover = Mover(Body("E", Point(18 * INCH, 26 * INCH), 500, 1250, "1"))
    return to_contact(ground, [target, *around, *others], mover, [target])


def _towards(body: Body, number: int) -> tuple[Mil, Mil]:
    x, y = directions()[number]
    return body.at.x + x, body.at.y + y


def _box(x: int, y: int, width: int, depth: int) -> tuple[tuple[Mil, Mil], ...]:
    corners = ((x, y), (x + width, y), (x + width, y + depth), (x, y + depth))
    return tuple((a * INCH, b * INCH) for a, b in corners)
