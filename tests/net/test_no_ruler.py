"""SK-19 at the wire: a match through real sockets, in which every byte that players are sent before
the measuring of an engage holds neither the length of the way nor how far the unit comes.
"""

import asyncio
import re
from collections.abc import Iterator
from typing import Any, NamedTuple, get_args

import msgspec
import pytest

from protocol import replies, requests
from protocol.events import Commit
from protocol.ids import SeatId, UnitId
from protocol.messages import JSON, MSGPACK
from protocol.option_keys import option_key, point_key, read_key
from protocol.questions import Picks, Plan, Question
from protocol.tables import Settings as TableSettings
from server.commands.bots import sensible
from server.commands.matches import matches
from server.process.app import Server, running
from server.rules.skirmish.kernel.inches import inches
from server.settings import Settings
from server.store.memory import MemoryStore
from tests.commands.test_matches import small
from tests.net.conftest import url_of
from tests.net.party import hang_up
from tests.net.player import Player

LEAST = 1_000
"""Mils: a shorter length might be any count or ordinal of a frame, so that it proves nothing."""
POINT = re.compile(r"-?\d+,-?\d+,-?\d+")
EVENTS = Commit.__struct_fields__.index("events") + 1
"""Where a commit's frame has its events; its tag comes first."""
UNTOLD = {Commit.__struct_fields__.index(name) + 1 for name in ("version", "number", "ms")}
"""Where it counts commits and milliseconds."""


FORESEEN: tuple[Any, ...] = get_args(requests.Preview.__annotations__["what"])
"""All that a player may ask to be foreseen."""
DECIMAL = re.compile(r"\d+\.\d+")
"""A length as players read it, in inches."""


class Listener(Player):
    """A player that keeps every frame as it came."""

    def __init__(self, url: str, wire: str) -> None:
        super().__init__(url, wire)
        self.frames: list[Any] = []

    def _heard(self, frame: bytes | str) -> None:
        read = msgspec.json if self.codec.text else msgspec.msgpack
        self.frames.append(read.decode(frame))


def numbers(data: object) -> set[int]:
    """Every number in plain data and in its texts. Points of the board are left out: where units
    stand and pieces lie, everybody may know."""
    match data:
        case bool() | None:
            return set()
        case int():
            return {data}
        case str():
            return {int(digits) for digits in re.findall(r"\d+", POINT.sub("", data))}
        case [int(), int(), int()]:
            return set()
        case list():
            return set().union(*map(numbers, data))
        case dict():
            return numbers([*data, *data.values()])
        case _:
            return set()


def texts(data: object) -> set[str]:
    """Every number with a point in the texts of plain data: lengths in inches are written so."""
    match data:
        case str():
            return set(DECIMAL.findall(data))
        case list():
            return set().union(*map(texts, data))
        case dict():
            return texts([*data, *data.values()])
        case _:
            return set()


def told(frame: Any) -> Any:
    """What a frame says, without its counts, and without the ways of a match's chances: one of
    those may be any number. That they hang on no length is
    shown where the rules are tested (test_silence.py).
    """
    if frame[0] == "previewed":
        return without_ways(frame)
    if frame[0] != "c":
        return frame
    return [part for place, part in enumerate(frame) if place not in UNTOLD]


def without_ways(frame: Any) -> Any:
    """A preview without the ways of its chances."""
    match frame[-1]:
        case ["combat", unit, fates, *rest]:
            return [*frame[:-1], unit, [fate[0] for fate in fates], rest]
        case ["sight", unit, enemies]:
            return [*frame[:-1], unit, [enemy[:2] for enemy in enemies]]
        case _:
            return frame


def without_events(frame: Any) -> Any:
    """A commit without what has happened: what it has measured is in the log by then."""
    return [*frame[:EVENTS], [], *frame[EVENTS + 1 :]]


class Measured(NamedTuple):
    """What an engage came to, and the frames since the one before it, or since the turn began."""

    length: int
    reach: int
    before: list[Any]


def engages(frames: list[Any]) -> Iterator[Measured]:
    """Each engage that was measured, as one player heard of it."""
    before: list[Any] = []
    for frame in frames:
        events = frame[EVENTS] if frame[0] == "c" else []
        found = {event[0]: event for event in events}
        if "sk.measured" in found:
            yield Measured(found["sk.measured"][2], found["sk.distance"][3], before)
        is_new = found.keys() & {"sk.distance", "sk.turn"}
        before = [without_events(frame)] if is_new else [*before, frame]


async def seated(server: Server) -> list[Listener]:
    """Two players at a table, who hear in either format, and begin."""
    players = [Listener(url_of(server), wire) for wire in (MSGPACK, JSON)]
    for player in players:
        await player.hello()
    wish = TableSettings("yard", party=2, absence=0)
    await players[0].ask(requests.Create(0, wish, "A table"), replies.Joined)
    for seat, player in zip("12", players, strict=True):
        invited = await players[0].ask(requests.Invite(0, SeatId(seat)), replies.Invited)
        await player.ask(requests.Join(0, invited.code), replies.Joined)
        await player.ask(requests.Ready(0, True, f"luck of {seat}"), replies.Done)
    await players[0].ask(requests.Start(0), replies.Started)
    return players


async def asks_for_a_ruler(player: Listener, question: Question) -> None:
    """Ask for all that can be foreseen of every unit and enemy, before it is declared."""
    assert isinstance(question.shape, Plan)
    units, targets = (slot.options for slot in question.shape.slots[:2])
    for unit in units:
        for target in targets:
            name = UnitId(read_key(unit.key).name)
            for what in FORESEEN:
                picks = (target.key, option_key("path", "1"))
                await player.ask(requests.Preview(0, what, name, picks), object)
        for what in FORESEEN:
            at = point_key(player.state["units"][name]["at"])
            await player.ask(requests.Preview(0, what, name, (at,)), object)


async def plays(player: Listener, seat: SeatId) -> None:
    """Play to the end as the bot does that plays to win."""
    bot = sensible(small())
    while not player.over:
        await player.wait(lambda: player.over or player.mine(seat))
        if question := player.mine(seat):
            if question.why == "match.engage":
                await asks_for_a_ruler(player, question)
            _, picks, _ = bot.choose(player.state, seat, (question,))
            if await is_refused(player, seat, question, picks):
                # A point that only the rules could judge.
                assert not await is_refused(player, seat, question, question.default)


async def is_refused(player: Listener, seat: SeatId, question: Question, picks: Picks) -> bool:
    """Answer a question, and wait for what comes of it."""
    number = player.numbers.get(seat, 0) + 1
    ref = await player.say(requests.Intent(0, number, question.id, picks, seat))
    await player.wait(lambda: player.numbers.get(seat, 0) >= number or player.reply_to(ref))
    return player.numbers.get(seat, 0) < number


UNHURRIED: dict[str, Any] = {
    f"{who}_{what}": 1_000_000
    for who in ("message", "player", "address", "table")
    for what in ("rate", "burst")
}
"""Limits that nobody reaches."""


@pytest.mark.rule("SK-19")
async def test_no_byte_of_the_wire_tells_a_length_before_it_is_measured() -> None:
    """Given a match over sockets in which players ask for all that is foreseen before they declare,
    when engages are measured, then what each of them was sent since the engage before, or since the
    turn began, holds neither L nor D."""
    # On a quick machine so many previews are more than a player may ask for in that time.
    wish = Settings(port=0, close_timeout=1.0, **UNHURRIED)
    async with running(wish, MemoryStore(), setups=matches(small()), bots={}) as server:
        players = await seated(server)
        await asyncio.gather(*(plays(one, SeatId(s)) for one, s in zip(players, "12", strict=True)))
        await hang_up(players)
    for player in players:
        found = [one for one in engages(player.frames) if one.length >= LEAST]
        assert found, "nobody engaged anybody"
        for one in found:
            seen = set().union(*(numbers(told(frame)) for frame in one.before))
            assert not {one.length, one.reach} & seen
            read = set().union(*(texts(told(frame)) for frame in one.before))
            assert inches(one.length) not in read
