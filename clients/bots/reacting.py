"""What a sensible bot answers to everything that is not its own menu."""

from typing import Any, assert_never

from clients.bots import board
from protocol.hexes import parse
from protocol.ids import UnitId
from protocol.option_keys import read_key
from protocol.questions import One, Option, Order, Picks, Place, Plan, Question, Route, Some, Split

USE = (
    "damage_coming",
    "engaged",
    "damage_dealt",
    "turn_ends",
    "defeated",
    "after_roll",
    "turn_starts",
    "before_turn",
    "before_roll",
    "after_recovery",
    "turn_over",
    "healed",
    "lockpick",
)
NEEDLESS = "What comes by itself would leave nothing of it."
"""How a question ends about damage that is prevented anyway."""
NOT_LIGHTLY = ("escape",)
LOW_HP = 2  # HP above which what is not done lightly is left alone


def react(view: dict[str, Any], unit: UnitId, question: Question) -> Picks:
    """Use what is offered in time, pick locks when safe, else take the default."""
    why, shape = question.why, question.shape
    if question.may_pass and question.text.endswith(NEEDLESS):
        return ()
    if why == "deploy":
        return _roomiest(view, question)
    if why == "cache.pick":
        return (first(question),) if _safe(view, unit) else ()
    if why == "lockpick.adjust":
        return _adjust(view, unit, question)
    if why == "lockpick.keep":
        return _keep(question)
    if why in USE and isinstance(shape, One):
        return _offer(view, unit, shape.options)
    if isinstance(shape, One) and _names_adventurers(view, shape.options):
        return (_sturdiest(view, shape.options),)
    if isinstance(shape, One) and shape.options and _names_enemies(view, shape.options):
        return (_weakest(view, shape.options),)
    return fallback(question)


def fallback(question: Question) -> Picks:
    """Return the declared default, a pass, or the first thing that is legal."""
    if question.default or question.may_pass:
        return question.default
    match question.shape:
        case Some(options, low, _):
            return tuple(option.key for option in options[:low])
        case Route(spots):
            return tuple(spots[i].key for i in spots[0].next[:1])
        case Plan(slots):
            return tuple(option.key for slot in slots for option in slot.options[: slot.low])
        case One() | Order() | Split() | Place():
            return (first(question),)
        case _:
            assert_never(question.shape)


def first(question: Question) -> str:
    """Return the first option's key."""
    options: tuple[Option, ...] = getattr(question.shape, "options", ())
    return options[0].key


def _roomiest(view: dict[str, Any], question: Question) -> Picks:
    """Return the hex to enter by that leaves most ways to go, in the default form."""
    chosen = {read_key(pick).kind: pick for pick in question.default}
    slots = getattr(question.shape, "slots", ())
    options = [option for slot in slots if slot.name == "hex" for option in slot.options]
    if options:
        best = max(options, key=lambda one: board.ways_out(view, parse(read_key(one.key).name)))
        chosen["hex"] = best.key
    return tuple(chosen.values())


def _safe(view: dict[str, Any], unit: UnitId) -> bool:
    here = board.at(view["units"][unit])
    if here is None:
        return False
    return board.is_quiet(view, here, 1) or here in board.locks(view)


def _offer(view: dict[str, Any], unit: UnitId, options: tuple[Option, ...]) -> Picks:
    chip = view["units"].get(unit)
    stays = chip is None or (chip["hp"] > LOW_HP and not board.goals(view))
    for option in options:
        if stays and any(word in option.key for word in NOT_LIGHTLY):
            continue
        return (option.key,)
    return ()


def _names_adventurers(view: dict[str, Any], options: tuple[Option, ...]) -> bool:
    return all(option.key in view["adventurers"] for option in options)


def _names_enemies(view: dict[str, Any], options: tuple[Option, ...]) -> bool:
    units = view["units"]
    return all(one.key in units and units[one.key]["side"] == "enemy" for one in options)


def _weakest(view: dict[str, Any], options: tuple[Option, ...]) -> str:
    return min(options, key=lambda option: int(view["units"][option.key]["hp"])).key


def _sturdiest(view: dict[str, Any], options: tuple[Option, ...]) -> str:
    def strength(option: Option) -> int:
        mat, chip = view["adventurers"][option.key], view["units"][option.key]
        return 2 * int(chip["hp"]) + len(mat["active"])

    return max(options, key=strength).key


def _adjust(view: dict[str, Any], unit: UnitId, question: Question) -> Picks:
    """Return the turn of a die that is one step off the code, which is worth a light fatigue, while
    the track is short; () for none.
    """
    digits = _numbers(question.text.partition("against")[2])
    dice = _numbers(question.text.partition("against")[0])
    missing = list(digits)
    for value in list(dice):
        if value in missing:
            missing.remove(value)
            dice.remove(value)
    if len(view["adventurers"][unit]["track"]) > 4 or len(missing) > 1:
        return ()
    for value in dice:
        for wanted in missing:
            if abs(value - wanted) <= 2:
                return (f"{value}>{value + (1 if wanted > value else -1)}",)
    return ()


def _keep(question: Question) -> Picks:
    """Roll again, but for dice that show what the lock wants, as many as may stay."""
    wanted = _numbers(question.text.partition("against")[2])
    kept: list[str] = []
    for slot in question.shape.slots if isinstance(question.shape, Plan) else ():
        for option in slot.options if slot.name == "keep" else ():
            (value,) = _numbers(option.text)
            if value in wanted and len(kept) < slot.high:
                wanted.remove(value)
                kept.append(option.key)
    return ("roll", *kept)


def _numbers(text: str) -> list[int]:
    return [int(letter) for letter in text if letter.isdigit()]
