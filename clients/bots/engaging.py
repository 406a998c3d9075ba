"""Whom a sensible bot engages, with which dice, and which results it resolves."""

from typing import Any

from clients.bots import figures
from protocol.questions import Option, Picks, Plan, Question, Some

WORTH_A_FATIGUE = 1.5
MOST_FATIGUE = 4


def attack(view: dict[str, Any], unit: str, question: Question, first: bool) -> Picks:
    """The plan that promises most against the best target; () if none is worth it."""
    plan = question.shape
    assert isinstance(plan, Plan)
    best: tuple[float, Picks] = (0.0, ())
    for target in _slot(plan, "target"):
        for form in _slot(plan, "form"):
            if not _fits(plan, target.key, form.key):
                continue
            picks, damage = _dice(view, plan, form.key)
            picks += _weapon(plan, form.key)
            hp = int(view["units"][target.key.partition(":")[2]]["hp"])
            worth = min(damage, hp) + (2.0 if damage >= hp else 0.0) - 0.2 * hp
            worth -= 0.0 if form == _slot(plan, "form")[0] else 0.05
            if picks and damage and (worth, ()) > (best[0] or -9.0, ()):
                best = (worth, (form.key, target.key, *picks))
    if best[1] and (first or _worth_it(view, unit, best[1])):
        return best[1]
    return ()


def _worth_it(view: dict[str, Any], unit: str, picks: Picks) -> bool:
    dice = [pick.partition(":")[2] for pick in picks if pick.startswith("die:")]
    damage = sum(figures.power(figures.kind_of(view, die)) for die in dice)
    track = view["adventurers"][unit]["track"]
    return damage >= WORTH_A_FATIGUE and len(track) <= MOST_FATIGUE


def guard(view: dict[str, Any], unit: str, question: Question) -> Picks:
    """Combat dice into the slots, in defensive form, while nobody can be reached."""
    plan = question.shape
    assert isinstance(plan, Plan)
    room = 4 - len(view["adventurers"][unit]["active"])
    form = "form:defensive"
    dice = [
        option.key
        for option in _slot(plan, "dice")
        if figures.kind_of(view, option.key.partition(":")[2]) == "combat"
        and _fits(plan, option.key, form)
    ]
    picks: list[str] = []
    for die in dice[:room]:
        if _within(plan, [*picks, die]):
            picks.append(die)
    return (form, *picks) if picks else ()


def _slot(plan: Plan, name: str) -> tuple[Option, ...]:
    return next((slot.options for slot in plan.slots if slot.name == name), ())


def _fits(plan: Plan, key: str, form: str) -> bool:
    return all(form in need.others for need in plan.needs if need.key == key)


def _within(plan: Plan, picks: list[str]) -> bool:
    return all(sum(pick in limit.keys for pick in picks) <= limit.high for limit in plan.limits)


def _dice(view: dict[str, Any], plan: Plan, form: str) -> tuple[tuple[str, ...], float]:
    options = [option.key for option in _slot(plan, "dice") if _fits(plan, option.key, form)]
    kinds = {key: figures.kind_of(view, key.partition(":")[2]) for key in options}
    options.sort(key=lambda key: -figures.power(kinds[key]))
    picks: list[str] = []
    for key in options:
        if _within(plan, [*picks, key]):
            picks.append(key)
    return tuple(picks), sum(figures.power(kinds[key]) for key in picks)


def _weapon(plan: Plan, form: str) -> tuple[str, ...]:
    return tuple(option.key for option in _slot(plan, "weapon") if _fits(plan, option.key, form))[
        :1
    ]


def resolve(view: dict[str, Any], unit: str, question: Question) -> Picks:
    """Everything that helps, damage first; what only hurts the own side is left."""
    shape = question.shape
    assert isinstance(shape, Some)
    must = list(question.default)
    good = [
        option.key
        for option in shape.options
        if option.key not in must and not any(bad in option.text for bad in figures.SELF_HARM)
    ]
    good.sort(key=lambda key: -figures.power(figures.kind_of(view, key)))
    return (*must, *good)
