"""Content packs from disk: found, checked, hashed, and put into the catalogue."""

import tomllib
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from server.battles import Pack, content_name, packs_of
from server.commands.failure import USAGE, Failure
from server.rules.battle.components.catalogue import Catalogue
from server.rules.campaign.components.province import Atlas
from server.rules.content.catalogue import catalogue
from server.rules.content.fingerprint import CONTENT, fingerprint
from server.rules.content.glossary import glossary
from server.rules.content.provinces.shipped import EMPTY, atlas
from server.rules.skirmish.components import Catalogue as Box
from server.rules.skirmish.content import shipped
from server.rules.skirmish.content.reading import catalogue as added_to_box
from server.rules.skirmish.content.words import offered, told

SHOWN = 5
"""Mistakes of a pack that a failed command names; `content check` names them all."""
MOST_FILES = 200
"""Files of a pack: a mistaken path, such as a home folder, is refused before all of it is read."""
MOST_FILE = 256 * 1024
MOST_PACK = 2 * 1024 * 1024
"""Bytes of a file and of a whole pack. Parsed, a TOML file may take a hundred times as much memory;
the game's own have less than 8 KiB each.
"""
T = TypeVar("T")


@dataclass(frozen=True)
class Content:
    """The content that a server plays with: all components, what campaigns print (`atlas`), what
    the skirmish is played with (`box`), and the hash that identifies them.

    With packs the hash names each of them, see `content_name`.
    """

    catalogue: Catalogue
    fingerprint: str
    atlas: Atlas = EMPTY
    box: Box = field(default_factory=shipped.box)


def words(here: Content) -> dict[str, Any]:
    """Return what clients are told of all components, as plain data: the glossary, the skirmish's
    entries, and the matches that a table can play.
    """
    return {**glossary(here.catalogue), "skirmish": told(here.box), "matches": offered(here.box)}


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
    """Return the game's content together with the packs that a command line names. Raises
    Failure.
    """
    return content(tuple(args.content))


@lru_cache(maxsize=8)
def content(paths: tuple[Path, ...] = ()) -> Content:
    """Return the game's content together with these packs. Raises Failure where one has a
    mistake.
    """
    every, printed, box, packs = catalogue(), atlas(), shipped.box(), list[Pack]()
    for path in paths:
        every, printed, box = _added(every, printed, box, path)
        packs.append(Pack(path.resolve().stem, _hash(path)))
    try:
        return Content(every, content_name(fingerprint(CONTENT), packs), printed, box)
    except ValueError as fault:
        raise Failure(str(fault), USAGE) from None


def files_of(path: Path) -> list[Path]:
    """Return the TOML files of a pack by name. Raises Failure if there are none, too many, or one
    is too large.
    """
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


def _added(every: Catalogue, printed: Atlas, box: Box, path: Path) -> tuple[Catalogue, Atlas, Box]:
    from server.commands.packs.judging import judge
    from server.commands.packs.skirmish import is_skirmish
    from server.rules.content.packs.contents import added, added_to_atlas

    problems, pages = judge(files_of(path), every, printed, box)
    if problems:
        told = "\n  ".join(str(problem) for problem in problems[:SHOWN])
        more = f"\n  and {len(problems) - SHOWN} more" if len(problems) > SHOWN else ""
        raise Failure(f"{path} cannot be used; see hexwarden content check:\n  {told}{more}")
    matches = [page.table for page in pages if is_skirmish(page.table)]
    tables = [page.table for page in pages if not is_skirmish(page.table)]
    return added(every, tables), added_to_atlas(printed, tables), added_to_box(matches, box)


def _own_ids(files: Iterable[Path]) -> frozenset[str]:
    """Return the ids in those of the files that are the game's own."""
    rules = Path(__file__).parents[2] / "rules"
    homes = (rules / "content", rules / "skirmish" / "content")
    own = [file for file in files if any(file.resolve().is_relative_to(home) for home in homes)]
    tables = [tomllib.loads(file.read_text("utf-8")) for file in own]
    rows = [
        row for table in tables for kind in table.values() if isinstance(kind, list) for row in kind
    ]
    return frozenset(row["id"] for row in (*tables, *rows) if isinstance(row, dict) and "id" in row)


def without_own(files: Iterable[Path], every: Catalogue) -> Catalogue:
    """Return the game's catalogue without the components of those files that are its own, so that
    they can be checked against the rest without clashing with themselves.
    """
    ids = _own_ids(files)

    def others(known: Mapping[str, T]) -> dict[str, T]:
        return {name: one for name, one in known.items() if name not in ids}

    return replace(
        every,
        chips=others(every.chips),
        tiles=others(every.tiles),
        delve_cards=others(every.delve_cards),
        encounters=others(every.encounters),
    )


def box_without_own(files: Iterable[Path], box: Box) -> Box:
    """Return what the skirmish is played with, likewise without the files' own components."""
    ids = _own_ids(files)

    def others(known: Mapping[str, T]) -> dict[str, T]:
        return {name: one for name, one in known.items() if name not in ids}

    return Box(
        warbands=others(box.warbands),
        types=others(box.types),
        melee=others(box.melee),
        ranged=others(box.ranged),
        armours=others(box.armours),
        spells=others(box.spells),
        boards=others(box.boards),
        rosters=others(box.rosters),
    )


def missing(recorded: str, here: Content) -> Sequence[str]:
    """Return the packs that a record was played with and that are not here, by name and hash."""
    have = packs_of(here.fingerprint)
    return [str(pack) for pack in packs_of(recorded) if pack not in have]


def atlas_without_own(files: Iterable[Path], every: Atlas) -> Atlas:
    """Return what campaigns print, likewise without the files' own provinces, guilds and quests."""
    ids = _own_ids(files)

    def others(known: Mapping[str, T]) -> dict[str, T]:
        return {name: one for name, one in known.items() if name not in ids}

    provinces = {
        name: msgspec.structs.replace(
            one, quests={guild: quest for guild, quest in one.quests.items() if quest.id not in ids}
        )
        for name, one in others(every.provinces).items()
    }
    side_quests, guilds = others(every.side_quests), others(every.guilds)
    return Atlas(provinces, others(every.cards), side_quests, guilds)
