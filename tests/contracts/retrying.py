"""A check that there is one way to do something again when the store is back: `outlast`.

A loop of one's own forgets what that one knows: to wait until the store can be reached instead of
asking it in a tight loop, to go on by the game's clock, and which errors pass at all.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.contracts import trees
from tests.contracts.source_tree import Check, python_files

STORE = "server/store/"
"""Inside the store connections are made anew; whoever uses it sees nothing of that."""

OUTAGES = {"StoreError", "StoreUnavailable", "NotReplicated", "KeysMoved", "PASSING"}
WAITING = {"sleep", "wait_up", "wait_for", "until_back"}

KNOWN = {
    "server/cluster/processes/mailbox.py": "reads on after an error that is no outage",
    "server/process/store_opening.py": "there is no store yet that could say when it is up",
}
"""Modules with a loop that is no second `outlast`, and why it is none."""


def own_retries(root: Path) -> Iterator[str]:
    """Loops that catch the store's outages and wait, and calls that wait for the store."""
    for path in python_files(root, "server"):
        name = path.relative_to(root).as_posix()
        if name.startswith(STORE) or name in KNOWN:
            continue
        for node in trees.nodes(path):
            if isinstance(node, ast.While | ast.For | ast.AsyncFor) and _waits_for_store(node):
                yield f"{name}:{node.lineno}: does it again by itself: `outlast` of the store does"


def _waits_for_store(loop: ast.AST) -> bool:
    inside = list(ast.walk(loop))
    caught = {
        word.id
        for each in inside
        if isinstance(each, ast.ExceptHandler) and each.type is not None
        for word in ast.walk(each.type)
        if isinstance(word, ast.Name)
    }
    called = {each.func for each in inside if isinstance(each, ast.Call)}
    names = {each.attr for each in called if isinstance(each, ast.Attribute)}
    names |= {each.id for each in called if isinstance(each, ast.Name)}
    return not OUTAGES.isdisjoint(caught) and not WAITING.isdisjoint(names)


CHECKS: tuple[Check, ...] = (own_retries,)
