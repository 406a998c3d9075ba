"""What is in the store is named in one place, and every check for that can fail."""

from pathlib import Path

import pytest

from tests.contracts import store_keys
from tests.contracts.source_tree import Check
from tests.contracts.store_keys import CHECKS, KEYS, META, SCRIPTS
from tests.contracts.test_source_tree import ROOT, plant

SERVICE = "server/service/game_service.py"
STORE = "server/store/redis/store.py"

PLANTED = [
    (store_keys.keys_spelt, STORE, "def f(battle):\n    tag = f'hw:{{{battle}}}:'\n"),
    (store_keys.keys_spelt, STORE, "KEY = 'hw:fleet'\n"),
    (store_keys.keys_spelt, SERVICE, "KEY = b'hw:format'\n"),
    (store_keys.keys_spelt, "server/operator/trail.py", "def f():\n    return 'hw:' + name\n"),
    (store_keys.fields_spelt, f"{SCRIPTS}/append.lua", "redis.call('XADD', KEYS[1], 'x', 'y')\n"),
    (store_keys.fields_spelt, f"{SCRIPTS}/host.lua", "local a = redis.call('HGET', k, \"rr\")\n"),
    (
        store_keys.meta_spelt,
        SERVICE,
        "async def f():\n    return (await store.meta(b))['seed']\n",
    ),
    (
        store_keys.meta_spelt,
        SERVICE,
        "async def f():\n    await store.put_meta(lease, {'x': b''})\n",
    ),
    (
        store_keys.meta_spelt,
        SERVICE,
        "store.create(battle, {'seed': b''}, first, owner=o, ttl=t)\n",
    ),
]

INNOCENT = {
    KEYS: "FLEET = 'hw:fleet'\n",
    META: "async def f(store, battle):\n    return (await store.meta(battle)).get('seed')\n",
    STORE: '"""Keeps hw:fleet."""\nasync def f(at, battle):\n    return await at.meta(battle)\n',
    SERVICE: "doc = tables.create(name, settings)\nname = 'hw'\n",
    f"{SCRIPTS}/settle.lua": (
        "redis.call('XADD', KEYS[1], ARGV[2] .. '-0', 'e', ARGV[3])\n"
        "redis.call('HSET', KEYS[3], 'over', '1')  -- 'whatever'\n"
        "return redis.error_reply('FENCED')\n"
    ),
}


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_what_is_in_the_store_is_named_in_one_place(check: Check) -> None:
    assert list(check(ROOT)) == []


@pytest.mark.parametrize(("check", "name", "text"), PLANTED)
def test_a_planted_key_is_found(tmp_path: Path, check: Check, name: str, text: str) -> None:
    for innocent in INNOCENT.items():
        plant(tmp_path, *innocent)
    plant(tmp_path, name, text)

    complaints = list(check(tmp_path))

    assert complaints
    assert all(complaint.startswith(f"{name}:") for complaint in complaints)


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_what_only_looks_like_a_key_passes(tmp_path: Path, check: Check) -> None:
    for innocent in INNOCENT.items():
        plant(tmp_path, *innocent)

    assert list(check(tmp_path)) == []


def test_every_check_has_a_planted_key() -> None:
    assert {check for check, _, _ in PLANTED} == set(CHECKS)


def test_the_head_of_the_module_names_every_field() -> None:
    """It is what whoever looks into a store reads."""
    head = (ROOT / KEYS).read_text("utf-8").split('"""')[1]
    assert [name for name in sorted(store_keys.FIELDS) if f"`{name}`" not in head] == []
