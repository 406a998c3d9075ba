"""Windows: what must and what may happen around a moment.

A window opens when a rule announces a moment. First everything that must happen does, one after the
other; where the order matters the party chooses it. Then everything that may happen is offered, to
all seats at once, each seat seeing only what it can use now; a seat that passes is not asked again
unless something new has become possible for it. The window closes by itself when nothing is left.

The games list their acts anew after every act, so nothing stale is ever offered.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from protocol.ids import NO_SEAT, NamedCode, SeatId, Why
from protocol.questions import One, Option, Question
from server.rules.engine.game import Game


class Act(NamedTuple):
    """One thing that can happen in a window.

    An act without a text only keeps the record: it comes first and nobody is asked about it.
    `key` is unique within the window and done at most once; `seat` decides over an offer ("" for
    what must happen); `do` runs it.
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
    """What became of a window: the keys of all acts that were offered, and of those done."""

    seen: frozenset[str] = frozenset()
    done: frozenset[str] = frozenset()


def must(game: Game[Any], acts: Acts, party: tuple[SeatId, ...], why: Why) -> None:
    """Do every forced act once. With several of different texts the party chooses the next one; of
    one text the first is as good as any.
    """
    done: set[str] = set()
    while left := [act for act in acts() if act.key not in done]:
        chosen = next((act for act in left if not act.text), left[0])
        if chosen.text and len({act.text for act in left}) > 1:
            question = Question(
                to=party,
                why=NamedCode(f"{why}.order"),
                text="Several effects happen now. Which comes first?",
                shape=One(tuple(Option(act.key, act.text, act.note) for act in left)),
                rule="TIM-3",
                default=(left[0].key,),
            )
            key = game.pick(question)
            chosen = next(act for act in left if act.key == key)
        done.add(chosen.key)
        chosen.do()


def may(game: Game[Any], acts: Acts, why: Why, text: Callable[[], str]) -> Offered:
    """Offer what may be done until nobody wants more; `text` is called once there is an offer."""
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
