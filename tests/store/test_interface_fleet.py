"""What processes on one store know of each other, on every kind of store."""

import asyncio

from protocol.ids import BattleId
from server.store import Heartbeats, Store, appended
from server.store.interface.keys import news


class Heard:
    """What a listener heard, and a way to wait for it."""

    def __init__(self) -> None:
        self.all: list[bytes | None] = []
        self._came = asyncio.Event()

    def __call__(self, news: bytes | None) -> None:
        self.all.append(news)
        self._came.set()

    async def until(self, count: int) -> list[bytes | None]:
        async with asyncio.timeout(60):
            while len(self.all) < count:
                self._came.clear()
                await self._came.wait()
        return self.all


async def signs_without(store: Store, process: str) -> Heartbeats:
    """Sign as "b" until a process's own sign has run out."""
    async with asyncio.timeout(60):
        while process in (signs := await store.fleet.heartbeat("b", 30)).left:
            await asyncio.sleep(signs.left[process])
    return signs


async def test_a_process_is_alive_as_long_as_its_sign_of_life_counts(store: Store) -> None:
    first = await store.fleet.heartbeat("a", 0.2)
    assert (first.lapsed, list(first.left)) == (False, ["a"])
    assert 0.1 < first.left["a"] < 0.21
    assert list((await signs_without(store, "a")).left) == ["b"]


async def test_who_signs_too_late_learns_that_it_was_taken_for_dead(store: Store) -> None:
    await store.fleet.heartbeat("a", 0.05)
    await signs_without(store, "a")
    assert (await store.fleet.heartbeat("a", 30)).lapsed
    assert not (await store.fleet.heartbeat("a", 30)).lapsed


async def test_who_resigns_is_dead_at_once(store: Store) -> None:
    await store.fleet.heartbeat("a", 30)
    await store.fleet.leave("a")
    assert list((await store.fleet.heartbeat("b", 30)).left) == ["b"]


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


async def test_messages_are_read_in_order_and_once(store: Store) -> None:
    for message in (b"1", b"2", b"3"):
        await store.fleet.send("a", message)
    found = await store.fleet.messages("a")
    assert [message for _, message in found] == [b"1", b"2", b"3"]
    await store.fleet.send("a", b"4")
    later = await store.fleet.messages("a", found[-1][0])
    assert [message for _, message in later] == [b"4"]


async def test_who_waits_for_messages_gets_the_next_one(store: Store) -> None:
    waiting = asyncio.create_task(store.fleet.messages("a"))
    await store.fleet.send("b", b"not for you")
    await store.fleet.send("a", b"hello")
    assert [message for _, message in await waiting] == [b"hello"]


async def test_listeners_hear_what_is_published_while_they_listen(store: Store) -> None:
    one, two = Heard(), Heard()
    stop = store.fleet.subscribe(news("tables"), one)
    store.fleet.subscribe(news("tables"), two)
    await one.until(1)
    await two.until(1)
    await store.fleet.publish(news("tables"), b"first")
    assert (await one.until(2))[-1] == b"first"
    stop()
    await store.fleet.publish(news("tables"), b"second")
    assert (await two.until(3))[-1] == b"second"
    assert b"second" not in one.all


async def test_a_follower_hears_every_append_after_it_stands(store: Store) -> None:
    lease = await store.create(BattleId("b1"), {}, b"1", owner="a", ttl=30)
    heard = Heard()
    store.fleet.follow(BattleId("b1"), heard)
    await heard.until(1)
    await store.append(lease, 2, b"two words")
    await store.append(lease, 3, b"3")
    found = [appended(each) for each in (await heard.until(3))[1:] if each]
    assert found == [(2, b"two words"), (3, b"3")]


async def test_a_sign_of_life_says_what_content_a_process_plays_with(store: Store) -> None:
    """Given processes of which one says nothing of its content, when one of them is not there any
    more, then the others hear what each that lives said last."""
    await store.fleet.heartbeat("a", 30, '["one"]')
    await store.fleet.heartbeat("c", 30)
    signs = await store.fleet.heartbeat("b", 30, '["one","two"]')
    assert signs.contents == {"a": '["one"]', "b": '["one","two"]', "c": ""}
    await store.fleet.heartbeat("a", 30, "[]")
    await store.fleet.leave("c")
    assert (await store.fleet.heartbeat("b", 30)).contents == {"a": "[]", "b": ""}
