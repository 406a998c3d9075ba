"""Real store programs for tests, reached over TCP, with whatever settings a test needs."""

import os
import signal
import socket
import subprocess
import tempfile
from pathlib import Path
from typing import Any

import redis

from server.store.binary import find_program

PASSWORD = "open sesame/ä"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Server:
    """A store program that listens on a TCP port and ends with `stop`."""

    def __init__(self, *, password: str = "", **settings: str) -> None:
        self.port = free_port()
        self.password = password
        self._folder = tempfile.TemporaryDirectory(prefix="hw-test-")
        merged = {
            "port": str(self.port),
            "bind": "127.0.0.1",
            "dir": self._folder.name,
            "appendonly": "yes",
            "appendfsync": "everysec",
            "save": "",
            "repl-diskless-sync-delay": "0",
            **{name.replace("_", "-"): value for name, value in settings.items()},
        }
        if password:
            merged["requirepass"] = password
        self._command = [
            str(find_program()),
            *(part for name, value in merged.items() for part in (f"--{name}", value)),
        ]
        self.start()

    @property
    def url(self) -> str:
        from urllib.parse import quote

        word = f":{quote(self.password, safe='')}@" if self.password else ""
        return f"redis://{word}127.0.0.1:{self.port}"

    @property
    def folder(self) -> Path:
        return Path(self._folder.name)

    def start(self) -> None:
        self._process = subprocess.Popen(
            self._command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, cwd=self.folder
        )
        assert self._process.stdout is not None
        said = []
        for line in self._process.stdout:
            said.append(line.decode())
            if b"Ready to accept connections" in line:
                break
        else:
            raise AssertionError("the server did not start: " + "".join(said))

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
        assert self._process.stdout is not None
        self._process.stdout.close()
        self._folder.cleanup()


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
