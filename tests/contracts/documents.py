"""What our documents show and name, as checks that read them.

A check takes the root of a tree and a document's path below it, and yields one complaint for every
breach. The tests run each over our documents, and over a tiny tree with a planted defect that it
has to find.
"""

import re
from collections.abc import Iterator
from pathlib import Path

FOLDERS = "server|protocol|clients|tests|deploy"
NAMED = re.compile(rf"(?<![\w./-])((?:{FOLDERS})/[\w./-]*\w/?)(?:::(\w+))?")
LINK = re.compile(r"\]\(([^)#\s]*)(?:#([^)\s]+))?\)")
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
COMMAND = re.compile(r"^    make ([\w-]+)|`make ([\w-]+)", re.MULTILINE)
TARGET = re.compile(r"^([\w-]+):(?!=)", re.MULTILINE)
SHOWN = ("python", "toml")
"""The languages of examples; what stands in other fences is what a program printed."""


def _read(root: Path, document: str) -> str:
    return (root / document).read_text("utf-8")


def missing_paths(root: Path, document: str) -> Iterator[str]:
    """Every file, folder and test that a document names is there."""
    for path, name in NAMED.findall(_read(root, document)):
        if not (root / path).exists():
            yield f"{document}: there is no {path}"
        elif name and not re.search(rf"\b(?:def|class) {name}\b", _read(root, path)):
            yield f"{document}: {path} has no {name}"


def broken_links(root: Path, document: str) -> Iterator[str]:
    """Every link inside the tree leads to a file, and to a heading of it."""
    for target, anchor in LINK.findall(_read(root, document)):
        if ":" in target:
            continue
        place = (root / document).parent / target if target else root / document
        if not place.exists():
            yield f"{document}: no {target}"
        elif anchor and anchor not in _anchors(place.read_text("utf-8")):
            yield f"{document}: {target} has no heading #{anchor}"


def _anchors(text: str) -> set[str]:
    """The anchors that the headings of a page get: lower case, spaces as hyphens, no signs."""
    plain = (re.sub(r"[^\w\- ]", "", heading.lower()) for heading in HEADING.findall(text))
    return {heading.replace(" ", "-") for heading in plain}


def unknown_commands(root: Path, document: str) -> Iterator[str]:
    """Every `make` target that a document names is one."""
    targets = set(TARGET.findall(_read(root, "Makefile")))
    for pair in COMMAND.findall(_read(root, document)):
        [name] = filter(None, pair)
        if name not in targets:
            yield f"{document}: there is no make {name}"


def invented_examples(root: Path, document: str) -> Iterator[str]:
    """Every example is a part of the file that the last link before it leads to."""
    text = _read(root, document)
    for fence in FENCE.finditer(text):
        language, example = fence.groups()
        if language not in SHOWN:
            continue
        links = LINK.findall(text[: fence.start()])
        source = (root / document).parent / (links[-1][0] if links else "")
        if not source.is_file() or example not in source.read_text("utf-8"):
            yield f"{document}: an example that is not in {source.name}: {example[:40]!r}"


def rows(text: str) -> list[str]:
    """The rows of a page's tables, without their heads."""
    tables = re.findall(r"^\|.*\n\|[-|]+\n((?:\|.*\n)+)", text, re.MULTILINE)
    return [row for table in tables for row in table.splitlines()]


def unproved_rows(root: Path, document: str) -> Iterator[str]:
    """Every row of every table ends with the tests that show it."""
    for row in rows(_read(root, document)):
        shown = row.removesuffix(" |").rpartition(" | ")[2]
        if not re.fullmatch(r"(`tests/[\w/]+\.py(::\w+)?`(, )?)+", shown):
            yield f"{document}: no test shows {row[:60]}"
