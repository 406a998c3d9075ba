"""`hexwarden content check` of provinces: each mistake with its line, and what was expected."""

import pytest

from server.commands.packs.loading import content
from tests.commands.packs import Pack
from tests.rules.content.packs.moor import FOLDER

PROVINCE = (FOLDER / "province.toml").read_text("utf-8")


def line_of(text: str, part: str) -> int:
    return next(n for n, line in enumerate(text.splitlines(), 1) if part in line)


def written(pack: Pack, province: str) -> list[str]:
    """What is said of the example pack with another province file, without the summary."""
    files = {path.stem: path.read_text("utf-8") for path in FOLDER.glob("*.toml")}
    outcome = pack.write(**{**files, "province": province}).check()
    return [line for line in outcome.lines if "province.toml:" in line]


FAULTS = [
    ("movement = 1\n", 'trackers = [{ id = "signs", name = "S" }]\n', "declared in 'A01' too"),
    ('place = "bog"', 'place = "bgo"', "no place is called 'bgo'; did you mean 'bog'"),
    ('start = "vale"', 'start = "dale"', "no town is called 'dale'; did you mean 'vale'"),
    ('guild = "peat-cutters"\ntitle', 'guild = "cutters"\ntitle', "no guild is called 'cutters'"),
    ('encounter = "moor-crossing"', 'encounter = "nowhere"', "no encounter is called 'nowhere'"),
    ('kind = "clash"', 'kind = "delve"', "'moor-crossing' is a clash; expected: 'clash'"),
    ('{ do = "skip-rest" }', '{ do = "skip-dinner" }', "no outcome is called 'skip-dinner'"),
    ('{ need = "day", least = 9 }', '{ need = "dya", least = 9 }', "no requirement is called"),
    ('{ do = "heal", hp = 1 }', '{ do = "heal", hq = 1 }', "unknown key 'hq'"),
    ('difficulty = "P+2"', 'difficulty = "P*2"', "no number of the party size"),
    ('step = "C03"', 'step = "C04"', "no step is called 'C04'"),
    ('{ step = "B02" }', '{ step = "A01" }', "'A01' leads back to 'A01': a circle"),
    ('trigger = [{ need = "meets"', 'fails = [{ need = "meets"', "the encounter of 'B02' never"),
    ("again = true\ntokens", "linked = true\ntokens", "'A01' is the first step"),
    ('tracker = "signs", least = "3"', 'tracker = "sings", least = "3"', "no tracker is called"),
    ('{ text = "The road is back', '{ when = [], textt = "', "unknown key 'textt'"),
    ("b!    f\n", "b!      f\n", "'f' stands between the hexes"),
    ("b!    f\n", "b!    f\n\n\n\nb\n", "cannot be reached from the first"),
    ("b     f?", "b     x?", "no terrain is called 'x'"),
    ("   bC    fE", "   bD    fE", "no place has the label 'D'"),
    ("   bC    fE", "   b     fE", "no hex bears 'C'"),
    ('name = "Edge", town = true', 'name = "Edge"', "the town 'edge' is not on the map"),
    ('deck = "peaceful"\ntitle', 'deck = "conflict"\ntitle', "icons on a conflict card"),
    ('offers = [{ province = "moorland"', 'offers = [{ province = "elsewhere"', "has no quest in"),
]


def test_the_example_province_has_no_mistake(pack: Pack) -> None:
    assert written(pack, PROVINCE) == []


@pytest.mark.parametrize(("right", "wrong", "said"), FAULTS, ids=[one[1][:30] for one in FAULTS])
def test_a_mistake_is_named_with_its_line(pack: Pack, right: str, wrong: str, said: str) -> None:
    """Given the example with one thing spoilt, its line and what was expected are told."""
    assert PROVINCE.count(right) >= 1
    spoilt = PROVINCE.replace(right, wrong, 1)

    mistakes = [line for line in written(pack, spoilt) if said in line]

    assert mistakes
    assert mistakes[0].split(":")[1].isdecimal()
    assert "expected" in mistakes[0] or "did you mean" in mistakes[0] or "there are" in mistakes[0]


def test_a_mistake_stands_at_its_own_line(pack: Pack) -> None:
    """Given a wrong place in a rule of a step, exactly that line of the file is named."""
    spoilt = PROVINCE.replace('to = "edge", hexes = "P"', 'to = "egde", hexes = "P"')

    [mistake] = written(pack, spoilt)

    assert mistake.split(":")[1] == str(line_of(spoilt, 'to = "egde"'))


def test_a_pack_brings_a_province() -> None:
    """Given the example pack, its province, quest, guild and cards stand in the atlas."""
    atlas = content((FOLDER,)).atlas

    moor = atlas.provinces["moorland"]
    assert moor.quests["peat-cutters"].epilogue.keyword == "The Road Is Yours"
    assert [card.id for card in moor.cards] == ["ml-p1"]
    assert moor.endgame is not None
    assert {"peat-cutters"} <= set(atlas.guilds)
    assert {"ml-hat"} <= set(atlas.side_quests)
    assert "black-marsh" in atlas.provinces
