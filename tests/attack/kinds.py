"""What an attacker can ask: for every kind of request the dearest form of it that we know.

`DRIVERS` has an entry for every request of the protocol, made by hand so that the request is
granted where that is possible: a request that is refused at the door costs nothing. A test holds it
against the protocol, so that a new request cannot be forgotten here.
"""

import random
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

from protocol import requests
from protocol.fields import LONGEST_NOTE
from protocol.ids import NO_BATTLE, NO_TABLE, BattleId, PlayerId, SeatId, TableId, UnitId
from protocol.requests import Ask
from protocol.tables import Settings

Stage = Literal["battle", "chat", "seated", "lobby", "over", "replay", "anywhere"]
"""Where an attacker stands for a request: watching its own running battle that bots play; there
with a full chat; there with its seat in its own hands; at a table between battles; at the table of
a battle that is over; in a replay of that; or anywhere.
"""

LONGEST_LINE = "\U00010400" * 500  # four bytes each in UTF-8, and letters: nothing is cleaned away
LONGEST_WORD = "\U00010400" * 64
MANY_PICKS = tuple(
    f"die:{'x' * 190}{n:03}" for n in range(75)
)  # 15 kB: just under the longest request
BATTLE = Settings("broken-bridge", "expert", 4, options={"xp": "20"}, absence=0)
LOBBY = Settings("jailbreak", "apprentice", 4, absence=0)
SEATS = ("1", "2", "3", "4")


class Scene(NamedTuple):
    """What an attacker knows of where it stands; "" and 0 where there is no such thing.

    `table` and `battle` are its own, `finished` a battle of its own that is over, `length` that
    one's last version, `state` the last snapshot of `battle`, `version` and `question` from there,
    `number` the next running number of its seat.
    `me` is the attacker as a player, `code` an invite to the table, `key`
    what opens the replay file of `finished`.
    """

    table: TableId = NO_TABLE
    battle: BattleId = NO_BATTLE
    finished: str = ""
    length: int = 1
    state: Mapping[str, Any] = MappingProxyType({})
    version: int = 0
    question: int = 0
    number: int = 1
    me: str = ""
    code: str = ""
    key: str = ""


class Kind(NamedTuple):
    """A request that is made again and again: `make(scene, number, chance)` gives the next one."""

    stage: Stage
    make: Callable[[Scene, int, random.Random], Ask]


def _adventurer(scene: Scene, chance: random.Random) -> tuple[str, list[str]]:
    """An adventurer who stands on the map, and the dice in its row."""
    units = scene.state.get("units", {})
    mats = scene.state.get("adventurers", {})
    here = [u for u in mats if units.get(u, {}).get("at") is not None] or ["a1"]
    chosen = max(here, key=lambda u: (len(mats.get(u, {}).get("row", ())), chance.random()))
    return chosen, list(mats.get(chosen, {}).get("row", ()))


def _engage(scene: Scene, _number: int, chance: random.Random) -> Ask:
    """All dice of the fullest mat but one or two, so that no two plans are the same."""
    unit, row = _adventurer(scene, chance)
    chance.shuffle(row)
    foes = [u for u, chip in scene.state.get("units", {}).items() if chip.get("side") == "enemy"]
    form = chance.choice(("melee", "range", "magic", "heavy"))
    targets = [f"target:{foe}" for foe in chance.sample(foes, min(len(foes), 3))]
    kept = row[: max(1, len(row) - chance.randint(0, 2))]
    picks = (f"form:{form}", *targets, *(f"die:{die}" for die in kept))
    return requests.Preview(0, "engage", UnitId(unit), picks)


def _enemy(scene: Scene, number: int, _: random.Random) -> Ask:
    units = scene.state.get("units", {})
    foes = [u for u, chip in units.items() if chip.get("side") == "enemy"] or ["e1"]
    return requests.Preview(0, "enemy", foes[number % len(foes)])


def _values(scene: Scene, number: int, _: random.Random) -> Ask:
    units = list(scene.state.get("units", {})) or ["a1"]
    return requests.Preview(0, "values", units[number % len(units)])


def _hand_over(scene: Scene, _number: int, _: random.Random) -> Ask:
    return requests.HandOver(0, SeatId("1"), PlayerId(scene.me or "nobody"))


def _create(_: Scene, number: int, __: random.Random) -> Ask:
    return requests.Create(0, BATTLE, f"Table {number}")


def _change(_: Scene, number: int, __: random.Random) -> Ask:
    return requests.Change(0, (LOBBY, BATTLE)[number % 2])


def _join(scene: Scene, number: int, _: random.Random) -> Ask:
    by_code = number % 2 and scene.code
    return requests.Join(0, scene.code) if by_code else requests.Join(0, table=scene.table)


def _read_invite(scene: Scene, number: int, _: random.Random) -> Ask:
    return requests.ReadInvite(
        0, scene.code if number % 2 and scene.code else f"{scene.table}.1.0000"
    )


def _leave(scene: Scene, number: int, _: random.Random) -> Ask:
    return requests.Leave(0) if number % 2 else requests.Join(0, scene.code, scene.table)


def _watch(scene: Scene, _number: int, _: random.Random) -> Ask:
    return requests.Watch(0, BattleId(scene.finished or scene.battle))


def _release(_: Scene, number: int, __: random.Random) -> Ask:
    return requests.Release(0, SeatId("1")) if number % 2 else requests.Claim(0, SeatId("1"))


def _claim(_: Scene, number: int, __: random.Random) -> Ask:
    return requests.Claim(0, SeatId(SEATS[number % 4]))


def _undo(scene: Scene, number: int, _: random.Random) -> Ask:
    """To where the battle stood when it was looked at: versions before a beat's are gone."""
    return requests.Undo(
        0, scene.number + number % 900, max(1, scene.version - number % 3), SeatId("1")
    )


def _intent(scene: Scene, number: int, _: random.Random) -> Ask:
    note = "n" * LONGEST_NOTE
    asked, picks = scene.question, MANY_PICKS
    return requests.Intent(
        0, scene.number + number % 50, asked, picks, SeatId("1"), NO_BATTLE, note
    )


def _step(_: Scene, number: int, __: random.Random) -> Ask:
    return requests.Step(0, 1_000_000 if number % 2 else -1_000_000)


DRIVERS: dict[str, tuple[type[Ask], Kind]] = {
    "hello": (requests.Hello, Kind("anywhere", lambda _s, _n, _c: requests.Hello(0))),
    "new_token": (requests.NewToken, Kind("anywhere", lambda _s, _n, _c: requests.NewToken(0))),
    "pulse": (requests.Pulse, Kind("anywhere", lambda _s, _n, _c: requests.Pulse(0, 250))),
    "tables": (requests.ListTables, Kind("anywhere", lambda _s, _n, _c: requests.ListTables(0))),
    "encounters": (
        requests.ListEncounters,
        Kind("anywhere", lambda _s, _n, _c: requests.ListEncounters(0)),
    ),
    "battles": (requests.ListBattles, Kind("anywhere", lambda _s, _n, _c: requests.ListBattles(0))),
    "ladder": (
        requests.ReadLadder,
        Kind("anywhere", lambda _s, _n, _c: requests.ReadLadder(0, (PlayerId("nobody"),) * 4)),
    ),
    "create": (requests.Create, Kind("anywhere", _create)),
    "change": (requests.Change, Kind("lobby", _change)),
    "invite": (
        requests.Invite,
        Kind("lobby", lambda _s, n, _c: requests.Invite(0, SeatId(SEATS[n % 4]), renew=True)),
    ),
    "revoke": (
        requests.Revoke,
        Kind("lobby", lambda _s, n, _c: requests.Revoke(0, SeatId(SEATS[n % 4]))),
    ),
    "join": (requests.Join, Kind("chat", _join)),
    "invitation": (requests.ReadInvite, Kind("chat", _read_invite)),
    "leave": (requests.Leave, Kind("battle", _leave)),
    "claim": (requests.Claim, Kind("lobby", _claim)),
    "release": (requests.Release, Kind("lobby", _release)),
    "hand_over": (requests.HandOver, Kind("lobby", _hand_over)),
    "remove": (
        requests.Remove,
        Kind("lobby", lambda _s, n, _c: requests.Remove(0, PlayerId(f"nobody{n}"))),
    ),
    "share": (
        requests.Share,
        Kind(
            "over",
            lambda s, n, _c: requests.Share(0, BattleId(s.finished or s.battle), bool(n % 2)),
        ),
    ),
    "bot": (
        requests.PutBot,
        Kind("lobby", lambda _s, n, _c: requests.PutBot(0, SeatId("2"), ("sensible", "")[n % 2])),
    ),
    "ready": (
        requests.Ready,
        Kind("lobby", lambda _s, n, _c: requests.Ready(0, bool(n % 2), LONGEST_WORD)),
    ),
    "adventurer": (
        requests.NameAdventurer,
        Kind("lobby", lambda _s, n, _c: requests.NameAdventurer(0, SeatId("1"), "AB"[n % 2] * 40)),
    ),
    "start": (requests.Start, Kind("lobby", lambda _s, _n, _c: requests.Start(0))),
    "watch": (requests.Watch, Kind("over", _watch)),
    "intent": (requests.Intent, Kind("seated", _intent)),
    "undo": (requests.Undo, Kind("seated", _undo)),
    "consent": (
        requests.Consent,
        Kind("seated", lambda s, n, _c: requests.Consent(0, s.version, bool(n % 2))),
    ),
    "standing": (
        requests.Standing,
        Kind("seated", lambda _s, _n, _c: requests.Standing(0, "my_turn", (LONGEST_WORD,) * 32)),
    ),
    "resign": (requests.Resign, Kind("seated", lambda _s, _n, _c: requests.Resign(0, SeatId("")))),
    "preview engage": (requests.Preview, Kind("battle", _engage)),
    "preview enemy": (requests.Preview, Kind("battle", _enemy)),
    "preview values": (requests.Preview, Kind("battle", _values)),
    "chat": (requests.Chat, Kind("battle", lambda _s, _n, _c: requests.Chat(0, LONGEST_LINE))),
    "ping": (
        requests.Ping,
        Kind("battle", lambda _s, _n, _c: requests.Ping(0, LONGEST_WORD, LONGEST_WORD)),
    ),
    "replay": (
        requests.Replay,
        Kind(
            "over", lambda s, _n, _c: requests.Replay(0, BattleId(s.finished or s.battle), 1, 1000)
        ),
    ),
    "pace": (
        requests.Pace,
        Kind("replay", lambda _s, n, _c: requests.Pace(0, (0, 1000)[n % 2])),
    ),
    "step": (requests.Step, Kind("replay", _step)),
    "seek": (
        requests.Seek,
        Kind("replay", lambda s, n, _c: requests.Seek(0, (1, s.length)[n % 2])),
    ),
}
"""What is asked, by its name in the account."""
