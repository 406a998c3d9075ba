"""A campaign carried from one store to another: nothing is lost, and it goes on."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from protocol.ids import TableId
from protocol.replay_file import BadReplay
from protocol.requests import Change, Join, Ready, Start, Watch
from protocol.tables import Settings, TableState
from server.commands import campaign_file
from server.commands.campaign_file import CampaignFile, PackedJournal
from server.commands.campaign_moving import put_in, tables_with_campaigns, taken_out
from server.commands.failure import Failure
from server.commands.verify import verified_campaign
from server.tables import invites
from tests.cluster.sessions import calls, fight, go, led_to
from tests.service.conftest import Party, World, gather
from tests.service.games import SETUPS
from tests.service.people import Person

BUILT = list(SETUPS)


async def in_second_session(world: World) -> Party:
    """A campaign in whose second session a battle has been fought and another one is on."""
    service = await world.service()
    party = await gather(service, "calling", people=1, options={"goal": "3", "depth": "2"})
    while party["1"].last(TableState).phase == "playing":
        await go(party, "steady")
        await world.clock.advance(1)
    await party["1"].ask(Ready, True, "luck")
    party.battle = (await party["1"].ask(Start)).battle
    await party["1"].reaches(1)
    return party


async def fought(world: World, party: Party) -> None:
    await go(party, "duel")
    assert await calls(world, party.battle)
    for _ in range(80):
        if party["1"].battle != party.battle:
            break
        await world.clock.advance(0.05)
    await fight(world, party)
    await led_to(world, party, party.battle)


async def exported(world: World) -> CampaignFile:
    (table,) = await tables_with_campaigns(world.store)
    return await taken_out(world.store, None, table)


async def test_a_campaign_goes_on_at_another_server_with_all_its_journals(
    world: World, tmp_path: Path
) -> None:
    party = await in_second_session(world)
    await fought(world, party)
    path = tmp_path / "ours.hwc"
    campaign_file.write(path, await exported(world))
    campaign = campaign_file.read(path)
    assert verified_campaign(path, campaign, BUILT).startswith("verified: 2 sessions, 1 battles")

    other = World()
    doc = await put_in(other.store, campaign, 1_000)
    service = await other.service()
    bo = Person(service)
    await bo.hello("Bo")
    await bo.ask(Join, invites.code_of(doc, "1"))  # type: ignore[arg-type]
    await other.clock.advance(1)
    await bo.ask(Watch, party.battle)
    assert bo.version == party["1"].version
    assert bo.questions == party["1"].questions
    assert bo.last(TableState).leader == bo.player
    moved = Party(service, {"1": bo}, party.battle, TableId(party.table))
    await go(moved, "all" if bo.questions[0].why == "turn.worth" else "steady")
    for one in other.game_services:
        await one.close()


async def test_a_campaign_between_two_sessions_begins_the_next_one_elsewhere(
    world: World,
) -> None:
    service = await world.service()
    party = await gather(service, "calling", people=1, options={"goal": "1"})
    await go(party, "steady")
    await world.clock.advance(1)
    other = World()
    doc = await put_in(other.store, await exported(world), 1_000)
    bo = Person(await other.service())
    await bo.hello("Bo")
    await bo.ask(Join, invites.code_of(doc, "1"))  # type: ignore[arg-type]
    await bo.ask(Ready, True, "luck")
    await bo.ask(Start)
    campaign = bo.last(TableState).campaign
    assert campaign is not None
    assert (campaign.part, campaign.phase, len(campaign.sessions)) == (2, "on", 2)
    for one in other.game_services:
        await one.close()


async def test_what_was_brought_in_half_is_brought_in_whole_and_only_once(world: World) -> None:
    await in_second_session(world)
    campaign, store = await exported(world), World().store
    broken = replace(campaign, journals=(campaign.journals[0], BROKEN))
    with pytest.raises(BadReplay):
        await put_in(store, broken, 1)
    await put_in(store, campaign, 1)
    with pytest.raises(Failure, match="is here already"):
        await put_in(store, campaign, 1)


BROKEN = PackedJournal("b0", b"nothing")  # type: ignore[arg-type]


async def test_a_file_that_was_meddled_with_is_refused(world: World, tmp_path: Path) -> None:
    party = await in_second_session(world)
    await fought(world, party)
    campaign, path = await exported(world), tmp_path / "ours.hwc"
    first, second, battle = campaign.journals
    for journals, said in (
        ((second, battle), "is missing"),
        ((first, replace(second, seed=bytes(32)), battle), "is not the one committed to"),
        ((first, second, replace(battle, battle=first.battle)), "it says that it is"),
    ):
        with pytest.raises(Failure, match=said):
            verified_campaign(path, replace(campaign, journals=journals), BUILT)


async def test_a_campaign_of_content_that_is_gone_is_refused_in_one_line_and_still_exported(
    world: World, tmp_path: Path
) -> None:
    await in_second_session(world)
    campaign = await exported(world)
    gone = [one for one in BUILT if one.name != "calling"]
    with pytest.raises(Failure, match="does not know the encounter 'calling'") as refused:
        verified_campaign(tmp_path / "ours.hwc", campaign, gone)
    assert "\n" not in str(refused.value)


def test_no_other_file_is_taken_for_a_campaign(tmp_path: Path) -> None:
    path = tmp_path / "other"
    path.write_bytes(b"something else")
    assert not campaign_file.is_campaign(path)
    with pytest.raises(Failure, match="no campaign's file"):
        campaign_file.read(path)
    path.write_bytes(campaign_file.MAGIC + b"\xc1")
    with pytest.raises(Failure, match="damaged"):
        campaign_file.read(path)


async def test_a_prologue_is_carried_along_with_the_session_that_follows_it(
    world: World, tmp_path: Path
) -> None:
    service = await world.service()
    party = await gather(service, "micro", people=1, options={"goal": "1"})
    await go(party, "steady")
    await world.clock.advance(1)
    wish = Settings("calling", party=1, absence=0, options={"prologue": "yes"})
    await party["1"].ask(Change, wish)
    await party["1"].ask(Ready, True, "luck")
    begun = (await party["1"].ask(Start)).battle
    campaign = await exported(world)
    assert [journal.battle for journal in campaign.journals] == [party.battle, begun]
    told = verified_campaign(tmp_path / "ours.hwc", campaign, BUILT)
    assert told.startswith("verified: 1 sessions, 1 battles")
