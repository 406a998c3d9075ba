"""The browser's core agrees with the server: folds, geometry, replay files, checked dice."""

import json
import random
from contextlib import suppress
from copy import deepcopy
from pathlib import Path
from typing import Any

import msgspec
import pytest

from clients import verify_dice
from protocol import codec, replay_file
from protocol.hexes import Hex, disc, key
from protocol.replies import Commit
from server.rules.battle.enemy.enemy_move import MOVEMENT
from server.rules.battle.kernel import ground
from server.rules.battle.kernel.state import BattleState
from server.rules.content.catalogue import catalogue
from server.rules.content.glossary import glossary
from server.rules.engine import patch
from tests.clients.journals import Entry, journal, replay_of
from tests.clients.test_fold import leads_somewhere
from tests.web.node import WEB, as_file, run


def recorded(seed: int, undo_every: int) -> list[dict[str, object]]:
    """A journal as a browser gets it, with the server's state and open questions each time."""
    lines: list[dict[str, object]] = []
    for entry in journal(seed, 2, undo_every):
        commit = codec.msgpack.reply(entry.frame)
        assert isinstance(commit, Commit)
        wire = msgspec.json.decode(codec.json.encode(commit))
        state = msgspec.msgpack.decode(entry.state)
        open_now = json.loads(msgspec.json.encode(entry.questions))
        lines.append({"commit": wire, "state": state, "questions": open_now})
    return lines


@pytest.mark.parametrize(("seed", "undo_every"), [(1, 0), (3, 6), (4, 3)])
def test_every_version_folds_to_the_servers_state(
    tmp_path: Path, seed: int, undo_every: int
) -> None:
    lines = recorded(seed, undo_every)
    words = msgspec.json.decode(msgspec.json.encode(glossary(catalogue())))
    journal_file = as_file(tmp_path, "journal.json", lines)
    told = run("fold_check.mjs", journal_file, as_file(tmp_path, "words.json", words))
    assert told.split() == [str(len(lines)), "versions"]


def tree(rng: random.Random, depth: int) -> Any:
    """A number, or a node of two."""
    if rng.random() < 0.3 or not depth:
        return rng.randrange(9)
    return {name: tree(rng, depth - 1) for name in "ab"}


def diffs(many: int) -> list[dict[str, Any]]:
    """Diffs of all kinds, with what the engine makes of each: None where it has nowhere to put
    something.
    """
    rng, cases = random.Random(1), list[dict[str, Any]]()
    for _ in range(many):
        state = {name: tree(rng, 3) for name in "ab"}
        paths = [rng.choices("ab", k=rng.randint(1, 3)) for _ in range(7)]
        gone = ["/".join(way) for way in paths[:2] if leads_somewhere(state, way)]
        put = {"/".join(way): tree(rng, 2) for way in paths[2:] if leads_somewhere(state, way)}
        case = deepcopy({"state": state, "gone": gone, "put": put, "expected": None})
        with suppress(KeyError, TypeError):
            patch.fold(state, gone, put)
            case["expected"] = state
        cases.append(case)
    return cases


def test_any_diff_folds_as_the_engine_folds_it(tmp_path: Path) -> None:
    cases = diffs(300)
    told = run("diffs_check.mjs", as_file(tmp_path, "cases.json", cases))
    assert told.split() == [str(len(cases)), "diffs"]
    folds = [case for case in cases if case["expected"] is not None and len(case["put"]) > 1]
    assert 100 < len(folds) < 290


def test_answers_paths_and_sentences_hold_by_themselves() -> None:
    """All in one process, as each takes a third of a second to start; but whoever lays something in
    the place of what a browser has gets one of their own."""
    files = sorted((WEB / "src").rglob("*.test.ts"))
    alone = [one for one in files if "globalThis." in one.read_text("utf-8")]
    together = [one for one in files if one not in alone]
    for told in (run("--test --test-isolation=none", *together), run("--test", *alone)):
        assert "fail 0\n" in told
        assert "pass 0\n" not in told


def file_of(entries: tuple[Entry, ...]) -> bytes:
    return replay_file.written(replay_of(entries))


@pytest.mark.parametrize("undo_every", [0, 4])
def test_a_replay_file_is_read_and_every_die_of_it_checked(tmp_path: Path, undo_every: int) -> None:
    """With WebCrypto and with the page's own hash alike; as many dice as the other checker says."""
    data = file_of(journal(2, 2, undo_every))
    path = tmp_path / "battle.hwr"
    path.write_bytes(data)
    dice = verify_dice.check(data).split()[0]
    assert run("replay_check.mjs", path).split() == ["native", dice, "own", dice]


def test_a_changed_die_or_seed_is_no_fair_battle(tmp_path: Path) -> None:
    path = tmp_path / "battle.hwr"
    path.write_bytes(file_of(journal(2, 2, 0)))
    assert run("replay_check.mjs", path, "forged").split() == ["3", "forgeries", "found"]


def ground_case(tiles: dict[str, tuple[Hex, ...]], blocked: tuple[Hex, ...]) -> dict[str, Any]:
    laid = ground.Ground(tuple(tiles.items()), frozenset(blocked))
    places = list(laid.tile_of)
    return {
        "tiles": {name: {"kind": name, "hexes": hexes} for name, hexes in tiles.items()},
        "blocked": blocked,
        "distances": {
            key(a): {key(b): far for b, far in laid.distances(a).items()} for a in places
        },
        "sees": {key(a): sorted(key(b) for b in places if laid.sees(a, b)) for a in places},
    }


def threat_case(entry: Entry) -> dict[str, Any]:
    """Where each enemy may stand and strike, by the server's own walk, range and sight."""
    state = msgspec.msgpack.decode(entry.state, type=BattleState)
    laid = ground.ground_of(state)
    enemies = {}
    for unit in state.units.values():
        if unit.side != "enemy" or unit.at is None:
            continue
        shut = ground.occupied(state) - {unit.at}
        stands = [at for at, n in ground.walk(laid, unit.at, shut).items() if n <= MOVEMENT]
        far = 1 if "blind" in unit.statuses else catalogue().chips[unit.chip].range
        strikes = {
            key(at)
            for here in stands
            for at, steps in laid.distances(here).items()
            if 1 <= steps <= far and laid.sees(here, at)
        }
        enemies[unit.id] = {"stands": sorted(key(at) for at in stands), "strikes": sorted(strikes)}
    return {"state": msgspec.msgpack.decode(entry.state), "enemies": enemies}


def test_distances_sight_and_threat_are_the_servers(tmp_path: Path) -> None:
    """On maps with gaps, walls and tiles that touch in a wall only, and in battles."""
    far = tuple((q + 9, r - 4) for q, r in disc((0, 0), 2))
    maps = [
        ground_case({"a": disc((0, 0), 3)}, ()),
        ground_case({"a": disc((0, 0), 2), "b": disc((5, -2), 2)}, ((3, -1), (2, 0), (3, -2))),
        ground_case({"a": disc((0, 0), 2), "b": disc((4, -2), 1), "c": far}, ((0, 0), (1, 0))),
    ]
    battles = [threat_case(entry) for entry in journal(1, 3, 0)[::2]]
    assert sum(len(one["enemies"]) for one in battles) > 20
    words = msgspec.json.decode(msgspec.json.encode(glossary(catalogue())))
    cases = {"maps": maps, "battles": battles, "words": words}
    told = run("geometry_check.mjs", as_file(tmp_path, "cases.json", cases))
    assert told.split() == [str(len(maps)), "maps", str(len(battles)), "battles"]
