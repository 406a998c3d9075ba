"""How smooth and how thrifty the client is: `python -m tests.web.measure`, a figure a line.

- The first page: what comes over the wire, and how soon the lobby and a first table stand.
- A map of 217 hexes with 40 units, larger than any delve, is laid into a page. Commits of 60
  events are animated on it; `tests.web.tracing` says what each frame costs.
- A recording of a thousand commits is gone through twice; memory after a third, and at each end.

`--json` prints all figures as JSON.
"""

import asyncio
import json
import sys
import time
from pathlib import Path
from typing import Any

from playwright.async_api import Browser, Page

from tests.web import chromium, tracing
from tests.web.clicking import Clicker
from tests.web.people import begin, open_table, person, play_on
from tests.web.process import served

SCRIPT = Path(__file__).with_name("measure.js")
COMMITS, EVENTS, TIMES = 1000, 60, 5
WEIGHED = """() => {
  const came = ['navigation', 'resource'].flatMap((kind) => performance.getEntriesByType(kind));
  const sizes = new Map(came.map((one) => [one.name.split('#')[0], one.encodedBodySize]));
  return [...sizes.values()].reduce((sum, one) => sum + one, 0);
}"""
"""What came over the wire: each file once, however often the page draws from it."""


async def heap(page: Page) -> float:
    """Memory in use after a collection, in MB."""
    line = await page.context.new_cdp_session(page)
    await line.send("HeapProfiler.collectGarbage")
    found = await line.send("Runtime.getHeapUsage")
    await line.detach()
    return round(float(found["usedSize"]) / 1e6, 1)


async def arrival(browser: Browser, url: str) -> dict[str, Any]:
    """A browser that has never been here: its first page, its first table."""
    ann = await person(browser, painted=True)
    began = time.perf_counter()
    await ann.page.goto(url)
    await ann.page.locator("#create").wait_for()
    lobby = time.perf_counter()
    await ann.page.click("#create")
    await ann.page.locator(".seats .seat").first.wait_for()
    table = time.perf_counter()
    await ann.page.wait_for_load_state("networkidle")
    weight = float(await ann.page.evaluate(WEIGHED))
    await ann.page.context.close()
    return {
        "page_kb": round(weight / 1000, 1),
        "lobby_ms": round((lobby - began) * 1000),
        "table_ms": round((table - lobby) * 1000),
    }


async def animation(browser: Browser, ann: Clicker) -> dict[str, Any]:
    """Commits of many events on a large map."""
    page = ann.page
    about = await page.evaluate("() => globalThis.measure.stand()")
    await browser.start_tracing(page=page, categories=tracing.CATEGORIES)
    await page.evaluate(
        "([events, times]) => globalThis.measure.animation(events, times)", [EVENTS, TIMES]
    )
    return {**about, "events": EVENTS, **tracing.frames(await browser.stop_tracing())}


async def recording(page: Page) -> dict[str, Any]:
    """Memory while a long recording is gone through."""
    await page.evaluate("(count) => globalThis.measure.film(count)", COMMITS)
    await page.evaluate("(share) => globalThis.measure.walk(share)", [0, 1 / 3])
    third = await heap(page)
    await page.evaluate("(share) => globalThis.measure.walk(share)", [1 / 3, 1])
    end = await heap(page)
    await page.evaluate("(share) => globalThis.measure.walk(share)", [0, 1])
    return {
        "commits": COMMITS,
        "heap_third_mb": third,
        "heap_end_mb": end,
        "heap_again_mb": await heap(page),
    }


async def measured(browser: Browser, url: str) -> dict[str, Any]:
    """All figures."""
    first = await arrival(browser, url)
    ann = await person(browser, motion=True, painted=True)
    await open_table(ann, url, 2, (2,))
    await begin(ann)
    await ann.page.evaluate("() => globalThis.hexwarden.setPace(0)")
    await play_on((ann,), ".told.t-damage")
    await ann.page.evaluate(f"() => {{ {SCRIPT.read_text('utf-8')} }}")
    return {**first, **await animation(browser, ann), **await recording(ann.page)}


def lines(figures: dict[str, Any]) -> list[str]:
    """A sentence for every figure."""

    def told(name: str) -> str:
        one = figures[name]
        return f"median {one['median']}, p95 {one['p95']}, p99 {one['p99']}, max {one['max']} ms"

    what = f"{figures['frames']} frames, {figures['hexes']} hexes, {figures['units']} units"
    return [
        f"first page and first table, compressed: {figures['page_kb']} KB",
        f"lobby shown after: {figures['lobby_ms']} ms",
        f"first table shown after the click: {figures['table_ms']} ms",
        f"work of the page a frame ({what}), processor time: {told('busy')}",
        f"of that without the collector's tasks between frames: {told('own')}",
        f"longest of the collector's tasks between two frames: {told('collecting')}",
        f"work of the page a frame, by the clock: {told('spent')}",
        f"time from frame to frame: {told('interval')}",
        f"memory in a replay of {figures['commits']} commits: after a third "
        f"{figures['heap_third_mb']} MB, at its end {figures['heap_end_mb']} MB, "
        f"after it has been played once more {figures['heap_again_mb']} MB",
    ]


async def main() -> dict[str, Any]:
    async with served() as url, chromium.opened() as browser:
        return await measured(browser, url)


if __name__ == "__main__":
    if reason := chromium.why_not():
        sys.exit(f"nothing measured: {reason}")
    found = asyncio.run(main())
    print(json.dumps(found, indent=2) if "--json" in sys.argv else "\n".join(lines(found)))
