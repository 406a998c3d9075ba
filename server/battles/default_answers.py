"""An answer for a seat that gives none: pass, the question's default, or any that is legal.

`any_answer` needs no game. It is the last resort behind the bots, so it looks for the smallest
legal answer and not for a good one.
"""

from collections.abc import Iterator
from itertools import combinations, islice, product

from protocol.questions import (
    One,
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

PLANS_TRIED = 5_000  # some milliseconds; most questions have an answer among the first few


def default_answer(question: Question) -> Picks | None:
    """Return what is taken when time is up: a pass, else the question's own default, if it
    has one.
    """
    if question.may_pass:
        return ()
    if question.default and refuse(question, question.default) is None:
        return question.default
    return None


def any_answer(question: Question) -> Picks | None:
    """Return the smallest legal answer that a bounded search finds, or None."""
    if question.may_pass:
        return ()
    for picks in _candidates(question):
        if refuse(question, picks) is None:
            return picks
    return None


def _candidates(question: Question) -> Iterator[Picks]:
    match question.shape:
        case One(options) | Place(options):
            yield from ((option.key,) for option in options)
        case Some(options, low, _):
            yield tuple(option.key for option in options[:low])
        case Order(options):
            yield tuple(option.key for option in options)
        case Split() as shape:
            yield _share(shape)
        case Route() as shape:
            yield from _walks(shape)
        case Plan() as shape:
            yield from islice(_plans(shape), PLANS_TRIED)


def _share(shape: Split) -> Picks:
    """Return as few points as there must be, each receiver filled up to its cap."""
    picks: list[str] = []
    for index, option in enumerate(shape.options):
        cap = shape.caps[index] if index < len(shape.caps) else shape.least
        picks += [option.key] * min(cap, shape.least - len(picks))
    return tuple(picks)


def _walks(shape: Route) -> Iterator[Picks]:
    """Yield walks within the budget, short ones first."""
    walks: list[tuple[int, int, Picks]] = [(0, 0, ())]
    seen: set[tuple[int, int, int]] = set()
    while walks:
        ahead: list[tuple[int, int, Picks]] = []
        for here, spent, picks in walks:
            if picks:
                yield picks
            for step in shape.spots[here].next:
                cost = spent + shape.spots[step].cost
                if cost <= shape.budget and (step, cost, len(picks)) not in seen:
                    seen.add((step, cost, len(picks)))
                    ahead.append((step, cost, (*picks, shape.spots[step].key)))
        walks = ahead if len(seen) < PLANS_TRIED else []


def _plans(shape: Plan) -> Iterator[Picks]:
    """Yield fillings of the slots, each slot from as few options as it must have upwards."""
    slots = [
        [
            tuple(option.key for option in chosen)
            for count in range(slot.low, min(slot.high, slot.low + 2, len(slot.options)) + 1)
            for chosen in islice(combinations(slot.options, count), 200)
        ]
        for slot in shape.slots
    ]
    for filling in product(*slots):
        yield tuple(key for keys in filling for key in keys)
