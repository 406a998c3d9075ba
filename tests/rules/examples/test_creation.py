"""The rulebook's two adventurers (p26, p27) and its creation rules (p18, p19)."""

from dataclasses import replace

import pytest

from protocol.ids import LineId
from server.rules.battle.components.catalogue import Catalogue
from server.rules.battle.kernel.state import Row
from server.rules.content.catalogue import catalogue
from tests.scene import Refused, Scene


def creating(race: str, line: str, *places: str, cards: Catalogue | None = None) -> Scene:
    """A scene in which the first of two players creates an adventurer."""
    scene = Scene.fresh("ryan", "shannon", cards=cards)
    scene.answer("create.race", race).answer("create.line", line)
    names = ("health", "stamina", "magicka", "combat", line)
    return scene.answer("create.rows", *(f"{n}:{p}" for n, p in zip(names, places, strict=True)))


@pytest.mark.rule("CRE-3", "CRE-4", "CRE-5", "CRE-6", "CRE-7", "CRE-8", "CRE-10", "STA-1")
def test_we_001_ryans_dark_elf() -> None:
    scene = creating("dark-elf", "destruction-staff", "1L", "2L", "3L", "2R", "4L")
    mat, chip = scene.mat("a1"), scene.unit("a1")
    assert mat.mat == (
        Row("health", ""),
        Row("stamina", LineId("combat"), 2, 2),
        Row("magicka", "", 3),
        Row(LineId("destruction-staff"), "", 2),
    )
    assert (chip.health, mat.stamina, mat.magicka, mat.cooldown) == (4, 2, 3, 2)
    assert (mat.form, mat.tenacity, chip.hp) == ("magic", 0, 4)
    assert scene.row("a1") == ["combat", "combat", "force-shock", "force-shock"]
    assert scene.track("a1") == []


@pytest.mark.rule("CRE-4", "CRE-5", "CRE-6", "CRE-7", "CRE-8", "CRE-9", "CRE-10")
def test_we_002_shannons_argonian() -> None:
    scene = creating("argonian", "one-hand-and-shield", "1L", "2L", "4L", "3L", "4R")
    mat = scene.mat("a1")
    assert mat.mat[1] == Row("stamina", "", 3)
    assert mat.mat[2] == Row(LineId("combat"), "", 1)
    assert mat.mat[3] == Row("magicka", LineId("one-hand-and-shield"), 2, 2)
    assert [row.right for row in mat.mat].count("") == 3
    assert (scene.unit("a1").health, mat.stamina, mat.magicka, mat.cooldown) == (5, 3, 2, 2)
    assert (mat.form, mat.tenacity) == ("light-weapon", 0)


@pytest.mark.rule("CRE-12")
def test_we_004_a_circular_token_without_squares_has_its_base_value() -> None:
    """WE-004 (p19): Health 5 on its token, no square for Stamina and Magicka, which are 0."""
    rules = catalogue()
    frail = replace(rules.races["nord"], health=5, stamina=0, magicka=0)
    cards = replace(rules, races={**rules.races, "nord": frail})
    scene = creating("nord", "two-handed", "1L", "2L", "3L", "2R", "4L", cards=cards)
    mat = scene.mat("a1")
    assert [row.left_squares for row in mat.mat[:3]] == [0, 0, 0]
    assert (scene.unit("a1").health, mat.stamina, mat.magicka) == (5, 0, 0)


@pytest.mark.rule("CRE-9", "ADV-14")
def test_two_attributes_of_one_row_share_its_six_squares() -> None:
    """A High Elf's 4 Magicka and 2 Stamina fill a row; 5 Magicka would leave one token out."""
    full = creating("high-elf", "bow", "1L", "2L", "2R", "3L", "4L")
    assert full.mat("a1").mat[1] == Row("stamina", "magicka", 2, 4)
    rules = catalogue()
    gifted = replace(rules.races["high-elf"], magicka=5)
    cards = replace(rules, races={**rules.races, "high-elf": gifted})
    with pytest.raises(Refused, match="six squares"):
        creating("high-elf", "bow", "1L", "2L", "2R", "3L", "4L", cards=cards)


@pytest.mark.rule("CRE-3")
def test_a_circular_slot_holds_one_token() -> None:
    with pytest.raises(Refused, match="holds one token"):
        creating("nord", "two-handed", "1L", "1L", "2L", "3L", "4L")


@pytest.mark.rule("CRE-2", "CRE-14", "LIM-9")
def test_at_most_two_players_share_a_race() -> None:
    scene = Scene.fresh("1", "2", "3")
    lines = ("two-handed", "one-hand-and-shield")
    for line in lines:
        scene.answer("create.race", "orc").answer("create.line", line)
        scene.answer("create.rows", *scene.asked("create.rows").default)
    assert "orc" not in scene.offered("create.race")
    with pytest.raises(Refused):
        scene.answer("create.race", "orc")


def joined_by(*lines: str) -> Scene:
    """A scene in which adventurers with those lines are done and the next one chooses a line."""
    scene = Scene.fresh("1", "2", "3", "4")
    races = ("orc", "nord", "breton", "imperial")
    for race, line in zip(races, lines, strict=False):
        scene.answer("create.race", race).answer("create.line", line)
        scene.answer("create.rows", *scene.asked("create.rows").default)
    return scene.answer("create.race", races[len(lines)])


@pytest.mark.rule("LIM-2", "SKL-9", "CRE-8")
def test_a_line_without_two_starting_dice_left_is_not_offered() -> None:
    """The box has two Fleet Phantom dice, and the first Acrobat took them."""
    scene = joined_by("acrobatics")
    assert "acrobatics" not in scene.offered("create.line")
    with pytest.raises(Refused):
        scene.answer("create.line", "acrobatics")


@pytest.mark.rule("LIM-1")
def test_a_line_whose_two_tokens_are_gone_is_not_offered() -> None:
    """Dice for a third adventurer would be left: there are six Wrecking Blows."""
    assert "two-handed" in joined_by("two-handed").offered("create.line")
    scene = joined_by("two-handed", "two-handed")
    assert "two-handed" not in scene.offered("create.line")
    with pytest.raises(Refused):
        scene.answer("create.line", "two-handed")


@pytest.mark.rule("SKL-5")
@pytest.mark.parametrize("slot", ["1R", "2R", "3R", "4L", "4R"])
def test_a_new_line_goes_into_any_free_slot(slot: str) -> None:
    row, end = int(slot[0]), slot[1]
    scene = creating("nord", "two-handed", "1L", "2L", "3L", "2R" if slot != "2R" else "1R", slot)
    there = scene.mat("a1").mat[row - 1]
    assert (there.left if end == "L" else there.right) == "two-handed"


@pytest.mark.rule("SKL-5", "CRE-8")
def test_a_mat_holds_no_line_twice() -> None:
    """Everybody has Combat, so it is no new line for anybody."""
    scene = Scene.fresh("ryan", "shannon").answer("create.race", "nord")
    assert "combat" not in scene.offered("create.line")
    with pytest.raises(Refused):
        scene.answer("create.line", "combat")


@pytest.mark.rule("SKL-3")
def test_every_line_is_under_one_of_three_signs() -> None:
    signs = {"mage": 0, "thief": 0, "warrior": 0}
    for line in catalogue().lines.values():
        signs[line.constellation] += 1
    assert all(signs.values())
