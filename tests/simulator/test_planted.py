"""The checker, checked: it finds the defects that are put in on purpose."""

import gc
from collections.abc import Iterable
from contextlib import AbstractContextManager

import pytest

from tests.simulator.planted import IN_SCRIPTS, PLANTED
from tests.simulator.truth import Truth
from tests.simulator.world import World

WITHIN = 1000
SHOWN = {
    "ack before append": 7,
    "no fencing": 277,
    "no deduplication": 2,
    "a lost diff": 3,
    "forgotten numbers": 19,
    "a dropped request": 320,
    "a refusal past the lease": 17,
    "no reading on": 303,
    "a stale answer": 34,
    "renew prolongs anybody's lease": 8,
    "snapshots are ordered as texts": 2,
    "acquire takes a held battle": 5,
    "acquire leaves the epoch as it is": 5,
    "put takes any revision": 6,
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
