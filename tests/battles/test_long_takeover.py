"""Taking up a battle with a long journal leaves the loop free: it is read and applied in slices."""

import asyncio
import random
from typing import Any

import pytest

from protocol.events import Event
from server.battles.battle_store import BattleStore
from server.battles.games import Built, Games, Setup
from server.battles.records import recovery
from server.rules.engine import replay
from server.rules.engine.patch import Op
from server.runtime import slicing
from server.service.game_service import GameService
from tests.battles.test_recovery import seen, wander
from tests.service.conftest import Party, World, gather
from tests.service.games import Camp, CampRules, camp

COMMITS = 400
ROUNDS = 3
"""Times that a journal is gone through, but for the events that are applied: its commits are
decoded, their events read, and what they made noted."""
MOST_EVENTS = 10
"""Events and questions of one commit of the camp."""


class Counting(CampRules):
    """The camp's rules, which count how many events are applied in each turn of the loop."""

    def __init__(self) -> None:
        self.turns = [0]

    def apply(self, state: Camp, event: Event) -> tuple[Op, ...]:
        """See CampRules."""
        self.turns[-1] += 1
        return super().apply(state, event)


async def turns_during(work: asyncio.Future[Any], rules: Counting) -> int:
    """How often another task has had its turn until the work is done."""
    while not work.done():
        await asyncio.sleep(0)
        rules.turns.append(0)
    return len(rules.turns)


async def long_battle(service: GameService) -> Party:
    """A battle of many commits that has been put down."""
    party = await gather(service, "camp", people=3, options={"left": "1000"})
    room, chance = party.room, random.Random(7)
    while room.record.shown.version < COMMITS:
        await wander(party, chance, 1)
    return party


@pytest.mark.parametrize("has_snapshot", [False, True])
async def test_a_long_journal_is_taken_up_between_the_turns_of_the_loop(
    world: World, has_snapshot: bool
) -> None:
    """Given a battle of many commits, with a snapshot and without, when another process takes it
    up, then other tasks have their turn after a few commits each time, and it stands as it did."""
    party = await long_battle(await world.service())
    expected = seen(party.room.record)
    await world.crash(party.service)
    journal = world.store._journals[party.battle]
    assert journal.snapshot is not None
    read = COMMITS - journal.snapshot[0] if has_snapshot else COMMITS
    if not has_snapshot:
        journal.snapshot = None
    rules = Counting()

    def build(seats: tuple[str, ...], difficulty: str, options: Any) -> Built:
        return camp(seats, difficulty, options)._replace(ruleset=rules)

    battles = BattleStore(world.store, Games([Setup("camp", build)]), "other", 5.0)
    taking = asyncio.ensure_future(battles.take_up(party.battle))
    turns = await turns_during(taking, rules)
    record, _ = taking.result()
    assert seen(record) == expected
    done = ROUNDS * (read // recovery.DONE_AT_ONCE) + read // replay.COMMITS_PER_PAUSE
    assert turns >= done // slicing.PAUSES
    assert max(rules.turns) <= MOST_EVENTS * slicing.PAUSES * replay.COMMITS_PER_PAUSE
