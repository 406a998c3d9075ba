"""What rules have found out is kept for as long as it holds, and no longer."""

from server.rules.battle.kernel.caching import CacheOfBeat, CacheOfParts


def test_a_beat_that_is_run_again_finds_what_it_found_at_the_same_state() -> None:
    """Given results for a state, when the beat runs again from its start, then they are there."""
    cache, start, later = CacheOfBeat(), object(), object()
    cache.begin(start)
    cache.of(3, later)[("reach", "a1")] = 2
    cache.begin(start)
    assert cache.of(3, later) == {("reach", "a1"): 2}


def test_another_way_of_the_log_and_another_beat_find_nothing() -> None:
    """Given results for a state, then another state at its place has none, nor has that state in
    another beat."""
    cache, later = CacheOfBeat(), object()
    cache.begin(object())
    cache.of(3, later)[("reach", "a1")] = 2
    assert cache.of(3, object()) == {}
    cache.of(3, later)[("reach", "a1")] = 2
    cache.begin(object())
    assert cache.of(3, later) == {}


def test_what_was_found_of_parts_holds_until_one_of_them_is_replaced() -> None:
    """Given a result found of two parts, then equal parts that are others make it be found
    anew."""
    cache, one, other = CacheOfParts(), {"a": 1}, {"b": 2}
    assert cache.get((one, other), "sum", lambda: 3) == 3
    assert cache.get((one, other), "sum", lambda: 4) == 3
    assert cache.get((one, dict(other)), "sum", lambda: 4) == 4
