"""No decoder raises what it does not declare, for random inputs and all that ever broke one."""

import os
from pathlib import Path

import pytest

from tests.fuzz.fuzzing import REGRESSIONS, at_random
from tests.fuzz.targets import TARGETS

SEED = int(os.environ.get("HEXWARDEN_FUZZ_SEED", "1"))
KEPT = sorted(file for file in REGRESSIONS.rglob("*") if file.is_file())


@pytest.mark.parametrize("name", TARGETS)
def test_a_decoder_reads_its_real_inputs(name: str) -> None:
    seeds = TARGETS[name].seeds()
    assert seeds
    for data in seeds:
        TARGETS[name].run(data)


@pytest.mark.parametrize("name", TARGETS)
def test_a_decoder_stands_whatever_it_is_given(name: str) -> None:
    target = TARGETS[name]
    found = at_random(target._replace(inputs=target.inputs // 24), None, SEED)
    assert found.broken == []
    assert found.tried == target.inputs // 24


@pytest.mark.parametrize("file", KEPT, ids=lambda file: f"{file.parent.name}-{file.name}")
def test_a_decoder_stands_what_once_broke_it(file: Path) -> None:
    TARGETS[file.parent.name].run(file.read_bytes())
