"""Every store gives the same answers to the same questions, in any order of random operations."""

import asyncio
import tempfile
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule, run_state_machine_as_test

from protocol.ids import BattleId
from server.store import EVERYSEC, Lease, Store, StoreError, open_store
from tests.store.cluster import Cluster
from tests.store.servers import Server

BATTLES = st.sampled_from(["x", "y"])
OWNERS = st.sampled_from(["a", "b"])
DATA = st.binary(max_size=3)
TTL = 1000.0
Answer = Any


class Stage:
    """The stores side by side on one event loop; `ask` wants one answer of all of them."""

    def __init__(self, server: Server, cluster: Cluster, folder: Path) -> None:
        self._runner = asyncio.Runner()
        self._game = 0
        run = self._runner.run
        self.stores: list[Store] = [
            run(open_store("memory://", data_dir=folder)),
            run(open_store(None, data_dir=folder / "data", durability=EVERYSEC)),
            run(open_store(server.url, data_dir=folder, durability=EVERYSEC)),
            run(open_store(cluster.url, data_dir=folder, durability=EVERYSEC)),
        ]

    def close(self) -> None:
        for store in self.stores:
            self._runner.run(store.close())
        self._runner.close()

    def run(self, work: Coroutine[Any, Any, Answer]) -> Answer:
        return self._runner.run(work)


async def answer(work: Coroutine[Any, Any, Answer]) -> Answer:
    """The result, or the error with all that it says."""
    try:
        return await work
    except StoreError as error:
        facts = {k: v for k, v in vars(error).items() if k != "remaining"}
        return type(error).__name__, facts


class Machine(RuleBasedStateMachine):
    """Random operations on all stores; the leases of every store are kept in step."""

    stage: Stage
    games = 0

    @initialize()
    def begin(self) -> None:
        Machine.games += 1
        self.tag = f"g{Machine.games}"
        self.leases: list[list[Lease]] = []

    def name(self, battle: str) -> str:
        return f"{self.tag}-{battle}"

    def ask(self, *works: Coroutine[Any, Any, Answer]) -> list[Answer]:
        async def all_of_them() -> list[Answer]:
            return [await answer(work) for work in works]

        answers: list[Answer] = self.stage.run(all_of_them())
        plain = [self.plain(one) for one in answers]
        assert plain == plain[:1] * len(plain)
        return answers

    @staticmethod
    def plain(one: Answer) -> Answer:
        return (one.battle, one.owner, one.epoch) if isinstance(one, Lease) else one

    def keep(self, answers: list[Answer]) -> None:
        if isinstance(answers[0], Lease):
            self.leases.append(answers)

    def some(self, data: st.DataObject) -> list[Lease] | None:
        return data.draw(st.sampled_from(self.leases)) if self.leases else None

    @rule(battle=BATTLES, owner=OWNERS, first=DATA)
    def create(self, battle: str, owner: str, first: bytes) -> None:
        name, stores = self.name(battle), self.stage.stores
        self.keep(
            self.ask(
                *(
                    s.create(BattleId(name), {"m": first}, first, owner=owner, ttl=TTL)
                    for s in stores
                )
            )
        )

    @rule(battle=BATTLES, owner=OWNERS)
    def acquire(self, battle: str, owner: str) -> None:
        name, stores = self.name(battle), self.stage.stores
        self.keep(self.ask(*(s.acquire(BattleId(name), owner=owner, ttl=TTL) for s in stores)))

    def with_lease(self, data: st.DataObject, method: str, *values: Any) -> None:
        if chosen := self.some(data):
            pairs = zip(self.stage.stores, chosen, strict=True)
            self.ask(*(getattr(s, method)(lease, *values) for s, lease in pairs))
            assert len({lease.epoch for lease in chosen}) == 1

    @rule(data=st.data(), ahead=st.sampled_from([1, 1, 1, 1, 0, 2]), entry=DATA)
    def append(self, data: st.DataObject, ahead: int, entry: bytes) -> None:
        if chosen := self.some(data):
            found = self.stage.run(self.stage.stores[0].last(chosen[0].battle))
            version = (found[0] if found else 0) + ahead
            pairs = zip(self.stage.stores, chosen, strict=True)
            self.ask(*(s.append(lease, version, entry) for s, lease in pairs))

    @rule(data=st.data(), version=st.integers(1, 5), entry=DATA)
    def settle(self, data: st.DataObject, version: int, entry: bytes) -> None:
        self.with_lease(data, "settle", version, entry)

    @rule(data=st.data())
    def release(self, data: st.DataObject) -> None:
        self.with_lease(data, "release")

    @rule(data=st.data(), version=st.integers(1, 5), state=DATA)
    def put_snapshot(self, data: st.DataObject, version: int, state: bytes) -> None:
        self.with_lease(data, "put_snapshot", version, state)

    @rule(data=st.data(), value=DATA)
    def put_meta(self, data: st.DataObject, value: bytes) -> None:
        self.with_lease(data, "put_meta", {"n": value})

    @rule(data=st.data())
    def renew(self, data: st.DataObject) -> None:
        if chosen := self.some(data):
            pairs = list(zip(self.stage.stores, chosen, strict=True))

            async def lost(store: Store, lease: Lease) -> bool:
                return await store.renew([lease], ttl=TTL) == [lease]

            self.ask(*(lost(store, lease) for store, lease in pairs))

    @rule(battle=BATTLES, after=st.integers(0, 6), limit=st.none() | st.integers(0, 4))
    def read(self, battle: str, after: int, limit: int | None) -> None:
        name, stores = self.name(battle), self.stage.stores
        self.ask(*(s.read(BattleId(name), after, limit) for s in stores))
        for method in ("last", "meta", "snapshot"):
            self.ask(*(getattr(s, method)(name) for s in stores))
        self.ask(*(s.battles() for s in stores))

    @rule(battle=BATTLES, seconds=st.sampled_from([None, 0, 5000]))
    def expire(self, battle: str, seconds: int | None) -> None:
        name, stores = self.name(battle), self.stage.stores
        self.ask(*(s.expire(BattleId(name), seconds) for s in stores))
        if seconds == 0:
            self.leases = [one for one in self.leases if one[0].battle != name]
            self.tag += "n"

    @rule(
        name=BATTLES,
        data=DATA,
        expect=st.none() | st.integers(0, 3),
        delete=st.booleans(),
    )
    def document(self, name: str, data: bytes, expect: int | None, delete: bool) -> None:
        kind, stores = self.tag, self.stage.stores
        self.ask(*(s.put(kind, name, data, expect) for s in stores))
        self.ask(*(s.get(kind, name) for s in stores))
        self.ask(*(s.ids(kind) for s in stores))
        if delete:
            self.ask(*(s.delete(kind, name) for s in stores))


def test_all_stores_give_the_same_answers(clean_server: Server, clean_cluster: Cluster) -> None:
    with tempfile.TemporaryDirectory() as folder:
        stage = Stage(clean_server, clean_cluster, Path(folder))
        try:
            Machine.stage = stage
            run_state_machine_as_test(
                Machine,
                settings=settings(
                    max_examples=50,
                    stateful_step_count=40,
                    deadline=None,
                    suppress_health_check=list(HealthCheck),
                ),
            )
        finally:
            stage.close()
