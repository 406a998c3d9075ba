"""How smooth and how thrifty the client is: `python -m tests.web.measure`, figures as JSON.

A map of 217 hexes with 40 units is laid into a page. A commit of 60 events is animated on it, ten
times over: `frame` is the time from frame to frame, `work` what one drawing takes. Then a
recording of a thousand commits is gone through; `heap` is the memory after a third and at the end.
"""

import asyncio
import json
import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.async_api import Browser, Page, async_playwright

from tests.web import chromium
from tests.web.people import begin, open_table, person, play_on
from tests.web.process import Server

SCRIPT = Path(__file__).with_name("measure.js")
COMMITS, EVENTS, TIMES = 1000, 60, 10


async def heap(page: Page) -> float:
    """Memory in use after a collection, in MB."""
    line = await page.context.new_cdp_session(page)
    await line.send("HeapProfiler.collectGarbage")
    found = await line.send("Runtime.getHeapUsage")
    await line.detach()
    return round(float(found["usedSize"]) / 1e6, 1)


async def measured(browser: Browser, url: str) -> dict[str, Any]:
    """All figures."""
    ann = await person(browser, motion=True)
    page = ann.page
    await open_table(ann, url, 2, (2,))
    await begin(ann)
    await page.evaluate("() => globalThis.hexwarden.setPace(0)")
    await play_on((ann,), ".told.t-damage")
    source = SCRIPT.read_text("utf-8")
    await page.evaluate(f"() => {{ {source} }}")
    figures: dict[str, Any] = await page.evaluate(
        "([events, times]) => globalThis.measure.animation(events, times)", [EVENTS, TIMES]
    )
    await page.evaluate("(count) => globalThis.measure.film(count)", COMMITS)
    await page.evaluate("(share) => globalThis.measure.walk(share)", [0, 1 / 3])
    figures["heap_third_mb"] = await heap(page)
    await page.evaluate("(share) => globalThis.measure.walk(share)", [1 / 3, 1])
    figures["heap_end_mb"] = await heap(page)
    figures["commits"] = COMMITS
    return figures


async def main() -> int:
    with tempfile.TemporaryDirectory() as data:
        server = Server(Path(data) / "data")
        await server.start()
        try:
            async with async_playwright() as playwright:
                browser = await playwright.chromium.launch(
                    executable_path=chromium.executable(), args=chromium.FLAGS
                )
                print(json.dumps(await measured(browser, server.url), indent=2))
                await browser.close()
        finally:
            await server.stop()
    return 0


if __name__ == "__main__":
    if reason := chromium.why_not():
        sys.exit(f"nothing measured: {reason}")
    sys.exit(asyncio.run(main()))
