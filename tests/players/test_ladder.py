"""The ladder as a document: what a match changes of it, and who sees it when."""

import pytest

from protocol.ids import BattleId, PlayerId
from server.players import ladder
from server.players.glicko2 import Rating
from server.players.ladder import Ended, Ladder, LadderDoc, Match, Standing, with_match
from server.players.limits import DAY
from server.store import Store
from server.store.memory import MemoryStore

ANN, BEA, NOW = PlayerId("ann"), PlayerId("bea"), 1_800_000_000


@pytest.fixture
def store() -> Store:
    return MemoryStore(lambda: 0.0)


def match(number: int, now: int = NOW, delay: int = 0) -> Ended:
    return Ended(BattleId(f"b{number}"), ANN, BEA, now, delay)


def test_the_first_match_of_two_newcomers() -> None:
    doc = with_match(LadderDoc(), match(1))
    one, two = doc.standings[ANN], doc.standings[BEA]
    assert (one.matches, one.won, two.matches, two.won) == (1, 1, 1, 0)
    assert one.rating.rating == pytest.approx(1662.3, abs=0.1)
    assert two.rating.rating == pytest.approx(1337.7, abs=0.1)


def test_a_match_counts_once_however_often_its_end_is_told() -> None:
    doc = with_match(LadderDoc(), match(1))
    assert with_match(doc, match(1, NOW + 5)) is doc


def test_of_the_same_two_some_matches_a_day_count() -> None:
    """Given two who play all day, whoever of them leads, then the seventh changes nothing but the
    list of what was told; and the first of the next day counts again."""
    doc = LadderDoc()
    for number in range(ladder.PAIR_A_DAY):
        doc = with_match(doc, match(number))
    full = doc
    doc = with_match(doc, Ended(BattleId("b98"), BEA, ANN, NOW + 60))
    assert doc.standings == full.standings
    assert with_match(doc, match(99, NOW + DAY + 60)).standings != full.standings


def test_a_full_ladder_makes_room_by_who_has_not_played_for_longest() -> None:
    standings = {
        PlayerId(f"p{n}"): Standing(PlayerId(f"p{n}"), Rating(), 1, 1, NOW - n)
        for n in range(ladder.MOST)
    }
    matches = tuple(
        Match(BattleId(f"old{n}"), (ANN, BEA), NOW - 2 * DAY) for n in range(ladder.MATCHES_KEPT)
    )
    doc = with_match(LadderDoc(standings, matches), match(1))
    assert (len(doc.standings), len(doc.matches)) == (ladder.MOST, ladder.MATCHES_KEPT)
    assert {ANN, BEA} <= doc.standings.keys()
    assert f"p{ladder.MOST - 1}" not in doc.standings
    assert f"p{ladder.MOST - 2}" not in doc.standings


async def test_a_delay_holds_for_the_ladder_too(store: Store) -> None:
    """Given a match whose spectators are a minute behind, then for that minute the ladder shows
    what stood before, also after one more match; and what is new afterwards."""
    found = Ladder(store)
    await found.rate(match(1))
    (before, _), _ = await found.lines(NOW, ())
    await found.rate(match(2, NOW + 10, delay=60))
    await found.rate(match(3, NOW + 20, delay=60))
    (held, _), asked = await found.lines(NOW + 79, (ANN,))
    assert (held, asked) == (before, (before,))
    (due, _), _ = await found.lines(NOW + 80, ())
    assert (due.matches, due.won) == (3, 3)


async def test_a_newcomers_first_match_is_not_seen_before_it_is_due(store: Store) -> None:
    found = Ladder(store)
    await found.rate(match(1, delay=60))
    assert await found.lines(NOW + 59, (ANN,)) == ((), ())
    assert [line.player for line in (await found.lines(NOW + 60, ()))[0]] == [ANN, BEA]


async def test_a_rank_goes_by_what_is_sure(store: Store) -> None:
    """Given somebody settled at 1700, and one who has won a single match, then the settled one
    stands above, whatever the other's rating."""
    settled = Standing(PlayerId("cid"), Rating(1640, 50), 80, 50, NOW)
    data = ladder.encoded(LadderDoc({settled.player: settled}))
    await store.put(ladder.KIND, ladder.NAME, data, 0)
    found = Ladder(store)
    await found.rate(match(1))
    top, _ = await found.lines(NOW, ())
    assert [(line.rank, line.player) for line in top] == [(1, "cid"), (2, ANN), (3, BEA)]
    assert top[1].rating > top[0].rating


async def test_who_is_no_more_leaves_the_ladder(store: Store) -> None:
    found = Ladder(store)
    await found.rate(match(1))
    await found.forget(ANN)
    assert [line.player for line in (await found.lines(NOW, ()))[0]] == [BEA]
