"""Whom a sensible bot engages, with which dice, and which results it resolves."""

from typing import Any

from clients.bots import arming, board, figures
from clients.bots.figures import Dice
from protocol.ids import DieId, DieKind, UnitId
from protocol.option_keys import read_key
from protocol.questions import Option, Picks, Plan, Question, Some

WORTH_A_FATIGUE, FEEBLE = 2.0, 1.6
MOST_FATIGUE, MOST_TIRED = 4, 7
LATE = 5
"""From this round on fatigue wears everybody out: whoever waits loses."""
STRIKE = 6
"""How near an enemy may be before a guard is raised."""
ENOUGH, MARGIN, WANTED = 1.3, 0.6, 4.0
"""Dice beyond this much expected damage are kept for another engage."""


def plan(
    view: dict[str, Any], unit: UnitId, question: Question, first: bool, expected: Dice
) -> Picks:
    """Return the engage that promises most: () for none, a raised guard where a blow promises
    little.
    """
    picks, damage, kills = _best(view, unit, question, expected)
    if not picks or not (first or _worth_it(view, unit, damage, kills)):
        return ()
    feeble = damage < FEEBLE and not kills and int(view["rounds"]) < LATE
    if first and feeble and (raised := guard(view, unit, question, first, expected)):
        return raised
    return picks


def _best(
    view: dict[str, Any], unit: UnitId, question: Question, expected: Dice
) -> tuple[Picks, float, bool]:
    """Return the plan against the best target, the damage it promises, whether that would
    fell it.
    """
    shape = question.shape
    assert isinstance(shape, Plan)
    best: tuple[float, Picks, float, bool] = (-9.0, (), 0.0, False)
    quarry = board.quarry(view)
    for target in _slot(shape, "target"):
        foe = view["units"][read_key(target.key).name]
        hp, chip = int(foe["hp"]), foe["chip"]
        if not hp:
            continue
        if chip in figures.ELUSIVE and not board.began_beside(view, unit, foe["id"]):
            continue
        wanted = 1.0 if chip in figures.CAPPED else hp * ENOUGH + MARGIN
        for form in _slot(shape, "form"):
            if not _fits(shape, target.key, form.key):
                continue
            held, extra = arming.weapon(shape, form.key, expected, _fits)
            picks, damage = _dice(view, shape, form.key, wanted - extra, expected)
            damage += extra if damage else 0.0
            held_form, party = read_key(form.key).name, len(view["adventurers"])
            damage = figures.let_through(chip, held_form, damage, party)
            worth = min(damage, hp) + (2.0 if damage >= hp else 0.0) - 0.2 * hp
            worth -= 0.0 if form == _slot(shape, "form")[0] else 0.05
            worth += WANTED if _is_wanted(view, foe, quarry) else 0.0
            if damage and worth > best[0]:
                picks += held
                picks += arming.overtax(shape, expected, held, damage, hp)
                best = (worth, (form.key, target.key, *picks), damage, damage >= hp)
    return best[1:]


def _is_wanted(view: dict[str, Any], foe: dict[str, Any], quarry: list[str]) -> bool:
    """Return whether the objective is about this enemy, and felling it ends that."""
    awake = [one for one in board.foes(view) if one["hp"] and one["id"] not in quarry]
    return foe["id"] in quarry and not (awake and foe["chip"] in figures.SHELTERED)


def _worth_it(view: dict[str, Any], unit: UnitId, damage: float, kills: bool) -> bool:
    track = view["adventurers"][unit]["track"]
    price = 2 if view["settings"]["difficulty"] == "expert" else 1
    return (kills or damage >= WORTH_A_FATIGUE * price) and len(track) + price <= MOST_TIRED


def guard(
    view: dict[str, Any], unit: UnitId, question: Question, first: bool, expected: Dice
) -> Picks:
    """Return the plan that puts Combat dice into the slots, in defensive form, while enemies are
    near enough to strike; () otherwise.
    """
    shape = question.shape
    assert isinstance(shape, Plan)
    mat = view["adventurers"][unit]
    here = board.at(view["units"][unit])
    threatened = here is not None and board.nearest(view, here) <= STRIKE
    if not threatened or (not first and (mat["active"] or len(mat["track"]) >= MOST_FATIGUE)):
        return ()
    form, slots = "form:defensive", 4 - len(mat["active"])
    picks: list[str] = []
    for option in _slot(shape, "dice"):
        kind = figures.kind_of(view, DieId(read_key(option.key).name))
        room = kind != "combat" or slots > 0
        helps = kind == "combat" or expected.guard(kind) > 0
        fits = room and _fits(shape, option.key, form) and _within(shape, [*picks, option.key])
        if helps and fits and _heals_somebody(view, kind):
            picks.append(option.key)
            slots -= kind == "combat"
    return (form, *picks) if len(picks) >= (1 if first else 2) else ()


def _heals_somebody(view: dict[str, Any], kind: DieKind) -> bool:
    """Return whether a die that heals finds somebody to heal; the others always help."""
    hurt = any(unit["health"] - unit["hp"] >= 2 for unit in board.allies(view))
    return hurt or kind not in figures.HEALS


def _slot(plan: Plan, name: str) -> tuple[Option, ...]:
    return next((slot.options for slot in plan.slots if slot.name == name), ())


def _fits(plan: Plan, key: str, form: str) -> bool:
    return all(form in need.others for need in plan.needs if need.key == key)


def _within(plan: Plan, picks: list[str]) -> bool:
    return all(sum(pick in limit.keys for pick in picks) <= limit.high for limit in plan.limits)


def _dice(
    view: dict[str, Any], plan: Plan, form: str, wanted: float, expected: Dice
) -> tuple[tuple[str, ...], float]:
    """Damage until there is enough of it, then what protects the own side."""
    options = [option.key for option in _slot(plan, "dice") if _fits(plan, option.key, form)]
    kinds = {key: figures.kind_of(view, DieId(read_key(key).name)) for key in options}
    options = [key for key in options if figures.useful(view, kinds[key])]
    options.sort(key=lambda key: -expected.power(kinds[key]))
    picks: list[str] = []
    damage = 0.0
    for key in options:
        if expected.damages(kinds[key]) and damage < wanted and _within(plan, [*picks, key]):
            picks.append(key)
            damage += expected.power(kinds[key])
    for key in options:
        helps = not expected.damages(kinds[key]) and _heals_somebody(view, kinds[key])
        if helps and _within(plan, [*picks, key]):
            picks.append(key)
    return tuple(picks), damage


def resolve(view: dict[str, Any], unit: UnitId, question: Question, expected: Dice) -> Picks:
    """Return everything that helps, damage first; what only hurts the own side is left."""
    shape = question.shape
    assert isinstance(shape, Some)
    must = list(question.default)
    good = [
        option.key
        for option in shape.options
        if option.key not in must
        and not any(bad in option.text for bad in figures.SELF_HARM)
        and figures.useful(view, figures.kind_of(view, DieId(option.key)))
    ]
    good.sort(key=lambda key: -expected.power(figures.kind_of(view, DieId(key))))
    return (*must, *good)
