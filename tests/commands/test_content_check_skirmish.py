"""`hexwarden content check` of what a pack brings for the skirmish, and playing with it."""

import pytest

from server.commands.packs.loading import content
from tests.commands.packs import Pack

UNITS = """\
[[warband]]
id = "wardens"
name = "Wardens"
most = 9
rout = 4

[[unit]]
id = "marshal"
name = "Marshal"
warband = "wardens"
rank = "leader"
move = 6.5
melee = 12
agility = 8
morale = 8
attacks = 1
wounds = 1
injury = 0
pierce = 0
cost = 70
skills = ["leader"]
"""
ROSTER = """\
[[roster]]
id = "our-wardens"
name = "Our Wardens"
warband = "wardens"
recruits = [{ type = "marshal", weapons = ["sword", "shield"] }]
"""
BOARD = """\
[[board]]
id = "yard"
name = "Yard"
width = 24
depth = 24
pieces = [{ id = "shed", name = "Shed", x = [10, 14], y = [10, 14], high = 3, climbable = true }]
ladders = [{ id = "rungs", foot = [9.5, 12], height = 3 }]
treasures = [[12, 12, 3]]
zones = [{ x = [0, 24], y = [0, 2] }, { x = [0, 24], y = [22, 24] }]
"""


def line_of(text: str, part: str) -> int:
    return next(n for n, line in enumerate(text.splitlines(), 1) if part in line)


def test_a_pack_brings_a_warband_a_roster_and_a_board(pack: Pack) -> None:
    """Given files without a mistake, then what they hold stands beside the game's own."""
    outcome = pack.write(units=UNITS, roster=ROSTER, board=BOARD).check()
    assert outcome == (0, f"{pack.folder}: 3 files, no mistake\n", "")

    box = content((pack.folder,)).box

    assert box.types["marshal"].move == 6500
    assert "captain" in box.types
    assert {"alley", "yard"} <= set(box.boards)
    assert box.rosters["our-wardens"].recruits[0].weapons == ("sword", "shield")


@pytest.mark.parametrize(
    ("old", "new", "said", "at"),
    [
        ('"leader"\nmove', '"chief"\nmove', "'chief' does not fit", "rank"),
        ("move = 6.5", "move = 6.5001", "finer than a thousandth", "[[warband]]"),
        ("move = 6.5\n", "", "'move' is missing", "[[unit]]"),
        ("melee = 12", "mele = 12", "did you mean 'melee'?", "mele"),
        ('["leader"]', '["leder"]', "did you mean 'leader'?", "skills"),
        ('warband = "wardens"', 'warband = "warden"', "did you mean 'wardens'?", "warband ="),
        ('"marshal"\nname', '"captain"\nname', "is in the game already", '"captain"'),
    ],
)
def test_a_mistake_in_a_unit(pack: Pack, old: str, new: str, said: str, at: str) -> None:
    told(pack, UNITS, old, new, said, at)


@pytest.mark.parametrize(
    ("old", "new", "said", "at"),
    [
        ("y = [10, 14]", "y = [10, 34]", "(14, 34) lies beyond the board's edge", "pieces"),
        ("x = [10, 14], y", "x = [14, 10], y", "do not go round to the left", "pieces"),
        ("high = 3,", "low = 4, high = 3,", "higher below than above", "pieces"),
        ("[9.5, 12]", "[-9.5, 12]", "lies beyond the board's edge", "ladders"),
        ("[[12, 12, 3]]", "[[12, 99]]", "lies beyond the board's edge", "treasures"),
        ("treasures =", "treasure =", "did you mean 'treasures'?", "treasure ="),
    ],
)
def test_a_mistake_in_a_board(pack: Pack, old: str, new: str, said: str, at: str) -> None:
    told(pack, BOARD, old, new, said, at)


def test_a_roster_is_judged_like_one_that_is_mustered(pack: Pack) -> None:
    wrong = UNITS + ROSTER.replace('"shield"', '"pike"')
    outcome = pack.write(one=wrong).check()
    assert "Marshal: its melee weapons take 3 slots, and it has 2." in outcome.out


def told(pack: Pack, text: str, old: str, new: str, said: str, at: str) -> None:
    """A file with one mistake: this is said of it, at this line."""
    assert old in text
    wrong = text.replace(old, new)
    outcome = pack.write(one=wrong).check()
    assert outcome.code == 1
    lines = [int(line.split(":")[1]) for line in outcome.lines[:-1] if said in line]
    assert lines == [line_of(wrong, at)], outcome.out
