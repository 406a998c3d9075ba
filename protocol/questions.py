"""Questions: everything a player does answers one.

Seven shapes: `One` of n, `Some` of n, `Order`, `Split`, `Route`, `Plan`, and `Place` for games
without hexes. A question spells out every legal option with its cost, so a client needs no rule to
draw it and no rule to answer it; only of the points of a `Place` it knows some, and the bounds of
all.

An answer is a tuple of option keys, its *picks*, whatever the shape:

    One     the chosen key, or nothing to pass
    Some    the chosen keys, between `low` and `high` of them
    Order   every key once, in the order wanted
    Split   a receiver's key once for every point it gets
    Route   the keys of the spots entered, one after the other
    Plan    the chosen keys of all slots, in any order
    Place   the key of one point

An answer to a question of creation may carry a name besides (`given_names`).

`refuse` says why picks do not answer a question; the engine asks it before any rule runs.
"""

from collections import Counter
from operator import attrgetter
from typing import assert_never

from msgspec import Struct

from protocol.given_names import NAMING, named, refuse_name
from protocol.ids import QuestionId, SeatId, Why
from protocol.option_keys import read_key, read_point

_KEY = attrgetter("key")


class Option(Struct, frozen=True, array_like=True, gc=False):
    """One thing that may be picked: its key, a short text, and what it costs or triggers."""

    key: str
    text: str
    note: str = ""


class One(Struct, frozen=True, array_like=True, tag="one", gc=False):
    """Pick one of the options."""

    options: tuple[Option, ...]


class Some(Struct, frozen=True, array_like=True, tag="some", gc=False):
    """Pick between `low` and `high` different options."""

    options: tuple[Option, ...]
    low: int
    high: int


class Order(Struct, frozen=True, array_like=True, tag="order", gc=False):
    """Put all options into an order."""

    options: tuple[Option, ...]


class Split(Struct, frozen=True, array_like=True, tag="split", gc=False):
    """Share `points` out among receivers; `least` points must be given, no receiver above its
    cap.
    """

    options: tuple[Option, ...]
    points: int
    least: int
    caps: tuple[int, ...] = ()


class Spot(Struct, frozen=True, array_like=True, gc=False):
    """A place of a route: its key, the indices of the spots that can follow, and what entering
    does.

    `cost` counts against the budget; a route may end only on a spot with `stop`.
    """

    key: str
    next: tuple[int, ...]
    cost: int = 1
    stop: bool = True
    note: str = ""


class Route(Struct, frozen=True, array_like=True, tag="route", gc=False):
    """Walk from spot 0, spot by spot, spending at most `budget` and entering at least `low`
    spots.
    """

    spots: tuple[Spot, ...]
    budget: int
    low: int = 1


class Slot(Struct, frozen=True, array_like=True, gc=False):
    """One part of a plan: pick between `low` and `high` of its options."""

    name: str
    options: tuple[Option, ...]
    low: int
    high: int


class Limit(Struct, frozen=True, array_like=True, gc=False):
    """At most `high` of these keys together; `text` names the rule that says so."""

    keys: tuple[str, ...]
    high: int
    text: str


class Need(Struct, frozen=True, array_like=True, gc=False):
    """`key` may be picked only together with at least one of `others`."""

    key: str
    others: tuple[str, ...]
    text: str


class Plan(Struct, frozen=True, array_like=True, tag="plan", gc=False):
    """Fill several slots at once, within limits that reach across them."""

    slots: tuple[Slot, ...]
    limits: tuple[Limit, ...] = ()
    needs: tuple[Need, ...] = ()


class Place(Struct, frozen=True, array_like=True, tag="place", gc=False):
    """Name a point from `low` to `high`, both included in all three directions.

    The `options` are points that are known to serve. Any other is looked at by the rules when it
    is answered, and refused in a sentence where it does not serve; then the question stays open.
    """

    options: tuple[Option, ...]
    low: tuple[int, int, int]
    high: tuple[int, int, int]


Shape = One | Some | Order | Split | Route | Plan | Place
Picks = tuple[str, ...]


class Question(Struct, frozen=True, array_like=True, gc=False):
    """An open decision.

    `id` is its position in the battle's log and comes back with the answer. `to` names the seats
    that may answer; the first valid answer counts. `why` is a stable code (`turn.engage`), `text`
    the same for people, `rule` the rule behind it. `default` is the answer taken when the clock
    runs out; empty, it is a pass where that may be, else some small legal answer. `about` is the
    key of the unit or the hex that it is about, "" for none: a client may show the question there.
    """

    to: tuple[SeatId, ...]
    why: Why
    text: str
    shape: Shape
    rule: str = ""
    may_pass: bool = False
    default: Picks = ()
    about: str = ""
    id: QuestionId = QuestionId(0)


def options_of(shape: Shape) -> tuple[Option, ...]:
    """Return all options of a shape, a plan's slots one after the other; a route has none."""
    match shape:
        case One(options) | Some(options) | Order(options) | Split(options) | Place(options):
            return options
        case Plan(slots):
            return tuple(option for slot in slots for option in slot.options)
        case Route():
            return ()


def size_of(shape: Shape) -> int:
    """Return how many options a shape has, as `options_of` gives them."""
    match shape:
        case Plan(slots):
            size = 0
            for slot in slots:
                size += len(slot.options)
            return size
        case One(options) | Some(options) | Order(options) | Split(options) | Place(options):
            return len(options)
        case Route():
            return 0


def refuse(question: Question, picks: Picks) -> str | None:
    """Return why `picks` do not answer `question`, as a sentence for the player; None if
    they do.
    """
    if question.why in NAMING:
        picks, name = named(question.why, picks)
        if sentence := refuse_name(name):
            return sentence
    if not picks and question.may_pass:
        return None
    match question.shape:
        case Plan() as shape:
            return _refuse_plan(shape, picks)
        case One(options):
            return None if len(picks) == 1 and picks[0] in _keys(options) else "Pick one option."
        case Some(options, low, high):
            return _refuse_some(options, low, high, picks)
        case Order(options):
            same = len(picks) == len(options) and set(picks) == _keys(options)
            return None if same else "Put every option into the order once."
        case Split() as shape:
            return _refuse_split(shape, picks)
        case Route() as shape:
            return _refuse_route(shape, picks)
        case Place() as shape:
            return _refuse_place(shape, picks)


def only_answer(question: Question) -> Picks | None:
    """Return the single answer that a question leaves open, or None if there is a choice."""
    if question.may_pass:
        return None
    match question.shape:
        case Plan() | Route() | Place():
            return None
        case One((only,)):
            return (only.key,)
        case Some(options, low, high) if low == high == len(options):
            return tuple(option.key for option in options)
        case Some(_, _, 0) | Split(_, 0, _, _):
            return ()
        case Order(options) if len(options) < 2:
            return tuple(option.key for option in options)
        case Split((only,), points, least, _) if points == least:
            return (only.key,) * points
        case One() | Some() | Order() | Split():
            return None
        case _:
            assert_never(question.shape)


def _keys(options: tuple[Option, ...]) -> set[str]:
    return set(map(_KEY, options))


def _refuse_some(options: tuple[Option, ...], low: int, high: int, picks: Picks) -> str | None:
    if len(set(picks)) != len(picks) or not set(picks) <= _keys(options):
        return "Pick from the options, each at most once."
    if not low <= len(picks) <= high:
        return f"Pick {low} of them." if low == high else f"Pick {low} to {high} of them."
    return None


def _refuse_split(shape: Split, picks: Picks) -> str | None:
    keys = [option.key for option in shape.options]
    if not set(picks) <= set(keys):
        return "Share out among the receivers that are offered."
    if not shape.least <= len(picks) <= shape.points:
        return f"Share out {shape.least} to {shape.points} points."
    given = Counter(picks)
    for key, cap in zip(keys, shape.caps, strict=False):
        if given[key] > cap:
            return f"At most {cap} for one of the receivers."
    return None


def _refuse_route(shape: Route, picks: Picks) -> str | None:
    if len(picks) < shape.low:
        return f"Enter at least {shape.low}."
    here, spent = 0, 0
    for key in picks:
        ahead = [i for i in shape.spots[here].next if shape.spots[i].key == key]
        if not ahead:
            return f"{key} cannot be entered from {shape.spots[here].key}."
        here = ahead[0]
        spent += shape.spots[here].cost
    if spent > shape.budget:
        return f"That costs {spent} of {shape.budget}."
    return None if not picks or shape.spots[here].stop else f"You cannot stop on {picks[-1]}."


def _refuse_plan(shape: Plan, picks: Picks) -> str | None:
    chosen = set(picks)
    if len(chosen) != len(picks):
        return "Pick each option at most once."
    offered = [_keys(slot.options) for slot in shape.slots]
    # First, for it says what is wrong: without that pick its slot may lack one, too.
    if unknown := chosen.difference(*offered):
        pick = next(pick for pick in picks if pick in unknown)
        # By its name: the key of a unit that is added to a warband is `add:` and that.
        return f"{(read_key(pick).name or pick)!r} is not on offer."
    for slot, keys in zip(shape.slots, offered, strict=True):
        if not slot.low <= len(chosen & keys) <= slot.high:
            return f"Pick {slot.low} to {slot.high} for {slot.name}."
    for need in shape.needs:
        if need.key in chosen and not chosen.intersection(need.others):
            return need.text
    for limit in shape.limits:
        if len(chosen.intersection(limit.keys)) > limit.high:
            return limit.text
    return None


def _refuse_place(shape: Place, picks: Picks) -> str | None:
    if len(picks) != 1:
        return "Name one point."
    try:
        at = read_point(picks[0])
    except ValueError:
        return "A point is two or three whole numbers, such as 18000,6500 or 18000,6500,3000."
    inside = zip(shape.low, at, shape.high, strict=True)
    return (
        None if all(low <= n <= high for low, n, high in inside) else "That point is out of bounds."
    )
