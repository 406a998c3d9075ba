"""`hexwarden content check`: every mistake with its file, its line, and what was expected."""

from pathlib import Path

import pytest

from server.rules.content.encounters import shipped
from tests.commands.packs import CHIP, CLASH, ITEM, MAP, Pack

OWN = Path(shipped.__file__).parents[1]
RULE = '\n[[rules]]\nrule = "hazard"\nat = "A"\ndamage = 1\n'
UNIT = '\n[[units]]\nchip = "skeever-pup"\nat = "A"\n'
TILE = """\
[[tile]]
id = "our-niche"
name = "Our Niche"
shape = "3"
map = '''
d
   hc
d
'''
"""
CARD = """\
[[card]]
id = "our-closet"
name = "Our Closet"
shape = "3"
scale = [[1], [1], [1], [1]]
"""
DELVE = """\
[[encounter]]
id = "our-delve"
name = "Our Delve"
text = "Down."
objective = "survey"
"""


def line_of(text: str, part: str) -> int:
    return next(n for n, line in enumerate(text.splitlines(), 1) if part in line)


def told(pack: Pack, text: str, said: str, line: int) -> None:
    """A file with one mistake: exactly this is said of it, at this line."""
    outcome = pack.write(one=text).check()
    mistakes = outcome.lines[:-1]
    assert outcome.code == 1
    assert [one.split(":")[1] for one in mistakes] == [str(line)], outcome.out
    assert said in mistakes[0]
    assert mistakes[0].startswith(str(pack.folder / "one.toml"))


def test_a_pack_without_a_mistake_is_exit_code_0(pack: Pack) -> None:
    files = {"clash": CLASH + RULE + UNIT, "chips": CHIP, "items": ITEM, "delve": TILE + CARD}
    outcome = pack.write(**files, more=DELVE).check()
    assert outcome == (0, f"{pack.folder}: 5 files, no mistake\n", "")


@pytest.mark.parametrize("part", ["encounters", "delve", "chips"])
def test_the_games_own_content_has_no_mistake(pack: Pack, part: str) -> None:
    outcome = pack.run("content", "check", str(OWN / part))
    assert outcome.code == 0, outcome.out


def test_a_folder_without_files_is_wrong_usage(pack: Pack) -> None:
    assert pack.check().code == 2


@pytest.mark.parametrize(
    ("text", "said", "at"),
    [
        ('id = "x\n', "no TOML", 'id = "x'),
        (CLASH.replace("text =", "texxt ="), "'text' is missing; expected: a text", "id ="),
        (CLASH + 'climate = "wet"\n', "unknown key 'climate'", "climate"),
        (CLASH.replace('"A Clash of Ours"', "7"), "7 does not fit; expected: a text", "name ="),
        (CLASH + 'kind = "raid"\n', "expected: 'clash' or 'dungeon'", "kind"),
        (CLASH + "units = 3\n", "a list is expected here, not a number", "units"),
        (CLASH + "challenge = 3\n", "a table is expected here, not a number", "challenge"),
        (CLASH.replace('{ rule = "conquer" }', "{}"), "'rule' is missing", "objective"),
        (
            CLASH.replace('"conquer"', '"conqer"'),
            "no building block is called 'conqer'; did you mean 'conquer'?",
            "objective",
        ),
        (CLASH + RULE.replace("hazard", "hasard"), "did you mean 'hazard'?", "hasard"),
        (CLASH + RULE.replace("damage", "harm"), "unknown key 'harm'", "harm"),
        (CLASH + RULE + "true = 1\n", "expected: true or false", "true = 1"),
        (CLASH + RULE.replace('"A"', '"Q"'), "no hex of the map says 'Q'", 'at = "Q"'),
        (CLASH + UNIT.replace("skeever", "skever"), "did you mean 'skeever-pup'?", "skever"),
        (CLASH + UNIT + UNIT, "2 units share the 1 hexes of 'A'", ""),
        (
            CLASH + '\n[[challenge.7]]\nrule = "tougher"\nhp = 1\n',
            "a challenge for '7' adventurers; expected: 1, 2, 3, 4",
            "",
        ),
        (
            CLASH + '\n[[challenge.3]]\nrule = "tougher"\nhp = 1\nonly = "bird"\n',
            "'bird' is no type and no chip; expected: humanoid, beast, daedra",
            "only",
        ),
        (CLASH + 'wanted = "bird"\n', "'bird' is no type and no chip", "wanted"),
        (CLASH.replace("pack-clash", "Pack Clash"), "cannot be typed", "id ="),
        (CLASH.replace("pack-clash", "jailbreak"), "is in the game already", "id ="),
    ],
)
def test_a_mistake_in_an_encounters_figures(pack: Pack, text: str, said: str, at: str) -> None:
    outcome = pack.write(one=text).check()
    assert outcome.code == 1
    assert any(said in line for line in outcome.lines), outcome.out
    if at:
        lines = [int(line.split(":")[1]) for line in outcome.lines[:-1] if said in line]
        assert lines == [line_of(text, at)], outcome.out


def drawn(old: str, new: str) -> str:
    """The clash with one line of its map drawn otherwise."""
    assert old in MAP
    return CLASH.replace(old, new, 1)


@pytest.mark.parametrize(
    ("text", "said", "line"),
    [
        (drawn("   2     .", "    2    ."), "'2' stands between the hexes (column 5)", 10),
        (drawn("   2     .", "   ?     ."), "'?' means nothing in a map", 10),
        (drawn("   .     1", "   2     1"), "hex 2 is drawn 2 times; expected: once", 5),
        (drawn("   2     .", "   3     ."), "numbered hexes leave out 2", 5),
        (CLASH.replace("e\n", ".\n"), "there is no entrance", 5),
        (drawn(".     e\n   .     1", ".     .\n   .     1"), "", 0),
        (
            drawn(".     .     .     .\n   2", "#     #     #     #\n   #").replace(
                "   .     A     .", "   #     #     #"
            ),
            "hexes cannot be reached",
            5,
        ),
        (CLASH + 'tiles = """\nz\n"""\n', "tile 'z' has no name", 21),
        (CLASH + 'tiles = """\ne\n"""\n', "the tiles differ from the map in", 20),
    ],
)
def test_a_mistake_in_a_map(pack: Pack, text: str, said: str, line: int) -> None:
    outcome = pack.write(one=text).check()
    if not said:
        assert outcome.code == 0, "an entrance of four hexes is enough"
        return
    found = [one for one in outcome.lines if said in one]
    assert found, outcome.out
    assert found[0].split(":")[1] == str(line), outcome.out


def test_a_small_entrance_is_told(pack: Pack) -> None:
    told(
        pack,
        CLASH.replace("e\n", ".\n", 3),
        "the entrance has 2 hexes; expected: one for each of 4 adventurers",
        5,
    )


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        (
            '\n[[rules]]\nrule = "shrine"\nat = "A"\n\n[[rules]]\nrule = "lever"\nat = "A"\n'
            'opens = "B"\n',
            "hex 'A' bears two locks",
        ),
        (
            '\n[[rules]]\nrule = "clearing"\nat = "1"\nround = 2\n',
            "hex '1' is impassable and bears something",
        ),
        (
            '\n[[rules]]\nrule = "shrine"\nat = ". "\n',
            "caches and locks; expected: at most 6",
        ),
    ],
)
def test_hexes_that_are_claimed_twice_are_told(pack: Pack, rules: str, said: str) -> None:
    assert any(said in line for line in pack.write(one=CLASH + rules).check().lines)


@pytest.mark.parametrize(
    ("text", "said", "at"),
    [
        (CHIP.replace("level = 1", "level = 3"), "3 does not fit; expected: -1 or 0 or 1", "level"),
        (CHIP.replace("health = 4", 'health = "4"'), "expected: a whole number", "health"),
        (CHIP.replace("health = 4\n", ""), "'health' is missing", "[[chip]]"),
        (CHIP.replace("dodge", "dogde"), "did you mean 'dodge'?", "skills"),
        (CHIP.replace("riposte 1", "riposte one"), "no skill is called 'riposte one'", "skills"),
        (CHIP.replace("marsh-troll", "skeleton"), "chip 'skeleton' is in the game already", "id ="),
        (
            ITEM.replace("heals", "hales"),
            "no effect is called 'hales'; did you mean 'heals'?",
            "does",
        ),
        (ITEM.replace("3: 5-2-2", "5-2-2"), "is no lock; expected", "lock"),
        (ITEM.replace("3: 5-2-2", "3: 5-9-2"), "is no lock; expected", "lock"),
        (ITEM.replace("consumable", "sword"), "expected: 'consumable' or 'potion'", "subtype"),
        (TILE.replace('"3"', '"6"'), "3 hexes, not 6", "[[tile]]"),
        (TILE.replace("hc", "hx"), "'x' is no icon", "[[tile]]"),
        (CARD.replace("[1]]", "[2]]"), "2 does not fit", "scale"),
        (
            CARD + 'revealed = { text = "Oh.", does = "nothing" }\n',
            "no revealed effect",
            "revealed",
        ),
        (
            CARD + 'trap = { name = "Pit", lock = "x", text = "Oh.", does = "loose-ceiling" }\n',
            "'x' is no lock",
            "trap",
        ),
        (CARD.replace(", [1]]", "]"), "needs a row for 1, 2, 3 and 4", "[[card]]"),
        (DELVE.replace("survey", "surway"), "expected: 'survey' or 'uncover'", "objective"),
        (DELVE + 'cards = ["our-closett"]\n', "no delve card is called 'our-closett'", "cards"),
        (DELVE + 'challenge = { 3 = "evil" }\n', "no challenge is called 'evil'", "challenge"),
        ("monster = 3\n", "unknown key 'monster'", "monster"),
    ],
)
def test_a_mistake_in_a_list(pack: Pack, text: str, said: str, at: str) -> None:
    outcome = pack.write(one=text).check()
    assert outcome.code == 1
    lines = [int(line.split(":")[1]) for line in outcome.lines[:-1] if said in line]
    assert lines == [line_of(text, at)], outcome.out


def test_an_id_that_stands_twice_names_both_files(pack: Pack) -> None:
    outcome = pack.write(one=CHIP, two=CHIP).check()
    assert f"{pack.folder / 'two.toml'}:2: chip 'marsh-troll' stands in one.toml too" in outcome.out


def test_every_mistake_is_named_not_only_the_first(pack: Pack) -> None:
    text = CLASH + RULE.replace('"A"', '"Q"') + UNIT.replace("skeever-pup", "nobody")
    outcome = pack.write(one=text, two=CHIP.replace("dodge", "dogde"), three="= 3").check()
    assert len(outcome.lines) == 5
    assert outcome.lines[-1] == "4 mistakes in 3 of 3 files"


def test_lines_in_inline_and_dotted_tables_are_those_of_their_keys(pack: Pack) -> None:
    text = CLASH + "\n# a comment\nnames.h = 3\n"
    outcome = pack.write(one=text).check()
    assert outcome.lines[0].split(":")[1] == str(line_of(text, "names.h"))
