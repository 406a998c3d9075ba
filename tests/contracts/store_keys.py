"""Checks that what is in the store is named in one place: its keys, and a journal's meta data.

A key that two places spell is one that they can spell differently; then one writes what the other
never finds, and only a crash shows it.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from server.store import keys
from tests.contracts import trees
from tests.contracts.source_tree import Check, python_files

KEYS = "server/store/interface/keys.py"
SCRIPTS = "server/store/redis/scripts"
META = "server/battles/records/battle_meta.py"
STORE = "server/store/"

FIELDS = {
    *(keys.ENTRY, keys.MESSAGE, keys.VERSION, keys.REVISION, keys.DATA, keys.OVER),
    *("h", "c"),  # of a document's host, which only scripts read and write
}
"""What scripts may name; the head of the module says which key has which."""

_COMMAND = re.compile(r"redis\.p?call\(\s*'(?P<command>\w+)'(?P<rest>.*)")
_QUOTED = re.compile(r"'([^']*)'|\"([^\"]*)\"")
_NAME = re.compile(r"[a-z]\w*")  # options of commands are in capitals


def keys_spelt(root: Path) -> Iterator[str]:
    """Keys that are put together anywhere but in the module of keys; also parts of them."""
    for path in python_files(root, "server"):
        name = path.relative_to(root).as_posix()
        if name == KEYS:
            continue
        tree = trees.parsed(path)
        told = _docstrings(tree)
        for node in ast.walk(tree):
            match node:
                case ast.Constant(value=str(text)) if node not in told and keys.PREFIX in text:
                    yield f"{name}:{node.lineno}: spells a key of the store: {text!r}"
                case ast.Constant(value=bytes(raw)) if keys.PREFIX.encode() in raw:
                    yield f"{name}:{node.lineno}: spells a key of the store: {raw!r}"


def fields_spelt(root: Path) -> Iterator[str]:
    """Fields in a script that the module of keys does not name."""
    for path in sorted((root / SCRIPTS).glob("*.lua")):
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            if (call := _COMMAND.search(line.partition("--")[0])) is None:
                continue
            quoted = {one or other for one, other in _QUOTED.findall(call["rest"])}
            for name in sorted(quoted - FIELDS):
                if _NAME.fullmatch(name):
                    yield f"{path.relative_to(root)}:{number}: no field has the name {name!r}"


def meta_spelt(root: Path) -> Iterator[str]:
    """A journal's meta data read or written anywhere but in the one module that names its keys."""
    for path in python_files(root, "server"):
        name = path.relative_to(root).as_posix()
        if name == META or name.startswith(STORE):
            continue
        for node in trees.nodes(path):
            match node:
                case ast.Call(func=ast.Attribute(attr="meta" | "put_meta" as method)):
                    yield f"{name}:{node.lineno}: {method}: ask {META}"
                case ast.Call(func=ast.Attribute(attr="create"), args=[_, ast.Dict(), *_]):
                    yield f"{name}:{node.lineno}: create: what begins a journal stands in {META}"


def _docstrings(tree: ast.Module) -> set[ast.expr]:
    return {node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)}


CHECKS: tuple[Check, ...] = (keys_spelt, fields_spelt, meta_spelt)
