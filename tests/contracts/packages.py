"""Checks of how modules import each other: no circle, of modules or of packages, and no package too
large to be held in the head. Imports for the type checker alone count like any other.
"""

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path

from tests.contracts import trees
from tests.contracts.source_tree import faces

TOPS = ("protocol", "server", "clients")
MOST = 16
"""Modules of a package, about what somebody can name from memory after a week with it."""
LISTS = {
    "server.commands": "one module for each command",
    "server.rules.content": "what is printed, by kind",
    "server.rules.content.classes": "one module for each class, or two",
    "server.rules.content.items": "one module for each subtype and source",
    "server.rules.content.lines": "one module for each skill line, or two",
}
"""Packages that are lists of like things, and of what."""

LATE = "server/commands"
"""Where imports may be left to the type checker: a command loads what it comes to need."""

Graph = Mapping[str, set[str]]


def modules(root: Path) -> dict[str, Path]:
    """All modules and packages by their dotted names."""
    found = {}
    for top in TOPS:
        for path in sorted((root / top).rglob("*.py")):
            parts = path.relative_to(root).with_suffix("").parts
            found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def imports(root: Path) -> dict[str, set[str]]:
    """Which modules each imports, wherever in its text."""
    known = modules(root)
    graph = {name: _imported(name, path, known) - {name} for name, path in known.items()}
    # A package's face imports its modules, which may import the package's other modules.
    return {
        name: {each for each in found if not name.startswith(each + ".")}
        for name, found in graph.items()
    }


def _imported(importer: str, path: Path, known: Mapping[str, Path]) -> set[str]:
    found: set[str] = set()
    for node in trees.nodes(path):
        if isinstance(node, ast.Import):
            found.update(name.name for name in node.names if name.name in known)
        elif isinstance(node, ast.ImportFrom):
            base = _base(importer, path, node)
            for name in node.names:
                whole = f"{base}.{name.name}"
                found.update({whole if whole in known else base} & set(known))
    return found


def _base(importer: str, path: Path, node: ast.ImportFrom) -> str:
    """The module or package from which names are imported, also where dots say which it is."""
    if not node.level:
        return node.module or ""
    up = node.level - (path.name == "__init__.py")
    parts = importer.split(".")
    return ".".join([*parts[: len(parts) - up], *filter(None, [node.module])])


def module_circles(root: Path) -> Iterator[str]:
    """Modules that import each other, over however many steps."""
    for circle in _circles(imports(root)):
        yield f"{' '.join(circle)}: import each other"


def package_circles(root: Path) -> Iterator[str]:
    """Packages of which each imports the other; a package and those inside it are no two."""
    known = modules(root)
    graph: dict[str, set[str]] = {}
    for name, found in imports(root).items():
        here = _package(name, known)
        for other in (_package(each, known) for each in found):
            graph.setdefault(other, set())
            if not f"{here}.".startswith(f"{other}.") and not f"{other}.".startswith(f"{here}."):
                graph.setdefault(here, set()).add(other)
    for circle in _circles(graph):
        yield f"{' '.join(circle)}: packages that import each other"


def _package(name: str, known: Mapping[str, Path]) -> str:
    return name if known[name].name == "__init__.py" else name.rpartition(".")[0]


def large_packages(root: Path) -> Iterator[str]:
    """Packages of more than `MOST` modules that are no list of like things."""
    sizes: dict[str, int] = {}
    for name, path in modules(root).items():
        if path.name != "__init__.py":
            package = name.rpartition(".")[0]
            sizes[package] = sizes.get(package, 0) + 1
    for package, size in sizes.items():
        if size > MOST and package not in LISTS:
            yield f"{package}: {size} modules, more than {MOST}"


def unsaid_packages(root: Path) -> Iterator[str]:
    """Packages that do not say what they own."""
    for name, path in modules(root).items():
        if path.name == "__init__.py" and not ast.get_docstring(trees.parsed(path)):
            yield f"{name}: its face does not say what it owns"


def faceless_packages(root: Path) -> Iterator[str]:
    """Packages that do not say in an `__all__` what others may import of them, which
    `source_tree.behind_faces` holds those others to.
    """
    exported = faces(root)
    for name, path in modules(root).items():
        if path.name == "__init__.py" and name not in exported:
            yield f"{name}: its face does not say what it exports"


def empty_promises(root: Path) -> Iterator[str]:
    """Names that a package exports and does not have: neither bound in its face nor a module."""
    known = modules(root)
    for package, names in faces(root).items():
        bound = _bound(trees.parsed(known[package]))
        for name in sorted(names - bound):
            if f"{package}.{name}" not in known:
                yield f"{package}: exports {name}, which it does not have"


def _bound(tree: ast.AST) -> set[str]:
    """The names that a face imports, defines or assigns."""
    found: set[str] = set()
    for node in ast.walk(tree):
        match node:
            case ast.alias(name=name, asname=other):
                found.add(other or name)
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                found.add(name)
            case ast.Name(id=name, ctx=ast.Store()):
                found.add(name)
    return found


def hidden_imports(root: Path) -> Iterator[str]:
    """Imports for the type checker alone, which is how a circle is hidden."""
    for name, path in modules(root).items():
        if path.is_relative_to(root / LATE):
            continue
        for node in trees.nodes(path):
            if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
                inside = [each for part in node.body for each in ast.walk(part)]
                if any(isinstance(each, ast.Import | ast.ImportFrom) for each in inside):
                    yield f"{name}:{node.lineno}: imports for the type checker alone"


def _circles(graph: Graph) -> list[list[str]]:
    """Strongly connected components of more than one node (Tarjan), without recursion."""
    order: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    circles = []
    for start in graph:
        if start in order:
            continue
        work = [(start, iter(sorted(graph[start])))]
        order[start] = low[start] = len(order)
        stack.append(start)
        while work:
            node, ahead = work[-1]
            for other in ahead:
                if other not in order:
                    order[other] = low[other] = len(order)
                    stack.append(other)
                    work.append((other, iter(sorted(graph.get(other, ())))))
                    break
                if other in stack:
                    low[node] = min(low[node], order[other])
            else:
                work.pop()
                if work:
                    above = work[-1][0]
                    low[above] = min(low[above], low[node])
                if low[node] == order[node]:
                    circle: list[str] = []
                    while not circle or circle[-1] != node:
                        circle.append(stack.pop())
                    if len(circle) > 1:
                        circles.append(sorted(circle))
    return circles
