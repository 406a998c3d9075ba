"""Windows: what must and what may happen at a moment.

A window opens when a rule announces a moment. First every forced act happens, one after the other;
where the order matters the party chooses it. Then the optional acts are offered to all seats at
once, to each seat those that it can use now. A seat that passes is not asked again unless something
new has become possible for it. The window closes when nothing is left.

The game lists its acts anew after every act, so that nothing is offered that is not possible.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from protocol.ids import NO_SEAT, NamedCode, SeatId, Why
from protocol.questions import One, Option, Question
from server.rules.engine.game import Game


class Act(NamedTuple):
    """One thing that can happen in a window.

    `key` is unique within the window, and an act is done at most once. `seat` decides about an
    offer ("" for a forced act); `do` runs it. An act without a `text` is bookkeeping: it comes
    before all others, and nobody is asked about it.
    """

    key: str
    text: str
    do: Callable[[], None]
    seat: SeatId = NO_SEAT
    note: str = ""
    rule: str = ""


Acts = Callable[[], Sequence[Act]]
"""Lists the acts that are possible now; called anew after every act."""


class Offered(NamedTuple):
    """The result of a window: the keys of all acts that were offered, and of those that were
    done.
    """

    seen: frozenset[str] = frozenset()
    done: frozenset[str] = frozenset()


def must(game: Game[Any], acts: Acts, party: tuple[SeatId, ...], why: Why) -> None:
    """Do every forced act once. While acts of different texts are left, the party chooses the next
    one (TIM-3); acts of one text do the same, so the first is taken.
    """
    done: set[str] = set()
    while left := [act for act in acts() if act.key not in done]:
        chosen = left[0] if len(left) == 1 else _next(game, left, party, why)
        done.add(chosen.key)
        chosen.do()


def _next(game: Game[Any], left: list[Act], party: tuple[SeatId, ...], why: Why) -> Act:
    """Return which of several forced acts comes next."""
    chosen = next((act for act in left if not act.text), left[0])
    if not chosen.text or len({act.text for act in left}) == 1:
        return chosen
    question = Question(
        to=party,
        why=NamedCode(f"{why}.order"),
        text="Several effects happen now. Which comes first?",
        shape=One(tuple(Option(act.key, act.text, act.note) for act in left)),
        rule="TIM-3",
        default=(left[0].key,),
    )
    key = game.pick(question)
    return next(act for act in left if act.key == key)


def may(game: Game[Any], acts: Acts, why: Why, text: Callable[[], str]) -> Offered:
    """Offer the optional acts until every seat has passed or nothing is left. Returns which were
    offered and which done. `text` returns the question's text; it is called once, if anything is
    offered.
    """
    words: str | None = None
    done: set[str] = set()
    seen: set[str] = set()
    passed: dict[SeatId, frozenset[str]] = {}
    while True:
        by_seat: dict[SeatId, list[Act]] = {}
        for act in acts():
            if act.key not in done:
                by_seat.setdefault(act.seat, []).append(act)
        waiting = [
            (seat, offers)
            for seat, offers in by_seat.items()
            if not {act.key for act in offers} <= passed.get(seat, frozenset())
        ]
        if not waiting:
            return Offered(frozenset(seen), frozenset(done))
        seen.update(act.key for _, offers in waiting for act in offers)
        words = text() if words is None else words
        choice = game.ask(*(_offer(seat, offers, why, words) for seat, offers in waiting))
        seat, offers = waiting[choice.index]
        if not choice.picks:
            passed[seat] = frozenset(act.key for act in offers)
            continue
        chosen = next(act for act in offers if act.key == choice.picks[0])
        done.add(chosen.key)
        chosen.do()


def _offer(seat: SeatId, offers: Sequence[Act], why: Why, text: str) -> Question:
    return Question(
        to=(seat,),
        why=why,
        text=text,
        shape=One(tuple(Option(act.key, act.text, act.note) for act in offers)),
        rule=offers[0].rule,
        may_pass=True,
    )
