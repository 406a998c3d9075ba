"""`hexwarden content check` on item cards and delve cards: every mistake with its line."""

import pytest

from tests.commands.packs import Pack
from tests.rules.content.packs.moor import FOLDER

ITEMS = (FOLDER / "items.toml").read_text()
DELVE = (FOLDER / "delve.toml").read_text()
EFFECT = "no effect is called"


def line_of(text: str, part: str) -> int:
    return next(n for n, line in enumerate(text.splitlines(), 1) if part in line)


def lines(pack: Pack, text: str, said: str) -> list[int]:
    """At which lines something is said of a file; nothing else is."""
    outcome = pack.write(one=text).check()
    assert outcome.code == 1
    told = outcome.lines[:-1]
    assert all(said in line for line in told), outcome.out
    return [int(line.split(":")[1]) for line in told]


@pytest.mark.parametrize(
    ("old", "new", "said", "at"),
    [
        ('subtype = "pet"\n', "", "'subtype' is missing; expected: 'consumable' or", "moor-pony"),
        ("limit = 3", "limit = 0", "0 does not fit; expected: a whole number from 1 to 9", "limit"),
        ("limit = 3\n", "", "'limit' is missing; expected: a whole number", "moor-pony"),
        ('answer = { effect = "prevents" }', "answer = 3", "3 does not fit", "answer = 3"),
        ('"prevents" }', '"prevent" }', "no answer is called 'prevent'; did you mean", "prevent\""),
        ('"prevents" }', '"prevents", hp = 1 }', "unknown key 'hp'", "hp = 1"),
        ('"sweeps"', '"sweep"', "no weapon effect is called 'sweep'; did you mean", "sweep\""),
        ('forms = ["heavy-weapon"]', "forms = []", "expected: a list, each", "forms = []"),
        ('area = "head"', 'area = "nose"', "expected: 'head' or 'shoulders'", "nose"),
        ('"prevents-all"', '"prevents-al"', "no armor effect is called", "prevents-al\""),
        (
            'effect = "strikes", points = 1,',
            'effect = "strikes", points = 10,',
            "10 does not fit; expected: a whole number from 1 to 9",
            "points = 10",
        ),
        (
            'does = [{ effect = "recovers" }] }',
            'does = [{ effect = "shoves" }] }',
            "'shoves' works on enemies alone, and who = 'you'; expected: heals",
            'does = [{ effect = "shoves"',
        ),
        (
            'the target gains Daze.", does = [{ effect = "afflicts", status = "daze"',
            'the target gains Daze.", does = [{ effect = "moves"',
            "'moves' works on adventurers alone, and who = 'enemies'",
            'effect = "moves" }] },',
        ),
        ('on = "enemy"', 'on = "armor"', "'changes' does nothing on an enchanted armor", "by = -2"),
        (
            'stat = "movement", by = 1 },',
            'stat = "combat", by = 1 },',
            "adventurers have no combat to change; expected: movement or range",
            'stat = "combat"',
        ),
        (
            'tenacity = 3\n',
            'tenacity = 3\nanswer = { effect = "rerolls" }\n',
            "the card has answer and changes; expected: does (or lasts) or answer or changes",
            "stilts",
        ),
        (
            'who = "enemy"\nwithin = 3\ndoes = [{ effect = "draws" }]\n',
            "",
            "the card does nothing; expected: does (or lasts) or answer",
            "eel-hook",
        ),
        ('who = "enemy"\n', 'who = "foe"\n', "'foe' does not fit; expected: 'you' or", "foe"),
        (
            'who = "enemy"\n',
            'who = "near"\n',
            "'draws' works on enemies alone, and who = 'near'",
            '"draws"',
        ),
        ('effect = "draws"', 'status = "daze"', "'effect' is missing; there are:", "daze\" }]\n"),
        ('tenacity = 3', 'tenacity = 6', "expected: a whole number from 1 to 5", "tenacity = 6"),
        ('until = "turn"', 'until = "day"', "expected: 'turn' or 'round' or 'battle'", "day"),
    ],
)  # fmt: skip
def test_a_mistake_in_an_item_card(pack: Pack, old: str, new: str, said: str, at: str) -> None:
    text = ITEMS.replace(old, new, 1)
    assert text != ITEMS
    (line,) = set(lines(pack, text, said))
    found = line_of(text, at.strip())
    assert line in (found, found - 1), f"{line} is not {found}, nor the table that it opens"


@pytest.mark.parametrize(
    ("old", "new", "said", "at"),
    [
        ("populated = true\n", "", "expected: populated = true", 'who = "enemies"'),
        ('effect = "tires", light = 1', 'effect = "tries"', EFFECT, "tries"),
        ('who = "here"', 'who = "everywhere"', "expected: 'you' or 'near'", "everywhere"),
        (
            'who = "here", does = [{ effect = "burns" }]',
            'who = "here", does = [{ effect = "moves" }]',
            "'moves' works on adventurers alone, and who = 'here'",
            'effect = "moves"',
        ),
        ("arrives = [1]", "arrives = [2]", "2 does not fit; expected: 1 or 5", "arrives"),
        (
            '    [{ does = [{ effect = "gains-tenacity" }] }],\n',
            "",
            "2 totals and 3 texts; expected: as many of both",
            "totals",
        ),
        ('by = 1, side = "enemy"', "by = 1", "expected: side = 'enemy'", 'stat = "defense"'),
        ('at = "ends"', 'at = "end"', "expected: 'starts' or 'ends'", '"end"'),
        (
            'name = "Iron Jaws"\n',
            'name = "Iron Jaws"\ndoes = "blades"\n',
            "it has 'does' and 'parts'; expected: one of them",
            "[card.trap]",
        ),
        ('"man-trap", "moor', '"mantrap", "moor', "no delve card is called", "mantrap"),
        ('"root-cellar"', '"root-celler"', "no delve tile is called", "celler"),
        ('rule = "stronger"', 'rule = "strong"', "no building block is called 'strong'", "strong"),
        ('stat = "movement"\nby', 'stats = "movement"\nby', "unknown key 'stats'", "stats"),
    ],
)
def test_a_mistake_in_a_delve(pack: Pack, old: str, new: str, said: str, at: str) -> None:
    text = DELVE.replace(old, new, 1)
    assert text != DELVE
    outcome = pack.write(one=text).check()
    told = [line for line in outcome.lines if said in line]
    assert line_of(text, at) in [int(line.split(":")[1]) for line in told], outcome.out


def test_an_effect_that_does_nothing_is_told(pack: Pack) -> None:
    card = DELVE.partition("[[card]]")[0] + (
        '[[card]]\nid = "x"\nname = "X"\nshape = "3"\nscale = [[], [], [], []]\n'
        '[card.revealed]\ntext = "Nothing."\n'
    )
    assert lines(pack, card, "nothing is done; expected: 'does' or 'parts'")


def test_an_element_of_a_list_over_several_lines_is_told_at_its_own_line(pack: Pack) -> None:
    text = ITEMS.replace(
        '{ effect = "rerolls" },\n    { effect = "then-t', '{ },\n    { effect = "then-t'
    )
    assert lines(pack, text, "'effect' is missing") == [line_of(text, "{ },")]
