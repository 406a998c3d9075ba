"""What a client asks of a server: the message of each method, and what it makes of a reply."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from clients.core import Session
from clients.sdk import Refusal
from clients.sdk.links import parse_link
from clients.sdk.requests import Requests
from protocol.ids import BattleId, PlayerId, SeatId, TableId
from protocol.replies import (
    Battles,
    Done,
    Encounters,
    Invitation,
    Invited,
    Joined,
    Ladder,
    Previewed,
    Shared,
    Started,
)
from protocol.replies import Tables as TableList
from protocol.requests import (
    Change,
    Chat,
    Claim,
    Consent,
    HandOver,
    Invite,
    Leave,
    ListBattles,
    NameAdventurer,
    Pace,
    Ping,
    PutBot,
    ReadInvite,
    ReadLadder,
    Ready,
    Release,
    Remove,
    Replay,
    Request,
    Resign,
    Revoke,
    Seek,
    Share,
    Standing,
    Step,
)
from protocol.tables import OwnCampaign, Settings, TableLine
from tests.clients.stage import TABLE

ONE, ANN = SeatId("1"), PlayerId("ann")
LINE = TableLine(TableId("t1"), "Camp", "jailbreak", "adept", "lobby", 2, 1)
REPLIES: dict[type, Any] = {
    Done: Done(0),
    Invited: Invited(0, SeatId(""), "CODE2"),
    Shared: Shared(0, BattleId("b1"), "KEY"),
    Started: Started(0, BattleId("b2")),
    TableList: TableList(0, ()),
    Encounters: Encounters(0, ()),
    Ladder: Ladder(0, ()),
    Battles: Battles(0, (), (OwnCampaign(TableId("t1"), "Camp", 2, "moor", "on"),)),
    Previewed: Previewed(0, 1, None),
    Joined: Joined(0, TableId("t1"), ()),
    Invitation: Invitation(0, ONE, LINE, "Ann"),
}


class Asked(Requests):
    """Notes what is asked, and says yes to everything."""

    def __init__(self) -> None:
        self.session = Session("Ann")
        self.link = parse_link("https://play.example/#join=CODE")
        self.asked: list[Request] = []

    async def call(self, request: Request, kind: type[Any]) -> Any:
        self.asked.append(request)
        return REPLIES[kind]

    async def until(self, wanted: Callable[[], Any]) -> None:
        pass

    async def _insist(self, request: Request) -> None:
        self.asked.append(request)


SENT: list[tuple[Callable[[Asked], Awaitable[Any]], Request]] = [
    (lambda client: client.remove(PlayerId("ann")), Remove(0, ANN)),
    (lambda client: client.change(Settings("micro")), Change(0, Settings("micro"))),
    (lambda client: client.ladder(ANN), ReadLadder(0, (ANN,))),
    (lambda client: client.read_invite(), ReadInvite(0, "CODE")),
    (lambda client: client.read_invite("CODE3"), ReadInvite(0, "CODE3")),
    (lambda client: client.invite("1", renew=True, lasts=60), Invite(0, ONE, True, 60)),
    (lambda client: client.revoke("1"), Revoke(0, ONE)),
    (lambda client: client.claim("1"), Claim(0, ONE)),
    (lambda client: client.release("1"), Release(0, ONE)),
    (lambda client: client.hand_over("1", PlayerId("ann")), HandOver(0, ONE, ANN)),
    (lambda client: client.put_bot("1", "sensible"), PutBot(0, ONE, "sensible")),
    (lambda client: client.ready(True, "luck"), Ready(0, True, "luck")),
    (lambda client: client.ready(False, "luck"), Ready(0, False, "")),
    (lambda client: client.name_adventurer("1", "Ysa"), NameAdventurer(0, ONE, "Ysa")),
    (lambda client: client.chat("Hello"), Chat(0, "Hello")),
    (lambda client: client.ping("0,1", "e1"), Ping(0, "0,1", "e1")),
    (lambda client: client.standing(True, ("a",), "1"), Standing(0, "my_turn", ("a",), ONE)),
    (lambda client: client.standing(False), Standing(0, "off", (), SeatId(""))),
    (
        lambda client: client.ask_about({"knight.edict": "never"}, "1"),
        Standing(0, "keep", (), ONE, {"knight.edict": "never"}),
    ),
    (lambda client: client.consent(7, True, "1"), Consent(0, 7, True, ONE, BattleId(""))),
    (lambda client: client.resign("1"), Resign(0, ONE, BattleId(""))),
    (lambda client: client.replay(BattleId("b1"), 3, 2.0), Replay(0, BattleId("b1"), 3, 2.0)),
    (lambda client: client.share(BattleId("b1"), renew=True), Share(0, BattleId("b1"), True)),
    (lambda client: client.pace(2.0), Pace(0, 2.0)),
    (lambda client: client.step(-1), Step(0, -1)),
    (lambda client: client.seek(9), Seek(0, 9)),
]


@pytest.mark.parametrize(("method", "request_"), SENT, ids=lambda one: type(one).__name__)
async def test_a_method_sends_its_message(
    method: Callable[[Asked], Awaitable[Any]], request_: Request
) -> None:
    client = Asked()
    await method(client)
    assert client.asked == [request_]


async def test_a_player_s_campaigns_come_with_their_battles() -> None:
    client = Asked()
    assert await client.campaigns() == REPLIES[Battles].campaigns
    assert client.asked == [ListBattles(0)]


async def test_links_lead_to_the_server_that_gave_them() -> None:
    client = Asked()
    assert await client.invite("1") == "https://play.example/#join=CODE2"
    assert await client.share(BattleId("b1")) == "https://play.example/#replay=b1&share=KEY"


async def test_who_is_ready_without_a_text_of_its_own_mixes_a_random_one_into_the_dice() -> None:
    client = Asked()
    for _ in range(2):
        await client.ready()
    texts = {request.dice for request in client.asked if isinstance(request, Ready)}
    assert len(texts) == 2
    assert all(len(text) == 16 for text in texts)


def at_a_table() -> Asked:
    client = Asked()
    client.session.table, client.session.place = TABLE, TableId("t1")
    return client


async def test_who_leaves_has_no_table_and_no_place_to_come_back_to() -> None:
    client = at_a_table()
    await client.leave()
    assert client.asked == [Leave(0)]
    assert client.session.table is None
    assert client.session.place == ""


async def test_without_a_table_there_is_nothing_to_watch() -> None:
    client = Asked()
    with pytest.raises(Refusal) as refused:
        await client.watch()
    assert refused.value.code == "not_now"
    assert client.asked == []
