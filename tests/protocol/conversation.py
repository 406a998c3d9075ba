"""The conversation in PROTOCOL.md: played against the real rooms, with secrets counted up."""

import hashlib
import hmac
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from unittest.mock import patch

import msgspec

from protocol import codec
from protocol.questions import Question
from protocol.replies import Closing, Commit, Opening
from protocol.requests import (
    Chat,
    Claim,
    Create,
    Intent,
    Invite,
    ListEncounters,
    PutBot,
    Ready,
    Request,
    Start,
    Undo,
    Watch,
)
from protocol.tables import Settings
from server.battles.room import Resources
from server.net.admission import told_limits
from server.players import Limits
from server.service.game_service import GameService
from server.settings import Settings as Usual
from server.store.memory import MemoryStore
from tests.service.clocks import ManualClock, breathe
from tests.service.games import GAMES, first_option
from tests.service.people import Person


class Talker(Person):
    """A person whose frames are written down."""

    def __init__(self, service: GameService) -> None:
        super().__init__(service, codec.json)
        self.lines: list[str] = []
        self.is_cut = False

    def note(self, text: str) -> None:
        self.lines.append(f"# {text}")

    def _hear(self, frame: bytes) -> None:
        if self.is_cut:
            return
        self.lines.append(f"< {frame.decode()}")
        super()._hear(frame)

    def say(self, kind: type[Request], *args: object, **fields: object) -> int:  # type: ignore[override]
        request = kind(self.ref + 1, *args, **fields)  # type: ignore[arg-type]
        self.lines.append(f"> {codec.json.encode(request).decode()}")
        return super().say(kind, *args, **fields)


class CountedSecrets:
    """Stands in for the module `secrets`."""

    def __init__(self) -> None:
        self._count = count(1)

    def token_bytes(self, size: int) -> bytes:
        return next(self._count).to_bytes(size, "big")

    def token_hex(self, size: int) -> str:
        return self.token_bytes(size).hex()

    def token_urlsafe(self, size: int) -> str:
        return f"secret-{next(self._count)}"


@contextmanager
def counted() -> Iterator[None]:
    """Let the server's secrets be counted up meanwhile."""
    secrets = CountedSecrets()
    modules = (
        "players.identity",
        "tables.seats",
        "service.handlers.tables",
        "service.composition",
        "service.game_service",
        "battles.battle_in_play",
    )
    patches = [patch(f"server.{module}.secrets", secrets) for module in modules]
    for each in patches:
        each.start()
    try:
        yield
    finally:
        for each in patches:
            each.stop()


async def recorded() -> str:
    """Play the conversation; gives it as text, the dice check of its first roll at the end."""
    with counted():
        return await _talk()


async def _talk() -> str:
    clock = ManualClock()
    resources = Resources(MemoryStore(clock.now), clock, {"first": first_option})
    service = GameService(
        resources, GAMES, server="hexwarden 0.1.0", limits=Limits(told=told_limits(Usual()))
    )
    await service.open()
    ann = Talker(service)
    await _prepare(ann)
    await _play(ann, clock)
    back = Talker(service)
    await _come_back(ann, back, clock)
    await service.close()
    return "\n".join(["```text", *ann.lines, *back.lines, "```", "", *_dice(ann, back)])


async def _prepare(ann: Talker) -> None:
    ann.note("Somebody new says hello, opens a table, sits down and puts a bot in the other seat.")
    await ann.hello("Ann")
    await ann.ask(ListEncounters)
    # Nobody gets farther than 30 before the connection breaks below, whatever the dice of those
    # who play this against a server of their own: a battle that is over then is told otherwise.
    settings = Settings("micro", party=2, absence=0, options={"goal": "36", "cargo": "1"})
    await ann.ask(Create, settings, "Ann's race")
    await ann.ask(Claim, "1")
    await ann.ask(PutBot, "2", "first")
    ann.note("The invite code for spectators; a link to the table ends in /#join= and the code.")
    await ann.ask(Invite)
    await ann.ask(Chat, "Good luck, bot!")
    await ann.ask(Ready, True, "four-leaf clover")
    ann.note("The battle begins; everybody at the table is shown a snapshot.")
    await ann.ask(Start)
    await ann.reaches(1)


async def _play(ann: Talker, clock: ManualClock) -> None:
    ann.note("Not a legal answer: refused, and nothing has changed.")
    asked: Question = ann.asked("1")
    await ann.answer("1", "fly", number=1)
    await clock.advance(4.2)
    ann.note("Her first move makes commit 2; the bot's answer makes commit 3.")
    await ann.answer("1", "steady", number=1)
    await ann.reaches(3)
    await breathe()
    ann.note("The same intent once more, as after a lost connection: it was counted already.")
    await ann.ask(Intent, 1, asked.id, ("steady",))
    ann.note("Going back behind the dice takes everybody's consent; bots agree.")
    ann.say(Undo, 2, 2)
    await ann.reaches(4)
    await breathe()
    ann.note("Version 5 is the bot's move, told once more: the same question, new dice.")
    await ann.reaches(5)
    await clock.advance(3.1)
    ann.note("She plays on, then her connection breaks while an intent is on its way.")
    await ann.answer("1", "bold", number=3)
    await ann.reaches(7)
    await breathe()
    ann.say(Intent, 4, ann.asked("1").id, ("bold",))
    ann.is_cut = True
    await ann._sent
    ann.leave()


async def _come_back(ann: Talker, back: Talker, clock: ManualClock) -> None:
    await breathe()
    back.note("On a new connection she says who she is, and asks for what she has missed.")
    back.battle, back.version = ann.battle, ann.version
    back.state, back.questions, back.numbers = ann.state, ann.questions, ann.numbers
    welcome = await back.hello("", ann.token)
    await back.join(table=welcome.table)
    await back.ask(Watch, ann.battle, ann.version)
    await breathe()
    back.note("Her last intent, sent again to be sure.")
    await back.ask(Intent, 4, ann.questions[0].id, ("bold",))
    back.note("And on, until somebody has won. The last commit reveals the seed.")
    while back.questions:
        await clock.advance(2.0)
        await back.answer("1", "bold")
        await breathe()


def _dice(ann: Talker, back: Talker) -> list[str]:
    """Check the first roll by hand, as section 6 says."""
    opening = ann.opening
    assert isinstance(opening, Opening)
    closing = back.all(Commit)[-1].pinned
    assert isinstance(closing, Closing)
    seed = bytes.fromhex(closing.seed)
    assert hashlib.sha256(seed).hexdigest() == opening.commitment
    text = "\n".join(opening.contributions).encode()
    key = hmac.digest(seed, text, "sha256")
    digest = hmac.digest(key, b"0:0:0", "sha256")
    number = int.from_bytes(digest[:4], "big")
    roll = next(event for event in ann.all(Commit)[0].events if event[0] == "roll")
    assert (roll[1], roll[5][0]) == (0, number % 6)
    return [
        "The first roll, checked:",
        "",
        f"- SHA-256 of the seed `{closing.seed}` is `{opening.commitment}`, as the table had said.",
        f"- Contributions {list(opening.contributions)!r}, joined: {text.decode()!r}.",
        f"- Key: `{key.hex()}`.",
        f"- HMAC of `0:0:0` begins with `{digest[:4].hex()}`, that is {number}, modulo 6:"
        f" {number % 6}. The commit says `{msgspec.json.encode(roll).decode()}`.",
    ]
