"""What a seed stands for: who is there, what they play, and what goes wrong how often."""

from random import Random
from typing import NamedTuple

from protocol.tables import Settings
from tests.simulator.way import Odds

JAILBREAK_EVERY = 25
"""So often the game itself is played, which takes longer than the small ones."""
SESSIONS = 8, 4
"""Of so many seeds the one with that remainder is about sessions, and the battles they call for."""
MATCHES = 32, 18
"""Of so many seeds the one with that remainder is about matches of the skirmish, now and then given
up: their answers are dear.
"""
MATCH = "alley"
KINDS = (
    "kill a server",
    "kill a server between two steps",
    "stop a server",
    "hold a server",
    "hold a server between two steps",
    "cut a server from the store",
    "cut all from the store",
    "break a store connection",
    "fill the store",
    "set a server's clock",
    "set the store's clock",
    "cut a connection",
    "cut all connections of a server",
    "let a connection fall behind",
    "kill a client",
    "hold a client",
)
LATER_KINDS = ("lose a server's signs and leases", "lose all news to a server")
"""Drawn apart, so that a seed's other faults are those that it always had."""
LEAVING = "everybody leaves a table"
"""Where battles that nobody is at are put aside, all people of a table go now and then, for about
as long as that takes."""
SKEW = 2.0


class Seats(NamedTuple):
    """A table: its settings, which seats people take, and how many battles they want to play."""

    settings: Settings
    people: tuple[str, ...]
    battles: int


class Plan(NamedTuple):
    """One run. `every` are the mean seconds between two faults of a kind; `news` the odds that
    news is lost, doubled, reordered; `undo` that a move is one. A snapshot is due after `snapshots`
    commits, and a battle may go back by `back`: a server's are far more than a run has commits.
    After `aside` seconds a battle that nobody is at is put aside; never where that is 0. The
    processes' clocks are wrong by `skew` seconds at most.
    """

    servers: int
    tables: tuple[Seats, ...]
    spectators: int
    seconds: float
    every: dict[str, float]
    odds: Odds
    news: tuple[float, float, float]
    slow: float
    undo: float
    snapshots: int
    back: int
    aside: float
    skew: float


def plan_of(seed: int) -> Plan:
    """The plan of a seed."""
    later = Random(f"plan {seed} later")
    snapshots, back = _snapshots(later)
    chance = Random(f"plan {seed}")
    if seed % JAILBREAK_EVERY == JAILBREAK_EVERY - 1:
        games: tuple[str, ...] = ("jailbreak",)
    elif seed % SESSIONS[0] == SESSIONS[1]:
        games = ("calling",)
    elif seed % MATCHES[0] == MATCHES[1]:
        games = (MATCH,)
    else:
        games = ("micro", "camp", "camp")
    # Each run leaves some kinds out: what one kind hides another one shows.
    kinds = [kind for kind in KINDS if chance.random() < 0.4]
    often = chance.choice((2.0, 4.0, 8.0, 16.0))
    every = {kind: often * chance.uniform(0.5, 2.5) for kind in kinds}
    kinds = [kind for kind in LATER_KINDS if later.random() < 0.4]
    every |= {kind: often * later.uniform(0.5, 2.5) for kind in kinds}
    aside, leaving, skew = _leaving(Random(f"plan {seed} leaving"))
    if aside:
        every[LEAVING] = leaving
    return Plan(
        servers=chance.choice((2, 2, 2, 3)),
        tables=tuple(_table(chance, games) for _ in range(chance.choice((1, 1, 1, 2)))),
        spectators=chance.choice((0, 1, 1, 2)),
        seconds=chance.choice((8.0, 14.0, 20.0)),
        every=every,
        odds=_odds(chance),
        news=(_some(chance, 0.1), _some(chance, 0.1), _some(chance, 0.2)),
        slow=_some(chance, 0.1),
        undo=_some(chance, 0.15),
        snapshots=snapshots,
        back=back,
        aside=aside,
        skew=skew,
    )


def _snapshots(chance: Random) -> tuple[int, int]:
    """How often there is one, and how far it lies behind: it has to be where there is a battle."""
    every = chance.choice((2, 3, 5, 8))
    return every, chance.randint(2, every)


def _leaving(chance: Random) -> tuple[float, float, float]:
    """When battles are put aside, how often people leave, and by how much clocks are wrong."""
    aside = chance.choice((0.0, 0.3, 0.8))
    return aside, chance.uniform(2.5, 8.0), chance.choice((0.0, SKEW))


def _some(chance: Random, most: float) -> float:
    return chance.choice((0.0, chance.uniform(0, most)))


def _odds(chance: Random) -> Odds:
    return Odds(
        before=_some(chance, 0.03),
        after=_some(chance, 0.03),
        late=_some(chance, 0.03),
        slow=_some(chance, 0.15),
        slowest=chance.choice((0.05, 0.5, 1.5)),
        timeout=chance.choice((1.0, 2.0, 4.0)),
    )


def _table(chance: Random, games: tuple[str, ...]) -> Seats:
    party = chance.choice((1, 2, 2, 3))
    game = chance.choice(games)
    goal = {"goal": str(chance.choice((12, 60, 300)))}
    depth = {"depth": "2" if goal["goal"] == "60" else "1"}
    length: dict[str, dict[str, str]]
    length = {"micro": goal, "calling": goal | depth, "jailbreak": {}, MATCH: {}}
    if game == MATCH:
        party = 2
    settings = Settings(
        game,
        party=party,
        decides=chance.choice(("first", "first", "leader")),
        turn=chance.choice((0, 0, 2, 4)),
        absence=chance.choice((0, 1, 3)),
        public=chance.random() < 0.5,
        undo=chance.choice(("consent", "consent", "alone")),
        options=length.get(game, {"left": str(chance.choice((2, 6, 30)))}),
    )
    seats = tuple(str(number) for number in range(1, party + 1))
    people = tuple(seat for seat in seats if seat == "1" or chance.random() < 0.8)
    return Seats(settings, people, chance.choice((1, 2, 3)))
