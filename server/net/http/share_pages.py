"""Links that people hand on: the browser client's page with words and a picture for whoever only
shows the link (Open Graph).

What is not public has the same words and the same picture as what does not exist. A picture is kept
for a while, and one is drawn at a time, in a thread.
"""

import asyncio
import html
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from functools import cache
from http import HTTPStatus
from pathlib import Path
from typing import Any, Literal, NamedTuple

from websockets.http11 import Response

from protocol.ids import BattleId, TableId
from server.net.http import pages, share_grounds, share_picture
from server.players import Pay
from server.service import GameService, SharedView, shown_battle, shown_table
from server.settings import Settings
from server.store import StoreError

Kind = Literal["t", "b"]
"""A table, or a battle."""
Find = Callable[[Kind, str, Pay], Awaitable[SharedView | None]]
"""What may be seen of a table or battle by its id, None for nothing. May raise StoreError."""

FRESH = 60.0  # seconds: so old may a picture of a battle that goes on be
MOST_PICTURES = 64  # kept: some MB, as none is larger than 100 KB
PNG = "image/png"
LATER = "public, max-age=60"
_HEAD_END = "</head>"


class _Drawn(NamedTuple):
    until: float
    picture: bytes


class SharePages:
    """The pages and pictures of links."""

    def __init__(self, web: Path, find: Find, clock: Callable[[], float] = time.monotonic) -> None:
        self._index, self._find, self._clock = web / "index.html", find, clock
        self._kept: OrderedDict[str, _Drawn] = OrderedDict()
        self._drawing = asyncio.Lock()
        self._grounds = cache(lambda: share_grounds.read_grounds(web))

    async def page(self, kind: Kind, name: str, address: str, pay: Pay) -> Response:
        """Return the client's page with the words for a link; 404 where no client is built."""
        try:
            page = await asyncio.to_thread(self._index.read_text)
        except OSError:
            return pages.failure(HTTPStatus.NOT_FOUND)
        title, *lines = share_picture.words_of(await self._found(kind, name, pay))
        said = {"og:type": "website", "og:site_name": "Hexwarden", "og:title": title}
        said |= {"og:description": ". ".join(lines), "og:url": f"{address}/{kind}/{name}"}
        if share_picture.CAN_DRAW:
            said |= {"og:image": f"{address}/picture/{kind}/{name}", "og:image:type": PNG}
            said |= {"og:image:width": str(share_picture.WIDTH)}
            said |= {"og:image:height": str(share_picture.HEIGHT)}
        tags = "".join(
            f'<meta property="{key}" content="{html.escape(text)}">' for key, text in said.items()
        )
        tags += '<meta name="twitter:card" content="summary_large_image">'
        body = page.replace(_HEAD_END, tags + _HEAD_END, 1)
        return pages.answer(HTTPStatus.OK, body, pages.HTML, Cache_Control="no-cache")

    async def picture(self, kind: Kind, name: str, pay: Pay) -> Response:
        """Return the picture of a link as PNG; 404 where pictures cannot be drawn."""
        if not share_picture.CAN_DRAW:
            return pages.failure(HTTPStatus.NOT_FOUND)
        async with self._drawing:
            picture = self._remembered(f"{kind}/{name}")
            if picture is None:
                shown = await self._found(kind, name, pay)
                # What nobody may see is one picture, however many ids are tried.
                key = f"{kind}/{name}" if shown is not None else ""
                picture = self._remembered(key) if shown is None else None
                if picture is None:
                    picture = await asyncio.to_thread(self._drawn, shown)
                    self._keep(key, picture)
        return pages.answer(HTTPStatus.OK, picture, PNG, Cache_Control=LATER)

    def _drawn(self, shown: SharedView | None) -> bytes:
        return share_picture.draw(shown, self._grounds())

    async def _found(self, kind: Kind, name: str, pay: Pay) -> SharedView | None:
        try:
            return await self._find(kind, name, pay)
        except StoreError:
            return None

    def _remembered(self, key: str) -> bytes | None:
        kept = self._kept.get(key)
        return kept.picture if kept is not None and kept.until > self._clock() else None

    def _keep(self, key: str, picture: bytes) -> None:
        self._kept.pop(key, None)
        self._kept[key] = _Drawn(self._clock() + FRESH, picture)
        while len(self._kept) > MOST_PICTURES:
            self._kept.popitem(last=False)


def share_pages_of(
    settings: Settings, service: GameService, words: Callable[[], dict[str, Any]]
) -> SharePages:
    """Return the pages of links to a server's tables and battles; `words` has the encounters'
    names.
    """
    names = cache(lambda: words().get("encounters", {}))

    async def find(kind: Kind, name: str, pay: Pay) -> SharedView | None:
        if kind == "t":
            found = await shown_table(service.context, TableId(name), pay)
        else:
            found = await shown_battle(service.context, BattleId(name), pay)
        if found is None:
            return None
        known = (await asyncio.to_thread(names)).get(found.encounter, {})
        title = known.get("name") or found.encounter.replace("-", " ").title()
        return found._replace(encounter=title, ground=found.encounter)

    return SharePages(Path(settings.web), find)
