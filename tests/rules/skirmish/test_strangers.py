"""What a stranger's client may send in a match: it is refused in a sentence and spends nothing."""

from random import Random

import pytest

from protocol.questions import Place, Plan, Question, options_of
from server.rules.engine.advance import Illegal
from tests.rules.skirmish.matches import RandomMatch
from tests.rules.skirmish.table import Table, block, board, declared, unit

HOUSE = block("house", (9, 11), (13, 15), 3, opaque=True)
BROOK = block("hedge", (20, 22), (9, 11), 2, impassable=True)
A_THOUSAND = tuple(f"{10_000 + leg},10000,0" for leg in range(1_000))


def going() -> Table:
    """A match in which a unit has said that it moves, and is asked where to."""
    foe = unit("t", "underrat", 13, 10)
    match = Table(unit("a", "infantry", 10, 10), foe, phase="move", on=board(HOUSE, BROOK))
    match.answer("move:a")
    return match


PLACES = {
    "off the board": ("-1,10000,0",),
    "beyond the far edge": ("36001,10000,0",),
    "under the ground": ("10000,11000,-1",),
    "above every roof": ("10000,11000,3001",),
    "in a wall": ("10000,12900,0",),
    "through a wall": ("10000,15500,0",),
    "on impassable ground": ("21000,10000,0",),
    "onto an enemy": ("13000,10000,0",),
    "a roof without a check": ("10000,14000,3000",),
    "of a thousand legs": A_THOUSAND,
    "of two points": ("10000,11000,0", "10000,11500,0"),
    "no integer": ("10000.5,11000,0",),
    "in powers": ("1e4,11000,0",),
    "not a number": ("nan,11000,0",),
    "of four numbers": ("10000,11000,0,0",),
    "of an endless number": ("1" * 300 + ",1,0",),
    "no point at all": ("north",),
    "in other digits": ("١٠٠٠٠,11000,0",),
    "another question's option": ("move:a",),
}


@pytest.mark.rule("SK-12", "SK-15")
@pytest.mark.parametrize("picks", PLACES.values(), ids=PLACES)
def test_a_place_where_nobody_can_go_is_refused_in_a_sentence(picks: tuple[str, ...]) -> None:
    said = going().refused(*picks)
    assert said.endswith(".")
    assert len(said) < 200


ATTEMPTS = {
    "a unit of the other side": declared("t", "u"),
    "a friend as the target": declared("a", "a2"),
    "nobody": declared("z9", "t"),
    "nowhere": declared("a", "t", choice=2, checks=("climb:nowhere",)),
    "an edge of nothing": declared("a", "t", choice=3, checks=("down:nowhere",)),
    "a check too many": declared("a", "t", choice=2, checks=("climb:house",) * 5),
    "a path that there is not": ("unit:a", "target:t", "path:4"),
    "two paths": ("unit:a", "target:t", "path:1", "path:2", "climb:house"),
    "a check on the path without any": (*declared("a", "t"), "climb:house"),
    "everything a thousand times": declared("a", "t") * 1_000,
    "nothing but a path": ("path:1",),
}


@pytest.mark.rule("SK-31", "SK-32", "SK-33")
@pytest.mark.parametrize("picks", ATTEMPTS.values(), ids=ATTEMPTS)
def test_an_attempt_that_nobody_can_make_is_refused_in_a_sentence(picks: tuple[str, ...]) -> None:
    friends = unit("a", "infantry", 10, 10), unit("a2", "infantry", 8, 10)
    foes = unit("t", "underrat", 13, 10), unit("u", "underrat", 16, 10)
    said = Table(*friends, *foes, on=board(HOUSE)).refused(*picks)
    assert said.endswith(".")
    assert len(said) < 200


@pytest.mark.parametrize("seed", range(4))
def test_whatever_is_picked_is_taken_or_refused_and_never_a_defect(seed: int) -> None:
    """Given a match, when its questions are answered with what they do not offer, parts of it and
    points all over the board, then each is refused in a sentence or taken, and nothing breaks."""
    match, chance = RandomMatch(seed, most=4), Random(seed)
    for _ in range(60):
        if match.play.over:
            return
        asked, before = chance.choice(match.play.questions), match.play.state
        said = refused(match, asked, wild(asked.shape, chance))
        if said:
            assert said.endswith(".")
            assert match.play.state == before
            match.press()


def refused(match: RandomMatch, asked: Question, picks: tuple[str, ...]) -> str:
    """Give an answer. Returns the rules' sentence if they do not take it, else nothing."""
    try:
        match.take(match.play.answer(asked.id, asked.to[0], picks))
    except Illegal as refusal:
        return str(refusal)
    return ""


def wild(shape: object, chance: Random) -> tuple[str, ...]:
    """Picks for a question: some of its options, in any number, with something made up."""
    if isinstance(shape, Place):
        numbers = [chance.choice((-1, 0, chance.randrange(40_000), 10**9)) for _ in range(3)]
        return (",".join(map(str, numbers[: chance.randint(1, 3)])),)
    keys = [option.key for option in options_of(shape)]  # type: ignore[arg-type]
    made_up = ("unit:", "climb:", "down:nowhere", ":", "path:9", "target:a1", "\N{SNOWMAN}")
    picks = chance.choices([*keys, chance.choice(made_up)], k=chance.randint(0, 6))
    if isinstance(shape, Plan) and chance.random() < 0.5:
        return tuple(chance.choice(slot.options).key for slot in shape.slots if slot.options)
    return tuple(picks)
