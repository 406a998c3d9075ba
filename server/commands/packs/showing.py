"""A component as text: a map as a picture, everything else as printed on it."""

from collections.abc import Iterator
from typing import Any

from protocol.hexes import Hex
from server.rules.battle.components.catalogue import Catalogue
from server.rules.battle.components.delve_parts import DelveCard, MapTile
from server.rules.battle.components.encounters import Encounter
from server.rules.battle.setup import advancing
from server.rules.content.encounters import diagram
from server.rules.content.glossary import glossary

KINDS = {
    "lines": "skill line",
    "dice": "skill die",
    "icons": "icon",
    "skills": "enemy skill",
    "chips": "chip",
    "classes": "class",
    "races": "race",
    "items": "item card",
    "statuses": "status",
}
LEGEND = {
    "e": "entrance",
    "c": "common cache",
    "l": "legendary cache",
    "#": "impassable",
    "*": "enemies of the second pool",
    "@": "a unit of the encounter's own",
}
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def shown(catalogue: Catalogue, name: str) -> Iterator[str]:
    """Yield the paragraphs about every component with this id; nothing if there is none."""
    if name in catalogue.encounters:
        yield encounter(catalogue, catalogue.encounters[name])
    if name in catalogue.tiles:
        yield tile(catalogue.tiles[name])
    if name in catalogue.delve_cards:
        yield card(catalogue.delve_cards[name])
    words = glossary(catalogue)
    for kind, called in KINDS.items():
        if name in words[kind]:
            yield f"{name} ({called})\n" + "\n".join(_lines(words[kind][name]))


def names(catalogue: Catalogue) -> list[str]:
    """Return every id that can be shown."""
    words = glossary(catalogue)
    found = [*catalogue.encounters, *catalogue.tiles, *catalogue.delve_cards]
    return sorted({*found, *(name for kind in KINDS for name in words[kind])})


def picture(one: Encounter) -> tuple[str, dict[str, str]]:
    """Return the map of an encounter as lines of letters, and the legend of the letters. Marks that
    only the rules use become letters too.
    """
    words: dict[Hex, str] = {}
    for hexes in one.tiles.values():
        words |= dict.fromkeys(hexes, ".")
    words |= dict.fromkeys(one.tiles[one.entrance], "e")
    marks = {**one.marks, **dict.fromkeys(one.escape, "exit")}
    letters = {mark: LETTERS[n] for n, mark in enumerate(dict.fromkeys(marks.values()))}
    words |= {at: letters[mark] for at, mark in marks.items()}
    words |= {at: deck[0] for at, deck in one.caches.items()}
    words |= {at: str(number) for number, at in enumerate(one.numbered, 1)}
    words |= dict.fromkeys(one.second.hexes if one.second else (), "*")
    words |= {at: "@" for placed in one.placed for at in placed.hexes}
    words |= dict.fromkeys(one.blocked, "#")
    used = dict.fromkeys(words.values())
    legend = {word: text for word, text in LEGEND.items() if word in used}
    legend |= {letter: mark for mark, letter in letters.items() if letter in used}
    if one.numbered:
        legend["1-9"] = "enemies, in this order"
    return diagram.draw(words), legend


def encounter(catalogue: Catalogue, one: Encounter) -> str:
    """Return the text of an encounter: name, text, map, legend, objective, challenges, units,
    source.
    """
    drawn, legend = picture(one)
    rows = [f"{one.name} ({one.id}, {one.kind})", one.text, "", drawn, ""]
    rows += [f"  {word:4}{text}" for word, text in legend.items()]
    rows += ["", f"Objective: {one.objective}", *(f"Rule: {text}" for text in one.rules)]
    for size, challenge in sorted(one.challenges.items()):
        rows.append(f"With {size} adventurers: {challenge.text}")
    rows += [f"With the twist {name}: {twist.text}" for name, twist in one.twists.items()]
    for placed in one.placed:
        hp = "" if placed.hp is None else f", {placed.hp} HP"
        side = "ally" if placed.side == "party" else "enemy"
        rows.append(f"Unit: {catalogue.chips[placed.chip].name} ({side}{hp})")
    if one.wanted:
        rows.append(f"Enemies: {one.wanted}, as far as there are any")
    if one.delve is not None:
        every = [card for card in catalogue.delve_cards.values() if not card.special]
        count = len(one.delve.cards or every)
        rows.append(f"Skyshards: {one.delve.skyshards}; {count} delve cards")
    if one.dial != advancing.START:
        rows.append(f"Made for an XP dial at {one.dial}")
    if one.final:
        rows.append("Ends a session: its enemy points come from the table of p56")
    return "\n".join([*rows, f"Source: {one.source}"])


def tile(one: MapTile) -> str:
    """Return the text of a delve tile with its icons."""
    words = dict.fromkeys(one.hexes, "")
    for letter, hexes in (("d", one.doors), ("h", one.hearts), ("c", one.caches)):
        for at in hexes:
            words[at] += letter
    drawn = diagram.draw({at: word or "." for at, word in words.items()})
    told = "  d   door\n  h   an enemy comes here\n  c   cache"
    head = f"{one.name} ({one.id}, tile of {one.shape} hexes)"
    return f"{head}\n\n{drawn}\n\n{told}\nSource: {one.source}"


def card(one: DelveCard) -> str:
    """Return the text of a delve card."""
    scale = "; ".join(
        f"{size}: {', '.join(map(str, levels)) or 'none'}"
        for size, levels in enumerate(one.scale, 1)
    )
    rows = [f"{one.name} ({one.id}, delve card for a tile of {one.shape} hexes)"]
    held = {"skyshards": one.skyshards, "legendary": one.legendary, "common": one.common}
    rows += [f"{count} {what}" for what, count in held.items() if count]
    return "\n".join([*rows, f"Enemies by party size: {scale}", one.text, f"Source: {one.source}"])


def _lines(value: Any, depth: int = 1) -> Iterator[str]:
    """Yield plain data as indented lines, without empty fields."""
    pad = "  " * depth
    for key, one in value.items() if isinstance(value, dict) else enumerate(value, 1):
        if one in ("", [], (), {}, None, False):
            continue
        if isinstance(one, dict) or (isinstance(one, list) and any(map(_is_long, one))):
            yield f"{pad}{key}"
            yield from _lines(one, depth + 1)
        else:
            text = ", ".join(map(str, one)) if isinstance(one, list | tuple) else one
            yield f"{pad}{key}: {text}"


def _is_long(value: Any) -> bool:
    return isinstance(value, dict | list | tuple)
