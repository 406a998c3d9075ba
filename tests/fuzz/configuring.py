"""What an operator writes: the settings file, the environment, and the address of the store."""

import math
import tempfile
from argparse import Namespace
from dataclasses import replace
from pathlib import Path

import msgspec

from server.settings import PREFIX, BadSetting, Settings, describe, load
from server.store.redis import Address
from server.store.routed import topology

PASSWORD = "correct-horse"


def settings(data: bytes) -> None:
    """A settings file, and its lines once more as an environment: read, or told in one line."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "settings.toml"
        file.write_bytes(data)
        _loaded({PREFIX + "CONFIG": str(file)})
    lines = data.decode("utf-8", "ignore").splitlines()
    pairs = (line.partition("=") for line in lines)
    _loaded({PREFIX + name.strip().upper(): value.strip(' "') for name, _, value in pairs})


def _loaded(environ: dict[str, str]) -> None:
    environ.setdefault(PREFIX + "DATA", "data")
    try:
        found = load(Namespace(), environ)
    except BadSetting as fault:
        _is_one_line(str(fault))
        return
    said = msgspec.to_builtins(found)
    assert msgspec.convert(said, Settings) == found
    for each in describe():
        value = said[each.name]
        assert not isinstance(value, float) or math.isfinite(value), each.name


def store(data: bytes) -> None:
    """A store's address: told in a sentence what is wrong, or read with its password hidden.

    A socket's own path may hold whatever it likes.
    """
    setting = data.decode("utf-8", "ignore")
    assert Address.of_socket(f"/{setting}").path == f"/{setting}"
    try:
        several = topology.is_several(setting)
        found = topology.parse_servers(setting).at if several else (Address.parse(setting),)
    except ValueError as fault:
        _is_one_line(str(fault))
        _is_hidden(str(fault), setting.partition("?")[2])
        return
    for address in found:
        assert 0 <= address.port < 65536
        _is_hidden(f"{address} {address!r}", address.host, address.path, address.username)
        if several:
            there = address.at("203.0.113.7", 6380)
            assert replace(Address.parse(there.url), tls=there.tls) == there
            assert there.tls_options == address.tls_options


def _is_one_line(text: str) -> None:
    assert len(text.splitlines()) == 1, text


def _is_hidden(text: str, *shown: str) -> None:
    """The password stands nowhere but where it was written for all to see."""
    assert PASSWORD not in text or any(PASSWORD in each for each in shown), text


# Real inputs


def settings_files() -> list[bytes]:
    """A file with every setting at its default, the same with some others, and a small one."""
    lines = []
    for each in describe():
        value = each.default if each.name != "data" else "data"
        shown = msgspec.json.encode(value).decode()
        lines.append(f"{each.name} = {shown}")
    small = 'port = 9000\norigins = "https://a.example, https://b.example"\ntrust_proxy = true\n'
    small += 'oidc_issuer = "https://club.example"\noidc_audience = "hexwarden"\nguests = false\n'
    return [
        "\n".join(lines).encode(),
        small.encode(),
        b"lease = 2\nmessage_rate = 1e3\nlog = 'json'",
    ]


def stores() -> list[bytes]:
    """Addresses of every kind."""
    found = (
        "redis://127.0.0.1:6379/2",
        "redis://ann:correct-horse@store.example",
        "redis://:correct-horse/7@store.example:6379",
        "redis+cluster://:correct-horse/7@store.example:6379",
        "rediss://:correct%2Fhorse@[::1]:6380/0?ssl_cert_reqs=none",
        "unix://:correct-horse@/run/store.sock?db=3",
        "redis+sentinel://:correct-horse@a.example,b.example:26380/mymaster/1",
        "redis+cluster://a.example:7000,[2001:db8::1]:7001,10.0.0.3",
        "rediss+cluster://ann:pw@a.example?ssl_cert_reqs=none",
        "redis+sentinel://a.example/mymaster?sentinel_username=s&sentinel_password=correct-horse",
    )
    return [each.encode() for each in found]
