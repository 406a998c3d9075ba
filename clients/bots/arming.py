"""Which weapon a sensible bot wields in an engage, and when it overtaxes it."""

import re
from collections.abc import Callable

from clients.bots.figures import Dice
from protocol.option_keys import read_key
from protocol.questions import Option, Plan

DEALT = re.compile(r"(?<!then: )(\d+) (?:true )?damage to the target")
DICE = re.compile(r"(\d+) enemy combat di")
BIG = 5
"""Against so many HP a weapon is worth its overtaxing, even if the blow does not kill."""


def promised(text: str, expected: Dice) -> float:
    """Return the damage that a weapon's text adds to an engage."""
    low = text.lower()
    dealt = sum(int(number) for number in DEALT.findall(low))
    dice = sum(int(number) for number in DICE.findall(low))
    return dealt + expected.enemy_combat * dice


def weapon(
    plan: Plan, form: str, expected: Dice, fits: Callable[[Plan, str, str], bool]
) -> tuple[tuple[str, ...], float]:
    """Return the weapon that adds most in a form, and how much; nothing where none fits."""
    held = [option for option in _slot(plan, "weapon") if fits(plan, option.key, form)]
    if not held:
        return (), 0.0
    best = max(held, key=lambda option: promised(option.note, expected))
    return (best.key,), promised(best.note, expected)


def overtax(
    plan: Plan, expected: Dice, held: tuple[str, ...], damage: float, hp: int
) -> tuple[str, ...]:
    """Return the option that overtaxes the weapon held, where that fells the target or the target
    keeps `BIG` HP without; () otherwise.
    """
    names = {read_key(key).name for key in held}
    for option in _slot(plan, "overtax"):
        more = promised(option.note, expected)
        fells = damage < hp <= damage + more
        if read_key(option.key).name in names and more and (fells or hp - damage >= BIG):
            return (option.key,)
    return ()


def _slot(plan: Plan, name: str) -> tuple[Option, ...]:
    return next((slot.options for slot in plan.slots if slot.name == name), ())
