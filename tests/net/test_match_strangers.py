"""What a stranger's client sends in a match over a real socket: each refused by a code that exists,
in a sentence, and nothing is spent.
"""

from typing import Any, get_args

from protocol import replies, requests
from protocol.ids import SeatId, UnitId
from protocol.questions import Question
from protocol.refusals import RefusalCode
from server.commands.matches import matches
from server.process.app import running
from server.settings import Settings
from server.store.memory import MemoryStore
from tests.commands.test_matches import small
from tests.net.party import hang_up
from tests.net.test_no_ruler import UNHURRIED, Listener, seated

CODES = get_args(RefusalCode)
PICKS: dict[str, dict[str, tuple[str, ...]]] = {
    "match.deploy": {
        "off the board": ("-1,0,0",),
        "beyond the far edge": ("12001,1000,0",),
        "outside the zone": ("6000,6000,0",),
        "no integer": ("1000.5,1000,0",),
        "an exponent": ("1e3,1000,0",),
        "two points": ("1000,1000,0", "2000,1000,0"),
        "no point": ("nowhere",),
    },
    "match.move": {
        "a unit of the other side": ("move:b1",),
        "unknown terrain": ("move:a1", "climb:nowhere"),
        "no unit": ("climb:yard",),
        "nobody": ("move:a99",),
        "two units": ("move:a1", "move:a2"),
    },
    "match.go": {
        "off the board": ("-1,0,0",),
        "farther than it goes": ("6000,11900,0",),
        "of three hundred legs": tuple(f"{1_000 + leg},1000,0" for leg in range(300)),
    },
}
PLANS: dict[str, tuple[Any, tuple[str, ...]]] = {
    "what nobody knows": ("combat", ("target:nobody",)),
    "a friend": ("combat", ("target:a2",)),
    "a point off the board": ("sight", ("99999999,1,0",)),
    "no point": ("sight", ("1.5,2",)),
    "checks of nothing": ("values", ("climb:", "down:nowhere", "across:a:b", ":")),
}


async def answered(player: Listener, question: Question, picks: tuple[str, ...]) -> Any:
    """The refusal of an answer."""
    number = player.numbers.get(SeatId("1"), 0) + 1
    ask = requests.Intent(0, number, question.id, picks, SeatId("1"))
    return await player.ask(ask, replies.Refused)


async def granted(player: Listener, seat: SeatId, number: int) -> None:
    """Wait until an answer is granted."""
    await player.wait(lambda: player.numbers.get(seat, 0) >= number)


async def somebody(one: Listener, other: Listener) -> None:
    """Wait until either of the two is asked."""
    await one.wait(lambda: one.mine(SeatId("1")) or other.mine(SeatId("2")))


async def come_to(players: list[Listener], why: str) -> Question:
    """Pass or take the default until the first player is asked that."""
    while True:
        for one, seat in zip(players, map(SeatId, "12"), strict=True):
            if (question := one.mine(seat)) is None:
                continue
            if seat == "1" and question.why == why:
                return question
            picks = ("move:a1",) if question.why == "match.move" and seat == "1" else ()
            number = one.numbers.get(seat, 0) + 1
            answer = picks or (() if question.may_pass else question.default)
            await one.say(requests.Intent(0, number, question.id, answer, seat))
            await granted(one, seat, number)
            break
        else:
            await somebody(*players)


async def test_no_stranger_is_told_more_than_a_refusal() -> None:
    """Given a match over sockets, when answers are sent that nobody can give, and previews of what
    does not exist, then each is refused by a code that exists in a sentence, or tells nothing, and
    the question stays open as it was."""
    wish = Settings(port=0, close_timeout=1.0, **UNHURRIED)
    async with running(wish, MemoryStore(), setups=matches(small()), bots={}) as server:
        players = await seated(server)
        ann = players[0]
        for why, wrong in PICKS.items():
            question = await come_to(players, why)
            before = ann.state
            for name, picks in wrong.items():
                refusal = await answered(ann, question, picks)
                assert refusal.code in CODES, name
                assert refusal.text.endswith("."), name
                assert ann.mine(SeatId("1")) == question, name
            assert ann.state == before
        for name, (what, picks) in PLANS.items():
            ask = requests.Preview(0, what, UnitId("a1"), picks)
            found = await ann.ask(ask, replies.Previewed)
            assert what == "values" or found.preview is None, name
        foe = await ann.ask(
            requests.Intent(0, 1, question.id, question.default, SeatId("2")), replies.Refused
        )
        assert foe.code in CODES
        await hang_up(players)
