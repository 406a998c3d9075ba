"""Checks that nothing of the product is replaced while it runs: no module, class or method.

A replaced method escapes the type checker: a changed signature then fails in play, where no test
sees it. What is observed calls an observer (`server/runtime/observer.py`); what differs is handed
over when an object is made. mypy finds most assignments to methods (`method-assign`); these checks
find the ways around it, and what is kept in an object behind its class's back.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from tests.contracts import trees
from tests.contracts.source_tree import PRODUCT, Check, comments, imports, nodes, python_files

Function = ast.FunctionDef | ast.AsyncFunctionDef
Scope = ast.Module | ast.ClassDef | Function | ast.Lambda

CONSTRUCTION = {"__init__", "__post_init__"}
"""Where a frozen object may set its own fields; nobody else has it yet."""

OF_A_FUNCTION = {"__doc__", "__name__", "__qualname__"}
"""What a module may say of a function that it makes itself."""

METHOD_ASSIGN = re.compile(r"type:\s*ignore\[[^\]]*\bmethod-assign\b")


def set_by_name(root: Path) -> Iterator[str]:
    """`setattr`, `delattr`, and ways to write into objects that do not allow it."""
    for path in python_files(root, *PRODUCT):
        for scope, node in _scoped(trees.parsed(path)):
            match node:
                case ast.Call(func=ast.Name(id="setattr" | "delattr" as name)):
                    yield f"{_place(root, path, node)}: {name}: say which attribute, and own it"
                case ast.Attribute(attr="__setattr__" | "__delattr__" | "force_setattr" as name):
                    if not (isinstance(scope, Function) and scope.name in CONSTRUCTION):
                        yield f"{_place(root, path, node)}: {name} outside of a construction"


def hidden_state(root: Path) -> Iterator[str]:
    """What is kept in an object, or taken from it, behind its class's back."""
    for path, node in nodes(root, *PRODUCT):
        match node:
            case ast.Call(func=ast.Name(id="vars")):
                yield f"{path}:{node.lineno}: vars: the class says what an object holds"
            case ast.Attribute(attr="__dict__"):
                yield f"{path}:{node.lineno}: __dict__: the class says what an object holds"


def stale_caches(root: Path) -> Iterator[str]:
    """`cached_property` in a class that changes: what was found once would hold for ever.

    A component is made once and never changes, so a value that follows from it alone may be kept.
    """
    for path, node in nodes(root, *PRODUCT):
        if isinstance(node, ast.ClassDef) and any(map(_sets_itself, ast.walk(node))):
            for member in node.body:
                if isinstance(member, ast.FunctionDef) and _is_cached(member):
                    yield f"{path}:{member.lineno}: {member.name} is kept, and {node.name} changes"


def _sets_itself(node: ast.AST) -> bool:
    match node:
        case ast.Attribute(value=ast.Name(id="self"), ctx=ast.Store() | ast.Del()):
            return True
    return False


def _is_cached(member: ast.FunctionDef) -> bool:
    return any("cached_property" in ast.unparse(one) for one in member.decorator_list)


def patched_imports(root: Path) -> Iterator[str]:
    """Assignments to what a module has imported, to classes, and to what every object has."""
    for path in python_files(root, *PRODUCT):
        tree = trees.parsed(path)
        for bound, target in _assigned(tree):
            name, base = target.attr, _root(target)
            what = bound.get(base.id) if isinstance(base, ast.Name) else None
            if what == "function" and name in OF_A_FUNCTION:
                continue
            if what in ("import", "class", "function"):
                yield f"{_place(root, path, target)}: {ast.unparse(target)} belongs to the {what}"
            elif isinstance(base, ast.Call) and ast.unparse(base.func) == "type":
                yield f"{_place(root, path, target)}: {ast.unparse(target)} belongs to a class"
            elif name.startswith("__") and name.endswith("__"):
                yield f"{_place(root, path, target)}: {ast.unparse(target)} is the language's"


def patched_methods(root: Path) -> Iterator[str]:
    """Assignments to methods of the product's classes, on one object or on `self`."""
    methods, fields = _members(root)
    for path, node in nodes(root, *PRODUCT):
        match node:
            case ast.Attribute(attr=name, ctx=ast.Store() | ast.Del()):
                if name in methods and name not in fields:
                    yield f"{path}:{node.lineno}: {ast.unparse(node)} is a method"
    for path, line, text in comments(root, *PRODUCT):
        if METHOD_ASSIGN.search(text):
            yield f"{path}:{line}: a method is replaced: {text}"


def tools_of_tests(root: Path) -> Iterator[str]:
    """What replaces things for tests, in what is no test."""
    for place, name in imports(root, *PRODUCT):
        if name in {"unittest", "pytest", "mock", "tests"}:
            yield f"{place}: {name} is for tests"


def _place(root: Path, path: Path, node: ast.expr) -> str:
    return f"{path.relative_to(root)}:{node.lineno}"


def _root(target: ast.Attribute) -> ast.expr:
    """What the first dot of `a.b.c` comes after."""
    base: ast.expr = target
    while isinstance(base, ast.Attribute):
        base = base.value
    return base


def _scoped(tree: ast.Module) -> Iterator[tuple[Scope, ast.AST]]:
    """Every node with the scope that it stands in."""
    waiting: list[tuple[Scope, ast.AST]] = [(tree, tree)]
    while waiting:
        scope, node = waiting.pop()
        inner = node if isinstance(node, Scope) else scope
        for child in ast.iter_child_nodes(node):
            yield inner, child
            waiting.append((inner, child))


def _assigned(tree: ast.Module) -> Iterator[tuple[dict[str, str], ast.Attribute]]:
    """Every attribute that is assigned to or deleted, with what the names there are bound to."""

    def walk(scope: Scope, outer: dict[str, str]) -> Iterator[tuple[dict[str, str], ast.Attribute]]:
        own = _bound(scope)
        bound = {**outer, **own}
        # The names of a class's body are not those of its methods.
        passed_on = outer if isinstance(scope, ast.ClassDef) else bound
        for node in _inside(scope):
            if isinstance(node, Scope):
                yield from walk(node, passed_on)
            elif isinstance(node, ast.Attribute) and not isinstance(node.ctx, ast.Load):
                yield bound, node

    yield from walk(tree, {})


def _inside(scope: Scope) -> Iterator[ast.AST]:
    """A scope's nodes, with the scopes in it but not what is in those."""
    waiting: list[ast.AST] = list(ast.iter_child_nodes(scope))
    while waiting:
        node = waiting.pop()
        yield node
        if not isinstance(node, Scope):
            waiting.extend(ast.iter_child_nodes(node))


def _bound(scope: Scope) -> dict[str, str]:
    """What a scope's names are: an "import", a "class", a "function" or another "value"."""
    bound: dict[str, str] = {}
    if isinstance(scope, Function | ast.Lambda):
        arguments = scope.args
        named = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
        named += [one for one in (arguments.vararg, arguments.kwarg) if one is not None]
        bound |= {one.arg: "value" for one in named}
    for node in _inside(scope):
        match node:
            case ast.Name(id=name, ctx=ast.Store()):
                bound.setdefault(name, "value")
            case ast.Import(names=names) | ast.ImportFrom(names=names):
                bound |= {(one.asname or one.name).partition(".")[0]: "import" for one in names}
            case ast.ClassDef(name=name):
                bound[name] = "class"
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                bound[name] = "function"
    return bound


def _members(root: Path) -> tuple[set[str], set[str]]:
    """The names of all methods, and of all fields, of the product's classes."""
    methods: set[str] = set()
    fields: set[str] = set()
    for _, node in nodes(root, *PRODUCT):
        if not isinstance(node, ast.ClassDef):
            continue
        for member in node.body:
            match member:
                case ast.FunctionDef(name=name) if _is_property(member):
                    fields.add(name)
                case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                    methods.add(name)
                    fields |= _set_on_self(member)
                case ast.AnnAssign(target=ast.Name(id=name)):
                    fields.add(name)
                case ast.Assign(targets=targets):
                    fields |= {one.id for one in targets if isinstance(one, ast.Name)}
    return methods, fields


def _is_property(member: ast.FunctionDef) -> bool:
    return any("property" in ast.unparse(one) for one in member.decorator_list)


def _set_on_self(function: Function) -> set[str]:
    """The fields that a constructor gives its object."""
    if function.name not in CONSTRUCTION:
        return set()
    return {
        node.attr
        for node in ast.walk(function)
        if isinstance(node, ast.Attribute)
        and isinstance(node.ctx, ast.Store)
        and isinstance(node.value, ast.Name)
        and node.value.id == "self"
    }


CHECKS: tuple[Check, ...] = (
    set_by_name,
    hidden_state,
    stale_caches,
    patched_imports,
    patched_methods,
    tools_of_tests,
)
