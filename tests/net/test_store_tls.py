"""A whole server on a store behind TLS, each side with a certificate by a CA that we made.

The store program that comes along knows no TLS, so a small proxy speaks it in its place, and asks
for the server's certificate, as a store with `tls-auth-clients yes` does.
"""

import ssl
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from server.process.app import EXIT_STORE, running
from server.settings import Settings
from server.store import EVERYSEC, StoreUnavailable, open_store
from tests.net import certificates
from tests.net.conftest import url_of
from tests.net.party import hang_up, meet, play_out
from tests.net.serve_micro import MICRO
from tests.net.test_app import run_to_end
from tests.store.servers import Server as StoreServer
from tests.store.tls_proxy import TlsProxy

PASSWORD = "open-sesame"


class Tls:
    """A store that is reached by TLS alone."""

    def __init__(self, folder: Path) -> None:
        self.store = StoreServer(password=PASSWORD, appendfsync="everysec")
        self.ours = certificates.signed(folder / "ours", "store", "server")
        self.theirs = certificates.signed(folder / "theirs", "store", "server")
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH, cafile=self.ours.ca)
        context.verify_mode = ssl.CERT_REQUIRED
        context.load_cert_chain(*self.ours.pairs["store"])
        self.proxy = TlsProxy(self.store.port, context)

    async def start(self) -> None:
        await self.proxy.start()

    async def stop(self) -> None:
        await self.proxy.stop()
        self.store.stop()

    def address(self, made: certificates.Made, *, shows: bool = True) -> str:
        """How a server is told to come, with a CA to believe and a certificate to show."""
        certificate, key = made.pairs["server"]
        own = f"&ssl_certfile={certificate}&ssl_keyfile={key}" if shows else ""
        return f"rediss://:{PASSWORD}@127.0.0.1:{self.proxy.port}/0?ssl_ca_certs={made.ca}{own}"


@pytest.fixture
async def tls(tmp_path: Path) -> AsyncIterator[Tls]:
    found = Tls(tmp_path)
    await found.start()
    yield found
    await found.stop()


async def test_a_battle_is_played_on_a_store_that_asks_for_the_servers_own_certificate(
    tls: Tls,
) -> None:
    """Given a server on a store by TLS, both ways checked, then a battle is played to its end, and
    all of it is in the store for whoever else is let in."""
    address = tls.address(tls.ours)
    store, other = [
        await open_store(address, data_dir=Path("unused"), durability=EVERYSEC) for _ in range(2)
    ]
    settings = Settings(port=0, store=address, close_timeout=1.0)
    async with running(settings, store, setups=[MICRO], bots={}) as server:
        party = await meet(url_of(server), goal=8)
        await play_out(party)
        versions = [version for version, _ in await other.read(party.battle)]
        assert versions == list(range(1, party.players["1"].version + 1))
        await hang_up(list(party.players.values()))
    await store.close()
    await other.close()


async def test_who_shows_no_certificate_or_a_strangers_comes_to_no_store(tls: Tls) -> None:
    """Given addresses without a certificate, with one by another CA, and one that believes another
    CA, then none of them opens the store."""
    certificate, key = tls.theirs.pairs["server"]
    strangers = f"&ssl_certfile={certificate}&ssl_keyfile={key}"
    addresses = {
        "no certificate": tls.address(tls.ours, shows=False),
        "by another CA": tls.address(tls.ours, shows=False) + strangers,
        "believes another CA": tls.address(tls.theirs),
    }
    for what, address in addresses.items():
        with pytest.raises(StoreUnavailable) as caught:
            await open_store(address, data_dir=Path("unused"), durability=EVERYSEC, timeout=20)
        assert PASSWORD not in str(caught.value), what


async def test_files_that_are_no_certificates_end_the_start_with_one_line(tls: Tls) -> None:
    nothing = f"rediss://127.0.0.1:{tls.proxy.port}/0?ssl_ca_certs=/nowhere/ca.crt"
    code, errors = await run_to_end("--store", nothing, "--log", "json")
    assert code != 0
    assert code != EXIT_STORE or "Traceback" not in errors
    assert len(errors.splitlines()) == 1, errors
