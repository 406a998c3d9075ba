"""A server that runs out of file descriptors says so before it cannot say anything."""

import os
import resource
from pathlib import Path

import pytest

from tests.net.conftest import Serve
from tests.net.test_app import get


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="nobody tells what is open here")
async def test_readiness_tells_of_descriptors_that_run_out(serve: Serve) -> None:
    """Given a server, when nearly all its descriptors are in use, then `/readyz` says that, and
    once there are enough again, that it is ready."""
    server = await serve()
    port = server.listener.port
    assert (await get(port, "/readyz")).startswith("HTTP/1.1 200 ")
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    held = [os.open("/dev/null", os.O_RDONLY) for _ in range(200)]
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(held) + 8, hard))
        said = await get(port, "/readyz")
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        for each in held:
            os.close(each)
    assert said.startswith("HTTP/1.1 503 ")
    assert "file descriptors" in said
    assert (await get(port, "/readyz")).startswith("HTTP/1.1 200 ")
