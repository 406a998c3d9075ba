"""A check that numbers say why: every numeric constant has its unit and its reason beside it.

Beside it is a comment at the end of its line. Constants that follow each other without an empty
line are a policy and may share a text: a comment above the first, or a docstring below the last.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.contracts import trees
from tests.contracts.source_tree import Check, python_files

FOLDERS = (
    "clients",
    "protocol",
    "server/battles",
    "server/cluster",
    "server/commands",
    "server/net",
    "server/operator",
    "server/players",
    "server/process",
    "server/replays",
    "server/rules",
    "server/runtime",
    "server/service",
    "server/settings",
    "server/spectating",
    "server/store",
    "server/tables",
)


PRINTED = "server/rules/content"
"""Components stand here as they are printed: what is called to make one says what a number is."""


def bare_numbers(root: Path) -> Iterator[str]:
    """Constants of a module or a class that are numbers, or made of some, without a word."""
    for path in python_files(root, *FOLDERS):
        ends, alone = _comments(path)
        is_printed = path.relative_to(root).as_posix().startswith(PRINTED)
        for body in _bodies(trees.parsed(path)):
            for block, is_told in _blocks(body):
                if is_told or block[0].lineno - 1 in alone:
                    continue
                for node in block:
                    if is_printed and _is_component(node):
                        continue
                    if ends.isdisjoint(range(node.lineno, _end(node) + 1)):
                        where = f"{path.relative_to(root)}:{node.lineno}"
                        yield f"{where}: {_name(node)} says no unit or reason"


def _bodies(tree: ast.Module) -> Iterator[list[ast.stmt]]:
    yield tree.body
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            yield node.body


def _blocks(body: list[ast.stmt]) -> Iterator[tuple[list[ast.stmt], bool]]:
    """Numeric constants that stand together, and whether a docstring follows them."""
    block: list[ast.stmt] = []
    for node in body:
        if block and node.lineno != _end(block[-1]) + 1:
            yield block, False
            block = []
        if _is_number(node):
            block.append(node)
        elif block:
            yield block, _is_text(node)
            block = []
    if block:
        yield block, False


def _end(node: ast.stmt) -> int:
    return node.end_lineno or node.lineno


def _is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _is_number(node: ast.stmt) -> bool:
    match node:
        case ast.Assign(targets=[target], value=value):
            pass
        case ast.AnnAssign(target=target, value=ast.expr() as value):
            pass
        case _:
            return False
    names = target.elts if isinstance(target, ast.Tuple) else [target]
    constant = all(isinstance(one, ast.Name) and one.id.strip("_").isupper() for one in names)
    return constant and _counts(value)


def _is_component(node: ast.stmt) -> bool:
    """Whether all numbers of a constant are given to make components, as in `SkillDie(...)`."""
    value = getattr(node, "value", None)
    parts = [value]
    while parts:
        match parts.pop():
            case ast.Tuple(elts=more) | ast.List(elts=more):
                parts += more
            case ast.Dict(values=more):
                parts += more
            case ast.Constant(value=int() | float()) | ast.UnaryOp() | ast.BinOp():
                return False
            case _:
                pass
    return True


def _counts(value: ast.expr) -> bool:
    """Whether a value is a number, or holds some, or is made of nothing else."""
    match value:
        case ast.Constant(value=bool()):
            return False
        case ast.Constant(value=int() | float()):
            return True
        case ast.UnaryOp(operand=inner):
            return _counts(inner)
        case ast.BinOp(left=left, right=right):
            return _counts(left) and _counts(right)
        case ast.Tuple(elts=parts) | ast.List(elts=parts) | ast.Set(elts=parts):
            return any(_counts(one) for one in parts)
        case ast.Dict(values=parts):
            return any(_counts(one) for one in parts)
        case ast.Call(args=parts):
            return any(_counts(one) for one in parts)
    return False


def _name(node: ast.stmt) -> str:
    target = node.targets[0] if isinstance(node, ast.Assign) else getattr(node, "target", node)
    return ast.unparse(target)


def _comments(path: Path) -> tuple[set[int], set[int]]:
    """The lines that end with a comment, and those that are nothing else."""
    ends: set[int] = set()
    alone: set[int] = set()
    lines = path.read_text("utf-8").splitlines()
    for line, column, _ in trees.comments(path):
        is_alone = not lines[line - 1][:column].strip()
        (alone if is_alone else ends).add(line)
    return ends, alone


CHECKS: tuple[Check, ...] = (bare_numbers,)
