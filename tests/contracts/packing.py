"""Checks that data has a shape: what belongs together is a struct, not a string to be taken apart,
and what belongs to a table is changed by the table.

A text that holds two things ("bleed@left") can be put together in one way and taken apart in
another, and no type checker sees it. Where one has to be a text, because people write it, because
it is a key, or because it is kept as it is, one module puts it together and takes it apart.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.contracts import trees
from tests.contracts.source_tree import Check, python_files

PLACES = ("server", "protocol")
ELSEWHERE = (
    "server/store/",  # what the store answers, and addresses
    "server/net/",  # headers and paths of HTTP
    "server/commands/",  # what people write on a command line, and files of packs
    "server/settings/",  # what people write into settings
)
NOTATIONS = {
    "server/battles/content_name.py": "pinned by every battle's first commit",
    "server/players/identity.py": "a token, which players keep as one text",
    "server/process/store_opening.py": "a store's address",
    "server/process/worker_heartbeat.py": "a line of proc(5)",
    "server/tables/invites.py": "an invite code, which players send each other as one text",
    "server/rules/battle/components/printed.py": "what is printed: a face's number, a chip's skill",
    "server/rules/battle/kernel/lock.py": "a lock as it is printed, and a die of it that is turned",
    "server/rules/battle/kernel/moments.py": "what a moment is and carries, for readers",
    "server/rules/battle/kernel/notes.py": "the key of a note in the state, which is JSON",
    "server/rules/content/asking.py": "a question's code, which begins with what asks",
    "server/rules/content/encounters/diagram.py": "maps as people draw them",
    "server/rules/content/encounters/shipped.py": "names of files",
    "server/rules/engine/patch.py": "a path in the state, which journals keep as one text",
    "protocol/hexes.py": "a hex as the key of a map, which JSON wants to be a text",
    "protocol/option_keys.py": "an option's key, for an answer is a list of texts",
    "protocol/plain_text.py": "words that people write",
}
"""Modules with a notation of their own, and why it is one."""

SPLITTING = {"partition", "rpartition", "split", "rsplit"}
SEEKING = {"find", "rfind", "index", "rindex"}
CUTTING = {"startswith", "endswith", "removeprefix", "removesuffix"}
"""Methods that look for a part of a text; in the rules they take data out of it."""

FIELDS = {
    "back_by",
    "chat",
    "claim",
    "doc",
    "following",
    "host",
    "is_hosted",
    "revision",
    "room",
    "seating",
    "told",
}
FIELDS |= {"chat_dedup", "circumstances", "delayed_spectators", "elsewhere", "visitors"}
"""The fields that a table assigns (`server/tables/table.py`)."""

CHANGING = {"add", "append", "clear", "discard", "extend", "insert", "remove", "setdefault"}
CHANGING |= {"pop", "popitem", "update"}
"""Methods that change what they are called on."""

RULES = "server/rules/"
HASHED = "server/rules/engine/dice.py"
"""Puts numbers into one text to hash it: the protocol tells everybody how."""
SEPARATORS = set(":@>|")


def taken_apart(root: Path) -> Iterator[str]:
    """Strings that are taken apart anywhere but where a notation is known."""
    for path in python_files(root, *PLACES):
        name = path.relative_to(root).as_posix()
        if name in NOTATIONS or name.startswith(ELSEWHERE):
            continue
        for node in trees.nodes(path):
            match node:
                case ast.Call(
                    func=ast.Attribute(attr=method), args=[ast.Constant(value=str() | bytes()), *_]
                ) if method in SPLITTING | SEEKING:
                    yield f"{name}:{node.lineno}: {ast.unparse(node)} takes data out of a string"


def cut_in_rules(root: Path) -> Iterator[str]:
    """Strings of the rules of which a part is looked for or cut off."""
    for name, node in _nodes_of_rules(root):
        match node:
            case ast.Call(
                func=ast.Attribute(attr=method),
                args=[ast.Constant(value=str()) | ast.JoinedStr() | ast.BinOp(), *_],
            ) if method in CUTTING:
                yield f"{name}:{node.lineno}: {ast.unparse(node)} takes data out of a string"


def packed_in_rules(root: Path) -> Iterator[str]:
    """Values of the rules that are joined into one string, with a separator between them."""
    for name, node in _nodes_of_rules(root):
        if name == HASHED or not isinstance(node, ast.expr):
            continue
        if any(map(_packs, _fixed(node))):
            yield f"{name}:{node.lineno}: {ast.unparse(node)} packs data into a string"


def _nodes_of_rules(root: Path) -> Iterator[tuple[str, ast.AST]]:
    for path in python_files(root, RULES):
        name = path.relative_to(root).as_posix()
        if name not in NOTATIONS:
            for node in trees.nodes(path):
                yield name, node


def _fixed(node: ast.expr) -> list[object]:
    """What stands between the values where several are made one string, in any way of doing so."""
    match node:
        case ast.JoinedStr(values):
            return [part.value for part in values if isinstance(part, ast.Constant)]
        case ast.Call(func=ast.Attribute(value=ast.Constant(between), attr="join")):
            return [between]
        case ast.Call(func=ast.Attribute(value=ast.Constant(str(form)), attr="format")):
            return [form]
        case ast.BinOp(left=ast.Constant(str(form)), op=ast.Mod()):
            return [form]
        case ast.BinOp(left=ast.BinOp(right=ast.Constant(between)), op=ast.Add()):
            return [between]
        case _:
            return []


def _packs(piece: object) -> bool:
    """Whether a separator without a blank stands in it: sentences have one behind a colon."""
    return (
        isinstance(piece, str)
        and not any(map(str.isspace, piece))
        and not SEPARATORS.isdisjoint(piece)
    )


def tables_changed(root: Path) -> Iterator[str]:
    """Fields of a table that are assigned outside of its class, whatever the table is called there,
    and what they hold that is changed there.
    """
    for path in python_files(root, "server"):
        name = path.relative_to(root).as_posix()
        for node in trees.nodes(path):
            match node:
                case ast.Attribute(value=owner, attr=field, ctx=ast.Store() | ast.Del()):
                    changed = _is_table(owner) or (field in FIELDS and not _is_other(owner))
                case ast.Subscript(value=inside, ctx=ast.Store() | ast.Del()):
                    changed = _is_of_table(inside)
                case ast.Call(func=ast.Attribute(value=inside, attr=method)) if method in CHANGING:
                    changed = _is_of_table(inside)
                case _:
                    continue
            if changed:
                yield f"{name}:{node.lineno}: {ast.unparse(node)}: the table changes itself"


def _is_table(node: ast.expr) -> bool:
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name in ("table", "_table")
        case _:
            return False


def _is_of_table(node: ast.expr) -> bool:
    """Whether something is a field of a table, or lies in one."""
    match node:
        case ast.Attribute(value=owner) | ast.Subscript(value=owner):
            return _is_table(owner) or _is_of_table(owner)
        case _:
            return False


def _is_other(owner: ast.expr) -> bool:
    """Whether a field belongs to the object itself, or to an audience, which has visitors too."""
    return ast.unparse(owner) == "self" or ast.unparse(owner).endswith(".audience")


CHECKS: tuple[Check, ...] = (taken_apart, cut_in_rules, packed_in_rules, tables_changed)
