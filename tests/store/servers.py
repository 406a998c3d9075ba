"""Real store programs for tests, reached over TCP, with whatever settings a test needs."""

import os
import signal
import socket
import subprocess
import tempfile
import threading
from collections import deque
from pathlib import Path
from typing import IO, Any
from urllib.parse import quote

import redis

from server.store.embedded.program import find_program

PASSWORD = "open sesame/ä"
PORTS_TRIED = 10
LINES_KEPT = 400  # of what a program says: a test that fails shows them


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


READY = b"Ready to accept connections"


class PortTaken(AssertionError):
    """Somebody else listens where the server should."""


class Server:
    """A store program that listens on a TCP port and ends with `stop`.

    A port is asked of the system, and another one if somebody is faster. `bus` is a second port,
    that of a cluster's servers among themselves. `said` holds the last lines of its log.
    """

    ready = READY

    def __init__(self, password: str = "", **settings: str) -> None:
        self.password = password
        self.said: deque[str] = deque(maxlen=LINES_KEPT)
        self._folder = tempfile.TemporaryDirectory(prefix="hw-test-")
        self._settings = {
            "bind": "127.0.0.1",
            "dir": self._folder.name,
            "appendonly": "yes",
            "appendfsync": "everysec",
            "save": "",
            "repl-diskless-sync-delay": "0",
            **{name.replace("_", "-"): value for name, value in settings.items()},
        }
        if password:
            self._settings |= {"requirepass": password, "masterauth": password}
        is_clustered = self._settings.get("cluster-enabled") == "yes"
        for left in reversed(range(PORTS_TRIED)):
            self.port, self.bus = free_port(), free_port() if is_clustered else 0
            try:
                self.start()
                return
            except PortTaken:
                if not left:
                    raise

    @property
    def _command(self) -> list[str]:
        ports = {"port": str(self.port)} | ({"cluster-port": str(self.bus)} if self.bus else {})
        given = {**ports, **self._settings}.items()
        return [
            str(find_program()),
            *(part for name, value in given for part in (f"--{name}", value)),
        ]

    @property
    def word(self) -> str:
        """The password as it stands in an address."""
        return f":{quote(self.password, safe='')}@" if self.password else ""

    @property
    def url(self) -> str:
        return f"redis://{self.word}127.0.0.1:{self.port}"

    @property
    def folder(self) -> Path:
        return Path(self._folder.name)

    def start(self) -> None:
        self._process = subprocess.Popen(
            self._command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, cwd=self.folder
        )
        assert self._process.stdout is not None
        said = self.said
        said.clear()
        for line in self._process.stdout:
            said.append(line.decode(errors="replace"))
            if self.ready in line:
                break
        else:
            self._process.wait()
            self._process.stdout.close()
            taken = any("Address already in use" in line or "bind" in line for line in said)
            fault = PortTaken if taken else AssertionError
            raise fault("the server did not start: " + "".join(said))

        # A program whose pipe is full stands still.
        drain = (self._process.stdout, self.said)
        threading.Thread(target=_drain, args=drain, daemon=True).start()

    def client(self) -> Any:
        return redis.Redis(port=self.port, password=self.password or None)

    def signal(self, number: int) -> None:
        self._process.send_signal(number)

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()

    def stop(self) -> None:
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGCONT)
            self._process.terminate()
        self._process.wait()
        self._folder.cleanup()


def _drain(stream: IO[bytes], said: deque[str]) -> None:
    with stream:
        for line in stream:
            said.append(line.decode(errors="replace"))


def alive(pid: int) -> bool:
    """Whether a process still runs (a zombie does not)."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        try:
            os.kill(pid, 0)
        except OSError:
            return False
        return True
    return state not in "ZX"
