"""Content packs from disk: found, judged, hashed, and put into the catalogue."""

import tomllib
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import TypeVar

from server.commands.failure import USAGE, Failure
from server.rules.battle.components import Catalogue
from server.rules.content.catalogue import catalogue
from server.rules.content.fingerprint import CONTENT, fingerprint

SHOWN = 5
MOST_FILES = 200
MOST_FILE = 256 * 1024
MOST_PACK = 2 * 1024 * 1024
"""Bytes of a file and of a whole pack. Parsed, a TOML file may take a hundred times as much memory;
the game's own have less than 8 KiB each.
"""
T = TypeVar("T")


@dataclass(frozen=True)
class Content:
    """What a server plays with: all components, and the hash that stands for them.

    With packs the hash names each: "0f3a...+my-pack@1b2c...".
    """

    catalogue: Catalogue
    fingerprint: str


def add_option(parser: ArgumentParser) -> None:
    """Add `--content`, which may be given several times."""
    parser.add_argument(
        "--content",
        metavar="PATH",
        type=Path,
        action="append",
        default=[],
        help="a pack of encounters, chips, cards and items: a folder of TOML files, or one file",
    )


def given(args: Namespace) -> Content:
    """The game's content with the packs of a command line. Raises Failure."""
    return content(tuple(args.content))


@lru_cache(maxsize=8)
def content(paths: tuple[Path, ...] = ()) -> Content:
    """The game's content with these packs. Raises Failure where one is wrong."""
    every, names = catalogue(), [fingerprint(CONTENT)]
    for path in paths:
        every = _added(every, path)
        names.append(f"{path.resolve().stem}@{_hash(path)}")
    return Content(every, "+".join(names))


def files_of(path: Path) -> list[Path]:
    """The TOML files of a pack, by name. Raises Failure if there are none, or too much of them."""
    files = [path] if path.is_file() else []
    if path.is_dir():
        found = (file for file in path.rglob("*.toml") if file.is_file())
        files = sorted(islice(found, MOST_FILES + 1))
    if not files:
        raise Failure(f"{path}: there is no TOML file", USAGE)
    if len(files) > MOST_FILES:
        raise Failure(f"{path}: a pack has at most {MOST_FILES} files", USAGE)
    sizes = [file.stat().st_size for file in files]
    for file, size in zip(files, sizes, strict=True):
        if size > MOST_FILE:
            raise Failure(f"{file}: a file of a pack has at most {MOST_FILE >> 10} KiB", USAGE)
    if sum(sizes) > MOST_PACK:
        raise Failure(f"{path}: a pack has at most {MOST_PACK >> 20} MiB", USAGE)
    return files


def _hash(path: Path) -> str:
    digest = sha256()
    for file in files_of(path):
        within = file.name if path.is_file() else file.relative_to(path).as_posix()
        digest.update(within.encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()[:16]


def _added(every: Catalogue, path: Path) -> Catalogue:
    from server.commands.packs.judging import judge
    from server.rules.content.packs.contents import added

    problems, pages = judge(files_of(path), every)
    if problems:
        told = "\n  ".join(str(problem) for problem in problems[:SHOWN])
        more = f"\n  and {len(problems) - SHOWN} more" if len(problems) > SHOWN else ""
        raise Failure(f"{path} cannot be used; see hexwarden content check:\n  {told}{more}")
    return added(every, [page.table for page in pages])


def without_own(files: Iterable[Path], every: Catalogue) -> Catalogue:
    """The catalogue to judge files against: files of the game itself do not meet themselves."""
    home = Path(__file__).parents[2] / "rules" / "content"
    own = [file for file in files if file.resolve().is_relative_to(home)]
    tables = [tomllib.loads(file.read_text("utf-8")) for file in own]
    rows = [
        row for table in tables for kind in table.values() if isinstance(kind, list) for row in kind
    ]
    ids = {row.get("id") for row in (*tables, *rows) if isinstance(row, dict)}

    def others(known: Mapping[str, T]) -> dict[str, T]:
        return {name: one for name, one in known.items() if name not in ids}

    return replace(
        every,
        chips=others(every.chips),
        tiles=others(every.tiles),
        delve_cards=others(every.delve_cards),
        encounters=others(every.encounters),
    )


def missing(recorded: str, here: Content) -> Sequence[str]:
    """The packs that a record was played with and that are not here, by name and hash."""
    have = here.fingerprint.split("+")[1:]
    return [name for name in recorded.split("+")[1:] if name not in have]
