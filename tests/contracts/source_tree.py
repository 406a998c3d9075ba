"""What the source tree itself promises, as checks that read it.

A check takes the root of a tree and yields one complaint, `path:line: what`, for every breach. It
knows nothing of the tree it is used on: the tests run each over the project, and over a tiny
tree with a planted defect that it has to find.
"""

import ast
import configparser
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from tests.contracts import trees

Check = Callable[[Path], Iterator[str]]

PRODUCT = ("server", "protocol", "clients")
EVERYTHING = (*PRODUCT, "tests")
RULES = ("server/rules",)
UNCATCHING = ("server/rules/battle", "server/rules/content")

TASK_MODULES = ("server/runtime/tasks.py", "clients/sdk/tasks.py")

MAX_FILE_LINES = 400
MAX_FUNCTION_LINES = 50

IMPORT_CONTRACT = Path(__file__).parents[2] / ".importlinter"

WHOLE = ("server/rules/skirmish", "protocol/skirmish")
READS_INCHES = "server/rules/skirmish/content/reading.py"
"""Turns the inches of a file, which may be floats, into mils."""
ROOTS = {"isqrt", "gcd", "lcm"}
FLOATING = {"math", "cmath", "statistics", "decimal"}

VAGUE = {"utils", "util", "common", "misc", "helpers", "helper", "managers", "manager"}
IMPURE_CALLS = {"__import__", "breakpoint", "eval", "exec", "hash", "id", "input", "open", "print"}
SET_METHODS = {"union", "intersection", "difference", "symmetric_difference"}
ITERATING = {"list", "tuple", "iter", "enumerate", "map", "filter", "zip", "reversed", "dict"}

UNFINISHED = re.compile(r"\b(?:TODO|FIXME|XXX)\b")
BARE_SUPPRESSION = re.compile(
    r"type:\s*ignore(?!\[)|\bnoqa(?!:\s*[A-Z])|ruff:\s*noqa|mypy:\s*ignore-errors"
)
MACHINE = re.compile(r"(?<![\w.])/(?:work|root|home)/")
REGISTRY = re.compile(
    r"\bregistry\.\w|\bpypi\.org/simple|\bpythonhosted\.org|\bartifactory\b|"
    r"\bindex[-_]url\b|\btrusted[-_]host\b",
    re.IGNORECASE,
)


def impure_modules() -> frozenset[str]:
    """What rules may not import, as the import contract lists it."""
    contract = configparser.ConfigParser()
    contract.read_string(IMPORT_CONTRACT.read_text("utf-8"))
    return frozenset(contract["importlinter:contract:purity"]["forbidden_modules"].split())


def python_files(root: Path, *folders: str) -> Iterator[Path]:
    for folder in folders:
        found = sorted((root / folder).rglob("*.py"))
        yield from (path for path in found if "node_modules" not in path.parts)


def nodes(root: Path, *folders: str) -> Iterator[tuple[str, ast.AST]]:
    """Every syntax node below the folders, with its file's path."""
    for path in python_files(root, *folders):
        name = str(path.relative_to(root))
        yield from ((name, node) for node in trees.nodes(path))


def comments(root: Path, *folders: str) -> Iterator[tuple[str, int, str]]:
    """Every comment below the folders: path, line, text."""
    for path in python_files(root, *folders):
        name = str(path.relative_to(root))
        yield from ((name, line, text) for line, _, text in trees.comments(path))


def imports(root: Path, *folders: str) -> Iterator[tuple[str, str]]:
    """Every import below the folders, in functions too: `path:line` and the top-level package."""
    for path, node in nodes(root, *folders):
        match node:
            case ast.Import(names=aliases):
                names = [alias.name for alias in aliases]
            case ast.ImportFrom(module=str(name), level=0):
                names = [name]
            case _:
                continue
        yield from ((f"{path}:{node.lineno}", name.partition(".")[0]) for name in names)


def faces(root: Path) -> dict[str, set[str]]:
    """The names that each package with an `__all__` exports, by package."""
    found: dict[str, set[str]] = {}
    for path in python_files(root, *PRODUCT):
        if path.name != "__init__.py":
            continue
        for node in trees.parsed(path).body:
            if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
                package = ".".join(path.parent.relative_to(root).parts)
                found[package] = set(ast.literal_eval(node.value))
    return found


def behind_faces(root: Path) -> Iterator[str]:
    """Whoever is outside of a package imports only what stands in its `__all__`: names, or modules
    and packages inside it, of which what is open in turn is asked of the inner package.
    """
    exported = faces(root)
    for place, node in nodes(root, *PRODUCT):
        me = place.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        if not isinstance(node, ast.Import | ast.ImportFrom):
            continue
        within = f"{node.module}." if isinstance(node, ast.ImportFrom) else ""
        for name in (f"{within}{alias.name}" for alias in node.names):
            package = _closed_to(me, name.split("."), exported)
            if package:
                yield f"{place}:{node.lineno}: {name} is not what {package} exports"


def _closed_to(me: str, parts: list[str], exported: dict[str, set[str]]) -> str | None:
    """The outermost package on the way to a name that does not show a module the next step."""
    for end in range(1, len(parts)):
        package = ".".join(parts[:end])
        is_inside = f"{me}.".startswith(f"{package}.")
        if package in exported and not is_inside and parts[end] not in exported[package]:
            return package
    return None


def long_files(root: Path) -> Iterator[str]:
    for path in python_files(root, *PRODUCT):
        lines = len(path.read_text("utf-8").splitlines())
        if lines > MAX_FILE_LINES:
            yield f"{path.relative_to(root)}:{lines}: more than {MAX_FILE_LINES} lines"


def long_functions(root: Path) -> Iterator[str]:
    for path, node in nodes(root, *PRODUCT):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            lines = (node.end_lineno or node.lineno) - node.lineno + 1
            if lines > MAX_FUNCTION_LINES:
                yield f"{path}:{node.lineno}: {node.name} has {lines} lines"


def equal_names(root: Path) -> Iterator[str]:
    """Classes of the server that others see and that bear the name of another one.

    Rules are left out: a chip, a pack's card and a block may well be printed under one word.
    """
    places: dict[str, list[str]] = {}
    for place, node in nodes(root, "server"):
        if isinstance(node, ast.ClassDef) and not place.startswith("server/rules/"):
            places.setdefault(node.name, []).append(place)
    for name, found in places.items():
        if len(found) > 1 and not name.startswith("_"):
            yield f"{found[1]}: {name} is a class of {found[0]}, too"


def vague_names(root: Path) -> Iterator[str]:
    for path in python_files(root, *EVERYTHING):
        for part in path.relative_to(root).with_suffix("").parts:
            if part in VAGUE or part.rpartition("_")[2] in VAGUE - {"common"}:
                yield f"{path.relative_to(root)}:1: {part} names nothing"


def impure_rules(root: Path) -> Iterator[str]:
    forbidden = impure_modules()
    for place, name in imports(root, *RULES):
        if name in forbidden:
            yield f"{place}: rules may not import {name}"
    for path, node in nodes(root, *RULES):
        match node:
            case ast.Call(func=ast.Name(id=name)) if name in IMPURE_CALLS:
                yield f"{path}:{node.lineno}: rules may not call {name}()"


def greedy_protocol(root: Path) -> Iterator[str]:
    allowed = (sys.stdlib_module_names - impure_modules()) | {"msgspec", "protocol"}
    for place, name in imports(root, "protocol"):
        if name not in allowed:
            yield f"{place}: the protocol may not import {name}"


def catching_rules(root: Path) -> Iterator[str]:
    for path, node in nodes(root, *UNCATCHING):
        if isinstance(node, ast.Try | ast.TryStar):
            yield f"{path}:{node.lineno}: rules may not catch"


def global_state(root: Path) -> Iterator[str]:
    for path, node in nodes(root, *PRODUCT):
        if isinstance(node, ast.Global):
            yield f"{path}:{node.lineno}: global {', '.join(node.names)}"


def bare_tasks(root: Path) -> Iterator[str]:
    for path, node in nodes(root, "server", "clients"):
        if path in TASK_MODULES:
            continue
        match node:
            case ast.Attribute(attr=name) | ast.alias(name=name):
                if name in {"create_task", "ensure_future"}:
                    yield f"{path}:{node.lineno}: begins a task that nobody hears of: {name}"


def unordered_loops(root: Path) -> Iterator[str]:
    for path in python_files(root, *RULES):
        tree = trees.parsed(path)
        for scope in ast.walk(tree):
            if isinstance(scope, ast.FunctionDef | ast.Module):
                sets = _set_names(scope)
                for node in _own_nodes(scope):
                    if any(_is_set(value, sets) for value in _iterated(node)):
                        line = getattr(node, "lineno", getattr(scope, "lineno", 1))
                        yield f"{path.relative_to(root)}:{line}: iterates over a set, unsorted"


def floating_skirmish(root: Path) -> Iterator[str]:
    """Nothing of a match is a float: not its state, its log or a decision (SK-5)."""
    for path, node in nodes(root, *WHOLE):
        if path == READS_INCHES:
            continue
        match node:
            case ast.Constant(value=float() | complex()):
                what = "a float"
            case ast.BinOp(op=ast.Div()) | ast.AugAssign(op=ast.Div()):
                what = "a division that makes a float"
            case ast.Name(id="float"):
                what = "a float's type"
            case ast.ImportFrom(module="math", names=names) if {
                each.name for each in names
            } - ROOTS:
                what = "a function that makes a float"
            case ast.Import(names=names) if any(each.name in FLOATING for each in names):
                what = "functions that make floats"
            case _:
                continue
        yield f"{path}:{getattr(node, 'lineno', 1)}: {what}"


def _own_nodes(scope: ast.FunctionDef | ast.Module) -> Iterator[ast.AST]:
    """The nodes of a scope without those of the functions inside it."""
    waiting: list[ast.AST] = list(scope.body)
    while waiting:
        node = waiting.pop()
        yield node
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            waiting.extend(ast.iter_child_nodes(node))


def _set_names(scope: ast.FunctionDef | ast.Module) -> set[str]:
    """The names that a scope binds to sets, by value or by annotation."""
    names: set[str] = set()
    if isinstance(scope, ast.FunctionDef):
        arguments = scope.args.posonlyargs + scope.args.args + scope.args.kwonlyargs
        names |= {arg.arg for arg in arguments if _is_set_type(arg.annotation)}
    for node in _own_nodes(scope):
        match node:
            case ast.Assign(targets=targets, value=value) if _is_set(value, names):
                names |= {target.id for target in targets if isinstance(target, ast.Name)}
            case ast.AnnAssign(target=ast.Name(id=name), annotation=kind) if _is_set_type(kind):
                names.add(name)
    return names


def _is_set_type(annotation: ast.expr | None) -> bool:
    if isinstance(annotation, ast.Subscript):
        annotation = annotation.value
    return isinstance(annotation, ast.Name) and annotation.id in {"set", "frozenset", "Set"}


def _is_set(node: ast.expr, names: set[str]) -> bool:
    match node:
        case ast.Set() | ast.SetComp():
            return True
        case ast.Name(id=name):
            return name in names
        case ast.Call(func=ast.Name(id=name)):
            return name in {"set", "frozenset"}
        case ast.Call(func=ast.Attribute(attr=name, value=value)):
            return name in SET_METHODS and _is_set(value, names)
        case ast.BinOp(left=left, right=right):
            return _is_set(left, names) or _is_set(right, names)
    return False


def _iterated(node: ast.AST) -> list[ast.expr]:
    """What a node walks through in order."""
    match node:
        case ast.For(iter=source) | ast.comprehension(iter=source):
            return [source]
        case ast.Starred(value=source) | ast.YieldFrom(value=source):
            return [source]
        case ast.Call(func=ast.Name(id=name), args=args) if name in ITERATING:
            return args
        case ast.Call(func=ast.Attribute(attr="join" | "extend"), args=args):
            return args
    return []


def unfinished(root: Path) -> Iterator[str]:
    for path, line, text in comments(root, *EVERYTHING):
        if UNFINISHED.search(text):
            yield f"{path}:{line}: {text}"
    for path, node in nodes(root, *EVERYTHING):
        if isinstance(node, ast.Name) and node.id == "NotImplementedError":
            yield f"{path}:{node.lineno}: {node.id}"


def bare_suppressions(root: Path) -> Iterator[str]:
    for path, line, text in comments(root, *EVERYTHING):
        if BARE_SUPPRESSION.search(text):
            yield f"{path}:{line}: names no rule to suppress: {text}"


def machine_traces(root: Path) -> Iterator[str]:
    for path in text_files(root):
        for number, line in enumerate(path.read_text("utf-8", "replace").splitlines(), 1):
            for pattern, what in ((MACHINE, "a machine's path"), (REGISTRY, "a registry")):
                if pattern.search(line):
                    yield f"{path.relative_to(root)}:{number}: {what}: {line.strip()[:80]}"


def text_files(root: Path) -> Iterator[Path]:
    """The text files that a commit of this tree would hold."""
    if (root / ".git").exists():
        command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
        listed = subprocess.run(command, cwd=root, capture_output=True, check=True).stdout
        paths = [root / name for name in listed.decode().split("\0") if name]
    else:
        paths = [path for path in sorted(root.rglob("*")) if ".venv" not in path.parts]
    for path in paths:
        if path.is_file() and b"\0" not in path.read_bytes():
            yield path


CHECKS: tuple[Check, ...] = (
    behind_faces,
    long_files,
    long_functions,
    equal_names,
    vague_names,
    impure_rules,
    greedy_protocol,
    catching_rules,
    global_state,
    bare_tasks,
    unordered_loops,
    floating_skirmish,
    unfinished,
    bare_suppressions,
    machine_traces,
)
