"""Which weapon a sensible bot wields in an engage, and when it overtaxes it."""

import re
from collections.abc import Callable

from protocol.questions import Option, Plan

DIE = 0.95
"""The damage to expect of an enemy Combat die."""
DEALT = re.compile(r"(?<!then: )(\d+) (?:true )?damage to the target")
DICE = re.compile(r"(\d+) enemy combat di")
BIG = 5
"""Against so many HP a weapon is worth its overtaxing, even if the blow does not kill."""


def promised(text: str) -> float:
    """The damage that a weapon's text adds to an engage."""
    low = text.lower()
    dealt = sum(int(number) for number in DEALT.findall(low))
    dice = sum(int(number) for number in DICE.findall(low))
    return dealt + DIE * dice


def weapon(
    plan: Plan, form: str, fits: Callable[[Plan, str, str], bool]
) -> tuple[tuple[str, ...], float]:
    """The weapon that adds most in a form, and how much; nothing where none fits."""
    held = [option for option in _slot(plan, "weapon") if fits(plan, option.key, form)]
    if not held:
        return (), 0.0
    best = max(held, key=lambda option: promised(option.note))
    return (best.key,), promised(best.note)


def overtax(plan: Plan, held: tuple[str, ...], damage: float, hp: int) -> tuple[str, ...]:
    """Give the weapon up for a blow that decides: the kill, or much at once."""
    names = {key.partition(":")[2] for key in held}
    for option in _slot(plan, "overtax"):
        more = promised(option.note)
        fells = damage < hp <= damage + more
        if option.key.partition(":")[2] in names and more and (fells or hp - damage >= BIG):
            return (option.key,)
    return ()


def _slot(plan: Plan, name: str) -> tuple[Option, ...]:
    return next((slot.options for slot in plan.slots if slot.name == name), ())
