"""`hexwarden verify FILE...`: checks that replays are what really happened."""

import argparse
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from protocol import replay_file
from protocol.plain_text import shown
from server.commands import campaign_file
from server.commands.campaign_file import CampaignFile, is_campaign
from server.commands.failure import FAILED, UNVERIFIED, USAGE, Failure
from server.commands.packs.loading import Content, add_option, given, missing

if TYPE_CHECKING:
    from server.battles import Setup
    from server.commands.checking import Verdict


def add(commands: Any) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "verify",
        help="check replays: every die, every commit",
        description="Runs the battle again and compares every commit; checks every die against "
        "the revealed seed, and the seed against its commitment. Exit code 3 if anything differs. "
        "Several files, or a directory of them, get a line each; exit code 1 if any fails.",
    )
    text = "a replay or campaign file, or a directory: every replay file that lies in it"
    parser.add_argument("files", type=Path, metavar="FILE", nargs="+", help=text)
    add_option(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Check the files, print the results, and return the exit code."""
    from server.commands.matches import matches
    from server.commands.sessions import sessions
    from server.commands.setups import setups

    named: list[Path] = args.files
    here = given(args)
    built = [*setups(here), *sessions(here), *matches(here)]
    if len(named) == 1 and is_campaign(named[0]):
        told = verified_campaign(named[0], campaign_file.read(named[0]), built)
        print(shown(f"{named[0]}: {told}"))
        return 0
    if len(named) == 1 and not named[0].is_dir():
        return _tell(named[0], _verified(named[0], built), here)
    return _each(_files(named), built, here)


def _files(named: Iterable[Path]) -> list[Path]:
    """Return each file once, those of a directory sorted by name. Raises Failure for a directory
    without any.
    """
    from server.store.replay_storage import SUFFIX

    found: list[Path] = []
    for path in named:
        files = sorted(path.glob(f"*{SUFFIX}")) if path.is_dir() else [path]
        if not files:
            raise Failure(f"{path}: there is no replay file (*{SUFFIX})", USAGE)
        found += files
    return list(dict.fromkeys(found))


def _each(files: list[Path], built: list["Setup"], here: Content) -> int:
    """Print a line for each file and the counts, and return the exit code."""
    from server.commands.linking import is_session

    failed, linked = 0, dict[Path, replay_file.ReplayFile]()
    for file in files:
        try:
            verdict = _verified(file, built)
        except Failure as failure:
            failed += 1
            print(shown(str(failure)), flush=True)
            continue
        opening, rules = verdict.opening, _rules(verdict, here)
        if opening.session or is_session(verdict.replay):
            linked[file] = verdict.replay
        battle = f"{opening.battle} ({opening.encounter}), {verdict.commits} commits"
        line = f"{file}: verified: {battle}, {verdict.dice} dice and draws, rules {rules}"
        print(shown(line), flush=True)
    failed += _linked(linked, built)
    print(f"{len(files) - failed} verified, {failed} not")
    return FAILED if failed else 0


def _linked(replays: dict[Path, replay_file.ReplayFile], built: list["Setup"]) -> int:
    """Print for each session whether the battles that are here belong to it. Return for how many
    sessions they do not.
    """
    from server.commands.checking import Wrong
    from server.commands.linking import check_before, check_links, is_session

    failed = 0
    battles = {replay.battle: replay for replay in replays.values()}
    for file, replay in replays.items():
        if not is_session(replay):
            continue
        try:
            links = check_links(replay, battles, built)
            goes_on = check_before(replay, battles, built)
        except Wrong as wrong:
            failed += 1
            print(shown(f"{file}: NOT VERIFIED: {wrong}"), flush=True)
        else:
            told = f"{links.here} of its {links.battles} battles are here, and are its own"
            told += "; it begins with what was carried on" if goes_on else ""
            print(shown(f"{file}: session: {told}"), flush=True)
    return failed


def _verified(file: Path, built: list["Setup"]) -> "Verdict":
    """Check one file, and return its verdict. Raises Failure."""
    from server.commands.checking import Wrong, check

    replay = read_file(file)
    try:
        return check(replay, built)
    except Wrong as wrong:
        raise Failure(f"{file}: NOT VERIFIED: {wrong}", UNVERIFIED) from wrong


def verified_campaign(file: Path, campaign: CampaignFile, built: list["Setup"]) -> str:
    """Check every journal of a campaign's file, and that they belong together. Return the result in
    words.

    Raises Failure.
    """
    from server.commands.checking import Wrong, check
    from server.commands.linking import check_before, check_links

    sessions = campaign.table.campaign.sessions if campaign.table.campaign is not None else ()
    replays: dict[str, replay_file.ReplayFile] = {
        one.battle: _journal(file, one.replay) for one in campaign.journals
    }
    dice = 0
    try:
        for one in campaign.journals:
            verdict = check(replays[one.battle], built, one.seed)
            if verdict.opening.battle != one.battle:
                raise Wrong(f"it says that it is {one.battle}")
            dice += verdict.dice
        for session in sessions:
            if session not in replays:
                raise Wrong(f"session {session} is missing")
            check_links(replays[session], replays, built)
            check_before(replays[session], replays, built)
    except Wrong as wrong:
        raise Failure(f"{file}: NOT VERIFIED: {wrong}", UNVERIFIED) from wrong
    count = len(campaign.journals) - len(sessions)
    return f"verified: {len(sessions)} sessions, {count} battles, {dice} dice and draws"


def _journal(file: Path, replay: bytes) -> replay_file.ReplayFile:
    try:
        return replay_file.read(replay)
    except replay_file.BadReplay as fault:
        raise Failure(f"{file}: {fault}") from fault


def _tell(file: Path, verdict: "Verdict", here: Content) -> int:
    """Print everything that the check of one file has found, and return the exit code."""
    print(f"{file}: verified")
    print(shown(f"  battle     {verdict.opening.battle} ({verdict.opening.encounter})"))
    print(f"  commits    {verdict.commits}, folded and compared")
    print(f"  chance     {verdict.dice} dice and draws, as the promised seed gives them")
    if verdict.rules:
        print("  rules      run again over the recorded answers: every commit is the same")
    elif packs := missing(verdict.opening.content, here):
        missed = shown(", ".join(packs))
        print(f"  rules      of content that is not here, not run again: {missed}")
    else:
        print("  rules      of another release: not run again; dice and states are checked")
    return 0


def _rules(verdict: "Verdict", here: Content) -> str:
    """Return in a few words whether the rules were run again, and if not, why."""
    if verdict.rules:
        return "run again"
    if packs := missing(verdict.opening.content, here):
        return f"not run again (of {', '.join(packs)})"
    return "not run again (of another release)"


def read_file(path: Path) -> replay_file.ReplayFile:
    """Return a replay file from disk. Raises Failure."""
    try:
        with path.open("rb") as file:
            data = file.read(replay_file.MOST_FILE + 1)  # one more: then it is too large
        return replay_file.read(data)
    except OSError as fault:
        raise Failure(f"{path}: {fault.strerror}") from fault
    except replay_file.BadReplay as fault:
        raise Failure(f"{path}: NOT VERIFIED: {fault}", UNVERIFIED) from fault
