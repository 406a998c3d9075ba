"""Finds mistakes in the building blocks that a file names: unknown blocks, wrong figures, effects
on a target that they cannot work on.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from server.commands.packs.figures import Fault, Reference, nearest, walk
from server.commands.packs.positions import Path
from server.rules.content.blocks import ANSWERS, EFFECTS, ENEMIES, GUARDS, SPELLS, WIELDS
from server.rules.content.named import Named
from server.rules.content.provinces.shelf import DOES, NEEDS

Shelf = Mapping[str, type[Named]]
TABLES: dict[str, tuple[str, Shelf]] = {
    "Requirement": ("requirement", NEEDS),
    "Outcome": ("outcome", DOES),
    "EffectTable": ("effect", EFFECTS),
    "WieldTable": ("weapon effect", WIELDS),
    "GuardTable": ("armor effect", GUARDS),
    "AnswerTable": ("answer", ANSWERS),
    "SpellTable": ("enchantment effect", SPELLS),
}
KEYS = {"Requirement": "need", "Outcome": "do"}
"""Under which key a table names its block, where it is not `effect`."""

AT_ENEMIES = ("then-target", "then-attacker")
SIDES = {"here": "anybody", "enemies": "enemies", "enemy": "enemies"}


def walked(table: Any, wanted: Any, path: Path = ()) -> tuple[list[Fault], list[Reference]]:
    """Return the mistakes of a table, and the references it makes. Blocks named within it are
    checked too.
    """
    faults: list[Fault] = []
    references: list[Reference] = []
    for one in walk(table, wanted, path):
        if isinstance(one, Fault):
            faults.append(one)
        elif one.kind in TABLES:
            kind, shelf = TABLES[one.kind]
            wrong, named = block(one.path, one.value, shelf, KEYS.get(one.kind, "effect"), kind)
            faults += wrong
            references += named
        else:
            references.append(one)
    return faults, references


def block(
    path: Path, table: dict[str, Any], shelf: Shelf, key: str, kind: str
) -> tuple[list[Fault], list[Reference]]:
    """Return the mistakes of a table that names a block under `key`, and the references it
    makes.
    """
    name = table.get(key)
    if name is None:
        return [Fault(path, f"{key!r} is missing; {nearest('', shelf)}")], []
    if name not in shelf:
        text = f"no {kind} is called {name!r}; {nearest(str(name), shelf)}"
        return [Fault((*path, key), text)], []
    figures = {other: value for other, value in table.items() if other != key}
    faults, references = walked(figures, shelf[name], path)
    if key == "effect" and "does" in figures and not faults:
        who = "enemies" if name in AT_ENEMIES else str(figures.get("who", "you"))
        faults += upon((*path, "does"), figures["does"], who)
    return faults, references


def upon(path: Path, does: Iterable[Mapping[str, Any]], who: str) -> Iterator[Fault]:
    """Yield a mistake for each effect that cannot work on the target it is given."""
    side = "enemies" if who in ENEMIES else SIDES.get(who, "adventurers")
    for number, table in enumerate(does):
        works = getattr(EFFECTS.get(str(table.get("effect"))), "upon", "anybody")
        if works not in ("anybody", side):
            text = f"{table['effect']!r} works on {works} alone, and who = {who!r}; expected: "
            fitting = [name for name, one in EFFECTS.items() if _fits(one, side)]
            yield Fault((*path, number), text + ", ".join(fitting))


def _fits(one: type[Named], side: str) -> bool:
    return getattr(one, "upon", "") in ("anybody", side)
