"""Equivalent options: of options that come to the same, only the first one is offered.

Two dice are equivalent if kind, owner, face and place are the same, and it is a place in which
neither the order matters (as in the track) nor earlier uses of a die (as in the active slots).
"""

from collections.abc import Mapping
from operator import attrgetter
from typing import Any, assert_never

from msgspec.structs import replace

from protocol.ids import DieId
from protocol.questions import (
    One,
    Option,
    Order,
    Picks,
    Place,
    Plan,
    Question,
    Route,
    Shape,
    Some,
    Split,
)
from server.rules.battle.kernel.state import BattleState, Die

NARROWED = (One, Some)
"""The shapes of questions in which equivalent options are offered once."""
_KEY = attrgetter("key")
UNORDERED = ("row", "rolled", "drained")
"""The places of a mat in which equal dice are equivalent."""


def distinct(state: BattleState, question: Question) -> Question:
    """Return the question with one option for each choice that makes a difference.

    Choices of one lose their other equivalent options, and the default changes accordingly; of
    choices of some, only those with equivalent options alone and a fixed number of picks do.
    """
    shape = question.shape
    if not isinstance(shape, NARROWED) or len(shape.options) < 2:
        return question
    dice: Mapping[Any, Die] = state.dice
    if dice.keys().isdisjoint(map(_KEY, shape.options)):
        return question
    found = [_class_of(state, option) for option in shape.options]
    firsts: dict[tuple[str, ...], str] = {}
    stands: dict[str, str] = {}
    for sort, option in zip(found, shape.options, strict=True):
        stands[option.key] = firsts.setdefault(sort, option.key)
    if len(firsts) == len(shape.options):
        return question
    return _narrowed(question, shape, stands)


def _class_of(state: BattleState, option: Option) -> tuple[str, ...]:
    """Return a value that equivalent options share, and no others."""
    die = state.dice.get(DieId(option.key))
    mat = state.adventurers.get(die.owner) if die is not None else None
    if die is not None and mat is not None:
        for zone in UNORDERED:
            if option.key in getattr(mat, zone):
                return (die.kind, die.owner, str(die.face), zone)
    return (option.key,)


def _narrowed(question: Question, shape: Shape, stands: dict[str, str]) -> Question:
    match shape:
        case One(options):
            kept = tuple(option for option in options if stands[option.key] == option.key)
            default: Picks = tuple(stands.get(key, key) for key in question.default)
            return replace(question, shape=One(kept), default=default)
        case Some(options, low, high) if low == high and len(set(stands.values())) == 1:
            return replace(question, shape=Some(options[:low], low, high), default=())
        case Some() | Order() | Split() | Route() | Plan() | Place():
            return question
        case _:
            assert_never(shape)
