"""Creating an adventurer (p18, p19): race, starting skill line and dice, attribute rows; with a
higher XP dial also class and advancements.
"""

from typing import NamedTuple

from protocol.battle import AdventurerCreated, PhaseBegan
from protocol.ids import DieId, DieKind, LineId, SeatId, UnitId
from protocol.option_keys import option_key, read_key
from protocol.questions import Limit, Option, Plan, Question, Slot, Split, options_of
from server.rules.battle.adventurer import class_sheet
from server.rules.battle.components.catalogue import catalogue_of
from server.rules.battle.components.effects import works
from server.rules.battle.components.printed import (
    ClassSheet,
    Race,
    ReadyMade,
    SkillLine,
)
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.state import Adventurer, Die, Row, Unit
from server.rules.battle.kernel.words import Attribute, AttributeOrNone
from server.rules.battle.setup import advancing, naming
from server.rules.battle.setup.advancing import supply_left
from server.rules.battle.setup.guide import Guide
from server.rules.engine.patch import plain

ROWS, SQUARES = 4, 6  # attribute rows of a mat, and the squares of each (CRE-3)
SHEETS = 2  # sheets of each race in the box (LIM-1)
STARTING_DICE = 2  # dice of the chosen skill line (CRE-8)
SUGGESTED = ("1L", "2L", "3L", "2R", "4L")
"""The suggested slots of Health, Stamina, Magicka, Combat and the starting line."""
ROOMY = "attributes do not grow by XP in this battle"
"""Why the rows were not asked about, in words that follow "as" (see `Battle.spare`)."""


class Choice(NamedTuple):
    """What a player chose: race, line, the kinds of the line's dice, the slot of each attribute,
    such as "1L", and a name, "" if it is left to the race.
    """

    race: Race
    line: SkillLine
    dice: tuple[DieKind, ...]
    places: tuple[str, ...]
    name: str = ""


def create(battle: Battle, seat: SeatId) -> None:
    """Create the adventurer of a seat; after the last one comes set-up."""
    make(battle, seat)
    if len(battle.state.adventurers) == len(battle.party):
        battle.emit(PhaseBegan("setup"))


def make(battle: Battle, seat: SeatId) -> None:
    """Make the adventurer of a seat (CRE-1 to CRE-11).

    In a battle after the Jailbreak it also chooses a class, and the advancements that its XP buys
    (C-24).
    """
    guide = Guide(battle, seat)
    guide.offer(_standing_ready(battle))
    race = _race(battle, guide)
    line = _line(battle, guide)
    dice = _starting_dice(battle, seat, line, guide)
    places = _places(battle, seat, race, line, guide)
    unit = emit_created(battle, seat, Choice(race, line, dice, places, guide.name))
    if battle.state.settings.xp >= advancing.START:
        _take_class(battle, unit, guide)
        advancing.start_later(battle, unit, guide)
    guide.remember(unit)


def _standing_ready(battle: Battle) -> tuple[ReadyMade, ...]:
    """Return the suggested adventurers whose race, line and class are all still available."""
    races, lines = [one.id for one in _races(battle)], [one.id for one in _lines(battle)]
    sheets = [one.id for one in _sheets(battle)]
    return tuple(
        one
        for one in catalogue_of(battle).ready_made
        if one.race in races and one.line in lines and one.cls in sheets
    )


def _sheets(battle: Battle) -> list[ClassSheet]:
    """Return the class sheets that are left (LIM-9)."""
    taken = [mat.cls for mat in battle.state.adventurers.values()]
    return [
        one
        for one in catalogue_of(battle).classes.values()
        if one.id not in taken and (one.set == "base" or battle.state.settings.valenwood)
    ]


def _take_class(battle: Battle, unit: UnitId, guide: Guide) -> None:
    """Offer an open choice among the class sheets that are left (CRE-11)."""
    if sheets := _sheets(battle):
        options = tuple(Option(one.id, one.name, _in_words(one)) for one in sheets)
        chosen = guide.one("create.class", "Choose your class.", options, "CRE-11")
        class_sheet.take_class(battle, unit, chosen)


def _in_words(one: ClassSheet) -> str:
    """Return a description of a class: constellation, innate effects of the novice side, and the
    names of its abilities.
    """
    side, name = one.novice, f"{one.name}: "
    abilities = tuple(
        dict.fromkeys(
            [ability.name for ability in side.abilities]
            + [interrupt.name for interrupt in side.interrupts]
            + [enduring.name for enduring in side.enduring]
        )
    )
    lasting = [hook for hook in side.hooks if hook.rule != class_sheet.PROMOTION]
    innate: dict[str, str] = {}
    for text, what in works(lasting, side.modifiers):
        if text and not text.startswith(abilities):
            innate.setdefault(text.removeprefix(name), what)
    always = [f"Innate: {text.rstrip('.')}. {what}" for text, what in innate.items()]
    shown = [f"{one.constellation.capitalize()}.", *always, f"Abilities: {', '.join(abilities)}"]
    return " ".join(shown)


def _races(battle: Battle) -> list[Race]:
    taken = [mat.race for mat in battle.state.adventurers.values()]
    return [r for r in catalogue_of(battle).races.values() if taken.count(r.id) < SHEETS]


def _race(battle: Battle, guide: Guide) -> Race:
    catalogue = catalogue_of(battle)
    races = _races(battle)
    options = catalogue.known.get(
        ("create.race", *[race.id for race in races]), lambda: tuple(map(_race_option, races))
    )
    chosen = guide.one("create.race", "Choose a race.", options, "CRE-2")
    return catalogue.races[chosen]


def _race_option(race: Race) -> Option:
    return Option(
        race.id,
        race.name,
        f"Health {race.health}, Stamina {race.stamina}, Magicka {race.magicka}, "
        f"Combat {race.combat}, Cooldown {race.cooldown}. {race.text}",
    )


def _lines(battle: Battle) -> list[SkillLine]:
    # Asked for twice in a beat, and again each time that the beat is run again.
    return battle.known(("lines left",), _lines_left, battle)


def _lines_left(battle: Battle) -> list[SkillLine]:
    out = advancing.dice_out(battle)
    return [
        line
        for line in advancing.lines_left(battle)
        if line.id != "combat"
        and sum([die.supply - out[die.id] for die in line.first_level]) >= STARTING_DICE
    ]


def _line(battle: Battle, guide: Guide) -> SkillLine:
    catalogue, lines = catalogue_of(battle), _lines(battle)
    options = catalogue.known.get(
        ("create.line", *[line.id for line in lines]), lambda: tuple(map(_line_option, lines))
    )
    chosen = guide.one("create.line", "Choose your starting skill line.", options, "CRE-8")
    return catalogue.lines[LineId(chosen)]


def _line_option(line: SkillLine) -> Option:
    forms = ", ".join(line.forms) or "any form"
    return Option(line.id, line.name, f"{line.stat.capitalize()}. {forms}")


def _starting_dice(
    battle: Battle, seat: SeatId, line: SkillLine, guide: Guide
) -> tuple[DieKind, ...]:
    kinds = [die for die in line.first_level if supply_left(battle, die)]
    caps = tuple(supply_left(battle, die) for die in kinds)
    if len(kinds) == 1:
        return (kinds[0].id,) * STARTING_DICE
    default = [die.id for die, cap in zip(kinds, caps, strict=True) for _ in range(cap)]
    options = tuple(Option(die.id, die.name, ", ".join(die.faces)) for die in kinds)
    question = Question(
        to=(seat,),
        why="create.dice",
        text=f"Choose your {STARTING_DICE} starting dice.",
        shape=Split(options, STARTING_DICE, STARTING_DICE, caps),
        rule="CRE-8",
        default=tuple(default[:STARTING_DICE]),
    )
    by_key = {option.key: option for option in options}
    return tuple(
        map(DieKind, guide.picks(question, tuple(by_key[key] for key in question.default)))
    )


def _places(
    battle: Battle, seat: SeatId, race: Race, line: SkillLine, guide: Guide
) -> tuple[str, ...]:
    """Ask where each attribute's circular token goes; the attributes of a row share its six squares
    (CRE-3 to CRE-9). Returns their slots, in the order of `_attributes`.
    """
    shape, taken = catalogue_of(battle).known.get(
        ("create.rows", race.id, line.id), lambda: _layout(_attributes(race, line))
    )
    question = Question(
        to=(seat,),
        why="create.rows",
        text="Lay out your attribute rows. Two attributes of one row share its six squares.",
        shape=shape,
        rule="CRE-4",
        default=tuple([option.key for option in taken]),
    )
    if battle.state.settings.xp > advancing.START:
        picks = guide.picks(question, taken)
    else:
        picks = guide.spare(question, taken, ROOMY)
    chosen = dict(map(read_key, picks))
    return tuple(chosen[name] for name, _ in _attributes(race, line))


def _layout(attributes: list[tuple[Attribute, int]]) -> tuple[Plan, tuple[Option, ...]]:
    """Return where attributes of these sizes can go, and the suggested options."""
    ends = [f"{row}{end}" for row in range(1, ROWS + 1) for end in "LR"]
    slots = tuple(
        Slot(
            name,
            tuple(Option(option_key(name, end), f"row {end[0]} {_END[end[1]]}") for end in ends),
            1,
            1,
        )
        for name, _ in attributes
    )
    limits = [
        Limit(tuple(option_key(name, end) for name, _ in attributes), 1, _one_token(end))
        for end in ends
    ]
    for i, (first, size) in enumerate(attributes):
        for second, other in attributes[i + 1 :]:
            if size + other > SQUARES:
                limits += [
                    Limit(
                        (option_key(first, f"{row}{a}"), option_key(second, f"{row}{b}")),
                        1,
                        "A row has six squares.",
                    )
                    for row in range(1, ROWS + 1)
                    for a, b in (("L", "R"), ("R", "L"))
                ]
    shape = Plan(slots, tuple(limits))
    wanted = [option_key(name, end) for (name, _), end in zip(attributes, SUGGESTED, strict=True)]
    return shape, tuple(option for option in options_of(shape) if option.key in wanted)


_END = {"L": "left", "R": "right"}


def _one_token(end: str) -> str:
    return f"The {_END[end[1]]} end of row {end[0]} holds one token."


def _attributes(race: Race, line: SkillLine) -> list[tuple[Attribute, int]]:
    return [
        ("health", 0),
        ("stamina", race.stamina),
        ("magicka", race.magicka),
        (LineId("combat"), race.combat),
        (line.id, STARTING_DICE),
    ]


def emit_created(battle: Battle, seat: SeatId, choice: Choice) -> UnitId:
    """Emit the event that adds the adventurer. Returns its unit id: "a" and the seat's number."""
    race, line = choice.race, choice.line
    name = UnitId(f"a{battle.party.index(seat) + 1}")
    kinds = (*(DieKind("combat"),) * race.combat, *choice.dice)
    dice = {DieId(f"{name}.{kind}.{i}"): Die(kind, name) for i, kind in enumerate(kinds, 1)}
    mat = Adventurer(
        seat=seat,
        race=race.id,
        form=line.forms[0] if line.forms else "light-weapon",
        stamina=race.stamina,
        magicka=race.magicka,
        cooldown=race.cooldown,
        mat=_rows(choice),
        lines=(LineId("combat"), line.id),
        row=tuple(dice),
    )
    unit = Unit(
        id=name,
        kind="adventurer",
        chip=race.id,
        side="party",
        name=choice.name or naming.name_of(battle, seat, race),
        hp=race.health,
        health=race.health,
        controller=seat,
    )
    battle.emit(AdventurerCreated(name, plain(unit), plain(mat), plain(dice)))
    return name


def _rows(choice: Choice) -> tuple[Row, ...]:
    rows = []
    held: dict[str, tuple[AttributeOrNone, int]] = dict(
        zip(choice.places, _attributes(choice.race, choice.line), strict=True)
    )
    for row in range(1, ROWS + 1):
        left, left_squares = held.get(f"{row}L", ("", 0))
        right, right_squares = held.get(f"{row}R", ("", 0))
        rows.append(Row(left, right, left_squares, right_squares))
    return tuple(rows)
