"""What processes on one store know of each other, on every kind of store."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from server.store.base import Store
from server.store.errors import StoreUnavailable
from server.store.fleet import Signs, appended
from server.store.keys import news
from server.store.open import open_store
from tests.store.servers import Server


class Heard:
    """What a listener heard, and a way to wait for it."""

    def __init__(self) -> None:
        self.all: list[bytes | None] = []
        self._came = asyncio.Event()

    def __call__(self, news: bytes | None) -> None:
        self.all.append(news)
        self._came.set()

    async def until(self, count: int) -> list[bytes | None]:
        async with asyncio.timeout(10):
            while len(self.all) < count:
                self._came.clear()
                await self._came.wait()
        return self.all


async def signs_without(store: Store, process: str) -> Signs:
    """Sign as "b" until a process's own sign has run out."""
    async with asyncio.timeout(10):
        while process in (signs := await store.fleet.sign("b", 30)).left:
            await asyncio.sleep(signs.left[process])
    return signs


async def test_a_process_is_alive_as_long_as_its_sign_of_life_counts(store: Store) -> None:
    first = await store.fleet.sign("a", 0.2)
    assert (first.lapsed, list(first.left)) == (False, ["a"])
    assert 0.1 < first.left["a"] < 0.21
    assert list((await signs_without(store, "a")).left) == ["b"]


async def test_who_signs_too_late_learns_that_it_was_taken_for_dead(store: Store) -> None:
    await store.fleet.sign("a", 0.05)
    await signs_without(store, "a")
    assert (await store.fleet.sign("a", 30)).lapsed
    assert not (await store.fleet.sign("a", 30)).lapsed


async def test_who_resigns_is_dead_at_once(store: Store) -> None:
    await store.fleet.sign("a", 30)
    await store.fleet.resign("a")
    assert list((await store.fleet.sign("b", 30)).left) == ["b"]


async def test_a_document_has_one_host_until_it_gives_up_or_is_replaced(store: Store) -> None:
    fleet = store.fleet
    await store.put("table", "t", b"doc")
    assert await fleet.host("table", "t", "") == ""
    assert await fleet.host("table", "t", "a") == "a"
    assert await fleet.host("table", "t", "b") == "a"
    assert await fleet.host("table", "t", "b", instead_of="c") == "a"
    assert await fleet.host("table", "t", "b", instead_of="a") == "b"
    await fleet.unhost("table", "t", "a")
    assert await fleet.host("table", "t", "") == "b"
    await fleet.unhost("table", "t", "b")
    assert await fleet.host("table", "t", "") == ""


async def test_giving_up_that_comes_late_does_not_end_what_was_begun_since(store: Store) -> None:
    """Given a host that gave a document up, and hosts it anew by a higher claim, when the giving up
    is carried out only then, then it stays the host, also after a late copy of its first claim."""
    fleet = store.fleet
    await store.put("table", "t", b"doc")
    assert await fleet.host("table", "t", "a", claim=1) == "a"
    assert await fleet.host("table", "t", "a", claim=2) == "a"
    assert await fleet.host("table", "t", "a", claim=1) == "a"
    await fleet.unhost("table", "t", "a", 1)
    assert await fleet.host("table", "t", "") == "a"
    assert await fleet.host("table", "t", "b", instead_of="a", claim=1) == "b"
    await fleet.unhost("table", "t", "b", 1)
    assert await fleet.host("table", "t", "") == ""


async def test_the_host_stays_when_the_document_changes(store: Store) -> None:
    await store.put("table", "t", b"doc")
    await store.fleet.host("table", "t", "a")
    await store.put("table", "t", b"new", 1)
    assert await store.fleet.host("table", "t", "b") == "a"


async def test_nothing_hosts_a_document_that_does_not_exist(store: Store) -> None:
    assert await store.fleet.host("table", "none", "a") == ""
    assert await store.get("table", "none") is None


async def test_letters_are_read_in_order_and_once(store: Store) -> None:
    for letter in (b"1", b"2", b"3"):
        await store.fleet.send("a", letter)
    found = await store.fleet.letters("a")
    assert [letter for _, letter in found] == [b"1", b"2", b"3"]
    await store.fleet.send("a", b"4")
    later = await store.fleet.letters("a", found[-1][0])
    assert [letter for _, letter in later] == [b"4"]


async def test_who_waits_for_letters_gets_the_next_one(store: Store) -> None:
    waiting = asyncio.create_task(store.fleet.letters("a"))
    await store.fleet.send("b", b"not for you")
    await store.fleet.send("a", b"hello")
    assert [letter for _, letter in await waiting] == [b"hello"]


async def test_listeners_hear_what_is_published_while_they_listen(store: Store) -> None:
    one, two = Heard(), Heard()
    stop = store.fleet.listen(news("tables"), one)
    store.fleet.listen(news("tables"), two)
    await one.until(1)
    await two.until(1)
    await store.fleet.publish(news("tables"), b"first")
    assert (await one.until(2))[-1] == b"first"
    stop()
    await store.fleet.publish(news("tables"), b"second")
    assert (await two.until(3))[-1] == b"second"
    assert b"second" not in one.all


async def test_a_follower_hears_every_append_after_it_stands(store: Store) -> None:
    lease = await store.create("b1", {}, b"1", owner="a", ttl=30)
    heard = Heard()
    store.fleet.follow("b1", heard)
    await heard.until(1)
    await store.append(lease, 2, b"two words")
    await store.append(lease, 3, b"3")
    found = [appended(each) for each in (await heard.until(3))[1:] if each]
    assert found == [(2, b"two words"), (3, b"3")]


@pytest.fixture
async def mortal() -> AsyncIterator[tuple[Server, Store]]:
    """A server that a test kills, and a store on it."""
    server = Server()
    store = await open_store(server.url, data_dir=Path("unused"), timeout=3.0)
    yield server, store
    await store.close()
    server.stop()


async def test_listeners_are_told_that_they_may_have_missed_something(
    mortal: tuple[Server, Store],
) -> None:
    """Given a listener, when the store dies and is back, then it hears None and news again."""
    server, store = mortal
    heard = Heard()
    store.fleet.listen(news("tables"), heard)
    await heard.until(1)
    server.kill()
    server.start()
    await heard.until(2)
    await store.wait_up()
    await store.fleet.publish(news("tables"), b"back")
    assert (await heard.until(3)) == [None, None, b"back"]


async def test_letters_wait_out_a_store_that_is_away(mortal: tuple[Server, Store]) -> None:
    """Given a letter that the store has, when the store dies and is back, then it is read."""
    server, store = mortal
    await store.fleet.send("a", b"kept")
    with server.client() as client:
        client.execute_command("WAITAOF", 1, 0, 5000)
    server.kill()
    with pytest.raises(StoreUnavailable):
        await store.fleet.letters("a")
    await asyncio.to_thread(server.start)
    await store.wait_up()
    assert [letter for _, letter in await store.fleet.letters("a")] == [b"kept"]


async def test_a_sign_of_life_says_what_content_a_process_plays_with(store: Store) -> None:
    """Given processes of which one says nothing of its content, when one of them is not there any
    more, then the others hear what each that lives said last."""
    await store.fleet.sign("a", 30, '["one"]')
    await store.fleet.sign("c", 30)
    signs = await store.fleet.sign("b", 30, '["one","two"]')
    assert signs.contents == {"a": '["one"]', "b": '["one","two"]', "c": ""}
    await store.fleet.sign("a", 30, "[]")
    await store.fleet.resign("c")
    assert (await store.fleet.sign("b", 30)).contents == {"a": "[]", "b": ""}
