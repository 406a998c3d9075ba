"""Patches: a diff folded onto plain data gives the bytes of the state itself."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct, field

from server.rules.engine.patch import Diff, Op, difference, drop, fold, patched, plain, put


class Leaf(Struct, frozen=True):
    n: int = 0
    tags: tuple[str, ...] = ()


class Tree(Struct, frozen=True):
    leaves: dict[str, Leaf] = field(default_factory=dict)
    numbers: dict[str, int] = field(default_factory=dict)
    turn: Leaf | None = None


NAMES = st.sampled_from("abcd")
LEAVES = st.builds(Leaf, n=st.integers(0, 3), tags=st.tuples(NAMES))


@st.composite
def operations(draw: st.DrawFn, tree: Tree) -> Op:
    """An operation that is possible on the tree."""
    kinds = ["leaf", "number", "turn"]
    kinds += ["leaf-n", "drop-leaf"] if tree.leaves else []
    kinds += ["drop-number"] if tree.numbers else []
    kinds += ["turn-n"] if tree.turn else []
    match draw(st.sampled_from(kinds)):
        case "leaf":
            return put(f"leaves/{draw(NAMES)}", draw(LEAVES))
        case "number":
            return put(f"numbers/{draw(NAMES)}", draw(st.integers(0, 3)))
        case "turn":
            return put("turn", draw(st.none() | LEAVES))
        case "leaf-n":
            return put(f"leaves/{draw(st.sampled_from(list(tree.leaves)))}/n", 7)
        case "drop-leaf":
            return drop(f"leaves/{draw(st.sampled_from(list(tree.leaves)))}")
        case "drop-number":
            return drop(f"numbers/{draw(st.sampled_from(list(tree.numbers)))}")
        case _:
            return put("turn/n", 9)


def folded(data: dict[str, object], diff: Diff) -> bytes:
    """The bytes of plain data after a diff that has been over the wire."""
    fold(data, diff.gone, msgspec.msgpack.decode(msgspec.msgpack.encode(diff.put)))
    return msgspec.msgpack.encode(data)


@given(st.data())
def test_folding_the_diff_of_any_operations_gives_the_same_bytes(data: st.DataObject) -> None:
    tree = data.draw(st.builds(Tree, leaves=st.dictionaries(NAMES, LEAVES)))
    shown, diff = plain(tree), Diff()
    for _ in range(data.draw(st.integers(1, 12))):
        op = data.draw(operations(tree))
        tree = patched(tree, op)
        diff.add(op)
    assert folded(shown, diff) == msgspec.msgpack.encode(tree)


@given(st.data())
def test_operations_added_together_make_the_diff_of_those_added_one_by_one(
    data: st.DataObject,
) -> None:
    """Given any operations, then the diff has the same paths and values in the same order."""
    tree, ops = Tree(), list[Op]()
    for _ in range(data.draw(st.integers(1, 8))):
        ops.append(data.draw(operations(tree)))
        tree = patched(tree, ops[-1])
    one_by_one, together = Diff(), Diff()
    for op in ops:
        one_by_one.add(op)

    half = len(ops) // 2
    together.add_all(ops[:half])
    together.add_all(ops[half:])

    assert (together.gone, [*together.put.items()]) == (one_by_one.gone, [*one_by_one.put.items()])


@given(st.data())
def test_the_difference_of_two_states_leads_from_one_to_the_other(data: st.DataObject) -> None:
    old = new = data.draw(st.builds(Tree, leaves=st.dictionaries(NAMES, LEAVES)))
    for _ in range(data.draw(st.integers(0, 12))):
        new = patched(new, data.draw(operations(new)))
    there, back = difference(old, new), difference(new, old)
    assert folded(plain(old), there) == msgspec.msgpack.encode(new)
    assert folded(plain(new), back) == msgspec.msgpack.encode(old)


def test_a_path_that_leads_nowhere_is_an_error() -> None:
    with pytest.raises(KeyError):
        patched(Tree(), drop("leaves/a"))
    with pytest.raises(KeyError):
        patched(Tree(), put("leaves/a/n", 1))
    with pytest.raises(AttributeError):
        patched(Tree(), put("branches", 1))


def test_the_old_state_is_untouched() -> None:
    old = Tree(numbers={"a": 1})
    new = patched(old, put("numbers/a", 2))
    assert (old.numbers["a"], new.numbers["a"]) == (1, 2)
    assert new.leaves is old.leaves


def test_what_is_dropped_out_of_a_value_put_before_is_dropped_there() -> None:
    """Given a whole map that was put, when one of it is dropped, then the diff puts the rest."""
    diff = Diff()
    diff.add(put("leaves", {"a": Leaf(1), "b": Leaf(2)}))
    diff.add(drop("leaves/a"))
    assert (diff.gone, diff.put) == ([], {"leaves": {"b": Leaf(2)}})
