"""One store program as our child: started, guarded, ended with us.

A small shell starts first. It forks a guard that reads from a pipe which only we hold open, and
then becomes the program. When we die, however we die, the guard reads the end of the pipe and
ends the program. The program has a session of its own, so Ctrl-C does not reach it.
"""

import os
import signal
import subprocess
import threading
from collections import deque
from collections.abc import Callable, Sequence

from server.store.embedded.data_directory import DataDir

# $$ is the program's own id after exec. A line in the pipe tells the guard that all is over.
_GUARDED = (
    "exec 3<&0; "
    "{ read -r line <&3 || kill -TERM $$; } </dev/null >/dev/null 2>&1 & "
    'exec "$@" </dev/null 3<&-'
)
_DECISIVE = (
    "Can't recover from AOF write error",
    "No space left",
    "Bad file format",
    "Can't handle RDB format",
    "Can't open",
    "Fatal error",
    "FATAL CONFIG",
    "Failed",
    "Permission denied",
)
STOP_PATIENCE = 15.0  # seconds, also for a last sync to a slow disk; then by force
TAIL = 40  # lines of what the program said last, for the error that tells of its end


class StoreProcess:
    """A running store program. `on_exit(process)` is called from another thread when it ends."""

    def __init__(
        self, command: Sequence[str], data: DataDir, on_exit: Callable[["StoreProcess"], None]
    ) -> None:
        self._on_exit = on_exit
        self._tail: deque[str] = deque(maxlen=TAIL)
        self._ended = threading.Event()
        guard, self._hold = os.pipe()
        try:
            self._process = subprocess.Popen(
                ["/bin/sh", "-c", _GUARDED, "hexwarden-store", *command],
                stdin=guard,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                cwd=data.path,
                env={**os.environ, "LC_ALL": "C"},
                start_new_session=True,
                pass_fds=data.locks,
            )
        except BaseException:
            os.close(self._hold)
            raise
        finally:
            os.close(guard)
        self.pid = self._process.pid
        threading.Thread(target=self._follow, name="store process", daemon=True).start()

    @property
    def running(self) -> bool:
        """Return whether the program has not ended yet."""
        return not self._ended.is_set()

    @property
    def was_ended(self) -> bool:
        """Return whether somebody else has ended the program, by a signal or in good order, which
        it never does by itself.
        """
        code = self._process.returncode
        return not self.running and code is not None and code <= 0

    def kill(self) -> None:
        """Kill the program at once (SIGKILL), as a crash would."""
        self._process.kill()

    def stop(self) -> None:
        """Ask the program to end (SIGTERM), and block until it has. It is killed after
        STOP_PATIENCE seconds.
        """
        if self.running:
            self._process.send_signal(signal.SIGTERM)
        if not self._ended.wait(STOP_PATIENCE):
            self._process.kill()
            self._ended.wait()

    def said(self, phrase: str) -> list[str]:
        """Return those of the program's latest lines of output that contain a phrase."""
        return [line.split(" # ", 1)[-1].strip("* \n") for line in self._tail if phrase in line]

    def last_words(self) -> str:
        """Return why the program has ended, as one line: in its own words if it said any, else by
        signal or exit status.
        """
        lines = [line.strip() for line in self._tail if line.strip() and "WARNING" not in line]
        for line in lines:
            if any(phrase in line for phrase in _DECISIVE):
                return line.split(" # ", 1)[-1].strip("* ")
        code = self._process.returncode
        if code is not None and code < 0:
            return f"ended by {signal.Signals(-code).name}"
        return f"exit status {code}; last it said: {lines[-1] if lines else 'nothing'}"

    def _follow(self) -> None:
        assert self._process.stdout is not None
        with self._process.stdout as output:
            for raw in output:
                self._tail.append(raw.decode(errors="replace"))
        self._process.wait()
        self._dismiss_guard()
        self._ended.set()
        self._on_exit(self)

    def _dismiss_guard(self) -> None:
        """End the guard: the program's id may be in use again by now, and the guard must not kill
        that process.
        """
        try:
            os.write(self._hold, b"over\n")
        except OSError:
            pass
        finally:
            os.close(self._hold)
