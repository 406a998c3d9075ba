"""Names of keys: those of a battle share a slot, and no id reaches into another one's keys."""

from functools import partial

import pytest

from protocol.ids import BattleId
from server.store.interface import keys

BATTLE = BattleId("b1")


def test_all_keys_of_a_battle_have_its_id_as_their_hash_tag() -> None:
    assert keys.of(BATTLE, "log") == "hw:{b1}:log"
    assert keys.of_each(BATTLE, "lease", "feed") == ["hw:{b1}:lease", "hw:{b1}:feed"]
    assert keys.restored(BATTLE, "a1") == "hw:{b1}:restored.a1"


def test_the_documents_of_a_kind_share_a_slot_that_is_no_battles() -> None:
    assert keys.document("table", "t1") == "hw:{doc.table}:d:t1"
    assert keys.documents("table") == "hw:{doc.table}:ids"
    assert keys.documents("table", "public") == "hw:{doc.table}:in:public"
    with pytest.raises(ValueError, match="not an id"):
        keys.of(BattleId("doc.table"), "log")


@pytest.mark.parametrize("name", ["", "a b", "a}", "{a", "a:b", "ä", "a" * 65, "a\n"])
def test_what_is_no_id_is_named_in_no_key(name: str) -> None:
    for make in (
        partial(keys.of, BattleId(name), "log"),
        partial(keys.of_each, BattleId(name), "log"),
        partial(keys.document, "table", name),
        partial(keys.documents, name),
        partial(keys.box, name),
        partial(keys.news, name),
    ):
        with pytest.raises(ValueError, match="not an id"):
            make()


def test_a_battle_is_read_off_the_key_of_its_log_alone() -> None:
    assert keys.battle_of(keys.of(BATTLE, "log")) == BATTLE
    for other in (keys.of(BATTLE, "meta"), keys.FLEET_KEY, "hw:{b1}:log:more", "x" + "hw:{b1}:log"):
        assert keys.battle_of(other) is None
