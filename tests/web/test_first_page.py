"""What a browser does before the first click: how many requests, how much, and how soon."""

from playwright.async_api import Browser, Request, expect

from tests.web.people import person
from tests.web.process import Server

MOST_REQUESTS = 6  # the WebSocket among them
MOST_BYTES = 250_000  # as sent: compressed, with headers
SOON = 1000  # ms on a machine at rest; a busy one is given ten times as long
BUSY = 10

READY = """() => {
  const [page] = performance.getEntriesByType("navigation");
  return performance.now() - page.startTime;
}"""


async def test_the_first_page_is_few_requests_little_and_soon_there(
    server: Server, browser: Browser
) -> None:
    ann = await person(browser)
    asked: list[Request] = []
    sockets: list[str] = []
    ann.page.on("request", lambda one: asked.append(one))
    ann.page.on("websocket", lambda one: sockets.append(one.url))
    await ann.page.goto(server.url)
    await expect(ann.page.locator("#create")).to_be_visible()
    took = await ann.page.evaluate(READY)
    await ann.page.wait_for_load_state("networkidle")
    # What is named twice, as a picture by the page and by what is drawn, comes from the cache.
    addresses = {one.url for one in asked}
    assert len(sockets) == 1
    assert len(addresses) + len(sockets) <= MOST_REQUESTS, addresses
    sizes = [await one.sizes() for one in asked]
    sent = sum(each["responseBodySize"] + each["responseHeadersSize"] for each in sizes)
    print(f"{len(addresses) + 1} requests, {sent} bytes, ready after {took:.0f} ms")
    assert sent <= MOST_BYTES
    assert took <= BUSY * SOON
