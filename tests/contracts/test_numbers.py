"""Numbers say why, and the check for it can fail."""

from pathlib import Path

import pytest

from tests.contracts.numbers import FOLDERS, bare_numbers
from tests.contracts.test_source_tree import ROOT, plant

PLANTED = {
    "a number": "QUEUE = 64\n",
    "a product": "MOST = 16 * 1024\n",
    "a pair": "RATE = (0.2, 10)\n",
    "two at once": "FIRST, LAST = 0.5, 15.0\n",
    "an annotated one": "LIMIT: int = 5\n",
    "one of a class": "class Room:\n    _MOST = 5\n",
    "one in a table": "COSTS = {'start': 4}\n",
    "one whose neighbour says why": "QUEUE = 64\nMOST = 5  # a second's worth\n",
    "one whose text is another's": "MOST = 5\n\n'''Seconds.'''\n",
    "one after a text": "FIRST = 1\n'''Seconds.'''\nSECOND = 2\n",
}

INNOCENT = (
    "QUEUE = 64  # four tables' worth\n"
    "# Seconds: what a player waits.\n"
    "FIRST, LAST = 0.5, 15.0\n"
    "SOON = -1.5\n"
    "\n"
    "MOST = 5\n"
    "BYTES = 16 * 1024\n"
    "'''Of one file, and of all.'''\n"
    "NAMES = ('a', 'b')\n"
    "NOBODY = '0' * 64\n"
    "DEBUG = True\n"
    "size = 5\n"
)


def test_numbers_say_why() -> None:
    assert list(bare_numbers(ROOT)) == []


def test_no_package_is_left_out() -> None:
    packages = {path.parent.relative_to(ROOT).as_posix() for path in ROOT.glob("*/__init__.py")}
    packages |= {
        path.parent.relative_to(ROOT).as_posix() for path in ROOT.glob("server/*/__init__.py")
    }

    assert packages - {"server", "tests"} == set(FOLDERS)


@pytest.mark.parametrize("text", PLANTED.values(), ids=PLANTED)
@pytest.mark.parametrize("folder", FOLDERS)
def test_a_planted_number_is_found(tmp_path: Path, folder: str, text: str) -> None:
    plant(tmp_path, f"{folder}/innocent.py", INNOCENT)
    plant(tmp_path, f"{folder}/planted.py", text)

    (complaint,) = bare_numbers(tmp_path)

    assert complaint.startswith(f"{folder}/planted.py:")


@pytest.mark.parametrize("folder", FOLDERS)
def test_numbers_with_their_reason_pass(tmp_path: Path, folder: str) -> None:
    plant(tmp_path, f"{folder}/innocent.py", INNOCENT)

    assert list(bare_numbers(tmp_path)) == []


def test_numbers_that_are_printed_on_components_need_no_word(tmp_path: Path) -> None:
    printed = "BOW = SkillDie('bow', 'Bow', 1, 2)\nITEMS = (armor('Helm', 2), armor('Boots', 1))\n"
    plant(tmp_path, "server/rules/content/lines/bow.py", printed)
    plant(tmp_path, "server/rules/content/items/armor.py", "PRICES = (helm(1), 2)\n")
    plant(tmp_path, "server/rules/battle/planted.py", "RANGE = Range(1, 5)\n")

    found = [complaint.split(":")[0] for complaint in bare_numbers(tmp_path)]
    assert found == ["server/rules/battle/planted.py", "server/rules/content/items/armor.py"]
