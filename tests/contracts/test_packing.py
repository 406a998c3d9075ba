"""Data has a shape, a table changes itself, and every check for that can fail."""

import ast
from pathlib import Path

import pytest

from tests.contracts import packing
from tests.contracts.packing import CHECKS, NOTATIONS
from tests.contracts.source_tree import Check
from tests.contracts.test_source_tree import ROOT, plant

PLANTED = [
    (packing.taken_apart, "server/operator/acts.py", "kind, _, bot = act.to.partition(':')\n"),
    (packing.taken_apart, "server/tables/seats.py", "status, _, side = x.rpartition('@')\n"),
    (
        packing.taken_apart,
        "server/cluster/processes/contents.py",
        "for x in content.split('+')[1:]:\n  p\n",
    ),
    (packing.taken_apart, "protocol/fields.py", "def f(raw):\n    return raw.split(b' ', 1)\n"),
    (packing.taken_apart, "server/rules/battle/a.py", "status, _, side = x.partition('@')\n"),
    (packing.taken_apart, "server/rules/content/a.py", "kind, name = pick.split(':')\n"),
    (packing.cut_in_rules, "server/rules/battle/a.py", "used = key.startswith('round:')\n"),
    (packing.cut_in_rules, "server/rules/battle/a.py", "used = key.endswith(f'@{unit}')\n"),
    (packing.cut_in_rules, "server/rules/content/a.py", "die = pick.removeprefix('free' + x)\n"),
    (packing.packed_in_rules, "server/rules/battle/a.py", "key = f'{status}@{side}'\n"),
    (packing.packed_in_rules, "server/rules/engine/a.py", "key = f'{old}>{new}'\n"),
    (packing.packed_in_rules, "server/rules/content/a.py", "key = f'form:{form}'\n"),
    (packing.packed_in_rules, "server/rules/content/a.py", "key = f'{curse}-1:2'\n"),
    (packing.tables_changed, "server/cluster/relay.py", "def f(table):\n    table.host = ''\n"),
    (packing.tables_changed, "server/service/game_service.py", "one.table.room = None\n"),
    (packing.tables_changed, "server/cluster/host.py", "table.told, x = told, 1\n"),
    (packing.tables_changed, "server/cluster/host.py", "del self._table.following\n"),
    (packing.tables_changed, "server/cluster/host.py", "for one in tables:\n    one.host = ''\n"),
    (packing.tables_changed, "server/cluster/host.py", "self.tables[id].room = None\n"),
    (packing.tables_changed, "server/cluster/host.py", "(await found.table(id)).doc = doc\n"),
    (packing.tables_changed, "server/cluster/host.py", "table.doc.seats['1'] = seat\n"),
    (packing.tables_changed, "server/service/game_service.py", "call.table.visitors.add(x)\n"),
    (packing.packed_in_rules, "server/rules/battle/a.py", "key = '@'.join((status, side))\n"),
    (packing.packed_in_rules, "server/rules/battle/a.py", "key = status + '@' + side\n"),
    (packing.packed_in_rules, "server/rules/battle/a.py", "key = '%s@%s' % (status, side)\n"),
    (packing.packed_in_rules, "server/rules/battle/a.py", "key = '{}@{}'.format(status, side)\n"),
    (packing.taken_apart, "server/tables/seats.py", "i = x.find('@')\na, b = x[:i], x[i:]\n"),
]

INNOCENT = {
    "server/battles/content_name.py": "packs = content.split('+')\n",
    "server/net/http/pages.py": "kind, _, token = said.partition(' ')\n",
    "server/cluster/relay.py": "words = line.split()\ntable = self.table = tables[0]\n",
    "server/rules/battle/kernel/notes.py": "key = f'{scope}:{name}'\n",
    "server/rules/battle/setup/creation.py": "ready = text.startswith(abilities)\n",
    "server/rules/content/units.py": "text = f'{name}: {points} damage'\nwords = place.split()\n",
    "server/tables/table.py": "class Table:\n    def close(self):\n        self.room = None\n",
}


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_data_has_a_shape_and_an_owner(check: Check) -> None:
    assert list(check(ROOT)) == []


@pytest.mark.parametrize(("check", "name", "text"), PLANTED)
def test_a_planted_breach_is_found(tmp_path: Path, check: Check, name: str, text: str) -> None:
    for innocent in INNOCENT.items():
        plant(tmp_path, *innocent)
    plant(tmp_path, name, text)

    (complaint,) = check(tmp_path)

    assert complaint.startswith(f"{name}:")


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_what_only_looks_like_a_breach_passes(tmp_path: Path, check: Check) -> None:
    for innocent in INNOCENT.items():
        plant(tmp_path, *innocent)

    assert list(check(tmp_path)) == []


def test_every_check_has_a_planted_breach() -> None:
    assert {check for check, _, _ in PLANTED} == set(CHECKS)


def test_every_notation_is_still_in_use() -> None:
    """An entry that is left behind would let its module begin another one."""
    texts = {name: (ROOT / name).read_text("utf-8") for name in NOTATIONS}
    used = {
        name
        for name, text in texts.items()
        if any(f".{method}(" in text for method in packing.SPLITTING | packing.CUTTING)
    }
    assert used == set(NOTATIONS)


def test_the_fields_of_a_table_are_those_that_it_assigns() -> None:
    tree = ast.parse((ROOT / "server/tables/table.py").read_text("utf-8"))
    [table] = [n for n in ast.walk(tree) if isinstance(n, ast.ClassDef) and n.name == "Table"]
    assigned = {
        node.attr
        for node in ast.walk(table)
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)
    }
    assert assigned >= packing.FIELDS
    assert {name for name in assigned - packing.FIELDS if not name.startswith("_")} == {
        *("start_lock", "place"),  # taken and given back; a visitor's
    }
