"""Mistakes of a small module, planted and run."""

from typing import Any

import pytest

from tests.mutants.mutations import mutations, planted

SOURCE = '''
"""Words: 3 < 4."""
LIMIT: int = 2


class Point(Struct, frozen=True):
    low: int = 0


def inside(many: int, *, loud: bool = False) -> bool:
    log.info("looked", many=1)
    if not loud and many < LIMIT:
        note(many)
    return max(many, 7) == 7
'''


def test_each_line_has_the_mistakes_that_can_be_made_in_it() -> None:
    found = [(one.line, one.what) for one in mutations("a.py", SOURCE)]
    assert found == [
        (3, "2 to 3"),
        (7, "0 to 1"),
        (10, "False to True"),
        (12, "And to Or"),
        (12, "without not"),
        (12, "Lt to LtE"),
        (13, "not called"),
        (14, "max to min"),
        (14, "7 to 8"),
        (14, "Eq to NotEq"),
        (14, "7 to 8"),
    ]


def test_what_runs_at_import_is_told_from_what_a_test_runs() -> None:
    """Given a default and a condition over several lines, then each knows its statement."""
    every = mutations("a.py", SOURCE)
    assert [one.is_at_import for one in every] == [True] * 3 + [False] * 8
    assert [list(one.lines) for one in every if one.line == 12] == [[12]] * 3


SMALL = "def inside(many):\n    return many < 3 and not many == 1\n"


def says(code: Any, many: int) -> bool:
    """What a compiled function says."""
    names: dict[str, Any] = {}
    exec(code, names)
    return bool(names["inside"](many))


@pytest.mark.parametrize(
    ("number", "what", "many"),
    [(0, "And to Or", 5), (1, "Lt to LtE", 3), (2, "3 to 4", 3), (3, "without not", 1)],
)
def test_a_mistake_does_what_it_says(number: int, what: str, many: int) -> None:
    """Given a function that is false of a number, then with the mistake it is true of it."""
    assert mutations("a.py", SMALL)[number].what == what
    assert not says(compile(SMALL, "a.py", "exec"), many)
    assert says(compile(planted(SMALL, number), "a.py", "exec"), many)
