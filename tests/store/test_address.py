"""Addresses of a store: read, shown without their secrets, refused with a sentence."""

import pytest

from server.store import (
    Durability,
    Store,
)
from server.store.redis.address import Address, options_of, spoken
from tests.store.outside import opened
from tests.store.servers import PASSWORD


async def test_addresses_that_make_no_sense_are_refused_with_a_sentence() -> None:
    for setting in ("http://x", "redis", "unix://", "rediss://h?ssl_ca_certs=/no/such/file"):
        with pytest.raises(ValueError, match=r"store|unix"):
            await opened(setting)
    for text in ("always", "replicas=0", "replicas=", "replicas=x", ""):
        with pytest.raises(ValueError, match="durability is"):
            Durability.parse(text)
    assert str(Durability.parse("replicas=2")) == "replicas=2"


async def test_the_password_is_never_shown(remote: Store) -> None:
    assert PASSWORD not in remote.name
    assert PASSWORD not in repr(vars(remote))


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("redis://:secret@host", "host:6379"),
        ("redis://user:secret@host:7000/3", "host:7000/3"),
        ("unix://:secret@/run/store.sock", "/run/store.sock"),
    ],
)
def test_an_address_is_shown_by_its_place_alone(url: str, shown: str) -> None:
    address = Address.parse(url)
    assert str(address) == shown
    assert "secret" not in repr(address)


def test_another_server_is_reached_with_the_same_login_and_database() -> None:
    other = Address.parse("redis://user:secret@one:7000/3").at("two", 7001, shard=True)
    assert (str(other), other.password, other.shard) == ("two:7001/3", "secret", True)
    assert other.url == "redis://user:secret@two:7001/3"
    assert Address.parse("redis://one").at("::1", 7001).url == "redis://[::1]:7001"


def test_news_go_to_one_shard_of_a_cluster_and_to_everybody_elsewhere() -> None:
    address = Address.parse("redis://one")
    assert (address.publish, address.at("two", 1, shard=True).publish) == ("PUBLISH", "SPUBLISH")


@pytest.mark.parametrize(
    "url", ["redis://:pass/word@host", "redis://:pass#word@host", "redis://host:99999"]
)
def test_a_password_that_is_not_quoted_is_not_repeated(url: str) -> None:
    with pytest.raises(ValueError, match="%2F for /") as refused:
        Address.parse(url)
    assert "pass" not in str(refused.value).replace("password", "")


def test_an_option_that_stands_twice_is_refused() -> None:
    assert options_of("a=1&b=") == {"a": "1", "b": ""}
    with pytest.raises(ValueError, match="the option a is there twice"):
        options_of("a=1&b=2&a=3")


def test_a_failed_connection_is_told_in_the_systems_words() -> None:
    assert spoken(ConnectionRefusedError(111, "x")) == "Connection refused"
    assert spoken(OSError("what happened")) == "what happened"
    assert spoken(OSError()) == "OSError"
