"""The mistakes that are planted: one comparison, number, word or call of a module at a time.

Not planted: in annotations, in what only a type checker reads, in the keywords of classes
(`frozen`, `array_like`), in lines of the log, and in texts.
"""

import ast
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

_OPPOSITES: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.And: ast.Or,
    ast.Or: ast.And,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
    ast.Mod: ast.Add,
    ast.Break: ast.Continue,
    ast.Continue: ast.Break,
}
_NAMES = {"min": "max", "max": "min", "any": "all", "all": "any"}
_UNREAD = {"annotation", "returns", "type_params"}


class Mutation(NamedTuple):
    """A mistake: the `number`th of its module, what it does, and the line that it stands in.

    `lines` are those of its statement, `is_at_import` says whether that runs while the module is
    imported.
    """

    path: str
    number: int
    line: int
    lines: range
    is_at_import: bool
    what: str
    text: str
    again: int = 0

    @property
    def name(self) -> str:
        """The mistake without its place, which moves; `again` counts those before of the same
        words.
        """
        count = f" ({self.again + 1})" if self.again else ""
        return f"{self.path}: {self.text} [{self.what}]{count}"


class _Place(NamedTuple):
    """Where a node stands: its line, its statement's lines, and whether in a function's body."""

    line: int = 1
    lines: range = range(0)
    is_in_function: bool = False

    def of(self, parent: ast.AST, field: str, node: ast.AST) -> "_Place":
        """The place of a node in a field of a parent that stands here."""
        line = getattr(node, "lineno", self.line)
        is_inner = field == "body" and isinstance(
            parent, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
        )
        lines = _head(node) if isinstance(node, ast.stmt) else self.lines
        return _Place(line, lines, self.is_in_function or is_inner)


def _head(statement: ast.stmt) -> range:
    """The lines of a statement without those of its body."""
    body = getattr(statement, "body", None)
    last = body[0].lineno - 1 if body else statement.end_lineno or statement.lineno
    return range(statement.lineno, max(last, statement.lineno) + 1)


TOP = _Place()


class _Planting(NamedTuple):
    """`parent`'s field (or its item at `at`) becomes `instead`."""

    parent: ast.AST
    field: str
    at: int
    instead: ast.AST
    place: _Place
    what: str


def mutations(path: str, source: str) -> list[Mutation]:
    """Every mistake that can be planted in a module."""
    lines, known = source.splitlines(), Counter[str]()
    found = []
    for number, each in enumerate(_plantings(ast.parse(source))):
        place = each.place
        text, at_import = lines[place.line - 1].strip(), not place.is_in_function
        one = Mutation(path, number, place.line, place.lines, at_import, each.what, text)
        found.append(one._replace(again=known[one.name]))
        known[one.name] += 1
    return found


def planted(source: str, number: int) -> ast.Module:
    """A module with one of its mistakes."""
    tree = ast.parse(source)
    each = list(_plantings(tree))[number]
    if each.at < 0:
        setattr(each.parent, each.field, each.instead)
    else:
        getattr(each.parent, each.field)[each.at] = each.instead
    return ast.fix_missing_locations(tree)


def _plantings(tree: ast.AST, place: _Place = TOP) -> Iterator[_Planting]:
    for field, value in ast.iter_fields(tree):
        if _is_unread(tree, field):
            continue
        for at, node in enumerate(value) if isinstance(value, list) else [(-1, value)]:
            if not isinstance(node, ast.AST) or _is_told(node):
                continue
            here = place.of(tree, field, node)
            for what, instead in _instead_of(tree, field, node):
                ast.copy_location(instead, node)
                yield _Planting(tree, field, at, instead, here, what)
            yield from _plantings(node, here)


def _is_unread(parent: ast.AST, field: str) -> bool:
    if isinstance(parent, ast.ClassDef) and field in ("keywords", "bases", "decorator_list"):
        return True
    return field in _UNREAD


def _is_told(node: ast.AST) -> bool:
    """Whether it is a line of the log, or only for the type checker."""
    if isinstance(node, ast.If):
        return isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
    if not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)):
        return False
    called = node.value.func
    return isinstance(called, ast.Attribute) and ast.unparse(called.value).endswith("log")


def _instead_of(parent: ast.AST, field: str, node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    if opposite := _OPPOSITES.get(type(node)):
        yield f"{type(node).__name__} to {opposite.__name__}", opposite()
    match node:
        case ast.Constant(value=bool(value)):
            yield f"{value} to {not value}", ast.Constant(not value)
        case ast.Constant(value=int(value)):
            yield f"{value} to {value + 1}", ast.Constant(value + 1)
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield "without not", operand
        case ast.Name(id=name) if name in _NAMES and isinstance(parent, ast.Call):
            yield f"{name} to {_NAMES[name]}", ast.Name(_NAMES[name], ast.Load())
        case ast.Expr(value=ast.Call() | ast.Await()):
            yield "not called", ast.Pass()
    is_condition = field == "test" or (isinstance(parent, ast.comprehension) and field == "ifs")
    if is_condition and isinstance(node, ast.Name | ast.Call | ast.Attribute | ast.NamedExpr):
        yield "negated", ast.UnaryOp(ast.Not(), node)
