"""The client's files come with the server: all of them, with the right types, kept by browsers."""

import asyncio
import gzip
import json
import re
import urllib.error
import urllib.request
from collections.abc import Mapping
from pathlib import Path

from server.settings import Settings
from tests.web.process import Server

STATIC = Path(Settings().web).resolve()
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


async def test_whoever_accepts_it_is_sent_compressed_files(server: Server) -> None:
    plain = (STATIC / "main.js").read_bytes()
    _, headers, body = await get(f"{server.url}/static/main.js", **{"Accept-Encoding": "gzip"})
    assert headers["Content-Encoding"] == "gzip"
    assert headers["Vary"] == "Accept-Encoding"
    assert (len(body) < len(plain), gzip.decompress(body)) == (True, plain)


async def test_the_components_in_words_are_served_once_for_all(server: Server) -> None:
    url = f"{server.url}/catalogue.json"
    status, headers, body = await get(url, **{"Accept-Encoding": "gzip"})
    assert (status, headers["Content-Type"]) == (200, "application/json; charset=utf-8")
    told = json.loads(gzip.decompress(body))
    assert told["races"]["nord"]["combat"] == 3
    assert told == json.loads((await get(url))[2])
    status, _, body = await get(url, **{"If-None-Match": headers["ETag"]})
    assert (status, body) == (304, b"")


def test_the_page_asks_for_every_module_at_once() -> None:
    """Else a browser would find them one import after the other."""
    page = "".join((STATIC / name).read_text("utf-8") for name in ("index.html", "operator.html"))
    asked = set(re.findall(r'(?:modulepreload" href|module" src)="/static/([^"]+)"', page))
    assert asked == {p.relative_to(STATIC).as_posix() for p in FILES if p.suffix == ".js"}
    styles = set(re.findall(r'stylesheet" href="/static/([^"]+)"', page))
    assert styles == {p.relative_to(STATIC).as_posix() for p in FILES if p.suffix == ".css"}


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
