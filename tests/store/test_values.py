"""Times and pairs as the store takes them."""

from server.store.redis.values import flat, ms_of, ttl_of


def test_times_are_whole_milliseconds_and_never_below_what_the_store_takes() -> None:
    assert [ms_of(seconds) for seconds in (1.5, 0.0004, 0, -3)] == [1500, 0, 0, 0]
    assert [ttl_of(seconds) for seconds in (1.5, 0.0004, 0, -3)] == [1500, 1, 1, 1]


def test_pairs_come_in_turn() -> None:
    assert flat({"a": b"1", "b": b"2"}) == ["a", b"1", "b", b"2"]
