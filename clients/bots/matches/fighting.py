"""Shots, spells and blows: at whom, with what."""

from collections.abc import Iterable

from clients.bots.matches import odds, shots, table
from clients.bots.matches.table import Unit, View
from protocol.ids import SeatId
from protocol.option_keys import option_key, read_key
from protocol.questions import One, Option, Picks, Question, Split

RAISED = 0.8  # the share of its worth that a raised unit brings
HEXED = 0.25  # the share of its worth that a hexed enemy loses
DAZED = 0.4  # the same of one that is dazed
ENGAGED = 2  # how much more that is worth where own units are at it
SHIELDS = 10.0  # gold that it has to gain to step before a target


def shoots(view: View, seat: SeatId, question: Question) -> Picks:
    """Return the unit that shoots next: nobody for whom no enemy is in range."""
    found = [(_best(view, seat, option.key)[0], option.key) for option in _options(question)]
    worth, name = max(found, default=(0.0, ""))
    return (name,) if worth > 0 else ()


def aims(view: View, question: Question) -> Picks:
    """Return at whom a unit shoots: the one of whom most is hit."""
    unit = view["units"][question.about]
    # An option out of a window names its target last; without one it is nothing but the target.
    found = [
        (_shot(view, unit, view["units"][one.key.rpartition(":")[2]]), one.key)
        for one in _options(question)
    ]
    return (max(found)[1],)


def _best(view: View, seat: SeatId, name: str) -> tuple[float, str]:
    unit = view["units"][name]
    free = (foe for foe in table.foes(view, seat) if table.is_free(view, foe))
    return max(((_shot(view, unit, foe), foe["id"]) for foe in free), default=(0.0, ""))


def _shot(view: View, unit: Unit, foe: Unit) -> float:
    return shots.worth(view, unit, foe, table.spot(unit), moved="moved" in unit["marks"])


def protects(view: View, question: Question) -> Picks:
    """Return who steps before the target of a shot: somebody of much less worth."""
    target = view["units"].get(question.about)
    if target is None:
        return ()
    found = [
        (table.worth(target) - table.worth(view["units"][one.key]), one.key)
        for one in _options(question)
    ]
    gain, name = max(found)
    return (name,) if gain > SHIELDS else ()


def casts(view: View, question: Question) -> Picks:
    """Return the spell worth most; nothing where none is worth anything."""
    found = [(_spell(view, option), option.key) for option in _options(question)]
    worth, key = max(found, default=(0.0, ""))
    return (key,) if worth > 0 else ()


def _spell(view: View, option: Option) -> float:
    caster, rest = read_key(read_key(option.key).name)
    name, target_id = read_key(rest)
    unit, target = view["units"][caster], view["units"][target_id]
    spell = next(one for one in unit["spells"] if one["id"] == name)
    chance = odds.passes(spell["number"])
    near = ENGAGED if table.engaged_with(view, target) else 1
    match spell["effect"]:
        case "raises":
            return chance * RAISED * table.worth(target)
        case "dazes":
            fresh = target["injury"] not in table.DOWNED
            return chance * DAZED * near * table.worth(target) * fresh
        case "strikes":
            return chance * odds.DAZED_SHARE * (1 - odds.defence(target, 0)) * table.worth(target)
        case "hexes":
            already = any(one["target"] == target_id for one in view["spells"].values())
            busy = caster in view["spells"]
            return 0.0 if already or busy else chance * HEXED * near * table.worth(target)
        case _:
            return 0.0


def splits(view: View, question: Question) -> Picks:
    """Return all blows on the enemy of whom they take most, each of two weapons used once."""
    assert isinstance(question.shape, Split)
    unit = view["units"][question.about]
    names = [read_key(read_key(one.key).name) for one in question.shape.options]
    weapons = list(dict.fromkeys(weapon for _, weapon in names))
    target = max(
        dict.fromkeys(foe for foe, _ in names),
        key=lambda foe: odds.melee(unit, view["units"][foe]) * table.worth(view["units"][foe]),
    )
    held = {one["id"]: one for one in unit["melee"]}
    foe = view["units"][target]
    best = max(weapons, key=lambda weapon: odds.blow(unit, foe, held.get(weapon)))
    others = [weapon for weapon in weapons if weapon != best]
    used = [*others, *[best] * (question.shape.points - len(others))]
    return tuple(option_key("strike", target, weapon) for weapon in used)


def _options(question: Question) -> Iterable[Option]:
    assert isinstance(question.shape, One)
    return question.shape.options
