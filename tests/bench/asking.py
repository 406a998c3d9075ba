"""Every request of the protocol at its worst, and what it takes: the benchmark `requests`."""

import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Any, get_args

from msgspec.structs import replace

from protocol import requests
from protocol.ids import BattleId, PlayerId, SeatId, UnitId
from protocol.replay_file import EVERY
from protocol.tables import Settings
from server.battles.services import LONGEST
from server.net.credentials.sign_in import LONGEST as LONGEST_PROOF
from server.players import ladder
from server.players.effort import STEPS_A_TOKEN
from server.players.glicko2 import Rating
from server.rules.engine.foresight import TooMany
from server.service import REQUESTS
from server.settings import Settings as Rates
from tests.bench import provider
from tests.bench.fetching import fetched
from tests.bench.report import Report
from tests.bench.scale import Scale
from tests.bench.worst import (
    LINE,
    REFERENCE_MS,
    Cost,
    Rows,
    Somebody,
    Stage,
    least,
    opened,
    reference,
)
from tests.rules.skirmish.brawls import brawls, targets
from tests.rules.skirmish.table import Table
from tests.scene import Scene, foe, hero

LARGEST = Settings("glass-mine", party=4, public=True)
FULL = "x" * 64
HEAVY = ["combat"] * 6 + ["cleave", "onslaught", "onslaught"] + ["wrecking-blow"] * 3


async def _hello(stage: Stage) -> Cost:
    return await stage.alike(requests.Hello(1, None, "N" * 40), lambda: Somebody(stage.service))


async def _signed(stage: Stage) -> Cost:
    """A short proof by each kind of key; and the longest ones: one that holds, full of what has to
    be read, and one that does not, with a header of which that is so.
    """
    rest: dict[str, Any] = {"rest": [{}] * 1750}
    costs: list[Cost] = []
    for key in provider.published():
        short, full = provider.signed(key, {}), provider.signed(key, rest)
        false = provider.forged(provider.signed(key, {}, rest))
        for proof in (short, full, false):
            assert len(proof) <= LONGEST_PROOF
            asked = requests.Hello(1, None, "N" * 40, proof=proof)
            each = [
                await Somebody(stage.service).measure(asked, is_refused=proof is false)
                for _ in range(stage.times)
            ]
            costs.append(least(each))
    return max(costs, key=lambda cost: cost.ms / cost.tokens)


async def _ladder(stage: Stage) -> Cost:
    """A full ladder, on which everybody is somebody."""
    store, players = stage.service.resources.store, stage.service.players
    ids = [(await players.hello(None, "N" * 40)).player for _ in range(ladder.LISTED)]
    ids += [PlayerId(f"p{number:016x}") for number in range(ladder.MOST - ladder.LISTED)]
    standings = {
        each: ladder.Standing(each, Rating(3000.0 - at, 60.0), 100, 50, 1_700_000_000)
        for at, each in enumerate(ids)
    }
    matches = tuple(
        ladder.Match(BattleId(f"b{at:032x}"), (ids[at], ids[at - 1]), 1_700_000_000)
        for at in range(ladder.MATCHES_KEPT)
    )
    data = ladder.encoded(ladder.LadderDoc(standings, matches))
    found = await store.get(ladder.KIND, ladder.NAME)
    await store.put(ladder.KIND, ladder.NAME, data, found[0] if found is not None else 0)
    return await stage.best(requests.ReadLadder(1, tuple(ids[:4])))


async def _create(stage: Stage) -> Cost:
    return await stage.best(requests.Create(1, LARGEST, "T" * 40))


async def _join(stage: Stage) -> Cost:
    """A table with a full chat."""
    return await stage.best(requests.Join(1, stage.code), stage.one)


async def _read_invite(stage: Stage) -> Cost:
    return await stage.best(requests.ReadInvite(1, stage.code), stage.one)


async def _leave(stage: Stage) -> Cost:
    async def there() -> Somebody:
        await stage.crowd[0].ask(requests.Join, "", stage.table)
        return stage.crowd[0]

    return await stage.alike_after(requests.Leave(1), there)


async def _hand_over(stage: Stage) -> Cost:
    costs = [await stage.one.measure(requests.HandOver(1, SeatId("1"), stage.crowd[1].player))]
    costs.append(await stage.crowd[1].measure(requests.HandOver(1, SeatId("1"), stage.one.player)))
    return max(costs)


async def _remove(stage: Stage) -> Cost:
    """Somebody who has held a seat, and so is a member."""
    costs = []
    for each in stage.crowd[-stage.times :]:
        await stage.one.ask(requests.HandOver, "1", each.player)
        await each.ask(requests.HandOver, "1", stage.one.player)
        costs.append(await stage.one.measure(requests.Remove(1, each.player)))
    return least(costs)


async def _claim(stage: Stage) -> Cost:
    async def free() -> Somebody:
        await stage.one.ask(requests.Release, "1")
        return stage.one

    return await stage.alike_after(requests.Claim(1, SeatId("1")), free)


async def _release(stage: Stage) -> Cost:
    async def held() -> Somebody:
        await stage.one.ask(requests.Claim, "1")
        return stage.one

    return await stage.alike_after(requests.Release(1, SeatId("1")), held)


async def _bot(stage: Stage) -> Cost:
    found = await stage.best(requests.PutBot(1, SeatId("1"), "random"))
    await stage.one.ask(requests.Claim, "1")
    return found


async def _name_adventurer(stage: Stage) -> Cost:
    await stage.one.ask(requests.Claim, "1")
    names = [requests.NameAdventurer(1, SeatId("1"), letter * 40) for letter in "ÄÖ"]
    return await stage.each(names * (stage.times // 2))


async def _change(stage: Stage) -> Cost:
    other = replace(stage.settings, turn=7)
    pair = [requests.Change(1, other), requests.Change(1, stage.settings)]
    return await stage.each(pair * stage.times)


async def _start(stage: Stage) -> Cost:
    """Four at a table of the largest encounter; three of them bots."""
    return await stage.start(LARGEST)


async def _intent(stage: Stage) -> Cost:
    """The dearest of a battle's moves, a crowd watching."""
    await stage.play(0)
    for each in stage.crowd:
        await each.ask(requests.Watch, stage.battle)
    return await stage.dearest_move()


async def _undo(stage: Stage) -> Cost:
    await stage.play(20)
    return await stage.undone()


async def _consent(stage: Stage) -> Cost:
    return await stage.voted()


async def _standing(stage: Stage) -> Cost:
    return await stage.best(requests.Standing(1, "my_turn", (FULL,) * 32))


async def _preview(stage: Stage) -> Cost:
    """A full mat against what answers every blow; melees of many, also where they fall, and shots
    at many; and all that can be asked of every unit.
    """
    one = hero(row=HEAVY, form="heavy-weapon")
    skills = ("dodge", "iron-bark", "divert")
    scene = Scene(one, foe("e1", at=(0, 0), hp=30, health=30, defense=2, skills=skills))
    dice = tuple(f"die:{die}" for die in scene.mat("a1").row)
    plan = ("form:heavy-weapon", "target:e1", *dice)
    asked: list[tuple[Scene | Table, str, str, tuple[str, ...]]] = [(scene, "engage", "a1", plan)]
    asked += [(match, "combat", "a0", ()) for match in brawls()]
    asked.append((targets(), "sight", "a0", ()))
    found = [least([_foreseen(*each) for _ in range(stage.times)]) for each in asked]
    return max(*found, await stage.dearest_preview(), key=lambda cost: cost.ms / cost.tokens)


def _foreseen(scene: Scene | Table, what: str, unit: str, picks: tuple[str, ...]) -> Cost:
    rules: Any = scene.play.ruleset
    work, steps = rules.foresee(scene.state, what, UnitId(unit), picks), 0
    began = time.process_time()
    # It may be given up, which is paid for as well.
    with suppress(TooMany):
        for _ in work:
            steps += 1
    ms = 1000 * (time.process_time() - began)
    return Cost(ms, REQUESTS[requests.Preview].cost + steps / STEPS_A_TOKEN)


async def _watch(stage: Stage) -> Cost:
    """The first to look at the longest battle."""
    return await stage.afresh(requests.Watch(1, stage.battle))


async def _replay(stage: Stage) -> Cost:
    """The first to look at the longest battle."""
    return await stage.afresh(requests.Replay(1, stage.battle, 1, 0.0))


async def _seek(stage: Stage) -> Cost:
    """As far from a keyframe as can be, in the longest battle."""
    await stage.one.ask(requests.Replay, stage.battle, 1, 0.0)
    return await stage.best(requests.Seek(1, LONGEST - LONGEST % EVERY - 1))


async def _step(stage: Stage) -> Cost:
    """As many commits as are shown one by one, and as far back."""
    return await stage.each(
        request
        for _ in range(stage.times)
        for request in (requests.Step(1, -64), requests.Step(1, 64))
    )


ROWS: Rows = {
    requests.Hello: _hello,
    requests.NewToken: lambda stage: stage.best(requests.NewToken(1)),
    requests.Pulse: lambda stage: stage.best(requests.Pulse(1, 250)),
    requests.ListTables: lambda stage: stage.best(requests.ListTables(1)),
    requests.ListEncounters: lambda stage: stage.best(requests.ListEncounters(1)),
    requests.ListBattles: lambda stage: stage.best(requests.ListBattles(1)),
    requests.ReadLadder: _ladder,
    requests.Create: _create,
    requests.Join: _join,
    requests.ReadInvite: _read_invite,
    requests.Leave: _leave,
    requests.Invite: lambda stage: stage.best(requests.Invite(1, SeatId("1"), True)),
    requests.Revoke: lambda stage: stage.best(requests.Revoke(1, SeatId(""))),
    requests.Change: _change,
    requests.HandOver: _hand_over,
    requests.Remove: _remove,
    requests.PutBot: _bot,
    requests.Release: _release,
    requests.Claim: _claim,
    requests.Ready: lambda stage: stage.best(requests.Ready(1, True, FULL)),
    requests.NameAdventurer: _name_adventurer,
    requests.Chat: lambda stage: stage.best(requests.Chat(1, LINE)),
    requests.Ping: lambda stage: stage.best(requests.Ping(1, FULL, FULL)),
    requests.Start: _start,
    requests.Undo: _undo,
    requests.Consent: _consent,
    requests.Standing: _standing,
    # Granted it ends a match, once; refused it can be asked again and again.
    requests.Resign: lambda stage: stage.best(requests.Resign(1), is_refused=True),
    requests.Preview: _preview,
    requests.Intent: _intent,
    requests.Watch: _watch,
    requests.Share: lambda stage: stage.best(requests.Share(1, stage.battle)),
    requests.Replay: _replay,
    requests.Seek: _seek,
    requests.Step: _step,
    requests.Pace: lambda stage: stage.best(requests.Pace(1, 0.0)),
}
"""In the order in which they are measured: the table first, then its battle."""


def tag_of(kind: type[requests.Ask]) -> str:
    """The request's name on the wire."""
    return str(kind.__struct_config__.tag)


SIGNED = "hello, signed in"
"""The same request with a proof, which costs more."""
FIRST = (tag_of(requests.Hello), SIGNED)
"""What is asked before anybody is known, and so paid by an address alone."""


def rate_of(name: str) -> float:
    """The tokens that come back a second to whoever pays for a request."""
    rates = Rates()
    return rates.address_rate if name in FIRST else rates.player_rate


async def measured(times: int) -> dict[str, Cost]:
    """What every request takes at its worst, as the reference machine would have it."""
    assert set(ROWS) == set(get_args(requests.Request)), "every request has its row"
    found: dict[str, Cost] = {}
    async with opened() as service:
        stage = await Stage.built(service, times)
        rows = [(tag_of(kind), row) for kind, row in ROWS.items()]
        rows.insert(1, (SIGNED, _signed))
        for name, row in rows:
            factor = REFERENCE_MS / reference()
            cost = await row(stage)
            found[name] = Cost(cost.ms * factor, cost.tokens)
    return found


async def run(report: Report, scale: Scale) -> None:
    """The table of worst-case CPU."""
    on = Rates()
    report.add("reference work", ms=reference(), stands_for_ms=REFERENCE_MS)
    for name, cost in (await measured(scale.asked)).items():
        report.add(name, ms=cost.ms, tokens=cost.tokens, share_of_core=cost.share(rate_of(name)))
    with tempfile.TemporaryDirectory() as folder:
        factor = REFERENCE_MS / reference()
        for page, cost in (await fetched(Path(folder), scale.asked)).items():
            cost = Cost(cost.ms * factor, cost.tokens)
            share = cost.share(on.address_rate)
            report.add(f"GET /{page}", ms=cost.ms, tokens=cost.tokens, share_of_core=share)
