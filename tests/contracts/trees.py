"""Source files as trees, each parsed once in a run however many contracts look at it.

A file is known by its path, time and size, so that a planted violation is read anew.
"""

import ast
import tokenize
from functools import cache
from pathlib import Path

_Stamp = tuple[str, int, int]


def parsed(path: Path) -> ast.Module:
    """Return the file's tree. Nobody may change it: others are given the same one."""
    return _parsed(_stamp(path))


def nodes(path: Path) -> tuple[ast.AST, ...]:
    """Return all nodes of the file's tree, as `ast.walk` gives them."""
    return _nodes(_stamp(path))


def comments(path: Path) -> tuple[tuple[int, int, str], ...]:
    """Return the file's comments: line, column, text with its #."""
    return _comments(_stamp(path))


def _stamp(path: Path) -> _Stamp:
    known = path.stat()
    return str(path), known.st_mtime_ns, known.st_size


@cache
def _parsed(stamp: _Stamp) -> ast.Module:
    return ast.parse(Path(stamp[0]).read_text("utf-8"), stamp[0])


@cache
def _nodes(stamp: _Stamp) -> tuple[ast.AST, ...]:
    return tuple(ast.walk(_parsed(stamp)))


@cache
def _comments(stamp: _Stamp) -> tuple[tuple[int, int, str], ...]:
    with tokenize.open(stamp[0]) as source:
        return tuple(
            (*token.start, token.string)
            for token in tokenize.generate_tokens(source.readline)
            if token.type == tokenize.COMMENT
        )
