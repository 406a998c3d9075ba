"""The table outside of a battle, at a terminal."""

from msgspec.structs import replace

from clients.core import Session
from clients.sdk import connect
from clients.terminal.lobby import lines
from protocol.ids import BattleId, SeatId
from protocol.requests import Claim
from protocol.tables import CampaignLine, Settings
from tests.clients.conftest import Serve, site_of
from tests.clients.stage import TABLE
from tests.clients.terminal.person import Person, den, sits_as


async def test_the_leader_runs_the_table_from_the_lobby(serve: Serve) -> None:
    server = await serve()
    async with connect(site_of(server), "Old") as old:
        *_, code = await den(old, 2)
        await old.call(Claim(0, SeatId("2")), object)
        await old.hand_over("2", old.session.player)
        link = await old.invite("1")
        ann = Person().sit(link, "Ann")
        await ann.sees("1. Get ready")
        ann.type("1")
        await ann.sees("Wait, I am not ready")
        ann.type("1")
        await ann.sees("Get ready")
        assert code
        ann.type("/quit")
        await ann.leaves()


async def test_a_leader_puts_bots_shows_links_and_starts(serve: Serve) -> None:
    server = await serve()
    async with connect(site_of(server), "Ann", tokens=None) as first:
        await first.create(Settings("jailbreak", party=2, options={"asks": "all"}), "Den")
        link = await first.invite("1")
        leader = Person()
        token = first.session.token
        assert token is not None
        await sits_as(token, leader, link)
        await leader.sees("Let a bot play seat 2")
        leader.type(_number(leader, "Show the invite links"))
        await leader.sees("to watch:")
        await leader.sees(f"{site_of(server)}/#join=t")
        leader.type(_number(leader, "Let a bot play seat 2"))
        await leader.sees("seat 2: bot sensible")
        leader.type("1")
        await leader.sees("Start the battle")
        leader.type("d")
        await leader.sees("Choose a race.")
        leader.type("/quit", "/quit")
        await leader.leaves()


def _number(person: Person, step: str) -> str:
    line = next(x for x in reversed(person.screen.splitlines()) if step in x)
    return line.split(".")[0].strip()


def told(campaign: CampaignLine | None) -> list[str]:
    """What a table says of its campaign."""
    shown = lines(replace(TABLE, campaign=campaign), Session("Ann"))
    return [line for line in shown if "campaign" in line]


def test_a_table_says_what_comes_next_in_its_campaign() -> None:
    after = (BattleId("s1"),)
    between = CampaignLine(2, "high-rock", "undaunted", "between", after)
    (line,) = told(between)
    assert line == "  campaign: session 2 in High Rock comes next, with the same party"
    assert "the endgame in High Rock" in told(replace(between, part=3))[0]
    assert told(replace(between, phase="won")) == ["  campaign: won; a start begins another one"]
    assert told(replace(between, phase="on")) == told(None) == []
