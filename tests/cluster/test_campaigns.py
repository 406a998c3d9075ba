"""A table's campaign: after a session that is won the next one begins with the same party."""

import pytest

from protocol.ids import BattleId
from protocol.replies import Refused, Started
from protocol.requests import Change, Intent, Ready, Start
from protocol.tables import CampaignLine, Settings, TableState
from server.battles import opening_of
from server.commands.checking import Wrong
from server.commands.linking import check_before
from server.replays.replay_files import filed, read
from server.service.game_service import GameService
from tests.cluster.sessions import CutStore, go, is_over, journal, reconnect
from tests.service.conftest import Party, World, gather
from tests.service.games import SETUPS


async def play(world: World, party: Party, battle: BattleId) -> None:
    """Play a session, in which nobody calls for anything, to its end."""
    for _ in range(60):
        if await is_over(world, battle):
            break
        await go(party, "steady")
    await world.clock.advance(1)


async def ask_to_start(party: Party) -> Started | Refused:
    """Everybody is ready once more, and the leader asks for a start."""
    for person in party.people.values():
        await person.ask(Ready, True, "luck")
    answer: Started | Refused = await party["1"].ask(Start)
    return answer


async def start(party: Party) -> BattleId:
    """What the leader starts."""
    begun = await ask_to_start(party)
    assert isinstance(begun, Started), begun
    return begun.battle


async def goes_on(world: World, service: GameService, depth: str = "1") -> Party:
    """A campaign whose first session is won."""
    party = await gather(service, "calling", options={"goal": "4", "depth": depth})
    await play(world, party, party.battle)
    return party


def campaign_of(party: Party) -> CampaignLine | None:
    """The campaign, as the leader was told of it last."""
    campaign: CampaignLine | None = party["1"].last(TableState).campaign
    return campaign


async def test_after_a_session_that_is_won_the_next_one_begins_with_its_party(world: World) -> None:
    party = await goes_on(world, await world.service())
    first = party.battle
    assert campaign_of(party) == CampaignLine(2, "calling", "north", "between", (first,))
    second = await start(party)
    assert campaign_of(party) == CampaignLine(2, "calling", "north", "on", (first, second))
    opening = opening_of(await journal(world, second))
    assert (opening.part, opening.follows) == (2, first)
    assert opening.state["goal"] == 5
    await play(world, party, second)
    campaign = campaign_of(party)
    assert campaign is not None
    assert (campaign.phase, campaign.sessions) == ("won", (first, second))
    third = await start(party)
    assert campaign_of(party) == CampaignLine(1, "calling", "", "on", (third,))


async def test_a_party_of_another_size_cannot_go_on(world: World) -> None:
    party = await goes_on(world, await world.service())
    await party["1"].ask(Change, Settings("calling", party=1))
    refused = await ask_to_start(party)
    assert isinstance(refused, Refused)
    assert refused.text == "This campaign has a party of 2."
    assert campaign_of(party).phase == "between"  # type: ignore[union-attr]


@pytest.mark.parametrize("left", range(1, 4))
async def test_a_process_that_dies_at_a_session_s_end_loses_no_campaign(
    world: World, left: int
) -> None:
    """Given a host that dies after any of its writes from a session's last commit on, then another
    finds the campaign that goes on, and a start begins one session."""
    cut, plain = CutStore(world.store), world.store
    world.store = cut  # type: ignore[assignment]
    first = await world.service()
    world.store = plain
    second = await world.service()
    party = await gather(first, "calling", options={"goal": "1"}, others=(second, second))
    party.people["1"] = await reconnect(party["1"], second, party.table)
    cut.left = left
    seat, person = party.turn
    person.say(Intent, person.number(seat), person.questions[0].id, ("steady",), seat)
    await world.clock.advance(1)
    assert await is_over(world, party.battle)
    assert cut.cut_at
    await first.drop()
    world.game_services.remove(first)
    await world.clock.advance(8)
    assert campaign_of(party) == CampaignLine(2, "calling", "north", "between", (party.battle,))
    begun = await start(party)
    campaign = campaign_of(party)
    assert campaign is not None
    assert (campaign.phase, campaign.sessions) == ("on", (party.battle, begun))


async def test_a_session_is_checked_against_the_one_before_it(world: World) -> None:
    party = await goes_on(world, await world.service())
    second = await start(party)
    before, after = [
        read(filed([frame for _, frame in await world.store.read(each)]))
        for each in (party.battle, second)
    ]
    assert check_before(after, {party.battle: before}, SETUPS)
    assert not check_before(after, {}, SETUPS)
    assert not check_before(before, {party.battle: before}, SETUPS)
    with pytest.raises(Wrong, match="it is session 2"):
        check_before(after, {party.battle: after}, SETUPS)
    other = await goes_on(world, await world.service(), depth="2")
    frames = [frame for _, frame in await world.store.read(other.battle)]
    with pytest.raises(Wrong, match="begins otherwise"):
        check_before(after, {party.battle: read(filed(frames))}, SETUPS)


async def test_a_campaign_begins_with_the_prologue_that_its_table_has_played(world: World) -> None:
    """Given a race that is over, when a session with its prologue is started, then it follows the
    race; before any race it is refused."""
    service = await world.service()
    wish = Settings("calling", party=1, absence=0, options={"prologue": "yes"})
    fresh = await gather(service, "camp", people=1, options={"left": "1"})
    await go(fresh, "keep", "fast")
    await world.clock.advance(1)
    await fresh["1"].ask(Change, wish)
    refused = await ask_to_start(fresh)
    assert isinstance(refused, Refused)
    assert refused.text.startswith("Play 'micro' at this table first")

    party = await gather(service, "micro", people=1, options={"goal": "7"})
    await play(world, party, party.battle)
    await party["1"].ask(Change, wish)
    begun = await start(party)
    opening = opening_of(await journal(world, begun))
    assert (opening.part, opening.follows, opening.state["goal"]) == (1, party.battle, 7)
    campaign = campaign_of(party)
    assert campaign == CampaignLine(1, "calling", "", "on", (begun,))
    before, after = [
        read(filed([frame for _, frame in await world.store.read(each)]))
        for each in (party.battle, begun)
    ]
    assert check_before(after, {party.battle: before}, SETUPS)
