"""Addresses of several servers that are one store."""

from pathlib import Path

import pytest

from server.store import EVERYSEC, open_store
from server.store.redis import Address
from server.store.routed import topology
from tests.store.cluster import Cluster


@pytest.mark.parametrize(
    ("setting", "kind", "places", "service", "database"),
    [
        ("redis+cluster://a,b:7001", "cluster", ["a:6379", "b:7001"], "", 0),
        ("redis+sentinel://a,b:1/main", "sentinel", ["a:26379", "b:1"], "main", 0),
        ("redis+sentinel://ann:p%2Fw@a/main/3", "sentinel", ["a:26379/3"], "main", 3),
        (
            "redis+cluster://:pw@[::1]:7000,[fe80::1]",
            "cluster",
            ["::1:7000", "fe80::1:6379"],
            "",
            0,
        ),
    ],
)
def test_an_address_names_servers_and_what_they_have(
    setting: str, kind: str, places: list[str], service: str, database: int
) -> None:
    assert topology.is_several(setting)
    read = topology.parse_servers(setting)
    assert (read.kind, [str(each) for each in read.at], read.service) == (kind, places, service)
    assert {each.database for each in read.at} == {database}


def test_login_and_options_hold_for_every_server_and_the_sentinels_have_their_own() -> None:
    read = topology.parse_servers(
        "redis+sentinel://ann:p%2Fw@a,b/main?sentinel_username=eve&sentinel_password=s%26c"
    )
    assert {(each.username, each.password) for each in read.at} == {("ann", "p/w")}
    assert read.sentinel == {"username": "eve", "password": "s&c"}
    assert "p/w" not in repr(read)
    assert "s&c" not in repr(read)


@pytest.mark.parametrize("scheme", ["rediss", "rediss+cluster", "rediss+sentinel"])
def test_an_option_that_is_there_twice_is_refused(scheme: str) -> None:
    """Given an address that both asks for a checked certificate and does not, then it is refused,
    and no password is repeated."""
    service = "/main" if scheme.endswith("sentinel") else ""
    options = "ssl_cert_reqs=required&ssl_cert_reqs=none"
    twice = f"{scheme}://:open-sesame@a{service}?{options}"
    with pytest.raises(ValueError, match="the option ssl_cert_reqs is there twice") as caught:
        (topology.parse_servers if topology.is_several(twice) else Address.parse)(twice)
    assert "open-sesame" not in str(caught.value)


def test_tls_is_for_all_of_them() -> None:
    read = topology.parse_servers("rediss+cluster://a,b?ssl_cert_reqs=none")
    assert all(each.tls is not None for each in read.at)
    assert read.at[1].tls_options == {"ssl": True, "ssl_cert_reqs": "none"}
    assert topology.parse_servers("redis+cluster://a").at[0].tls_options == {}


@pytest.mark.parametrize(
    ("setting", "says"),
    [
        ("redis+cluster://", "HOST:PORT"),
        ("redis+cluster://a,,b", "HOST:PORT"),
        ("redis+cluster://a:port", "HOST:PORT"),
        ("redis+cluster://a/3", "no databases"),
        ("redis+sentinel://a", "/mymaster"),
        ("redis+sentinel://a/", "/mymaster"),
        ("redis+sentinel://a/main/x/y", "not usable|no path"),
        ("rediss+cluster://a?ssl_ca_certs=/no/such/file", "not usable"),
        ("unix+cluster://a", "a store is embedded"),
        ("redis+raft://a", "a store is embedded"),
    ],
)
async def test_an_address_that_makes_no_sense_is_refused_with_a_sentence(
    setting: str, says: str
) -> None:
    with pytest.raises(ValueError, match=says) as refusal:
        await open_store(setting, data_dir=Path("unused"))
    assert "\n" not in str(refusal.value)


async def test_a_cluster_that_one_lost_shard_would_stop_is_noted(clean_cluster: Cluster) -> None:
    with clean_cluster.nodes[1].client() as client:
        client.config_set("cluster-require-full-coverage", "yes")
        try:
            store = await open_store(
                clean_cluster.url, data_dir=Path("unused"), durability=EVERYSEC
            )
            [note] = store.notes
            assert "cluster-require-full-coverage" in note
            await store.close()
        finally:
            client.config_set("cluster-require-full-coverage", "no")
