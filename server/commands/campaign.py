"""`hexwarden campaign`: carry a campaign from one server to another."""

import argparse
import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from protocol.plain_text import shown
from protocol.tables import TableState
from server import settings as declared
from server.commands.failure import USAGE, Failure
from server.commands.packs.loading import add_option, given
from server.commands.serve import load

if TYPE_CHECKING:
    from server.store import Store
    from server.store.replay_storage import ReplayStorage


def add(commands: Any) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "campaign",
        help="list campaigns, carry one to another server",
        description="Works on the store that --store or --data names; a private store while no "
        "server runs on it. The file of a campaign that goes on holds the seeds of its dice.",
    )
    acts = parser.add_subparsers(dest="act", required=True, metavar="ACT")
    lists = acts.add_parser("list", help="the campaigns of a store")
    out = acts.add_parser("export", help="write a campaign into a file; nothing changes here")
    out.add_argument("file", type=Path, metavar="FILE")
    out.add_argument("--table", default="", help="its table; needed where there are several")
    into = acts.add_parser(
        "import", help="check a campaign's file, and let a table of this store go on with it"
    )
    into.add_argument("file", type=Path, metavar="FILE")
    for each, run in ((lists, list_all), (out, export), (into, bring_in)):
        add_option(each)
        declared.add_arguments(each)
        each.set_defaults(run=run)


def list_all(args: argparse.Namespace) -> int:
    """Print a line for each campaign of a store, and return the exit code."""
    for table in asyncio.run(_listed(load(args))):
        print(shown(line(table)))
    return 0


def export(args: argparse.Namespace) -> int:
    """Write a campaign of a store into a file, and return the exit code. Raises Failure."""
    from server.commands import campaign_file

    if args.file.exists():
        raise Failure(f"{args.file}: the file is there already", USAGE)
    campaign = asyncio.run(_exported(load(args), args.table))
    count = campaign_file.write(args.file, campaign)
    told = f"{line(campaign.table)}: {len(campaign.journals)} journals, {count >> 10} KiB"
    print(shown(f"{args.file}: {told}"))
    return 0


def bring_in(args: argparse.Namespace) -> int:
    """Check every journal of a campaign's file, write the campaign into a store, and return the
    exit code. Raises Failure.
    """
    from server.commands import campaign_file
    from server.commands.sessions import sessions
    from server.commands.setups import setups
    from server.commands.verify import verified_campaign

    here = given(args)
    campaign = campaign_file.read(args.file)
    checked = verified_campaign(args.file, campaign, [*setups(here), *sessions(here)])
    codes = asyncio.run(_imported(load(args), campaign))
    print(shown(f"{args.file}: {checked}"))
    print(shown(f"{line(campaign.table)}: each seat has an invite; add it to the server's address"))
    for seat, code in codes:
        print(f"  seat {seat}      #join={code}")
    return 0


def line(table: TableState) -> str:
    """Return a line about a campaign: its table, its province and how far it is."""
    campaign = table.campaign
    assert campaign is not None
    where = f"{campaign.encounter}, session {campaign.part}, {campaign.phase}"
    return f"{table.table} ({table.name}): {where}"


@asynccontextmanager
async def _opened(
    settings: declared.Settings,
) -> AsyncIterator[tuple["Store", "ReplayStorage | None"]]:
    from server.store import Durability, StoreError, open_store
    from server.store.replay_storage import open_replay_storage

    data = Path(settings.data).expanduser()
    try:
        durability = Durability.parse(settings.durability)
        store = await open_store(settings.store or None, data_dir=data, durability=durability)
    except (StoreError, ValueError) as fault:
        raise Failure(str(fault)) from fault
    try:
        yield store, open_replay_storage(settings.replays or str(data / "replays"))
    except StoreError as fault:
        raise Failure(str(fault)) from fault
    finally:
        await store.close()


async def _listed(settings: declared.Settings) -> list[TableState]:
    from server.commands.campaign_moving import tables_with_campaigns

    async with _opened(settings) as (store, _):
        return await tables_with_campaigns(store)


async def _exported(settings: declared.Settings, table: str) -> Any:
    from server.battles import Unreadable
    from server.commands.campaign_moving import tables_with_campaigns, taken_out

    async with _opened(settings) as (store, storage):
        found = await tables_with_campaigns(store)
        meant = [one for one in found if table in ("", one.table)]
        if len(meant) != 1:
            told = "; ".join(map(line, found)) or "none"
            raise Failure(f"name the table whose campaign is meant (--table); there are: {told}")
        try:
            return await taken_out(store, storage, meant[0])
        except Unreadable as fault:
            raise Failure(str(fault)) from fault


async def _imported(settings: declared.Settings, campaign: Any) -> list[tuple[str, str]]:
    from server.commands.campaign_moving import put_in
    from server.runtime import WallClock
    from server.tables import invites

    async with _opened(settings) as (store, _):
        doc = await put_in(store, campaign, WallClock().unix_ms())
        return [(chair.seat, invites.code_of(doc, chair.seat)) for chair in doc.state.chairs]
