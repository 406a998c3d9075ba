"""A campaign as one file: its table, its sessions and all their battles, each as a replay file.

The journal of a session or battle that is not over includes its secret seed, as nobody could play
on from it otherwise. Whoever has the file of a campaign that goes on can compute its future dice;
so only whoever has the store can make one.
"""

from pathlib import Path

import msgspec
from msgspec import Struct

from protocol.ids import BattleId
from protocol.tables import TableState
from server.commands.failure import Failure
from server.tables import Progress

FORMAT = 1  # of what a file holds; raised where an older release could not read it
MAGIC = b"hexwarden campaign\n"
SUFFIX = ".hwc"
MOST_FILE = 256 * 1024 * 1024
"""Bytes: three sessions with thirty battles each take some ten MiB."""


class PackedJournal(Struct, frozen=True, array_like=True):
    """A session's or battle's journal as a replay file, with its secret `seed` while it is not
    over.
    """

    battle: BattleId
    replay: bytes
    seed: bytes = b""


class CampaignFile(Struct, frozen=True, array_like=True):
    """The contents of a campaign's file: its table without the people, its progress, and all
    journals, each session's before those of its battles.
    """

    format: int
    table: TableState
    progress: Progress
    journals: tuple[PackedJournal, ...]


def write(path: Path, campaign: CampaignFile) -> int:
    """Write the campaign to a new file, wholly or not at all, and return the number of bytes.
    Raises Failure if the file exists or cannot be written.
    """
    data = MAGIC + msgspec.msgpack.encode(campaign)
    try:
        with path.open("xb") as file:
            file.write(data)
    except OSError as fault:
        raise Failure(f"{path}: {fault.strerror}") from fault
    path.chmod(0o600)  # it may hold seeds
    return len(data)


def is_campaign(path: Path) -> bool:
    """Return whether a file's first bytes say that it holds a campaign. Its contents are not
    checked.
    """
    try:
        with path.open("rb") as file:
            return file.read(len(MAGIC)) == MAGIC
    except OSError:
        return False


def read(path: Path) -> CampaignFile:
    """Return the campaign that a file's bytes hold. Raises Failure if they are not a campaign's
    file.
    """
    try:
        with path.open("rb") as file:
            data = file.read(MOST_FILE + 1)
    except OSError as fault:
        raise Failure(f"{path}: {fault.strerror}") from fault
    if len(data) > MOST_FILE:
        raise Failure(f"{path}: the file is larger than {MOST_FILE >> 20} MiB")
    if not data.startswith(MAGIC):
        raise Failure(f"{path}: this is no campaign's file")
    try:
        campaign = msgspec.msgpack.decode(data[len(MAGIC) :], type=CampaignFile)
    except msgspec.MsgspecError as fault:
        raise Failure(f"{path}: the file is damaged ({fault})") from fault
    if campaign.format != FORMAT:
        raise Failure(f"{path}: format {campaign.format}; this release reads format {FORMAT}")
    return campaign
