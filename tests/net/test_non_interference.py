"""Another secret seed changes no byte that anybody is sent, except the dice that have fallen.

And the commitment, of course: it is the seed's SHA-256, and nothing can be learnt from it. The last
commit reveals the seed. The checker knows what each of the three must be, so that nothing else
passes in their place; and it is tried on leaks that were planted for it.
"""

from collections.abc import Callable
from typing import Any
from unittest.mock import patch

import pytest
from msgspec.structs import replace

from protocol.events import BeatBegan
from protocol.ids import SeatId
from protocol.questions import One, Option, Question
from server.battles.records.record import BattleRecord
from server.commands.bots import bots
from server.commands.setups import setups
from server.rules.engine.dice import commitment
from server.rules.engine.game import Game
from server.rules.micro.ruleset import MicroRules, MicroState, Moved, start
from server.tables import seats
from server.tables.table import Table
from tests.net.two_secrets import (
    Heard,
    built_by,
    differences,
    play,
    play_to_the_first_roll,
    unlike,
)

TURNS = 10
WAYS = One((Option("steady", "One die"), Option("bold", "Two dice")))


class BlindRules(MicroRules):
    """The micro-game for one field a turn, whatever the dice show: no face leads to anything."""

    fingerprint = "blind-1"

    def play(self, game: Game[MicroState], beat: BeatBegan) -> None:
        pick = game.pick(Question((SeatId(beat.who),), "turn.move", "How do you move?", WAYS))
        game.roll(1 if pick == "steady" else 2, what="move", who=beat.who)
        game.emit(Moved(SeatId(beat.who), 1))


class TellingRules(BlindRules):
    """They look at the dice before they ask."""

    def play(self, game: Game[MicroState], beat: BeatBegan) -> None:
        (face,) = game.roll(1, what="move", who=beat.who)
        text = f"How do you move{'?' * (1 + face % 2)}"
        game.pick(Question((SeatId(beat.who),), "turn.move", text, WAYS))
        game.emit(Moved(SeatId(beat.who), 1))


class WeighingRules(BlindRules):
    """Their events differ by what the dice show, though nobody can see why."""

    def play(self, game: Game[MicroState], beat: BeatBegan) -> None:
        game.pick(Question((SeatId(beat.who),), "turn.move", "How do you move?", WAYS))
        (face,) = game.roll(1, what="move", who=beat.who)
        game.emit(Moved(SeatId(beat.who), 1 + (face == 5)))


def state(who: tuple[str, ...]) -> MicroState:
    return start(who, TURNS // 2, 3)


BLIND = built_by(BlindRules(), state)


async def test_the_script_gives_the_same_bytes_for_the_same_secret() -> None:
    """So what differs below differs by the secret, and not by time or by chance."""
    one, other = await play("alike", BLIND), await play("alike", BLIND)
    assert one.frames == other.frames


async def test_another_secret_changes_nothing_but_the_dice_in_a_whole_battle() -> None:
    """Given two secrets and the same players, then every frame to everybody is the same, of the
    same length, from hello to the last commit and beyond, but for dice, commitment and the end."""
    one, other = await play("one", BLIND), await play("another", BLIND)
    assert differences(one, other) == []
    assert one.seeds != other.seeds
    assert set(one.frames) == {"Ann", "Bob", "Cleo", "Dora", "replay file"}
    told = str([one.told(client) for client in sorted(one.frames)])
    for seen in ("'DICE'", "'SEED'", "'COMMITMENT 0'", "'COMMITMENT 1'", "'no'", "'snapshot'"):
        assert seen in told
    assert one.frames != other.frames, "the dice are others"


async def test_before_the_last_commit_the_seed_stands_in_no_frame() -> None:
    heard = await play("one", BLIND)
    for client, frames in heard.frames.items():
        shown = [heard.revealed.hex().encode() in frame for frame in frames]
        assert heard.revealed not in b"".join(frames)
        if client in ("Ann", "Bob", "Cleo"):
            first = shown.index(True)
            assert b"close" in frames[first]
        for later in heard.seeds[1:]:
            assert later.hex().encode() not in b"".join(frames)


async def test_in_the_game_itself_nothing_differs_before_the_first_roll() -> None:
    """Given the Jailbreak, played by bots, then set-up and creation are the same for any secret."""
    runs = [
        await play_to_the_first_roll(secret, "jailbreak", setups(), bots())
        for secret in ("one", "another")
    ]
    before = [run.until_chance("Ann") for run in runs]
    assert unlike("Ann", *before) == []
    assert sum(plain[0] == "c" for plain, _ in before[0]) >= 3
    assert len(before[0]) < len(runs[0].told("Ann")), "chance has spoken"


def in_the_tables_name(plain: Callable[..., Any]) -> Callable[..., Any]:
    """One bit of the next seed: a space behind the name."""

    def told(table: Table, *args: Any) -> Any:
        shown = plain(table, *args)
        odd = int(table.doc.seed[:2], 16) % 2
        return replace(shown, name=shown.name + " " * odd)

    return told


def in_the_order_of_a_map(plain: Callable[..., Any]) -> Callable[..., Any]:
    """One bit of the battle's seed: which seat's number comes first."""

    def told(record: BattleRecord) -> Any:
        shown = plain(record)
        seats = sorted(shown.numbers, reverse=bool(record._seed[3] % 2))
        return replace(shown, numbers={seat: shown.numbers[seat] for seat in seats})

    return told


def hashed(seed: bytes) -> str:
    """A commitment to one byte of the seed, which whoever can count to 256 can open."""
    return commitment(seed[:1])


LEAKS: dict[str, Callable[[], Any]] = {
    "the table's name": lambda: patch.object(Table, "state", in_the_tables_name(Table.state)),
    "the order of a map's keys": lambda: patch.object(
        BattleRecord, "picture", in_the_order_of_a_map(BattleRecord.picture)
    ),
    "the seed itself": lambda: patch.object(seats, "commitment", bytes.hex),
    "a commitment to one byte": lambda: patch.object(seats, "commitment", hashed),
}


async def leaking(leak: Callable[[], Any]) -> list[str]:
    """What the checker says of a server with a leak, over a few pairs of secrets."""
    found: list[str] = []
    for pair in range(4):
        with leak():
            found += differences(await play(f"a{pair}", BLIND), await play(f"b{pair}", BLIND))
        if found:
            break
    return found


@pytest.mark.parametrize("name", LEAKS)
async def test_a_leak_that_was_planted_in_the_server_is_found(name: str) -> None:
    assert await leaking(LEAKS[name])


@pytest.mark.parametrize("rules", [TellingRules, WeighingRules])
async def test_rules_that_tell_of_dice_too_early_or_elsewhere_are_found(
    rules: type[BlindRules],
) -> None:
    setup = built_by(rules(), state)
    found: list[str] = []
    for pair in range(4):
        one: Heard = await play(f"a{pair}", setup)
        found += differences(one, await play(f"b{pair}", setup))
        if found:
            break
    assert found
