import pytest
from websockets.datastructures import Headers

from protocol.ids import PlayerId, TableId
from server.net.admission import (
    MOST_BUCKETS,
    Admission,
    Asking,
    Bucket,
    Proxies,
    network_of,
)
from server.net.admission.admission import _Buckets
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

    def asking(player: str) -> Asking:
        return Asking(admission.connection_bucket(), "192.0.2.7", PlayerId(player))

    first, second = asking("ann"), asking("ann")
    assert admission.exhausted(first, 1) is None
    assert admission.exhausted(second, 1) is None
    assert admission.exhausted(first, 1) == "player"
    assert admission.exhausted(asking("ann"), 1) == "player"
    assert admission.exhausted(asking("bob"), 1) is None


def test_the_book_of_buckets_is_bounded() -> None:
    settings = Settings(newcomer_burst=1)
    admission = Admission(settings, Clock())
    assert admission.newcomer_bucket("first").take()
    for i in range(MOST_BUCKETS):
        admission.newcomer_bucket(f"10.0.{i // 256}.{i % 256}")
    assert admission.newcomer_bucket("first").take(), "the oldest bucket was forgotten"


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:aaaa::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:bbbb::1", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", ""),
    ],
)
def test_a_connection_counts_for_its_network(address: str, network: str) -> None:
    assert network_of(address) == network


@pytest.mark.parametrize(
    ("named", "peer", "forwarded", "client"),
    [
        ((), "192.0.2.7", "198.51.100.9", "192.0.2.7"),
        (("192.0.2.7",), "192.0.2.7", "", "192.0.2.7"),
        (("192.0.2.7",), "192.0.2.7", "203.0.113.1, 198.51.100.9", "198.51.100.9"),
        (("192.0.2.7",), "192.0.2.8", "203.0.113.1, 198.51.100.9", "192.0.2.8"),
        (("192.0.2.0/24",), "192.0.2.7", "1.1.1.1, 198.51.100.9, 192.0.2.50", "198.51.100.9"),
        (("192.0.2.0/24",), "::ffff:192.0.2.7", "198.51.100.9", "198.51.100.9"),
        (("192.0.2.7",), "192.0.2.7", "not an address", "192.0.2.7"),
        (("192.0.2.7",), "192.0.2.7", "198.51.100.9, not an address", "192.0.2.7"),
        (("192.0.2.7",), "192.0.2.7", "192.0.2.7", "192.0.2.7"),
        (("2001:db8::/32",), "2001:db8::5", "2001:4860::9", "2001:4860::9"),
        (("private",), "10.1.2.3", "198.51.100.9", "198.51.100.9"),
        (("private",), "127.0.0.1", "198.51.100.9, 10.0.0.1", "198.51.100.9"),
        (("private",), "198.51.100.7", "203.0.113.1", "198.51.100.7"),
        # A proxy that appends: what stands left of the address that it saw was said by a stranger.
        (("private",), "10.1.2.3", "203.0.113.1, 198.51.100.9", "198.51.100.9"),
        (("private",), "10.1.2.3", "127.0.0.1, 198.51.100.9", "198.51.100.9"),
        (("private",), "10.1.2.3", "10.66.6.6, 192.168.1.5", "192.168.1.5"),
        (("private",), "10.1.2.3", "nonsense, 10.66.6.6, 192.168.1.5", "192.168.1.5"),
        (("192.0.2.7",), "192.0.2.7", "198.51.100.9:4711", "198.51.100.9"),
        (("192.0.2.7",), "192.0.2.7", "[2001:db8::9]:443", "2001:db8::9"),
    ],
)
def test_a_proxys_word_counts_where_it_is_named_and_no_further_than_it_knows(
    named: tuple[str, ...], peer: str, forwarded: str, client: str
) -> None:
    headers = Headers({"X-Forwarded-For": forwarded} if forwarded else {})
    assert Proxies(named).client_of(peer, headers) == client


def test_how_a_client_has_called_is_taken_from_trusted_proxies_alone() -> None:
    proxies, said = Proxies(["192.0.2.7"]), Headers({"X-Forwarded-Proto": "https"})
    assert proxies.scheme_of("192.0.2.7", said) == "https"
    assert proxies.scheme_of("192.0.2.8", said) == ""
    assert proxies.scheme_of("192.0.2.7", Headers({"X-Forwarded-Proto": "gopher"})) == ""


def test_an_empty_bucket_is_named_and_players_do_not_share_the_spectators() -> None:
    settings = Settings(table_rate=1, table_burst=3, address_rate=1, address_burst=5)
    admission = Admission(settings, Clock())
    chatty = Asking(admission.connection_bucket(), "192.0.2.7", PlayerId("cleo"), TableId("t1"))
    assert [admission.exhausted(chatty, 1) for _ in range(4)] == [None, None, None, "table"]
    seated = Asking(
        admission.connection_bucket(), "192.0.2.8", PlayerId("ann"), TableId("t1"), is_seated=True
    )
    assert [admission.exhausted(seated, 1) for _ in range(4)] == [None, None, None, "table"]
    elsewhere = Asking(admission.connection_bucket(), "192.0.2.7", PlayerId("dora"), TableId("t2"))
    assert [admission.exhausted(elsewhere, 1) for _ in range(2)] == [None, "address"]


def test_buckets_that_are_full_again_are_forgotten() -> None:
    """Given many players who have said something and gone, when their buckets are full again, then
    they take no memory any more; whoever has just taken from one keeps it."""
    now = [0.0]
    buckets = _Buckets(10.0, 20, lambda: now[0])
    for number in range(100):
        buckets.of(f"p{number}").take(10)
    assert len(buckets._by_key) == 100
    now[0] = 1.5
    assert buckets.of("latest").take(20)
    assert list(buckets._by_key) == ["latest"]
    buckets.of("another").take(1)
    assert list(buckets._by_key) == ["latest", "another"]


def test_a_bucket_that_is_forgotten_is_held_by_nobody_any_longer() -> None:
    """Given two connections of one address, of which one has not asked for long, when the address's
    bucket is forgotten and the other gets a new one, then both pay from that."""
    clock, settings = Clock(), Settings(address_rate=1, address_burst=3)
    admission = Admission(settings, clock)
    old = Asking(admission.connection_bucket(), "192.0.2.7")
    assert admission.exhausted(old, 1) is None
    clock.now += 60
    other = Asking(admission.connection_bucket(), "192.0.2.8")
    assert admission.exhausted(other, 1) is None, "makes room: that of .7 is full, and forgotten"
    new = Asking(admission.connection_bucket(), "192.0.2.7")
    assert [admission.exhausted(new, 1) for _ in range(3)] == [None, None, None]
    assert admission.exhausted(old, 1) == "address"


def test_a_bucket_in_use_is_kept_where_others_that_came_later_are_not() -> None:
    """Given a connection that asks all the time, when buckets come and go, then its address keeps
    what it owes."""
    clock, settings = Clock(), Settings(address_rate=0.001, address_burst=3)
    admission = Admission(settings, clock)
    busy = Asking(admission.connection_bucket(), "192.0.2.7")
    admission.charge(busy, 3)
    for number in range(MOST_BUCKETS + 10):
        if number % 1000 == 0:
            admission.charge(busy, 1)
        admission.exhausted(Asking(admission.connection_bucket(), f"address {number}"), 1)
    again = Asking(admission.connection_bucket(), "192.0.2.7")
    assert admission.exhausted(again, 1) == "address"
