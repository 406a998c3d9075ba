"""Patches: operations that change a state, which is a tree of frozen structs and dicts.

Two operations are enough: `put` a value at a path, `drop` a path. A path is the names on the way,
joined with "/". Patching copies only the nodes on the way, so every earlier state stays valid and
costs nothing to keep. A `Diff` merges the operations of a commit: first what to drop, then what to
put, in order. Folded onto plain decoded data, it gives the same bytes as the new state itself.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, NamedTuple, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import force_setattr, replace

S = TypeVar("S", bound=Struct)
_GONE: Any = object()
Op = tuple[str, Any]
"""A path, and the value to put there, or `_GONE` for a path that is to be dropped."""


def put(path: str, value: object) -> Op:
    """Return the operation that sets the value at a path."""
    return (path, value)


def drop(path: str) -> Op:
    """Return the operation that deletes a path of a dict."""
    return (path, _GONE)


def patched(state: S, op: Op) -> S:
    """Return the state after one operation. Raises KeyError or AttributeError if the path leads
    nowhere.
    """
    path, value = op
    way, name = _parted(path)
    root = replace(state)
    node: Any = root
    for step in way:
        if type(node) is dict:
            old = node[step]
            copy = node[step] = old.copy() if type(old) is dict else replace(old)
        else:
            old = getattr(node, step)
            copy = old.copy() if type(old) is dict else replace(old)
            force_setattr(node, step, copy)
        node = copy
    if type(node) is not dict:
        # Raises AttributeError, if there is no such field.
        force_setattr(node, name, value)
    elif value is not _GONE:
        node[name] = value
    else:
        del node[name]
    return root


@lru_cache(maxsize=8192)
def _parted(path: str) -> tuple[tuple[str, ...], str]:
    """Return the names of a path ("units/e1/hp") before its last one, and its last one."""
    *way, name = path.split("/")
    return tuple(way), name


def _patched(node: Any, names: list[str], depth: int, value: Any) -> Any:
    name, last = names[depth], depth == len(names) - 1
    if isinstance(node, dict):
        if last and value is _GONE:
            if name not in node:
                raise KeyError("/".join(names))
            return {key: kept for key, kept in node.items() if key != name}
        return {**node, name: value if last else _patched(node[name], names, depth + 1, value)}
    old = getattr(node, name)
    return replace(node, **{name: value if last else _patched(old, names, depth + 1, value)})


class _Way(NamedTuple):
    """A path taken apart: the paths above it from the top down, each with its last name; the one
    right above ("" is the root); its own last name; and the paths above it alone.
    """

    above: tuple[tuple[str, str], ...]
    upper: str
    name: str
    uppers: tuple[str, ...]


@lru_cache(maxsize=8192)
def _way(path: str) -> _Way:
    names, name = _parted(path)
    above = [("/".join(names[: at + 1]), one) for at, one in enumerate(names)]
    return _Way(tuple(above), "/".join(names), name, tuple(upper for upper, _ in above))


def patched_by(state: S, ops: tuple[Op, ...]) -> S:
    """Return the state after several operations, in order; each node on their ways is copied once.

    Raises as `patched` does.
    """
    if not ops:
        return state
    if len(ops) == 1:
        return patched(state, ops[0])
    root = replace(state)
    copies: dict[str, Any] = {"": root}
    for path, value in ops:
        above, upper, name, _ = _way(path)
        node = copies[upper] if upper in copies else _copied(copies, above)
        if type(node) is not dict:
            # Raises AttributeError, if there is no such field.
            force_setattr(node, name, value)
        elif value is not _GONE:
            node[name] = value
        else:
            del node[name]
        if path in copies:
            copies.clear()  # the operation replaced a copied node, and with it the copies below it
            copies[""] = root
    return root


def _copied(copies: dict[str, Any], above: tuple[tuple[str, str], ...]) -> Any:
    """Copy the nodes on a way that are not in `copies` yet, each into its place; return the
    last.
    """
    node = copies[""]
    for path, name in above:
        if path in copies:
            node = copies[path]
        elif type(node) is dict:
            old = node[name]
            copy = copies[path] = node[name] = old.copy() if type(old) is dict else replace(old)
            node = copy
        else:
            old = getattr(node, name)
            copy = copies[path] = old.copy() if type(old) is dict else replace(old)
            force_setattr(node, name, copy)
            node = copy
    return node


class Diff:
    """The operations of several events merged: drop the paths in `gone`, then put the values of
    `put`, both in order.
    """

    def __init__(self) -> None:
        self.gone: list[str] = []
        self.put: dict[str, Any] = {}
        self._above: set[str] = set()  # every path that leads to one in `put`

    def add_all(self, ops: Iterable[Op]) -> None:
        """Add operations, in order."""
        put, above = self.put, self._above
        for path, value in ops:
            # Nearly all put a value where no other was put below.
            if value is not _GONE and path not in above:
                if path not in put:
                    _, upper, _, uppers = _way(path)
                    if upper and upper not in above:
                        above.update(uppers)
                put[path] = value
            else:
                self.add((path, value))

    def add(self, op: Op) -> None:
        """Add an operation that comes after all added so far."""
        path, value = op
        above = self._above
        if path in above:
            below = f"{path}/"
            for known in tuple(self.put):
                if known.startswith(below):
                    del self.put[known]
        if value is not _GONE:
            self.put[path] = value
            above.update(_way(path).uppers)
            return
        self.put.pop(path, None)
        for known in self.put:
            if path.startswith(known + "/"):
                names = path[len(known) + 1 :].split("/")
                self.put[known] = _patched(self.put[known], names, 0, _GONE)
                return
        self.gone.append(path)


def difference(old: Struct, new: Struct) -> Diff:
    """Return the diff that turns `old` into `new`, two states of one game. For undo, where no
    events say what changed.
    """
    diff = Diff()
    _compare(old, new, "", diff)
    return diff


def _compare(old: Any, new: Any, path: str, diff: Diff) -> None:
    if old is new:
        return
    if isinstance(old, Struct) and type(old) is type(new):
        for name in old.__struct_fields__:
            _compare(getattr(old, name), getattr(new, name), _join(path, name), diff)
    elif isinstance(old, dict) and isinstance(new, dict) and _same_order(old, new):
        for name in old:
            if name not in new:
                diff.add(drop(_join(path, name)))
        for name, value in new.items():
            _compare(old.get(name, _GONE), value, _join(path, name), diff)
    elif isinstance(old, dict) or old != new:
        diff.add(put(path, new))


def _same_order(old: dict[str, Any], new: dict[str, Any]) -> bool:
    """Return whether dropping and putting keys turns `old` into `new` in the same order of keys."""
    kept = [name for name in old if name in new]
    return list(new)[: len(kept)] == kept


def _join(path: str, name: str) -> str:
    return f"{path}/{name}" if path else name


def fold(state: dict[str, Any], gone: list[str], put: dict[str, Any]) -> None:
    """Apply a diff to plain decoded data, in place. A client needs no more than this.

    The diff's values become part of `state`, so the diff must not be used again.
    """
    for path in gone:
        *way, name = path.split("/")
        node: Any = state
        for step in way:
            node = node.get(step, {})
        node.pop(name, None)
    for path, value in put.items():
        *way, name = path.split("/")
        node = state
        for step in way:
            node = node[step]
        node[name] = value


def plain(data: Any) -> Any:
    """Return structs as plain data (dicts, lists, numbers, texts), as read from the journal and as
    `fold` takes it.
    """
    return msgspec.msgpack.decode(msgspec.msgpack.encode(data))
