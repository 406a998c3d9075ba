"""The odds of a whole melee, against every way in which the rules' dice can fall."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from protocol.ids import UnitId
from protocol.previews import ALL_WAYS, CombatOdds, Fate
from server.rules.engine.foresight import TooMany
from server.rules.skirmish.kernel.state import Unit
from tests.rules.skirmish.table import Table, block, board, declared, unit, waiting

Shares = dict[str, dict[str, float]]
"""By unit, what can become of it with its chance."""


def foreseen(match: Table, name: str, *picks: str) -> CombatOdds:
    found = match.play.ruleset.preview(match.state, "combat", UnitId(name), picks)
    assert isinstance(found, CombatOdds)
    return found


def shares(odds: CombatOdds) -> Shares:
    return {
        one.unit: {
            what: getattr(one, what) / ALL_WAYS
            for what in Fate.__struct_fields__[1:]
            if getattr(one, what)
        }
        for one in odds.fates
    }


class Undecided(BaseException):
    """The next die has not fallen yet. A BaseException, as the engine reports all others as
    defects."""

    def __init__(self, sides: int) -> None:
        super().__init__(sides)
        self.sides = sides


class Fallen:
    """Dice that have fallen so far."""

    def __init__(self, faces: tuple[int, ...]) -> None:
        self.left = list(faces)

    def number(self, ordinal: int, index: int, sides: int) -> int:
        if not self.left:
            raise Undecided(sides)
        return self.left.pop(0) - 1


def classes(sides: int, cuts: set[int]) -> Iterator[tuple[int, Fraction]]:
    """Faces that stand for those up to the next cut, as the rules compare with the cuts alone."""
    if sides != 20:
        yield from ((face, Fraction(1, sides)) for face in range(1, sides + 1))
        return
    starts = sorted({1, *cuts} & set(range(1, 21)))
    for start, end in zip(starts, [*starts[1:], 21], strict=True):
        yield start, Fraction(end - start, 20)


def became(before: Unit, after: Unit) -> str:
    if after.is_lost:
        return "lost"
    if after.injury != before.injury:
        return after.injury
    return "unhurt" if after.wounds == before.wounds else "wounded"


def counted(units: tuple[Unit, ...], cuts: set[int], **more: Any) -> Shares:
    """Every way of a Melee Phase played to its end by the rules."""
    found: dict[str, dict[str, Fraction]] = {}
    waiting: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
    while waiting:
        faces, share = waiting.pop()
        try:
            match = Table(*units, phase="melee", ends=True, chance=Fallen(faces), **more)
            match.defaults()
        except Undecided as die:
            waiting += [((*faces, face), share * part) for face, part in classes(die.sides, cuts)]
            continue
        for one in units:
            what = became(one, match.unit(one.id))
            known = found.setdefault(one.id, {})
            known[what] = known.get(what, Fraction(0)) + share
    return {name: {what: float(part) for what, part in one.items()} for name, one in found.items()}


def before(*units: Unit, **more: Any) -> Table:
    """The same units while the Engage Phase is open."""
    return Table(*units, waiting(), **more)


def alike(one: Mapping[str, Mapping[str, float]], other: Mapping[str, Mapping[str, float]]) -> bool:
    return one.keys() == other.keys() and all(
        one[name].keys() == other[name].keys()
        and all(abs(one[name][what] - other[name][what]) < 6 / ALL_WAYS for what in one[name])
        for name in one
    )


SWORD, SPEAR = ("sword",), ("spear",)
CASES: dict[str, tuple[tuple[Unit, ...], set[int], dict[str, Any]]] = {
    # To hit 14 and 13, to defend 18 and 21; crits on 20, injuries from 15 and 18.
    "one against one": (
        (unit("a", "infantry", 10, 10, arms=SWORD), unit("t", "underrat", 11, 10, arms=SPEAR)),
        {13, 14, 15, 18, 20},
        {"pairs": (("a", "t"),)},
    ),
    "who engaged strikes first, daunted or not": (
        (
            unit("a", "infantry", 10, 10, arms=SPEAR, marks=("charged",)),
            unit("t", "underrat", 11, 10, arms=SPEAR, marks=("daunted",)),
        ),
        {12, 13, 15, 18, 20},
        {"pairs": (("a", "t"),)},
    ),
    "a dazed one is lost to any harm, a stunned one without dice": (
        (
            unit("a", "infantry", 10, 10, arms=SWORD),
            unit("b", "champion", 12, 10, arms=SWORD),
            unit("t", "underrat", 11, 10, injury="dazed"),
            unit("u", "underrat", 12, 11, injury="stunned"),
        ),
        {13, 14, 15, 18, 20},
        {"pairs": (("a", "t"), ("b", "u"))},
    ),
    "two against one with wounds": (
        (
            unit("a", "infantry", 10, 10, arms=SPEAR, printed={"agility": 5}),
            unit("b", "infantry", 12, 10, arms=SPEAR),
            unit("t", "giant-rat", 11, 10, wounds=2, printed={"agility": 9}),
        ),
        {12, 15, 18, 20},
        {"pairs": (("a", "t"), ("b", "t"))},
    ),
}


@pytest.mark.slow
@pytest.mark.rule("SK-79", "SK-92", "SK-93", "SK-94", "SK-95", "SK-109", "SK-112")
@pytest.mark.parametrize("name", CASES)
def test_what_is_foreseen_is_what_all_dice_come_to(name: str) -> None:
    """Given a melee, when it is foreseen, then each unit's chances are those of all ways in which
    the rules' own dice can fall."""
    units, cuts, more = CASES[name]
    found: Shares = {}
    for combat in dict.fromkeys(foreseen(before(*units, **more), one.id) for one in units):
        found |= shares(combat)
    assert alike(found, counted(units, cuts, **more))


@pytest.mark.rule("SK-109")
def test_who_are_tied_for_the_order_strike_first_equally_often() -> None:
    """Given two units of one Agility, when their melee is foreseen, then it is the mean of both
    orders."""
    one = unit("a", "infantry", 10, 10, arms=SPEAR), unit("t", "champion", 11, 10, arms=SPEAR)
    told = shares(foreseen(before(*one, pairs=(("a", "t"),)), "a"))
    orders = [
        shares(
            foreseen(
                before(
                    unit("a", "infantry", 10, 10, arms=SPEAR, printed={"agility": own}),
                    unit("t", "champion", 11, 10, arms=SPEAR),
                    pairs=(("a", "t"),),
                ),
                "a",
            )
        )
        for own in (9, 11)
    ]
    mean = {
        name: {what: (orders[0][name][what] + orders[1][name][what]) / 2 for what in part}
        for name, part in told.items()
    }
    assert alike(told, mean)
    assert not alike(*orders)


@pytest.mark.rule("SK-91")
def test_a_fall_off_a_ledge_is_foreseen() -> None:
    """Given an enemy at the edge of a roof of four inches, when the melee is foreseen, then it may
    be lost by the fall, as all dice say."""
    roof = board(block("roof", (5, 10), (5, 15), 4))
    units = (
        unit("a", "infantry", 8.4, 10, 4, arms=SPEAR, marks=("charged",)),
        unit("t", "giant-rat", 9.4, 10, 4, printed={"melee": 21}),
    )
    more: dict[str, Any] = {"pairs": (("a", "t"),), "on": roof}
    # Injuries of 15 and 18; the rat's Agility of 6; a mishap with 4 more: 8, 11 and 14.
    told = shares(foreseen(before(*units, **more), "a"))
    assert alike(told, counted(units, {5, 6, 8, 11, 12, 14, 15, 18, 20}, **more))
    flat = shares(foreseen(before(*units, pairs=(("a", "t"),)), "a"))
    assert told["t"]["lost"] > flat["t"]["lost"]


@pytest.mark.rule("SK-27", "SK-71")
@pytest.mark.parametrize(
    ("units", "picks"),
    [
        # C-22: fear of a target without it. C-24: two targets. C-13: a dive has advantage.
        (
            (unit("a", "zombie", 10, 10), unit("t", "infantry", 15, 10, arms=SWORD)),
            declared("a", "t"),
        ),
        (
            (
                unit("a", "champion", 8, 10, arms=("sword", "sword")),
                unit("t", "underrat", 13, 9.4, arms=SPEAR),
                unit("u", "underrat", 13, 10.6, arms=SPEAR),
            ),
            declared("a", "t", "u"),
        ),
    ],
)
def test_who_engages_finds_the_odds_that_were_foreseen(
    units: tuple[Unit, ...], picks: tuple[str, ...]
) -> None:
    """Given units apart, when one engages, then the melee ends as often in each way as was foreseen
    before it was declared."""
    match = Table(*units, waiting())
    odds = foreseen(match, "a", *picks)
    assert odds.joins
    assert {one.unit for one in odds.fates} == {one.id for one in units}
    throws = 1_500
    ends: dict[tuple[str, str], int] = {}
    for seed in range(throws):
        played = Table(*units, waiting(), chance=Thrown(seed))
        played.answer(*picks)
        while played.state.phase != "end" and played.state.turn == match.state.turn:
            played.answer(*(() if played.asked.may_pass else played.asked.default))
        for one in units:
            # Before anybody recovers: the match goes on by itself.
            known = (one.id, final(played, one))
            ends[known] = ends.get(known, 0) + 1
    for name, parts in shares(odds).items():
        for what, share in parts.items():
            spread = 5 * (throws * share * (1 - share)) ** 0.5 + 1
            assert abs(ends.get((name, what), 0) - throws * share) < spread, (name, what)


def final(match: Table, before: Unit) -> str:
    """What a unit is at the melee's end, from the log: the other side's next Upkeep may have mended
    it since."""
    told = {"InjurySet": "", "UnitLost": "lost"}
    what = "unhurt"
    for event in match.log:
        kind = type(event).__name__
        if kind == "SideTurnBegan":
            break
        if kind in told and getattr(event, "unit", "") == before.id:
            what = told[kind] or getattr(event, "injury", "")
    return what


class Thrown:
    """Dice of a seed."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)

    def number(self, ordinal: int, index: int, sides: int) -> int:
        return self.random.randrange(sides)


@pytest.mark.rule("SK-63")
def test_a_dive_is_foreseen_with_advantage() -> None:
    """Given a unit that dives, when its melee is foreseen, then its target fares worse."""
    match = before(
        unit("a", "infantry", 10, 10, arms=SWORD), unit("t", "underrat", 15, 10, arms=SPEAR)
    )
    walks = shares(foreseen(match, "a", *declared("a", "t")))
    dives = shares(foreseen(match, "a", *declared("a", "t", choice=3)))
    assert dives["t"]["lost"] > walks["t"]["lost"]


def test_what_cannot_be_fought_is_not_foreseen() -> None:
    """Given units that are in no melee, when one is asked for, then there is none."""
    match = before(
        unit("a", "infantry", 10, 10, arms=SWORD),
        unit("b", "infantry", 14, 10, injury="dazed"),
        unit("t", "underrat", 15, 10, arms=SPEAR),
    )
    ask = match.play.ruleset.preview
    for name, picks in {
        "a": (),
        "b": declared("b", "t"),
        "t": ("target:u", "target:t"),
        "nobody": ("target:t",),
    }.items():
        assert ask(match.state, "combat", UnitId(name), picks) is None


def test_a_melee_of_very_many_is_given_up() -> None:
    """Given a melee of twelve, when it is foreseen, then it is too much, and soon."""
    own = [unit(f"a{n}", "infantry", 4 + 2 * n, 10, arms=("sword", "sword")) for n in range(6)]
    foes = [unit(f"t{n}", "infantry", 5 + 2 * n, 10, arms=SWORD) for n in range(6)]
    pairs = [(f"a{n}", f"t{n}") for n in range(6)] + [(f"a{n}", f"t{n - 1}") for n in range(1, 6)]
    match = before(*own, *foes, pairs=tuple(pairs))
    with pytest.raises(TooMany):
        foreseen(match, "a0")
