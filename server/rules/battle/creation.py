"""Adventurer creation (p18, p19): race, attribute rows, the Combat line and one other skill
line.
"""

from typing import TYPE_CHECKING, NamedTuple

from protocol.battle import AdventurerCreated, PhaseBegan
from protocol.questions import Limit, One, Option, Plan, Question, Slot, Split
from server.rules.battle import advancing, sheet
from server.rules.battle.advancing import supply_left, tokens_left
from server.rules.battle.components import ClassSheet, Race, SkillDie, SkillLine
from server.rules.battle.effects import works
from server.rules.battle.state import Adventurer, Die, Row, Unit
from server.rules.engine.patch import plain

if TYPE_CHECKING:
    from server.rules.battle.battle import Battle

ROWS, SQUARES, SHEETS, STARTING_DICE = 4, 6, 2, 2
SUGGESTED = ("1L", "2L", "3L", "2R", "4L")


class Choice(NamedTuple):
    """What a player chose: race, line, the line's dice, and the slot of each attribute."""

    race: Race
    line: SkillLine
    dice: tuple[str, ...]
    places: tuple[str, ...]


def create(battle: "Battle", seat: str) -> None:
    """Create the adventurer of a seat (CRE-1 to CRE-11).

    Without the Jailbreak it has a class from the start, and what its XP bought since (C-24).
    """
    race = _race(battle, seat)
    line = _line(battle, seat)
    dice = _starting_dice(battle, seat, line)
    places = _places(battle, seat, race, line)
    unit = emit_created(battle, seat, Choice(race, line, dice, places))
    if battle.state.settings.xp >= advancing.START:
        _take_class(battle, unit)
        advancing.start_later(battle, unit)
    if len(battle.state.adventurers) == len(battle.party):
        battle.emit(PhaseBegan("setup"))


def _take_class(battle: "Battle", unit: str) -> None:
    """An open choice among the class sheets that are left (CRE-11, LIM-9)."""
    taken = [mat.cls for mat in battle.state.adventurers.values()]
    sheets = [
        one
        for one in battle.catalogue.classes.values()
        if one.id not in taken and (one.set == "base" or battle.state.settings.valenwood)
    ]
    if sheets:
        options = tuple(Option(one.id, one.name, _in_words(one)) for one in sheets)
        seat = battle.mat(unit).seat
        chosen = _one(battle, seat, "create.class", "Choose your class.", options, "CRE-11")
        sheet.take_class(battle, unit, chosen)


def _in_words(one: ClassSheet) -> str:
    """The constellation, what the novice side always does, and its abilities by name."""
    side, name = one.novice, f"{one.name}: "
    abilities = tuple(
        dict.fromkeys(
            [ability.name for ability in side.abilities]
            + [interrupt.name for interrupt in side.interrupts]
            + [enduring.name for enduring in side.enduring]
        )
    )
    lasting = [hook for hook in side.hooks if hook.rule != sheet.PROMOTION]
    innate: dict[str, str] = {}
    for text, what in works(lasting, side.modifiers):
        if text and not text.startswith(abilities):
            innate.setdefault(text.removeprefix(name), what)
    always = [f"Innate: {text.rstrip('.')}. {what}" for text, what in innate.items()]
    shown = [f"{one.constellation.capitalize()}.", *always, f"Abilities: {', '.join(abilities)}"]
    return " ".join(shown)


def _race(battle: "Battle", seat: str) -> Race:
    taken = [mat.race for mat in battle.state.adventurers.values()]
    races = [r for r in battle.catalogue.races.values() if taken.count(r.id) < SHEETS]
    options = tuple(
        Option(
            race.id,
            race.name,
            f"Health {race.health}, Stamina {race.stamina}, Magicka {race.magicka}, "
            f"Combat {race.combat}, Cooldown {race.cooldown}. {race.text}",
        )
        for race in races
    )
    return battle.catalogue.races[
        _one(battle, seat, "create.race", "Choose a race.", options, "CRE-2")
    ]


def _line(battle: "Battle", seat: str) -> SkillLine:
    lines = [
        line
        for line in battle.catalogue.lines.values()
        if line.id != "combat"
        and tokens_left(battle, line)
        and sum(supply_left(battle, die) for die in _first_level(line)) >= STARTING_DICE
    ]
    options = tuple(
        Option(
            line.id, line.name, f"{line.stat.capitalize()}. {', '.join(line.forms) or 'any form'}"
        )
        for line in lines
    )
    text = "Choose your starting skill line."
    return battle.catalogue.lines[_one(battle, seat, "create.line", text, options, "CRE-8")]


def _one(
    battle: "Battle", seat: str, why: str, text: str, options: tuple[Option, ...], rule: str
) -> str:
    question = Question((seat,), why, text, One(options), rule=rule, default=(options[0].key,))
    return battle.pick(question)


def _first_level(line: SkillLine) -> list[SkillDie]:
    return [die for die in line.dice if die.level == 1]


def _starting_dice(battle: "Battle", seat: str, line: SkillLine) -> tuple[str, ...]:
    kinds = [die for die in _first_level(line) if supply_left(battle, die)]
    caps = tuple(supply_left(battle, die) for die in kinds)
    if len(kinds) == 1:
        return (kinds[0].id,) * STARTING_DICE
    default = [die.id for die, cap in zip(kinds, caps, strict=True) for _ in range(cap)]
    choice = battle.ask(
        Question(
            to=(seat,),
            why="create.dice",
            text=f"Choose your {STARTING_DICE} starting dice.",
            shape=Split(
                tuple(Option(die.id, die.name, ", ".join(die.faces)) for die in kinds),
                STARTING_DICE,
                STARTING_DICE,
                caps,
            ),
            rule="CRE-8",
            default=tuple(default[:STARTING_DICE]),
        )
    )
    return choice.picks


def _places(battle: "Battle", seat: str, race: Race, line: SkillLine) -> tuple[str, ...]:
    """Where each attribute's circular token goes; rows hold six squares in all (CRE-3 to CRE-9)."""
    attributes = _attributes(race, line)
    ends = [f"{row}{end}" for row in range(1, ROWS + 1) for end in "LR"]
    slots = tuple(
        Slot(
            name,
            tuple(Option(f"{name}:{end}", f"row {end[0]} {_END[end[1]]}") for end in ends),
            1,
            1,
        )
        for name, _ in attributes
    )
    limits = [
        Limit(tuple(f"{name}:{end}" for name, _ in attributes), 1, _one_token(end)) for end in ends
    ]
    for i, (first, size) in enumerate(attributes):
        for second, other in attributes[i + 1 :]:
            if size + other > SQUARES:
                limits += [
                    Limit((f"{first}:{row}{a}", f"{second}:{row}{b}"), 1, "A row has six squares.")
                    for row in range(1, ROWS + 1)
                    for a, b in (("L", "R"), ("R", "L"))
                ]
    names = [name for name, _ in attributes]
    default = tuple(f"{name}:{end}" for name, end in zip(names, SUGGESTED, strict=True))
    picks = battle.picks(
        Question(
            to=(seat,),
            why="create.rows",
            text="Lay out your attribute rows. Two attributes of one row share its six squares.",
            shape=Plan(slots, tuple(limits)),
            rule="CRE-4",
            default=default,
        )
    )
    chosen = dict(pick.split(":") for pick in picks)
    return tuple(chosen[name] for name in names)


_END = {"L": "left", "R": "right"}


def _one_token(end: str) -> str:
    return f"The {_END[end[1]]} end of row {end[0]} holds one token."


def _attributes(race: Race, line: SkillLine) -> list[tuple[str, int]]:
    return [
        ("health", 0),
        ("stamina", race.stamina),
        ("magicka", race.magicka),
        ("combat", race.combat),
        (line.id, STARTING_DICE),
    ]


def emit_created(battle: "Battle", seat: str, choice: Choice) -> str:
    """State the finished adventurer as an event. Returns its unit id, "a" and the seat's place."""
    race, line = choice.race, choice.line
    name = f"a{battle.party.index(seat) + 1}"
    kinds = (*("combat",) * race.combat, *choice.dice)
    dice = {f"{name}.{kind}.{i}": Die(kind, name) for i, kind in enumerate(kinds, 1)}
    mat = Adventurer(
        seat=seat,
        race=race.id,
        form=line.forms[0] if line.forms else "light-weapon",
        stamina=race.stamina,
        magicka=race.magicka,
        cooldown=race.cooldown,
        mat=_rows(choice),
        lines=("combat", line.id),
        row=tuple(dice),
    )
    unit = Unit(
        id=name,
        kind="adventurer",
        chip=race.id,
        side="party",
        name=f"{race.name} ({seat})",
        hp=race.health,
        health=race.health,
        controller=seat,
    )
    battle.emit(AdventurerCreated(name, plain(unit), plain(mat), plain(dice)))
    return name


def _rows(choice: Choice) -> tuple[Row, ...]:
    rows = []
    held = dict(zip(choice.places, _attributes(choice.race, choice.line), strict=True))
    for row in range(1, ROWS + 1):
        left, left_squares = held.get(f"{row}L", ("", 0))
        right, right_squares = held.get(f"{row}R", ("", 0))
        rows.append(Row(left, right, left_squares, right_squares))
    return tuple(rows)
