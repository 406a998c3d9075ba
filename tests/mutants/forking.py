"""Judges mistakes in forks of one process that has imported all code and collected all tests.

A fork swaps the code of the functions of one module for that with the mistake and runs the tests:
nothing is imported again, so that a mistake costs what its tests cost. That serves for what
stands in a function. Where it finds nothing, or cannot plant, a process of its own has to say
(`verdicts.tested`): a function may have been called during the import.
"""

import gc
import os
import signal
import tempfile
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from types import CodeType, FunctionType

import pytest

from tests.mutants.covering import ROOT, Covering
from tests.mutants.mutations import Mutation, planted
from tests.mutants.verdicts import bounded, selected

PASSED = b"passed"
STUCK = 120  # seconds without another test: none takes so long, however loaded the machine is


class Forking:
    """A plugin of pytest that judges mistakes in place of running the tests.

    `told` hears of each that was found, `left` holds all others.
    """

    def __init__(
        self,
        mistakes: Sequence[Mutation],
        covering: Covering,
        seconds: float,
        told: Callable[[Mutation, str], None],
    ) -> None:
        self._mistakes, self._covering, self._seconds = mistakes, covering, seconds
        self._told = told
        self._functions: dict[str, list[FunctionType]] = {}
        self._sound: set[str] = set()
        self.left: list[Mutation] = []

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """See pytest."""
        every = {item.nodeid: item for item in session.items}
        gc.unfreeze()  # what is frozen is among no objects that the collector names
        self._functions = _functions({one.path for one in self._mistakes})
        gc.collect()
        gc.freeze()  # else each fork copies every object that its collector looks at
        for one in self._mistakes:
            names, told = selected(one, self._covering, self._seconds)
            chosen = [every[name] for name in names if name in every]
            fell = "" if one.is_at_import else self._fell(session, chosen, one)
            if fell and self._is_sound(session, every[fell]):
                self._told(one, told)
            else:
                self.left.append(one)
        return True

    def _is_sound(self, session: pytest.Session, item: pytest.Item) -> bool:
        """Return whether a test passes in a fork without a mistake."""
        if item.nodeid not in self._sound and not self._fell(session, [item], None):
            self._sound.add(item.nodeid)
        return item.nodeid in self._sound

    def _fell(
        self, session: pytest.Session, chosen: list[pytest.Item], one: Mutation | None
    ) -> str:
        """Return the test that fails first; "" if none does."""
        with tempfile.TemporaryFile() as told:
            child = os.fork()
            if not child:
                functions = self._functions[one.path] if one is not None else []
                if one is None or plant(one, functions):
                    _run(session, chosen, told.fileno())
                os.write(told.fileno(), PASSED)
                os._exit(0)
            _wait(child, told.fileno())
            told.seek(0)
            begun = told.read().decode().splitlines()
        return begun[-1] if begun and begun[-1] != PASSED.decode() else ""


def _run(session: pytest.Session, chosen: list[pytest.Item], told: int) -> None:
    """Run tests, writing the name of each as it begins. Ends the process where one fails."""
    os.setpgid(0, 0)
    bounded()
    try:
        for item, after in zip(chosen, [*chosen[1:], None], strict=True):
            os.write(told, f"{item.nodeid}\n".encode())
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=after)
            if session.testsfailed:
                os._exit(1)
    except BaseException:
        os._exit(1)


def _wait(child: int, told: int) -> None:
    """Wait for a fork; what has begun no other test for so long is ended, with what it started."""
    until, written = time.monotonic() + STUCK, 0
    while os.waitpid(child, os.WNOHANG) == (0, 0):
        if (size := os.fstat(told).st_size) > written:
            until, written = time.monotonic() + STUCK, size
        if time.monotonic() > until:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            break
        time.sleep(0.02)
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(child, signal.SIGKILL)


def _functions(paths: set[str]) -> dict[str, list[FunctionType]]:
    """Return the functions of some modules, methods and those inside others too."""
    files = {str(ROOT / path): path for path in paths}
    found: dict[str, list[FunctionType]] = {path: [] for path in paths}
    for each in gc.get_objects():
        if type(each) is FunctionType and each.__code__.co_filename in files:
            found[files[each.__code__.co_filename]].append(each)
    return found


def plant(one: Mutation, functions: Iterable[FunctionType]) -> bool:
    """Give the functions of a mistake's module the code with the mistake. Returns whether any of
    them has changed.
    """
    path = ROOT / one.path
    source = path.read_text()
    was = _by_name(compile(source, str(path), "exec"))
    new = _by_name(compile(planted(source, one.number), str(path), "exec"))
    is_planted = False
    for each in functions:
        name = _name(each.__code__)
        code = new.get(name)
        if code is None or code == was.get(name):
            continue
        if code.co_freevars == each.__code__.co_freevars:
            each.__code__ = code
            is_planted = True
    return is_planted


def _name(code: CodeType) -> tuple[str, int]:
    return code.co_qualname, code.co_firstlineno


def _by_name(module: CodeType) -> dict[tuple[str, int], CodeType]:
    """All code of a module; of two of a name in one line neither."""
    found: dict[tuple[str, int], CodeType] = {}
    twice = set()
    every = [module]
    for code in every:
        every += [each for each in code.co_consts if isinstance(each, CodeType)]
        twice |= {_name(code)} & found.keys()
        found[_name(code)] = code
    return {name: code for name, code in found.items() if name not in twice}
