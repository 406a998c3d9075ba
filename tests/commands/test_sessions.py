"""A session of the real campaign on a real service: its battles are tables' battles."""

from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from clients.bots import SensibleBot
from protocol import replay_file
from protocol.ids import SeatId
from protocol.option_keys import option_key
from protocol.replies import Commit, Refused, Taken
from protocol.requests import Create, Invite, Ready, Start
from protocol.tables import Settings, TableState
from server import cli
from server.battles import Games, NextSession
from server.commands.bots import bots, sensible
from server.commands.checking import check
from server.commands.headless import Simulation
from server.commands.headless_session import first_session
from server.commands.sessions import sessions
from server.commands.setups import setups
from server.rules.battle.kernel.state import BattleState
from server.rules.campaign.kernel.state import SessionState
from server.rules.content.provinces import shipped
from server.rules.engine.advance import Play
from server.rules.engine.dice import SealedChance, battle_key
from server.runtime import Refusal
from server.service.game_service import GameService
from tests.cluster.sessions import journal, outcomes
from tests.service.clocks import breathe
from tests.service.conftest import Party, World, gather
from tests.service.people import Person

MOST_ANSWERS = 3_000
SEALED = SealedChance(battle_key(bytes(32), ()))


@pytest.fixture
async def world() -> AsyncIterator[World]:
    found = World()
    yield found
    for service in found.game_services:
        await service.close()


async def served(world: World) -> GameService:
    """A service that offers every encounter and every session."""
    resources = (await world.service()).resources._replace(bots=bots())
    service = GameService(resources, Games((*setups(), *sessions())))
    world.game_services.append(service)
    await service.open()
    return service


async def answer(world: World, party: Party, bot: SensibleBot) -> None:
    """The first who is asked answers as the bot would; nobody is asked between two journals. What
    bots beside them have to say comes first: it may change what is asked."""
    await breathe()
    for seat, person in party.people.items():
        mine = tuple(each for each in person.questions if seat in each.to)
        if mine:
            chosen = bot.choose(person.state, SeatId(seat), mine)
            made = await person.answer(seat, *chosen.picks, question=chosen.question)
            assert isinstance(made, Commit | Taken), made
            return
    await world.clock.advance(0.05)


async def play_on(world: World, party: Party, until: Callable[[], bool]) -> None:
    """Let the bot answer for everybody."""
    bot = sensible()
    for _ in range(MOST_ANSWERS):
        if until():
            return
        await answer(world, party, bot)
    raise AssertionError(f"not there after {MOST_ANSWERS} answers")


async def test_a_session_of_black_marsh_leads_its_party_into_battle_and_on(world: World) -> None:
    """Given a table that plays Black Marsh, when the session calls for a battle, then it is played
    at the table, its end counts in the session, and its file can be verified."""
    service = await served(world)
    party = await gather(service, "black-marsh", people=1, options={"guild": "undaunted"})
    session, person = party.battle, party["1"]

    def is_back() -> bool:
        return person.battle == session and len(person.last(TableState).battles) > 1

    await play_on(world, party, is_back)
    (fought, back) = person.last(TableState).battles
    assert (fought.session, fought.over, back.battle) == (session, True, session)
    replay = replay_file.read(await service.library.file(fought.battle))
    assert check(replay, setups()).rules
    (returned,) = await outcomes(world, session)
    assert returned.outcome["result"] in ("victory", "defeat", "retreat")
    assert returned.outcome["party"]["adventurers"]


@pytest.mark.rule("SET-8")
async def test_the_party_has_a_leader_before_its_first_session(world: World) -> None:
    """Given a table of a campaign, when somebody else than who leads it begins, then that is
    refused; when the leader does, the session's journal begins."""
    service = await served(world)
    leader, other = Person(service), Person(service)
    await leader.hello("Ann")
    await other.hello("Ben")
    await leader.ask(Create, Settings("black-marsh", party=2), "Camp")
    for seat, person in (("1", leader), ("2", other)):
        await person.join((await leader.ask(Invite, seat)).code)
        await person.ask(Ready, True, f"dice of {seat}")
    refused = await other.ask(Start)
    assert (type(refused), refused.code) == (Refused, "not_allowed")
    await leader.ask(Start)
    (line,) = await leader.until(lambda: leader.last(TableState).battles)
    assert line.encounter == "black-marsh"
    assert await journal(world, line.battle)


def over(session: int, outcome: str) -> SessionState:
    """A session of Black Marsh that is over, for a party of two."""
    state = first_session(shipped.atlas(), "black-marsh", "undaunted", 2)
    settings = replace(state.settings, session=session)
    chosen = option_key("quest", option_key("high-rock", "fighters-guild"))
    return replace(state, outcome=outcome, settings=settings, day_phase="over", chosen=chosen)


def test_a_campaign_goes_on_where_its_epilogue_says_and_ends_with_the_endgame() -> None:
    games = Games(sessions())
    assert games.comes_next("black-marsh", over(1, "victory")) == NextSession(
        2, "high-rock", "fighters-guild"
    )
    assert games.comes_next("black-marsh", over(2, "victory")) == NextSession(3, "black-marsh", "")
    assert games.comes_next("black-marsh", over(3, "victory")) == "won"
    assert games.comes_next("black-marsh", over(2, "defeat")) == "lost"


def test_the_next_session_takes_its_party_and_may_be_harder() -> None:
    games, seats = Games(sessions()), (SeatId("1"), SeatId("2"))
    begun = games.go_on("black-marsh", over(1, "victory"), seats, "expert", {}).start
    assert isinstance(begun, SessionState)
    assert (begun.plan.province, begun.settings.session) == ("high-rock", 2)
    assert (begun.settings.difficulty, begun.settings.party) == ("expert", seats)
    with pytest.raises(Refusal, match="party of 2"):
        games.go_on("black-marsh", over(1, "victory"), seats[:1], "", {})
    with pytest.raises(Refusal, match="is over"):
        games.go_on("black-marsh", over(3, "victory"), seats, "", {})


@pytest.mark.rule("JB-13", "SET-9")
def test_after_the_jailbreak_a_campaign_begins_with_its_party_and_their_classes() -> None:
    games, battle = Games(sessions()), Simulation("jailbreak", 2, "adept", "sensible", 3)
    battle.play()
    won, seats = battle.record.shown.state, (SeatId("1"), SeatId("2"))
    assert isinstance(won, BattleState)
    begun = games.after_prologue("high-rock", won, seats, "", {"guild": "undaunted"}).start
    assert isinstance(begun, SessionState)
    assert {name: mat.cls for name, mat in begun.adventurers.items()} == {
        name: mat.cls for name, mat in won.adventurers.items()
    }
    assert all(mat.cls for mat in begun.adventurers.values())
    assert (begun.dial, begun.saved, begun.day_phase) == (2, {}, "prepare")
    assert begun.plan.quest == "undaunted"
    play = Play(games.find("high-rock").build(seats, "", {}).ruleset, begun, SEALED)
    play.begin()
    assert play.state.day == 1
    with pytest.raises(Refusal, match="played by 2"):
        games.after_prologue("high-rock", won, seats[:1], "", {})
    nobody = {name: replace(mat, cls="") for name, mat in won.adventurers.items()}
    with pytest.raises(Refusal, match="before anybody had a class"):
        games.after_prologue("high-rock", replace(won, adventurers=nobody), seats, "", {})


@pytest.mark.slow
async def test_a_session_is_played_to_its_end_and_all_its_files_hold(
    world: World, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Given a whole session by a bot, then its file and those of all its battles are verified, and
    that they belong together."""
    service = await served(world)
    party = await gather(service, "black-marsh", people=1, options={"guild": "undaunted"})
    person = party["1"]
    await play_on(world, party, lambda: person.last(TableState).phase == "finished")
    lines = person.last(TableState).battles
    for line in lines:
        (tmp_path / f"{line.battle}.hwr").write_bytes(await service.library.file(line.battle))
    assert cli.main(["verify", str(tmp_path)]) == 0
    said, battles = capsys.readouterr().out, len(lines) - 1
    assert battles > 1
    assert f"session: {battles} of its {battles} battles are here, and are its own" in said
    assert f"{battles + 1} verified, 0 not" in said
