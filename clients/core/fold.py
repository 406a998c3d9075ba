"""The fold: a commit's diff makes the next state out of the last, without any rule.

States are plain data (what MessagePack or JSON decode to) and are never changed in place: a fold
copies the nodes on the way to what changes. Old states stay valid and share the rest, so a client
can keep every version of a battle for the price of the changes.
"""

from collections.abc import Mapping, Sequence
from typing import Any

State = dict[str, Any]


def folded(state: State, gone: Sequence[str], put: Mapping[str, Any]) -> State:
    """Return the state after a diff: drop the paths in `gone`, then put the values of `put` in
    order.

    A path is names joined with "/". Dropping what is not there is no fault. Raises KeyError where a
    value belongs below a node that does not exist.
    """
    owned: dict[str, State] = {"": dict(state)}
    for path in gone:
        way, _, name = path.rpartition("/")
        node = _node(owned, way, missing_ok=True)
        if node is not None:
            node.pop(name, None)
            _forget(owned, path)
    for path, value in put.items():
        way, _, name = path.rpartition("/")
        node = _node(owned, way)
        assert node is not None, "a missing node has raised KeyError"
        node[name] = value
        _forget(owned, path)
    return owned[""]


def _node(owned: dict[str, State], way: str, *, missing_ok: bool = False) -> State | None:
    """Return the copy that this fold may write to, of the node at a path."""
    known = owned.get(way)
    if known is not None:
        return known
    above, _, name = way.rpartition("/")
    parent = _node(owned, above, missing_ok=missing_ok)
    if parent is None or (missing_ok and not isinstance(parent.get(name), dict)):
        return None
    child = parent[name]
    if not isinstance(child, dict):
        raise KeyError(way)
    mine = parent[name] = owned[way] = dict(child)
    return mine


def _forget(owned: dict[str, State], path: str) -> None:
    """Forget the fold's own copies at and below a path."""
    inside = path + "/"
    for known in [known for known in owned if known == path or known.startswith(inside)]:
        del owned[known]
