"""A bot that knows nothing: any legal answer to any question, by a seeded random generator."""

from random import Random
from typing import Any

from clients.bots.policy import Answer, Questions
from protocol.ids import SeatId
from protocol.questions import (
    One,
    Option,
    Order,
    Picks,
    Place,
    Plan,
    Question,
    Route,
    Some,
    Split,
    refuse,
)

TRIES = 200  # draws of picks, before a question is given up


class RandomBot:
    """Answers with random legal picks. One instance drives any number of seats."""

    def __init__(self, seed: int = 0) -> None:
        self._random = Random(seed)

    def choose(self, view: dict[str, Any], seat: SeatId, questions: Questions) -> Answer:
        """Return a random legal answer to a random question; `view` is not looked at."""
        question = self._random.choice(questions)
        return Answer(question.id, self.picks(question))

    def picks(self, question: Question) -> Picks:
        """Return random legal picks."""
        if question.may_pass and self._random.random() < 0.3:
            return ()
        for _ in range(TRIES):
            picks = self._guess(question)
            if refuse(question, picks) is None:
                return picks
        return question.default

    def _guess(self, question: Question) -> Picks:
        match question.shape:
            case Place(options) if not options:
                return ()
            case One(options) | Place(options):
                return (self._random.choice(options).key,)
            case Some(options, low, high):
                return self._sample(options, self._random.randint(low, high))
            case Order(options):
                return self._sample(options, len(options))
            case Split(options, points, least, _):
                count = self._random.randint(least, points)
                return tuple(self._random.choice(options).key for _ in range(count))
            case Route() as route:
                return self._walk(route)
            case Plan() as plan:
                return self._fill(plan)

    def _sample(self, options: tuple[Option, ...], count: int) -> Picks:
        return tuple(option.key for option in self._random.sample(options, count))

    def _walk(self, route: Route) -> Picks:
        here, spent, way = 0, 0, list[str]()
        for _ in range(self._random.randint(max(1, route.low), max(1, route.budget))):
            ahead = [
                i for i in route.spots[here].next if route.spots[i].cost + spent <= route.budget
            ]
            if not ahead:
                break
            here = self._random.choice(ahead)
            spent += route.spots[here].cost
            way.append(route.spots[here].key)
        return tuple(way)

    def _fill(self, plan: Plan) -> Picks:
        picks: list[str] = []
        for slot in plan.slots:
            most = min(slot.high, len(slot.options))
            count = self._random.randint(slot.low, most) if most >= slot.low else 0
            for option in self._random.sample(slot.options, count):
                if self._fits(plan, [*picks, option.key]):
                    picks.append(option.key)
        return tuple(picks)

    def _fits(self, plan: Plan, picks: list[str]) -> bool:
        chosen = frozenset(picks)
        for limit in plan.limits:
            if len(chosen.intersection(limit.keys)) > limit.high:
                return False
        for need in plan.needs:
            if need.key in chosen and chosen.isdisjoint(need.others):
                return False
        return True
