"""A client's fold gives what the server has, and leaves older states alone."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from clients.core.fold import folded
from clients.core.view import BattleView, beginning
from protocol import codec
from protocol.replies import Commit, Opening
from server.rules.engine import patch
from tests.clients.journals import journal


def commit_of(frame: bytes) -> Commit:
    commit = codec.msgpack.reply(frame)
    assert isinstance(commit, Commit)
    return commit


@pytest.mark.parametrize(("seed", "undo_every"), [(1, 0), (2, 0), (3, 6), (4, 3)])
def test_every_version_folds_to_the_servers_bytes_and_questions(seed: int, undo_every: int) -> None:
    entries = journal(seed, 2, undo_every)
    opening = commit_of(entries[0].frame).pinned
    assert isinstance(opening, Opening)
    view = BattleView(beginning(opening))
    for entry in entries:
        assert view.take(commit_of(entry.frame)) is not None
        assert msgspec.msgpack.encode(view.state) == entry.state
        assert view.questions == entry.questions
    assert view.over
    assert view.closing is not None


def test_a_state_that_was_kept_is_not_changed_by_later_commits() -> None:
    entries = journal(3, 2, 6)
    opening = commit_of(entries[0].frame).pinned
    assert isinstance(opening, Opening)
    view = BattleView(beginning(opening))
    kept = []
    for entry in entries:
        view.take(commit_of(entry.frame))
        kept.append(view.state)
    assert [msgspec.msgpack.encode(state) for state in kept] == [entry.state for entry in entries]


NAMES = st.sampled_from(["a", "b", "c"])
TREES = st.recursive(
    st.integers(0, 9), lambda inner: st.dictionaries(NAMES, inner, max_size=3), max_leaves=12
)
ROOTS = st.dictionaries(NAMES, TREES, max_size=3)
PATHS = st.lists(NAMES, min_size=1, max_size=3)


@given(ROOTS, st.lists(st.tuples(PATHS, TREES), max_size=6))
def test_any_diff_folds_as_the_engine_folds_it(
    state: dict[str, object], ops: list[tuple[list[str], object]]
) -> None:
    before = msgspec.json.encode(state)
    put = {"/".join(path): value for path, value in ops if leads_somewhere(state, path)}
    gone = ["/".join(path) for path, _ in ops if leads_somewhere(state, path)]
    expected = msgspec.json.decode(before)
    try:
        patch.fold(expected, gone, msgspec.json.decode(msgspec.json.encode(put)))
    except (KeyError, TypeError):
        with pytest.raises(KeyError):
            folded(state, gone, put)
    else:
        assert msgspec.json.encode(folded(state, gone, put)) == msgspec.json.encode(expected)
    assert msgspec.json.encode(state) == before


@pytest.mark.parametrize(
    ("gone", "put"),
    [
        ([], {"a/b/c": 1, "a": {"b": {"d": 2}}, "a/b/e": 3}),
        ([], {"a/b/c": 1, "a/b": {"d": 2}, "a/b/e": 3}),
        (["a/b/c", "a"], {"a": {"b": {"d": 2}}, "a/b/e": 3}),
    ],
)
def test_what_stood_below_a_replaced_node_is_not_written_to(
    gone: list[str], put: dict[str, object]
) -> None:
    """The copy that the fold made of a node is no part of the state any more."""
    state = {"a": {"b": {"c": 0}}}
    assert folded(state, gone, put) == {"a": {"b": {"d": 2, "e": 3}}}
    assert state == {"a": {"b": {"c": 0}}}


def leads_somewhere(state: dict[str, object], path: list[str]) -> bool:
    """Whether the parent of a path is a node of the state."""
    node: object = state
    for name in path[:-1]:
        if not isinstance(node, dict) or name not in node:
            return False
        node = node[name]
    return isinstance(node, dict)
