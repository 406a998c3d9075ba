"""Every setting of the server, declared once: name, type and bounds, default, help.

A value comes from the first of these that has it: the flag `--message-rate`, the environment
variable `HEXWARDEN_MESSAGE_RATE`, the entry `message_rate` of the TOML file that `--config` or
`HEXWARDEN_CONFIG` names, the default. A value that does not fit raises `BadSetting`: one line that
says which setting, where it came from, and what would fit.
"""

import argparse
import os
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import Annotated, Any, Literal, get_type_hints

import msgspec
from msgspec import Meta, Struct

from server.settings.values import SWITCHES, Declared, convert, in_days, secret, shown
from server.settings.values import BadSetting as BadSetting

PREFIX = "HEXWARDEN_"
PRIVATE: tuple[str, ...] = ("127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16")
PRIVATE += ("169.254.0.0/16", "::1/128", "fc00::/7", "fe80::/10")

Network = IPv4Network | IPv6Network


def _default_data() -> str:
    base = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return str(Path(base) / "hexwarden")


Positive = Annotated[float, Meta(gt=0)]


class Settings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The settings. Times are in seconds, sizes in bytes, rates per second."""

    host: Annotated[str, Meta(description="address to listen on; 0.0.0.0 for every network")] = (
        "127.0.0.1"
    )
    port: Annotated[int, Meta(ge=0, le=65535, description="TCP port; 0 takes any free one")] = 8787
    public_url: Annotated[
        str,
        Meta(description="address that players use, for links; empty: taken from host and port"),
    ] = ""
    store: Annotated[
        str,
        Meta(
            description="where battles live: embedded, memory://, unix://, redis:// or rediss://; "
            "redis+sentinel://HOST,HOST/SERVICE or redis+cluster://HOST,HOST (rediss+... with TLS)"
        ),
    ] = "embedded"
    store_file: Annotated[
        str,
        Meta(
            description="file with the address that `store` would have, for one with a password: "
            "flags are seen by everybody on the machine"
        ),
    ] = ""
    data: Annotated[
        str, Meta(description="directory of the embedded store and of replay files")
    ] = msgspec.field(default_factory=_default_data)
    durability: Annotated[
        str, Meta(description="when an append counts as done: fsync, everysec or replicas=N")
    ] = "fsync"
    retention: Annotated[
        float,
        Meta(ge=0, description="how long the store keeps a finished battle's journal; 0 for ever"),
    ] = 30 * 86400.0
    replays: Annotated[
        str,
        Meta(description="where replay files go: a directory, or s3://bucket/prefix; empty: data"),
    ] = ""
    archive_after: Annotated[
        float,
        Meta(
            ge=0,
            description="how long an unfinished battle that nobody touches stays in the "
            "store before it is put aside; 0 for ever",
        ),
    ] = 90 * 86400.0
    unattended_after: Annotated[
        float,
        Meta(
            ge=0,
            description="how long a running battle stays in memory while nobody is at its table; "
            "0 for ever",
        ),
    ] = 300.0
    table_lifetime: Annotated[
        float,
        Meta(ge=0, description="how long a table is kept to which nobody comes; 0 for ever"),
    ] = 180 * 86400.0
    identity_lifetime: Annotated[
        float,
        Meta(ge=0, description="how long a player is known who does not come; 0 for ever"),
    ] = 365 * 86400.0
    lease: Annotated[
        Positive,
        Meta(description="how long a silent server keeps its battles from others on its store"),
    ] = 2.0
    workers: Annotated[
        int, Meta(ge=1, le=256, description="processes that share the port, about one for a core")
    ] = 1
    reuse_port: Annotated[
        bool, Meta(description="let other servers of this user listen on the same port")
    ] = False
    log: Annotated[
        Literal["auto", "json", "terminal"],
        Meta(description="shape of log lines; auto: readable on a terminal, else JSON"),
    ] = "auto"
    log_level: Annotated[
        Literal["debug", "info", "warning", "error"], Meta(description="least level that is logged")
    ] = "info"
    otlp: Annotated[
        str,
        Meta(description="where traces go, an OTLP/HTTP address like http://HOST:4318/v1/traces"),
    ] = ""
    otlp_share: Annotated[
        float, Meta(ge=0, le=1, description="how many of all intents are traced, 0 to 1")
    ] = 1.0
    bot_delay: Annotated[
        float, Meta(ge=0, description="pause before a bot answers, so that people can follow")
    ] = 0.3
    bots_alone: Annotated[
        bool, Meta(description="let bots and clocks play on at tables where nobody is connected")
    ] = False
    micro_game: Annotated[
        bool, Meta(description="offer the micro-game, a race of pegs made for measurements")
    ] = False
    origins: Annotated[
        tuple[str, ...],
        Meta(description="web origins that may connect besides the server's own; * for any"),
    ] = ()
    tls_cert: Annotated[
        str, Meta(description="certificate chain (PEM file) to serve https and wss by; empty: none")
    ] = ""
    tls_key: Annotated[
        str, Meta(description="the certificate's key (PEM file); empty: it is in the same file")
    ] = ""
    trust_proxy: Annotated[
        tuple[str, ...],
        Meta(
            description="addresses or networks of proxies whose X-Forwarded headers count; "
            "`private` (or just on): those on this machine and in private networks"
        ),
    ] = ()
    oidc_issuer: Annotated[
        str, Meta(description="identity provider whose signed tokens say who players are")
    ] = ""
    oidc_audience: Annotated[
        str, Meta(description="the client id that these tokens must be meant for")
    ] = ""
    oidc_jwks: Annotated[
        str, Meta(description="where its keys are; empty: where its discovery document says")
    ] = ""
    guests: Annotated[
        bool, Meta(description="let in whoever comes, also without the identity provider")
    ] = True
    operators: Annotated[
        str, Meta(description="file of operators, one NAME:SHA256 a line; empty: no console")
    ] = ""
    audit_retention: Annotated[
        float, Meta(ge=0, description="how long operators' acts stay on record; 0 for ever")
    ] = 365 * 86400.0
    connections: Annotated[int, Meta(ge=1, description="most connections in all")] = 10_000
    connections_per_address: Annotated[
        int, Meta(ge=1, description="most connections from one address (IPv6: from one /64)")
    ] = 64
    message_size: Annotated[
        int, Meta(ge=1024, le=2**20, description="longest message read; longer ones end the link")
    ] = 64 * 1024
    connections_per_player: Annotated[
        int, Meta(ge=1, description="most connections of one player; a newer one ends the oldest")
    ] = 16
    tables_per_player: Annotated[
        int, Meta(ge=1, description="most tables that one player may open within a day")
    ] = 100
    battles: Annotated[int, Meta(ge=1, description="most battles in play in one process")] = 5000
    battles_per_player: Annotated[
        int, Meta(ge=1, description="most battles in play in a process that one player began")
    ] = 16
    battles_per_address: Annotated[
        int, Meta(ge=1, description="most battles in play in a process begun from one address")
    ] = 64
    invite_lifetime: Annotated[
        float, Meta(ge=0, description="how long an invite link is good; 0 for ever")
    ] = 7 * 86400.0
    message_rate: Annotated[float, Meta(gt=0, description="requests of one connection")] = 30.0
    message_burst: Annotated[
        int, Meta(ge=1, description="requests of one connection that may come at once")
    ] = 120
    player_rate: Annotated[float, Meta(gt=0, description="requests of one player, all tabs")] = 60.0
    player_burst: Annotated[
        int, Meta(ge=1, description="requests of one player that may come at once")
    ] = 240
    table_rate: Annotated[
        float,
        Meta(gt=0, description="requests at one table: of its players, and as many of all others"),
    ] = 240.0
    table_burst: Annotated[
        int, Meta(ge=1, description="requests at one table that may come at once, counted likewise")
    ] = 960
    address_rate: Annotated[float, Meta(gt=0, description="requests from one address")] = 500.0
    address_burst: Annotated[
        int, Meta(ge=1, description="requests from one address that may come at once")
    ] = 2000
    newcomer_rate: Annotated[
        float, Meta(gt=0, description="new identities that one address may ask for")
    ] = 2.0
    newcomer_burst: Annotated[
        int, Meta(ge=1, description="new identities that one address may ask for at once")
    ] = 100
    hello_timeout: Annotated[
        Positive, Meta(description="how long a connection may stay unnamed")
    ] = 10.0
    handshake_timeout: Annotated[
        Positive, Meta(description="how long an HTTP request with its answer may take")
    ] = 20.0
    keep_alive: Annotated[
        Positive, Meta(description="how long a connection may wait for a further HTTP request")
    ] = 5.0
    ping_interval: Annotated[Positive, Meta(description="time between keepalive pings")] = 20.0
    ping_timeout: Annotated[Positive, Meta(description="wait for the answer to a ping")] = 20.0
    close_timeout: Annotated[Positive, Meta(description="wait for a closing handshake")] = 10.0
    outbound_soft: Annotated[
        int, Meta(ge=4096, description="unsent bytes from which a snapshot replaces a backlog")
    ] = 256 * 1024
    outbound_hard: Annotated[
        int, Meta(ge=8192, description="unsent bytes from which a connection is cut")
    ] = 1024 * 1024
    drain_timeout: Annotated[
        Positive, Meta(description="how long a connection over the soft limit may read nothing")
    ] = 10.0
    stop_timeout: Annotated[Positive, Meta(description="how long a graceful stop may take")] = 20.0
    web: Annotated[
        str, Meta(description="directory of the browser client, served under /static")
    ] = str(Path(__file__).parents[1] / "net" / "built")


UNITS: Mapping[str, tuple[str, ...]] = {
    "SECONDS": (
        *("retention", "archive_after", "unattended_after", "table_lifetime", "identity_lifetime"),
        *("lease", "bot_delay", "audit_retention", "invite_lifetime", "hello_timeout"),
        *("handshake_timeout", "ping_interval", "ping_timeout", "close_timeout", "drain_timeout"),
        *("keep_alive", "stop_timeout"),
    ),
    "BYTES": ("message_size", "outbound_soft", "outbound_hard"),
    "PER_SECOND": ("message_rate", "player_rate", "table_rate", "address_rate", "newcomer_rate"),
    "NUMBER": (
        *("workers", "connections", "connections_per_address", "connections_per_player"),
        *("tables_per_player", "battles", "battles_per_player", "battles_per_address"),
        *("message_burst", "player_burst", "table_burst", "address_burst", "newcomer_burst"),
    ),
    "SHARE": ("otlp_share",),
    "PORT": ("port",),
}
"""The unit of each setting that is a number, as `--help` names its value."""
_UNIT_OF = {name: unit for unit, names in UNITS.items() for name in names}


def describe() -> Iterator[Declared]:
    """Yield all settings, in the order of their declaration."""
    hints = get_type_hints(Settings, include_extras=True)
    for each in msgspec.structs.fields(Settings):
        default = each.default
        if default is msgspec.NODEFAULT:
            default = each.default_factory()
        yield Declared(
            each.name,
            "--" + each.name.replace("_", "-"),
            PREFIX + each.name.upper(),
            hints[each.name],
            default,
            _help(hints[each.name]),
        )


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add a flag for every setting, and `--config` for the file."""
    group = parser.add_argument_group(
        "settings", f"Each also as environment variable ({PREFIX}PORT=...) or in the TOML file."
    )
    group.add_argument("--config", metavar="FILE", help=f"TOML file of settings ({PREFIX}CONFIG)")
    for each in describe():
        unit = _UNIT_OF.get(each.name, "VALUE")
        usual = (in_days(each.default) if unit == "SECONDS" else shown(each.default)) or "none"
        group.add_argument(
            each.flag,
            dest=each.name,
            metavar=unit,
            nargs="?" if _is_switch(each) else None,
            const="true" if _is_switch(each) else None,
            default=None,
            help=f"{each.help} (default: {usual})".replace("%", "%%"),
        )


def _is_switch(declared: Declared) -> bool:
    return isinstance(declared.default, bool) or declared.name in SWITCHES


def load(args: argparse.Namespace, environ: Mapping[str, str]) -> Settings:
    """Return the settings from flags, environment and file, in this order of precedence. Raises
    `BadSetting` for a value that does not fit, or values that contradict each other.
    """
    known = {each.name: each for each in describe()}
    file = getattr(args, "config", None) or environ.get(PREFIX + "CONFIG", "")
    values: dict[str, Any] = {}
    for name, value in _read_file(file).items() if file else ():
        if name not in known:
            raise BadSetting(f"{file}: there is no setting {name!r}")
        values[name] = convert(known[name], value, f"{file}: {name}")
    for each in known.values():
        if (text := environ.get(each.variable)) is not None:
            values[each.name] = convert(each, text, each.variable)
        if (text := getattr(args, each.name, None)) is not None:
            values[each.name] = convert(each, text, each.flag)
    settings = Settings(**values)
    _agree(settings)
    if settings.store_file:
        if "store" in values:
            raise BadSetting("store and store_file are both set: which of them is meant?")
        return msgspec.structs.replace(settings, store=secret(settings.store_file, "store_file"))
    return settings


def _agree(settings: Settings) -> None:
    if settings.outbound_hard <= settings.outbound_soft:
        raise BadSetting("outbound_hard must be more than outbound_soft")
    if settings.oidc_issuer and not settings.oidc_audience:
        raise BadSetting("oidc_issuer needs oidc_audience, the client id that tokens are meant for")
    if not settings.oidc_issuer and not settings.guests:
        raise BadSetting("guests are switched off, and there is no oidc_issuer: nobody can come in")
    if settings.tls_key and not settings.tls_cert:
        raise BadSetting("tls_key needs tls_cert, the certificate that it belongs to")
    try:
        networks_of(settings.trust_proxy)
    except ValueError as fault:
        raise BadSetting(f"trust_proxy: {fault}") from None


def networks_of(named: Iterable[str]) -> tuple[Network, ...]:
    """Return networks by name: an address, a network, or `private`. Raises ValueError for
    another.
    """
    found: list[Network] = []
    for name in named:
        found += map(ip_network, PRIVATE if name == "private" else (name,))
    return tuple(found)


def _help(hint: Any) -> str:
    found = [m.description for m in getattr(hint, "__metadata__", ()) if isinstance(m, Meta)]
    return next(text for text in reversed(found) if text)


def _read_file(path: str) -> dict[str, Any]:
    try:
        return tomllib.loads(Path(path).read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as fault:
        reason = fault.strerror if isinstance(fault, OSError) else "not UTF-8"
        raise BadSetting(f"the settings file {path} cannot be read: {reason}") from None
    except (ValueError, RecursionError) as fault:  # a number or a depth beyond all measure, too
        raise BadSetting(f"the settings file {path} is not TOML: {fault}") from None
