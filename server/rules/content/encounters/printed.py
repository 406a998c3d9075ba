"""What stands in an encounter's TOML file, field by field.

id = "plain-clash"                  # what `--encounter` takes
name = "Brawl at the Milestone"
text = "One sentence for the list."
kind = "clash"                      # or "dungeon"
scenario = "hold"                   # the sort of task; without it what fits the objective
goal = "What to do, in one sentence to players."
objective = { rule = "conquer" }    # a building block of `rules_objectives.py`
map = '''...'''                     # the diagram, see `layout.py`
tiles = '''...'''                   # dungeons: the same diagram, with each hex's tile
names = { h = "hall" }              # the tiles' names

[[units]]                           # units deployed by name, for no points
chip = "spriggan"
at = "A"

[[rules]]                           # special rules: building blocks and their figures
rule = "crumbling"
hexes = "X"
round = 3

[[challenge.4]]                     # the same, for a party of 4 only
rule = "stronger"
stat = "combat"
by = 1

[[twist.betrayed]]                  # the same, where a campaign asks for it by this name
rule = "stronger"
stat = "combat"
by = 1
"""

from typing import Annotated, Any, Literal, NewType

from msgspec import Meta, Struct, field

from server.rules.battle.kernel.words import Scenario

Place = NewType("Place", str)
"""Hexes of the diagram by the word that they bear there, "*" for stars, or a tile's name."""

ChipId = NewType("ChipId", str)
"""An enemy, companion, quest or objective unit by the id of its chip."""

Target = NewType("Target", str)
"""A chip's id or a type of enemies; "": all."""

Level = Literal[1, 5, 10, 20]
AnyLevel = Literal[0, 1, 5, 10, 20]
"""A level of enemies; 0: all."""

Dial = Annotated[int, Meta(ge=2, le=40)]
"""Where the XP dial stands unless the table says otherwise; points for enemies follow from it."""

Rule = dict[str, Any]
"""A building block: `rule` names it, the other keys are its figures."""


class PrintedUnit(Struct, frozen=True, forbid_unknown_fields=True):
    """A unit deployed by name; of several hexes at `at` the party picks one for each.

    `hp` -1: as much as its Health; 0: no HP chips. `still` units take no turns.
    """

    chip: ChipId
    at: Place
    hp: int = -1
    objective: bool = False
    side: Literal["enemy", "party"] = "enemy"
    still: bool = False
    count: int = 1


class PrintedPool(Struct, frozen=True, forbid_unknown_fields=True):
    """A second enemy pool for special hexes; with `rooms` each tile gets one enemy before any gets
    a second.
    """

    at: Place
    hp: int = -1
    rooms: bool = False
    still: bool = False


class Printed(Struct, frozen=True, forbid_unknown_fields=True):
    """An encounter as its author wrote it."""

    id: str
    name: str
    text: str
    objective: Rule
    map: str
    kind: Literal["clash", "dungeon"] = "clash"
    scenario: Scenario | None = None
    goal: str = ""
    source: str = "original"
    tiles: str = ""
    names: dict[str, str] = field(default_factory=dict)
    shown: dict[str, str] = field(default_factory=dict)
    bag: list[ChipId] = field(default_factory=list)
    wanted: str = ""
    final: bool = False
    dial: Dial = 2
    least_level: Level = 1
    least_count: int = 0
    units: list[PrintedUnit] = field(default_factory=list)
    second: PrintedPool | None = None
    rules: list[Rule] = field(default_factory=list)
    challenge: dict[str, list[Rule]] = field(default_factory=dict)
    twist: dict[str, list[Rule]] = field(default_factory=dict)
    campaign: bool = False
