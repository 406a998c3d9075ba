"""`hexwarden doctor`: can this machine run the server? Prints a line for each requirement."""

import argparse
import asyncio
import importlib.metadata
import platform
import socket
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

PACKAGES = ("msgspec", "websockets", "redis", "hiredis", "structlog", "prometheus-client", "rich")


def add(commands: Any) -> None:
    """Add the command."""
    from server import settings as declared

    parser = commands.add_parser("doctor", help="check whether this machine can run the server")
    declared.add_arguments(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Check everything, print the findings, and return the exit code: 1 if anything is wrong."""
    from server.commands.serve import load

    settings = load(args)
    checks: list[tuple[str, Callable[[], str]]] = [
        ("python", _python),
        ("packages", _packages),
        ("event loop", _loop),
        ("data directory", lambda: _data(Path(settings.data).expanduser())),
        ("store", lambda: asyncio.run(_store(settings.store, settings.durability))),
        ("port", lambda: _port(settings.host, settings.port)),
        ("rules", _rules),
    ]
    wrong = 0
    for name, check in checks:
        try:
            print(f"ok     {name:<15} {check()}")
        except Exception as fault:
            wrong += 1
            print(f"WRONG  {name:<15} {fault}")
    return 1 if wrong else 0


def _python() -> str:
    return f"{platform.python_version()} on {platform.system()}"


def _packages() -> str:
    return ", ".join(f"{name} {importlib.metadata.version(name)}" for name in PACKAGES)


def _loop() -> str:
    try:
        return f"uvloop {importlib.metadata.version('uvloop')}"
    except importlib.metadata.PackageNotFoundError:
        return "asyncio's own (uvloop is not installed: about half the speed)"


def _data(folder: Path) -> str:
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryFile(dir=folder) as file:
        file.write(b"x")
    return f"{folder} can be written to"


async def _store(setting: str, durability: str) -> str:
    """Check that the configured store opens. An embedded one is tried in a directory of its own,
    since the real one may be in use by a running server.
    """
    from server.store import Durability, open_store

    with tempfile.TemporaryDirectory() as folder:
        store = await open_store(
            setting, data_dir=Path(folder), durability=Durability.parse(durability)
        )
        try:
            await store.ping()
            return f"{store.name} answers"
        finally:
            await store.close()


def _port(host: str, port: int) -> str:
    with socket.socket() as one:
        one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        one.bind((host, port))
    return f"{host}:{port} is free"


def _rules() -> str:
    from server.commands.headless import Simulation

    final = Simulation("jailbreak", 2, "adept", "sensible", 1).play()
    return f"a battle between bots was played to its end ({final['outcome']})"
