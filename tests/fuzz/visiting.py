"""What strangers hold up at the door, tokens and invite codes; and links to a server."""

from functools import partial
from urllib.parse import quote

from structlog.testing import capture_logs

from clients.sdk import parse_link
from clients.sdk.links import SCHEMES
from protocol import codec
from protocol.ids import NO_SEAT, SeatId, TableId
from protocol.replies import Joined, Refused, Reply, Welcome
from protocol.requests import Hello, Join, Request
from server.players.visitor import Visitor
from server.tables import invites
from tests.fuzz.looping import run
from tests.fuzz.places import ANN, BOB, SECRET, TABLE, camp, process

WORTH_HIDING = 16


async def _answered(*requests: Request) -> Reply:
    """What a process answers to the last of some requests."""
    heard: list[Reply] = []
    async with process() as service:
        visitor = Visitor(
            codec.msgpack,
            lambda frame: heard.append(codec.msgpack.reply(frame)),
            lambda frame: heard.append(codec.msgpack.reply(frame)),
            lambda _: None,
        )
        for request in requests:
            await service.handle(visitor, request)
    ref = requests[-1].ref
    return next(each for each in heard if getattr(each, "ref", 0) == ref)


def _reply(shown: str, *requests: Request) -> Reply:
    """The same; what was shown at the door is in no log."""
    with capture_logs() as logs:
        found = run(_answered(*requests))
    assert len(shown) < WORTH_HIDING or shown not in str(logs)
    return found


def hello(data: bytes) -> None:
    """A token: one is Ann's, and all others are nobody's."""
    token = data.decode("utf-8", "ignore")
    found = _reply(token, Hello(1, token))
    if token == f"{ANN}.{SECRET}":
        assert isinstance(found, Welcome)
        assert (found.player, found.token) == (ANN, "")
    else:
        assert isinstance(found, Refused)
        assert found.code == "bad_token"


def join(data: bytes) -> None:
    """An invite code: it opens what it was made for, or nothing."""
    code = data.decode("utf-8", "ignore")
    found = _reply(code, Hello(1, None), Join(2, code))
    good = {invites.code_of(camp(), seat): seat for seat in (NO_SEAT, SeatId("1"))}
    if code in good:
        assert found == Joined(2, TableId(TABLE), tuple(filter(None, (good[code],))))
    else:
        assert isinstance(found, Refused)
        ended = code == invites.code_of(camp(), SeatId("2"))
        assert found.code == ("not_allowed" if ended else "unknown")


def link(data: bytes) -> None:
    """A link as people paste it: refused in a sentence, or one that leads where it says again."""
    try:
        found = parse_link(data.decode("utf-8", "ignore"))
    except ValueError:
        return
    assert found.url.split("://")[0] in SCHEMES.values()
    assert parse_link(found.url) == found._replace(code="")
    assert parse_link(f"example.org/join/{quote(found.code, safe='')}").code == found.code
    assert parse_link(f"example.org/#join={quote(found.code, safe='')}").code == found.code


def tokens() -> list[bytes]:
    """Ann's, and some that are like it."""
    parts = (
        (ANN, SECRET),
        (ANN, ""),
        (BOB, ""),
        ("", SECRET),
        (f"{ANN}\n", SECRET),
        ("p3", SECRET),
    )
    return [".".join(each).encode() for each in parts]


def codes() -> list[bytes]:
    """One for each seat, one for watching, and the table by itself."""
    code = partial(invites.code_of, camp())
    return [
        each.encode()
        for each in (code(SeatId("")), code(SeatId("1")), code(SeatId("2")), TABLE, f"{TABLE}.s.")
    ]


def links() -> list[bytes]:
    """Links in each scheme, and without one."""
    places = ("http://play.example.org", "wss://127.0.0.1:8787/at/home", "https://[::1]", "[::1]:9")
    rest = ("", "/", "/ws", "/join/t1.1.abcdef", "/join/t1.s.%20")
    return [f"{place}{end}".encode() for place in places for end in rest]
