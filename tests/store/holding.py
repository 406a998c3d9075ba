"""Another process that holds an embedded store, to be killed."""

import asyncio
import shutil
import subprocess
import sys
from pathlib import Path

from tests.store.servers import alive

HOLDER = """
import asyncio, sys
from pathlib import Path
from server.store.open import open_store
from server.store.embedded.sync import sync_files
async def main():
    store = await open_store(None, data_dir=Path(sys.argv[1]))
    lease = await store.create("held", {}, b"by a process that will be killed", owner="p", ttl=60)
    print(store.pid, store._data.runtime, flush=True)
    await asyncio.to_thread(sys.stdin.read)
asyncio.run(main())
"""


def holder(data: Path) -> tuple[subprocess.Popen[str], int, Path]:
    """Another process that has the store open; with the store program's id and socket folder."""
    child = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(data)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        process_group=0,
    )
    assert child.stdout is not None
    pid, runtime = child.stdout.readline().split()
    return child, int(pid), Path(runtime)


async def finish(child: subprocess.Popen[str], program: int, runtime: Path) -> None:
    """Kill the holder, and tidy up after it as its next start would."""
    child.kill()
    child.communicate()
    await gone(program)
    shutil.rmtree(runtime, ignore_errors=True)


async def gone(pid: int) -> None:
    async with asyncio.timeout(60):
        while alive(pid):
            await asyncio.sleep(0.01)
