"""The client's files come with the server: all of them, with the right types, kept by browsers."""

import asyncio
import gzip
import hashlib
import json
import re
import urllib.error
import urllib.request
from collections.abc import Mapping
from pathlib import Path

from protocol.codec import JSON
from server.settings import Settings
from tests.web import node
from tests.web.process import Server

STATIC = Path(Settings().web).resolve()
FILES = sorted(path for path in STATIC.rglob("*") if path.is_file() and path.suffix != ".br")
if not FILES:
    raise RuntimeError("The browser client is not built: make client")
PAGE = (STATIC / "index.html").read_text("utf-8")
MOST_BY_GZIP = 250_000  # bytes: who has no TLS is sent no Brotli
SCRIPT = next(iter(re.findall(r'<script type="module"[^>]* src="/static/([^"]+)"', PAGE)))


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


def test_the_film_behind_the_first_page_comes_along() -> None:
    """Given the built client, then the recording that its script fetches is among its files."""
    (film,) = (path for path in FILES if path.suffix == ".hwr")
    assert film.name in (STATIC / SCRIPT).read_text("utf-8")
    assert film.stat().st_size < 64_000


async def test_files_have_the_types_that_browsers_insist_on(server: Server) -> None:
    kinds = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
    for path in FILES:
        if path.suffix in kinds:
            name = path.relative_to(STATIC).as_posix()
            status, headers, body = await get(f"{server.url}/static/{name}")
            assert (status, body) == (200, path.read_bytes())
            assert headers["Content-Type"].startswith(kinds[path.suffix])


async def test_what_a_browser_has_kept_is_not_sent_again(server: Server) -> None:
    _, headers, _ = await get(f"{server.url}/static/{SCRIPT}")
    status, _, body = await get(
        f"{server.url}/static/{SCRIPT}", **{"If-None-Match": headers["ETag"]}
    )
    assert (status, body) == (304, b"")
    status, _, body = await get(f"{server.url}/static/{SCRIPT}", **{"If-None-Match": '"other"'})
    assert (status, len(body)) == (200, len((STATIC / SCRIPT).read_bytes()))


async def test_a_file_named_by_its_hash_is_kept_for_good_and_a_page_is_asked_for_again(
    server: Server,
) -> None:
    for path in FILES:
        name = path.relative_to(STATIC).as_posix()
        _, headers, _ = await get(f"{server.url}/static/{name}")
        hashed = re.fullmatch(r"assets/\w+-[\w-]{8}\.(js|css|svg|hwr|json|woff2)", name) is not None
        assert hashed != (path.suffix == ".html"), name
        kept = "public, max-age=31536000, immutable" if hashed else "no-cache"
        assert headers["Cache-Control"] == kept, name
    for page in ("/", "/join/t1.2.Abc-123"):
        assert (await get(server.url + page))[1]["Cache-Control"] == "no-cache"


async def test_whoever_accepts_it_is_sent_compressed_files(server: Server) -> None:
    plain = (STATIC / SCRIPT).read_bytes()
    _, headers, body = await get(f"{server.url}/static/{SCRIPT}", **{"Accept-Encoding": "gzip"})
    assert headers["Content-Encoding"] == "gzip"
    assert headers["Vary"] == "Accept-Encoding"
    assert (len(body) < len(plain), gzip.decompress(body)) == (True, plain)


async def test_whoever_accepts_brotli_is_sent_what_lies_beside_the_file(
    server: Server, tmp_path: Path
) -> None:
    """Given a script that is sent by Brotli, gzip and as it is, then each is the same script, the
    first is the shortest, and each has a tag of its own.
    """
    plain = (STATIC / SCRIPT).read_bytes()
    url, tags, sizes = f"{server.url}/static/{SCRIPT}", set(), []
    for accepted in ("gzip, deflate, br, zstd", "br;q=0, gzip;q=0.5", "identity"):
        _, headers, body = await get(url, **{"Accept-Encoding": accepted})
        assert headers["Vary"] == "Accept-Encoding"
        tags.add(headers["ETag"])
        sizes.append(len(body))
        kept = {"Accept-Encoding": accepted, "If-None-Match": headers["ETag"]}
        assert (await get(url, **kept))[0] == 304
        if headers.get("Content-Encoding") == "br":
            (tmp_path / "sent").write_bytes(body)
    assert sizes == sorted(sizes)
    assert (len(tags), sizes[2]) == (3, len(plain))
    found = node.run("brotli_check.mjs", tmp_path / "sent").strip()
    assert found == hashlib.sha256(plain).hexdigest()


def test_beside_each_text_lies_the_same_by_brotli() -> None:
    texts = {path for path in FILES if path.suffix in (".js", ".css", ".svg")}
    assert {path.with_name(path.name + ".br") for path in texts} == set(STATIC.rglob("*.br"))


async def test_the_components_in_words_are_served_once_for_all(server: Server) -> None:
    url = f"{server.url}/catalogue.json"
    status, headers, body = await get(url, **{"Accept-Encoding": "gzip"})
    assert (status, headers["Content-Type"]) == (200, "application/json; charset=utf-8")
    told = json.loads(gzip.decompress(body))
    assert told["races"]["nord"]["combat"] == 3
    assert told == json.loads((await get(url))[2])
    kept = {"Accept-Encoding": "gzip", "If-None-Match": headers["ETag"]}
    status, _, body = await get(url, **kept)
    assert (status, body) == (304, b"")
    assert "campaign" not in told, "the first page does not carry what campaigns print"
    part = json.loads((await get(f"{url}?part=campaign"))[2])
    assert part["provinces"]["black-marsh"]["name"] == "Black Marsh"
    assert "drawn" not in told
    drawn = json.loads((await get(f"{url}?part=drawn"))[2])
    assert drawn["cards"]["bm-p01"]["choices"]["pay"]["xp"] == 1
    page, rules, skirmish = [
        json.loads((await get(f"{url}?part={part}"))[2]) for part in ("page", "rules", "skirmish")
    ]
    assert "skirmish" not in page
    assert page | rules | skirmish == told
    assert (await get(f"{url}?part=nothing"))[0] == 404


def test_a_first_page_is_few_requests() -> None:
    """The page, what it names, the catalogue, and the WebSocket: six."""
    for name in ("index.html", "operator.html"):
        page = (STATIC / name).read_text("utf-8")
        named = re.findall(r'(?:src|href)="/static/([^"]+)"', page)
        assert sorted(Path(each).suffix for each in named) == [".css", ".js", ".svg"]
        assert all((STATIC / each).is_file() for each in named)
    assert PAGE.count("/catalogue.json?part=page") == PAGE.count("/catalogue.json") == 1


def test_a_script_fetches_no_other_script() -> None:
    """But for a translation, whose name it learns from the page, and what few need at once: the
    pages of sessions, of matches and of the ladder, what a battle needs once it is on with the
    pages of help, the check of dice, how recordings are packed, and how ground is painted where no
    worker can be had. They come when they are first wanted and go on with the page's own script,
    and the matches and the painter with what they share: the looks of tables.
    """
    alone = ("msgpack-",)
    later = ("days-", "match-", "ladder-", "later-", "dice_check-", "job-")
    for path in FILES:
        if path.suffix == ".js":
            loaded = re.findall(r"\bimport\(([^)]*)\)", path.read_text("utf-8"))
            known = ("/static/texts/", *(f"./{one}" for one in (*later, *alone)))
            assert all(any(part in one for part in known) for one in loaded), path.name
            named = re.findall(r"\bfrom\s*[\"']([^\"']*)", path.read_text("utf-8")[:2000])
            own = [one for one in named if not one.startswith("./tabletop-")]
            assert own == ([f"./{Path(SCRIPT).name}"] if path.name.startswith(later) else []), (
                path.name
            )
            assert own == named or path.name.startswith(("match-", "job-")), path.name


def test_the_page_says_which_protocol_its_script_speaks() -> None:
    """By that, a page that is older than its server knows."""
    spoken = re.findall(r'data-protocol="([^"]+)"', PAGE)
    assert spoken == [JSON]
    assert JSON in (STATIC / SCRIPT).read_text("utf-8")


def test_nothing_comes_from_outside() -> None:
    for path in FILES:
        if path.suffix in (".hwr", ".woff2"):
            continue  # packed: what a recording or a face holds is no address
        outside = re.findall(
            r"(?:https?:)?//(?:www\.)?[a-z][a-z0-9-]*\.[a-z]{2,}", path.read_text("utf-8")
        )
        assert [one for one in outside if "www.w3.org" not in one] == [], path.name


async def test_a_first_page_is_small(server: Server) -> None:
    """All that it takes, as it is sent without Brotli: the page, its files, the catalogue."""
    named = [f"/static/{each}" for each in re.findall(r'(?:src|href)="/static/([^"]+)"', PAGE)]
    sent = 0
    for path in ("/", *named, "/catalogue.json?part=page"):
        sent += len((await get(server.url + path, **{"Accept-Encoding": "gzip"}))[2])
    assert sent < MOST_BY_GZIP
