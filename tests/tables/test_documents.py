"""A table's document in the store: its bytes, its revision, and the lists that it is in."""

import pytest
from msgspec.structs import replace

from protocol.ids import BattleId, PlayerId, SeatId, TableId
from protocol.tables import Chair, Settings, TableState
from server.store import Conflict
from server.store.memory import MemoryStore
from server.tables.documents import KIND, decode, encode, write
from server.tables.seats import TableDoc

ANN = PlayerId("ann")


def document(*, public: bool, phase: str = "lobby") -> TableDoc:
    settings, chairs = Settings("micro", public=public), (Chair(SeatId("1"), ANN),)
    state = TableState(TableId("t1"), 1, "Den", ANN, phase, settings, chairs, (), "", ())  # type: ignore[arg-type]
    return TableDoc(state, "key", "00", BattleId("b1"))


async def test_a_document_comes_back_as_it_was_written() -> None:
    store, doc = MemoryStore(), document(public=False)
    assert decode(encode(doc)) == doc
    revision = await write(store, doc, 0)
    found = await store.get(KIND, "t1")
    assert found is not None
    assert (found[0], decode(found[1])) == (revision, doc)


async def test_writing_puts_a_public_table_into_the_list_and_takes_a_private_one_out() -> None:
    store = MemoryStore()
    first = await write(store, document(public=True), 0)
    assert await store.ids(KIND, "public") == ["t1"]
    await write(store, document(public=False), first)
    assert await store.ids(KIND, "public") == []


async def test_a_document_that_another_has_written_meanwhile_is_not_overwritten() -> None:
    store, doc = MemoryStore(), document(public=True)
    first = await write(store, doc, 0)
    second = await write(store, replace(doc, state=replace(doc.state, name="Inn")), first)
    with pytest.raises(Conflict):
        await write(store, doc, first)
    found = await store.get(KIND, "t1")
    assert found is not None
    assert (found[0], decode(found[1]).state.name) == (second, "Inn")
