"""The dice of a replay file are checked by a script that knows nothing of the server."""

import ast
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

import protocol
from clients import verify_dice
from protocol import codec, replay_file
from protocol.replies import Closing, Commit, Opening
from tests.clients.journals import SEED, journal, replay_of

SCRIPT = Path(__file__).parents[2] / "clients/verify_dice.py"
PAGE = Path(protocol.__file__).parent / "PROTOCOL.md"


def run(path: Path) -> tuple[int, str]:
    done = subprocess.run(
        [sys.executable, "-I", str(SCRIPT), str(path)], capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout + done.stderr


def commits(seed: int = 3, undo_every: int = 5) -> list[Any]:
    """A battle's commits as plain lists, to be tampered with."""
    return [msgspec.msgpack.decode(entry.frame) for entry in journal(seed, 2, undo_every)]


def written(plain: list[Any]) -> bytes:
    frames = tuple(msgspec.msgpack.encode(commit) for commit in plain)
    return replay_file.written(replay_file.ReplayFile("b1", True, frames, ()))


def first_roll(plain: list[Any]) -> Any:
    return next(e for commit in plain for e in commit[2] if e[0] == "roll" and e[5])


@pytest.mark.parametrize(("seed", "undo_every"), [(1, 0), (3, 5), (4, 3)])
def test_an_honest_battle_is_confirmed_with_undos_and_all(
    tmp_path: Path, seed: int, undo_every: int
) -> None:
    path = tmp_path / "battle.hwreplay"
    path.write_bytes(replay_file.written(replay_of(journal(seed, 2, undo_every))))
    code, said = run(path)
    assert code == 0, said
    dice = [e for c in commits(seed, undo_every) for e in c[2] if e[0] == "roll"]
    draws = [e for c in commits(seed, undo_every) for e in c[2] if e[0] == "draw"]
    told = f"{sum(len(event[5]) for event in dice)} dice and {len(draws)} draws in"
    assert told in said


def test_the_journal_that_is_checked_has_undos_and_rolls() -> None:
    tags = {event[0] for commit in commits() for event in commit[2]}
    assert {"undo", "roll", "draw", "beat"} <= tags


def test_a_changed_face_is_found(tmp_path: Path) -> None:
    plain = commits()
    roll = first_roll(plain)
    roll[5][0] = (roll[5][0] + 1) % 6
    assert_fails(tmp_path, written(plain), "the seed gives")


def first_draw(plain: list[Any]) -> Any:
    """One that left a choice, with all that it was drawn from."""
    return next(e for commit in plain for e in commit[2] if e[0] == "draw" and len(e[5]) > 1)


def test_every_draw_says_what_it_was_drawn_from() -> None:
    draws = [e for commit in commits() for e in commit[2] if e[0] == "draw"]
    assert len(draws) > 1
    for draw in draws:
        assert sum(draw[5].values()) == draw[3]
        assert draw[4] in draw[5]


def test_another_card_than_the_seed_gives_is_found(tmp_path: Path) -> None:
    plain = commits()
    draw = first_draw(plain)
    draw[4] = next(card for card in draw[5] if card != draw[4])
    assert_fails(tmp_path, written(plain), "the seed gives")


def test_cards_that_do_not_add_up_are_found(tmp_path: Path) -> None:
    plain = commits()
    first_draw(plain)[3] += 1
    assert_fails(tmp_path, written(plain), "not from among")


def test_a_draw_of_an_older_release_is_counted_and_said_to_be_no_more(tmp_path: Path) -> None:
    plain = commits()
    first_draw(plain).pop()
    path = tmp_path / "old.hwreplay"
    path.write_bytes(written(plain))
    code, said = run(path)
    assert code == 0, said
    assert "1 draws of an older release" in said


def test_a_roll_that_was_left_out_is_found(tmp_path: Path) -> None:
    plain = commits()
    roll = first_roll(plain)
    for commit in plain:
        commit[2] = [event for event in commit[2] if event is not roll]
    assert_fails(tmp_path, written(plain), "is missing")


def test_another_seed_than_the_promised_one_is_found(tmp_path: Path) -> None:
    plain = commits()
    plain[-1][9][1] = bytes(reversed(SEED)).hex()
    assert_fails(tmp_path, written(plain), "not the promised one")


def test_another_contribution_of_a_player_is_found(tmp_path: Path) -> None:
    plain = commits()
    plain[0][9][11][0] = "other luck"
    assert_fails(tmp_path, written(plain), "the seed gives")


def test_a_battle_without_its_end_cannot_be_checked(tmp_path: Path) -> None:
    assert_fails(tmp_path, written(commits()[:-1]), "still secret")


@pytest.mark.parametrize("at", [3, 9, 20, 60, -1])
def test_any_changed_byte_is_found(tmp_path: Path, at: int) -> None:
    data = bytearray(written(commits()))
    data[at] ^= 1
    assert_fails(tmp_path, bytes(data), "")


def test_a_file_that_is_none_is_refused_in_one_line(tmp_path: Path) -> None:
    assert_fails(tmp_path, b"", "not a replay file")


def assert_fails(tmp_path: Path, data: bytes, why: str) -> None:
    path = tmp_path / "bad.hwreplay"
    path.write_bytes(data)
    code, said = run(path)
    assert code == 1
    assert said.startswith("NOT VERIFIED")
    assert why in said
    assert said.count("\n") == 1


def test_the_script_imports_nothing_of_the_project_and_is_short() -> None:
    text = SCRIPT.read_text("utf-8")
    imported = {
        name.split(".")[0]
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in (
            [a.name for a in node.names] if isinstance(node, ast.Import) else [node.module]
        )
        if name
    }
    assert imported <= set(sys.stdlib_module_names) | {"msgspec"}
    assert len(text.splitlines()) <= 90


def test_positions_in_the_file_are_those_of_the_protocol() -> None:
    """The script reads arrays by position: the protocol's own types must agree with it."""
    plain = commits()
    first, last = codec.msgpack.reply(journal(3, 2, 5)[0].frame), plain[-1]
    assert isinstance(first, Commit)
    opening = first.pinned
    assert isinstance(opening, Opening)
    assert plain[0][9][10] == opening.commitment
    assert tuple(plain[0][9][11]) == opening.contributions
    assert last[9] == ["close", SEED.hex()]
    assert Closing(SEED.hex()).seed == last[9][1]


def page_tables() -> tuple[bytes, list[list[str]]]:
    """The key of the protocol's test vectors, and their rows."""
    text = PAGE.read_text("utf-8").partition("<!-- vectors -->")[2].partition("<!-- /")[0]
    key = re.search(r"key is\n`([0-9a-f]{64})`", text)
    assert key is not None
    rows = [line.strip("| ").split("|") for line in text.splitlines() if re.match(r"\| \d", line)]
    return bytes.fromhex(key[1]), [[cell.strip() for cell in row] for row in rows]


def test_the_script_gives_the_test_vectors_of_the_page() -> None:
    key, rows = page_tables()
    rolls = [row for row in rows if row[1].isdecimal()]
    assert len(rolls) > 4
    for ordinal, index, sides, wanted, *_ in rolls:
        assert verify_dice.number(key, int(ordinal), int(index), int(sides)) == int(wanted)
    draws = [row for row in rows if row not in rolls]
    assert len(draws) > 2
    for ordinal, cards, _, wanted in draws:
        pile = {name: int(count) for name, count in re.findall(r"`(\S+)` (\d+)", cards)}
        assert f"`{verify_dice.drawn(key, int(ordinal), sum(pile.values()), pile)}`" == wanted
