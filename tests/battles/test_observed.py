"""What observers hear of a battle, and that none of them can end it."""

import pytest

from protocol.replies import Commit
from server.runtime.observer import Observers
from server.store import Lease, StoreUnavailable
from tests.runtime.watching import PARTS, Watching
from tests.service.conftest import World, gather

COMMIT = ["append_begun", "append_ended", "recorded", "fan_out_begun", "fan_out_ended"]
ANSWER = ["intent_queued", "rules_begun", "rules_ended", *COMMIT]


async def test_an_answer_is_heard_part_by_part(world: World) -> None:
    """Given a battle, when a player answers, then observers hear queue, rules, append and fan-out
    in this order, and of a refused answer queue and rules only."""
    watching = Watching()
    party = await gather(await world.service(observers=Observers(watching)))
    assert watching.heard == ["recorded"]  # the first commit
    seat, person = party.turn
    watching.heard.clear()
    await person.answer(seat, "nonsense")
    assert watching.heard == ["intent_queued", "rules_begun", "rules_ended"]
    watching.heard.clear()
    await person.answer(seat, "steady")
    assert watching.heard == ANSWER


@pytest.mark.parametrize("part", PARTS)
async def test_a_battle_goes_on_whatever_observer_raises_where(world: World, part: str) -> None:
    """Given an observer that raises at some part, when players answer, then each answer is
    committed and shown."""
    watching = Watching(raises=part)
    party = await gather(await world.service(observers=Observers(watching)))
    for version in (2, 3, 4):
        seat, person = party.turn
        made = await person.answer(seat, "steady")
        assert isinstance(made, Commit)
        assert made.version == version
        for other in party.people.values():
            await other.reaches(version)
    assert watching.heard.count(part) == (part in ["recorded", *ANSWER])


async def test_an_entry_of_unknown_fate_is_recorded_once(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given a store that takes an entry but whose answer is lost, when the journal finds it there,
    then observers hear of a failed append and of one entry more."""
    watching = Watching()
    party = await gather(await world.service(observers=Observers(watching)))
    seat, person = party.turn
    real = world.store.append

    async def append(lease: Lease, version: int, entry: bytes) -> None:
        await real(lease, version, entry)
        raise StoreUnavailable("the answer is lost")

    watching.heard.clear()
    monkeypatch.setattr(world.store, "append", append)
    await person.answer(seat, "steady")
    assert watching.heard == ANSWER
