"""The picture of a link shows the ground that the browser paints, hex by hex."""

import json
from pathlib import Path
from typing import Any

import pytest

from protocol.questions import options_of
from server.net.http.share_grounds import AROUND, GROUNDS, Grounds, read_grounds, spots_of
from server.rules.content.catalogue import catalogue
from server.rules.engine.patch import plain
from server.settings import Settings
from tests.scene import Scene
from tests.web import node

BUILT = Path(Settings().web)
ENCOUNTERS = sorted(one for one in catalogue().encounters if not one.startswith("bm-"))


@pytest.fixture(scope="module")
def grounds() -> Grounds:
    if not any(BUILT.glob(GROUNDS)):
        pytest.skip("the browser client is not built (make client)")
    return read_grounds(BUILT)


def laid(encounter: str) -> dict[str, Any]:
    """An encounter's map as it lies at the first turn: one adventurer, who takes defaults."""
    scene = Scene.fresh("1", encounter=encounter, names={}, asks_all=False).rolls(*[0] * 400)
    while not scene.state.tiles and scene.questions:
        question = scene.questions[0]
        first = tuple(option.key for option in options_of(question.shape)[:1])
        scene.answer(question.why, *(question.default or first), by=question.to[0])
    state: dict[str, Any] = plain(scene.state)
    return {key: state[key] for key in ("tiles", "blocked", "marks")}


def brook(side: int) -> dict[str, Any]:
    """A round map that water cuts in two, along the line from one side to the one across, with a
    hex in its middle on which one crosses."""
    q, r = AROUND[side]
    disc = [(a, b) for a in range(-2, 3) for b in range(-2, 3) if abs(a + b) <= 2]
    blocked = [(q * far, r * far) for far in (-2, -1, 1, 2)]
    tiles = {"clash": {"kind": "clash", "hexes": disc}}
    return {"tiles": tiles, "blocked": blocked, "marks": {}}


def test_every_hex_has_the_ground_that_the_browser_paints(grounds: Grounds, tmp_path: Path) -> None:
    """Given the map of every encounter, then kinds, obstacles and bridges are the browser's: its
    patches, its paths, its water."""
    if reason := node.why_not():
        pytest.skip(reason)
    maps = [(encounter, laid(encounter)) for encounter in ENCOUNTERS]
    maps += [("broken-bridge", brook(side)) for side in range(3)]
    assert len(maps) > 15
    told = json.loads(node.run("grounds_check.mjs", node.as_file(tmp_path, "maps.json", maps)))
    kinds, stood = set(), set()
    for (encounter, state), painted in zip(maps, told, strict=True):
        drawn = spots_of(grounds, encounter, state)
        assert len(drawn) == len(painted)
        for at, kind, stands in painted:
            assert drawn[at[0], at[1]] == (kind, stands), f"{encounter} {at}"
            kinds.add(kind)
            stood.add(stands)
    assert {"water", "deep", "path", "meadow", "ice"} <= kinds
    assert {"bridge", "walls", "trees", ""} <= stood


def test_every_kind_and_every_encounter_is_known(grounds: Grounds) -> None:
    assert set(catalogue().encounters) <= set(grounds.scenes)
    named = {one.base for one in grounds.scenes.values()} | {
        one.patch for one in grounds.cards.values()
    }
    assert named - {""} <= set(grounds.kinds)
    assert {"abbey", "alley", "quays"} <= set(grounds.boards)
