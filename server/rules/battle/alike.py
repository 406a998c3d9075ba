"""Equal choices are not asked: of options that come to the same, the first one stands for all.

Two dice are alike when nothing on the table tells them apart: kind, owner, face and place, and a
place in which neither the order counts (as in the track) nor what was done with one of them before
(as in the active slots).
"""

from typing import TYPE_CHECKING

from msgspec.structs import replace

from protocol.questions import One, Option, Picks, Question, Shape, Some

if TYPE_CHECKING:
    from server.rules.battle.battle import Battle

UNORDERED = ("row", "rolled", "drained")


def merged(battle: "Battle", question: Question) -> Question:
    """The question with one option for each choice that makes a difference."""
    shape = question.shape
    if not isinstance(shape, One | Some) or len(shape.options) < 2:
        return question
    found = [_sort(battle, option) for option in shape.options]
    firsts: dict[tuple[str, ...], str] = {}
    stands: dict[str, str] = {}
    for sort, option in zip(found, shape.options, strict=True):
        stands[option.key] = firsts.setdefault(sort, option.key)
    if len(firsts) == len(shape.options):
        return question
    return _narrowed(question, shape, stands)


def _sort(battle: "Battle", option: Option) -> tuple[str, ...]:
    """What options that come to the same have in common."""
    die = battle.state.dice.get(option.key)
    mat = battle.state.adventurers.get(die.owner) if die is not None else None
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
        case _:
            return question
