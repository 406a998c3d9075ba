"""Battles at tables where nobody is connected: they stand still, and go on when somebody comes."""

from typing import Any

import pytest
from structlog.testing import capture_logs

from protocol.ids import BattleId, SeatId
from protocol.option_keys import point_key
from protocol.questions import Picks, Place
from protocol.replies import Joined, author_of
from protocol.requests import Create, Join, PutBot, Start
from protocol.tables import Settings
from server.battles.autopilot import BotsView
from server.battles.drivers import Questions
from server.battles.games import Games
from server.battles.records.recorded_battle import commit_in
from server.commands.headless import Simulation
from server.commands.matches import matches
from server.net.telemetry import Metrics, StoreMetrics
from server.rules.engine.patch import plain
from server.runtime.observer import Observers
from server.service.game_service import GameService
from tests.cluster.test_takeover import host_of
from tests.commands.test_matches import small
from tests.service.clocks import breathe
from tests.service.conftest import Party, World, gather
from tests.service.people import Person

LONG = {"goal": "100000"}


async def length(world: World, battle: str) -> int:
    return len(await world.store.read(BattleId(battle)))


async def bots_alone(service: GameService) -> Party:
    """A battle of two bots, begun by a leader without a seat."""
    leader = Person(service)
    await leader.hello("Ann")
    settings = Settings("micro", party=2, public=True, options=LONG)
    joined = await leader.ask(Create, settings, "Camp")
    for seat in ("1", "2"):
        await leader.ask(PutBot, seat, "first")
    started = await leader.ask(Start)
    return Party(service, {"1": leader}, started.battle, joined.table)


async def stands_still(world: World, battle: str) -> int:
    """The length of a journal to which an hour adds nothing."""
    await breathe()
    before = await length(world, battle)
    await world.clock.advance(3600)
    assert await length(world, battle) == before
    return before


@pytest.mark.slow
async def test_a_battle_of_bots_waits_while_nobody_is_there(world: World) -> None:
    """Given bots at both seats, when the last connection goes, then nothing more is played; when a
    spectator comes, then the bots go on at once."""
    service = await world.service(bot_delay=0.5)
    party = await bots_alone(service)
    await world.clock.advance(5)
    assert await length(world, party.battle) > 5
    party["1"].leave()
    before = await stands_still(world, party.battle)
    spectator = Person(service)
    await spectator.hello("Eve")
    await spectator.join(table=party.table)
    await breathe()
    assert await length(world, party.battle) > before
    spectator.leave()
    await stands_still(world, party.battle)


async def test_where_a_host_wants_it_bots_play_on_alone(world: World) -> None:
    service = await world.service(bot_delay=0.5, bots_alone=True)
    party = await bots_alone(service)
    party["1"].leave()
    before = await length(world, party.battle)
    await world.clock.advance(10)
    assert await length(world, party.battle) >= before + 10


async def test_a_bot_whose_answer_the_rules_refuse_says_so_and_goes_on(world: World) -> None:
    """Given a bot that puts its second unit where its first one stands, which the question allows
    and the rules do not, then the refusal stands in the log and is counted, it is no defect, and
    play goes on."""
    metrics = Metrics()
    tried: list[Picks] = []

    def headstrong(
        _state: dict[str, Any], _seat: SeatId, questions: Questions
    ) -> tuple[int, Picks, str]:
        question = questions[0]
        if isinstance(question.shape, Place) and len(tried) < 2:
            tried.append((point_key(question.shape.low),))
            return question.id, tried[-1], ""
        return question.id, question.default, ""

    with capture_logs() as lines:
        service = await world.service(
            games=Games(matches(small())),
            bots={"first": headstrong},
            observers=Observers(StoreMetrics(metrics)),
        )
        leader = Person(service)
        await leader.hello("Ann")
        await leader.ask(Create, Settings("yard", party=2, absence=0), "Camp")
        for seat in ("1", "2"):
            await leader.ask(PutBot, seat, "first")
        started = await leader.ask(Start)
        await breathe()
    refused = [line for line in lines if line["event"] == "bot.refused"]
    assert [line["picks"] for line in refused] == tried[1:]
    assert metrics.value("bot_refusals_total") == 1
    assert refused[0]["text"] == "Somebody else stands there."
    assert not [line for line in lines if line["event"] == "rule.defect"]
    assert await length(world, started.battle) > 4


async def test_clocks_alone_drive_no_battle(world: World, service: GameService) -> None:
    """Given players with a turn clock and an absence clock who have all gone, then nothing is
    answered for them; who comes back finds that the time of whoever was asked is over, as before.
    """
    party = await gather(service, "camp", turn=30, absence=60, public=True)
    for person in party.people.values():
        person.leave()
    assert await stands_still(world, party.battle) == 1
    again = Person(service)
    await again.hello("", party["2"].token)
    await again.join(table=party.table)
    await breathe()
    _, second = (await world.store.read(party.battle))[1]
    assert author_of(commit_in(second)).how == "default"


@pytest.mark.parametrize("kind", ["member", "spectator"])
@pytest.mark.slow
async def test_somebody_at_another_process_counts_at_once(world: World, kind: str) -> None:
    """Given a battle of bots hosted by one process, when the only person there is at another one,
    then it goes on; when they go, or their process dies, then it waits."""
    host = await world.service(bot_delay=0.5, owner="host")
    other = await world.service(bot_delay=0.5, owner="other")
    party = await bots_alone(host)
    watcher = Person(other)
    await watcher.hello("Eve" if kind == "spectator" else "", _token_of(kind, party))
    await watcher.join(table=party.table)
    party["1"].leave()
    before = await length(world, party.battle)
    await world.clock.advance(5)
    assert await length(world, party.battle) >= before + 5
    watcher.leave()
    before = await stands_still(world, party.battle)
    assert isinstance(await watcher.ask(Join, "", party.table), Joined)
    await world.clock.advance(1)
    assert await length(world, party.battle) > before
    await world.crash(other)
    await stands_still(world, party.battle)


def _token_of(kind: str, party: Party) -> str | None:
    return party["1"].token if kind == "member" else None


async def test_a_battle_that_is_taken_over_waits_for_somebody_too(world: World) -> None:
    """Given a battle of bots whose process dies with the only person there, then the process that
    takes it up lets it stand until somebody comes."""
    first = await world.service(bot_delay=0.5)
    other = await world.service(bot_delay=0.5)
    party = await bots_alone(first)
    await world.clock.advance(3)
    await world.crash(first)
    assert await host_of(world, party) is other
    before = await stands_still(world, party.battle)
    spectator = Person(other)
    await spectator.hello("Eve")
    await spectator.join(table=party.table)
    await breathe()
    assert await length(world, party.battle) > before


async def test_somebody_at_a_third_process_counts_after_a_takeover(world: World) -> None:
    """Given a spectator at a process that does not host, when the host dies, then the bots go on
    wherever the battle is played next."""
    first = await world.service(bot_delay=0.5)
    other = await world.service(bot_delay=0.5)
    party = await bots_alone(first)
    spectator = Person(other)
    await spectator.hello("Eve")
    await spectator.join(table=party.table)
    await world.crash(first)
    await host_of(world, party)
    before = await length(world, party.battle)
    await world.clock.advance(5)
    assert await length(world, party.battle) >= before + 5


async def test_a_restart_alone_sets_no_bot_going(world: World) -> None:
    """Given a battle of bots, when its only process is started anew, then it waits."""
    party = await bots_alone(await world.service(bot_delay=0.5))
    await world.clock.advance(3)
    await world.crash(world.game_services[0])
    again = await world.service(bot_delay=0.5)
    await again.settled()
    assert party.battle in again.rooms
    await stands_still(world, party.battle)


@pytest.mark.parametrize("looks_every", [1, 3, BotsView.MOST, BotsView.MOST + 1])
def test_what_bots_see_is_the_state_however_seldom_they_look(looks_every: int) -> None:
    """Given a Jailbreak of bots, when the view looks at some of its versions, then each time it has
    what the state itself gives: folded from the commits since, or read anew."""
    battle, view = Simulation("jailbreak", 4, "adept", "random", 5), BotsView()
    view.note(battle.begin().commit)
    looked = 0
    while not battle.record.shown.over:
        view.note(battle.step().commit)
        shown = battle.record.shown
        if shown.version % looks_every == 0:
            looked += 1
            assert view.of(shown.version, shown.state) == plain(shown.state)
    assert looked > 1
