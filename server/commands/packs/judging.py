"""Checks the files of a pack: every mistake with its file and line, and what was expected."""

import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path as File
from typing import Any, NamedTuple

import msgspec

from server.commands.packs import cards, delves, maps, provinces, skirmish
from server.commands.packs.blocks import block, walked
from server.commands.packs.figures import Fault, Reference, nearest
from server.commands.packs.overland_maps import Misdrawn
from server.commands.packs.positions import Path, Positions
from server.rules.battle.components.catalogue import Catalogue
from server.rules.campaign.components.province import Atlas
from server.rules.content.delve.encounters import NOWHERE, PrintedDelve
from server.rules.content.encounters.blocks import Block, Part, built
from server.rules.content.encounters.layout import Layout, layout
from server.rules.content.encounters.printed import Printed
from server.rules.content.encounters.rules_objectives import OBJECTIVES
from server.rules.content.encounters.shelf import RULES
from server.rules.content.packs.contents import Contents, is_encounter
from server.rules.content.provinces.building import is_gazetteer
from server.rules.content.provinces.shipped import EMPTY
from server.rules.skirmish.components import Catalogue as Box

SIZES = ("1", "2", "3", "4")
TYPES = ("humanoid", "beast", "daedra")
MOST_NAMES = 32  # parts of a dotted name, see `_DEEP`
_NAME = r"""(?:[\w-]{1,200}|"[^"\n]{0,200}"|'[^'\n]{0,200}')"""
_DEEP = re.compile(rf"(?:{_NAME}[ \t]{{0,9}}\.[ \t]{{0,9}}){{{MOST_NAMES}}}")
"""A dotted name of many parts: the parser's time and memory grow as the square of their number."""


NO_BOX = Box()
"""No component of the skirmish."""


class Problem(NamedTuple):
    """A mistake: the file, the line (from 1), what is wrong and what was expected."""

    file: File
    line: int
    text: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.text}"


class Page(NamedTuple):
    """A file that could be parsed: its name, its table, and the lines of its keys."""

    file: File
    table: dict[str, Any]
    where: Positions


class Known(NamedTuple):
    """The names that a pack may use: those of the game, and its own."""

    chips: tuple[str, ...]
    skills: tuple[str, ...]
    cards: tuple[str, ...]
    tiles: tuple[str, ...]


def judge(
    files: Iterable[File], catalogue: Catalogue, atlas: Atlas = EMPTY, box: Box = NO_BOX
) -> tuple[list[Problem], list[Page]]:
    """Return all problems of these files, sorted, and the files that could be parsed."""
    problems: list[Problem] = []
    pages: list[Page] = []
    for file in files:
        text = file.read_text("utf-8", errors="replace")
        try:
            pages.append(Page(file, _parsed(text), Positions(text)))
        except (ValueError, RecursionError) as fault:  # a number or a depth beyond all measure, too
            problems.append(Problem(file, _line_of(str(fault), text), f"no TOML: {fault}"))
    known = _known(pages, catalogue)
    world = provinces.world((page.table for page in pages), atlas, catalogue)
    matches = skirmish.known((page.table for page in pages), box)
    for page in pages:
        if skirmish.is_skirmish(page.table):
            found: Iterator[maps.Mistake] = skirmish.judged(page.table, matches)
        else:
            found = _judged(page, known, world)
        problems += [_problem(page, mistake) for mistake in found]
    problems += _ids(pages, catalogue, atlas, box)
    return sorted(dict.fromkeys(problems)), pages


def _parsed(text: str) -> dict[str, Any]:
    """Return the table of a file. Raises ValueError for what is no TOML, RecursionError if it is
    nested too deeply.
    """
    if deep := _DEEP.search(text):
        line = text.count("\n", 0, deep.start()) + 1
        raise ValueError(f"a name has more than {MOST_NAMES} parts (at line {line}, column 1)")
    return tomllib.loads(text)


def _line_of(fault: str, text: str) -> int:
    _, found, rest = fault.partition("at line ")
    number = rest.split(",")[0]
    return int(number) if found and number.isdecimal() else len(text.splitlines())


def _judged(page: Page, known: Known, world: provinces.World) -> Iterator[maps.Mistake]:
    """Yield the mistakes of a file by its kind: provinces, an encounter, the skirmish, or lists of
    components.
    """
    if is_gazetteer(page.table):
        for one in provinces.judged(page.table, world):
            if isinstance(one, Misdrawn):
                yield maps.AtLine(page.where.text_line(one.path, one.row), one.text)
            else:
                yield one
    elif is_encounter(page.table):
        yield from _encounter(page, known)
    else:
        yield from _lists(page, known)


def _problem(page: Page, mistake: maps.Mistake) -> Problem:
    if isinstance(mistake, maps.AtLine):
        return Problem(page.file, mistake.line, mistake.text)
    return Problem(page.file, page.where.line(mistake.path), mistake.text)


def _rows(page: Page, kind: str) -> list[tuple[Path, dict[str, Any]]]:
    found = page.table.get(kind, [])
    rows = enumerate(found) if isinstance(found, list) else ()
    return [((kind, number), row) for number, row in rows if isinstance(row, dict)]


def _known(pages: list[Page], catalogue: Catalogue) -> Known:
    def of(kind: str) -> tuple[str, ...]:
        return tuple(str(row.get("id")) for page in pages for _, row in _rows(page, kind))

    chips = (*catalogue.chips, *of("chip"))
    tiles = (*catalogue.tiles, *of("tile"))
    return Known(chips, tuple(catalogue.skills), (*catalogue.delve_cards, *of("card")), tiles)


def _ids(pages: list[Page], catalogue: Catalogue, atlas: Atlas, box: Box) -> Iterator[Problem]:
    kinds: dict[str, Mapping[str, object]] = {
        **skirmish.taken(box),
        "chip": catalogue.chips,
        "item": dict[str, object](catalogue.items.items()),
        "tile": catalogue.tiles,
        "card": catalogue.delve_cards,
        "encounter": catalogue.encounters,
        "province": atlas.provinces,
        "overland_card": atlas.cards,
        "guild": atlas.guilds,
        "side_quest": atlas.side_quests,
        "quest": {one.id: one for p in atlas.provinces.values() for one in p.quests.values()},
    }
    for kind, taken in kinds.items():
        first: dict[str, File] = {}
        for page in pages:
            rows = _rows(page, kind) if not is_encounter(page.table) else []
            if kind == "encounter" and is_encounter(page.table):
                rows = [((), page.table)]
            for path, row in rows:
                name, line = row.get("id"), page.where.line((*path, "id"))
                if not isinstance(name, str):
                    continue
                if not name or name.strip("abcdefghijklmnopqrstuvwxyz0123456789-"):
                    text = f"id {name!r} cannot be typed; expected: small letters, digits, dashes"
                    yield Problem(page.file, line, text)
                if name in taken:
                    text = f"{kind} {name!r} is in the game already; expected: an id of its own"
                    yield Problem(page.file, line, text)
                elif name in first:
                    text = f"{kind} {name!r} stands in {first[name].name} too; expected: once"
                    yield Problem(page.file, line, text)
                first.setdefault(name, page.file)


def _encounter(page: Page, known: Known) -> Iterator[maps.Mistake]:
    faults, references = walked(page.table, Printed)
    yield from faults
    if faults:
        return
    printed = msgspec.convert(page.table, Printed)
    plan = layout(printed)
    yield from maps.diagrams(printed, page.where)
    parts: list[Part] = []
    for path, rule, shelf in _blocks(printed):
        mistakes, named = block(path, rule, shelf, "rule", "building block")
        yield from mistakes
        references += named
        wrong = list(_references(named, known, plan))
        if not (mistakes or wrong):
            parts.append(built(rule, shelf).part(plan))
    for size in printed.challenge:
        if size not in SIZES:
            text = f"a challenge for {size!r} adventurers; expected: {', '.join(SIZES)}"
            yield Fault(("challenge", size), text)
    yield from _references(references, known, plan)
    yield from _references([Reference(("wanted",), "Target", printed.wanted)], known, plan)
    yield from maps.ways(plan, parts)
    yield from maps.overlaps(printed, plan, parts)


def _blocks(printed: Printed) -> Iterator[tuple[Path, dict[str, Any], dict[str, type[Block]]]]:
    yield ("objective",), printed.objective, OBJECTIVES
    for number, rule in enumerate(printed.rules):
        yield ("rules", number), rule, RULES
    for size, rules in printed.challenge.items():
        for number, rule in enumerate(rules):
            yield ("challenge", size, number), rule, RULES
    for name, rules in printed.twist.items():
        for number, rule in enumerate(rules):
            yield ("twist", name, number), rule, RULES


def _references(named: Iterable[Reference], known: Known, plan: Layout) -> Iterator[Fault]:
    places = {*plan.words.values(), *plan.tiles}
    for path, kind, value in named:
        if kind == "ChipId" and value not in known.chips:
            yield Fault(path, f"no chip is called {value!r}; {nearest(value, known.chips)}")
        elif kind == "Target" and value and value not in (*known.chips, *TYPES):
            text = f"{value!r} is no type and no chip; expected: {', '.join(TYPES)} or a chip's id"
            yield Fault(path, text)
        elif kind == "Place":
            for word in value.split() or [""]:
                if word not in places:
                    text = f"no hex of the map says {word!r}; expected: a word of the map"
                    yield Fault(path, f"{text} or a tile's name")


def _lists(page: Page, known: Known) -> Iterator[maps.Mistake]:
    faults, references = walked(page.table, Contents)
    yield from faults
    for path, kind, value in references:
        if kind == "SkillName":
            name, _, number = value.partition(" ")
            if name not in known.skills or (number and not number.isdecimal()):
                yield Fault(path, f"no skill is called {value!r}; {nearest(name, known.skills)}")
        elif kind == "Code" and not delves.is_code(value):
            yield Fault(path, f"{value!r} is no lock; expected: attempts and digits, '3: 5-2-2'")
    bad = {fault.path[:2] for fault in faults}
    judges: dict[str, Callable[[Path, dict[str, Any]], Iterator[Fault]]] = {
        "item": cards.item,
        "tile": delves.tile,
        "card": delves.card,
        "encounter": partial(_delve, known=known),
    }
    for kind, judged in judges.items():
        for path, row in _rows(page, kind):
            if path not in bad:
                yield from judged(path, row)


def _delve(path: Path, row: dict[str, Any], known: Known) -> Iterator[Fault]:
    yield from delves.encounter(path, msgspec.convert(row, PrintedDelve), known.cards, known.tiles)
    target = [Reference((*path, "wanted"), "Target", row.get("wanted", ""))]
    yield from _references(target, known, NOWHERE)
