"""Trouble is told in a line, and what was under way is still there afterwards."""

import json
import re

import pytest
from playwright.async_api import Browser, WebSocketRoute, expect

from tests.web.clicking import Clicker
from tests.web.people import asked, begin, open_table, person, play_on, version_of
from tests.web.process import Server


async def test_a_line_that_was_lost_is_taken_up_where_it_broke(
    server: Server, browser: Browser
) -> None:
    ann = await person(browser)
    await open_table(ann, server.url, 2, (2,))
    await begin(ann)
    await play_on((ann,), asked("turn.move"))
    await ann.page.locator(".hex.offered").last.click()
    await expect(ann.page.locator(".hex.chosen")).to_have_count(1)
    before = await version_of(ann)
    await ann.lose_the_line()
    await expect(ann.page.locator(".trouble")).to_contain_text("connection is lost")
    await ann.find_the_line()
    await expect(ann.page.locator(".trouble")).to_have_count(0)
    await expect(ann.page.locator(".hex.chosen")).to_have_count(1)
    assert await version_of(ann) == before
    await ann.page.locator(".question[data-why='turn.move'] .confirm").click()
    await expect(ann.page.locator(".battle")).not_to_have_attribute("data-version", str(before))
    assert ann.real_errors == []


async def test_a_restarted_server_is_told_in_a_line_and_the_battle_goes_on(
    lasting: Server, browser: Browser
) -> None:
    ann = await person(browser)
    await open_table(ann, lasting.url, 1, ())
    await begin(ann)
    await play_on((ann,), asked("turn.move"))
    before = await version_of(ann)
    await lasting.stop()
    await expect(ann.page.locator(".trouble")).to_have_count(1)
    await ann.page.locator(".hex.offered").last.click()
    await ann.page.locator(".question[data-why='turn.move'] .confirm").click()
    await lasting.start()
    await expect(ann.page.locator(".trouble")).to_have_count(0)
    await expect(ann.page.locator(".battle")).not_to_have_attribute("data-version", str(before))
    assert ann.real_errors == []


async def test_a_server_that_stands_still_is_noticed_and_the_battle_goes_on_when_it_can(
    lasting: Server, browser: Browser
) -> None:
    """Given a server that is stopped and closes no connection, then the page notices by itself;
    what is decided meanwhile counts as soon as a server goes on."""
    ann = await person(browser)
    await open_table(ann, lasting.url, 1, ())
    await begin(ann)
    await play_on((ann,), asked("turn.move"))
    before = await version_of(ann)
    lasting.stand_still()
    try:
        await expect(ann.page.locator(".trouble")).to_have_count(1)
        await ann.page.locator(".hex.offered").last.click()
        await ann.page.locator(".question[data-why='turn.move'] .confirm").click()
    finally:
        lasting.go_on()
    await expect(ann.page.locator(".trouble")).to_have_count(0)
    await expect(ann.page.locator(".battle")).not_to_have_attribute("data-version", str(before))
    assert ann.real_errors == []


async def test_a_table_that_is_gone_leads_back_to_the_lobby(
    server: Server, browser: Browser
) -> None:
    """A server without a lasting store has forgotten everybody."""
    ann = await person(browser)
    await open_table(ann, server.url, 1, ())
    await server.stop()
    await expect(ann.page.locator(".trouble")).to_have_count(1)
    await server.start()
    await expect(ann.page.locator(".trouble")).to_have_count(0)
    await expect(ann.page.locator("#create")).to_be_visible()


async def test_a_page_that_gets_no_painter_goes_on_without_it(
    server: Server, browser: Browser
) -> None:
    """Given the painter's file out of reach, when the lobby has asked for a ground, then the page
    can be used as ever."""
    ann = await person(browser, painted=True)
    await ann.page.route("**/worker-*.js", lambda route: route.abort())
    async with ann.page.expect_event("requestfailed", lambda one: "worker-" in one.url):
        await ann.page.goto(server.url)
    await ann.page.locator("#create").click()
    await expect(ann.page.locator(".seats .seat").first).to_be_visible()


class Line:
    """A connection whose news can be added to, and whose answers can be refused."""

    def __init__(self, asked: str = "intent") -> None:
        self.asked = asked
        self.refusal: list[str] = []
        self._page: WebSocketRoute | None = None

    async def between(self, one: Clicker) -> None:
        await one.page.route_web_socket(re.compile("/ws$"), self._opened)

    def _opened(self, page: WebSocketRoute) -> None:
        self._page, server = page, page.connect_to_server()

        def said(message: str | bytes) -> None:
            tag, ref, *_ = json.loads(message)
            if self.refusal and tag == self.asked:
                self.tell("no", ref, *self.refusal)
            else:
                server.send(message)

        page.on_message(said)

    def tell(self, *message: object) -> None:
        assert self._page is not None
        self._page.send(json.dumps(message))


async def at_a_battle(server: Server, browser: Browser) -> tuple[Clicker, Line]:
    ann, line = await person(browser), Line()
    await line.between(ann)
    await open_table(ann, server.url, 1, ())
    await begin(ann)
    await play_on((ann,), asked("turn.move"))
    return ann, line


async def test_a_pause_is_told_with_its_reason_until_the_battle_goes_on(
    server: Server, browser: Browser
) -> None:
    ann, line = await at_a_battle(server, browser)
    await ann.page.locator(".hex.offered").last.click()
    line.tell("paused", "b", "the store is away.")
    trouble = ann.page.locator(".trouble")
    await expect(trouble).to_contain_text("The battle pauses: the store is away.")
    line.tell("resumed", "b")
    await expect(trouble).to_have_count(0)
    await expect(ann.page.locator(".hex.chosen")).to_have_count(1)


async def test_who_cannot_be_let_in_yet_is_told_why_until_they_are(
    server: Server, browser: Browser
) -> None:
    """Given a server that takes nobody in at the moment, as its store is full, then a newcomer is
    told that, and comes in by themselves once it does."""
    ann, line = await person(browser), Line("hello")
    await line.between(ann)
    line.refusal = ["paused", "The store of this server is full. Try again later."]
    await ann.page.goto(server.url)
    await ann.page.fill("#name", "Ann")
    await ann.page.keyboard.press("Enter")
    trouble = ann.page.locator(".trouble")
    await expect(trouble).to_contain_text("The store of this server is full.")
    await expect(trouble).to_contain_text("Connecting again")
    line.refusal = []
    await expect(trouble).to_have_count(0)
    assert await ann.page.evaluate("() => globalThis.hexwarden.session.link") == "up"


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("protocol", "This page is too old for the server. Load it again."),
        ("replaced", "A newer connection has taken this one's place."),
    ],
)
async def test_a_connection_that_the_server_ends_for_good_is_not_tried_again(
    server: Server, browser: Browser, code: str, text: str
) -> None:
    """A version that is too old, a place taken by another page: the reason stays on screen."""
    ann, line = await at_a_battle(server, browser)
    line.tell("bye", code, text)
    await expect(ann.page.locator(".trouble")).to_contain_text(text)
    assert await ann.page.evaluate("() => globalThis.hexwarden.session.link") == "ended"
    await expect(ann.page.locator(".battle")).to_be_visible()
    await expect(ann.page.locator(".trouble")).to_have_text(f"{text}Load the page again")
    await expect(ann.page.locator(".trouble .spinner")).to_have_count(0)  # nothing is waited for
    await ann.page.get_by_role("button", name="Load the page again").click()
    await expect(ann.page.locator(".battle")).to_be_visible()
    await expect(ann.page.locator(".trouble")).to_have_count(0)


async def test_a_refusal_shows_its_sentence_and_its_rule(server: Server, browser: Browser) -> None:
    ann, line = await at_a_battle(server, browser)
    page = ann.page
    line.refusal = ["illegal", "That hex is taken.", "MOV-1"]
    await page.locator(".hex.offered").last.click()
    await page.locator(".question[data-why='turn.move'] .confirm").click()
    notice = page.locator(".notice")
    await expect(notice).to_contain_text("That hex is taken.")
    await expect(page.locator(".hex.chosen")).to_have_count(1)
    await notice.locator(".rule").click()
    await expect(page.locator("#card")).to_contain_text("Move action")
    assert ann.real_errors == []


async def test_a_page_that_is_older_than_the_server_says_so(
    server: Server, browser: Browser
) -> None:
    """Given a server that takes no connection, and whose page knows a newer protocol."""
    ann = await person(browser)
    await ann.page.goto(server.url)
    await expect(ann.page.locator("#create")).to_be_visible()
    newer = '<!doctype html><html data-protocol="hexwarden.v9.json">'
    await ann.page.route(f"{server.url}/", lambda route: route.fulfill(body=newer))
    await ann.page.route_web_socket(re.compile("/ws$"), lambda socket: socket.close())
    await ann.page.evaluate("() => globalThis.hexwarden.session.wire.restart()")
    await expect(ann.page.locator(".trouble")).to_contain_text("Load the page again")
