"""The client's files come with the server: all of them, with the right types, kept by browsers."""

import asyncio
import gzip
import re
import urllib.error
import urllib.request
from collections.abc import Mapping
from pathlib import Path

from server.settings import Settings
from tests.web.process import Server

STATIC = Path(Settings().web)
FILES = sorted(path for path in STATIC.rglob("*") if path.is_file())


async def get(url: str, **headers: str) -> tuple[int, Mapping[str, str], bytes]:
    def read() -> tuple[int, Mapping[str, str], bytes]:
        request = urllib.request.Request(url, headers=headers)
        try:
            with urllib.request.urlopen(request, timeout=20) as answer:
                return answer.status, dict(answer.headers), answer.read()
        except urllib.error.HTTPError as fault:
            with fault:
                return fault.code, dict(fault.headers), fault.read()

    return await asyncio.to_thread(read)


async def test_every_address_for_people_gives_the_page(server: Server) -> None:
    page = (STATIC / "index.html").read_bytes()
    for path in ("/", "/join/t1.2.Abc-123"):
        status, headers, body = await get(server.url + path)
        assert (status, body) == (200, page)
        assert headers["Content-Type"] == "text/html; charset=utf-8"
        assert "default-src 'self'" in headers["Content-Security-Policy"]


async def test_files_have_the_types_that_browsers_insist_on(server: Server) -> None:
    kinds = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
    for path in FILES:
        if path.suffix in kinds:
            name = path.relative_to(STATIC).as_posix()
            status, headers, body = await get(f"{server.url}/static/{name}")
            assert (status, body) == (200, path.read_bytes())
            assert headers["Content-Type"].startswith(kinds[path.suffix])


async def test_what_a_browser_has_kept_is_not_sent_again(server: Server) -> None:
    _, headers, _ = await get(f"{server.url}/static/main.js")
    status, _, body = await get(
        f"{server.url}/static/main.js", **{"If-None-Match": headers["ETag"]}
    )
    assert (status, body) == (304, b"")
    status, _, body = await get(f"{server.url}/static/main.js", **{"If-None-Match": '"other"'})
    assert (status, len(body)) == (200, len((STATIC / "main.js").read_bytes()))


def test_every_import_leads_to_a_file() -> None:
    imports = 0
    for path in FILES:
        for name in re.findall(r'from "(\.[^"]+)"', path.read_text("utf-8")):
            assert (path.parent / name).resolve() in FILES, f"{path.name} imports {name}"
            imports += 1
    assert imports > 20


def test_nothing_comes_from_outside() -> None:
    for path in FILES:
        outside = re.findall(
            r"(?:https?:)?//(?:www\.)?[a-z][a-z0-9-]*\.[a-z]{2,}", path.read_text("utf-8")
        )
        assert [one for one in outside if "www.w3.org" not in one] == [], path.name


def test_the_client_is_small() -> None:
    assert sum(len(gzip.compress(path.read_bytes())) for path in FILES) < 250_000
    for path in FILES:
        assert len(path.read_text("utf-8").splitlines()) <= 400, path.name
