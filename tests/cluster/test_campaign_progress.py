"""How far a campaign is, as its players are told in the lobby, wherever its journals are."""

from protocol.ids import TableId
from protocol.requests import ListBattles, Release
from protocol.tables import OwnCampaign
from server.cluster import CampaignProgress
from server.service.game_service import GameService
from server.tables import Progress, keep_progress, progress_of
from tests.cluster.sessions import calls, fight, go, led_to
from tests.service.conftest import Party, World, gather
from tests.service.people import Person


def noting(world: World, service: GameService) -> CampaignProgress:
    """What notes how far campaigns are."""
    progress = service.campaign_progress
    progress.begin()
    return progress


async def own(person: Person) -> OwnCampaign:
    """The player's only campaign."""
    (campaign,) = (await person.ask(ListBattles)).campaigns
    assert isinstance(campaign, OwnCampaign)
    return campaign


async def begun(world: World, service: GameService) -> Party:
    party = await gather(service, "calling", options={"goal": "5000"})
    await world.clock.advance(6)
    return party


async def test_each_player_hears_in_the_lobby_for_whom_a_campaign_waits(world: World) -> None:
    service = await world.service()
    noting(world, service)
    party = await begun(world, service)
    seat, asked = party.turn
    other = next(each for name, each in party.people.items() if name != seat)
    mine, theirs = await own(asked), await own(other)
    assert (mine.part, mine.encounter, mine.phase, mine.battle) == (1, "calling", "on", "")
    assert (mine.yours, mine.waits, theirs.yours) == (True, (), False)
    assert theirs.waits == ("Ann" if seat == "1" else f"Person {seat}",)
    assert mine.since == theirs.since > 0


async def test_a_campaign_tells_of_the_battle_that_it_waits_for(world: World) -> None:
    service = await world.service()
    noting(world, service)
    party = await begun(world, service)
    await go(party, "duel")
    assert len(await calls(world, party.battle)) == 1
    await world.clock.advance(6)
    assert (await own(party["1"])).battle == "duel"
    await fight(world, party)
    await led_to(world, party, party.battle)
    await world.clock.advance(6)
    assert (await own(party["1"])).battle == ""


async def test_between_two_sessions_a_campaign_waits_for_who_is_not_ready(world: World) -> None:
    service = await world.service()
    noting(world, service)
    party = await gather(service, "calling", options={"goal": "1"})
    await go(party, "steady")
    await world.clock.advance(6)
    between = await own(party["1"])
    assert (between.phase, between.part, between.day) == ("between", 2, 0)
    assert (between.yours, between.waits) == (True, ("Person 2",))


async def test_a_day_is_kept_while_no_process_has_the_campaign_in_memory(world: World) -> None:
    service = await world.service()
    party = await begun(world, service)
    kept = Progress(party.battle, 5, "watch-hill", ("2",), 77)  # type: ignore[arg-type]
    await keep_progress(world.store, TableId(party.table), kept)
    assert await progress_of(world.store, TableId(party.table)) == kept
    told = await own(party["2"])
    assert (told.day, told.battle, told.yours, told.since) == (5, "watch-hill", True, 77)


async def test_whoever_holds_no_seat_is_not_told_what_it_waits_for(world: World) -> None:
    """Given a member who stands up, then the campaign is in their list without its day."""
    service = await world.service()
    noting(world, service)
    party = await begun(world, service)
    await keep_progress(world.store, TableId(party.table), Progress(party.battle, 5))
    told = await own(party["2"])
    assert told.day == 5
    await party["2"].ask(Release, "2")
    told = await own(party["2"])
    assert (told.day, told.yours, told.waits) == (0, False, ())
