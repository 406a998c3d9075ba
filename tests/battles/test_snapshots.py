"""Snapshots: recovery reads one and the journal's tail, and nothing is different for it."""

import random
from typing import Any

import pytest

from protocol.ids import BattleId, SeatId
from server.battles.records.record import BattleRecord
from server.battles.records.recovery import Unreadable, entries_of, go_on, recover
from server.battles.records.snapshots import EVERY, Saved, decode_snapshot
from server.rules.engine import limits
from server.runtime.refusal import Refusal
from server.service.game_service import GameService
from tests.battles.test_recovery import RULES, come_back, seen, wander
from tests.service.clocks import breathe
from tests.service.conftest import Party, World, gather

BEHIND = limits.UNDO_VERSIONS


def may_go_back(record: BattleRecord) -> dict[int, dict[str, bool]]:
    """Every version that the battle can go back to, and which seat may do so alone."""
    found: dict[int, dict[str, bool]] = {}
    for version in range(record.shown.version + 1):
        try:
            found[version] = {
                seat: record.is_free(version, SeatId(seat)) for seat in ("1", "2", "3")
            }
        except Refusal:
            continue
    return found


async def kept(world: World, battle: str, after: int = 0) -> Saved | None:
    """The battle's snapshot once it is newer than `after`, when what is under way has been done."""
    await breathe()
    found = await world.store.snapshot(BattleId(battle))
    saved = decode_snapshot(found[1]) if found else None
    return saved if saved and saved.version > after else None


@pytest.mark.parametrize("game", ["micro", "camp", "council"])
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.slow
async def test_from_a_snapshot_and_the_tail_comes_the_same_battle(
    world: World, service: GameService, game: str, seed: int
) -> None:
    """Given a long random battle with undos, when rebuilt from each snapshot at every later
    version, then state, questions, numbers and what can be undone are as from the whole journal."""
    options = {"goal": "100000"} if game == "micro" else {"left": "2000"}
    party = await gather(service, game, people=3, options=options)
    chance, saves = random.Random(seed), [await kept(world, party.battle)]
    while len(saves) < 4 and not party.room.record.shown.over:
        await wander(party, chance, 1)
        found = await kept(world, party.battle, saves[-1].version if saves[-1] else 0)
        saves += [found] if found else []
    frames = [entry for _, entry in await world.store.read(party.battle)]
    secret = (await world.store.meta(party.battle))["seed"]
    assert len(saves) == 4, "three snapshots were written in the course of the battle"
    for saved in saves[1:]:
        assert saved is not None
        first = saved.version + BEHIND - 1
        for version in range(first, min(len(frames), first + 40) + 1):
            whole = recover(RULES[game], secret, entries_of(frames[:version]))
            quick = go_on(RULES[game], secret, saved, frames[saved.version : version])
            assert seen(quick)[:3] == seen(whole)[:3], f"{saved.version} to {version}"
            assert quick.numbers == whole.numbers
            assert may_go_back(quick) == may_go_back(whole)


async def long_party(service: GameService, world: World) -> Party:
    """A battle that is long enough to have a snapshot."""
    party = await gather(service, "micro", people=3, options={"goal": "100000"})
    while await kept(world, party.battle) is None:
        seat, person = party.turn
        await person.answer(seat, "steady")
        for each in party.people.values():
            await each.reaches(person.version)
    return party


def only_the_tail(world: World, battle: str, saved: Saved) -> None:
    """Make the journal up to the snapshot unreadable."""
    entries = world.store._journals[battle].entries
    entries[: saved.version] = [b"\xc1"] * saved.version


async def restarted(world: World, party: Party) -> Party:
    """The process dies, another one takes the battle up, everybody comes back."""
    tokens = {seat: person.token for seat, person in party.people.items()}
    await world.crash(party.service)
    return await come_back(world, party, tokens)


async def test_a_restart_reads_nothing_before_the_snapshot(world: World) -> None:
    """Given a journal that cannot be read up to its snapshot, then the battle goes on all the
    same, and an intent that was acknowledged before the crash still counts once."""
    party = await long_party(await world.service(), world)
    saved = await kept(world, party.battle)
    assert saved is not None
    seat, person = party.turn
    question, number = person.asked(seat).id, person.number(seat)
    await person.answer(seat, "steady", question=question, number=number)
    expected = seen(party.room.record)[:2]
    only_the_tail(world, party.battle, saved)
    again = await restarted(world, party)
    assert seen(again.room.record)[:2] == expected
    version = again.room.record.shown.version
    taken: Any = await again[seat].answer(seat, "steady", question=question, number=number)
    assert taken.version == version


@pytest.mark.parametrize("data", [b"", b"\xc1 no snapshot", b"\x99\x09" + b"\x00" * 8])
async def test_a_snapshot_that_cannot_be_read_is_passed_over(world: World, data: bytes) -> None:
    """Given a snapshot of another release, or a broken one, then the whole journal serves."""
    party = await long_party(await world.service(), world)
    expected = seen(party.room.record)[:2]
    world.store._journals[party.battle].snapshot = (EVERY, data)
    again = await restarted(world, party)
    assert seen(again.room.record)[:2] == expected


async def test_a_snapshot_whose_state_these_rules_do_not_know_is_refused(
    world: World, service: GameService
) -> None:
    party = await long_party(service, world)
    saved = await kept(world, party.battle)
    assert saved is not None
    frames = [entry for _, entry in await world.store.read(party.battle)]
    with pytest.raises(Unreadable, match="does not serve"):
        go_on(RULES["camp"], b"seed", saved, frames[saved.version :])


async def test_a_store_that_takes_no_snapshot_does_not_stop_the_battle(
    world: World, service: GameService, monkeypatch: pytest.MonkeyPatch
) -> None:
    from server.store import StoreFull

    tried: list[int] = []

    async def full(lease: object, version: int, data: bytes) -> None:
        tried.append(version)
        raise StoreFull("no space")

    monkeypatch.setattr(world.store, "put_snapshot", full)
    party = await gather(service, "micro", people=1, options={"goal": "100000"})
    for _ in range(2 * EVERY):
        await party["1"].answer("1", "steady")
    assert tried == [EVERY - BEHIND + 1, 2 * EVERY - BEHIND + 1]
    assert party["1"].version == 2 * EVERY + 1
