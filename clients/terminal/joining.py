"""The way to a table: from a link to a seat or a spectator's place, and what may go wrong."""

from collections.abc import Callable
from functools import partial

from clients.core import Faces
from clients.sdk import Client, HexwardenError, Refusal, Tokens, connect
from clients.terminal.lines import Lines
from clients.terminal.playing import Seat
from clients.terminal.screen import Screen

OK, FAILED = 0, 1  # exit codes, as a shell reads them


async def play(
    link: str,
    name: str = "",
    *,
    screen: Screen | None = None,
    lines: Lines | None = None,
    proof: Callable[[], str] = str,
    faces: Faces | None = None,
) -> int:
    """Take the seat that an invite link leads to and play there; gives an exit code.

    The identity is kept in the user's state folder, one for each link, so that the same link leads
    back to the same seat. Piped input plays one battle and ends with it. `proof`: see `connect`.
    `faces` of the dice let the end tell whose dice fell well.
    """
    client = partial(connect, link, name, tokens=Tokens(), proof=proof)
    return await _visit(client, screen, lines, faces, is_player=True)


async def watch(
    link: str,
    name: str = "",
    *,
    screen: Screen | None = None,
    lines: Lines | None = None,
    proof: Callable[[], str] = str,
    faces: Faces | None = None,
) -> int:
    """Watch the table that a link leads to; gives an exit code. Spectators are somebody new."""
    client = partial(connect, link, name, proof=proof)
    return await _visit(client, screen, lines, faces, is_player=False)


async def _visit(
    connected: Callable[[], Client],
    screen: Screen | None,
    lines: Lines | None,
    faces: Faces | None,
    *,
    is_player: bool,
) -> int:
    screen, lines = screen or Screen(), lines or Lines()
    try:
        async with connected() as client:
            await _sit_down(client, screen, is_player)
            await Seat(client, screen, lines, is_player=is_player, faces=faces).run()
            return OK
    except Refusal as no:
        screen.show(f"Refused: {no.text}")
    except (HexwardenError, ValueError) as fault:
        screen.show(str(fault))
    return FAILED


async def _sit_down(client: Client, screen: Screen, is_player: bool) -> None:
    if client.link.code:
        await client.join()
    else:
        await client.join(table=client.session.last_table)
    if client.seats and not is_player:
        seats = " and ".join(client.seats)
        screen.show(f"This link is for seat {seats}; play it with `hexwarden join`.")
    elif is_player and not client.seats:
        screen.show("You hold no seat here yet.")
    screen.show("Type ? or /help for help, /quit to leave.")
