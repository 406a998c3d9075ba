"""How a sensible bot makes its adventurer: race, line, mat, class, and what it buys for XP."""

import re
from collections.abc import Sequence
from typing import Any

from clients.bots.figures import Dice
from protocol.ids import DieKind, SeatId, UnitId
from protocol.option_keys import read_key
from protocol.questions import One, Option, Picks, Question

LINES = ("destruction-staff", "bow", "one-hand-and-shield", "two-handed")
RACES = {
    "one-hand-and-shield": ("imperial", "nord", "orc"),
    "two-handed": ("nord", "redguard", "imperial"),
    "destruction-staff": ("breton", "dark-elf", "high-elf"),
    "bow": ("wood-elf", "khajiit", "argonian"),
}
CLASSES = {
    "one-hand-and-shield": ("templar", "dragonknight", "healer", "acrobat"),
    "two-handed": ("dragonknight", "knight", "acrobat", "scout"),
    "destruction-staff": ("sorcerer", "warden", "templar", "nightblade"),
    "bow": ("archer", "scout", "rogue", "bard"),
}
ROWS = {"health": "1L", "stamina": "2L", "magicka": "2R", "combat": "3L"}
CRAMPED = {"health": "1L", "stamina": "2L", "magicka": "1R", "combat": "3L"}
LINE_SLOT = "4L"
SECOND_LINES = ("heavy-armor", "restoring-light", *LINES)
# What one square or die of each sort is worth to a bot, against one point of damage a turn (1.0).
HEALTH, COOLDOWN, STAT, TOO_FEW, ASIDE = 1.2, 4.5, 1.2, 2.0, 0.15
LEAST = 0.06
"""What an XP must bring, in the same measure, to be spent in a campaign and not saved."""

# The same for dice: Combat dice, those of who casts, and a die that no stat lets be rolled.
COMBAT, CASTERS_COMBAT, UNUSED = 1.1, 0.2, 0.4
PRICE = re.compile(r"\d+ XP")
DONE, TENACITY = "done", "tenacity"
LATE = 16
"""From here on enemies are mostly above level 5."""


def choose(
    view: dict[str, Any], unit: UnitId, seat: SeatId, question: Question, expected: Dice
) -> Picks | None:
    """Return an answer to a question of creation; None if this one is left to its default."""
    match question.why:
        case "create.ready":
            return ("own",)
        case "create.race":
            return _first_of(question, RACES[_wanted(seat)])
        case "create.line":
            return _by_seat(question, seat)
        case "create.rows":
            return _rows(question)
        case "create.class":
            return _first_of(question, CLASSES[_line(view, unit, seat)])
        case "create.train":
            return _first_of(question, SECOND_LINES)
        case "create.advance":
            return _purchase(view, unit, seat, _options(question), expected)
        case "together.advance":
            return _grows(view, unit, seat, question, expected)
        case _:
            return None


def _options(question: Question) -> tuple[Option, ...]:
    shape = question.shape
    every = shape.options if isinstance(shape, One) else ()
    return tuple(option for option in every if option.key != "suggest")


def _wanted(seat: SeatId) -> str:
    return LINES[sum(ord(letter) for letter in seat) % len(LINES)]


def _by_seat(question: Question, seat: SeatId) -> Picks:
    """Return a different line for each seat, as far as they are to be had."""
    first = LINES.index(_wanted(seat))
    return _first_of(question, (*LINES[first:], *LINES[:first]))


def _first_of(question: Question, wanted: tuple[str, ...]) -> Picks:
    keys = [option.key for option in _options(question)]
    return (next((name for name in wanted if name in keys), keys[0]),)


def _line(view: dict[str, Any], unit: UnitId, seat: SeatId) -> str:
    """Return the line that an adventurer fights with. In a session it is told only once it is made:
    until then the line is the one that the seat asks for first.
    """
    lines = view["adventurers"][unit]["lines"] if unit in view["adventurers"] else ()
    return next((line for line in lines if line in LINES), _wanted(seat))


def _rows(question: Question) -> Picks | None:
    """Combat and the line get rows of their own, to grow in."""
    slots = getattr(question.shape, "slots", ())
    names = [slot.name for slot in slots]
    picks = tuple(f"{name}:{ROWS.get(name, LINE_SLOT)}" for name in names)
    limits = getattr(question.shape, "limits", ())
    if any(sum(pick in limit.keys for pick in picks) > limit.high for limit in limits):
        return tuple(f"{name}:{CRAMPED.get(name, LINE_SLOT)}" for name in names)
    return picks


def _purchase(
    view: dict[str, Any],
    unit: UnitId,
    seat: SeatId,
    options: Sequence[Option],
    expected: Dice,
) -> Picks:
    """Return the most use for the price; tenacity when nothing else is to be had."""
    best = max(options, key=lambda option: _worth(view, unit, seat, option, expected))
    return (best.key,)


def _worth(
    view: dict[str, Any], unit: UnitId, seat: SeatId, option: Option, expected: Dice
) -> float:
    """Return what an XP brings that is spent on an option: its note begins with the price."""
    name, kind = read_key(option.key)
    return _use(view, unit, seat, name, DieKind(kind), expected) / int(option.note.split()[0])


def _grows(
    view: dict[str, Any], unit: UnitId, seat: SeatId, question: Question, expected: Dice
) -> Picks:
    """Buy in a campaign as at the creation, but no tenacity: what is not spent turns into it."""
    buys = [
        option
        for option in _options(question)
        if PRICE.match(option.note) and read_key(option.key).kind not in (DONE, TENACITY)
    ]
    if not buys:
        return (DONE,)
    picks = _purchase(view, unit, seat, buys, expected)
    (best,) = (option for option in buys if option.key == picks[0])
    return picks if _worth(view, unit, seat, best, expected) >= LEAST else (DONE,)


def _use(
    view: dict[str, Any], unit: UnitId, seat: SeatId, name: str, kind: DieKind, expected: Dice
) -> float:
    line = _line(view, unit, seat)
    casts = line == "destruction-staff"
    stat = "magicka" if casts else "stamina"
    owned = sum(
        1
        for die in view["dice"].values()
        if die["owner"] == unit and die["kind"] != "combat" and expected.damages(die["kind"])
    )
    # Of an adventurer that is being made in a session nobody is told yet how much it may roll.
    has_too_few = unit in view["adventurers"] and owned >= int(view["adventurers"][unit][stat])
    if kind == "combat":
        return CASTERS_COMBAT if casts else COMBAT
    if saved := expected.guard(kind):
        return saved
    if kind:
        if name != line:
            return expected.power(kind) * ASIDE
        dial = view.get("dial", view["settings"]["xp"])
        late = kind == "destructive-touch" and dial >= LATE
        return expected.power(kind) * (UNUSED if late or has_too_few else 1.0)
    match name:
        case "health":
            return HEALTH
        case "cooldown":
            return COOLDOWN
        case "tenacity":
            return 0.1
        case _:
            return TOO_FEW if name == stat and has_too_few else STAT
