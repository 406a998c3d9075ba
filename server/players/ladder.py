"""The ladder of a server: the ratings of those who have played rated matches.

All of it is one document, written by whichever process ends a match. So the ratings of both sides
change in one step, and a match counts once, however often its end is reported. It names players by
their ids; their names are looked up when it is read.
"""

import asyncio
from collections.abc import Callable, Iterable
from typing import NamedTuple

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from protocol.ids import BattleId, PlayerId
from protocol.tables import LadderLine
from server.players import glicko2
from server.players.glicko2 import Rating
from server.players.limits import DAY
from server.store import Conflict, Store

KIND, NAME = "ladder", "ladder"
LISTED = 25  # players in one answer: a screen, and as many names to be looked up
MOST = 1_000  # players: some 100 KB; who has not played for longest makes room
MATCHES_KEPT = 1_000  # an end is told again within seconds, a day has fewer matches
PAIR_A_DAY = 6
"""Matches of the same two that count within a day: friends may play as they like, and nobody lifts
one of their own identities by the other's losses."""
PERIOD = 7 * DAY
"""Seconds of a rating period: after a year away a settled player (deviation 60) stands at 96."""
SURE = 2
"""Deviations below its rating where a player is ranked: 97 in 100 are at least as strong as that,
so that one lucky match leads nowhere near the top."""


class Standing(Struct, frozen=True, array_like=True):
    """A player's rating, their matches and wins, and when they last played (Unix seconds).

    Until `until` others see the standing `before`, as the delay of a table's spectators covers the
    ladder, too.
    """

    player: PlayerId
    rating: Rating
    matches: int
    won: int
    last: int
    until: int = 0
    before: "Standing | None" = None

    def seen(self, now: int) -> "Standing | None":
        """Return the standing that others see at `now` (Unix seconds), None if they see none
        yet.
        """
        return self if now >= self.until else self.before

    def now(self, now: int) -> Rating:
        """Return the rating at `now` (Unix seconds): the deviation grows with the time since the
        last match.
        """
        return glicko2.idle(self.rating, _periods(self, now))


class Match(Struct, frozen=True, array_like=True):
    """A match that was rated, and when it ended (Unix seconds)."""

    battle: BattleId
    players: tuple[PlayerId, PlayerId]
    ended: int


class LadderDoc(Struct, frozen=True, array_like=True):
    """The ladder as stored: standings by player, and the latest matches, the newest last."""

    standings: dict[PlayerId, Standing] = {}
    matches: tuple[Match, ...] = ()


def encoded(doc: LadderDoc) -> bytes:
    """Return the document as bytes for the store."""
    return msgspec.msgpack.encode(doc)


class Ended(NamedTuple):
    """A rated match that is over: who won against whom at `now` (Unix seconds), and the `delay` of
    its spectators in seconds.
    """

    battle: BattleId
    winner: PlayerId
    loser: PlayerId
    now: int
    delay: int = 0


def with_match(doc: LadderDoc, ended: Ended) -> LadderDoc:
    """Return the ladder with one more match; unchanged if that is in it already. A match over the
    day's limit of its pair is noted, and changes no rating.
    """
    pair = tuple(sorted((ended.winner, ended.loser)))
    if any(match.battle == ended.battle for match in doc.matches):
        return doc
    late = [one for one in doc.matches if one.ended > ended.now - DAY]
    counts = sum(tuple(sorted(one.players)) == pair for one in late) < PAIR_A_DAY
    players = (ended.winner, ended.loser)
    matches = (*doc.matches, Match(ended.battle, players, ended.now))[-MATCHES_KEPT:]
    if not counts:
        return replace(doc, matches=matches)
    winner, loser = (
        doc.standings.get(each, Standing(each, Rating(), 0, 0, ended.now)) for each in players
    )
    standings = doc.standings | {
        ended.winner: _after(winner, loser, ended, score=1),
        ended.loser: _after(loser, winner, ended, score=0),
    }
    while len(standings) > MOST:
        gone = min(standings.values(), key=lambda one: (one.last, one.player))
        del standings[gone.player]
    return LadderDoc(standings, matches)


def _after(one: Standing, other: Standing, ended: Ended, score: int) -> Standing:
    now = ended.now
    rating = glicko2.rated(one.rating, [(other.now(now), score)], _periods(one, now))
    seen = one.seen(now) if one.matches else None
    return Standing(
        one.player,
        rating,
        one.matches + 1,
        one.won + score,
        now,
        max(one.until, now + ended.delay) if ended.delay or now < one.until else 0,
        replace(seen, until=0, before=None) if seen is not None else None,
    )


def _periods(one: Standing, now: int) -> float:
    return max(0, now - one.last) / PERIOD


def _without(doc: LadderDoc, player: PlayerId) -> LadderDoc:
    left = {name: one for name, one in doc.standings.items() if name != player}
    return replace(doc, standings=left)


def _sure(one: Standing, now: int) -> float:
    rating = one.now(now)
    return rating.rating - SURE * rating.deviation


def _order(sure: float, one: Standing) -> tuple[float, PlayerId]:
    return -sure, one.player


def _line(rank: int, one: Standing, now: int) -> LadderLine:
    rating = one.now(now)
    return LadderLine(
        rank, one.player, "", round(rating.rating), round(rating.deviation), one.matches, one.won
    )


class Ladder:
    """The ladder in a store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def rate(self, ended: Ended) -> None:
        """Count a match, once however often this is called for it. Raises StoreError."""
        await self._change(lambda doc: with_match(doc, ended))

    async def forget(self, player: PlayerId) -> None:
        """Remove a player whose identity is forgotten from the ladder. Raises StoreError."""
        await self._change(lambda doc: _without(doc, player))

    async def lines(
        self, now: int, asked: Iterable[PlayerId]
    ) -> tuple[tuple[LadderLine, ...], tuple[LadderLine, ...]]:
        """Return the top of the ladder, and the lines of the players `asked` for, at `now` (Unix
        seconds). Names are left empty for the caller to fill in.

        Raises StoreError.
        """
        _, doc = await self._load()
        seen = [view for one in doc.standings.values() if (view := one.seen(now)) is not None]
        rated = sorted(((_sure(one, now), one) for one in seen), key=lambda each: _order(*each))
        lines = [_line(rank, one, now) for rank, (_, one) in enumerate(rated, 1)]
        wanted = set(asked)
        return tuple(lines[:LISTED]), tuple(line for line in lines if line.player in wanted)

    async def _change(self, how: Callable[[LadderDoc], LadderDoc]) -> None:
        while True:  # whoever is in our way has got further: some writer always does
            revision, doc = await self._load()
            changed = how(doc)
            if changed == doc:
                return
            try:
                await self._store.put(KIND, NAME, encoded(changed), revision)
            except Conflict:
                await asyncio.sleep(0)
                continue
            return

    async def _load(self) -> tuple[int, LadderDoc]:
        found = await self._store.get(KIND, NAME)
        if found is None:
            return 0, LadderDoc()
        return found[0], msgspec.msgpack.decode(found[1], type=LadderDoc)
