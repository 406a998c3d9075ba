import pytest

from server.net.admission import MOST_BUCKETS, Admission, Bucket, network_of
from server.settings import Settings


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_a_bucket_gives_its_burst_at_once_and_then_its_rate() -> None:
    clock = Clock()
    bucket = Bucket(rate=2, burst=3, clock=clock)
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    clock.now += 1
    assert [bucket.take() for _ in range(3)] == [True, True, False]


def test_what_costs_more_than_there_is_takes_nothing() -> None:
    bucket = Bucket(rate=1, burst=10, clock=Clock())
    assert bucket.take(8)
    assert not bucket.take(3)
    assert bucket.take(2)


def test_a_cost_above_the_burst_can_still_be_paid_from_a_full_bucket() -> None:
    clock = Clock()
    bucket = Bucket(rate=1, burst=3, clock=clock)
    assert bucket.take(10)
    clock.now += 3
    assert not bucket.take()
    clock.now += 5
    assert bucket.take()


def test_a_bucket_left_alone_fills_no_higher_than_its_burst() -> None:
    clock = Clock()
    bucket = Bucket(rate=2, burst=3, clock=clock)
    clock.now += 1000
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]


def test_an_address_may_hold_so_many_connections_and_gets_the_places_back() -> None:
    admission = Admission(Settings(connections_per_address=2, connections=3), Clock())
    assert admission.enter("a") is None
    assert admission.enter("a") is None
    assert admission.enter("a") == "address"
    assert admission.enter("b") is None
    assert admission.enter("c") == "total"
    admission.leave("a")
    assert admission.enter("a") is None
    assert admission.open == 3


def test_a_player_has_one_bucket_over_all_connections_and_reconnects() -> None:
    admission = Admission(Settings(player_rate=1, player_burst=2), Clock())
    first, second = admission.player_bucket("ann"), admission.player_bucket("ann")
    assert first.take()
    assert second.take()
    assert not first.take()
    assert not admission.player_bucket("ann").take()
    assert admission.player_bucket("bob").take()


def test_the_book_of_buckets_is_bounded() -> None:
    settings = Settings(newcomer_burst=1)
    admission = Admission(settings, Clock())
    assert admission.newcomer_bucket("first").take()
    for i in range(MOST_BUCKETS):
        admission.newcomer_bucket(f"10.0.{i // 256}.{i % 256}")
    assert admission.newcomer_bucket("first").take(), "the oldest bucket was forgotten"


@pytest.mark.parametrize(
    ("peer", "forwarded", "trust", "network"),
    [
        ("192.0.2.7", "", False, "192.0.2.7"),
        ("192.0.2.7", "198.51.100.9", False, "192.0.2.7"),
        ("192.0.2.7", "203.0.113.1, 198.51.100.9", True, "198.51.100.9"),
        ("192.0.2.7", "not an address", True, "192.0.2.7"),
        ("::ffff:192.0.2.7", "", False, "192.0.2.7"),
        ("2001:db8:1:2:aaaa::1", "", False, "2001:db8:1:2::/64"),
        ("2001:db8:1:2:bbbb::1", "", False, "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "", False, "fe80::/64"),
    ],
)
def test_a_connection_counts_for_its_network(
    peer: str, forwarded: str, trust: bool, network: str
) -> None:
    assert network_of(peer, forwarded, trust) == network
