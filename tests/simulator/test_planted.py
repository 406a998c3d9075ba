"""The checker, checked: it finds the defects that are put in on purpose."""

import gc
from collections.abc import Iterable
from contextlib import AbstractContextManager

import pytest

from tests.simulator.plan import SESSIONS
from tests.simulator.planted import IN_SCRIPTS, IN_SESSIONS, PLANTED
from tests.simulator.truth import Truth
from tests.simulator.world import World

WITHIN = 1000
SHOWN = {
    "no fencing": 600,
    "a lost diff": 3,
    "a lost frame": 2,
    "forgotten numbers": 7,
    "a dropped request": 22,
    "a refusal past the lease": 49,
    "no reading on": 9,
    "a stale answer": 34,
    "put aside, unsaid": 2,
    "clocks cut short": 95,
    "put aside for good": 2,
    "nobody brings it back": 137,
    "an answer lost while aside": 66,
    "renew prolongs anybody's lease": 15,
    "snapshots are ordered as texts": 3,
    "acquire takes a held battle": 7,
    "acquire leaves the epoch as it is": 5,
    "put takes any revision": 6,
    "an outcome twice": 20,
    "a battle twice": 20,
    "an outcome of a stale owner": 84,
}
"""Seeds that are tried first, for they showed the defect when it was planted; all others are 0.

What happens under a seed changes with the program: then the thousand are gone through.
"""


@pytest.mark.parametrize("defect", PLANTED)
def test_a_planted_defect_is_found(defect: str) -> None:
    """Given a system that is broken on purpose, then one of the first thousand seeds shows it,
    and nothing is wrong under that one otherwise."""
    _is_found(PLANTED[defect](), Truth, [SHOWN.get(defect, 0), *range(WITHIN)])


@pytest.mark.parametrize("defect", IN_SCRIPTS)
def test_a_planted_defect_of_a_script_of_the_store_is_found(defect: str) -> None:
    """Given a script that is broken on purpose, when it runs under the same faults as the servers,
    then one of the first thousand seeds shows it."""
    pytest.importorskip("lupa", reason="an interpreter of Lua, one of the development tools")
    from tests.simulator.scripted import ScriptedTruth

    _is_found(IN_SCRIPTS[defect](), ScriptedTruth, [SHOWN.get(defect, 0), *range(WITHIN)])


@pytest.mark.parametrize("defect", IN_SESSIONS)
def test_a_planted_defect_between_a_session_and_its_battles_is_found(defect: str) -> None:
    """Given a session that is broken on purpose, then one of the first thousand seeds with sessions
    shows it."""
    every, first = SESSIONS
    seeds = [first + every * number for number in range(WITHIN)]
    _is_found(IN_SESSIONS[defect](), Truth, [SHOWN[defect], *seeds])


def _is_found(
    broken: AbstractContextManager[None], truth: type[Truth], seeds: Iterable[int]
) -> None:
    with broken:
        shown = next((seed for seed in seeds if _wrongs(seed, truth)), None)
    assert shown is not None, f"it was not found in {WITHIN} seeds"
    assert not _wrongs(shown, truth), f"seed {shown} shows another defect"


def _wrongs(seed: int, truth: type[Truth]) -> list[str]:
    found = World(seed, truth=truth).run()
    gc.collect()
    return found
